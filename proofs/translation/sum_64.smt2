; translation/sum_64: x + y is y + x
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 64))
(define-fun x () (_ FloatingPoint 11 53) ((_ to_fp 11 53) x.bits))
(declare-fun y.bits () (_ BitVec 64))
(define-fun y () (_ FloatingPoint 11 53) ((_ to_fp 11 53) y.bits))
; not: x + y is y + x
(assert (not (= (fp.add RNE x y) (fp.add RNE y x))))
(check-sat)
