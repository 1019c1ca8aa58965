; premises of readings/prediction.build_then_parse
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun |start(r.token)| () Int)
(declare-fun |start(r.validity)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun r.token () Int)
(declare-fun r.validity () Int)
(declare-fun built.byte (Int) Int)
(declare-fun |start(a.token)| () Int)
(declare-fun |start(a.validity)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun built.byte.u32 (Int) Int)
(declare-fun a.token () Int)
(declare-fun a.validity () Int)
(declare-fun |index(token)| () Int)
(declare-fun |index(validity)| () Int)
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; r.token begins at the first byte
(assert (= |start(r.token)| file.start))
; r.validity begins where r.token ends
(assert (= |start(r.validity)| (+ |start(r.token)| 4)))
; r ends where r.validity ends
(assert (= |end(r)| (+ |start(r.validity)| 4)))
; a.token begins at the first byte
(assert (= |start(a.token)| file.start))
; a.validity begins where a.token ends
(assert (= |start(a.validity)| (+ |start(a.token)| 4)))
; a ends where a.validity ends
(assert (= |end(a)| (+ |start(a.validity)| 4)))
; a.token is what its bytes say
(assert (= a.token (built.byte.u32 |start(a.token)|)))
; a.token: a number of 4 bytes
(assert (and (<= 0 a.token) (< a.token 4294967296)))
; a.validity is what its bytes say
(assert (= a.validity (built.byte.u32 |start(a.validity)|)))
; a.validity: a number of 4 bytes
(assert (and (<= 0 a.validity) (< a.validity 4294967296)))
; r.token: a number of 4 bytes
(assert (and (<= 0 r.token) (< r.token 4294967296)))
; by codec/u32.build_then_parse
(assert (= (built.byte.u32 |start(r.token)|) r.token))
; r.validity: a number of 4 bytes
(assert (and (<= 0 r.validity) (< r.validity 4294967296)))
; by codec/u32.build_then_parse
(assert (= (built.byte.u32 |start(r.validity)|) r.validity))
(check-sat)
