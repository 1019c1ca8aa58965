; readings/header.build_then_parse: what a record of Header is built to is read, and read as that record
; unsat: it holds; sat: the model is a case for which it does not
; claimed: each byte of a.magic is as it must be
; claimed: each byte of a.padding is as it must be
; claimed: magic begins at the same byte
; claimed: version begins at the same byte
; claimed: version is the same
; claimed: header_bytes begins at the same byte
; claimed: header_bytes is the same
; claimed: payload_bytes begins at the same byte
; claimed: payload_bytes is the same
; claimed: chunk_bytes begins at the same byte
; claimed: chunk_bytes is the same
; claimed: chunk_count begins at the same byte
; claimed: chunk_count is the same
; claimed: step begins at the same byte
; claimed: step is the same
; claimed: updates_per_invocation begins at the same byte
; claimed: updates_per_invocation is the same
; claimed: input_digest begins at the same byte
; claimed: each of input_digest is the same
; claimed: parent begins at the same byte
; claimed: each of parent is the same
; claimed: schema begins at the same byte
; claimed: schema has the same length
; claimed: each of schema is the same
; claimed: learner begins at the same byte
; claimed: learner has the same length
; claimed: each of learner is the same
; claimed: data begins at the same byte
; claimed: data has the same length
; claimed: each of data is the same
; claimed: initialization begins at the same byte
; claimed: initialization has the same length
; claimed: each of initialization is the same
; claimed: chunk_digests begins at the same byte
; claimed: chunk_digests has as many
; claimed: each of chunk_digests is the same
; claimed: padding begins at the same byte
; claimed: header_digest begins at the same byte
; claimed: each of header_digest is the same
; claimed: the record ends at the same byte
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun file.start () Int)
(declare-fun digest_bytes () Int)
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
(declare-fun r.version () Int)
(declare-fun r.header_bytes () Int)
(declare-fun r.payload_bytes () Int)
(declare-fun r.chunk_bytes () Int)
(declare-fun r.chunk_count () Int)
(declare-fun r.step () Int)
(declare-fun r.updates_per_invocation () Int)
(declare-fun r.input_digest (Int) Int)
(declare-fun r.parent (Int) Int)
(declare-fun |length(r.schema)| () Int)
(declare-fun r.schema (Int) Int)
(declare-fun |length(r.learner)| () Int)
(declare-fun r.learner (Int) Int)
(declare-fun |length(r.data)| () Int)
(declare-fun r.data (Int) Int)
(declare-fun |length(r.initialization)| () Int)
(declare-fun r.initialization (Int) Int)
(declare-fun r.chunk_digests (Int) Int)
(declare-fun r.header_digest (Int) Int)
(declare-fun built.byte (Int) Int)
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
(declare-fun |start(a.padding)| () Int)
(declare-fun |a.size(padding)| () Int)
(declare-fun |start(a.header_digest)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun |index(magic)| () Int)
(declare-fun built.byte.u64 (Int) Int)
(declare-fun a.version () Int)
(declare-fun a.header_bytes () Int)
(declare-fun a.payload_bytes () Int)
(declare-fun a.chunk_bytes () Int)
(declare-fun a.chunk_count () Int)
(declare-fun a.step () Int)
(declare-fun a.updates_per_invocation () Int)
(declare-fun |index(input_digest)| () Int)
(declare-fun |index(parent)| () Int)
(declare-fun built.byte.u32 (Int) Int)
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
(declare-fun |index(version)| () Int)
(declare-fun |index(header_bytes)| () Int)
(declare-fun |index(payload_bytes)| () Int)
(declare-fun |index(chunk_bytes)| () Int)
(declare-fun |index(chunk_count)| () Int)
(declare-fun |index(step)| () Int)
(declare-fun |index(updates_per_invocation)| () Int)
; each byte of a.magic
(define-fun a.magic ((?i Int)) Int (built.byte (+ |start(a.magic)| ?i)))
; each byte of a.input_digest
(define-fun a.input_digest ((?i Int)) Int (built.byte (+ |start(a.input_digest)| ?i)))
; each byte of a.parent
(define-fun a.parent ((?i Int)) Int (built.byte (+ |start(a.parent)| ?i)))
; each byte of a.schema
(define-fun a.schema ((?i Int)) Int (built.byte (+ |start(a.schema)| 4 ?i)))
; each byte of a.learner
(define-fun a.learner ((?i Int)) Int (built.byte (+ |start(a.learner)| 4 ?i)))
; each byte of a.data
(define-fun a.data ((?i Int)) Int (built.byte (+ |start(a.data)| 4 ?i)))
; each byte of a.initialization
(define-fun a.initialization ((?i Int)) Int (built.byte (+ |start(a.initialization)| 4 ?i)))
; each byte of a.chunk_digests
(define-fun a.chunk_digests ((?i Int)) Int (built.byte (+ |start(a.chunk_digests)| ?i)))
; each byte of a.padding
(define-fun a.padding ((?i Int)) Int (built.byte (+ |start(a.padding)| ?i)))
; each byte of a.header_digest
(define-fun a.header_digest ((?i Int)) Int (built.byte (+ |start(a.header_digest)| ?i)))
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
(assert (= a.version (built.byte.u64 |start(a.version)|)))
; a.version: a number of 8 bytes
(assert (and (<= 0 a.version) (< a.version 18446744073709551616)))
; a.header_bytes is what its bytes say
(assert (= a.header_bytes (built.byte.u64 |start(a.header_bytes)|)))
; a.header_bytes: a number of 8 bytes
(assert (and (<= 0 a.header_bytes) (< a.header_bytes 18446744073709551616)))
; a.payload_bytes is what its bytes say
(assert (= a.payload_bytes (built.byte.u64 |start(a.payload_bytes)|)))
; a.payload_bytes: a number of 8 bytes
(assert (and (<= 0 a.payload_bytes) (< a.payload_bytes 18446744073709551616)))
; a.chunk_bytes is what its bytes say
(assert (= a.chunk_bytes (built.byte.u64 |start(a.chunk_bytes)|)))
; a.chunk_bytes: a number of 8 bytes
(assert (and (<= 0 a.chunk_bytes) (< a.chunk_bytes 18446744073709551616)))
; a.chunk_count is what its bytes say
(assert (= a.chunk_count (built.byte.u64 |start(a.chunk_count)|)))
; a.chunk_count: a number of 8 bytes
(assert (and (<= 0 a.chunk_count) (< a.chunk_count 18446744073709551616)))
; a.step is what its bytes say
(assert (= a.step (built.byte.u64 |start(a.step)|)))
; a.step: a number of 8 bytes
(assert (and (<= 0 a.step) (< a.step 18446744073709551616)))
; a.updates_per_invocation is what its bytes say
(assert (= a.updates_per_invocation (built.byte.u64 |start(a.updates_per_invocation)|)))
; a.updates_per_invocation: a number of 8 bytes
(assert (and (<= 0 a.updates_per_invocation) (< a.updates_per_invocation 18446744073709551616)))
; |length(a.schema)| is what its bytes say
(assert (= |length(a.schema)| (built.byte.u32 |start(a.schema)|)))
; a.schema: a number of 4 bytes
(assert (and (<= 0 |length(a.schema)|) (< |length(a.schema)| 4294967296)))
; |length(a.learner)| is what its bytes say
(assert (= |length(a.learner)| (built.byte.u32 |start(a.learner)|)))
; a.learner: a number of 4 bytes
(assert (and (<= 0 |length(a.learner)|) (< |length(a.learner)| 4294967296)))
; |length(a.data)| is what its bytes say
(assert (= |length(a.data)| (built.byte.u32 |start(a.data)|)))
; a.data: a number of 4 bytes
(assert (and (<= 0 |length(a.data)|) (< |length(a.data)| 4294967296)))
; |length(a.initialization)| is what its bytes say
(assert (= |length(a.initialization)| (built.byte.u32 |start(a.initialization)|)))
; a.initialization: a number of 4 bytes
(assert (and (<= 0 |length(a.initialization)|) (< |length(a.initialization)| 4294967296)))
; each byte of r.magic is written
(assert
  (=>
    (and (<= 0 |index(magic)|) (< |index(magic)| 8))
    (= (built.byte (+ |start(r.magic)| |index(magic)|)) (|constant(magic)| |index(magic)|))))
