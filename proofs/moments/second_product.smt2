; moments/second_product: fl(u2.g.g) is at least (1 - e) times the product, less n
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun u2.g.g () Real)
(declare-fun u2 () Real)
(declare-fun g.g () Real)
(declare-fun u2.g.g.d () Real)
(declare-fun u2.g.g.q () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; u2.g.g as it is rounded
(assert (= u2.g.g (+ (* (* u2 g.g) (+ 1 u2.g.g.d)) u2.g.g.q)))
; the deviation is at most e
(assert (<= (- e) u2.g.g.d e))
; the underflow is at most n
(assert (<= (- n) u2.g.g.q n))
; u2 is at least 0
(assert (<= 0 u2))
; g.g is at least 0
(assert (<= 0 g.g))
; not: fl(u2.g.g) is at least (1 - e) times the product, less n
(assert (not (<= (- (* (- 1 e) (* u2 g.g)) n) u2.g.g)))
(check-sat)
