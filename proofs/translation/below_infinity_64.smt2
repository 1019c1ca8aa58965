; translation/below_infinity_64: x is below infinity exactly where it is below or above it
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 64))
(define-fun x () (_ FloatingPoint 11 53) ((_ to_fp 11 53) x.bits))
; not: x is below infinity exactly where it is below or above it
(assert (not (= (fp.lt x (_ +oo 11 53)) (or (fp.lt x (_ +oo 11 53)) (fp.gt x (_ +oo 11 53))))))
(check-sat)
