; premises of identity/two_parts_run_together
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.schema.identity () Int)
(declare-fun first.schema.ordering () Int)
(declare-fun first.schema.payload () Int)
(declare-fun first.initialization.identity () Int)
(declare-fun second.schema.identity () Int)
(declare-fun second.schema.ordering () Int)
(declare-fun second.schema.payload () Int)
(declare-fun second.initialization.identity () Int)
; of.0: a byte of [a-z0-9.:-]
(define-fun of.0 ((byte Int)) Bool (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122)))
; of.1: a byte of [0-9]
(define-fun of.1 ((byte Int)) Bool (or false (<= 48 byte 57)))
; at most 15 bytes
(assert (<= length 15))
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
    (<= 0 (W 12) 255)
    (<= 0 (W 13) 255)
    (<= 0 (W 14) 255)))
; first.schema.identity: it is not empty
(assert (< 0 first.schema.identity))
; first.schema.identity: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= 0 0) (< 0 first.schema.identity)) (of.0 (W 0)))
    (=> (and (<= 0 1) (< 1 first.schema.identity)) (of.0 (W 1)))
    (=> (and (<= 0 2) (< 2 first.schema.identity)) (of.0 (W 2)))
    (=> (and (<= 0 3) (< 3 first.schema.identity)) (of.0 (W 3)))
    (=> (and (<= 0 4) (< 4 first.schema.identity)) (of.0 (W 4)))
    (=> (and (<= 0 5) (< 5 first.schema.identity)) (of.0 (W 5)))
    (=> (and (<= 0 6) (< 6 first.schema.identity)) (of.0 (W 6)))
    (=> (and (<= 0 7) (< 7 first.schema.identity)) (of.0 (W 7)))
    (=> (and (<= 0 8) (< 8 first.schema.identity)) (of.0 (W 8)))
    (=> (and (<= 0 9) (< 9 first.schema.identity)) (of.0 (W 9)))
    (=> (and (<= 0 10) (< 10 first.schema.identity)) (of.0 (W 10)))
    (=> (and (<= 0 11) (< 11 first.schema.identity)) (of.0 (W 11)))
    (=> (and (<= 0 12) (< 12 first.schema.identity)) (of.0 (W 12)))
    (=> (and (<= 0 13) (< 13 first.schema.identity)) (of.0 (W 13)))
    (=> (and (<= 0 14) (< 14 first.schema.identity)) (of.0 (W 14)))))
; first: the bytes |
(assert (= (W first.schema.identity) 124))
; first.schema.ordering: it is not empty
(assert (< (+ first.schema.identity 1) first.schema.ordering))
; first.schema.ordering: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= (+ first.schema.identity 1) 0) (< 0 first.schema.ordering)) (of.0 (W 0)))
    (=> (and (<= (+ first.schema.identity 1) 1) (< 1 first.schema.ordering)) (of.0 (W 1)))
    (=> (and (<= (+ first.schema.identity 1) 2) (< 2 first.schema.ordering)) (of.0 (W 2)))
    (=> (and (<= (+ first.schema.identity 1) 3) (< 3 first.schema.ordering)) (of.0 (W 3)))
    (=> (and (<= (+ first.schema.identity 1) 4) (< 4 first.schema.ordering)) (of.0 (W 4)))
    (=> (and (<= (+ first.schema.identity 1) 5) (< 5 first.schema.ordering)) (of.0 (W 5)))
    (=> (and (<= (+ first.schema.identity 1) 6) (< 6 first.schema.ordering)) (of.0 (W 6)))
    (=> (and (<= (+ first.schema.identity 1) 7) (< 7 first.schema.ordering)) (of.0 (W 7)))
    (=> (and (<= (+ first.schema.identity 1) 8) (< 8 first.schema.ordering)) (of.0 (W 8)))
    (=> (and (<= (+ first.schema.identity 1) 9) (< 9 first.schema.ordering)) (of.0 (W 9)))
    (=> (and (<= (+ first.schema.identity 1) 10) (< 10 first.schema.ordering)) (of.0 (W 10)))
    (=> (and (<= (+ first.schema.identity 1) 11) (< 11 first.schema.ordering)) (of.0 (W 11)))
    (=> (and (<= (+ first.schema.identity 1) 12) (< 12 first.schema.ordering)) (of.0 (W 12)))
    (=> (and (<= (+ first.schema.identity 1) 13) (< 13 first.schema.ordering)) (of.0 (W 13)))
    (=> (and (<= (+ first.schema.identity 1) 14) (< 14 first.schema.ordering)) (of.0 (W 14)))))
