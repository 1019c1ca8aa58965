; codec/string.one_reading: two readings of the same bytes, from the same byte on, are the same record of String
; unsat: it holds; sat: the model is a case for which it does not
; claimed: text begins at the same byte
; claimed: each of text is the same
; claimed: the record ends at the same byte
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun n () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(a.text)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun |index(text)| () Int)
(declare-fun |start(b.text)| () Int)
(declare-fun |end(b)| () Int)
; each byte of a.text
(define-fun a.text ((?i Int)) Int (file.byte (+ |start(a.text)| ?i)))
; each byte of b.text
(define-fun b.text ((?i Int)) Int (file.byte (+ |start(b.text)| ?i)))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; n is from 0 to 18446744073709551615
(assert (and (<= 0 n) (<= n 18446744073709551615)))
; a.text begins at the first byte
(assert (= |start(a.text)| file.start))
; a ends where a.text ends
(assert (= |end(a)| (+ |start(a.text)| n)))
; b.text begins at the first byte
(assert (= |start(b.text)| file.start))
; b ends where b.text ends
(assert (= |end(b)| (+ |start(b.text)| n)))
; not: two readings of the same bytes, from the same byte on, are the same record of String
(assert
  (not
    (and
      (= |start(a.text)| |start(b.text)|)
      (=>
        (and (<= 0 |index(text)|) (< |index(text)| n))
        (= (a.text |index(text)|) (b.text |index(text)|)))
      (= |end(a)| |end(b)|))))
(check-sat)
