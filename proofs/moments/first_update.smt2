; moments/first_update: |m'| is at most b1 (1 + e)^2 |m| + u1 (1 + e)^2 |g| + 2 n (1 + e)
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun b1.m.size () Real)
(declare-fun b1 () Real)
(declare-fun m.size () Real)
(declare-fun u1.g.size () Real)
(declare-fun u1 () Real)
(declare-fun g.size () Real)
(declare-fun m.next.size () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; the first product is within its bound
(assert (<= b1.m.size (+ (* b1 (+ 1 e) m.size) n)))
; the second product is within its bound
(assert (<= u1.g.size (+ (* u1 (+ 1 e) g.size) n)))
; |m'| is within the sum's bound
(assert (<= m.next.size (* (+ 1 e) (+ b1.m.size u1.g.size))))
; not: |m'| is at most b1 (1 + e)^2 |m| + u1 (1 + e)^2 |g| + 2 n (1 + e)
(assert
  (not
    (<= m.next.size (+ (* b1 (+ 1 e) (+ 1 e) m.size) (* u1 (+ 1 e) (+ 1 e) g.size) (* 2 n (+ 1 e))))))
(check-sat)
