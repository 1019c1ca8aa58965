; translation/sum_of_nothing_64: x + -0 is x
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 64))
(define-fun x () (_ FloatingPoint 11 53) ((_ to_fp 11 53) x.bits))
; not: x + -0 is x
(assert (not (= (fp.add RNE x (_ -zero 11 53)) x)))
(check-sat)
