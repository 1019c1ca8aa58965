; premises of readings/header.one_reading
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun file.start () Int)
(declare-fun digest_bytes () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(a.magic)| () Int)
(declare-fun |start(a.version)| () Int)
(declare-fun |start(a.header_bytes)| () Int)
(declare-fun |start(a.payload_bytes)| () Int)
(declare-fun |start(a.chunk_bytes)| () Int)
(declare-fun |start(a.chunk_count)| () Int)
(declare-fun |start(a.step)| () Int)
(declare-fun |start(a.updates_per_invocation)| () Int)
(declare-fun |start(a.input_digest)| () Int)
(declare-fun |start(a.parent)| () Int)
(declare-fun |start(a.schema)| () Int)
(declare-fun |start(a.learner)| () Int)
(declare-fun |start(a.data)| () Int)
(declare-fun |start(a.initialization)| () Int)
(declare-fun |start(a.chunk_digests)| () Int)
(declare-fun |size(chunk_digests)| (Int Int) Int)
(declare-fun |start(a.padding)| () Int)
(declare-fun |padding to 64| (Int) Int)
(declare-fun |a.size(padding)| () Int)
(declare-fun |start(a.header_digest)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun |index(magic)| () Int)
(declare-fun file.byte.u64 (Int) Int)
(declare-fun a.version () Int)
(declare-fun a.header_bytes () Int)
(declare-fun a.payload_bytes () Int)
(declare-fun a.chunk_bytes () Int)
(declare-fun a.chunk_count () Int)
(declare-fun a.step () Int)
(declare-fun a.updates_per_invocation () Int)
(declare-fun |index(input_digest)| () Int)
(declare-fun |index(parent)| () Int)
(declare-fun file.byte.u32 (Int) Int)
(declare-fun |length(a.schema)| () Int)
(declare-fun |index(schema)| () Int)
(declare-fun |length(a.learner)| () Int)
(declare-fun |index(learner)| () Int)
(declare-fun |length(a.data)| () Int)
(declare-fun |index(data)| () Int)
(declare-fun |length(a.initialization)| () Int)
(declare-fun |index(initialization)| () Int)
(declare-fun |index(chunk_digests)| () Int)
(declare-fun |index(padding)| () Int)
(declare-fun |index(header_digest)| () Int)
(declare-fun |start(b.magic)| () Int)
(declare-fun |start(b.version)| () Int)
(declare-fun |start(b.header_bytes)| () Int)
(declare-fun |start(b.payload_bytes)| () Int)
(declare-fun |start(b.chunk_bytes)| () Int)
(declare-fun |start(b.chunk_count)| () Int)
(declare-fun |start(b.step)| () Int)
(declare-fun |start(b.updates_per_invocation)| () Int)
(declare-fun |start(b.input_digest)| () Int)
(declare-fun |start(b.parent)| () Int)
(declare-fun |start(b.schema)| () Int)
(declare-fun |start(b.learner)| () Int)
(declare-fun |start(b.data)| () Int)
(declare-fun |start(b.initialization)| () Int)
(declare-fun |start(b.chunk_digests)| () Int)
(declare-fun |start(b.padding)| () Int)
(declare-fun |b.size(padding)| () Int)
(declare-fun |start(b.header_digest)| () Int)
(declare-fun |end(b)| () Int)
(declare-fun b.version () Int)
(declare-fun b.header_bytes () Int)
(declare-fun b.payload_bytes () Int)
(declare-fun b.chunk_bytes () Int)
(declare-fun b.chunk_count () Int)
(declare-fun b.step () Int)
(declare-fun b.updates_per_invocation () Int)
(declare-fun |length(b.schema)| () Int)
(declare-fun |length(b.learner)| () Int)
(declare-fun |length(b.data)| () Int)
(declare-fun |length(b.initialization)| () Int)
(declare-fun |index(version)| () Int)
(declare-fun |index(header_bytes)| () Int)
(declare-fun |index(payload_bytes)| () Int)
(declare-fun |index(chunk_bytes)| () Int)
(declare-fun |index(chunk_count)| () Int)
(declare-fun |index(step)| () Int)
(declare-fun |index(updates_per_invocation)| () Int)
; each byte of a.magic
(define-fun a.magic ((?i Int)) Int (file.byte (+ |start(a.magic)| ?i)))
; each byte of a.input_digest
(define-fun a.input_digest ((?i Int)) Int (file.byte (+ |start(a.input_digest)| ?i)))
; each byte of a.parent
(define-fun a.parent ((?i Int)) Int (file.byte (+ |start(a.parent)| ?i)))
; each byte of a.schema
(define-fun a.schema ((?i Int)) Int (file.byte (+ |start(a.schema)| 4 ?i)))
; each byte of a.learner
(define-fun a.learner ((?i Int)) Int (file.byte (+ |start(a.learner)| 4 ?i)))
; each byte of a.data
(define-fun a.data ((?i Int)) Int (file.byte (+ |start(a.data)| 4 ?i)))
; each byte of a.initialization
(define-fun a.initialization ((?i Int)) Int (file.byte (+ |start(a.initialization)| 4 ?i)))
; each byte of a.chunk_digests
(define-fun a.chunk_digests ((?i Int)) Int (file.byte (+ |start(a.chunk_digests)| ?i)))
; each byte of a.padding
(define-fun a.padding ((?i Int)) Int (file.byte (+ |start(a.padding)| ?i)))
; each byte of a.header_digest
(define-fun a.header_digest ((?i Int)) Int (file.byte (+ |start(a.header_digest)| ?i)))
; each byte of b.magic
(define-fun b.magic ((?i Int)) Int (file.byte (+ |start(b.magic)| ?i)))
; each byte of b.input_digest
(define-fun b.input_digest ((?i Int)) Int (file.byte (+ |start(b.input_digest)| ?i)))
; each byte of b.parent
(define-fun b.parent ((?i Int)) Int (file.byte (+ |start(b.parent)| ?i)))
; each byte of b.schema
(define-fun b.schema ((?i Int)) Int (file.byte (+ |start(b.schema)| 4 ?i)))
; each byte of b.learner
(define-fun b.learner ((?i Int)) Int (file.byte (+ |start(b.learner)| 4 ?i)))
; each byte of b.data
(define-fun b.data ((?i Int)) Int (file.byte (+ |start(b.data)| 4 ?i)))
; each byte of b.initialization
(define-fun b.initialization ((?i Int)) Int (file.byte (+ |start(b.initialization)| 4 ?i)))
; each byte of b.chunk_digests
(define-fun b.chunk_digests ((?i Int)) Int (file.byte (+ |start(b.chunk_digests)| ?i)))
; each byte of b.padding
(define-fun b.padding ((?i Int)) Int (file.byte (+ |start(b.padding)| ?i)))
; each byte of b.header_digest
(define-fun b.header_digest ((?i Int)) Int (file.byte (+ |start(b.header_digest)| ?i)))
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
; a.magic begins at the first byte
(assert (= |start(a.magic)| file.start))
; a.version begins where a.magic ends
(assert (= |start(a.version)| (+ |start(a.magic)| 8)))
; a.header_bytes begins where a.version ends
(assert (= |start(a.header_bytes)| (+ |start(a.version)| 8)))
; a.payload_bytes begins where a.header_bytes ends
(assert (= |start(a.payload_bytes)| (+ |start(a.header_bytes)| 8)))
; a.chunk_bytes begins where a.payload_bytes ends
(assert (= |start(a.chunk_bytes)| (+ |start(a.payload_bytes)| 8)))
; a.chunk_count begins where a.chunk_bytes ends
(assert (= |start(a.chunk_count)| (+ |start(a.chunk_bytes)| 8)))
; a.step begins where a.chunk_count ends
(assert (= |start(a.step)| (+ |start(a.chunk_count)| 8)))
; a.updates_per_invocation begins where a.step ends
(assert (= |start(a.updates_per_invocation)| (+ |start(a.step)| 8)))
; a.input_digest begins where a.updates_per_invocation ends
(assert (= |start(a.input_digest)| (+ |start(a.updates_per_invocation)| 8)))
; a.parent begins where a.input_digest ends
(assert (= |start(a.parent)| (+ |start(a.input_digest)| digest_bytes)))
; a.schema begins where a.parent ends
(assert (= |start(a.schema)| (+ |start(a.parent)| digest_bytes)))
; a.learner begins where a.schema ends
(assert (= |start(a.learner)| (+ |start(a.schema)| 4 |length(a.schema)|)))
; a.data begins where a.learner ends
(assert (= |start(a.data)| (+ |start(a.learner)| 4 |length(a.learner)|)))
; a.initialization begins where a.data ends
(assert (= |start(a.initialization)| (+ |start(a.data)| 4 |length(a.data)|)))
; a.chunk_digests begins where a.initialization ends
(assert (= |start(a.chunk_digests)| (+ |start(a.initialization)| 4 |length(a.initialization)|)))
; size(chunk_digests) of a, as a function of what it mentions
(assert (= (|size(chunk_digests)| a.chunk_count digest_bytes) (* a.chunk_count digest_bytes)))
; a.padding begins where a.chunk_digests ends
(assert
  (=
    |start(a.padding)|
    (+ |start(a.chunk_digests)| (|size(chunk_digests)| a.chunk_count digest_bytes))))
