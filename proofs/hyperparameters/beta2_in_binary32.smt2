; hyperparameters/beta2_in_binary32: in binary32, beta2 is in (0, 1), so that its correction divides by no zero
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(define-fun beta2.stored () (_ FloatingPoint 8 24) ((_ to_fp 8 24) RNE ((_ to_fp 8 24) #x3f7fbe77)))
; not: in binary32, beta2 is in (0, 1), so that its correction divides by no zero
(assert
  (not
    (and
      (and
        (fp.isPositive
          (fp.sub
            RNE
            ((_ to_fp 11 53) #x3ff0000000000000)
            (fp.mul RNE ((_ to_fp 11 53) #x3ff0000000000000) ((_ to_fp 11 53) RNE beta2.stored))))
        (not
          (fp.isZero
            (fp.sub
              RNE
              ((_ to_fp 11 53) #x3ff0000000000000)
              (fp.mul RNE ((_ to_fp 11 53) #x3ff0000000000000) ((_ to_fp 11 53) RNE beta2.stored))))))
      (fp.gt beta2.stored ((_ to_fp 8 24) RNE ((_ to_fp 8 24) #x00000000))))))
(check-sat)
