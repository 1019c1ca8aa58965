; codec/u64.parse_then_build: 8 bytes are those to which the number is built that they say
; unsat: it holds; sat: the model is a case for which it does not
; claimed: byte0 is what it was
; claimed: byte1 is what it was
; claimed: byte2 is what it was
; claimed: byte3 is what it was
; claimed: byte4 is what it was
; claimed: byte5 is what it was
; claimed: byte6 is what it was
; claimed: byte7 is what it was
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(declare-fun byte0 () (_ BitVec 8))
(declare-fun byte1 () (_ BitVec 8))
(declare-fun byte2 () (_ BitVec 8))
(declare-fun byte3 () (_ BitVec 8))
(declare-fun byte4 () (_ BitVec 8))
(declare-fun byte5 () (_ BitVec 8))
(declare-fun byte6 () (_ BitVec 8))
(declare-fun byte7 () (_ BitVec 8))
; not: 8 bytes are those to which the number is built that they say
(assert
  (not
    (and
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor
                  (bvor
                    (bvor
                      (bvor
                        (bvor
                          ((_ zero_extend 56) byte0)
                          (bvshl ((_ zero_extend 56) byte1) (_ bv8 64)))
                        (bvshl ((_ zero_extend 56) byte2) (_ bv16 64)))
                      (bvshl ((_ zero_extend 56) byte3) (_ bv24 64)))
                    (bvshl ((_ zero_extend 56) byte4) (_ bv32 64)))
                  (bvshl ((_ zero_extend 56) byte5) (_ bv40 64)))
                (bvshl ((_ zero_extend 56) byte6) (_ bv48 64)))
              (bvshl ((_ zero_extend 56) byte7) (_ bv56 64)))
            (_ bv0 64)))
        byte0)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor
                  (bvor
                    (bvor
                      (bvor
                        (bvor
                          ((_ zero_extend 56) byte0)
                          (bvshl ((_ zero_extend 56) byte1) (_ bv8 64)))
                        (bvshl ((_ zero_extend 56) byte2) (_ bv16 64)))
                      (bvshl ((_ zero_extend 56) byte3) (_ bv24 64)))
                    (bvshl ((_ zero_extend 56) byte4) (_ bv32 64)))
                  (bvshl ((_ zero_extend 56) byte5) (_ bv40 64)))
                (bvshl ((_ zero_extend 56) byte6) (_ bv48 64)))
              (bvshl ((_ zero_extend 56) byte7) (_ bv56 64)))
            (_ bv8 64)))
        byte1)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor
                  (bvor
                    (bvor
                      (bvor
                        (bvor
                          ((_ zero_extend 56) byte0)
                          (bvshl ((_ zero_extend 56) byte1) (_ bv8 64)))
                        (bvshl ((_ zero_extend 56) byte2) (_ bv16 64)))
                      (bvshl ((_ zero_extend 56) byte3) (_ bv24 64)))
                    (bvshl ((_ zero_extend 56) byte4) (_ bv32 64)))
                  (bvshl ((_ zero_extend 56) byte5) (_ bv40 64)))
                (bvshl ((_ zero_extend 56) byte6) (_ bv48 64)))
              (bvshl ((_ zero_extend 56) byte7) (_ bv56 64)))
            (_ bv16 64)))
        byte2)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor
                  (bvor
                    (bvor
                      (bvor
                        (bvor
                          ((_ zero_extend 56) byte0)
                          (bvshl ((_ zero_extend 56) byte1) (_ bv8 64)))
                        (bvshl ((_ zero_extend 56) byte2) (_ bv16 64)))
                      (bvshl ((_ zero_extend 56) byte3) (_ bv24 64)))
                    (bvshl ((_ zero_extend 56) byte4) (_ bv32 64)))
                  (bvshl ((_ zero_extend 56) byte5) (_ bv40 64)))
                (bvshl ((_ zero_extend 56) byte6) (_ bv48 64)))
              (bvshl ((_ zero_extend 56) byte7) (_ bv56 64)))
            (_ bv24 64)))
        byte3)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor
                  (bvor
                    (bvor
                      (bvor
                        (bvor
                          ((_ zero_extend 56) byte0)
                          (bvshl ((_ zero_extend 56) byte1) (_ bv8 64)))
                        (bvshl ((_ zero_extend 56) byte2) (_ bv16 64)))
                      (bvshl ((_ zero_extend 56) byte3) (_ bv24 64)))
                    (bvshl ((_ zero_extend 56) byte4) (_ bv32 64)))
                  (bvshl ((_ zero_extend 56) byte5) (_ bv40 64)))
                (bvshl ((_ zero_extend 56) byte6) (_ bv48 64)))
              (bvshl ((_ zero_extend 56) byte7) (_ bv56 64)))
            (_ bv32 64)))
        byte4)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor
                  (bvor
                    (bvor
                      (bvor
                        (bvor
                          ((_ zero_extend 56) byte0)
                          (bvshl ((_ zero_extend 56) byte1) (_ bv8 64)))
                        (bvshl ((_ zero_extend 56) byte2) (_ bv16 64)))
                      (bvshl ((_ zero_extend 56) byte3) (_ bv24 64)))
                    (bvshl ((_ zero_extend 56) byte4) (_ bv32 64)))
                  (bvshl ((_ zero_extend 56) byte5) (_ bv40 64)))
                (bvshl ((_ zero_extend 56) byte6) (_ bv48 64)))
              (bvshl ((_ zero_extend 56) byte7) (_ bv56 64)))
            (_ bv40 64)))
        byte5)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor
                  (bvor
                    (bvor
                      (bvor
                        (bvor
                          ((_ zero_extend 56) byte0)
                          (bvshl ((_ zero_extend 56) byte1) (_ bv8 64)))
                        (bvshl ((_ zero_extend 56) byte2) (_ bv16 64)))
                      (bvshl ((_ zero_extend 56) byte3) (_ bv24 64)))
                    (bvshl ((_ zero_extend 56) byte4) (_ bv32 64)))
                  (bvshl ((_ zero_extend 56) byte5) (_ bv40 64)))
                (bvshl ((_ zero_extend 56) byte6) (_ bv48 64)))
              (bvshl ((_ zero_extend 56) byte7) (_ bv56 64)))
            (_ bv48 64)))
        byte6)
      (=
        ((_ extract 7 0)
          (bvlshr
            (bvor
              (bvor
                (bvor
                  (bvor
                    (bvor
                      (bvor
                        (bvor
                          ((_ zero_extend 56) byte0)
                          (bvshl ((_ zero_extend 56) byte1) (_ bv8 64)))
                        (bvshl ((_ zero_extend 56) byte2) (_ bv16 64)))
                      (bvshl ((_ zero_extend 56) byte3) (_ bv24 64)))
                    (bvshl ((_ zero_extend 56) byte4) (_ bv32 64)))
                  (bvshl ((_ zero_extend 56) byte5) (_ bv40 64)))
                (bvshl ((_ zero_extend 56) byte6) (_ bv48 64)))
              (bvshl ((_ zero_extend 56) byte7) (_ bv56 64)))
            (_ bv56 64)))
        byte7))))
(check-sat)
