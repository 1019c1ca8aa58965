; premises of decimal/nothing
; sat: there is such a case; unsat: they contradict each other
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
(check-sat)
