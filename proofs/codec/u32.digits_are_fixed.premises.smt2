; premises of codec/u32.digits_are_fixed
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun a0 () Int)
(declare-fun a1 () Int)
(declare-fun a2 () Int)
(declare-fun a3 () Int)
(declare-fun b0 () Int)
(declare-fun b1 () Int)
(declare-fun b2 () Int)
(declare-fun b3 () Int)
; a0 is a byte
(assert (and (<= 0 a0) (< a0 256)))
; a1 is a byte
(assert (and (<= 0 a1) (< a1 256)))
; a2 is a byte
(assert (and (<= 0 a2) (< a2 256)))
; a3 is a byte
(assert (and (<= 0 a3) (< a3 256)))
; b0 is a byte
(assert (and (<= 0 b0) (< b0 256)))
; b1 is a byte
(assert (and (<= 0 b1) (< b1 256)))
; b2 is a byte
(assert (and (<= 0 b2) (< b2 256)))
; b3 is a byte
(assert (and (<= 0 b3) (< b3 256)))
; both say one number
(assert
  (= (+ a0 (* 256 a1) (* 65536 a2) (* 16777216 a3)) (+ b0 (* 256 b1) (* 65536 b2) (* 16777216 b3))))
(check-sat)
