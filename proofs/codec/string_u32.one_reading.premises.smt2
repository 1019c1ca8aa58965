; premises of codec/string_u32.one_reading
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(a.text)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun file.byte.u32 (Int) Int)
(declare-fun |length(a.text)| () Int)
(declare-fun |index(text)| () Int)
(declare-fun |start(b.text)| () Int)
(declare-fun |end(b)| () Int)
(declare-fun |length(b.text)| () Int)
; each byte of a.text
(define-fun a.text ((?i Int)) Int (file.byte (+ |start(a.text)| 4 ?i)))
; each byte of b.text
(define-fun b.text ((?i Int)) Int (file.byte (+ |start(b.text)| 4 ?i)))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; a.text begins at the first byte
(assert (= |start(a.text)| file.start))
; a ends where a.text ends
(assert (= |end(a)| (+ |start(a.text)| 4 |length(a.text)|)))
; |length(a.text)| is what its bytes say
(assert (= |length(a.text)| (file.byte.u32 |start(a.text)|)))
; a.text: a number of 4 bytes
(assert (and (<= 0 |length(a.text)|) (< |length(a.text)| 4294967296)))
; b.text begins at the first byte
(assert (= |start(b.text)| file.start))
; b ends where b.text ends
(assert (= |end(b)| (+ |start(b.text)| 4 |length(b.text)|)))
; |length(b.text)| is what its bytes say
(assert (= |length(b.text)| (file.byte.u32 |start(b.text)|)))
; b.text: a number of 4 bytes
(assert (and (<= 0 |length(b.text)|) (< |length(b.text)| 4294967296)))
(check-sat)
