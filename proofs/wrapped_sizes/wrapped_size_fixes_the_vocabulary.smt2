; wrapped_sizes/wrapped_size_fixes_the_vocabulary: payloads of one size modulo 2^64 have one vocabulary
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun vocabulary () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
(declare-fun forged () Int)
; vocabulary is from 1 to 256
(assert (and (<= 1 vocabulary) (<= vocabulary 256)))
; plane_count is 3
(assert (= plane_count 3))
; bytes_per_scalar is 4
(assert (= bytes_per_scalar 4))
; forged is 9007199254740992 - vocabulary
(assert (= forged (- 9007199254740992 vocabulary)))
; not: payloads of one size modulo 2^64 have one vocabulary
(assert
  (not
    (=>
      (=
        (mod (* forged forged plane_count bytes_per_scalar) 18446744073709551616)
        (* vocabulary vocabulary plane_count bytes_per_scalar))
      (= forged vocabulary))))
(check-sat)
