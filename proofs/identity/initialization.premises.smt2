; premises of identity/initialization
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.identity () Int)
(declare-fun second.identity () Int)
; of.0: a byte of [a-z0-9.:-]
(define-fun of.0 ((byte Int)) Bool (or false (<= 45 byte 46) (<= 48 byte 58) (<= 97 byte 122)))
; at most 1 bytes
(assert (<= length 1))
; each place holds a byte
(assert (<= 0 (W 0) 255))
; first.identity: it is not empty
(assert (< 0 first.identity))
; first.identity: its bytes are of [a-z0-9.:-]
(assert (=> (and (<= 0 0) (< 0 first.identity)) (of.0 (W 0))))
; first: nothing comes after it
(assert (= first.identity length))
; second.identity: it is not empty
(assert (< 0 second.identity))
; second.identity: its bytes are of [a-z0-9.:-]
(assert (=> (and (<= 0 0) (< 0 second.identity)) (of.0 (W 0))))
; second: nothing comes after it
(assert (= second.identity length))
(check-sat)
