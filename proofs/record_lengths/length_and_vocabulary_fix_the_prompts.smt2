; record_lengths/length_and_vocabulary_fix_the_prompts: two records of one length and vocabulary have as many prompts
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun vocabulary () Int)
(declare-fun prompts () Int)
(declare-fun other_vocabulary () Int)
(declare-fun other_prompts () Int)
(declare-fun length () Int)
(declare-fun other_length () Int)
; vocabulary is from 1 to 256
(assert (and (<= 1 vocabulary) (<= vocabulary 256)))
; prompts is from 0 to 65536
(assert (and (<= 0 prompts) (<= prompts 65536)))
; other_vocabulary is from 1 to 256
(assert (and (<= 1 other_vocabulary) (<= other_vocabulary 256)))
; other_prompts is from 0 to 65536
(assert (and (<= 0 other_prompts) (<= other_prompts 65536)))
; length is 16 + 2 * vocabulary + 4 * vocabulary + 4 * prompts
(assert (= length (+ 16 (* 2 vocabulary) (* 4 vocabulary) (* 4 prompts))))
; other_length is 16 + 2 * other_vocabulary + 4 * other_vocabulary + 4 * other_prompts
(assert (= other_length (+ 16 (* 2 other_vocabulary) (* 4 other_vocabulary) (* 4 other_prompts))))
; not: two records of one length and vocabulary have as many prompts
(assert
  (not (=> (and (= length other_length) (= vocabulary other_vocabulary)) (= prompts other_prompts))))
(check-sat)
