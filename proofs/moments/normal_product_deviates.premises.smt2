; premises of moments/normal_product_deviates
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun product.bits () (_ BitVec 64))
(define-fun product () (_ FloatingPoint 11 53) ((_ to_fp 11 53) product.bits))
; product is in that range
(assert
  (and
    (fp.leq ((_ to_fp 11 53) #x3810000000000000) (fp.abs product))
    (fp.leq (fp.abs product) ((_ to_fp 11 53) RNE ((_ to_fp 8 24) #x7f7fffff)))))
(check-sat)
