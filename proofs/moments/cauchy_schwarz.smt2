; moments/cauchy_schwarz: S^2 <= R Q stays so, with S' = B S + |g|, Q' = A Q + g^2, R' = 1 + r R, r A = B^2
; unsat: it holds; sat: the model is a case for which it does not
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
; not: S^2 <= R Q stays so, with S' = B S + |g|, Q' = A Q + g^2, R' = 1 + r R, r A = B^2
(assert
  (not
    (<= (* (+ (* B S) g.size) (+ (* B S) g.size)) (* (+ 1 (* r R)) (+ (* A Q) (* g.size g.size))))))
(check-sat)
