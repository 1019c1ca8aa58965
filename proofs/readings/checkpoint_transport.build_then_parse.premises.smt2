; premises of readings/checkpoint_transport.build_then_parse
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun file.start () Int)
(declare-fun vocabulary () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
(declare-fun in_band_step_metadata () Int)
(declare-fun external_step_receipt_required () Int)
(declare-fun |start(r.p)| () Int)
(declare-fun |size(p)| (Int Int) Int)
(declare-fun |start(r.m)| () Int)
(declare-fun |size(m)| (Int Int) Int)
(declare-fun |start(r.v)| () Int)
(declare-fun |size(v)| (Int Int) Int)
(declare-fun |end(r)| () Int)
(declare-fun r.p (Int) Int)
(declare-fun r.m (Int) Int)
(declare-fun r.v (Int) Int)
(declare-fun built.byte (Int) Int)
(declare-fun |start(a.p)| () Int)
(declare-fun |start(a.m)| () Int)
(declare-fun |start(a.v)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun |index(p)| () Int)
(declare-fun |index(m)| () Int)
(declare-fun |index(v)| () Int)
; each byte of a.p
(define-fun a.p ((?i Int)) Int (built.byte (+ |start(a.p)| ?i)))
; each byte of a.m
(define-fun a.m ((?i Int)) Int (built.byte (+ |start(a.m)| ?i)))
; each byte of a.v
(define-fun a.v ((?i Int)) Int (built.byte (+ |start(a.v)| ?i)))
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
; a.p begins at the first byte
(assert (= |start(a.p)| file.start))
; a.m begins where a.p ends
(assert (= |start(a.m)| (+ |start(a.p)| (|size(p)| bytes_per_scalar vocabulary))))
; a.v begins where a.m ends
(assert (= |start(a.v)| (+ |start(a.m)| (|size(m)| bytes_per_scalar vocabulary))))
; a ends where a.v ends
(assert (= |end(a)| (+ |start(a.v)| (|size(v)| bytes_per_scalar vocabulary))))
; r.p is made of bytes
(assert
  (=>
    (and (<= 0 |index(p)|) (< |index(p)| (|size(p)| bytes_per_scalar vocabulary)))
    (and (<= 0 (r.p |index(p)|)) (< (r.p |index(p)|) 256))))
; each byte of r.p is written
(assert
  (=>
    (and (<= 0 |index(p)|) (< |index(p)| (|size(p)| bytes_per_scalar vocabulary)))
    (= (built.byte (+ |start(r.p)| |index(p)|)) (r.p |index(p)|))))
; r.m is made of bytes
(assert
  (=>
    (and (<= 0 |index(m)|) (< |index(m)| (|size(m)| bytes_per_scalar vocabulary)))
    (and (<= 0 (r.m |index(m)|)) (< (r.m |index(m)|) 256))))
; each byte of r.m is written
(assert
  (=>
    (and (<= 0 |index(m)|) (< |index(m)| (|size(m)| bytes_per_scalar vocabulary)))
    (= (built.byte (+ |start(r.m)| |index(m)|)) (r.m |index(m)|))))
; r.v is made of bytes
(assert
  (=>
    (and (<= 0 |index(v)|) (< |index(v)| (|size(v)| bytes_per_scalar vocabulary)))
    (and (<= 0 (r.v |index(v)|)) (< (r.v |index(v)|) 256))))
; each byte of r.v is written
(assert
  (=>
    (and (<= 0 |index(v)|) (< |index(v)| (|size(v)| bytes_per_scalar vocabulary)))
    (= (built.byte (+ |start(r.v)| |index(v)|)) (r.v |index(v)|))))
(check-sat)
