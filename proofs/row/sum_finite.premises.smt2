; premises of row/sum_finite
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun a.bits () (_ BitVec 32))
(declare-fun b.bits () (_ BitVec 32))
(declare-fun bound.bits () (_ BitVec 32))
(define-fun a () (_ FloatingPoint 8 24) ((_ to_fp 8 24) a.bits))
(define-fun b () (_ FloatingPoint 8 24) ((_ to_fp 8 24) b.bits))
(define-fun bound () (_ FloatingPoint 8 24) ((_ to_fp 8 24) bound.bits))
; bound is at most 2^126
(assert (fp.leq bound ((_ to_fp 8 24) #x7e800000)))
; a is in [0, bound]
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) a) (fp.leq a bound)))
; b is in [0, bound]
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) b) (fp.leq b bound)))
(check-sat)
