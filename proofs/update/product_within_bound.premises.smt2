; premises of update/product_within_bound
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun z.bits () (_ BitVec 64))
(declare-fun limit.bits () (_ BitVec 32))
(define-fun z () (_ FloatingPoint 11 53) ((_ to_fp 11 53) z.bits))
(define-fun limit () (_ FloatingPoint 8 24) ((_ to_fp 8 24) limit.bits))
; limit is finite
(assert (fp.leq (fp.abs limit) ((_ to_fp 8 24) #x7f7fffff)))
; |z| is at most limit
(assert (fp.leq (fp.abs z) ((_ to_fp 11 53) RNE limit)))
(check-sat)
