; decimal/leading_zeros: two texts that read as one number are one text, leading zeros allowed
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(declare-fun one.digit.0 () Int)
(declare-fun one.rest.1 () Int)
(declare-fun one.rest.0 () Int)
(declare-fun one.digit.1 () Int)
(declare-fun one.rest.2 () Int)
(declare-fun one.length () Int)
(declare-fun other.digit.0 () Int)
(declare-fun other.rest.1 () Int)
(declare-fun other.rest.0 () Int)
(declare-fun other.digit.1 () Int)
(declare-fun other.rest.2 () Int)
(declare-fun other.length () Int)
; one.digit.0 is a digit
(assert (<= 0 one.digit.0 9))
; one.rest.1 is natural
(assert (<= 0 one.rest.1))
; one.rest.0 is ten times one.rest.1, and one.digit.0
(assert (= one.rest.0 (+ (* 10 one.rest.1) one.digit.0)))
; one.digit.1 is a digit
(assert (<= 0 one.digit.1 9))
; one.rest.2 is natural
(assert (<= 0 one.rest.2))
; one.rest.1 is ten times one.rest.2, and one.digit.1
(assert (= one.rest.1 (+ (* 10 one.rest.2) one.digit.1)))
; one has one digit or two
(assert (and (<= 1 one.length 2) (= one.rest.2 0) (=> (= one.length 1) (= one.digit.1 0))))
; other.digit.0 is a digit
(assert (<= 0 other.digit.0 9))
; other.rest.1 is natural
(assert (<= 0 other.rest.1))
; other.rest.0 is ten times other.rest.1, and other.digit.0
(assert (= other.rest.0 (+ (* 10 other.rest.1) other.digit.0)))
; other.digit.1 is a digit
(assert (<= 0 other.digit.1 9))
; other.rest.2 is natural
(assert (<= 0 other.rest.2))
; other.rest.1 is ten times other.rest.2, and other.digit.1
(assert (= other.rest.1 (+ (* 10 other.rest.2) other.digit.1)))
; other has one digit or two
(assert (and (<= 1 other.length 2) (= other.rest.2 0) (=> (= other.length 1) (= other.digit.1 0))))
; both are one number
(assert (= one.rest.0 other.rest.0))
; not: two texts that read as one number are one text, leading zeros allowed
(assert (not (= one.length other.length)))
(check-sat)
