; premises of RecordLengths
; sat: they have a member; unsat: they contradict each other
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
(check-sat)
