; premises of row/exponent
; sat: there is such a case; unsat: they contradict each other
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
(check-sat)
