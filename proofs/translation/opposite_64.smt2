; translation/opposite_64: x is not below y exactly where y is at most x or one of them is NaN
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 64))
(define-fun x () (_ FloatingPoint 11 53) ((_ to_fp 11 53) x.bits))
(declare-fun y.bits () (_ BitVec 64))
(define-fun y () (_ FloatingPoint 11 53) ((_ to_fp 11 53) y.bits))
; not: x is not below y exactly where y is at most x or one of them is NaN
(assert (not (= (not (fp.lt x y)) (or (fp.leq y x) (or (fp.isNaN x) (fp.isNaN y))))))
(check-sat)
