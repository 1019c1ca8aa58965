; radix_step/in_range: the step leads to a number from 0 to below count x base
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun count () Int)
(declare-fun base () Int)
(declare-fun high () Int)
(declare-fun digit () Int)
; count is from 1 to 9223372036854775807
(assert (and (<= 1 count) (<= count 9223372036854775807)))
; base is from 1 to 9223372036854775807
(assert (and (<= 1 base) (<= base 9223372036854775807)))
; high is from 0 to count - 1
(assert (and (<= 0 high) (<= high (- count 1))))
; digit is from 0 to base - 1
(assert (and (<= 0 digit) (<= digit (- base 1))))
; not: the step leads to a number from 0 to below count x base
(assert (not (and (<= 0 (+ (* high base) digit)) (< (+ (* high base) digit) (* count base)))))
(check-sat)
