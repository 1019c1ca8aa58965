; decimal/range: after 24 digits nothing is left exactly of the numbers below 10^24
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(declare-fun text.digit.0 () Int)
(declare-fun text.rest.1 () Int)
(declare-fun text.rest.0 () Int)
(declare-fun text.digit.1 () Int)
(declare-fun text.rest.2 () Int)
(declare-fun text.digit.2 () Int)
(declare-fun text.rest.3 () Int)
(declare-fun text.digit.3 () Int)
(declare-fun text.rest.4 () Int)
(declare-fun text.digit.4 () Int)
(declare-fun text.rest.5 () Int)
(declare-fun text.digit.5 () Int)
(declare-fun text.rest.6 () Int)
(declare-fun text.digit.6 () Int)
(declare-fun text.rest.7 () Int)
(declare-fun text.digit.7 () Int)
(declare-fun text.rest.8 () Int)
(declare-fun text.digit.8 () Int)
(declare-fun text.rest.9 () Int)
(declare-fun text.digit.9 () Int)
(declare-fun text.rest.10 () Int)
(declare-fun text.digit.10 () Int)
(declare-fun text.rest.11 () Int)
(declare-fun text.digit.11 () Int)
(declare-fun text.rest.12 () Int)
(declare-fun text.digit.12 () Int)
(declare-fun text.rest.13 () Int)
(declare-fun text.digit.13 () Int)
(declare-fun text.rest.14 () Int)
(declare-fun text.digit.14 () Int)
(declare-fun text.rest.15 () Int)
(declare-fun text.digit.15 () Int)
(declare-fun text.rest.16 () Int)
(declare-fun text.digit.16 () Int)
(declare-fun text.rest.17 () Int)
(declare-fun text.digit.17 () Int)
(declare-fun text.rest.18 () Int)
(declare-fun text.digit.18 () Int)
(declare-fun text.rest.19 () Int)
(declare-fun text.digit.19 () Int)
(declare-fun text.rest.20 () Int)
(declare-fun text.digit.20 () Int)
(declare-fun text.rest.21 () Int)
(declare-fun text.digit.21 () Int)
(declare-fun text.rest.22 () Int)
(declare-fun text.digit.22 () Int)
(declare-fun text.rest.23 () Int)
(declare-fun text.digit.23 () Int)
(declare-fun text.rest.24 () Int)
; text.digit.0 is a digit
(assert (<= 0 text.digit.0 9))
; text.rest.1 is natural
(assert (<= 0 text.rest.1))
; text.rest.0 is ten times text.rest.1, and text.digit.0
(assert (= text.rest.0 (+ (* 10 text.rest.1) text.digit.0)))
; text.digit.1 is a digit
(assert (<= 0 text.digit.1 9))
; text.rest.2 is natural
(assert (<= 0 text.rest.2))
; text.rest.1 is ten times text.rest.2, and text.digit.1
(assert (= text.rest.1 (+ (* 10 text.rest.2) text.digit.1)))
; text.digit.2 is a digit
(assert (<= 0 text.digit.2 9))
; text.rest.3 is natural
(assert (<= 0 text.rest.3))
; text.rest.2 is ten times text.rest.3, and text.digit.2
(assert (= text.rest.2 (+ (* 10 text.rest.3) text.digit.2)))
; text.digit.3 is a digit
(assert (<= 0 text.digit.3 9))
; text.rest.4 is natural
(assert (<= 0 text.rest.4))
; text.rest.3 is ten times text.rest.4, and text.digit.3
(assert (= text.rest.3 (+ (* 10 text.rest.4) text.digit.3)))
; text.digit.4 is a digit
(assert (<= 0 text.digit.4 9))
; text.rest.5 is natural
(assert (<= 0 text.rest.5))
; text.rest.4 is ten times text.rest.5, and text.digit.4
(assert (= text.rest.4 (+ (* 10 text.rest.5) text.digit.4)))
; text.digit.5 is a digit
(assert (<= 0 text.digit.5 9))
; text.rest.6 is natural
(assert (<= 0 text.rest.6))
; text.rest.5 is ten times text.rest.6, and text.digit.5
(assert (= text.rest.5 (+ (* 10 text.rest.6) text.digit.5)))
; text.digit.6 is a digit
(assert (<= 0 text.digit.6 9))
; text.rest.7 is natural
(assert (<= 0 text.rest.7))
; text.rest.6 is ten times text.rest.7, and text.digit.6
(assert (= text.rest.6 (+ (* 10 text.rest.7) text.digit.6)))
; text.digit.7 is a digit
(assert (<= 0 text.digit.7 9))
; text.rest.8 is natural
(assert (<= 0 text.rest.8))
; text.rest.7 is ten times text.rest.8, and text.digit.7
(assert (= text.rest.7 (+ (* 10 text.rest.8) text.digit.7)))
; text.digit.8 is a digit
(assert (<= 0 text.digit.8 9))
; text.rest.9 is natural
(assert (<= 0 text.rest.9))
; text.rest.8 is ten times text.rest.9, and text.digit.8
(assert (= text.rest.8 (+ (* 10 text.rest.9) text.digit.8)))
; text.digit.9 is a digit
(assert (<= 0 text.digit.9 9))
; text.rest.10 is natural
(assert (<= 0 text.rest.10))
; text.rest.9 is ten times text.rest.10, and text.digit.9
(assert (= text.rest.9 (+ (* 10 text.rest.10) text.digit.9)))
; text.digit.10 is a digit
(assert (<= 0 text.digit.10 9))
; text.rest.11 is natural
(assert (<= 0 text.rest.11))
; text.rest.10 is ten times text.rest.11, and text.digit.10
(assert (= text.rest.10 (+ (* 10 text.rest.11) text.digit.10)))
; text.digit.11 is a digit
(assert (<= 0 text.digit.11 9))
; text.rest.12 is natural
(assert (<= 0 text.rest.12))
; text.rest.11 is ten times text.rest.12, and text.digit.11
(assert (= text.rest.11 (+ (* 10 text.rest.12) text.digit.11)))
; text.digit.12 is a digit
(assert (<= 0 text.digit.12 9))
; text.rest.13 is natural
(assert (<= 0 text.rest.13))
; text.rest.12 is ten times text.rest.13, and text.digit.12
(assert (= text.rest.12 (+ (* 10 text.rest.13) text.digit.12)))
; text.digit.13 is a digit
(assert (<= 0 text.digit.13 9))
; text.rest.14 is natural
(assert (<= 0 text.rest.14))
; text.rest.13 is ten times text.rest.14, and text.digit.13
(assert (= text.rest.13 (+ (* 10 text.rest.14) text.digit.13)))
; text.digit.14 is a digit
(assert (<= 0 text.digit.14 9))
; text.rest.15 is natural
(assert (<= 0 text.rest.15))
; text.rest.14 is ten times text.rest.15, and text.digit.14
(assert (= text.rest.14 (+ (* 10 text.rest.15) text.digit.14)))
; text.digit.15 is a digit
(assert (<= 0 text.digit.15 9))
; text.rest.16 is natural
(assert (<= 0 text.rest.16))
; text.rest.15 is ten times text.rest.16, and text.digit.15
(assert (= text.rest.15 (+ (* 10 text.rest.16) text.digit.15)))
; text.digit.16 is a digit
(assert (<= 0 text.digit.16 9))
; text.rest.17 is natural
(assert (<= 0 text.rest.17))
; text.rest.16 is ten times text.rest.17, and text.digit.16
(assert (= text.rest.16 (+ (* 10 text.rest.17) text.digit.16)))
; text.digit.17 is a digit
(assert (<= 0 text.digit.17 9))
; text.rest.18 is natural
(assert (<= 0 text.rest.18))
; text.rest.17 is ten times text.rest.18, and text.digit.17
(assert (= text.rest.17 (+ (* 10 text.rest.18) text.digit.17)))
; text.digit.18 is a digit
(assert (<= 0 text.digit.18 9))
; text.rest.19 is natural
(assert (<= 0 text.rest.19))
; text.rest.18 is ten times text.rest.19, and text.digit.18
(assert (= text.rest.18 (+ (* 10 text.rest.19) text.digit.18)))
; text.digit.19 is a digit
(assert (<= 0 text.digit.19 9))
; text.rest.20 is natural
(assert (<= 0 text.rest.20))
; text.rest.19 is ten times text.rest.20, and text.digit.19
(assert (= text.rest.19 (+ (* 10 text.rest.20) text.digit.19)))
; text.digit.20 is a digit
(assert (<= 0 text.digit.20 9))
; text.rest.21 is natural
(assert (<= 0 text.rest.21))
; text.rest.20 is ten times text.rest.21, and text.digit.20
(assert (= text.rest.20 (+ (* 10 text.rest.21) text.digit.20)))
; text.digit.21 is a digit
(assert (<= 0 text.digit.21 9))
; text.rest.22 is natural
(assert (<= 0 text.rest.22))
; text.rest.21 is ten times text.rest.22, and text.digit.21
(assert (= text.rest.21 (+ (* 10 text.rest.22) text.digit.21)))
; text.digit.22 is a digit
(assert (<= 0 text.digit.22 9))
; text.rest.23 is natural
(assert (<= 0 text.rest.23))
; text.rest.22 is ten times text.rest.23, and text.digit.22
(assert (= text.rest.22 (+ (* 10 text.rest.23) text.digit.22)))
; text.digit.23 is a digit
(assert (<= 0 text.digit.23 9))
; text.rest.24 is natural
(assert (<= 0 text.rest.24))
; text.rest.23 is ten times text.rest.24, and text.digit.23
(assert (= text.rest.23 (+ (* 10 text.rest.24) text.digit.23)))
; not: after 24 digits nothing is left exactly of the numbers below 10^24
(assert (not (= (< text.rest.0 1000000000000000000000000) (= text.rest.24 0))))
(check-sat)