; a.padding fills up its record (codec/padding.fills_up)
(assert
  (=
    |a.size(padding)|
    (|padding to 64|
      (+ 8 8 8 8 8 8 8 8 digest_bytes digest_bytes (+ 4 |length(a.schema)|)
        (+ 4 |length(a.learner)|) (+ 4 |length(a.data)|) (+ 4 |length(a.initialization)|)
        (* a.chunk_count digest_bytes) digest_bytes))))
; a.header_digest begins where a.padding ends
(assert (= |start(a.header_digest)| (+ |start(a.padding)| |a.size(padding)|)))
; a ends where a.header_digest ends
(assert (= |end(a)| (+ |start(a.header_digest)| digest_bytes)))
; a.version is what its bytes say
(assert (= a.version (file.byte.u64 |start(a.version)|)))
; a.version: a number of 8 bytes
(assert (and (<= 0 a.version) (< a.version 18446744073709551616)))
; a.header_bytes is what its bytes say
(assert (= a.header_bytes (file.byte.u64 |start(a.header_bytes)|)))
; a.header_bytes: a number of 8 bytes
(assert (and (<= 0 a.header_bytes) (< a.header_bytes 18446744073709551616)))
; a.payload_bytes is what its bytes say
(assert (= a.payload_bytes (file.byte.u64 |start(a.payload_bytes)|)))
; a.payload_bytes: a number of 8 bytes
(assert (and (<= 0 a.payload_bytes) (< a.payload_bytes 18446744073709551616)))
; a.chunk_bytes is what its bytes say
(assert (= a.chunk_bytes (file.byte.u64 |start(a.chunk_bytes)|)))
; a.chunk_bytes: a number of 8 bytes
(assert (and (<= 0 a.chunk_bytes) (< a.chunk_bytes 18446744073709551616)))
; a.chunk_count is what its bytes say
(assert (= a.chunk_count (file.byte.u64 |start(a.chunk_count)|)))
; a.chunk_count: a number of 8 bytes
(assert (and (<= 0 a.chunk_count) (< a.chunk_count 18446744073709551616)))
; a.step is what its bytes say
(assert (= a.step (file.byte.u64 |start(a.step)|)))
; a.step: a number of 8 bytes
(assert (and (<= 0 a.step) (< a.step 18446744073709551616)))
; a.updates_per_invocation is what its bytes say
(assert (= a.updates_per_invocation (file.byte.u64 |start(a.updates_per_invocation)|)))
; a.updates_per_invocation: a number of 8 bytes
(assert (and (<= 0 a.updates_per_invocation) (< a.updates_per_invocation 18446744073709551616)))
; |length(a.schema)| is what its bytes say
(assert (= |length(a.schema)| (file.byte.u32 |start(a.schema)|)))
; a.schema: a number of 4 bytes
(assert (and (<= 0 |length(a.schema)|) (< |length(a.schema)| 4294967296)))
; |length(a.learner)| is what its bytes say
(assert (= |length(a.learner)| (file.byte.u32 |start(a.learner)|)))
; a.learner: a number of 4 bytes
(assert (and (<= 0 |length(a.learner)|) (< |length(a.learner)| 4294967296)))
; |length(a.data)| is what its bytes say
(assert (= |length(a.data)| (file.byte.u32 |start(a.data)|)))
; a.data: a number of 4 bytes
(assert (and (<= 0 |length(a.data)|) (< |length(a.data)| 4294967296)))
; |length(a.initialization)| is what its bytes say
(assert (= |length(a.initialization)| (file.byte.u32 |start(a.initialization)|)))
; a.initialization: a number of 4 bytes
(assert (and (<= 0 |length(a.initialization)|) (< |length(a.initialization)| 4294967296)))
; b.magic begins at the first byte
(assert (= |start(b.magic)| file.start))
; b.version begins where b.magic ends
(assert (= |start(b.version)| (+ |start(b.magic)| 8)))
; b.header_bytes begins where b.version ends
(assert (= |start(b.header_bytes)| (+ |start(b.version)| 8)))
; b.payload_bytes begins where b.header_bytes ends
(assert (= |start(b.payload_bytes)| (+ |start(b.header_bytes)| 8)))
; b.chunk_bytes begins where b.payload_bytes ends
(assert (= |start(b.chunk_bytes)| (+ |start(b.payload_bytes)| 8)))
; b.chunk_count begins where b.chunk_bytes ends
(assert (= |start(b.chunk_count)| (+ |start(b.chunk_bytes)| 8)))
; b.step begins where b.chunk_count ends
(assert (= |start(b.step)| (+ |start(b.chunk_count)| 8)))
; b.updates_per_invocation begins where b.step ends
(assert (= |start(b.updates_per_invocation)| (+ |start(b.step)| 8)))
; b.input_digest begins where b.updates_per_invocation ends
(assert (= |start(b.input_digest)| (+ |start(b.updates_per_invocation)| 8)))
; b.parent begins where b.input_digest ends
(assert (= |start(b.parent)| (+ |start(b.input_digest)| digest_bytes)))
; b.schema begins where b.parent ends
(assert (= |start(b.schema)| (+ |start(b.parent)| digest_bytes)))
; b.learner begins where b.schema ends
(assert (= |start(b.learner)| (+ |start(b.schema)| 4 |length(b.schema)|)))
; b.data begins where b.learner ends
(assert (= |start(b.data)| (+ |start(b.learner)| 4 |length(b.learner)|)))
; b.initialization begins where b.data ends
(assert (= |start(b.initialization)| (+ |start(b.data)| 4 |length(b.data)|)))
; b.chunk_digests begins where b.initialization ends
(assert (= |start(b.chunk_digests)| (+ |start(b.initialization)| 4 |length(b.initialization)|)))
; size(chunk_digests) of b, as a function of what it mentions
(assert (= (|size(chunk_digests)| b.chunk_count digest_bytes) (* b.chunk_count digest_bytes)))
; b.padding begins where b.chunk_digests ends
(assert
  (=
    |start(b.padding)|
    (+ |start(b.chunk_digests)| (|size(chunk_digests)| b.chunk_count digest_bytes))))
