; premises of update/first_moment_finite
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun m.bits () (_ BitVec 32))
(declare-fun g.bits () (_ BitVec 32))
(declare-fun beta1.bits () (_ BitVec 32))
(define-fun m () (_ FloatingPoint 8 24) ((_ to_fp 8 24) m.bits))
(define-fun g () (_ FloatingPoint 8 24) ((_ to_fp 8 24) g.bits))
(define-fun beta1 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) beta1.bits))
; |m| is at most 2^40
(assert (fp.leq (fp.abs m) ((_ to_fp 8 24) #x53800000)))
; |g| is at most 2^40
(assert (fp.leq (fp.abs g) ((_ to_fp 8 24) #x53800000)))
; beta1 is in [0, 1)
(assert (and (fp.geq beta1 ((_ to_fp 8 24) #x00000000)) (fp.lt beta1 ((_ to_fp 8 24) #x3f800000))))
(check-sat)
