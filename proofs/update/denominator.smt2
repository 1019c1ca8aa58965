; update/denominator: sqrt(v' c2) + epsilon is at least epsilon, and above 0: nothing is divided by zero
; unsat: it holds; sat: the model is a case for which it does not
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
(define-fun
  v.next
  ()
  (_ FloatingPoint 8 24)
  (fp.add
    RNE
    (fp.mul RNE beta2 v)
    (fp.mul RNE (fp.sub RNE ((_ to_fp 8 24) #x3f800000) beta2) (fp.mul RNE g g))))
(define-fun
  denominator
  ()
  (_ FloatingPoint 8 24)
  (fp.add RNE (fp.sqrt RNE (fp.mul RNE v.next c2)) epsilon))
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
; not: sqrt(v' c2) + epsilon is at least epsilon, and above 0: nothing is divided by zero
(assert
  (not
    (and
      (fp.geq denominator epsilon)
      (and (fp.isPositive denominator) (not (fp.isZero denominator))))))
(check-sat)