; r.version: a number of 8 bytes
(assert (and (<= 0 r.version) (< r.version 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.version)|) r.version))
; r.header_bytes: a number of 8 bytes
(assert (and (<= 0 r.header_bytes) (< r.header_bytes 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.header_bytes)|) r.header_bytes))
; r.payload_bytes: a number of 8 bytes
(assert (and (<= 0 r.payload_bytes) (< r.payload_bytes 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.payload_bytes)|) r.payload_bytes))
; r.chunk_bytes: a number of 8 bytes
(assert (and (<= 0 r.chunk_bytes) (< r.chunk_bytes 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.chunk_bytes)|) r.chunk_bytes))
; r.chunk_count: a number of 8 bytes
(assert (and (<= 0 r.chunk_count) (< r.chunk_count 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.chunk_count)|) r.chunk_count))
; r.step: a number of 8 bytes
(assert (and (<= 0 r.step) (< r.step 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.step)|) r.step))
; r.updates_per_invocation: a number of 8 bytes
(assert (and (<= 0 r.updates_per_invocation) (< r.updates_per_invocation 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.updates_per_invocation)|) r.updates_per_invocation))
; r.input_digest is made of bytes
(assert
  (=>
    (and (<= 0 |index(input_digest)|) (< |index(input_digest)| digest_bytes))
    (and
      (<= 0 (r.input_digest |index(input_digest)|))
      (< (r.input_digest |index(input_digest)|) 256))))
