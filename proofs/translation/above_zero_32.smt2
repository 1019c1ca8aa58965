; translation/above_zero_32: x - y is above 0 exactly where y is below x
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
(declare-fun y.bits () (_ BitVec 32))
(define-fun y () (_ FloatingPoint 8 24) ((_ to_fp 8 24) y.bits))
; not: x - y is above 0 exactly where y is below x
(assert (not (= (fp.lt (_ +zero 8 24) (fp.sub RNE x y)) (fp.lt y x))))
(check-sat)
