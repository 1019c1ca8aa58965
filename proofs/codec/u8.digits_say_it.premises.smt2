; premises of codec/u8.digits_say_it
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun number () Int)
(declare-fun byte0 () Int)
(declare-fun quotient0 () Int)
; the number has 1 bytes
(assert (and (<= 0 number) (< number 256)))
; byte 0 is the rest
(assert (= byte0 (mod number 256)))
; of dividing by 256
(assert (= quotient0 (div number 256)))
(check-sat)
