; update/complement: u = 1 - beta is in (0, 1], and beta + u is at most 1
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun beta.bits () (_ BitVec 32))
(define-fun beta () (_ FloatingPoint 8 24) ((_ to_fp 8 24) beta.bits))
(define-fun u () (_ FloatingPoint 8 24) (fp.sub RNE ((_ to_fp 8 24) #x3f800000) beta))
; beta is in [0, 1)
(assert (and (fp.geq beta ((_ to_fp 8 24) #x00000000)) (fp.lt beta ((_ to_fp 8 24) #x3f800000))))
; not: u = 1 - beta is in (0, 1], and beta + u is at most 1
(assert
  (not
    (and
      (and (fp.gt u ((_ to_fp 8 24) #x00000000)) (fp.leq u ((_ to_fp 8 24) #x3f800000)))
      (fp.leq (fp.add RNE beta u) ((_ to_fp 8 24) #x3f800000)))))
(check-sat)
