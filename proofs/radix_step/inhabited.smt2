; premises of RadixStep
; sat: they have a member; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun count () Int)
(declare-fun base () Int)
(declare-fun high () Int)
(declare-fun digit () Int)
(declare-fun other_high () Int)
(declare-fun other_digit () Int)
(declare-fun number () Int)
; count is from 1 to 9223372036854775807
(assert (and (<= 1 count) (<= count 9223372036854775807)))
; base is from 1 to 9223372036854775807
(assert (and (<= 1 base) (<= base 9223372036854775807)))
; high is from 0 to count - 1
(assert (and (<= 0 high) (<= high (- count 1))))
; digit is from 0 to base - 1
(assert (and (<= 0 digit) (<= digit (- base 1))))
; other_high is from 0 to count - 1
(assert (and (<= 0 other_high) (<= other_high (- count 1))))
; other_digit is from 0 to base - 1
(assert (and (<= 0 other_digit) (<= other_digit (- base 1))))
; number is from 0 to count * base - 1
(assert (and (<= 0 number) (<= number (- (* count base) 1))))
(check-sat)
