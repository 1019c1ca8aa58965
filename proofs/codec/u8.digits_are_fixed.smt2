; codec/u8.digits_are_fixed: no two strings of 1 bytes say the same number
; unsat: it holds; sat: the model is a case for which it does not
; claimed: byte 0 is the same
; claimed: the number has as many bytes
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
; not: no two strings of 1 bytes say the same number
(assert (not (and (= a0 b0) (and (<= 0 a0) (< a0 256)))))
(check-sat)
