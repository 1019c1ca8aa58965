; codec/u16.parse_then_build: 2 bytes are those to which the number is built that they say
; unsat: it holds; sat: the model is a case for which it does not
; claimed: byte0 is what it was
; claimed: byte1 is what it was
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(declare-fun byte0 () (_ BitVec 8))
(declare-fun byte1 () (_ BitVec 8))
; not: 2 bytes are those to which the number is built that they say
(assert
  (not
    (and
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor ((_ zero_extend 8) byte0) (bvshl ((_ zero_extend 8) byte1) (_ bv8 16)))
            (_ bv0 16)))
        byte0)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor ((_ zero_extend 8) byte0) (bvshl ((_ zero_extend 8) byte1) (_ bv8 16)))
            (_ bv8 16)))
        byte1))))
(check-sat)
