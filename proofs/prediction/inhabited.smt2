; premises of Prediction
; sat: they have a member; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun token () Int)
(declare-fun validity () Int)
; token is a u32
(assert (and (<= 0 token) (< token 4294967296)))
; validity is a u32
(assert (and (<= 0 validity) (< validity 4294967296)))
(check-sat)
