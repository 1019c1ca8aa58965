; premises of moments/subnormal_product_deviates
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun product.bits () (_ BitVec 64))
(define-fun product () (_ FloatingPoint 11 53) ((_ to_fp 11 53) product.bits))
; product is in that range
(assert (fp.lt (fp.abs product) ((_ to_fp 11 53) #x3810000000000000)))
(check-sat)
