; row/gradient: no gradient is above 1 in size, none is NaN, and what is divided by is above 0
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun e.bits () (_ BitVec 32))
(declare-fun s.bits () (_ BitVec 32))
(declare-fun hit.bits () (_ BitVec 32))
(declare-fun inverse.bits () (_ BitVec 32))
(define-fun e () (_ FloatingPoint 8 24) ((_ to_fp 8 24) e.bits))
(define-fun s () (_ FloatingPoint 8 24) ((_ to_fp 8 24) s.bits))
(define-fun hit () (_ FloatingPoint 8 24) ((_ to_fp 8 24) hit.bits))
(define-fun inverse () (_ FloatingPoint 8 24) ((_ to_fp 8 24) inverse.bits))
(define-fun
  gradient
  ()
  (_ FloatingPoint 8 24)
  (fp.mul RNE (fp.sub RNE (fp.div RNE e s) hit) inverse))
; e is in [0, s]
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) e) (fp.leq e s)))
; s is at least 1 and finite
(assert (and (fp.leq ((_ to_fp 8 24) #x3f800000) s) (fp.leq s ((_ to_fp 8 24) #x7f7fffff))))
; hit is 0 or 1
(assert (or (fp.eq hit ((_ to_fp 8 24) #x00000000)) (fp.eq hit ((_ to_fp 8 24) #x3f800000))))
; inverse is in [0, 1]
(assert
  (and (fp.leq ((_ to_fp 8 24) #x00000000) inverse) (fp.leq inverse ((_ to_fp 8 24) #x3f800000))))
; not: no gradient is above 1 in size, none is NaN, and what is divided by is above 0
(assert
  (not
    (and
      (fp.leq (fp.abs gradient) ((_ to_fp 8 24) #x3f800000))
      (and (fp.isPositive s) (not (fp.isZero s))))))
(check-sat)
