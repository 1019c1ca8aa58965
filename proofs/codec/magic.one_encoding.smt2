; codec/magic.one_encoding: a magic, or a padding of a known size, has one encoding
; unsat: it holds; sat: the model is a case for which it does not
; claimed: each byte is the same
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
; not: a magic, or a padding of a known size, has one encoding
(assert
  (not
    (=>
      (and (<= 0 index) (< index n_bytes))
      (= (one.byte (+ start index)) (other.byte (+ start index))))))
(check-sat)
