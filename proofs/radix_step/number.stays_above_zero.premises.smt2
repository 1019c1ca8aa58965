; premises of RadixStep
; sat: they have a member; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun count () Int)
(declare-fun base () Int)
; count is from 1 to 9223372036854775807
(assert (and (<= 1 count) (<= count 9223372036854775807)))
; base is from 1 to 9223372036854775807
(assert (and (<= 1 base) (<= base 9223372036854775807)))
(check-sat)
