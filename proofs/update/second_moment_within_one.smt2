; update/second_moment_within_one: v' is in [0, 1]
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun v.bits () (_ BitVec 32))
(declare-fun g.bits () (_ BitVec 32))
(define-fun v () (_ FloatingPoint 8 24) ((_ to_fp 8 24) v.bits))
(define-fun g () (_ FloatingPoint 8 24) ((_ to_fp 8 24) g.bits))
(define-fun beta2 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) #x3f7fbe77))
(define-fun
  v.next
  ()
  (_ FloatingPoint 8 24)
  (fp.add
    RNE
    (fp.mul RNE beta2 v)
    (fp.mul RNE (fp.sub RNE ((_ to_fp 8 24) #x3f800000) beta2) (fp.mul RNE g g))))
; v is in [0, 1]
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) v) (fp.leq v ((_ to_fp 8 24) #x3f800000))))
; |g| is at most 1
(assert (fp.leq (fp.abs g) ((_ to_fp 8 24) #x3f800000)))
; not: v' is in [0, 1]
(assert
  (not
    (and (fp.leq ((_ to_fp 8 24) #x00000000) v.next) (fp.leq v.next ((_ to_fp 8 24) #x3f800000)))))
(check-sat)
