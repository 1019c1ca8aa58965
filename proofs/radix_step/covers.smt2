; radix_step/covers: every number below count x base is reached, from its quotient and its rest by the base
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun count () Int)
(declare-fun base () Int)
(declare-fun number () Int)
(declare-fun |number // base| () Int)
(declare-fun |number % base| () Int)
; quotient and rest of number by base, where that is positive
(assert
  (=>
    (< 0 base)
    (and
      (= number (+ (* base |number // base|) |number % base|))
      (<= 0 |number % base|)
      (< |number % base| base))))
; count is from 1 to 9223372036854775807
(assert (and (<= 1 count) (<= count 9223372036854775807)))
; base is from 1 to 9223372036854775807
(assert (and (<= 1 base) (<= base 9223372036854775807)))
; number is from 0 to count * base - 1
(assert (and (<= 0 number) (<= number (- (* count base) 1))))
; not: every number below count x base is reached, from its quotient and its rest by the base
(assert (not (< |number // base| count)))
(check-sat)
