; codec/u8.build_then_parse: a number of 1 bytes is read back from the bytes to which it is built
; unsat: it holds; sat: the model is a case for which it does not
; claimed: the bytes say the number
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(declare-fun number () (_ BitVec 8))
; not: a number of 1 bytes is read back from the bytes to which it is built
(assert (not (= ((_ zero_extend 0) ((_ extract 7 0) (bvlshr number (_ bv0 8)))) number)))
(check-sat)
