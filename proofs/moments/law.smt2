; moments/law: where |M| is above a, (|M| - a)^2 <= K (V + c): K k = f^2 R, f = u1 (1 + e)^2, k = u2 (1 - e)^3
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun f () Real)
(declare-fun S () Real)
(declare-fun R () Real)
(declare-fun k () Real)
(declare-fun a () Real)
(declare-fun m.size () Real)
(declare-fun Q () Real)
(declare-fun v () Real)
(declare-fun c () Real)
(declare-fun K () Real)
; f is at least 0
(assert (<= 0 f))
; S is at least 0
(assert (<= 0 S))
; R is at least 0
(assert (<= 0 R))
; k is above 0
(assert (< 0 k))
; |M| is above a
(assert (< a m.size))
; |M| is at most f S + a
(assert (<= m.size (+ (* f S) a)))
; S^2 is at most R Q
(assert (<= (* S S) (* R Q)))
; V + c is at least k Q
(assert (<= (* k Q) (+ v c)))
; K k is f^2 R
(assert (= (* K k) (* f f R)))
; not: where |M| is above a, (|M| - a)^2 <= K (V + c): K k = f^2 R, f = u1 (1 + e)^2, k = u2 (1 - e)^3
(assert (not (<= (* (- m.size a) (- m.size a)) (* K (+ v c)))))
(check-sat)
