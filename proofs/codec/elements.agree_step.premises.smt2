; premises of codec/elements.agree_step
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun index () Int)
(declare-fun end (Int) Int)
(declare-fun a.starts (Int) Int)
(declare-fun b.starts (Int) Int)
; in a, the next begins where the element ends, which its start fixes
(assert (= (a.starts (+ index 1)) (end (a.starts index))))
; in b, the next begins where the element ends, which its start fixes
(assert (= (b.starts (+ index 1)) (end (b.starts index))))
; the element begins alike
(assert (= (a.starts index) (b.starts index)))
(check-sat)
