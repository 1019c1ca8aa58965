; premises of update/first_moment_within_one
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun m.bits () (_ BitVec 32))
(declare-fun g.bits () (_ BitVec 32))
(define-fun m () (_ FloatingPoint 8 24) ((_ to_fp 8 24) m.bits))
(define-fun g () (_ FloatingPoint 8 24) ((_ to_fp 8 24) g.bits))
; |m| is at most 1
(assert (fp.leq (fp.abs m) ((_ to_fp 8 24) #x3f800000)))
; |g| is at most 1
(assert (fp.leq (fp.abs g) ((_ to_fp 8 24) #x3f800000)))
(check-sat)