; b.padding fills up its record (codec/padding.fills_up)
(assert
  (=
    |b.size(padding)|
    (|padding to 64|
      (+ 8 8 8 8 8 8 8 8 digest_bytes digest_bytes (+ 4 |length(b.schema)|)
        (+ 4 |length(b.learner)|) (+ 4 |length(b.data)|) (+ 4 |length(b.initialization)|)
        (* b.chunk_count digest_bytes) digest_bytes))))
; b.header_digest begins where b.padding ends
(assert (= |start(b.header_digest)| (+ |start(b.padding)| |b.size(padding)|)))
; b ends where b.header_digest ends
(assert (= |end(b)| (+ |start(b.header_digest)| digest_bytes)))
; b.version is what its bytes say
(assert (= b.version (file.byte.u64 |start(b.version)|)))
; b.version: a number of 8 bytes
(assert (and (<= 0 b.version) (< b.version 18446744073709551616)))
; b.header_bytes is what its bytes say
(assert (= b.header_bytes (file.byte.u64 |start(b.header_bytes)|)))
; b.header_bytes: a number of 8 bytes
(assert (and (<= 0 b.header_bytes) (< b.header_bytes 18446744073709551616)))
; b.payload_bytes is what its bytes say
(assert (= b.payload_bytes (file.byte.u64 |start(b.payload_bytes)|)))
; b.payload_bytes: a number of 8 bytes
(assert (and (<= 0 b.payload_bytes) (< b.payload_bytes 18446744073709551616)))
; b.chunk_bytes is what its bytes say
(assert (= b.chunk_bytes (file.byte.u64 |start(b.chunk_bytes)|)))
; b.chunk_bytes: a number of 8 bytes
(assert (and (<= 0 b.chunk_bytes) (< b.chunk_bytes 18446744073709551616)))
; b.chunk_count is what its bytes say
(assert (= b.chunk_count (file.byte.u64 |start(b.chunk_count)|)))
; b.chunk_count: a number of 8 bytes
(assert (and (<= 0 b.chunk_count) (< b.chunk_count 18446744073709551616)))
; b.step is what its bytes say
(assert (= b.step (file.byte.u64 |start(b.step)|)))
; b.step: a number of 8 bytes
(assert (and (<= 0 b.step) (< b.step 18446744073709551616)))
; b.updates_per_invocation is what its bytes say
(assert (= b.updates_per_invocation (file.byte.u64 |start(b.updates_per_invocation)|)))
; b.updates_per_invocation: a number of 8 bytes
(assert (and (<= 0 b.updates_per_invocation) (< b.updates_per_invocation 18446744073709551616)))
; |length(b.schema)| is what its bytes say
(assert (= |length(b.schema)| (file.byte.u32 |start(b.schema)|)))
; b.schema: a number of 4 bytes
(assert (and (<= 0 |length(b.schema)|) (< |length(b.schema)| 4294967296)))
; |length(b.learner)| is what its bytes say
(assert (= |length(b.learner)| (file.byte.u32 |start(b.learner)|)))
; b.learner: a number of 4 bytes
(assert (and (<= 0 |length(b.learner)|) (< |length(b.learner)| 4294967296)))
; |length(b.data)| is what its bytes say
(assert (= |length(b.data)| (file.byte.u32 |start(b.data)|)))
; b.data: a number of 4 bytes
(assert (and (<= 0 |length(b.data)|) (< |length(b.data)| 4294967296)))
; |length(b.initialization)| is what its bytes say
(assert (= |length(b.initialization)| (file.byte.u32 |start(b.initialization)|)))
; b.initialization: a number of 4 bytes
(assert (and (<= 0 |length(b.initialization)|) (< |length(b.initialization)| 4294967296)))
; each byte of a.magic is as it must be
(assert
  (=>
    (and (<= 0 |index(magic)|) (< |index(magic)| 8))
    (= (a.magic |index(magic)|) (|constant(magic)| |index(magic)|))))
; each byte of a.padding is as it must be
(assert
  (=>
    (and (<= 0 |index(padding)|) (< |index(padding)| |a.size(padding)|))
    (= (a.padding |index(padding)|) (|constant(padding)| |index(padding)|))))
; each byte of b.magic is as it must be
(assert
  (=>
    (and (<= 0 |index(magic)|) (< |index(magic)| 8))
    (= (b.magic |index(magic)|) (|constant(magic)| |index(magic)|))))
; each byte of b.padding is as it must be
(assert
  (=>
    (and (<= 0 |index(padding)|) (< |index(padding)| |b.size(padding)|))
    (= (b.padding |index(padding)|) (|constant(padding)| |index(padding)|))))
(check-sat)
