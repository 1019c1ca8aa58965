; premises of update/second_moment_within_one
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun v.bits () (_ BitVec 32))
(declare-fun g.bits () (_ BitVec 32))
(define-fun v () (_ FloatingPoint 8 24) ((_ to_fp 8 24) v.bits))
(define-fun g () (_ FloatingPoint 8 24) ((_ to_fp 8 24) g.bits))
; v is in [0, 1]
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) v) (fp.leq v ((_ to_fp 8 24) #x3f800000))))
; |g| is at most 1
(assert (fp.leq (fp.abs g) ((_ to_fp 8 24) #x3f800000)))
(check-sat)