; each byte of r.input_digest is written
(assert
  (=>
    (and (<= 0 |index(input_digest)|) (< |index(input_digest)| digest_bytes))
    (=
      (built.byte (+ |start(r.input_digest)| |index(input_digest)|))
      (r.input_digest |index(input_digest)|))))
; r.parent is made of bytes
(assert
  (=>
    (and (<= 0 |index(parent)|) (< |index(parent)| digest_bytes))
    (and (<= 0 (r.parent |index(parent)|)) (< (r.parent |index(parent)|) 256))))
; each byte of r.parent is written
(assert
  (=>
    (and (<= 0 |index(parent)|) (< |index(parent)| digest_bytes))
    (= (built.byte (+ |start(r.parent)| |index(parent)|)) (r.parent |index(parent)|))))
; r.schema: a number of 4 bytes
(assert (and (<= 0 |length(r.schema)|) (< |length(r.schema)| 4294967296)))
; r.schema is made of bytes
(assert
  (=>
    (and (<= 0 |index(schema)|) (< |index(schema)| |length(r.schema)|))
    (and (<= 0 (r.schema |index(schema)|)) (< (r.schema |index(schema)|) 256))))
; each byte of r.schema is written
(assert
  (=>
    (and (<= 0 |index(schema)|) (< |index(schema)| |length(r.schema)|))
    (= (built.byte (+ |start(r.schema)| 4 |index(schema)|)) (r.schema |index(schema)|))))
; by codec/u32.build_then_parse
(assert (= (built.byte.u32 |start(r.schema)|) |length(r.schema)|))
; r.learner: a number of 4 bytes
(assert (and (<= 0 |length(r.learner)|) (< |length(r.learner)| 4294967296)))
; r.learner is made of bytes
(assert
  (=>
    (and (<= 0 |index(learner)|) (< |index(learner)| |length(r.learner)|))
    (and (<= 0 (r.learner |index(learner)|)) (< (r.learner |index(learner)|) 256))))