; first: the bytes |payload=
(assert
  (and
    (= (W first.schema.ordering) 124)
    (= (W (+ first.schema.ordering 1)) 112)
    (= (W (+ first.schema.ordering 2)) 97)
    (= (W (+ first.schema.ordering 3)) 121)
    (= (W (+ first.schema.ordering 4)) 108)
    (= (W (+ first.schema.ordering 5)) 111)
    (= (W (+ first.schema.ordering 6)) 97)
    (= (W (+ first.schema.ordering 7)) 100)
    (= (W (+ first.schema.ordering 8)) 61)))
; first.schema.payload: 1 to 24 digits
(assert
  (and
    (< (+ first.schema.ordering 9) first.schema.payload)
    (<= first.schema.payload (+ first.schema.ordering 33))))
; first.schema.payload: they are digits
(assert
  (and
    (=> (and (<= (+ first.schema.ordering 9) 0) (< 0 first.schema.payload)) (of.1 (W 0)))
    (=> (and (<= (+ first.schema.ordering 9) 1) (< 1 first.schema.payload)) (of.1 (W 1)))
    (=> (and (<= (+ first.schema.ordering 9) 2) (< 2 first.schema.payload)) (of.1 (W 2)))
    (=> (and (<= (+ first.schema.ordering 9) 3) (< 3 first.schema.payload)) (of.1 (W 3)))
    (=> (and (<= (+ first.schema.ordering 9) 4) (< 4 first.schema.payload)) (of.1 (W 4)))
    (=> (and (<= (+ first.schema.ordering 9) 5) (< 5 first.schema.payload)) (of.1 (W 5)))
    (=> (and (<= (+ first.schema.ordering 9) 6) (< 6 first.schema.payload)) (of.1 (W 6)))
    (=> (and (<= (+ first.schema.ordering 9) 7) (< 7 first.schema.payload)) (of.1 (W 7)))
    (=> (and (<= (+ first.schema.ordering 9) 8) (< 8 first.schema.payload)) (of.1 (W 8)))
    (=> (and (<= (+ first.schema.ordering 9) 9) (< 9 first.schema.payload)) (of.1 (W 9)))
    (=> (and (<= (+ first.schema.ordering 9) 10) (< 10 first.schema.payload)) (of.1 (W 10)))
    (=> (and (<= (+ first.schema.ordering 9) 11) (< 11 first.schema.payload)) (of.1 (W 11)))
    (=> (and (<= (+ first.schema.ordering 9) 12) (< 12 first.schema.payload)) (of.1 (W 12)))
    (=> (and (<= (+ first.schema.ordering 9) 13) (< 13 first.schema.payload)) (of.1 (W 13)))
    (=> (and (<= (+ first.schema.ordering 9) 14) (< 14 first.schema.payload)) (of.1 (W 14)))))
; first.schema.payload: no leading zero
(assert
  (or
    (= first.schema.payload (+ first.schema.ordering 10))
    (not (= (W (+ first.schema.ordering 9)) 48))))
; first.initialization.identity: it is not empty
(assert (< first.schema.payload first.initialization.identity))
; first.initialization.identity: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= first.schema.payload 0) (< 0 first.initialization.identity)) (of.0 (W 0)))
    (=> (and (<= first.schema.payload 1) (< 1 first.initialization.identity)) (of.0 (W 1)))
    (=> (and (<= first.schema.payload 2) (< 2 first.initialization.identity)) (of.0 (W 2)))
    (=> (and (<= first.schema.payload 3) (< 3 first.initialization.identity)) (of.0 (W 3)))
    (=> (and (<= first.schema.payload 4) (< 4 first.initialization.identity)) (of.0 (W 4)))
    (=> (and (<= first.schema.payload 5) (< 5 first.initialization.identity)) (of.0 (W 5)))
    (=> (and (<= first.schema.payload 6) (< 6 first.initialization.identity)) (of.0 (W 6)))
    (=> (and (<= first.schema.payload 7) (< 7 first.initialization.identity)) (of.0 (W 7)))
    (=> (and (<= first.schema.payload 8) (< 8 first.initialization.identity)) (of.0 (W 8)))
    (=> (and (<= first.schema.payload 9) (< 9 first.initialization.identity)) (of.0 (W 9)))
    (=> (and (<= first.schema.payload 10) (< 10 first.initialization.identity)) (of.0 (W 10)))
    (=> (and (<= first.schema.payload 11) (< 11 first.initialization.identity)) (of.0 (W 11)))
    (=> (and (<= first.schema.payload 12) (< 12 first.initialization.identity)) (of.0 (W 12)))
    (=> (and (<= first.schema.payload 13) (< 13 first.initialization.identity)) (of.0 (W 13)))
    (=> (and (<= first.schema.payload 14) (< 14 first.initialization.identity)) (of.0 (W 14)))))
