; premises of moments/first_sum
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun e () Real)
(declare-fun n () Real)
(declare-fun m.next () Real)
(declare-fun b1.m () Real)
(declare-fun u1.g () Real)
(declare-fun m.next.d () Real)
(declare-fun b1.m.size () Real)
(declare-fun u1.g.size () Real)
; e is above 0 and below 1
(assert (< 0 e 1))
; n is above 0
(assert (< 0 n))
; m.next as it is rounded
(assert (= m.next (* (+ b1.m u1.g) (+ 1 m.next.d))))
; the deviation is at most e
(assert (<= (- e) m.next.d e))
; |b1.m| is at most b1.m.size
(assert (<= (- b1.m.size) b1.m b1.m.size))
; |u1.g| is at most u1.g.size
(assert (<= (- u1.g.size) u1.g u1.g.size))
(check-sat)
