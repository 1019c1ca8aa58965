; hyperparameters/learning_rate_in_binary32: in binary32, learning_rate is above 0
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(define-fun
  learning_rate.stored
  ()
  (_ FloatingPoint 8 24)
  ((_ to_fp 8 24) RNE ((_ to_fp 8 24) #x3d4ccccd)))
; not: in binary32, learning_rate is above 0
(assert (not (fp.gt learning_rate.stored ((_ to_fp 8 24) RNE ((_ to_fp 8 24) #x00000000)))))
(check-sat)
