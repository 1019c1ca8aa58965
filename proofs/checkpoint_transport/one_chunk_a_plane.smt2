; checkpoint_transport/one_chunk_a_plane: there is one chunk for each plane, and the chunks make up the payload
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun vocabulary () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
(declare-fun in_band_step_metadata () Int)
(declare-fun external_step_receipt_required () Int)
(declare-fun parameter_count () Int)
(declare-fun payload_bytes () Int)
(declare-fun plane_bytes () Int)
(declare-fun chunk_count () Int)
(declare-fun |payload_bytes // plane_bytes| () Int)
(declare-fun |payload_bytes % plane_bytes| () Int)
; quotient and rest of payload_bytes by plane_bytes, where that is positive
(assert
  (=>
    (< 0 plane_bytes)
    (and
      (=
        payload_bytes
        (+ (* plane_bytes |payload_bytes // plane_bytes|) |payload_bytes % plane_bytes|))
      (<= 0 |payload_bytes % plane_bytes|)
      (< |payload_bytes % plane_bytes| plane_bytes))))
; vocabulary is from 1 to 16777216
(assert (and (<= 1 vocabulary) (<= vocabulary 16777216)))
; plane_count is 3
(assert (= plane_count 3))
; bytes_per_scalar is from 1 to 8
(assert (and (<= 1 bytes_per_scalar) (<= bytes_per_scalar 8)))
; in_band_step_metadata is from 0 to 1
(assert (and (<= 0 in_band_step_metadata) (<= in_band_step_metadata 1)))
; external_step_receipt_required is from 0 to 1
(assert (and (<= 0 external_step_receipt_required) (<= external_step_receipt_required 1)))
; parameter_count is vocabulary * vocabulary
(assert (= parameter_count (* vocabulary vocabulary)))
; payload_bytes is parameter_count * plane_count * bytes_per_scalar
(assert (= payload_bytes (* parameter_count plane_count bytes_per_scalar)))
; plane_bytes is bytes_per_scalar * parameter_count
(assert (= plane_bytes (* bytes_per_scalar parameter_count)))
; chunk_count is payload_bytes / plane_bytes
(assert (= chunk_count |payload_bytes // plane_bytes|))
; the step is kept in the file or in a receipt
(assert (= (+ in_band_step_metadata external_step_receipt_required) 1))
; not: there is one chunk for each plane, and the chunks make up the payload
(assert (not (and (= chunk_count plane_count) (= (* chunk_count plane_bytes) payload_bytes))))
(check-sat)
