; premises of codec/magic.one_encoding
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun start () Int)
(declare-fun n_bytes () Int)
(declare-fun index () Int)
(declare-fun constant (Int) Int)
(declare-fun one.byte (Int) Int)
(declare-fun other.byte (Int) Int)
; one.byte holds the constant
(assert (=> (and (<= 0 index) (< index n_bytes)) (= (one.byte (+ start index)) (constant index))))
; other.byte holds the constant
(assert (=> (and (<= 0 index) (< index n_bytes)) (= (other.byte (+ start index)) (constant index))))
(check-sat)
