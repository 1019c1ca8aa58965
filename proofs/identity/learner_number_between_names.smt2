; identity/learner_number_between_names: no two choices of fields write one text of two names with lr between, without a |
; unsat: it holds; sat: the model is a case for which it does not
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
; at most 7 bytes
(assert (<= length 7))
; each place holds a byte
(assert
  (and
    (<= 0 (W 0) 255)
    (<= 0 (W 1) 255)
    (<= 0 (W 2) 255)
    (<= 0 (W 3) 255)
    (<= 0 (W 4) 255)
    (<= 0 (W 5) 255)
    (<= 0 (W 6) 255)))
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
    (=> (and (<= 0 6) (< 6 first.objective)) (of.0 (W 6)))))
; first.lr: finite and above 0
(assert
  (<=
    1
    (+ (W first.objective) (* 256 (W (+ first.objective 1))) (* 65536 (W (+ first.objective 2)))
      (* 16777216 (W (+ first.objective 3))))
    2139095039))
; first.identity: it is not empty
(assert (< (+ first.objective 4) first.identity))
; first.identity: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= (+ first.objective 4) 0) (< 0 first.identity)) (of.0 (W 0)))
    (=> (and (<= (+ first.objective 4) 1) (< 1 first.identity)) (of.0 (W 1)))
    (=> (and (<= (+ first.objective 4) 2) (< 2 first.identity)) (of.0 (W 2)))
    (=> (and (<= (+ first.objective 4) 3) (< 3 first.identity)) (of.0 (W 3)))
    (=> (and (<= (+ first.objective 4) 4) (< 4 first.identity)) (of.0 (W 4)))
    (=> (and (<= (+ first.objective 4) 5) (< 5 first.identity)) (of.0 (W 5)))
    (=> (and (<= (+ first.objective 4) 6) (< 6 first.identity)) (of.0 (W 6)))))
; first: nothing comes after it
(assert (= first.identity length))
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
    (=> (and (<= 0 6) (< 6 second.objective)) (of.0 (W 6)))))
; second.lr: finite and above 0
(assert
  (<=
    1
    (+ (W second.objective) (* 256 (W (+ second.objective 1)))
      (* 65536 (W (+ second.objective 2))) (* 16777216 (W (+ second.objective 3))))
    2139095039))
; second.identity: it is not empty
(assert (< (+ second.objective 4) second.identity))
; second.identity: its bytes are of [a-z0-9.:-]
(assert
  (and
    (=> (and (<= (+ second.objective 4) 0) (< 0 second.identity)) (of.0 (W 0)))
    (=> (and (<= (+ second.objective 4) 1) (< 1 second.identity)) (of.0 (W 1)))
    (=> (and (<= (+ second.objective 4) 2) (< 2 second.identity)) (of.0 (W 2)))
    (=> (and (<= (+ second.objective 4) 3) (< 3 second.identity)) (of.0 (W 3)))
    (=> (and (<= (+ second.objective 4) 4) (< 4 second.identity)) (of.0 (W 4)))
    (=> (and (<= (+ second.objective 4) 5) (< 5 second.identity)) (of.0 (W 5)))
    (=> (and (<= (+ second.objective 4) 6) (< 6 second.identity)) (of.0 (W 6)))))
; second: nothing comes after it
(assert (= second.identity length))
; not: no two choices of fields write one text of two names with lr between, without a |
(assert (not (and (= first.objective second.objective) (= first.identity second.identity))))
(check-sat)
