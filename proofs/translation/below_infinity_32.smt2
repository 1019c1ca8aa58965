; translation/below_infinity_32: x is below infinity exactly where it is below or above it
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
; not: x is below infinity exactly where it is below or above it
(assert (not (= (fp.lt x (_ +oo 8 24)) (or (fp.lt x (_ +oo 8 24)) (fp.gt x (_ +oo 8 24))))))
(check-sat)
