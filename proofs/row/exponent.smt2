; row/exponent: x - top is at most 0 and no NaN, where x is at most top
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(declare-fun top.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
(define-fun top () (_ FloatingPoint 8 24) ((_ to_fp 8 24) top.bits))
; x is finite
(assert (fp.leq (fp.abs x) ((_ to_fp 8 24) #x7f7fffff)))
; top is finite
(assert (fp.leq (fp.abs top) ((_ to_fp 8 24) #x7f7fffff)))
; x is at most top
(assert (fp.leq x top))
; not: x - top is at most 0 and no NaN, where x is at most top
(assert (not (fp.leq (fp.sub RNE x top) ((_ to_fp 8 24) #x00000000))))
(check-sat)
