; translation/sum_32: x + y is y + x
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
(declare-fun y.bits () (_ BitVec 32))
(define-fun y () (_ FloatingPoint 8 24) ((_ to_fp 8 24) y.bits))
; not: x + y is y + x
(assert (not (= (fp.add RNE x y) (fp.add RNE y x))))
(check-sat)
