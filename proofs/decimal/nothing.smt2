; decimal/nothing: ten times a natural number, and a digit, are 0 only where both are
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(declare-fun text.digit.0 () Int)
(declare-fun text.rest.1 () Int)
(declare-fun text.rest.0 () Int)
; text.digit.0 is a digit
(assert (<= 0 text.digit.0 9))
; text.rest.1 is natural
(assert (<= 0 text.rest.1))
; text.rest.0 is ten times text.rest.1, and text.digit.0
(assert (= text.rest.0 (+ (* 10 text.rest.1) text.digit.0)))
; not: ten times a natural number, and a digit, are 0 only where both are
(assert (not (= (= text.rest.0 0) (and (= text.digit.0 0) (= text.rest.1 0)))))
(check-sat)
