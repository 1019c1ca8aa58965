; translation/at_least_is_not_below: x is not below y exactly where it is at least y
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
(declare-fun y.bits () (_ BitVec 32))
(define-fun y () (_ FloatingPoint 8 24) ((_ to_fp 8 24) y.bits))
; not: x is not below y exactly where it is at least y
(assert (not (= (not (fp.lt x y)) (fp.geq x y))))
(check-sat)
