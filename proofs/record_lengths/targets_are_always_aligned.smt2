; record_lengths/targets_are_always_aligned: the targets of a record lie at a multiple of their width
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun vocabulary () Int)
(declare-fun prompts () Int)
(declare-fun length () Int)
(declare-fun other_length () Int)
(declare-fun other_vocabulary () Int)
(declare-fun other_prompts () Int)
; vocabulary is from 1 to 256
(assert (and (<= 1 vocabulary) (<= vocabulary 256)))
; prompts is from 0 to 65536
(assert (and (<= 0 prompts) (<= prompts 65536)))
; length is 16 + 2 * vocabulary + 4 * vocabulary + 4 * prompts
(assert (= length (+ 16 (* 2 vocabulary) (* 4 vocabulary) (* 4 prompts))))
; other_length is 16 + 2 * other_vocabulary + 4 * other_vocabulary + 4 * other_prompts
(assert (= other_length (+ 16 (* 2 other_vocabulary) (* 4 other_vocabulary) (* 4 other_prompts))))
; not: the targets of a record lie at a multiple of their width
(assert (not (= (mod (+ 16 (* 2 vocabulary)) 4) 0)))
(check-sat)
