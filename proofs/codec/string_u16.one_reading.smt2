; codec/string_u16.one_reading: two readings of the same bytes, from the same byte on, are the same record of StringU16
; unsat: it holds; sat: the model is a case for which it does not
; claimed: text begins at the same byte
; claimed: text has the same length
; claimed: each of text is the same
; claimed: the record ends at the same byte
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(a.text)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun file.byte.u16 (Int) Int)
(declare-fun |length(a.text)| () Int)
(declare-fun |index(text)| () Int)
(declare-fun |start(b.text)| () Int)
(declare-fun |end(b)| () Int)
(declare-fun |length(b.text)| () Int)
; each byte of a.text
(define-fun a.text ((?i Int)) Int (file.byte (+ |start(a.text)| 2 ?i)))
; each byte of b.text
(define-fun b.text ((?i Int)) Int (file.byte (+ |start(b.text)| 2 ?i)))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; a.text begins at the first byte
(assert (= |start(a.text)| file.start))
; a ends where a.text ends
(assert (= |end(a)| (+ |start(a.text)| 2 |length(a.text)|)))
; |length(a.text)| is what its bytes say
(assert (= |length(a.text)| (file.byte.u16 |start(a.text)|)))
; a.text: a number of 2 bytes
(assert (and (<= 0 |length(a.text)|) (< |length(a.text)| 65536)))
; b.text begins at the first byte
(assert (= |start(b.text)| file.start))
; b ends where b.text ends
(assert (= |end(b)| (+ |start(b.text)| 2 |length(b.text)|)))
; |length(b.text)| is what its bytes say
(assert (= |length(b.text)| (file.byte.u16 |start(b.text)|)))
; b.text: a number of 2 bytes
(assert (and (<= 0 |length(b.text)|) (< |length(b.text)| 65536)))
; not: two readings of the same bytes, from the same byte on, are the same record of StringU16
(assert
  (not
    (and
      (= |start(a.text)| |start(b.text)|)
      (= |length(a.text)| |length(b.text)|)
      (=>
        (and (<= 0 |index(text)|) (< |index(text)| |length(a.text)|))
        (= (a.text |index(text)|) (b.text |index(text)|)))
      (= |end(a)| |end(b)|))))
(check-sat)
