; radix_step/number.stays_above_zero: count * base - 1 does not go below zero
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun count () Int)
(declare-fun base () Int)
; count is from 1 to 9223372036854775807
(assert (and (<= 1 count) (<= count 9223372036854775807)))
; base is from 1 to 9223372036854775807
(assert (and (<= 1 base) (<= base 9223372036854775807)))
; not: count * base - 1 does not go below zero
(assert (not (<= 1 (* count base))))
(check-sat)
