; identity/schema: no two choices of fields write one schema part
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.identity () Int)
(declare-fun first.ordering () Int)
(declare-fun first.payload () Int)
(declare-fun second.identity () Int)
(declare-fun second.ordering () Int)
(declare-fun second.payload () Int)
; of.0: a byte of [a-z0-9.:-]
(define-fun of.0 ((byte Int)) Bool (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122)))
; of.1: a byte of [0-9]
(define-fun of.1 ((byte Int)) Bool (or false (<= 48 byte 57)))
; first.identity: it is not empty
(assert (< 0 first.identity))
; first.identity: its bytes are of [a-z0-9.:-]
(assert
  (forall ((i Int)) (! (=> (and (<= 0 i) (< i first.identity)) (of.0 (W i))) :pattern ((W i)))))
; first: the first byte of |
(assert (= (W first.identity) 124))
; first.ordering: it is not empty
(assert (< (+ first.identity 1) first.ordering))
; first.ordering: its bytes are of [a-z0-9.:-]
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ first.identity 1) i) (< i first.ordering)) (of.0 (W i))) :pattern ((W i)))))
; first: the first byte of |payload=
(assert (= (W first.ordering) 124))
; first.payload: 1 to 24 digits
(assert (and (< (+ first.ordering 9) first.payload) (<= first.payload (+ first.ordering 33))))
; first.payload: they are digits
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ first.ordering 9) i) (< i first.payload)) (of.1 (W i))) :pattern ((W i)))))
; first.payload: no leading zero
(assert (or (= first.payload (+ first.ordering 10)) (not (= (W (+ first.ordering 9)) 48))))
; first: nothing comes after it
(assert (= first.payload length))
; second.identity: it is not empty
(assert (< 0 second.identity))
; second.identity: its bytes are of [a-z0-9.:-]
(assert
  (forall ((i Int)) (! (=> (and (<= 0 i) (< i second.identity)) (of.0 (W i))) :pattern ((W i)))))
; second: the first byte of |
(assert (= (W second.identity) 124))
; second.ordering: it is not empty
(assert (< (+ second.identity 1) second.ordering))
; second.ordering: its bytes are of [a-z0-9.:-]
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ second.identity 1) i) (< i second.ordering)) (of.0 (W i))) :pattern ((W i)))))
; second: the first byte of |payload=
(assert (= (W second.ordering) 124))
; second.payload: 1 to 24 digits
(assert (and (< (+ second.ordering 9) second.payload) (<= second.payload (+ second.ordering 33))))
; second.payload: they are digits
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ second.ordering 9) i) (< i second.payload)) (of.1 (W i))) :pattern ((W i)))))
; second.payload: no leading zero
(assert (or (= second.payload (+ second.ordering 10)) (not (= (W (+ second.ordering 9)) 48))))
; second: nothing comes after it
(assert (= second.payload length))
; not: no two choices of fields write one schema part
(assert
  (not
    (and
      (= first.identity second.identity)
      (= first.ordering second.ordering)
      (= first.payload second.payload))))
(check-sat)
