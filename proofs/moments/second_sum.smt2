; moments/second_sum: v' is at least (1 - e) times the sum of its two products, neither of which is negative
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun v.next () Real)
(declare-fun b2.v () Real)
(declare-fun u2.g.g () Real)
(declare-fun v.next.d () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; v.next as it is rounded
(assert (= v.next (* (+ b2.v u2.g.g) (+ 1 v.next.d))))
; the deviation is at most e
(assert (<= (- e) v.next.d e))
; b2.v is at least 0
(assert (<= 0 b2.v))
; u2.g.g is at least 0
(assert (<= 0 u2.g.g))
; not: v' is at least (1 - e) times the sum of its two products, neither of which is negative
(assert (not (<= (* (- 1 e) (+ b2.v u2.g.g)) v.next)))
(check-sat)
