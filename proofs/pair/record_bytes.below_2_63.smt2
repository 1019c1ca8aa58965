; pair/record_bytes.below_2_63: record_bytes is below 2^63
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun byte () Int)
(declare-fun target () Int)
; byte is a u8
(assert (and (<= 0 byte) (< byte 256)))
; target is a u8
(assert (and (<= 0 target) (< target 256)))
; not: record_bytes is below 2^63
(assert (not (< (+ 1 1) 9223372036854775808)))
(check-sat)
