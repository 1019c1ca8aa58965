; premises of moments/geometric_sum
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun B () Real)
(declare-fun G () Real)
; B is in [0, 1)
(assert (and (<= 0 B) (< B 1)))
; it is so before the update
(assert (<= (* G (- 1 B)) 1))
(check-sat)