; first: nothing comes after it
(assert (= first.initialization.identity length))
; second.schema.identity: it is not empty
(assert (< 0 second.schema.identity))
; second.schema.identity: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= 0 0) (< 0 second.schema.identity)) (of.0 (W 0)))
    (=> (and (<= 0 1) (< 1 second.schema.identity)) (of.0 (W 1)))
    (=> (and (<= 0 2) (< 2 second.schema.identity)) (of.0 (W 2)))
    (=> (and (<= 0 3) (< 3 second.schema.identity)) (of.0 (W 3)))
    (=> (and (<= 0 4) (< 4 second.schema.identity)) (of.0 (W 4)))
    (=> (and (<= 0 5) (< 5 second.schema.identity)) (of.0 (W 5)))
    (=> (and (<= 0 6) (< 6 second.schema.identity)) (of.0 (W 6)))
    (=> (and (<= 0 7) (< 7 second.schema.identity)) (of.0 (W 7)))
    (=> (and (<= 0 8) (< 8 second.schema.identity)) (of.0 (W 8)))
    (=> (and (<= 0 9) (< 9 second.schema.identity)) (of.0 (W 9)))
    (=> (and (<= 0 10) (< 10 second.schema.identity)) (of.0 (W 10)))
    (=> (and (<= 0 11) (< 11 second.schema.identity)) (of.0 (W 11)))
    (=> (and (<= 0 12) (< 12 second.schema.identity)) (of.0 (W 12)))
    (=> (and (<= 0 13) (< 13 second.schema.identity)) (of.0 (W 13)))
    (=> (and (<= 0 14) (< 14 second.schema.identity)) (of.0 (W 14)))))
; second: the bytes |
(assert (= (W second.schema.identity) 124))
; second.schema.ordering: it is not empty
(assert (< (+ second.schema.identity 1) second.schema.ordering))
; second.schema.ordering: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= (+ second.schema.identity 1) 0) (< 0 second.schema.ordering)) (of.0 (W 0)))
    (=> (and (<= (+ second.schema.identity 1) 1) (< 1 second.schema.ordering)) (of.0 (W 1)))
    (=> (and (<= (+ second.schema.identity 1) 2) (< 2 second.schema.ordering)) (of.0 (W 2)))
    (=> (and (<= (+ second.schema.identity 1) 3) (< 3 second.schema.ordering)) (of.0 (W 3)))
    (=> (and (<= (+ second.schema.identity 1) 4) (< 4 second.schema.ordering)) (of.0 (W 4)))
    (=> (and (<= (+ second.schema.identity 1) 5) (< 5 second.schema.ordering)) (of.0 (W 5)))
    (=> (and (<= (+ second.schema.identity 1) 6) (< 6 second.schema.ordering)) (of.0 (W 6)))
    (=> (and (<= (+ second.schema.identity 1) 7) (< 7 second.schema.ordering)) (of.0 (W 7)))
    (=> (and (<= (+ second.schema.identity 1) 8) (< 8 second.schema.ordering)) (of.0 (W 8)))
    (=> (and (<= (+ second.schema.identity 1) 9) (< 9 second.schema.ordering)) (of.0 (W 9)))
    (=> (and (<= (+ second.schema.identity 1) 10) (< 10 second.schema.ordering)) (of.0 (W 10)))
    (=> (and (<= (+ second.schema.identity 1) 11) (< 11 second.schema.ordering)) (of.0 (W 11)))
    (=> (and (<= (+ second.schema.identity 1) 12) (< 12 second.schema.ordering)) (of.0 (W 12)))
    (=> (and (<= (+ second.schema.identity 1) 13) (< 13 second.schema.ordering)) (of.0 (W 13)))
    (=> (and (<= (+ second.schema.identity 1) 14) (< 14 second.schema.ordering)) (of.0 (W 14)))))
; second: the bytes |payload=
(assert
  (and
    (= (W second.schema.ordering) 124)
    (= (W (+ second.schema.ordering 1)) 112)
    (= (W (+ second.schema.ordering 2)) 97)
    (= (W (+ second.schema.ordering 3)) 121)
    (= (W (+ second.schema.ordering 4)) 108)
    (= (W (+ second.schema.ordering 5)) 111)
    (= (W (+ second.schema.ordering 6)) 97)
    (= (W (+ second.schema.ordering 7)) 100)
    (= (W (+ second.schema.ordering 8)) 61)))
