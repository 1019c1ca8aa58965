; premises of update/complement
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun beta.bits () (_ BitVec 32))
(define-fun beta () (_ FloatingPoint 8 24) ((_ to_fp 8 24) beta.bits))
; beta is in [0, 1)
(assert (and (fp.geq beta ((_ to_fp 8 24) #x00000000)) (fp.lt beta ((_ to_fp 8 24) #x3f800000))))
(check-sat)
