; premises of Pair
; sat: they have a member; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun byte () Int)
(declare-fun target () Int)
; byte is a u8
(assert (and (<= 0 byte) (< byte 256)))
; target is a u8
(assert (and (<= 0 target) (< target 256)))
(check-sat)
