; update/first_moment_within_one: |m'| is at most 1
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun m.bits () (_ BitVec 32))
(declare-fun g.bits () (_ BitVec 32))
(define-fun m () (_ FloatingPoint 8 24) ((_ to_fp 8 24) m.bits))
(define-fun g () (_ FloatingPoint 8 24) ((_ to_fp 8 24) g.bits))
(define-fun beta1 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) #x3f666666))
(define-fun
  m.next
  ()
  (_ FloatingPoint 8 24)
  (fp.add RNE (fp.mul RNE beta1 m) (fp.mul RNE (fp.sub RNE ((_ to_fp 8 24) #x3f800000) beta1) g)))
; |m| is at most 1
(assert (fp.leq (fp.abs m) ((_ to_fp 8 24) #x3f800000)))
; |g| is at most 1
(assert (fp.leq (fp.abs g) ((_ to_fp 8 24) #x3f800000)))
; not: |m'| is at most 1
(assert (not (fp.leq (fp.abs m.next) ((_ to_fp 8 24) #x3f800000))))
(check-sat)
