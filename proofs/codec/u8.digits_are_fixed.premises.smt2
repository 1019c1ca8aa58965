; premises of codec/u8.digits_are_fixed
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun a0 () Int)
(declare-fun b0 () Int)
; a0 is a byte
(assert (and (<= 0 a0) (< a0 256)))
; b0 is a byte
(assert (and (<= 0 b0) (< b0 256)))
; both say one number
(assert (= a0 b0))
(check-sat)
