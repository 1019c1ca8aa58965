; premises of codec/elements.cover
; sat: there is such a case; unsat: they contradict each other
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
(check-sat)
