; moments/second_update: v' is at least b2 (1 - e)^2 v + u2 (1 - e)^3 g^2 - 3 n
; unsat: it holds; sat: the model is a case for which it does not
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
; not: v' is at least b2 (1 - e)^2 v + u2 (1 - e)^3 g^2 - 3 n
(assert
  (not (<= (- (+ (* b2 (- 1 e) (- 1 e) v) (* (* u2 (- 1 e) (- 1 e) (- 1 e)) g g)) (* 3 n)) v.next)))
(check-sat)
