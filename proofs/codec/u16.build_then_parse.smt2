; codec/u16.build_then_parse: a number of 2 bytes is read back from the bytes to which it is built
; unsat: it holds; sat: the model is a case for which it does not
; claimed: the bytes say the number
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(declare-fun number () (_ BitVec 16))
; not: a number of 2 bytes is read back from the bytes to which it is built
(assert
  (not
    (=
      (bvor
        ((_ zero_extend 8) ((_ extract 7 0) (bvlshr number (_ bv0 16))))
        (bvshl ((_ zero_extend 8) ((_ extract 7 0) (bvlshr number (_ bv8 16)))) (_ bv8 16)))
      number)))
(check-sat)
