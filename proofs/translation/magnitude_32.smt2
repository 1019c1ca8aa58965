; translation/magnitude_32: |x| is at most y exactly where x lies between -y and y
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
(declare-fun y.bits () (_ BitVec 32))
(define-fun y () (_ FloatingPoint 8 24) ((_ to_fp 8 24) y.bits))
; not: |x| is at most y exactly where x lies between -y and y
(assert (not (= (fp.leq (fp.abs x) y) (and (fp.leq (fp.neg y) x) (fp.leq x y)))))
(check-sat)
