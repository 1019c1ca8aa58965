; premises of identity/schema_bar_in_identity
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.identity () Int)
(declare-fun first.ordering () Int)
(declare-fun first.payload () Int)
(declare-fun second.identity () Int)
(declare-fun second.ordering () Int)
(declare-fun second.payload () Int)
; of.0: a byte of [a-z0-9.:|-]
(define-fun
  of.0
  ((byte Int))
  Bool
  (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122) (<= 124 byte 124)))
; of.1: a byte of [a-z0-9.:-]
(define-fun of.1 ((byte Int)) Bool (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122)))
; of.2: a byte of [0-9]
(define-fun of.2 ((byte Int)) Bool (or false (<= 48 byte 57)))
; at most 13 bytes
(assert (<= length 13))
; each place holds a byte
(assert
  (and
    (<= 0 (W 0) 255)
    (<= 0 (W 1) 255)
    (<= 0 (W 2) 255)
    (<= 0 (W 3) 255)
    (<= 0 (W 4) 255)
    (<= 0 (W 5) 255)
    (<= 0 (W 6) 255)
    (<= 0 (W 7) 255)
    (<= 0 (W 8) 255)
    (<= 0 (W 9) 255)
    (<= 0 (W 10) 255)
    (<= 0 (W 11) 255)
    (<= 0 (W 12) 255)))
; first.identity: it is not empty
(assert (< 0 first.identity))
; first.identity: its bytes are of [a-z0-9.:|-]
(assert
  (and
    (=> (and (<= 0 0) (< 0 first.identity)) (of.0 (W 0)))
    (=> (and (<= 0 1) (< 1 first.identity)) (of.0 (W 1)))
    (=> (and (<= 0 2) (< 2 first.identity)) (of.0 (W 2)))
    (=> (and (<= 0 3) (< 3 first.identity)) (of.0 (W 3)))
    (=> (and (<= 0 4) (< 4 first.identity)) (of.0 (W 4)))
    (=> (and (<= 0 5) (< 5 first.identity)) (of.0 (W 5)))
    (=> (and (<= 0 6) (< 6 first.identity)) (of.0 (W 6)))
    (=> (and (<= 0 7) (< 7 first.identity)) (of.0 (W 7)))
    (=> (and (<= 0 8) (< 8 first.identity)) (of.0 (W 8)))
    (=> (and (<= 0 9) (< 9 first.identity)) (of.0 (W 9)))
    (=> (and (<= 0 10) (< 10 first.identity)) (of.0 (W 10)))
    (=> (and (<= 0 11) (< 11 first.identity)) (of.0 (W 11)))
    (=> (and (<= 0 12) (< 12 first.identity)) (of.0 (W 12)))))
; first: the bytes |
(assert (= (W first.identity) 124))
; first.ordering: it is not empty
(assert (< (+ first.identity 1) first.ordering))
; first.ordering: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= (+ first.identity 1) 0) (< 0 first.ordering)) (of.1 (W 0)))
    (=> (and (<= (+ first.identity 1) 1) (< 1 first.ordering)) (of.1 (W 1)))
    (=> (and (<= (+ first.identity 1) 2) (< 2 first.ordering)) (of.1 (W 2)))
    (=> (and (<= (+ first.identity 1) 3) (< 3 first.ordering)) (of.1 (W 3)))
    (=> (and (<= (+ first.identity 1) 4) (< 4 first.ordering)) (of.1 (W 4)))
    (=> (and (<= (+ first.identity 1) 5) (< 5 first.ordering)) (of.1 (W 5)))
    (=> (and (<= (+ first.identity 1) 6) (< 6 first.ordering)) (of.1 (W 6)))
    (=> (and (<= (+ first.identity 1) 7) (< 7 first.ordering)) (of.1 (W 7)))
    (=> (and (<= (+ first.identity 1) 8) (< 8 first.ordering)) (of.1 (W 8)))
    (=> (and (<= (+ first.identity 1) 9) (< 9 first.ordering)) (of.1 (W 9)))
    (=> (and (<= (+ first.identity 1) 10) (< 10 first.ordering)) (of.1 (W 10)))
    (=> (and (<= (+ first.identity 1) 11) (< 11 first.ordering)) (of.1 (W 11)))
    (=> (and (<= (+ first.identity 1) 12) (< 12 first.ordering)) (of.1 (W 12)))))
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
  (and
    (=> (and (<= (+ first.ordering 9) 0) (< 0 first.payload)) (of.2 (W 0)))
    (=> (and (<= (+ first.ordering 9) 1) (< 1 first.payload)) (of.2 (W 1)))
    (=> (and (<= (+ first.ordering 9) 2) (< 2 first.payload)) (of.2 (W 2)))
    (=> (and (<= (+ first.ordering 9) 3) (< 3 first.payload)) (of.2 (W 3)))
    (=> (and (<= (+ first.ordering 9) 4) (< 4 first.payload)) (of.2 (W 4)))
    (=> (and (<= (+ first.ordering 9) 5) (< 5 first.payload)) (of.2 (W 5)))
    (=> (and (<= (+ first.ordering 9) 6) (< 6 first.payload)) (of.2 (W 6)))
    (=> (and (<= (+ first.ordering 9) 7) (< 7 first.payload)) (of.2 (W 7)))
    (=> (and (<= (+ first.ordering 9) 8) (< 8 first.payload)) (of.2 (W 8)))
    (=> (and (<= (+ first.ordering 9) 9) (< 9 first.payload)) (of.2 (W 9)))
    (=> (and (<= (+ first.ordering 9) 10) (< 10 first.payload)) (of.2 (W 10)))
    (=> (and (<= (+ first.ordering 9) 11) (< 11 first.payload)) (of.2 (W 11)))
    (=> (and (<= (+ first.ordering 9) 12) (< 12 first.payload)) (of.2 (W 12)))))
