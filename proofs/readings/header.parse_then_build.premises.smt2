; premises of readings/header.parse_then_build
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun file.start () Int)
(declare-fun digest_bytes () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(r.magic)| () Int)
(declare-fun |start(r.version)| () Int)
(declare-fun |start(r.header_bytes)| () Int)
(declare-fun |start(r.payload_bytes)| () Int)
(declare-fun |start(r.chunk_bytes)| () Int)
(declare-fun |start(r.chunk_count)| () Int)
(declare-fun |start(r.step)| () Int)
(declare-fun |start(r.updates_per_invocation)| () Int)
(declare-fun |start(r.input_digest)| () Int)
(declare-fun |start(r.parent)| () Int)
(declare-fun |start(r.schema)| () Int)
(declare-fun |start(r.learner)| () Int)
(declare-fun |start(r.data)| () Int)
(declare-fun |start(r.initialization)| () Int)
(declare-fun |start(r.chunk_digests)| () Int)
(declare-fun |size(chunk_digests)| (Int Int) Int)
(declare-fun |start(r.padding)| () Int)
(declare-fun |padding to 64| (Int) Int)
(declare-fun |r.size(padding)| () Int)
(declare-fun |start(r.header_digest)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun |index(magic)| () Int)
(declare-fun file.byte.u64 (Int) Int)
(declare-fun r.version () Int)
(declare-fun r.header_bytes () Int)
(declare-fun r.payload_bytes () Int)
(declare-fun r.chunk_bytes () Int)
(declare-fun r.chunk_count () Int)
(declare-fun r.step () Int)
(declare-fun r.updates_per_invocation () Int)
(declare-fun |index(input_digest)| () Int)
(declare-fun |index(parent)| () Int)
(declare-fun file.byte.u32 (Int) Int)
(declare-fun |length(r.schema)| () Int)
(declare-fun |index(schema)| () Int)
(declare-fun |length(r.learner)| () Int)
(declare-fun |index(learner)| () Int)
(declare-fun |length(r.data)| () Int)
(declare-fun |index(data)| () Int)
(declare-fun |length(r.initialization)| () Int)
(declare-fun |index(initialization)| () Int)
(declare-fun |index(chunk_digests)| () Int)
(declare-fun |index(padding)| () Int)
(declare-fun |index(header_digest)| () Int)
(declare-fun file.place () Int)
(declare-fun file.end () Int)
(declare-fun built.byte (Int) Int)
(declare-fun built.end () Int)
; each byte of r.magic
(define-fun r.magic ((?i Int)) Int (file.byte (+ |start(r.magic)| ?i)))
; each byte of r.input_digest
(define-fun r.input_digest ((?i Int)) Int (file.byte (+ |start(r.input_digest)| ?i)))
; each byte of r.parent
(define-fun r.parent ((?i Int)) Int (file.byte (+ |start(r.parent)| ?i)))
; each byte of r.schema
(define-fun r.schema ((?i Int)) Int (file.byte (+ |start(r.schema)| 4 ?i)))
; each byte of r.learner
(define-fun r.learner ((?i Int)) Int (file.byte (+ |start(r.learner)| 4 ?i)))
; each byte of r.data
(define-fun r.data ((?i Int)) Int (file.byte (+ |start(r.data)| 4 ?i)))
; each byte of r.initialization
(define-fun r.initialization ((?i Int)) Int (file.byte (+ |start(r.initialization)| 4 ?i)))
; each byte of r.chunk_digests
(define-fun r.chunk_digests ((?i Int)) Int (file.byte (+ |start(r.chunk_digests)| ?i)))
; each byte of r.padding
(define-fun r.padding ((?i Int)) Int (file.byte (+ |start(r.padding)| ?i)))
; each byte of r.header_digest
(define-fun r.header_digest ((?i Int)) Int (file.byte (+ |start(r.header_digest)| ?i)))
; magic is b'BOBCKPT1'
(define-fun
  |constant(magic)|
  ((?i Int))
  Int
  (ite
    (= ?i 0)
    66
    (ite
      (= ?i 1)
      79
      (ite
        (= ?i 2)
        66
        (ite (= ?i 3) 67 (ite (= ?i 4) 75 (ite (= ?i 5) 80 (ite (= ?i 6) 84 (ite (= ?i 7) 49 0)))))))))
