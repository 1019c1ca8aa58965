; codec/u8.parse_then_build: 1 bytes are those to which the number is built that they say
; unsat: it holds; sat: the model is a case for which it does not
; claimed: byte0 is what it was
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(declare-fun byte0 () (_ BitVec 8))
; not: 1 bytes are those to which the number is built that they say
(assert (not (= ((_ extract 7 0) (bvlshr ((_ zero_extend 0) byte0) (_ bv0 8))) byte0)))
(check-sat)
