; premises of decimal/step
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(declare-fun one.digit.0 () Int)
(declare-fun one.rest.1 () Int)
(declare-fun one.rest.0 () Int)
(declare-fun other.digit.0 () Int)
(declare-fun other.rest.1 () Int)
(declare-fun other.rest.0 () Int)
; one.digit.0 is a digit
(assert (<= 0 one.digit.0 9))
; one.rest.1 is natural
(assert (<= 0 one.rest.1))
; one.rest.0 is ten times one.rest.1, and one.digit.0
(assert (= one.rest.0 (+ (* 10 one.rest.1) one.digit.0)))
; other.digit.0 is a digit
(assert (<= 0 other.digit.0 9))
; other.rest.1 is natural
(assert (<= 0 other.rest.1))
; other.rest.0 is ten times other.rest.1, and other.digit.0
(assert (= other.rest.0 (+ (* 10 other.rest.1) other.digit.0)))
; both are one number
(assert (= one.rest.0 other.rest.0))
(check-sat)
