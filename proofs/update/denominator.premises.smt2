; premises of update/denominator
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun v.bits () (_ BitVec 32))
(declare-fun g.bits () (_ BitVec 32))
(declare-fun beta2.bits () (_ BitVec 32))
(declare-fun epsilon.bits () (_ BitVec 32))
(declare-fun c2.bits () (_ BitVec 32))
(define-fun v () (_ FloatingPoint 8 24) ((_ to_fp 8 24) v.bits))
(define-fun g () (_ FloatingPoint 8 24) ((_ to_fp 8 24) g.bits))
(define-fun beta2 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) beta2.bits))
(define-fun epsilon () (_ FloatingPoint 8 24) ((_ to_fp 8 24) epsilon.bits))
(define-fun c2 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) c2.bits))
; beta2 is in [0, 1)
(assert (and (fp.geq beta2 ((_ to_fp 8 24) #x00000000)) (fp.lt beta2 ((_ to_fp 8 24) #x3f800000))))
; v is finite and at least 0
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) v) (fp.leq v ((_ to_fp 8 24) #x7f7fffff))))
; g is finite
(assert (fp.leq (fp.abs g) ((_ to_fp 8 24) #x7f7fffff)))
; epsilon is normal, finite and above 0
(assert
  (and (fp.leq ((_ to_fp 8 24) #x00800000) epsilon) (fp.leq epsilon ((_ to_fp 8 24) #x7f7fffff))))
; c2 is finite and at least 1
(assert (and (fp.leq ((_ to_fp 8 24) #x3f800000) c2) (fp.leq c2 ((_ to_fp 8 24) #x7f7fffff))))
(check-sat)
