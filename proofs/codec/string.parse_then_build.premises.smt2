; premises of codec/string.parse_then_build
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun n () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(r.text)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun |index(text)| () Int)
(declare-fun file.place () Int)
(declare-fun file.end () Int)
(declare-fun built.byte (Int) Int)
(declare-fun built.end () Int)
; each byte of r.text
(define-fun r.text ((?i Int)) Int (file.byte (+ |start(r.text)| ?i)))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; n is from 0 to 18446744073709551615
(assert (and (<= 0 n) (<= n 18446744073709551615)))
; r.text begins at the first byte
(assert (= |start(r.text)| file.start))
; r ends where r.text ends
(assert (= |end(r)| (+ |start(r.text)| n)))
; the record ends where the bytes do
(assert (= |end(r)| file.end))
; each byte of r.text is written
(assert
  (=>
    (and (<= 0 (- file.place |start(r.text)|)) (< (- file.place |start(r.text)|) n))
    (=
      (built.byte (+ |start(r.text)| (- file.place |start(r.text)|)))
      (r.text (- file.place |start(r.text)|)))))
; what is built ends with its last part
(assert (= built.end |end(r)|))
(check-sat)
