; readings/checkpoint_transport.parse_then_build: bytes that are read as a record of CheckpointTransport are those that it is built to, to the last
; unsat: it holds; sat: the model is a case for which it does not
; claimed: what is built is as long
; claimed: it has the same byte at any place
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun file.start () Int)
(declare-fun vocabulary () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
(declare-fun in_band_step_metadata () Int)
(declare-fun external_step_receipt_required () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(r.p)| () Int)
(declare-fun |size(p)| (Int Int) Int)
(declare-fun |start(r.m)| () Int)
(declare-fun |size(m)| (Int Int) Int)
(declare-fun |start(r.v)| () Int)
(declare-fun |size(v)| (Int Int) Int)
(declare-fun |end(r)| () Int)
(declare-fun |index(p)| () Int)
(declare-fun |index(m)| () Int)
(declare-fun |index(v)| () Int)
(declare-fun file.place () Int)
(declare-fun file.end () Int)
(declare-fun built.byte (Int) Int)
(declare-fun built.end () Int)
; each byte of r.p
(define-fun r.p ((?i Int)) Int (file.byte (+ |start(r.p)| ?i)))
; each byte of r.m
(define-fun r.m ((?i Int)) Int (file.byte (+ |start(r.m)| ?i)))
; each byte of r.v
(define-fun r.v ((?i Int)) Int (file.byte (+ |start(r.v)| ?i)))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
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
; r.p begins at the first byte
(assert (= |start(r.p)| file.start))
; size(p) of r, as a function of what it mentions
(assert (= (|size(p)| bytes_per_scalar vocabulary) (* bytes_per_scalar (* vocabulary vocabulary))))
; r.m begins where r.p ends
(assert (= |start(r.m)| (+ |start(r.p)| (|size(p)| bytes_per_scalar vocabulary))))
; size(m) of r, as a function of what it mentions
(assert (= (|size(m)| bytes_per_scalar vocabulary) (* bytes_per_scalar (* vocabulary vocabulary))))
; r.v begins where r.m ends
(assert (= |start(r.v)| (+ |start(r.m)| (|size(m)| bytes_per_scalar vocabulary))))
; size(v) of r, as a function of what it mentions
(assert (= (|size(v)| bytes_per_scalar vocabulary) (* bytes_per_scalar (* vocabulary vocabulary))))
; r ends where r.v ends
(assert (= |end(r)| (+ |start(r.v)| (|size(v)| bytes_per_scalar vocabulary))))
; the record ends where the bytes do
(assert (= |end(r)| file.end))
; each byte of r.p is written
(assert
  (=>
    (and
      (<= 0 (- file.place |start(r.p)|))
      (< (- file.place |start(r.p)|) (|size(p)| bytes_per_scalar vocabulary)))
    (= (built.byte (+ |start(r.p)| (- file.place |start(r.p)|))) (r.p (- file.place |start(r.p)|)))))
; each byte of r.m is written
(assert
  (=>
    (and
      (<= 0 (- file.place |start(r.m)|))
      (< (- file.place |start(r.m)|) (|size(m)| bytes_per_scalar vocabulary)))
    (= (built.byte (+ |start(r.m)| (- file.place |start(r.m)|))) (r.m (- file.place |start(r.m)|)))))
; each byte of r.v is written
(assert
  (=>
    (and
      (<= 0 (- file.place |start(r.v)|))
      (< (- file.place |start(r.v)|) (|size(v)| bytes_per_scalar vocabulary)))
    (= (built.byte (+ |start(r.v)| (- file.place |start(r.v)|))) (r.v (- file.place |start(r.v)|)))))
; what is built ends with its last part
(assert (= built.end |end(r)|))
; not: bytes that are read as a record of CheckpointTransport are those that it is built to, to the last
(assert
  (not
    (and
      (= built.end file.end)
      (=>
        (and (<= file.start file.place) (< file.place file.end))
        (= (built.byte file.place) (file.byte file.place))))))
(check-sat)
