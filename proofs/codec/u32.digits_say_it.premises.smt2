; premises of codec/u32.digits_say_it
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun number () Int)
(declare-fun byte0 () Int)
(declare-fun quotient0 () Int)
(declare-fun byte1 () Int)
(declare-fun quotient1 () Int)
(declare-fun byte2 () Int)
(declare-fun quotient2 () Int)
(declare-fun byte3 () Int)
(declare-fun quotient3 () Int)
; the number has 4 bytes
(assert (and (<= 0 number) (< number 4294967296)))
; byte 0 is the rest
(assert (= byte0 (mod number 256)))
; of dividing by 256
(assert (= quotient0 (div number 256)))
; byte 1 is the rest
(assert (= byte1 (mod quotient0 256)))
; of dividing by 256
(assert (= quotient1 (div quotient0 256)))
; byte 2 is the rest
(assert (= byte2 (mod quotient1 256)))
; of dividing by 256
(assert (= quotient2 (div quotient1 256)))
; byte 3 is the rest
(assert (= byte3 (mod quotient2 256)))
; of dividing by 256
(assert (= quotient3 (div quotient2 256)))
(check-sat)
