; premises of codec/padding.is_fixed
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun alignment () Int)
(declare-fun rest () Int)
(declare-fun size () Int)
(declare-fun size.times () Int)
(declare-fun other.times () Int)
(declare-fun other () Int)
; the alignment is positive
(assert (< 0 alignment))
; beside the padding there are some bytes, or none
(assert (<= 0 rest))
; size is below the alignment
(assert (and (<= 0 size) (< size alignment)))
; and fills up
(assert (= (+ rest size) (* alignment size.times)))
; other is below the alignment
(assert (and (<= 0 other) (< other alignment)))
; and fills up
(assert (= (+ rest other) (* alignment other.times)))
(check-sat)
