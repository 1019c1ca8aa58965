; moments/normal_product_deviates: from 2^-126 on, a number deviates by at most 2^-24 of itself where it is rounded to binary32
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun product.bits () (_ BitVec 64))
(define-fun product () (_ FloatingPoint 11 53) ((_ to_fp 11 53) product.bits))
; product is in that range
(assert
  (and
    (fp.leq ((_ to_fp 11 53) #x3810000000000000) (fp.abs product))
    (fp.leq (fp.abs product) ((_ to_fp 11 53) RNE ((_ to_fp 8 24) #x7f7fffff)))))
; not: from 2^-126 on, a number deviates by at most 2^-24 of itself where it is rounded to binary32
(assert
  (not
    (fp.leq
      (fp.abs (fp.sub RNE ((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE product)) product))
      (fp.mul RNE ((_ to_fp 11 53) #x3e70000000000000) (fp.abs product)))))
(check-sat)
