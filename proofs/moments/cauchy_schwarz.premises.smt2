; premises of moments/cauchy_schwarz
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_NRA)
(declare-fun A () Real)
(declare-fun r () Real)
(declare-fun B () Real)
(declare-fun R () Real)
(declare-fun Q () Real)
(declare-fun S () Real)
(declare-fun g.size () Real)
; A is above 0
(assert (< 0 A))
; r A is B^2
(assert (= (* r A) (* B B)))
; B is at least 0
(assert (<= 0 B))
; R is at least 0
(assert (<= 0 R))
; Q is at least 0
(assert (<= 0 Q))
; S is at least 0
(assert (<= 0 S))
; g.size is at least 0
(assert (<= 0 g.size))
; it is so before the update
(assert (<= (* S S) (* R Q)))
(check-sat)
