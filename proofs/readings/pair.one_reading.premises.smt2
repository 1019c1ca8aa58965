; premises of readings/pair.one_reading
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(a.byte)| () Int)
(declare-fun |start(a.target)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun file.byte.u8 (Int) Int)
(declare-fun a.byte () Int)
(declare-fun a.target () Int)
(declare-fun |start(b.byte)| () Int)
(declare-fun |start(b.target)| () Int)
(declare-fun |end(b)| () Int)
(declare-fun b.byte () Int)
(declare-fun b.target () Int)
(declare-fun |index(byte)| () Int)
(declare-fun |index(target)| () Int)
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; a.byte begins at the first byte
(assert (= |start(a.byte)| file.start))
; a.target begins where a.byte ends
(assert (= |start(a.target)| (+ |start(a.byte)| 1)))
; a ends where a.target ends
(assert (= |end(a)| (+ |start(a.target)| 1)))
; a.byte is what its bytes say
(assert (= a.byte (file.byte.u8 |start(a.byte)|)))
; a.byte: a number of 1 bytes
(assert (and (<= 0 a.byte) (< a.byte 256)))
; a.target is what its bytes say
(assert (= a.target (file.byte.u8 |start(a.target)|)))
; a.target: a number of 1 bytes
(assert (and (<= 0 a.target) (< a.target 256)))
; b.byte begins at the first byte
(assert (= |start(b.byte)| file.start))
; b.target begins where b.byte ends
(assert (= |start(b.target)| (+ |start(b.byte)| 1)))
; b ends where b.target ends
(assert (= |end(b)| (+ |start(b.target)| 1)))
; b.byte is what its bytes say
(assert (= b.byte (file.byte.u8 |start(b.byte)|)))
; b.byte: a number of 1 bytes
(assert (and (<= 0 b.byte) (< b.byte 256)))
; b.target is what its bytes say
(assert (= b.target (file.byte.u8 |start(b.target)|)))
; b.target: a number of 1 bytes
(assert (and (<= 0 b.target) (< b.target 256)))
(check-sat)
