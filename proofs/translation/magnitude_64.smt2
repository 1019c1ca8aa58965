; translation/magnitude_64: |x| is at most y exactly where x lies between -y and y
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 64))
(define-fun x () (_ FloatingPoint 11 53) ((_ to_fp 11 53) x.bits))
(declare-fun y.bits () (_ BitVec 64))
(define-fun y () (_ FloatingPoint 11 53) ((_ to_fp 11 53) y.bits))
; not: |x| is at most y exactly where x lies between -y and y
(assert (not (= (fp.leq (fp.abs x) y) (and (fp.leq (fp.neg y) x) (fp.leq x y)))))
(check-sat)
