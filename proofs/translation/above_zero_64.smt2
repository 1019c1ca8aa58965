; translation/above_zero_64: x - y is above 0 exactly where y is below x
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 64))
(define-fun x () (_ FloatingPoint 11 53) ((_ to_fp 11 53) x.bits))
(declare-fun y.bits () (_ BitVec 64))
(define-fun y () (_ FloatingPoint 11 53) ((_ to_fp 11 53) y.bits))
; not: x - y is above 0 exactly where y is below x
(assert (not (= (fp.lt (_ +zero 11 53) (fp.sub RNE x y)) (fp.lt y x))))
(check-sat)
