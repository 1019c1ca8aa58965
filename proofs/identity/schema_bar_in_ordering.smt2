; identity/schema_bar_in_ordering: a | in the schema's ordering alone leaves one reading: the rest is cut from the other end
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
; of.1: a byte of [a-z0-9.:|-]
(define-fun
  of.1
  ((byte Int))
  Bool
  (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122) (<= 124 byte 124)))
; of.2: a byte of [0-9]
(define-fun of.2 ((byte Int)) Bool (or false (<= 48 byte 57)))
; first.identity: it is not empty
(assert (< 0 first.identity))
; first.identity: its bytes are of [a-z0-9.:-]
(assert
  (forall ((i Int)) (! (=> (and (<= 0 i) (< i first.identity)) (of.0 (W i))) :pattern ((W i)))))
; first: the bytes |
(assert (= (W first.identity) 124))
; first.ordering: it is not empty
(assert (< (+ first.identity 1) first.ordering))
; first.ordering: its bytes are of [a-z0-9.:|-]
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ first.identity 1) i) (< i first.ordering)) (of.1 (W i))) :pattern ((W i)))))
; first: the bytes |payload=
(assert
  (and
    (= (W first.ordering) 124)
    (= (W (+ first.ordering 1)) 112)
    (= (W (+ first.ordering 2)) 97)
    (= (W (+ first.ordering 3)) 121)
    (= (W (+ first.ordering 4)) 108)
    (= (W (+ first.ordering 5)) 111)
    (= (W (+ first.ordering 6)) 97)
    (= (W (+ first.ordering 7)) 100)
    (= (W (+ first.ordering 8)) 61)))
; first.payload: 1 to 24 digits
(assert (and (< (+ first.ordering 9) first.payload) (<= first.payload (+ first.ordering 33))))
; first.payload: they are digits
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ first.ordering 9) i) (< i first.payload)) (of.2 (W i))) :pattern ((W i)))))
; first.payload: no leading zero
(assert (or (= first.payload (+ first.ordering 10)) (not (= (W (+ first.ordering 9)) 48))))
; first: nothing comes after it
(assert (= first.payload length))
; second.identity: it is not empty
(assert (< 0 second.identity))
; second.identity: its bytes are of [a-z0-9.:-]
(assert
  (forall ((i Int)) (! (=> (and (<= 0 i) (< i second.identity)) (of.0 (W i))) :pattern ((W i)))))
; second: the bytes |
(assert (= (W second.identity) 124))
; second.ordering: it is not empty
(assert (< (+ second.identity 1) second.ordering))
; second.ordering: its bytes are of [a-z0-9.:|-]
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ second.identity 1) i) (< i second.ordering)) (of.1 (W i))) :pattern ((W i)))))
; second: the bytes |payload=
(assert
  (and
    (= (W second.ordering) 124)
    (= (W (+ second.ordering 1)) 112)
    (= (W (+ second.ordering 2)) 97)
    (= (W (+ second.ordering 3)) 121)
    (= (W (+ second.ordering 4)) 108)
    (= (W (+ second.ordering 5)) 111)
    (= (W (+ second.ordering 6)) 97)
    (= (W (+ second.ordering 7)) 100)
    (= (W (+ second.ordering 8)) 61)))
; second.payload: 1 to 24 digits
(assert (and (< (+ second.ordering 9) second.payload) (<= second.payload (+ second.ordering 33))))
; second.payload: they are digits
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ second.ordering 9) i) (< i second.payload)) (of.2 (W i))) :pattern ((W i)))))
; second.payload: no leading zero
(assert (or (= second.payload (+ second.ordering 10)) (not (= (W (+ second.ordering 9)) 48))))
; second: nothing comes after it
(assert (= second.payload length))
; not: a | in the schema's ordering alone leaves one reading: the rest is cut from the other end
(assert
  (not
    (and
      (= first.identity second.identity)
      (= first.ordering second.ordering)
      (= first.payload second.payload))))
(check-sat)
