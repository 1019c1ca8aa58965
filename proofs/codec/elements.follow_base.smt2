; codec/elements.follow_base: an array of no elements has no bytes
; unsat: it holds; sat: the model is a case for which it does not
; claimed: none lies in them
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun place () Int)
(declare-fun starts (Int) Int)
; no elements have some bytes
(assert (<= (starts 0) place))
; not: an array of no elements has no bytes
(assert (not (not (< place (starts 0)))))
(check-sat)
