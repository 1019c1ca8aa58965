; premises of update/second_moment_finite
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun v.bits () (_ BitVec 32))
(declare-fun g.bits () (_ BitVec 32))
(declare-fun beta2.bits () (_ BitVec 32))
(define-fun v () (_ FloatingPoint 8 24) ((_ to_fp 8 24) v.bits))
(define-fun g () (_ FloatingPoint 8 24) ((_ to_fp 8 24) g.bits))
(define-fun beta2 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) beta2.bits))
; v is in [0, 2^80]
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) v) (fp.leq v ((_ to_fp 8 24) #x67800000))))
; |g| is at most 2^40
(assert (fp.leq (fp.abs g) ((_ to_fp 8 24) #x53800000)))
; beta2 is in [0, 1)
(assert (and (fp.geq beta2 ((_ to_fp 8 24) #x00000000)) (fp.lt beta2 ((_ to_fp 8 24) #x3f800000))))
(check-sat)
