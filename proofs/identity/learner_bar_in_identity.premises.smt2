; premises of identity/learner_bar_in_identity
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.objective () Int)
(declare-fun first.identity () Int)
(declare-fun second.objective () Int)
(declare-fun second.identity () Int)
; of.0: a byte of [a-z0-9.:-]
(define-fun of.0 ((byte Int)) Bool (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122)))
; of.1: a byte of [a-z0-9.:|-]
(define-fun
  of.1
  ((byte Int))
  Bool
  (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122) (<= 124 byte 124)))
; at most 24 bytes
(assert (<= length 24))
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
    (<= 0 (W 14) 255)
    (<= 0 (W 15) 255)
    (<= 0 (W 16) 255)
    (<= 0 (W 17) 255)
    (<= 0 (W 18) 255)
    (<= 0 (W 19) 255)
    (<= 0 (W 20) 255)
    (<= 0 (W 21) 255)
    (<= 0 (W 22) 255)
    (<= 0 (W 23) 255)))
; first.objective: it is not empty
(assert (< 0 first.objective))
; first.objective: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= 0 0) (< 0 first.objective)) (of.0 (W 0)))
    (=> (and (<= 0 1) (< 1 first.objective)) (of.0 (W 1)))
    (=> (and (<= 0 2) (< 2 first.objective)) (of.0 (W 2)))
    (=> (and (<= 0 3) (< 3 first.objective)) (of.0 (W 3)))
    (=> (and (<= 0 4) (< 4 first.objective)) (of.0 (W 4)))
    (=> (and (<= 0 5) (< 5 first.objective)) (of.0 (W 5)))
    (=> (and (<= 0 6) (< 6 first.objective)) (of.0 (W 6)))
    (=> (and (<= 0 7) (< 7 first.objective)) (of.0 (W 7)))
    (=> (and (<= 0 8) (< 8 first.objective)) (of.0 (W 8)))
    (=> (and (<= 0 9) (< 9 first.objective)) (of.0 (W 9)))
    (=> (and (<= 0 10) (< 10 first.objective)) (of.0 (W 10)))
    (=> (and (<= 0 11) (< 11 first.objective)) (of.0 (W 11)))
    (=> (and (<= 0 12) (< 12 first.objective)) (of.0 (W 12)))
    (=> (and (<= 0 13) (< 13 first.objective)) (of.0 (W 13)))
    (=> (and (<= 0 14) (< 14 first.objective)) (of.0 (W 14)))
    (=> (and (<= 0 15) (< 15 first.objective)) (of.0 (W 15)))
    (=> (and (<= 0 16) (< 16 first.objective)) (of.0 (W 16)))
    (=> (and (<= 0 17) (< 17 first.objective)) (of.0 (W 17)))
    (=> (and (<= 0 18) (< 18 first.objective)) (of.0 (W 18)))
    (=> (and (<= 0 19) (< 19 first.objective)) (of.0 (W 19)))
    (=> (and (<= 0 20) (< 20 first.objective)) (of.0 (W 20)))
    (=> (and (<= 0 21) (< 21 first.objective)) (of.0 (W 21)))
    (=> (and (<= 0 22) (< 22 first.objective)) (of.0 (W 22)))
    (=> (and (<= 0 23) (< 23 first.objective)) (of.0 (W 23)))))
; first: the bytes |
(assert (= (W first.objective) 124))
; first.identity: it is not empty
(assert (< (+ first.objective 1) first.identity))
; first.identity: its bytes are of [a-z0-9.:|-]
(assert
  (and
    (=> (and (<= (+ first.objective 1) 0) (< 0 first.identity)) (of.1 (W 0)))
    (=> (and (<= (+ first.objective 1) 1) (< 1 first.identity)) (of.1 (W 1)))
    (=> (and (<= (+ first.objective 1) 2) (< 2 first.identity)) (of.1 (W 2)))
    (=> (and (<= (+ first.objective 1) 3) (< 3 first.identity)) (of.1 (W 3)))
    (=> (and (<= (+ first.objective 1) 4) (< 4 first.identity)) (of.1 (W 4)))
    (=> (and (<= (+ first.objective 1) 5) (< 5 first.identity)) (of.1 (W 5)))
    (=> (and (<= (+ first.objective 1) 6) (< 6 first.identity)) (of.1 (W 6)))
    (=> (and (<= (+ first.objective 1) 7) (< 7 first.identity)) (of.1 (W 7)))
    (=> (and (<= (+ first.objective 1) 8) (< 8 first.identity)) (of.1 (W 8)))
    (=> (and (<= (+ first.objective 1) 9) (< 9 first.identity)) (of.1 (W 9)))
    (=> (and (<= (+ first.objective 1) 10) (< 10 first.identity)) (of.1 (W 10)))
    (=> (and (<= (+ first.objective 1) 11) (< 11 first.identity)) (of.1 (W 11)))
    (=> (and (<= (+ first.objective 1) 12) (< 12 first.identity)) (of.1 (W 12)))
    (=> (and (<= (+ first.objective 1) 13) (< 13 first.identity)) (of.1 (W 13)))
    (=> (and (<= (+ first.objective 1) 14) (< 14 first.identity)) (of.1 (W 14)))
    (=> (and (<= (+ first.objective 1) 15) (< 15 first.identity)) (of.1 (W 15)))
    (=> (and (<= (+ first.objective 1) 16) (< 16 first.identity)) (of.1 (W 16)))
    (=> (and (<= (+ first.objective 1) 17) (< 17 first.identity)) (of.1 (W 17)))
    (=> (and (<= (+ first.objective 1) 18) (< 18 first.identity)) (of.1 (W 18)))
    (=> (and (<= (+ first.objective 1) 19) (< 19 first.identity)) (of.1 (W 19)))
    (=> (and (<= (+ first.objective 1) 20) (< 20 first.identity)) (of.1 (W 20)))
    (=> (and (<= (+ first.objective 1) 21) (< 21 first.identity)) (of.1 (W 21)))
    (=> (and (<= (+ first.objective 1) 22) (< 22 first.identity)) (of.1 (W 22)))
    (=> (and (<= (+ first.objective 1) 23) (< 23 first.identity)) (of.1 (W 23)))))
