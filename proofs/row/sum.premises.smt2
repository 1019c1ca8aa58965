; premises of row/sum
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun a.bits () (_ BitVec 32))
(declare-fun b.bits () (_ BitVec 32))
(define-fun a () (_ FloatingPoint 8 24) ((_ to_fp 8 24) a.bits))
(define-fun b () (_ FloatingPoint 8 24) ((_ to_fp 8 24) b.bits))
; a is at least 0
(assert (fp.geq a ((_ to_fp 8 24) #x00000000)))
; b is at least 0
(assert (fp.geq b ((_ to_fp 8 24) #x00000000)))
(check-sat)