; each byte of r.learner is written
(assert
  (=>
    (and (<= 0 |index(learner)|) (< |index(learner)| |length(r.learner)|))
    (= (built.byte (+ |start(r.learner)| 4 |index(learner)|)) (r.learner |index(learner)|))))
; by codec/u32.build_then_parse
(assert (= (built.byte.u32 |start(r.learner)|) |length(r.learner)|))
; r.data: a number of 4 bytes
(assert (and (<= 0 |length(r.data)|) (< |length(r.data)| 4294967296)))
; r.data is made of bytes
(assert
  (=>
    (and (<= 0 |index(data)|) (< |index(data)| |length(r.data)|))
    (and (<= 0 (r.data |index(data)|)) (< (r.data |index(data)|) 256))))
; each byte of r.data is written
(assert
  (=>
    (and (<= 0 |index(data)|) (< |index(data)| |length(r.data)|))
    (= (built.byte (+ |start(r.data)| 4 |index(data)|)) (r.data |index(data)|))))
; by codec/u32.build_then_parse
(assert (= (built.byte.u32 |start(r.data)|) |length(r.data)|))
; r.initialization: a number of 4 bytes
(assert (and (<= 0 |length(r.initialization)|) (< |length(r.initialization)| 4294967296)))
; r.initialization is made of bytes
(assert
  (=>
    (and (<= 0 |index(initialization)|) (< |index(initialization)| |length(r.initialization)|))
    (and
      (<= 0 (r.initialization |index(initialization)|))
      (< (r.initialization |index(initialization)|) 256))))
; each byte of r.initialization is written
(assert
  (=>
    (and (<= 0 |index(initialization)|) (< |index(initialization)| |length(r.initialization)|))
    (=
      (built.byte (+ |start(r.initialization)| 4 |index(initialization)|))
      (r.initialization |index(initialization)|))))
; by codec/u32.build_then_parse
(assert (= (built.byte.u32 |start(r.initialization)|) |length(r.initialization)|))
; r.chunk_digests is made of bytes
(assert
  (=>
    (and
      (<= 0 |index(chunk_digests)|)
      (< |index(chunk_digests)| (|size(chunk_digests)| r.chunk_count digest_bytes)))
    (and
      (<= 0 (r.chunk_digests |index(chunk_digests)|))
      (< (r.chunk_digests |index(chunk_digests)|) 256))))
; each byte of r.chunk_digests is written
(assert
  (=>
    (and
      (<= 0 |index(chunk_digests)|)
      (< |index(chunk_digests)| (|size(chunk_digests)| r.chunk_count digest_bytes)))
    (=
      (built.byte (+ |start(r.chunk_digests)| |index(chunk_digests)|))
      (r.chunk_digests |index(chunk_digests)|))))
; each byte of r.padding is written
(assert
  (=>
    (and (<= 0 |index(padding)|) (< |index(padding)| |r.size(padding)|))
    (= (built.byte (+ |start(r.padding)| |index(padding)|)) (|constant(padding)| |index(padding)|))))
; r.header_digest is made of bytes
(assert
  (=>
    (and (<= 0 |index(header_digest)|) (< |index(header_digest)| digest_bytes))
    (and
      (<= 0 (r.header_digest |index(header_digest)|))
      (< (r.header_digest |index(header_digest)|) 256))))
; each byte of r.header_digest is written
(assert
  (=>
    (and (<= 0 |index(header_digest)|) (< |index(header_digest)| digest_bytes))
    (=
      (built.byte (+ |start(r.header_digest)| |index(header_digest)|))
      (r.header_digest |index(header_digest)|))))
