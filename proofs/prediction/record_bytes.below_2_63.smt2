; prediction/record_bytes.below_2_63: record_bytes is below 2^63
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun token () Int)
(declare-fun validity () Int)
; token is a u32
(assert (and (<= 0 token) (< token 4294967296)))
; validity is a u32
(assert (and (<= 0 validity) (< validity 4294967296)))
; not: record_bytes is below 2^63
(assert (not (< (+ 4 4) 9223372036854775808)))
(check-sat)
