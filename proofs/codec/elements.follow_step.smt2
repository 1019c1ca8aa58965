; codec/elements.follow_step: if every byte of an array lies in an element, so does every byte with one element more
; unsat: it holds; sat: the model is a case for which it does not
; claimed: there is an element
; claimed: which holds it
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun place () Int)
(declare-fun starts (Int) Int)
(declare-fun count () Int)
(declare-fun index () Int)
; there are some elements, or none
(assert (<= 0 count))
; a byte of them is one of an element
(assert
  (=>
    (and (<= (starts 0) place) (< place (starts count)))
    (and
      (and (<= 0 index) (< index count))
      (and (<= (starts index) place) (< place (starts (+ index 1)))))))
; with one more, there is a byte
(assert (and (<= (starts 0) place) (< place (starts (+ count 1)))))
; not: if every byte of an array lies in an element, so does every byte with one element more
(assert
  (not
    (and
      (and
        (<= 0 (ite (< place (starts count)) index count))
        (< (ite (< place (starts count)) index count) (+ count 1)))
      (and
        (<= (starts (ite (< place (starts count)) index count)) place)
        (< place (starts (+ (ite (< place (starts count)) index count) 1)))))))
(check-sat)
