; byte_map/told_apart: two addresses of one file byte have the same plane, row, column and byte
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
(declare-fun plane () Int)
(declare-fun row () Int)
(declare-fun column () Int)
(declare-fun byte () Int)
(declare-fun other_plane () Int)
(declare-fun other_row () Int)
(declare-fun other_column () Int)
(declare-fun other_byte () Int)
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
; plane is from 0 to plane_count - 1
(assert (and (<= 0 plane) (<= plane (- plane_count 1))))
; row is from 0 to vocabulary - 1
(assert (and (<= 0 row) (<= row (- vocabulary 1))))
; column is from 0 to vocabulary - 1
(assert (and (<= 0 column) (<= column (- vocabulary 1))))
; byte is from 0 to bytes_per_scalar - 1
(assert (and (<= 0 byte) (<= byte (- bytes_per_scalar 1))))
; other_plane is from 0 to plane_count - 1
(assert (and (<= 0 other_plane) (<= other_plane (- plane_count 1))))
; other_row is from 0 to vocabulary - 1
(assert (and (<= 0 other_row) (<= other_row (- vocabulary 1))))
; other_column is from 0 to vocabulary - 1
(assert (and (<= 0 other_column) (<= other_column (- vocabulary 1))))
; other_byte is from 0 to bytes_per_scalar - 1
(assert (and (<= 0 other_byte) (<= other_byte (- bytes_per_scalar 1))))
; row_bytes is below 2^63
(assert (< row_bytes 9223372036854775808))
; plane_bytes is below 2^63
(assert (< plane_bytes 9223372036854775808))
; the step leads to a number from 0 to below count x base, where count is vocabulary, base is bytes_per_scalar, high is column, digit is byte
(assert
  (=>
    (and
      (<= 1 vocabulary)
      (<= vocabulary 9223372036854775807)
      (<= 1 bytes_per_scalar)
      (<= bytes_per_scalar 9223372036854775807)
      (<= 0 column)
      (<= column (- vocabulary 1))
      (<= 0 byte)
      (<= byte (- bytes_per_scalar 1)))
    (and
      (<= 0 (+ (* column bytes_per_scalar) byte))
      (< (+ (* column bytes_per_scalar) byte) (* vocabulary bytes_per_scalar)))))
; the step leads to a number from 0 to below count x base, where count is vocabulary, base is row_bytes, high is row, digit is column * bytes_per_scalar + byte
(assert
  (=>
    (and
      (<= 1 vocabulary)
      (<= vocabulary 9223372036854775807)
      (<= 1 row_bytes)
      (<= row_bytes 9223372036854775807)
      (<= 0 row)
      (<= row (- vocabulary 1))
      (<= 0 (+ (* column bytes_per_scalar) byte))
      (<= (+ (* column bytes_per_scalar) byte) (- row_bytes 1)))
    (and
      (<= 0 (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte)))
      (< (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte)) (* vocabulary row_bytes)))))
; the step leads to a number from 0 to below count x base, where count is plane_count, base is plane_bytes, high is plane, digit is row * row_bytes + (column * bytes_per_scalar + byte)
(assert
  (=>
    (and
      (<= 1 plane_count)
      (<= plane_count 9223372036854775807)
      (<= 1 plane_bytes)
      (<= plane_bytes 9223372036854775807)
      (<= 0 plane)
      (<= plane (- plane_count 1))
      (<= 0 (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte)))
      (<= (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte)) (- plane_bytes 1)))
    (and
      (<= 0 (+ (* plane plane_bytes) (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte))))
      (<
        (+ (* plane plane_bytes) (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte)))
        (* plane_count plane_bytes)))))
; the step leads to a number from 0 to below count x base, where count is vocabulary, base is bytes_per_scalar, high is other_column, digit is other_byte
(assert
  (=>
    (and
      (<= 1 vocabulary)
      (<= vocabulary 9223372036854775807)
      (<= 1 bytes_per_scalar)
      (<= bytes_per_scalar 9223372036854775807)
      (<= 0 other_column)
      (<= other_column (- vocabulary 1))
      (<= 0 other_byte)
      (<= other_byte (- bytes_per_scalar 1)))
    (and
      (<= 0 (+ (* other_column bytes_per_scalar) other_byte))
      (< (+ (* other_column bytes_per_scalar) other_byte) (* vocabulary bytes_per_scalar)))))