; first.payload: no leading zero
(assert (or (= first.payload (+ first.ordering 10)) (not (= (W (+ first.ordering 9)) 48))))
; first: nothing comes after it
(assert (= first.payload length))
; second.identity: it is not empty
(assert (< 0 second.identity))
; second.identity: its bytes are of [a-z0-9.:|-]
(assert
  (and
    (=> (and (<= 0 0) (< 0 second.identity)) (of.0 (W 0)))
    (=> (and (<= 0 1) (< 1 second.identity)) (of.0 (W 1)))
    (=> (and (<= 0 2) (< 2 second.identity)) (of.0 (W 2)))
    (=> (and (<= 0 3) (< 3 second.identity)) (of.0 (W 3)))
    (=> (and (<= 0 4) (< 4 second.identity)) (of.0 (W 4)))
    (=> (and (<= 0 5) (< 5 second.identity)) (of.0 (W 5)))
    (=> (and (<= 0 6) (< 6 second.identity)) (of.0 (W 6)))
    (=> (and (<= 0 7) (< 7 second.identity)) (of.0 (W 7)))
    (=> (and (<= 0 8) (< 8 second.identity)) (of.0 (W 8)))
    (=> (and (<= 0 9) (< 9 second.identity)) (of.0 (W 9)))
    (=> (and (<= 0 10) (< 10 second.identity)) (of.0 (W 10)))
    (=> (and (<= 0 11) (< 11 second.identity)) (of.0 (W 11)))
    (=> (and (<= 0 12) (< 12 second.identity)) (of.0 (W 12)))))
; second: the bytes |
(assert (= (W second.identity) 124))
; second.ordering: it is not empty
(assert (< (+ second.identity 1) second.ordering))
; second.ordering: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= (+ second.identity 1) 0) (< 0 second.ordering)) (of.1 (W 0)))
    (=> (and (<= (+ second.identity 1) 1) (< 1 second.ordering)) (of.1 (W 1)))
    (=> (and (<= (+ second.identity 1) 2) (< 2 second.ordering)) (of.1 (W 2)))
    (=> (and (<= (+ second.identity 1) 3) (< 3 second.ordering)) (of.1 (W 3)))
    (=> (and (<= (+ second.identity 1) 4) (< 4 second.ordering)) (of.1 (W 4)))
    (=> (and (<= (+ second.identity 1) 5) (< 5 second.ordering)) (of.1 (W 5)))
    (=> (and (<= (+ second.identity 1) 6) (< 6 second.ordering)) (of.1 (W 6)))
    (=> (and (<= (+ second.identity 1) 7) (< 7 second.ordering)) (of.1 (W 7)))
    (=> (and (<= (+ second.identity 1) 8) (< 8 second.ordering)) (of.1 (W 8)))
    (=> (and (<= (+ second.identity 1) 9) (< 9 second.ordering)) (of.1 (W 9)))
    (=> (and (<= (+ second.identity 1) 10) (< 10 second.ordering)) (of.1 (W 10)))
    (=> (and (<= (+ second.identity 1) 11) (< 11 second.ordering)) (of.1 (W 11)))
    (=> (and (<= (+ second.identity 1) 12) (< 12 second.ordering)) (of.1 (W 12)))))
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
  (and
    (=> (and (<= (+ second.ordering 9) 0) (< 0 second.payload)) (of.2 (W 0)))
    (=> (and (<= (+ second.ordering 9) 1) (< 1 second.payload)) (of.2 (W 1)))
    (=> (and (<= (+ second.ordering 9) 2) (< 2 second.payload)) (of.2 (W 2)))
    (=> (and (<= (+ second.ordering 9) 3) (< 3 second.payload)) (of.2 (W 3)))
    (=> (and (<= (+ second.ordering 9) 4) (< 4 second.payload)) (of.2 (W 4)))
    (=> (and (<= (+ second.ordering 9) 5) (< 5 second.payload)) (of.2 (W 5)))
    (=> (and (<= (+ second.ordering 9) 6) (< 6 second.payload)) (of.2 (W 6)))
    (=> (and (<= (+ second.ordering 9) 7) (< 7 second.payload)) (of.2 (W 7)))
    (=> (and (<= (+ second.ordering 9) 8) (< 8 second.payload)) (of.2 (W 8)))
    (=> (and (<= (+ second.ordering 9) 9) (< 9 second.payload)) (of.2 (W 9)))
    (=> (and (<= (+ second.ordering 9) 10) (< 10 second.payload)) (of.2 (W 10)))
    (=> (and (<= (+ second.ordering 9) 11) (< 11 second.payload)) (of.2 (W 11)))
    (=> (and (<= (+ second.ordering 9) 12) (< 12 second.payload)) (of.2 (W 12)))))
; second.payload: no leading zero
(assert (or (= second.payload (+ second.ordering 10)) (not (= (W (+ second.ordering 9)) 48))))
; second: nothing comes after it
(assert (= second.payload length))
(check-sat)
