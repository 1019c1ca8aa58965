; input_record/word_bytes.below_2_63: word_bytes is below 2^63
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun vocabulary () Int)
(declare-fun prompts () Int)
(declare-fun header_bytes () Int)
(declare-fun word_bytes () Int)
(declare-fun prediction_bytes () Int)
(declare-fun targets_offset () Int)
(declare-fun prompts_offset () Int)
(declare-fun input_record_bytes () Int)
(declare-fun version () Int)
(declare-fun pairs.byte (Int) Int)
(declare-fun pairs.target (Int) Int)
(declare-fun targets (Int) Int)
(declare-fun prompt_bytes (Int) Int)
(declare-fun |offset_of(prompt_bytes)| () Int)
(declare-fun |record_bytes()| () Int)
; vocabulary is from 1 to 256
(assert (and (<= 1 vocabulary) (<= vocabulary 256)))
; prompts is from 0 to 65536
(assert (and (<= 0 prompts) (<= prompts 65536)))
; header_bytes is 16
(assert (= header_bytes 16))
; word_bytes is 4
(assert (= word_bytes 4))
; prediction_bytes is 4 + 4
(assert (= prediction_bytes (+ 4 4)))
; targets_offset is header_bytes + 2 * vocabulary
(assert (= targets_offset (+ header_bytes (* 2 vocabulary))))
; prompts_offset is targets_offset + word_bytes * vocabulary
(assert (= prompts_offset (+ targets_offset (* word_bytes vocabulary))))
; input_record_bytes is prompts_offset + word_bytes * prompts
(assert (= input_record_bytes (+ prompts_offset (* word_bytes prompts))))
; version is a u64
(assert (and (<= 0 version) (< version 18446744073709551616)))
; in each of pairs, byte is a u8
(assert
  (forall
    ((?i0 Int))
    (=> (and (<= 0 ?i0) (< ?i0 vocabulary)) (and (<= 0 (pairs.byte ?i0)) (< (pairs.byte ?i0) 256)))))
; in each of pairs, target is a u8
(assert
  (forall
    ((?i0 Int))
    (=>
      (and (<= 0 ?i0) (< ?i0 vocabulary))
      (and (<= 0 (pairs.target ?i0)) (< (pairs.target ?i0) 256)))))
; each of targets is a u32
(assert
  (forall
    ((?i0 Int))
    (=> (and (<= 0 ?i0) (< ?i0 vocabulary)) (and (<= 0 (targets ?i0)) (< (targets ?i0) 4294967296)))))
; each of prompt_bytes is a u32
(assert
  (forall
    ((?i0 Int))
    (=>
      (and (<= 0 ?i0) (< ?i0 prompts))
      (and (<= 0 (prompt_bytes ?i0)) (< (prompt_bytes ?i0) 4294967296)))))
; offset_of(prompt_bytes) is 8 + 8 + vocabulary * (1 + 1) + vocabulary * 4
(assert (= |offset_of(prompt_bytes)| (+ 8 8 (* vocabulary (+ 1 1)) (* vocabulary 4))))
; record_bytes() is offset_of(prompt_bytes) + prompts * 4
(assert (= |record_bytes()| (+ |offset_of(prompt_bytes)| (* prompts 4))))
; version is 1
(assert (= version 1))
; every pair's byte is below the vocabulary
(assert
  (forall ((?i0 Int)) (=> (and (<= 0 ?i0) (< ?i0 vocabulary)) (< (pairs.byte ?i0) vocabulary))))
; each byte has exactly one pair
(assert
  (forall
    ((?i0 Int) (?i0.later Int))
    (=>
      (and (<= 0 ?i0) (< ?i0 ?i0.later) (< ?i0.later vocabulary))
      (not (= (pairs.byte ?i0) (pairs.byte ?i0.later))))))
; targets[p.byte] = p.target for every pair
(assert
  (forall
    ((?i0 Int))
    (=> (and (<= 0 ?i0) (< ?i0 vocabulary)) (= (targets (pairs.byte ?i0)) (pairs.target ?i0)))))
; every target is below the vocabulary
(assert (forall ((?i0 Int)) (=> (and (<= 0 ?i0) (< ?i0 vocabulary)) (< (targets ?i0) vocabulary))))
; every prompt word is below the vocabulary
(assert
  (forall ((?i0 Int)) (=> (and (<= 0 ?i0) (< ?i0 prompts)) (< (prompt_bytes ?i0) vocabulary))))
; not: word_bytes is below 2^63
(assert (not (< word_bytes 9223372036854775808)))
(check-sat)
