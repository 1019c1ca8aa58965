; codec/padding.fills_up: a padding has fewer bytes than its alignment, and makes its record a multiple of it
; unsat: it holds; sat: the model is a case for which it does not
; claimed: nothing goes below zero
; claimed: it is below the alignment
; claimed: with it, the record is a multiple
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun alignment () Int)
(declare-fun rest () Int)
(declare-fun size () Int)
(declare-fun |(alignment - rest % alignment) // alignment| () Int)
(declare-fun |(alignment - rest % alignment) % alignment| () Int)
(declare-fun |rest // alignment| () Int)
(declare-fun |rest % alignment| () Int)
; the alignment is positive
(assert (< 0 alignment))
; beside the padding there are some bytes, or none
(assert (<= 0 rest))
; quotient and rest of alignment - rest % alignment by alignment, where that is positive
(assert
  (=>
    (< 0 alignment)
    (and
      (=
        (- alignment |rest % alignment|)
        (+ (* alignment |(alignment - rest % alignment) // alignment|)
          |(alignment - rest % alignment) % alignment|))
      (<= 0 |(alignment - rest % alignment) % alignment|)
      (< |(alignment - rest % alignment) % alignment| alignment))))
; quotient and rest of rest by alignment, where that is positive
(assert
  (=>
    (< 0 alignment)
    (and
      (= rest (+ (* alignment |rest // alignment|) |rest % alignment|))
      (<= 0 |rest % alignment|)
      (< |rest % alignment| alignment))))
; the size of the padding
(assert (= size |(alignment - rest % alignment) % alignment|))
; not: a padding has fewer bytes than its alignment, and makes its record a multiple of it
(assert
  (not
    (and
      (<= |rest % alignment| alignment)
      (and (<= 0 size) (< size alignment))
      (=
        (+ rest size)
        (* alignment (- (+ |rest // alignment| 1) |(alignment - rest % alignment) // alignment|))))))
(check-sat)
