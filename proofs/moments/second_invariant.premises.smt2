; premises of moments/second_invariant
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun A () Real)
(declare-fun c () Real)
(declare-fun n () Real)
(declare-fun k () Real)
(declare-fun Q () Real)
(declare-fun v () Real)
(declare-fun g () Real)
(declare-fun v.next () Real)
; A is in [0, 1)
(assert (and (<= 0 A) (< A 1)))
; c (1 - A) is 3 n
(assert (= (* c (- 1 A)) (* 3 n)))
; it is so before the update
(assert (<= (* k Q) (+ v c)))
; v' is within the update's bound
(assert (<= (- (+ (* A v) (* k g g)) (* 3 n)) v.next))
(check-sat)
