; readings/pair.parse_then_build: bytes that are read as a record of Pair are those that it is built to, to the last
; unsat: it holds; sat: the model is a case for which it does not
; claimed: what is built is as long
; claimed: it has the same byte at any place
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(r.byte)| () Int)
(declare-fun |start(r.target)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun file.byte.u8 (Int) Int)
(declare-fun r.byte () Int)
(declare-fun r.target () Int)
(declare-fun file.place () Int)
(declare-fun file.end () Int)
(declare-fun built.byte (Int) Int)
(declare-fun built.end () Int)
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; r.byte begins at the first byte
(assert (= |start(r.byte)| file.start))
; r.target begins where r.byte ends
(assert (= |start(r.target)| (+ |start(r.byte)| 1)))
; r ends where r.target ends
(assert (= |end(r)| (+ |start(r.target)| 1)))
; r.byte is what its bytes say
(assert (= r.byte (file.byte.u8 |start(r.byte)|)))
; r.byte: a number of 1 bytes
(assert (and (<= 0 r.byte) (< r.byte 256)))
; r.target is what its bytes say
(assert (= r.target (file.byte.u8 |start(r.target)|)))
; r.target: a number of 1 bytes
(assert (and (<= 0 r.target) (< r.target 256)))
; the record ends where the bytes do
(assert (= |end(r)| file.end))
; by codec/u8.parse_then_build
(assert
  (=>
    (and (<= |start(r.byte)| file.place) (< file.place (+ |start(r.byte)| 1)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u8.parse_then_build
(assert
  (=>
    (and (<= |start(r.target)| file.place) (< file.place (+ |start(r.target)| 1)))
    (= (built.byte file.place) (file.byte file.place))))
; what is built ends with its last part
(assert (= built.end |end(r)|))
; not: bytes that are read as a record of Pair are those that it is built to, to the last
(assert
  (not
    (and
      (= built.end file.end)
      (=>
        (and (<= file.start file.place) (< file.place file.end))
        (= (built.byte file.place) (file.byte file.place))))))
(check-sat)