; not: what a record of Header is built to is read, and read as that record
(assert
  (not
    (and
      (=>
        (and (<= 0 |index(magic)|) (< |index(magic)| 8))
        (= (a.magic |index(magic)|) (|constant(magic)| |index(magic)|)))
      (=>
        (and (<= 0 |index(padding)|) (< |index(padding)| |a.size(padding)|))
        (= (a.padding |index(padding)|) (|constant(padding)| |index(padding)|)))
      (= |start(a.magic)| |start(r.magic)|)
      (= |start(a.version)| |start(r.version)|)
      (= a.version r.version)
      (= |start(a.header_bytes)| |start(r.header_bytes)|)
      (= a.header_bytes r.header_bytes)
      (= |start(a.payload_bytes)| |start(r.payload_bytes)|)
      (= a.payload_bytes r.payload_bytes)
      (= |start(a.chunk_bytes)| |start(r.chunk_bytes)|)
      (= a.chunk_bytes r.chunk_bytes)
      (= |start(a.chunk_count)| |start(r.chunk_count)|)
      (= a.chunk_count r.chunk_count)
      (= |start(a.step)| |start(r.step)|)
      (= a.step r.step)
      (= |start(a.updates_per_invocation)| |start(r.updates_per_invocation)|)
      (= a.updates_per_invocation r.updates_per_invocation)
      (= |start(a.input_digest)| |start(r.input_digest)|)
      (=>
        (and (<= 0 |index(input_digest)|) (< |index(input_digest)| digest_bytes))
        (= (a.input_digest |index(input_digest)|) (r.input_digest |index(input_digest)|)))
      (= |start(a.parent)| |start(r.parent)|)
      (=>
        (and (<= 0 |index(parent)|) (< |index(parent)| digest_bytes))
        (= (a.parent |index(parent)|) (r.parent |index(parent)|)))
      (= |start(a.schema)| |start(r.schema)|)
      (= |length(a.schema)| |length(r.schema)|)
      (=>
        (and (<= 0 |index(schema)|) (< |index(schema)| |length(a.schema)|))
        (= (a.schema |index(schema)|) (r.schema |index(schema)|)))
      (= |start(a.learner)| |start(r.learner)|)
      (= |length(a.learner)| |length(r.learner)|)
      (=>
        (and (<= 0 |index(learner)|) (< |index(learner)| |length(a.learner)|))
        (= (a.learner |index(learner)|) (r.learner |index(learner)|)))
      (= |start(a.data)| |start(r.data)|)
      (= |length(a.data)| |length(r.data)|)
      (=>
        (and (<= 0 |index(data)|) (< |index(data)| |length(a.data)|))
        (= (a.data |index(data)|) (r.data |index(data)|)))
      (= |start(a.initialization)| |start(r.initialization)|)
      (= |length(a.initialization)| |length(r.initialization)|)
      (=>
        (and (<= 0 |index(initialization)|) (< |index(initialization)| |length(a.initialization)|))
        (= (a.initialization |index(initialization)|) (r.initialization |index(initialization)|)))
      (= |start(a.chunk_digests)| |start(r.chunk_digests)|)
      (=
        (|size(chunk_digests)| a.chunk_count digest_bytes)
        (|size(chunk_digests)| r.chunk_count digest_bytes))
      (=>
        (and
          (<= 0 |index(chunk_digests)|)
          (< |index(chunk_digests)| (|size(chunk_digests)| a.chunk_count digest_bytes)))
        (= (a.chunk_digests |index(chunk_digests)|) (r.chunk_digests |index(chunk_digests)|)))
      (= |start(a.padding)| |start(r.padding)|)
      (= |start(a.header_digest)| |start(r.header_digest)|)
      (=>
        (and (<= 0 |index(header_digest)|) (< |index(header_digest)| digest_bytes))
        (= (a.header_digest |index(header_digest)|) (r.header_digest |index(header_digest)|)))
      (= |end(a)| |end(r)|))))
(check-sat)