; zeros
(define-fun |constant(padding)| ((?i Int)) Int 0)
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; digest_bytes is 32
(assert (= digest_bytes 32))
; r.magic begins at the first byte
(assert (= |start(r.magic)| file.start))
; r.version begins where r.magic ends
(assert (= |start(r.version)| (+ |start(r.magic)| 8)))
; r.header_bytes begins where r.version ends
(assert (= |start(r.header_bytes)| (+ |start(r.version)| 8)))
; r.payload_bytes begins where r.header_bytes ends
(assert (= |start(r.payload_bytes)| (+ |start(r.header_bytes)| 8)))
; r.chunk_bytes begins where r.payload_bytes ends
(assert (= |start(r.chunk_bytes)| (+ |start(r.payload_bytes)| 8)))
; r.chunk_count begins where r.chunk_bytes ends
(assert (= |start(r.chunk_count)| (+ |start(r.chunk_bytes)| 8)))
; r.step begins where r.chunk_count ends
(assert (= |start(r.step)| (+ |start(r.chunk_count)| 8)))
; r.updates_per_invocation begins where r.step ends
(assert (= |start(r.updates_per_invocation)| (+ |start(r.step)| 8)))
; r.input_digest begins where r.updates_per_invocation ends
(assert (= |start(r.input_digest)| (+ |start(r.updates_per_invocation)| 8)))
; r.parent begins where r.input_digest ends
(assert (= |start(r.parent)| (+ |start(r.input_digest)| digest_bytes)))
; r.schema begins where r.parent ends
(assert (= |start(r.schema)| (+ |start(r.parent)| digest_bytes)))
; r.learner begins where r.schema ends
(assert (= |start(r.learner)| (+ |start(r.schema)| 4 |length(r.schema)|)))
; r.data begins where r.learner ends
(assert (= |start(r.data)| (+ |start(r.learner)| 4 |length(r.learner)|)))
; r.initialization begins where r.data ends
(assert (= |start(r.initialization)| (+ |start(r.data)| 4 |length(r.data)|)))
; r.chunk_digests begins where r.initialization ends
(assert (= |start(r.chunk_digests)| (+ |start(r.initialization)| 4 |length(r.initialization)|)))
; size(chunk_digests) of r, as a function of what it mentions
(assert (= (|size(chunk_digests)| r.chunk_count digest_bytes) (* r.chunk_count digest_bytes)))
; r.padding begins where r.chunk_digests ends
(assert
  (=
    |start(r.padding)|
    (+ |start(r.chunk_digests)| (|size(chunk_digests)| r.chunk_count digest_bytes))))
; r.padding fills up its record (codec/padding.fills_up)
(assert
  (=
    |r.size(padding)|
    (|padding to 64|
      (+ 8 8 8 8 8 8 8 8 digest_bytes digest_bytes (+ 4 |length(r.schema)|)
        (+ 4 |length(r.learner)|) (+ 4 |length(r.data)|) (+ 4 |length(r.initialization)|)
        (* r.chunk_count digest_bytes) digest_bytes))))
