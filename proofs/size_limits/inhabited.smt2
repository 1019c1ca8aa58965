; premises of SizeLimits
; sat: they have a member; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun vocabulary () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
; vocabulary is from 1 to 18446744073709551615
(assert (and (<= 1 vocabulary) (<= vocabulary 18446744073709551615)))
; plane_count is 3
(assert (= plane_count 3))
; bytes_per_scalar is 4
(assert (= bytes_per_scalar 4))
(check-sat)
