; translation/sum_of_nothing_32: x + -0 is x
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
; not: x + -0 is x
(assert (not (= (fp.add RNE x (_ -zero 8 24)) x)))
(check-sat)
