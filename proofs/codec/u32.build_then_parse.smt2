; codec/u32.build_then_parse: a number of 4 bytes, and every binary32 number by its bits is read back from the bytes to which it is built
; unsat: it holds; sat: the model is a case for which it does not
; claimed: the bytes say the number
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(declare-fun number () (_ BitVec 32))
; not: a number of 4 bytes, and every binary32 number by its bits is read back from the bytes to which it is built
(assert
  (not
    (=
      (bvor
        (bvor
          (bvor
            ((_ zero_extend 24) ((_ extract 7 0) (bvlshr number (_ bv0 32))))
            (bvshl ((_ zero_extend 24) ((_ extract 7 0) (bvlshr number (_ bv8 32)))) (_ bv8 32)))
          (bvshl ((_ zero_extend 24) ((_ extract 7 0) (bvlshr number (_ bv16 32)))) (_ bv16 32)))
        (bvshl ((_ zero_extend 24) ((_ extract 7 0) (bvlshr number (_ bv24 32)))) (_ bv24 32)))
      number)))
(check-sat)