; r.header_digest begins where r.padding ends
(assert (= |start(r.header_digest)| (+ |start(r.padding)| |r.size(padding)|)))
; r ends where r.header_digest ends
(assert (= |end(r)| (+ |start(r.header_digest)| digest_bytes)))
; r.version is what its bytes say
(assert (= r.version (file.byte.u64 |start(r.version)|)))
; r.version: a number of 8 bytes
(assert (and (<= 0 r.version) (< r.version 18446744073709551616)))
; r.header_bytes is what its bytes say
(assert (= r.header_bytes (file.byte.u64 |start(r.header_bytes)|)))
; r.header_bytes: a number of 8 bytes
(assert (and (<= 0 r.header_bytes) (< r.header_bytes 18446744073709551616)))
; r.payload_bytes is what its bytes say
(assert (= r.payload_bytes (file.byte.u64 |start(r.payload_bytes)|)))
; r.payload_bytes: a number of 8 bytes
(assert (and (<= 0 r.payload_bytes) (< r.payload_bytes 18446744073709551616)))
; r.chunk_bytes is what its bytes say
(assert (= r.chunk_bytes (file.byte.u64 |start(r.chunk_bytes)|)))
; r.chunk_bytes: a number of 8 bytes
(assert (and (<= 0 r.chunk_bytes) (< r.chunk_bytes 18446744073709551616)))
; r.chunk_count is what its bytes say
(assert (= r.chunk_count (file.byte.u64 |start(r.chunk_count)|)))
; r.chunk_count: a number of 8 bytes
(assert (and (<= 0 r.chunk_count) (< r.chunk_count 18446744073709551616)))
; r.step is what its bytes say
(assert (= r.step (file.byte.u64 |start(r.step)|)))
; r.step: a number of 8 bytes
(assert (and (<= 0 r.step) (< r.step 18446744073709551616)))
; r.updates_per_invocation is what its bytes say
(assert (= r.updates_per_invocation (file.byte.u64 |start(r.updates_per_invocation)|)))
; r.updates_per_invocation: a number of 8 bytes
(assert (and (<= 0 r.updates_per_invocation) (< r.updates_per_invocation 18446744073709551616)))
; |length(r.schema)| is what its bytes say
(assert (= |length(r.schema)| (file.byte.u32 |start(r.schema)|)))
; r.schema: a number of 4 bytes
(assert (and (<= 0 |length(r.schema)|) (< |length(r.schema)| 4294967296)))
; |length(r.learner)| is what its bytes say
(assert (= |length(r.learner)| (file.byte.u32 |start(r.learner)|)))
; r.learner: a number of 4 bytes
(assert (and (<= 0 |length(r.learner)|) (< |length(r.learner)| 4294967296)))
; |length(r.data)| is what its bytes say
(assert (= |length(r.data)| (file.byte.u32 |start(r.data)|)))
; r.data: a number of 4 bytes
(assert (and (<= 0 |length(r.data)|) (< |length(r.data)| 4294967296)))
; |length(r.initialization)| is what its bytes say
(assert (= |length(r.initialization)| (file.byte.u32 |start(r.initialization)|)))
; r.initialization: a number of 4 bytes
(assert (and (<= 0 |length(r.initialization)|) (< |length(r.initialization)| 4294967296)))
; each byte of r.magic is as it must be
(assert
  (=>
    (and (<= 0 (- file.place |start(r.magic)|)) (< (- file.place |start(r.magic)|) 8))
    (=
      (r.magic (- file.place |start(r.magic)|))
      (|constant(magic)| (- file.place |start(r.magic)|)))))
; each byte of r.padding is as it must be
(assert
  (=>
    (and
      (<= 0 (- file.place |start(r.padding)|))
      (< (- file.place |start(r.padding)|) |r.size(padding)|))
    (=
      (r.padding (- file.place |start(r.padding)|))
      (|constant(padding)| (- file.place |start(r.padding)|)))))
; the record ends where the bytes do
(assert (= |end(r)| file.end))
; each byte of r.magic is written
(assert
  (=>
    (and (<= 0 (- file.place |start(r.magic)|)) (< (- file.place |start(r.magic)|) 8))
    (=
      (built.byte (+ |start(r.magic)| (- file.place |start(r.magic)|)))
      (|constant(magic)| (- file.place |start(r.magic)|)))))
