; codec/elements.agree_base: two readings of an array from the same byte on have their first element there
; unsat: it holds; sat: the model is a case for which it does not
; claimed: they begin alike
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun a.starts (Int) Int)
(declare-fun start () Int)
(declare-fun b.starts (Int) Int)
; a begins where the array does
(assert (= (a.starts 0) start))
; b begins where the array does
(assert (= (b.starts 0) start))
; not: two readings of an array from the same byte on have their first element there
(assert (not (= (a.starts 0) (b.starts 0))))
(check-sat)
