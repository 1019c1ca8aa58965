; premises of moments/first_product_g
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun u1.g () Real)
(declare-fun u1 () Real)
(declare-fun g () Real)
(declare-fun u1.g.d () Real)
(declare-fun u1.g.q () Real)
(declare-fun g.size () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; u1.g as it is rounded
(assert (= u1.g (+ (* (* u1 g) (+ 1 u1.g.d)) u1.g.q)))
; the deviation is at most e
(assert (<= (- e) u1.g.d e))
; the underflow is at most n
(assert (<= (- n) u1.g.q n))
; u1 is at least 0
(assert (<= 0 u1))
; |g| is at most g.size
(assert (<= (- g.size) g g.size))
(check-sat)
