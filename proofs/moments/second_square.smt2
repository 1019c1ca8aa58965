; moments/second_square: fl(g.g) is at least (1 - e) times the product, less n
; unsat: it holds; sat: the model is a case for which it does not
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
; not: fl(g.g) is at least (1 - e) times the product, less n
(assert (not (<= (- (* (- 1 e) (* g g)) n) g.g)))
(check-sat)
