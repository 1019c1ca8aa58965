; checkpoint_envelope_contract/chunks_are_counted: there are as many chunks as planes
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun vocabulary () Int)
(declare-fun prompts () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
(declare-fun updates_per_invocation () Int)
(declare-fun parameter_count () Int)
(declare-fun payload_bytes () Int)
(declare-fun chunk_bytes () Int)
(declare-fun chunk_count () Int)
(declare-fun input_record_bytes () Int)
(declare-fun |length(schema)| () Int)
(declare-fun |length(learner)| () Int)
(declare-fun |length(data)| () Int)
(declare-fun |length(initialization)| () Int)
(declare-fun payload () Int)
(declare-fun chunk () Int)
(declare-fun updates () Int)
(declare-fun |offset_of(payload)| () Int)
(declare-fun |offset_of(chunk)| () Int)
(declare-fun |offset_of(updates)| () Int)
(declare-fun |record_bytes()| () Int)
(declare-fun |payload_bytes // chunk_bytes| () Int)
(declare-fun |payload_bytes % chunk_bytes| () Int)
; quotient and rest of payload_bytes by chunk_bytes, where that is positive
(assert
  (=>
    (< 0 chunk_bytes)
    (and
      (=
        payload_bytes
        (+ (* chunk_bytes |payload_bytes // chunk_bytes|) |payload_bytes % chunk_bytes|))
      (<= 0 |payload_bytes % chunk_bytes|)
      (< |payload_bytes % chunk_bytes| chunk_bytes))))
; vocabulary is from 1 to 256
(assert (and (<= 1 vocabulary) (<= vocabulary 256)))
; prompts is from 0 to 65536
(assert (and (<= 0 prompts) (<= prompts 65536)))
; plane_count is 3
(assert (= plane_count 3))
; bytes_per_scalar is from 1 to 8
(assert (and (<= 1 bytes_per_scalar) (<= bytes_per_scalar 8)))
; updates_per_invocation is from 1 to 1048576
(assert (and (<= 1 updates_per_invocation) (<= updates_per_invocation 1048576)))
; parameter_count is vocabulary * vocabulary
(assert (= parameter_count (* vocabulary vocabulary)))
; payload_bytes is vocabulary * vocabulary * plane_count * bytes_per_scalar
(assert (= payload_bytes (* vocabulary vocabulary plane_count bytes_per_scalar)))
; chunk_bytes is bytes_per_scalar * parameter_count
(assert (= chunk_bytes (* bytes_per_scalar parameter_count)))
; chunk_count is payload_bytes / chunk_bytes
(assert (= chunk_count |payload_bytes // chunk_bytes|))
; input_record_bytes is 16 + 2 * vocabulary + 4 * vocabulary + 4 * prompts
(assert (= input_record_bytes (+ 16 (* 2 vocabulary) (* 4 vocabulary) (* 4 prompts))))
; the length of schema is a u32
(assert (and (<= 0 |length(schema)|) (< |length(schema)| 4294967296)))
; the length of learner is a u32
(assert (and (<= 0 |length(learner)|) (< |length(learner)| 4294967296)))
; the length of data is a u32
(assert (and (<= 0 |length(data)|) (< |length(data)| 4294967296)))
; the length of initialization is a u32
(assert (and (<= 0 |length(initialization)|) (< |length(initialization)| 4294967296)))
; payload is a u64
(assert (and (<= 0 payload) (< payload 18446744073709551616)))
; chunk is a u64
(assert (and (<= 0 chunk) (< chunk 18446744073709551616)))
; updates is a u64
(assert (and (<= 0 updates) (< updates 18446744073709551616)))
; offset_of(payload) is 4 + length(schema) + (4 + length(learner)) + (4 + length(data)) + (4 + length(initialization))
(assert
  (=
    |offset_of(payload)|
    (+ 4 |length(schema)| (+ 4 |length(learner)|) (+ 4 |length(data)|)
      (+ 4 |length(initialization)|))))
; offset_of(chunk) is offset_of(payload) + 8
(assert (= |offset_of(chunk)| (+ |offset_of(payload)| 8)))
; offset_of(updates) is offset_of(chunk) + 8
(assert (= |offset_of(updates)| (+ |offset_of(chunk)| 8)))
; record_bytes() is offset_of(updates) + 8
(assert (= |record_bytes()| (+ |offset_of(updates)| 8)))
; payload is payload_bytes
(assert (= payload payload_bytes))
; chunk is chunk_bytes
(assert (= chunk chunk_bytes))
; updates is updates_per_invocation
(assert (= updates updates_per_invocation))
; not: there are as many chunks as planes
(assert (not (= chunk_count plane_count)))
(check-sat)
