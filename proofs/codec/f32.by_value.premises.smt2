; premises of codec/f32.by_value
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun one () (_ BitVec 32))
(declare-fun other () (_ BitVec 32))
; they are the same value
(assert (= ((_ to_fp 8 24) one) ((_ to_fp 8 24) other)))
(check-sat)
