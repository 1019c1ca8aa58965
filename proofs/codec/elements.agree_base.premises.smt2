; premises of codec/elements.agree_base
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun a.starts (Int) Int)
(declare-fun start () Int)
(declare-fun b.starts (Int) Int)
; a begins where the array does
(assert (= (a.starts 0) start))
; b begins where the array does
(assert (= (b.starts 0) start))
(check-sat)
