; translation/widened_32: x and y compare as they do widened to binary64
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
(declare-fun y.bits () (_ BitVec 32))
(define-fun y () (_ FloatingPoint 8 24) ((_ to_fp 8 24) y.bits))
; not: x and y compare as they do widened to binary64
(assert
  (not
    (and
      (= (fp.lt ((_ to_fp 11 53) RNE x) ((_ to_fp 11 53) RNE y)) (fp.lt x y))
      (= (fp.leq ((_ to_fp 11 53) RNE x) ((_ to_fp 11 53) RNE y)) (fp.leq x y))
      (= (fp.eq ((_ to_fp 11 53) RNE x) ((_ to_fp 11 53) RNE y)) (fp.eq x y)))))
(check-sat)
