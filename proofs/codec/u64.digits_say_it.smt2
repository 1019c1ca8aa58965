; codec/u64.digits_say_it: the rests of dividing a number of 8 bytes by 256, again and again, say the number
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
(declare-fun byte2 () Int)
(declare-fun quotient2 () Int)
(declare-fun byte3 () Int)
(declare-fun quotient3 () Int)
(declare-fun byte4 () Int)
(declare-fun quotient4 () Int)
(declare-fun byte5 () Int)
(declare-fun quotient5 () Int)
(declare-fun byte6 () Int)
(declare-fun quotient6 () Int)
(declare-fun byte7 () Int)
(declare-fun quotient7 () Int)
; the number has 8 bytes
(assert (and (<= 0 number) (< number 18446744073709551616)))
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
; byte 4 is the rest
(assert (= byte4 (mod quotient3 256)))
; of dividing by 256
(assert (= quotient4 (div quotient3 256)))
; byte 5 is the rest
(assert (= byte5 (mod quotient4 256)))
; of dividing by 256
(assert (= quotient5 (div quotient4 256)))
; byte 6 is the rest
(assert (= byte6 (mod quotient5 256)))
; of dividing by 256
(assert (= quotient6 (div quotient5 256)))
; byte 7 is the rest
(assert (= byte7 (mod quotient6 256)))
; of dividing by 256
(assert (= quotient7 (div quotient6 256)))
; not: the rests of dividing a number of 8 bytes by 256, again and again, say the number
(assert
  (not
    (and
      (= quotient7 0)
      (=
        (+ byte0 (* 256 byte1) (* 65536 byte2) (* 16777216 byte3) (* 4294967296 byte4)
          (* 1099511627776 byte5) (* 281474976710656 byte6) (* 72057594037927936 byte7))
        number))))
(check-sat)
