; codec/u16.digits_say_it: the rests of dividing a number of 2 bytes by 256, again and again, say the number
; unsat: it holds; sat: the model is a case for which it does not
; claimed: nothing is left
; claimed: the sum is the number
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun number () Int)
(declare-fun byte0 () Int)
(declare-fun quotient0 () Int)
(declare-fun byte1 () Int)
(declare-fun quotient1 () Int)
; the number has 2 bytes
(assert (and (<= 0 number) (< number 65536)))
; byte 0 is the rest
(assert (= byte0 (mod number 256)))
; of dividing by 256
(assert (= quotient0 (div number 256)))
; byte 1 is the rest
(assert (= byte1 (mod quotient0 256)))
; of dividing by 256
(assert (= quotient1 (div quotient0 256)))
; not: the rests of dividing a number of 2 bytes by 256, again and again, say the number
(assert (not (and (= quotient1 0) (= (+ byte0 (* 256 byte1)) number))))
(check-sat)
