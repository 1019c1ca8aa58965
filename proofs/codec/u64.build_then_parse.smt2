; codec/u64.build_then_parse: a number of 8 bytes is read back from the bytes to which it is built
; unsat: it holds; sat: the model is a case for which it does not
; claimed: the bytes say the number
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(declare-fun number () (_ BitVec 64))
; not: a number of 8 bytes is read back from the bytes to which it is built
(assert
  (not
    (=
      (bvor
        (bvor
          (bvor
            (bvor
              (bvor
                (bvor
                  (bvor
                    ((_ zero_extend 56) ((_ extract 7 0) (bvlshr number (_ bv0 64))))
                    (bvshl
                      ((_ zero_extend 56) ((_ extract 7 0) (bvlshr number (_ bv8 64))))
                      (_ bv8 64)))
                  (bvshl
                    ((_ zero_extend 56) ((_ extract 7 0) (bvlshr number (_ bv16 64))))
                    (_ bv16 64)))
                (bvshl
                  ((_ zero_extend 56) ((_ extract 7 0) (bvlshr number (_ bv24 64))))
                  (_ bv24 64)))
              (bvshl ((_ zero_extend 56) ((_ extract 7 0) (bvlshr number (_ bv32 64)))) (_ bv32 64)))
            (bvshl ((_ zero_extend 56) ((_ extract 7 0) (bvlshr number (_ bv40 64)))) (_ bv40 64)))
          (bvshl ((_ zero_extend 56) ((_ extract 7 0) (bvlshr number (_ bv48 64)))) (_ bv48 64)))
        (bvshl ((_ zero_extend 56) ((_ extract 7 0) (bvlshr number (_ bv56 64)))) (_ bv56 64)))
      number)))
(check-sat)
