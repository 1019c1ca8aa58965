; premises of codec/string_u16.parse_then_build
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(r.text)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun file.byte.u16 (Int) Int)
(declare-fun |length(r.text)| () Int)
(declare-fun |index(text)| () Int)
(declare-fun file.place () Int)
(declare-fun file.end () Int)
(declare-fun built.byte (Int) Int)
(declare-fun built.end () Int)
; each byte of r.text
(define-fun r.text ((?i Int)) Int (file.byte (+ |start(r.text)| 2 ?i)))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; r.text begins at the first byte
(assert (= |start(r.text)| file.start))
; r ends where r.text ends
(assert (= |end(r)| (+ |start(r.text)| 2 |length(r.text)|)))
; |length(r.text)| is what its bytes say
(assert (= |length(r.text)| (file.byte.u16 |start(r.text)|)))
; r.text: a number of 2 bytes
(assert (and (<= 0 |length(r.text)|) (< |length(r.text)| 65536)))
; the record ends where the bytes do
(assert (= |end(r)| file.end))
; each byte of r.text is written
(assert
  (=>
    (and
      (<= 0 (- file.place (+ |start(r.text)| 2)))
      (< (- file.place (+ |start(r.text)| 2)) |length(r.text)|))
    (=
      (built.byte (+ |start(r.text)| 2 (- file.place (+ |start(r.text)| 2))))
      (r.text (- file.place (+ |start(r.text)| 2))))))
; by codec/u16.parse_then_build
(assert
  (=>
    (and (<= |start(r.text)| file.place) (< file.place (+ |start(r.text)| 2)))
    (= (built.byte file.place) (file.byte file.place))))
; what is built ends with its last part
(assert (= built.end |end(r)|))
(check-sat)
