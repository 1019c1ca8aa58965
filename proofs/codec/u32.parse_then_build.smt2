; codec/u32.parse_then_build: 4 bytes are those to which the number is built that they say; NaNs keep their payload, signalling or not
; unsat: it holds; sat: the model is a case for which it does not
; claimed: byte0 is what it was
; claimed: byte1 is what it was
; claimed: byte2 is what it was
; claimed: byte3 is what it was
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(declare-fun byte0 () (_ BitVec 8))
(declare-fun byte1 () (_ BitVec 8))
(declare-fun byte2 () (_ BitVec 8))
(declare-fun byte3 () (_ BitVec 8))
; not: 4 bytes are those to which the number is built that they say; NaNs keep their payload, signalling or not
(assert
  (not
    (and
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor ((_ zero_extend 24) byte0) (bvshl ((_ zero_extend 24) byte1) (_ bv8 32)))
                (bvshl ((_ zero_extend 24) byte2) (_ bv16 32)))
              (bvshl ((_ zero_extend 24) byte3) (_ bv24 32)))
            (_ bv0 32)))
        byte0)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor ((_ zero_extend 24) byte0) (bvshl ((_ zero_extend 24) byte1) (_ bv8 32)))
                (bvshl ((_ zero_extend 24) byte2) (_ bv16 32)))
              (bvshl ((_ zero_extend 24) byte3) (_ bv24 32)))
            (_ bv8 32)))
        byte1)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor ((_ zero_extend 24) byte0) (bvshl ((_ zero_extend 24) byte1) (_ bv8 32)))
                (bvshl ((_ zero_extend 24) byte2) (_ bv16 32)))
              (bvshl ((_ zero_extend 24) byte3) (_ bv24 32)))
            (_ bv16 32)))
        byte2)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor ((_ zero_extend 24) byte0) (bvshl ((_ zero_extend 24) byte1) (_ bv8 32)))
                (bvshl ((_ zero_extend 24) byte2) (_ bv16 32)))
              (bvshl ((_ zero_extend 24) byte3) (_ bv24 32)))
            (_ bv24 32)))
        byte3))))
(check-sat)
