; codec/padding.is_fixed: no two numbers of bytes below an alignment make a record a multiple of it
; unsat: it holds; sat: the model is a case for which it does not
; claimed: they are the same
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
; not: no two numbers of bytes below an alignment make a record a multiple of it
(assert (not (= size other)))
(check-sat)
