; identity/learner_numbers_between_bars: raw numbers between two names leave one reading where a | stands on both sides of them
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.objective () Int)
(declare-fun first.identity () Int)
(declare-fun second.objective () Int)
(declare-fun second.identity () Int)
; of.0: a byte of [a-z0-9.:-]
(define-fun of.0 ((byte Int)) Bool (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122)))
; first.objective: it is not empty
(assert (< 0 first.objective))
; first.objective: its bytes are of [a-z0-9.:-]
(assert
  (forall ((i Int)) (! (=> (and (<= 0 i) (< i first.objective)) (of.0 (W i))) :pattern ((W i)))))
; first: the bytes |
(assert (= (W first.objective) 124))
; first: the bytes |
(assert (= (W (+ first.objective 21)) 124))
; first.identity: it is not empty
(assert (< (+ first.objective 22) first.identity))
; first.identity: its bytes are of [a-z0-9.:-]
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ first.objective 22) i) (< i first.identity)) (of.0 (W i))) :pattern ((W i)))))
; first: nothing comes after it
(assert (= first.identity length))
; second.objective: it is not empty
(assert (< 0 second.objective))
; second.objective: its bytes are of [a-z0-9.:-]
(assert
  (forall ((i Int)) (! (=> (and (<= 0 i) (< i second.objective)) (of.0 (W i))) :pattern ((W i)))))
; second: the bytes |
(assert (= (W second.objective) 124))
; second: the bytes |
(assert (= (W (+ second.objective 21)) 124))
; second.identity: it is not empty
(assert (< (+ second.objective 22) second.identity))
; second.identity: its bytes are of [a-z0-9.:-]
(assert
  (forall
    ((i Int))
    (!
      (=> (and (<= (+ second.objective 22) i) (< i second.identity)) (of.0 (W i)))
      :pattern
      ((W i)))))
; second: nothing comes after it
(assert (= second.identity length))
; not: raw numbers between two names leave one reading where a | stands on both sides of them
(assert (not (and (= first.objective second.objective) (= first.identity second.identity))))
(check-sat)
