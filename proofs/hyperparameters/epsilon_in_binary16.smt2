; hyperparameters/epsilon_in_binary16: in binary16, epsilon is above 0
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(define-fun
  epsilon.stored
  ()
  (_ FloatingPoint 5 11)
  ((_ to_fp 5 11) RNE ((_ to_fp 8 24) #x322bcc77)))
; not: in binary16, epsilon is above 0
(assert (not (fp.gt epsilon.stored ((_ to_fp 5 11) RNE ((_ to_fp 8 24) #x00000000)))))
(check-sat)
