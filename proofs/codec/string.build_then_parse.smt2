; codec/string.build_then_parse: what a record of String is built to is read, and read as that record
; unsat: it holds; sat: the model is a case for which it does not
; claimed: text begins at the same byte
; claimed: each of text is the same
; claimed: the record ends at the same byte
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun n () Int)
(declare-fun |start(r.text)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun r.text (Int) Int)
(declare-fun built.byte (Int) Int)
(declare-fun |start(a.text)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun |index(text)| () Int)
; each byte of a.text
(define-fun a.text ((?i Int)) Int (built.byte (+ |start(a.text)| ?i)))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; n is from 0 to 18446744073709551615
(assert (and (<= 0 n) (<= n 18446744073709551615)))
; r.text begins at the first byte
(assert (= |start(r.text)| file.start))
; r ends where r.text ends
(assert (= |end(r)| (+ |start(r.text)| n)))
; a.text begins at the first byte
(assert (= |start(a.text)| file.start))
; a ends where a.text ends
(assert (= |end(a)| (+ |start(a.text)| n)))
; r.text is made of bytes
(assert
  (=>
    (and (<= 0 |index(text)|) (< |index(text)| n))
    (and (<= 0 (r.text |index(text)|)) (< (r.text |index(text)|) 256))))
; each byte of r.text is written
(assert
  (=>
    (and (<= 0 |index(text)|) (< |index(text)| n))
    (= (built.byte (+ |start(r.text)| |index(text)|)) (r.text |index(text)|))))
; not: what a record of String is built to is read, and read as that record
(assert
  (not
    (and
      (= |start(a.text)| |start(r.text)|)
      (=>
        (and (<= 0 |index(text)|) (< |index(text)| n))
        (= (a.text |index(text)|) (r.text |index(text)|)))
      (= |end(a)| |end(r)|))))
(check-sat)
