; moments/first_product_m: |fl(b1 m)| is at most b1 (1 + e) |m| + n
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun b1.m () Real)
(declare-fun b1 () Real)
(declare-fun m () Real)
(declare-fun b1.m.d () Real)
(declare-fun b1.m.q () Real)
(declare-fun m.size () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; b1.m as it is rounded
(assert (= b1.m (+ (* (* b1 m) (+ 1 b1.m.d)) b1.m.q)))
; the deviation is at most e
(assert (<= (- e) b1.m.d e))
; the underflow is at most n
(assert (<= (- n) b1.m.q n))
; b1 is at least 0
(assert (<= 0 b1))
; |m| is at most m.size
(assert (<= (- m.size) m m.size))
; not: |fl(b1 m)| is at most b1 (1 + e) |m| + n
(assert (not (<= (- (+ (* b1 (+ 1 e) m.size) n)) b1.m (+ (* b1 (+ 1 e) m.size) n))))
(check-sat)
