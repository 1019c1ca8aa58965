; moments/first_invariant: |M| <= u1 (1 + e)^2 S + 2 n (1 + e) G stays so: S' = B S + |g|, G' = B G + 1, B = b1 (1 + e)^2
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun b1 () Real)
(declare-fun m.size () Real)
(declare-fun u1 () Real)
(declare-fun S () Real)
(declare-fun G () Real)
(declare-fun m.next.size () Real)
(declare-fun g.size () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; b1 is at least 0
(assert (<= 0 b1))
; it is so before the update
(assert (<= m.size (+ (* u1 (+ 1 e) (+ 1 e) S) (* 2 n (+ 1 e) G))))
; |m'| is within the update's bound
(assert
  (<= m.next.size (+ (* b1 (+ 1 e) (+ 1 e) m.size) (* u1 (+ 1 e) (+ 1 e) g.size) (* 2 n (+ 1 e)))))
; not: |M| <= u1 (1 + e)^2 S + 2 n (1 + e) G stays so: S' = B S + |g|, G' = B G + 1, B = b1 (1 + e)^2
(assert
  (not
    (<=
      m.next.size
      (+ (* u1 (+ 1 e) (+ 1 e) (+ (* b1 (+ 1 e) (+ 1 e) S) g.size))
        (* 2 n (+ 1 e) (+ (* b1 (+ 1 e) (+ 1 e) G) 1))))))
(check-sat)
