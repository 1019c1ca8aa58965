; codec/elements.cover: every byte of an array of elements of one width lies in one of them
; unsat: it holds; sat: the model is a case for which it does not
; claimed: the quotient is an element
; claimed: it holds the byte
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun place () Int)
(declare-fun start () Int)
(declare-fun width () Int)
(declare-fun count () Int)
(declare-fun quotient () Int)
(declare-fun rest () Int)
; there are some elements, or none
(assert (<= 0 count))
; the place is in the array
(assert (and (<= start place) (< place (+ start (* count width)))))
; the place after the start, divided by the width
(assert (and (= (- place start) (+ (* quotient width) rest)) (and (<= 0 rest) (< rest width))))
; not: every byte of an array of elements of one width lies in one of them
(assert
  (not
    (and
      (and (<= 0 quotient) (< quotient count))
      (and (<= (+ start (* quotient width)) place) (< place (+ start (* (+ quotient 1) width)))))))
(check-sat)
