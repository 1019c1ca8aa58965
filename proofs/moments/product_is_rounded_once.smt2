; moments/product_is_rounded_once: fl(a b) is the binary32 that the product in binary64 rounds to
; unsat: it holds; sat: the model is a case for which it does not
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
; not: fl(a b) is the binary32 that the product in binary64 rounds to
(assert
  (not
    (fp.eq
      (fp.mul RNE a b)
      ((_ to_fp 8 24) RNE (fp.mul RNE ((_ to_fp 11 53) RNE a) ((_ to_fp 11 53) RNE b))))))
(check-sat)
