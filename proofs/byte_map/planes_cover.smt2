; byte_map/planes_cover: every byte of the payload lies in one of the planes
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun vocabulary () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
(declare-fun digest_bytes () Int)
(declare-fun schema_bytes () Int)
(declare-fun learner_bytes () Int)
(declare-fun data_bytes () Int)
(declare-fun initialization_bytes () Int)
(declare-fun row_bytes () Int)
(declare-fun plane_bytes () Int)
(declare-fun header_bytes () Int)
(declare-fun place () Int)
(declare-fun |(place - header_bytes) // plane_bytes| () Int)
(declare-fun |(place - header_bytes) % plane_bytes| () Int)
; quotient and rest of place - header_bytes by plane_bytes, where that is positive
(assert
  (=>
    (< 0 plane_bytes)
    (and
      (=
        (- place header_bytes)
        (+ (* plane_bytes |(place - header_bytes) // plane_bytes|)
          |(place - header_bytes) % plane_bytes|))
      (<= 0 |(place - header_bytes) % plane_bytes|)
      (< |(place - header_bytes) % plane_bytes| plane_bytes))))
; vocabulary is from 1 to 16777216
(assert (and (<= 1 vocabulary) (<= vocabulary 16777216)))
; plane_count is from 1 to 2048
(assert (and (<= 1 plane_count) (<= plane_count 2048)))
; bytes_per_scalar is from 1 to 8
(assert (and (<= 1 bytes_per_scalar) (<= bytes_per_scalar 8)))
; digest_bytes is 32
(assert (= digest_bytes 32))
; schema_bytes is from 0 to 4294967295
(assert (and (<= 0 schema_bytes) (<= schema_bytes 4294967295)))
; learner_bytes is from 0 to 4294967295
(assert (and (<= 0 learner_bytes) (<= learner_bytes 4294967295)))
; data_bytes is from 0 to 4294967295
(assert (and (<= 0 data_bytes) (<= data_bytes 4294967295)))
; initialization_bytes is from 0 to 4294967295
(assert (and (<= 0 initialization_bytes) (<= initialization_bytes 4294967295)))
; row_bytes is vocabulary * bytes_per_scalar
(assert (= row_bytes (* vocabulary bytes_per_scalar)))
; plane_bytes is vocabulary * row_bytes
(assert (= plane_bytes (* vocabulary row_bytes)))
; header_bytes is 8 + 8 + 8 + 8 + 8 + 8 + 8 + 8 + digest_bytes + digest_bytes + (4 + schema_bytes) + (4 + learner_bytes) + (4 + data_bytes) + (4 + initialization_bytes) + plane_count * digest_bytes + (64 - (8 + 8 + 8 + 8 + 8 + 8 + 8 + 8 + digest_bytes + digest_bytes + (4 + schema_bytes) + (4 + learner_bytes) + (4 + data_bytes) + (4 + initialization_bytes) + plane_count * digest_bytes + digest_bytes) % 64) % 64 + digest_bytes
(assert
  (=
    header_bytes
    (+
      8
      8
      8
      8
      8
      8
      8
      8
      digest_bytes
      digest_bytes
      (+ 4 schema_bytes)
      (+ 4 learner_bytes)
      (+ 4 data_bytes)
      (+ 4 initialization_bytes)
      (* plane_count digest_bytes)
      (mod
        (-
          64
          (mod
            (+ 8 8 8 8 8 8 8 8 digest_bytes digest_bytes (+ 4 schema_bytes) (+ 4 learner_bytes)
              (+ 4 data_bytes) (+ 4 initialization_bytes) (* plane_count digest_bytes) digest_bytes)
            64))
        64)
      digest_bytes)))
; place is from header_bytes to header_bytes + plane_count * plane_bytes - 1
(assert (and (<= header_bytes place) (<= place (- (+ header_bytes (* plane_count plane_bytes)) 1))))
; not: every byte of the payload lies in one of the planes
(assert (not (< |(place - header_bytes) // plane_bytes| plane_count)))
(check-sat)
