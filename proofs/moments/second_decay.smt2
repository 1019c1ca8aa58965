; moments/second_decay: fl(b2.v) is at least (1 - e) times the product, less n
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun b2.v () Real)
(declare-fun b2 () Real)
(declare-fun v () Real)
(declare-fun b2.v.d () Real)
(declare-fun b2.v.q () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; b2.v as it is rounded
(assert (= b2.v (+ (* (* b2 v) (+ 1 b2.v.d)) b2.v.q)))
; the deviation is at most e
(assert (<= (- e) b2.v.d e))
; the underflow is at most n
(assert (<= (- n) b2.v.q n))
; b2 is at least 0
(assert (<= 0 b2))
; v is at least 0
(assert (<= 0 v))
; not: fl(b2.v) is at least (1 - e) times the product, less n
(assert (not (<= (- (* (- 1 e) (* b2 v)) n) b2.v)))
(check-sat)