; first: the bytes |
(assert (= (W first.identity) 124))
; first.lr: finite and above 0
(assert
  (<=
    1
    (+ (W (+ first.identity 1)) (* 256 (W (+ first.identity 2)))
      (* 65536 (W (+ first.identity 3))) (* 16777216 (W (+ first.identity 4))))
    2139095039))
; first.beta1: in [0, 1)
(assert
  (<=
    0
    (+ (W (+ first.identity 5)) (* 256 (W (+ first.identity 6)))
      (* 65536 (W (+ first.identity 7))) (* 16777216 (W (+ first.identity 8))))
    1065353215))
; first.beta2: in [0, 1)
(assert
  (<=
    0
    (+ (W (+ first.identity 9)) (* 256 (W (+ first.identity 10)))
      (* 65536 (W (+ first.identity 11))) (* 16777216 (W (+ first.identity 12))))
    1065353215))
; first.epsilon: normal and above 0
(assert
  (<=
    8388608
    (+ (W (+ first.identity 13)) (* 256 (W (+ first.identity 14)))
      (* 65536 (W (+ first.identity 15))) (* 16777216 (W (+ first.identity 16))))
    2139095039))
; first.weight_decay: finite and at least 0
(assert
  (<=
    0
    (+ (W (+ first.identity 17)) (* 256 (W (+ first.identity 18)))
      (* 65536 (W (+ first.identity 19))) (* 16777216 (W (+ first.identity 20))))
    2139095039))
; first: nothing comes after it
(assert (= (+ first.identity 21) length))
; second.objective: it is not empty
(assert (< 0 second.objective))
; second.objective: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= 0 0) (< 0 second.objective)) (of.0 (W 0)))
    (=> (and (<= 0 1) (< 1 second.objective)) (of.0 (W 1)))
    (=> (and (<= 0 2) (< 2 second.objective)) (of.0 (W 2)))
    (=> (and (<= 0 3) (< 3 second.objective)) (of.0 (W 3)))
    (=> (and (<= 0 4) (< 4 second.objective)) (of.0 (W 4)))
    (=> (and (<= 0 5) (< 5 second.objective)) (of.0 (W 5)))
    (=> (and (<= 0 6) (< 6 second.objective)) (of.0 (W 6)))
    (=> (and (<= 0 7) (< 7 second.objective)) (of.0 (W 7)))
    (=> (and (<= 0 8) (< 8 second.objective)) (of.0 (W 8)))
    (=> (and (<= 0 9) (< 9 second.objective)) (of.0 (W 9)))
    (=> (and (<= 0 10) (< 10 second.objective)) (of.0 (W 10)))
    (=> (and (<= 0 11) (< 11 second.objective)) (of.0 (W 11)))
    (=> (and (<= 0 12) (< 12 second.objective)) (of.0 (W 12)))
    (=> (and (<= 0 13) (< 13 second.objective)) (of.0 (W 13)))
    (=> (and (<= 0 14) (< 14 second.objective)) (of.0 (W 14)))
    (=> (and (<= 0 15) (< 15 second.objective)) (of.0 (W 15)))
    (=> (and (<= 0 16) (< 16 second.objective)) (of.0 (W 16)))
    (=> (and (<= 0 17) (< 17 second.objective)) (of.0 (W 17)))
    (=> (and (<= 0 18) (< 18 second.objective)) (of.0 (W 18)))
    (=> (and (<= 0 19) (< 19 second.objective)) (of.0 (W 19)))
    (=> (and (<= 0 20) (< 20 second.objective)) (of.0 (W 20)))
    (=> (and (<= 0 21) (< 21 second.objective)) (of.0 (W 21)))
    (=> (and (<= 0 22) (< 22 second.objective)) (of.0 (W 22)))
    (=> (and (<= 0 23) (< 23 second.objective)) (of.0 (W 23)))))
