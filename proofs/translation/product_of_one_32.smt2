; translation/product_of_one_32: x times 1 is x
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
; not: x times 1 is x
(assert (not (= (fp.mul RNE x ((_ to_fp 8 24) RNE 1.0)) x)))
(check-sat)
