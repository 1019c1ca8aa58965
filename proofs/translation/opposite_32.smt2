; translation/opposite_32: x is not below y exactly where y is at most x or one of them is NaN
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
(declare-fun y.bits () (_ BitVec 32))
(define-fun y () (_ FloatingPoint 8 24) ((_ to_fp 8 24) y.bits))
; not: x is not below y exactly where y is at most x or one of them is NaN
(assert (not (= (not (fp.lt x y)) (or (fp.leq y x) (or (fp.isNaN x) (fp.isNaN y))))))
(check-sat)
