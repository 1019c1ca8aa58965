; premises of readings/prediction.parse_then_build
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(r.token)| () Int)
(declare-fun |start(r.validity)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun file.byte.u32 (Int) Int)
(declare-fun r.token () Int)
(declare-fun r.validity () Int)
(declare-fun file.place () Int)
(declare-fun file.end () Int)
(declare-fun built.byte (Int) Int)
(declare-fun built.end () Int)
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; r.token begins at the first byte
(assert (= |start(r.token)| file.start))
; r.validity begins where r.token ends
(assert (= |start(r.validity)| (+ |start(r.token)| 4)))
; r ends where r.validity ends
(assert (= |end(r)| (+ |start(r.validity)| 4)))
; r.token is what its bytes say
(assert (= r.token (file.byte.u32 |start(r.token)|)))
; r.token: a number of 4 bytes
(assert (and (<= 0 r.token) (< r.token 4294967296)))
; r.validity is what its bytes say
(assert (= r.validity (file.byte.u32 |start(r.validity)|)))
; r.validity: a number of 4 bytes
(assert (and (<= 0 r.validity) (< r.validity 4294967296)))
; the record ends where the bytes do
(assert (= |end(r)| file.end))
; by codec/u32.parse_then_build
(assert
  (=>
    (and (<= |start(r.token)| file.place) (< file.place (+ |start(r.token)| 4)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u32.parse_then_build
(assert
  (=>
    (and (<= |start(r.validity)| file.place) (< file.place (+ |start(r.validity)| 4)))
    (= (built.byte file.place) (file.byte file.place))))
; what is built ends with its last part
(assert (= built.end |end(r)|))
(check-sat)
