; premises of codec/u16.digits_are_fixed
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun a0 () Int)
(declare-fun a1 () Int)
(declare-fun b0 () Int)
(declare-fun b1 () Int)
; a0 is a byte
(assert (and (<= 0 a0) (< a0 256)))
; a1 is a byte
(assert (and (<= 0 a1) (< a1 256)))
; b0 is a byte
(assert (and (<= 0 b0) (< b0 256)))
; b1 is a byte
(assert (and (<= 0 b1) (< b1 256)))
; both say one number
(assert (= (+ a0 (* 256 a1)) (+ b0 (* 256 b1))))
(check-sat)