; second: the bytes |
(assert (= (W second.objective) 124))
; second.identity: it is not empty
(assert (< (+ second.objective 1) second.identity))
; second.identity: its bytes are of [a-z0-9.:|-]
(assert
  (and
    (=> (and (<= (+ second.objective 1) 0) (< 0 second.identity)) (of.1 (W 0)))
    (=> (and (<= (+ second.objective 1) 1) (< 1 second.identity)) (of.1 (W 1)))
    (=> (and (<= (+ second.objective 1) 2) (< 2 second.identity)) (of.1 (W 2)))
    (=> (and (<= (+ second.objective 1) 3) (< 3 second.identity)) (of.1 (W 3)))
    (=> (and (<= (+ second.objective 1) 4) (< 4 second.identity)) (of.1 (W 4)))
    (=> (and (<= (+ second.objective 1) 5) (< 5 second.identity)) (of.1 (W 5)))
    (=> (and (<= (+ second.objective 1) 6) (< 6 second.identity)) (of.1 (W 6)))
    (=> (and (<= (+ second.objective 1) 7) (< 7 second.identity)) (of.1 (W 7)))
    (=> (and (<= (+ second.objective 1) 8) (< 8 second.identity)) (of.1 (W 8)))
    (=> (and (<= (+ second.objective 1) 9) (< 9 second.identity)) (of.1 (W 9)))
    (=> (and (<= (+ second.objective 1) 10) (< 10 second.identity)) (of.1 (W 10)))
    (=> (and (<= (+ second.objective 1) 11) (< 11 second.identity)) (of.1 (W 11)))
    (=> (and (<= (+ second.objective 1) 12) (< 12 second.identity)) (of.1 (W 12)))
    (=> (and (<= (+ second.objective 1) 13) (< 13 second.identity)) (of.1 (W 13)))
    (=> (and (<= (+ second.objective 1) 14) (< 14 second.identity)) (of.1 (W 14)))
    (=> (and (<= (+ second.objective 1) 15) (< 15 second.identity)) (of.1 (W 15)))
    (=> (and (<= (+ second.objective 1) 16) (< 16 second.identity)) (of.1 (W 16)))
    (=> (and (<= (+ second.objective 1) 17) (< 17 second.identity)) (of.1 (W 17)))
    (=> (and (<= (+ second.objective 1) 18) (< 18 second.identity)) (of.1 (W 18)))
    (=> (and (<= (+ second.objective 1) 19) (< 19 second.identity)) (of.1 (W 19)))
    (=> (and (<= (+ second.objective 1) 20) (< 20 second.identity)) (of.1 (W 20)))
    (=> (and (<= (+ second.objective 1) 21) (< 21 second.identity)) (of.1 (W 21)))
    (=> (and (<= (+ second.objective 1) 22) (< 22 second.identity)) (of.1 (W 22)))
    (=> (and (<= (+ second.objective 1) 23) (< 23 second.identity)) (of.1 (W 23)))))
; second: the bytes |
(assert (= (W second.identity) 124))
; second.lr: finite and above 0
(assert
  (<=
    1
    (+ (W (+ second.identity 1)) (* 256 (W (+ second.identity 2)))
      (* 65536 (W (+ second.identity 3))) (* 16777216 (W (+ second.identity 4))))
    2139095039))
; second.beta1: in [0, 1)
(assert
  (<=
    0
    (+ (W (+ second.identity 5)) (* 256 (W (+ second.identity 6)))
      (* 65536 (W (+ second.identity 7))) (* 16777216 (W (+ second.identity 8))))
    1065353215))
; second.beta2: in [0, 1)
(assert
  (<=
    0
    (+ (W (+ second.identity 9)) (* 256 (W (+ second.identity 10)))
      (* 65536 (W (+ second.identity 11))) (* 16777216 (W (+ second.identity 12))))
    1065353215))
; second.epsilon: normal and above 0
(assert
  (<=
    8388608
    (+ (W (+ second.identity 13)) (* 256 (W (+ second.identity 14)))
      (* 65536 (W (+ second.identity 15))) (* 16777216 (W (+ second.identity 16))))
    2139095039))
; second.weight_decay: finite and at least 0
(assert
  (<=
    0
    (+ (W (+ second.identity 17)) (* 256 (W (+ second.identity 18)))
      (* 65536 (W (+ second.identity 19))) (* 16777216 (W (+ second.identity 20))))
    2139095039))
; second: nothing comes after it
(assert (= (+ second.identity 21) length))
(check-sat)