; the step leads to a number from 0 to below count x base, where count is vocabulary, base is row_bytes, high is other_row, digit is other_column * bytes_per_scalar + other_byte
(assert
  (=>
    (and
      (<= 1 vocabulary)
      (<= vocabulary 9223372036854775807)
      (<= 1 row_bytes)
      (<= row_bytes 9223372036854775807)
      (<= 0 other_row)
      (<= other_row (- vocabulary 1))
      (<= 0 (+ (* other_column bytes_per_scalar) other_byte))
      (<= (+ (* other_column bytes_per_scalar) other_byte) (- row_bytes 1)))
    (and
      (<= 0 (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte)))
      (<
        (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte))
        (* vocabulary row_bytes)))))
; the step leads to a number from 0 to below count x base, where count is plane_count, base is plane_bytes, high is other_plane, digit is other_row * row_bytes + (other_column * bytes_per_scalar + other_byte)
(assert
  (=>
    (and
      (<= 1 plane_count)
      (<= plane_count 9223372036854775807)
      (<= 1 plane_bytes)
      (<= plane_bytes 9223372036854775807)
      (<= 0 other_plane)
      (<= other_plane (- plane_count 1))
      (<= 0 (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte)))
      (<=
        (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte))
        (- plane_bytes 1)))
    (and
      (<=
        0
        (+ (* other_plane plane_bytes)
          (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte))))
      (<
        (+ (* other_plane plane_bytes)
          (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte)))
        (* plane_count plane_bytes)))))
; two steps to one number have the same number before and the same digit, where count is vocabulary, base is bytes_per_scalar, high is column, digit is byte, other_high is other_column, other_digit is other_byte
(assert
  (=>
    (and
      (<= 1 vocabulary)
      (<= vocabulary 9223372036854775807)
      (<= 1 bytes_per_scalar)
      (<= bytes_per_scalar 9223372036854775807)
      (<= 0 column)
      (<= column (- vocabulary 1))
      (<= 0 byte)
      (<= byte (- bytes_per_scalar 1))
      (<= 0 other_column)
      (<= other_column (- vocabulary 1))
      (<= 0 other_byte)
      (<= other_byte (- bytes_per_scalar 1)))
    (=>
      (= (+ (* column bytes_per_scalar) byte) (+ (* other_column bytes_per_scalar) other_byte))
      (and (= column other_column) (= byte other_byte)))))
; two steps to one number have the same number before and the same digit, where count is vocabulary, base is row_bytes, high is row, digit is column * bytes_per_scalar + byte, other_high is other_row, other_digit is other_column * bytes_per_scalar + other_byte
(assert
  (=>
    (and
      (<= 1 vocabulary)
      (<= vocabulary 9223372036854775807)
      (<= 1 row_bytes)
      (<= row_bytes 9223372036854775807)
      (<= 0 row)
      (<= row (- vocabulary 1))
      (<= 0 (+ (* column bytes_per_scalar) byte))
      (<= (+ (* column bytes_per_scalar) byte) (- row_bytes 1))
      (<= 0 other_row)
      (<= other_row (- vocabulary 1))
      (<= 0 (+ (* other_column bytes_per_scalar) other_byte))
      (<= (+ (* other_column bytes_per_scalar) other_byte) (- row_bytes 1)))
    (=>
      (=
        (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte))
        (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte)))
      (and
        (= row other_row)
        (= (+ (* column bytes_per_scalar) byte) (+ (* other_column bytes_per_scalar) other_byte))))))
; two steps to one number have the same number before and the same digit, where count is plane_count, base is plane_bytes, high is plane, digit is row * row_bytes + (column * bytes_per_scalar + byte), other_high is other_plane, other_digit is other_row * row_bytes + (other_column * bytes_per_scalar + other_byte)
(assert
  (=>
    (and
      (<= 1 plane_count)
      (<= plane_count 9223372036854775807)
      (<= 1 plane_bytes)
      (<= plane_bytes 9223372036854775807)
      (<= 0 plane)
      (<= plane (- plane_count 1))
      (<= 0 (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte)))
      (<= (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte)) (- plane_bytes 1))
      (<= 0 other_plane)
      (<= other_plane (- plane_count 1))
      (<= 0 (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte)))
      (<=
        (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte))
        (- plane_bytes 1)))
    (=>
      (=
        (+ (* plane plane_bytes) (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte)))
        (+ (* other_plane plane_bytes)
          (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte))))
      (and
        (= plane other_plane)
        (=
          (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte))
          (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte)))))))
; not: two addresses of one file byte have the same plane, row, column and byte
(assert
  (not
    (=>
      (=
        (+ header_bytes
          (+ (* plane plane_bytes) (+ (* row row_bytes) (+ (* column bytes_per_scalar) byte))))
        (+
          header_bytes
          (+ (* other_plane plane_bytes)
            (+ (* other_row row_bytes) (+ (* other_column bytes_per_scalar) other_byte)))))
      (and (= plane other_plane) (= row other_row) (= column other_column) (= byte other_byte)))))
(check-sat)
