; identity/data: no two choices of fields write one data part
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.vocabulary () Int)
(declare-fun first.prompts () Int)
(declare-fun first.record () Int)
(declare-fun second.vocabulary () Int)
(declare-fun second.prompts () Int)
(declare-fun second.record () Int)
; of.0: a byte of [0-9]
(define-fun of.0 ((byte Int)) Bool (or false (<= 48 byte 57)))
; first: the first byte of raw-byte-sequence|vocabulary=
(assert (= (W 0) 114))
; first.vocabulary: 1 to 24 digits
(assert (and (< 29 first.vocabulary) (<= first.vocabulary 53)))
; first.vocabulary: they are digits
(assert
  (forall ((i Int)) (! (=> (and (<= 29 i) (< i first.vocabulary)) (of.0 (W i))) :pattern ((W i)))))
; first.vocabulary: no leading zero
(assert (or (= first.vocabulary 30) (not (= (W 29) 48))))
; first: the first byte of |prompts=
(assert (= (W first.vocabulary) 124))
; first.prompts: 1 to 24 digits
(assert (and (< (+ first.vocabulary 9) first.prompts) (<= first.prompts (+ first.vocabulary 33))))
; first.prompts: they are digits
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ first.vocabulary 9) i) (< i first.prompts)) (of.0 (W i))) :pattern ((W i)))))
; first.prompts: no leading zero
(assert (or (= first.prompts (+ first.vocabulary 10)) (not (= (W (+ first.vocabulary 9)) 48))))
; first: the first byte of |record=
(assert (= (W first.prompts) 124))
; first.record: 1 to 24 digits
(assert (and (< (+ first.prompts 8) first.record) (<= first.record (+ first.prompts 32))))
; first.record: they are digits
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ first.prompts 8) i) (< i first.record)) (of.0 (W i))) :pattern ((W i)))))
; first.record: no leading zero
(assert (or (= first.record (+ first.prompts 9)) (not (= (W (+ first.prompts 8)) 48))))
; first: nothing comes after it
(assert (= first.record length))
; second: the first byte of raw-byte-sequence|vocabulary=
(assert (= (W 0) 114))
; second.vocabulary: 1 to 24 digits
(assert (and (< 29 second.vocabulary) (<= second.vocabulary 53)))
; second.vocabulary: they are digits
(assert
  (forall ((i Int)) (! (=> (and (<= 29 i) (< i second.vocabulary)) (of.0 (W i))) :pattern ((W i)))))
; second.vocabulary: no leading zero
(assert (or (= second.vocabulary 30) (not (= (W 29) 48))))
; second: the first byte of |prompts=
(assert (= (W second.vocabulary) 124))
; second.prompts: 1 to 24 digits
(assert
  (and (< (+ second.vocabulary 9) second.prompts) (<= second.prompts (+ second.vocabulary 33))))
; second.prompts: they are digits
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ second.vocabulary 9) i) (< i second.prompts)) (of.0 (W i))) :pattern ((W i)))))
; second.prompts: no leading zero
(assert (or (= second.prompts (+ second.vocabulary 10)) (not (= (W (+ second.vocabulary 9)) 48))))
; second: the first byte of |record=
(assert (= (W second.prompts) 124))
; second.record: 1 to 24 digits
(assert (and (< (+ second.prompts 8) second.record) (<= second.record (+ second.prompts 32))))
; second.record: they are digits
(assert
  (forall
    ((i Int))
    (! (=> (and (<= (+ second.prompts 8) i) (< i second.record)) (of.0 (W i))) :pattern ((W i)))))
; second.record: no leading zero
(assert (or (= second.record (+ second.prompts 9)) (not (= (W (+ second.prompts 8)) 48))))
; second: nothing comes after it
(assert (= second.record length))
; not: no two choices of fields write one data part
(assert
  (not
    (and
      (= first.vocabulary second.vocabulary)
      (= first.prompts second.prompts)
      (= first.record second.record))))
(check-sat)
