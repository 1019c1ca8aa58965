; codec/f32.by_value: two binary32 numbers that are the same value have the same bits
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun one () (_ BitVec 32))
(declare-fun other () (_ BitVec 32))
; they are the same value
(assert (= ((_ to_fp 8 24) one) ((_ to_fp 8 24) other)))
; they have other bits
(assert (not (= one other)))
(check-sat)
