; size_limits/signed_sizes_suffice_for_one_more: up to a vocabulary of 876,706,529 the payload is below 2^63 bytes
; unsat: it holds for every member; sat: the model is a member for which it does not
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
; not: up to a vocabulary of 876,706,529 the payload is below 2^63 bytes
(assert
  (not
    (=>
      (<= vocabulary 876706529)
      (< (* vocabulary vocabulary plane_count bytes_per_scalar) 9223372036854775808))))
(check-sat)
