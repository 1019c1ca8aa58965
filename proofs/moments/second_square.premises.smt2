; premises of moments/second_square
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun g.g () Real)
(declare-fun g () Real)
(declare-fun g.g.d () Real)
(declare-fun g.g.q () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; g.g as it is rounded
(assert (= g.g (+ (* (* g g) (+ 1 g.g.d)) g.g.q)))
; the deviation is at most e
(assert (<= (- e) g.g.d e))
; the underflow is at most n
(assert (<= (- n) g.g.q n))
(check-sat)
