; premises of codec/elements.follow_base
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun place () Int)
(declare-fun starts (Int) Int)
; no elements have some bytes
(assert (<= (starts 0) place))
(check-sat)
