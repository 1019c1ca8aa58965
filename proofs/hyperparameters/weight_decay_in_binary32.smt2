; hyperparameters/weight_decay_in_binary32: in binary32, learning rate and weight decay make a weight of 1 smaller where its gradient is zero
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(define-fun
  weight_decay.stored
  ()
  (_ FloatingPoint 8 24)
  ((_ to_fp 8 24) RNE ((_ to_fp 8 24) #x3c23d70a)))
; not: in binary32, learning rate and weight decay make a weight of 1 smaller where its gradient is zero
(assert
  (not
    (fp.lt
      (fp.sub
        RNE
        ((_ to_fp 8 24) RNE ((_ to_fp 8 24) #x3f800000))
        (fp.mul
          RNE
          ((_ to_fp 8 24) RNE ((_ to_fp 8 24) #x3d4ccccd))
          (fp.mul RNE weight_decay.stored ((_ to_fp 8 24) RNE ((_ to_fp 8 24) #x3f800000)))))
      ((_ to_fp 8 24) RNE ((_ to_fp 8 24) #x3f800000)))))
(check-sat)
