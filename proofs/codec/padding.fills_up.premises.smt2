; premises of codec/padding.fills_up
; sat: there is such a case; unsat: they contradict each other
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
(check-sat)