; second.schema.payload: 1 to 24 digits
(assert
  (and
    (< (+ second.schema.ordering 9) second.schema.payload)
    (<= second.schema.payload (+ second.schema.ordering 33))))
; second.schema.payload: they are digits
(assert
  (and
    (=> (and (<= (+ second.schema.ordering 9) 0) (< 0 second.schema.payload)) (of.1 (W 0)))
    (=> (and (<= (+ second.schema.ordering 9) 1) (< 1 second.schema.payload)) (of.1 (W 1)))
    (=> (and (<= (+ second.schema.ordering 9) 2) (< 2 second.schema.payload)) (of.1 (W 2)))
    (=> (and (<= (+ second.schema.ordering 9) 3) (< 3 second.schema.payload)) (of.1 (W 3)))
    (=> (and (<= (+ second.schema.ordering 9) 4) (< 4 second.schema.payload)) (of.1 (W 4)))
    (=> (and (<= (+ second.schema.ordering 9) 5) (< 5 second.schema.payload)) (of.1 (W 5)))
    (=> (and (<= (+ second.schema.ordering 9) 6) (< 6 second.schema.payload)) (of.1 (W 6)))
    (=> (and (<= (+ second.schema.ordering 9) 7) (< 7 second.schema.payload)) (of.1 (W 7)))
    (=> (and (<= (+ second.schema.ordering 9) 8) (< 8 second.schema.payload)) (of.1 (W 8)))
    (=> (and (<= (+ second.schema.ordering 9) 9) (< 9 second.schema.payload)) (of.1 (W 9)))
    (=> (and (<= (+ second.schema.ordering 9) 10) (< 10 second.schema.payload)) (of.1 (W 10)))
    (=> (and (<= (+ second.schema.ordering 9) 11) (< 11 second.schema.payload)) (of.1 (W 11)))
    (=> (and (<= (+ second.schema.ordering 9) 12) (< 12 second.schema.payload)) (of.1 (W 12)))
    (=> (and (<= (+ second.schema.ordering 9) 13) (< 13 second.schema.payload)) (of.1 (W 13)))
    (=> (and (<= (+ second.schema.ordering 9) 14) (< 14 second.schema.payload)) (of.1 (W 14)))))
; second.schema.payload: no leading zero
(assert
  (or
    (= second.schema.payload (+ second.schema.ordering 10))
    (not (= (W (+ second.schema.ordering 9)) 48))))
; second.initialization.identity: it is not empty
(assert (< second.schema.payload second.initialization.identity))
; second.initialization.identity: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= second.schema.payload 0) (< 0 second.initialization.identity)) (of.0 (W 0)))
    (=> (and (<= second.schema.payload 1) (< 1 second.initialization.identity)) (of.0 (W 1)))
    (=> (and (<= second.schema.payload 2) (< 2 second.initialization.identity)) (of.0 (W 2)))
    (=> (and (<= second.schema.payload 3) (< 3 second.initialization.identity)) (of.0 (W 3)))
    (=> (and (<= second.schema.payload 4) (< 4 second.initialization.identity)) (of.0 (W 4)))
    (=> (and (<= second.schema.payload 5) (< 5 second.initialization.identity)) (of.0 (W 5)))
    (=> (and (<= second.schema.payload 6) (< 6 second.initialization.identity)) (of.0 (W 6)))
    (=> (and (<= second.schema.payload 7) (< 7 second.initialization.identity)) (of.0 (W 7)))
    (=> (and (<= second.schema.payload 8) (< 8 second.initialization.identity)) (of.0 (W 8)))
    (=> (and (<= second.schema.payload 9) (< 9 second.initialization.identity)) (of.0 (W 9)))
    (=> (and (<= second.schema.payload 10) (< 10 second.initialization.identity)) (of.0 (W 10)))
    (=> (and (<= second.schema.payload 11) (< 11 second.initialization.identity)) (of.0 (W 11)))
    (=> (and (<= second.schema.payload 12) (< 12 second.initialization.identity)) (of.0 (W 12)))
    (=> (and (<= second.schema.payload 13) (< 13 second.initialization.identity)) (of.0 (W 13)))
    (=> (and (<= second.schema.payload 14) (< 14 second.initialization.identity)) (of.0 (W 14)))))
; second: nothing comes after it
(assert (= second.initialization.identity length))
(check-sat)
