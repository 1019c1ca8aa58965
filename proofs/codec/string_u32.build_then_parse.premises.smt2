; premises of codec/string_u32.build_then_parse
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun |start(r.text)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun |length(r.text)| () Int)
(declare-fun r.text (Int) Int)
(declare-fun built.byte (Int) Int)
(declare-fun |start(a.text)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun built.byte.u32 (Int) Int)
(declare-fun |length(a.text)| () Int)
(declare-fun |index(text)| () Int)
; each byte of a.text
(define-fun a.text ((?i Int)) Int (built.byte (+ |start(a.text)| 4 ?i)))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; r.text begins at the first byte
(assert (= |start(r.text)| file.start))
; r ends where r.text ends
(assert (= |end(r)| (+ |start(r.text)| 4 |length(r.text)|)))
; a.text begins at the first byte
(assert (= |start(a.text)| file.start))
; a ends where a.text ends
(assert (= |end(a)| (+ |start(a.text)| 4 |length(a.text)|)))
; |length(a.text)| is what its bytes say
(assert (= |length(a.text)| (built.byte.u32 |start(a.text)|)))
; a.text: a number of 4 bytes
(assert (and (<= 0 |length(a.text)|) (< |length(a.text)| 4294967296)))
; r.text: a number of 4 bytes
(assert (and (<= 0 |length(r.text)|) (< |length(r.text)| 4294967296)))
; r.text is made of bytes
(assert
  (=>
    (and (<= 0 |index(text)|) (< |index(text)| |length(r.text)|))
    (and (<= 0 (r.text |index(text)|)) (< (r.text |index(text)|) 256))))
; each byte of r.text is written
(assert
  (=>
    (and (<= 0 |index(text)|) (< |index(text)| |length(r.text)|))
    (= (built.byte (+ |start(r.text)| 4 |index(text)|)) (r.text |index(text)|))))
; by codec/u32.build_then_parse
(assert (= (built.byte.u32 |start(r.text)|) |length(r.text)|))
(check-sat)
