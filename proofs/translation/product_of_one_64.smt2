; translation/product_of_one_64: x times 1 is x
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 64))
(define-fun x () (_ FloatingPoint 11 53) ((_ to_fp 11 53) x.bits))
; not: x times 1 is x
(assert (not (= (fp.mul RNE x ((_ to_fp 11 53) RNE 1.0)) x)))
(check-sat)
