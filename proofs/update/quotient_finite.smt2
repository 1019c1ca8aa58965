; update/quotient_finite: h = (m' c1) / (sqrt(v' c2) + epsilon) is at most 2^108 in size
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun m.next.bits () (_ BitVec 32))
(declare-fun v.next.bits () (_ BitVec 32))
(declare-fun epsilon.bits () (_ BitVec 32))
(declare-fun c1.bits () (_ BitVec 32))
(declare-fun c2.bits () (_ BitVec 32))
(define-fun m.next () (_ FloatingPoint 8 24) ((_ to_fp 8 24) m.next.bits))
(define-fun v.next () (_ FloatingPoint 8 24) ((_ to_fp 8 24) v.next.bits))
(define-fun epsilon () (_ FloatingPoint 8 24) ((_ to_fp 8 24) epsilon.bits))
(define-fun c1 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) c1.bits))
(define-fun c2 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) c2.bits))
(define-fun
  h
  ()
  (_ FloatingPoint 8 24)
  (fp.div RNE (fp.mul RNE m.next c1) (fp.add RNE (fp.sqrt RNE (fp.mul RNE v.next c2)) epsilon)))
; |m'| is at most 2^42
(assert (fp.leq (fp.abs m.next) ((_ to_fp 8 24) #x54800000)))
; v' is in [0, 2^82]
(assert
  (and (fp.leq ((_ to_fp 8 24) #x00000000) v.next) (fp.leq v.next ((_ to_fp 8 24) #x68800000))))
; epsilon is finite and at least 2^-40
(assert
  (and (fp.leq ((_ to_fp 8 24) #x2b800000) epsilon) (fp.leq epsilon ((_ to_fp 8 24) #x7f7fffff))))
; c1 is in [1, 2^24]
(assert (and (fp.leq ((_ to_fp 8 24) #x3f800000) c1) (fp.leq c1 ((_ to_fp 8 24) #x4b800000))))
; c2 is in [1, 2^24]
(assert (and (fp.leq ((_ to_fp 8 24) #x3f800000) c2) (fp.leq c2 ((_ to_fp 8 24) #x4b800000))))
; not: h = (m' c1) / (sqrt(v' c2) + epsilon) is at most 2^108 in size
(assert (not (fp.leq (fp.abs h) ((_ to_fp 8 24) #x75800000))))
(check-sat)
