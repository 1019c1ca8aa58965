; translation/widened_magnitude_32: the magnitude of x widened is that of x, widened
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
; not: the magnitude of x widened is that of x, widened
(assert (not (= (fp.abs ((_ to_fp 11 53) RNE x)) ((_ to_fp 11 53) RNE (fp.abs x)))))
(check-sat)
