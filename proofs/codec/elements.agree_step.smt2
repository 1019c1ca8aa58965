; codec/elements.agree_step: where two readings of an array have an element alike, they have the next alike
; unsat: it holds; sat: the model is a case for which it does not
; claimed: so does the next
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
; not: where two readings of an array have an element alike, they have the next alike
(assert (not (= (a.starts (+ index 1)) (b.starts (+ index 1)))))
(check-sat)
