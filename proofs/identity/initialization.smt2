; identity/initialization: no two choices of fields write one initialization part
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.identity () Int)
(declare-fun second.identity () Int)
; of.0: a byte of [a-z0-9.:-]
(define-fun of.0 ((byte Int)) Bool (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122)))
; first.identity: it is not empty
(assert (< 0 first.identity))
; first.identity: its bytes are of [a-z0-9.:-]
(assert
  (forall ((i Int)) (! (=> (and (<= 0 i) (< i first.identity)) (of.0 (W i))) :pattern ((W i)))))
; first: nothing comes after it
(assert (= first.identity length))
; second.identity: it is not empty
(assert (< 0 second.identity))
; second.identity: its bytes are of [a-z0-9.:-]
(assert
  (forall ((i Int)) (! (=> (and (<= 0 i) (< i second.identity)) (of.0 (W i))) :pattern ((W i)))))
; second: nothing comes after it
(assert (= second.identity length))
; not: no two choices of fields write one initialization part
(assert (not (= first.identity second.identity)))
(check-sat)