; by codec/u64.parse_then_build
(assert
  (=>
    (and (<= |start(r.version)| file.place) (< file.place (+ |start(r.version)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u64.parse_then_build
(assert
  (=>
    (and (<= |start(r.header_bytes)| file.place) (< file.place (+ |start(r.header_bytes)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u64.parse_then_build
(assert
  (=>
    (and (<= |start(r.payload_bytes)| file.place) (< file.place (+ |start(r.payload_bytes)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u64.parse_then_build
(assert
  (=>
    (and (<= |start(r.chunk_bytes)| file.place) (< file.place (+ |start(r.chunk_bytes)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u64.parse_then_build
(assert
  (=>
    (and (<= |start(r.chunk_count)| file.place) (< file.place (+ |start(r.chunk_count)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u64.parse_then_build
(assert
  (=>
    (and (<= |start(r.step)| file.place) (< file.place (+ |start(r.step)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u64.parse_then_build
(assert
  (=>
    (and
      (<= |start(r.updates_per_invocation)| file.place)
      (< file.place (+ |start(r.updates_per_invocation)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; each byte of r.input_digest is written
(assert
  (=>
    (and
      (<= 0 (- file.place |start(r.input_digest)|))
      (< (- file.place |start(r.input_digest)|) digest_bytes))
    (=
      (built.byte (+ |start(r.input_digest)| (- file.place |start(r.input_digest)|)))
      (r.input_digest (- file.place |start(r.input_digest)|)))))
; each byte of r.parent is written
(assert
  (=>
    (and (<= 0 (- file.place |start(r.parent)|)) (< (- file.place |start(r.parent)|) digest_bytes))
    (=
      (built.byte (+ |start(r.parent)| (- file.place |start(r.parent)|)))
      (r.parent (- file.place |start(r.parent)|)))))
; each byte of r.schema is written
(assert
  (=>
    (and
      (<= 0 (- file.place (+ |start(r.schema)| 4)))
      (< (- file.place (+ |start(r.schema)| 4)) |length(r.schema)|))
    (=
      (built.byte (+ |start(r.schema)| 4 (- file.place (+ |start(r.schema)| 4))))
      (r.schema (- file.place (+ |start(r.schema)| 4))))))
; by codec/u32.parse_then_build
(assert
  (=>
    (and (<= |start(r.schema)| file.place) (< file.place (+ |start(r.schema)| 4)))
    (= (built.byte file.place) (file.byte file.place))))
; each byte of r.learner is written
(assert
  (=>
    (and
      (<= 0 (- file.place (+ |start(r.learner)| 4)))
      (< (- file.place (+ |start(r.learner)| 4)) |length(r.learner)|))
    (=
      (built.byte (+ |start(r.learner)| 4 (- file.place (+ |start(r.learner)| 4))))
      (r.learner (- file.place (+ |start(r.learner)| 4))))))
; by codec/u32.parse_then_build
(assert
  (=>
    (and (<= |start(r.learner)| file.place) (< file.place (+ |start(r.learner)| 4)))
    (= (built.byte file.place) (file.byte file.place))))
; each byte of r.data is written
(assert
  (=>
    (and
      (<= 0 (- file.place (+ |start(r.data)| 4)))
      (< (- file.place (+ |start(r.data)| 4)) |length(r.data)|))
    (=
      (built.byte (+ |start(r.data)| 4 (- file.place (+ |start(r.data)| 4))))
      (r.data (- file.place (+ |start(r.data)| 4))))))
; by codec/u32.parse_then_build
(assert
  (=>
    (and (<= |start(r.data)| file.place) (< file.place (+ |start(r.data)| 4)))
    (= (built.byte file.place) (file.byte file.place))))
; each byte of r.initialization is written
(assert
  (=>
    (and
      (<= 0 (- file.place (+ |start(r.initialization)| 4)))
      (< (- file.place (+ |start(r.initialization)| 4)) |length(r.initialization)|))
    (=
      (built.byte (+ |start(r.initialization)| 4 (- file.place (+ |start(r.initialization)| 4))))
      (r.initialization (- file.place (+ |start(r.initialization)| 4))))))
; by codec/u32.parse_then_build
(assert
  (=>
    (and (<= |start(r.initialization)| file.place) (< file.place (+ |start(r.initialization)| 4)))
    (= (built.byte file.place) (file.byte file.place))))
; each byte of r.chunk_digests is written
(assert
  (=>
    (and
      (<= 0 (- file.place |start(r.chunk_digests)|))
      (< (- file.place |start(r.chunk_digests)|) (|size(chunk_digests)| r.chunk_count digest_bytes)))
    (=
      (built.byte (+ |start(r.chunk_digests)| (- file.place |start(r.chunk_digests)|)))
      (r.chunk_digests (- file.place |start(r.chunk_digests)|)))))
; each byte of r.padding is written
(assert
  (=>
    (and
      (<= 0 (- file.place |start(r.padding)|))
      (< (- file.place |start(r.padding)|) |r.size(padding)|))
    (=
      (built.byte (+ |start(r.padding)| (- file.place |start(r.padding)|)))
      (|constant(padding)| (- file.place |start(r.padding)|)))))
; each byte of r.header_digest is written
(assert
  (=>
    (and
      (<= 0 (- file.place |start(r.header_digest)|))
      (< (- file.place |start(r.header_digest)|) digest_bytes))
    (=
      (built.byte (+ |start(r.header_digest)| (- file.place |start(r.header_digest)|)))
      (r.header_digest (- file.place |start(r.header_digest)|)))))
; what is built ends with its last part
(assert (= built.end |end(r)|))
(check-sat)
