; premises of moments/product_is_rounded_once
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun a.bits () (_ BitVec 32))
(declare-fun b.bits () (_ BitVec 32))
(define-fun a () (_ FloatingPoint 8 24) ((_ to_fp 8 24) a.bits))
(define-fun b () (_ FloatingPoint 8 24) ((_ to_fp 8 24) b.bits))
; a is finite
(assert (fp.leq (fp.abs a) ((_ to_fp 8 24) #x7f7fffff)))
; b is finite
(assert (fp.leq (fp.abs b) ((_ to_fp 8 24) #x7f7fffff)))
(check-sat)
