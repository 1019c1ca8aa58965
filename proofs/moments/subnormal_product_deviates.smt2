; moments/subnormal_product_deviates: below 2^-126, a number deviates by at most 2^-150 where it is rounded to binary32
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun product.bits () (_ BitVec 64))
(define-fun product () (_ FloatingPoint 11 53) ((_ to_fp 11 53) product.bits))
; product is in that range
(assert (fp.lt (fp.abs product) ((_ to_fp 11 53) #x3810000000000000)))
; not: below 2^-126, a number deviates by at most 2^-150 where it is rounded to binary32
(assert
  (not
    (fp.leq
      (fp.abs (fp.sub RNE ((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE product)) product))
      ((_ to_fp 11 53) #x3690000000000000))))
(check-sat)
