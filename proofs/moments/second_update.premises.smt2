; premises of moments/second_update
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun u2 () Real)
(declare-fun g () Real)
(declare-fun g.g () Real)
(declare-fun u2.g.g () Real)
(declare-fun b2 () Real)
(declare-fun v () Real)
(declare-fun b2.v () Real)
(declare-fun v.next () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; u2 is in [0, 1]
(assert (<= 0 u2 1))
; g.g is within its bound
(assert (<= (- (* (- 1 e) (* g g)) n) g.g))
; u2.g.g is within its bound
(assert (<= (- (* (- 1 e) (* u2 g.g)) n) u2.g.g))
; b2.v is within its bound
(assert (<= (- (* (- 1 e) (* b2 v)) n) b2.v))
; v' is within the sum's bound
(assert (<= (* (- 1 e) (+ b2.v u2.g.g)) v.next))
(check-sat)
