; premises of codec/u64.digits_are_fixed
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun a0 () Int)
(declare-fun a1 () Int)
(declare-fun a2 () Int)
(declare-fun a3 () Int)
(declare-fun a4 () Int)
(declare-fun a5 () Int)
(declare-fun a6 () Int)
(declare-fun a7 () Int)
(declare-fun b0 () Int)
(declare-fun b1 () Int)
(declare-fun b2 () Int)
(declare-fun b3 () Int)
(declare-fun b4 () Int)
(declare-fun b5 () Int)
(declare-fun b6 () Int)
(declare-fun b7 () Int)
; a0 is a byte
(assert (and (<= 0 a0) (< a0 256)))
; a1 is a byte
(assert (and (<= 0 a1) (< a1 256)))
; a2 is a byte
(assert (and (<= 0 a2) (< a2 256)))
; a3 is a byte
(assert (and (<= 0 a3) (< a3 256)))
; a4 is a byte
(assert (and (<= 0 a4) (< a4 256)))
; a5 is a byte
(assert (and (<= 0 a5) (< a5 256)))
; a6 is a byte
(assert (and (<= 0 a6) (< a6 256)))
; a7 is a byte
(assert (and (<= 0 a7) (< a7 256)))
; b0 is a byte
(assert (and (<= 0 b0) (< b0 256)))
; b1 is a byte
(assert (and (<= 0 b1) (< b1 256)))
; b2 is a byte
(assert (and (<= 0 b2) (< b2 256)))
; b3 is a byte
(assert (and (<= 0 b3) (< b3 256)))
; b4 is a byte
(assert (and (<= 0 b4) (< b4 256)))
; b5 is a byte
(assert (and (<= 0 b5) (< b5 256)))
; b6 is a byte
(assert (and (<= 0 b6) (< b6 256)))
; b7 is a byte
(assert (and (<= 0 b7) (< b7 256)))
; both say one number
(assert
  (=
    (+ a0 (* 256 a1) (* 65536 a2) (* 16777216 a3) (* 4294967296 a4) (* 1099511627776 a5)
      (* 281474976710656 a6) (* 72057594037927936 a7))
    (+ b0 (* 256 b1) (* 65536 b2) (* 16777216 b3) (* 4294967296 b4) (* 1099511627776 b5)
      (* 281474976710656 b6) (* 72057594037927936 b7))))
(check-sat)
