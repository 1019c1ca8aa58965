; moments/geometric_sum: G (1 - B) <= 1 stays so, with G' = B G + 1: the underflows of M add up to at most a
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun B () Real)
(declare-fun G () Real)
; B is in [0, 1)
(assert (and (<= 0 B) (< B 1)))
; it is so before the update
(assert (<= (* G (- 1 B)) 1))
; not: G (1 - B) <= 1 stays so, with G' = B G + 1: the underflows of M add up to at most a
(assert (not (<= (* (+ (* B G) 1) (- 1 B)) 1)))
(check-sat)
