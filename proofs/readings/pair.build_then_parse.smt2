; readings/pair.build_then_parse: what a record of Pair is built to is read, and read as that record
; unsat: it holds; sat: the model is a case for which it does not
; claimed: byte begins at the same byte
; claimed: byte is the same
; claimed: target begins at the same byte
; claimed: target is the same
; claimed: the record ends at the same byte
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun |start(r.byte)| () Int)
(declare-fun |start(r.target)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun r.byte () Int)
(declare-fun r.target () Int)
(declare-fun built.byte (Int) Int)
(declare-fun |start(a.byte)| () Int)
(declare-fun |start(a.target)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun built.byte.u8 (Int) Int)
(declare-fun a.byte () Int)
(declare-fun a.target () Int)
(declare-fun |index(byte)| () Int)
(declare-fun |index(target)| () Int)
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; r.byte begins at the first byte
(assert (= |start(r.byte)| file.start))
; r.target begins where r.byte ends
(assert (= |start(r.target)| (+ |start(r.byte)| 1)))
; r ends where r.target ends
(assert (= |end(r)| (+ |start(r.target)| 1)))
; a.byte begins at the first byte
(assert (= |start(a.byte)| file.start))
; a.target begins where a.byte ends
(assert (= |start(a.target)| (+ |start(a.byte)| 1)))
; a ends where a.target ends
(assert (= |end(a)| (+ |start(a.target)| 1)))
; a.byte is what its bytes say
(assert (= a.byte (built.byte.u8 |start(a.byte)|)))
; a.byte: a number of 1 bytes
(assert (and (<= 0 a.byte) (< a.byte 256)))
; a.target is what its bytes say
(assert (= a.target (built.byte.u8 |start(a.target)|)))
; a.target: a number of 1 bytes
(assert (and (<= 0 a.target) (< a.target 256)))
; r.byte: a number of 1 bytes
(assert (and (<= 0 r.byte) (< r.byte 256)))
; by codec/u8.build_then_parse
(assert (= (built.byte.u8 |start(r.byte)|) r.byte))
; r.target: a number of 1 bytes
(assert (and (<= 0 r.target) (< r.target 256)))
; by codec/u8.build_then_parse
(assert (= (built.byte.u8 |start(r.target)|) r.target))
; not: what a record of Pair is built to is read, and read as that record
(assert
  (not
    (and
      (= |start(a.byte)| |start(r.byte)|)
      (= a.byte r.byte)
      (= |start(a.target)| |start(r.target)|)
      (= a.target r.target)
      (= |end(a)| |end(r)|))))
(check-sat)
