; premises of codec/elements.follow_step
; sat: there is such a case; unsat: they contradict each other
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
(check-sat)
