; premises of readings/prediction.one_reading
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(a.token)| () Int)
(declare-fun |start(a.validity)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun file.byte.u32 (Int) Int)
(declare-fun a.token () Int)
(declare-fun a.validity () Int)
(declare-fun |start(b.token)| () Int)
(declare-fun |start(b.validity)| () Int)
(declare-fun |end(b)| () Int)
(declare-fun b.token () Int)
(declare-fun b.validity () Int)
(declare-fun |index(token)| () Int)
(declare-fun |index(validity)| () Int)
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; a.token begins at the first byte
(assert (= |start(a.token)| file.start))
; a.validity begins where a.token ends
(assert (= |start(a.validity)| (+ |start(a.token)| 4)))
; a ends where a.validity ends
(assert (= |end(a)| (+ |start(a.validity)| 4)))
; a.token is what its bytes say
(assert (= a.token (file.byte.u32 |start(a.token)|)))
; a.token: a number of 4 bytes
(assert (and (<= 0 a.token) (< a.token 4294967296)))
; a.validity is what its bytes say
(assert (= a.validity (file.byte.u32 |start(a.validity)|)))
; a.validity: a number of 4 bytes
(assert (and (<= 0 a.validity) (< a.validity 4294967296)))
; b.token begins at the first byte
(assert (= |start(b.token)| file.start))
; b.validity begins where b.token ends
(assert (= |start(b.validity)| (+ |start(b.token)| 4)))
; b ends where b.validity ends
(assert (= |end(b)| (+ |start(b.validity)| 4)))
; b.token is what its bytes say
(assert (= b.token (file.byte.u32 |start(b.token)|)))
; b.token: a number of 4 bytes
(assert (and (<= 0 b.token) (< b.token 4294967296)))
; b.validity is what its bytes say
(assert (= b.validity (file.byte.u32 |start(b.validity)|)))
; b.validity: a number of 4 bytes
(assert (and (<= 0 b.validity) (< b.validity 4294967296)))
(check-sat)
