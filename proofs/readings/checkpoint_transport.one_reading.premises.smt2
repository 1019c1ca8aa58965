; premises of readings/checkpoint_transport.one_reading
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun file.start () Int)
(declare-fun vocabulary () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
(declare-fun in_band_step_metadata () Int)
(declare-fun external_step_receipt_required () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(a.p)| () Int)
(declare-fun |size(p)| (Int Int) Int)
(declare-fun |start(a.m)| () Int)
(declare-fun |size(m)| (Int Int) Int)
(declare-fun |start(a.v)| () Int)
(declare-fun |size(v)| (Int Int) Int)
(declare-fun |end(a)| () Int)
(declare-fun |index(p)| () Int)
(declare-fun |index(m)| () Int)
(declare-fun |index(v)| () Int)
(declare-fun |start(b.p)| () Int)
(declare-fun |start(b.m)| () Int)
(declare-fun |start(b.v)| () Int)
(declare-fun |end(b)| () Int)
; each byte of a.p
(define-fun a.p ((?i Int)) Int (file.byte (+ |start(a.p)| ?i)))
; each byte of a.m
(define-fun a.m ((?i Int)) Int (file.byte (+ |start(a.m)| ?i)))
; each byte of a.v
(define-fun a.v ((?i Int)) Int (file.byte (+ |start(a.v)| ?i)))
; each byte of b.p
(define-fun b.p ((?i Int)) Int (file.byte (+ |start(b.p)| ?i)))
; each byte of b.m
(define-fun b.m ((?i Int)) Int (file.byte (+ |start(b.m)| ?i)))
; each byte of b.v
(define-fun b.v ((?i Int)) Int (file.byte (+ |start(b.v)| ?i)))
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
; a.p begins at the first byte
(assert (= |start(a.p)| file.start))
; size(p) of a, as a function of what it mentions
(assert (= (|size(p)| bytes_per_scalar vocabulary) (* bytes_per_scalar (* vocabulary vocabulary))))
; a.m begins where a.p ends
(assert (= |start(a.m)| (+ |start(a.p)| (|size(p)| bytes_per_scalar vocabulary))))
; size(m) of a, as a function of what it mentions
(assert (= (|size(m)| bytes_per_scalar vocabulary) (* bytes_per_scalar (* vocabulary vocabulary))))
; a.v begins where a.m ends
(assert (= |start(a.v)| (+ |start(a.m)| (|size(m)| bytes_per_scalar vocabulary))))
; size(v) of a, as a function of what it mentions
(assert (= (|size(v)| bytes_per_scalar vocabulary) (* bytes_per_scalar (* vocabulary vocabulary))))
; a ends where a.v ends
(assert (= |end(a)| (+ |start(a.v)| (|size(v)| bytes_per_scalar vocabulary))))
; b.p begins at the first byte
(assert (= |start(b.p)| file.start))
; b.m begins where b.p ends
(assert (= |start(b.m)| (+ |start(b.p)| (|size(p)| bytes_per_scalar vocabulary))))
; b.v begins where b.m ends
(assert (= |start(b.v)| (+ |start(b.m)| (|size(m)| bytes_per_scalar vocabulary))))
; b ends where b.v ends
(assert (= |end(b)| (+ |start(b.v)| (|size(v)| bytes_per_scalar vocabulary))))
(check-sat)
