; readings/checkpoint_envelope_contract.build_then_parse: what a record of CheckpointEnvelopeContract is built to is read, and read as that record
; unsat: it holds; sat: the model is a case for which it does not
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
; claimed: payload begins at the same byte
; claimed: payload is the same
; claimed: chunk begins at the same byte
; claimed: chunk is the same
; claimed: updates begins at the same byte
; claimed: updates is the same
; claimed: the record ends at the same byte
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun vocabulary () Int)
(declare-fun prompts () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
(declare-fun updates_per_invocation () Int)
(declare-fun |start(r.schema)| () Int)
(declare-fun |start(r.learner)| () Int)
(declare-fun |start(r.data)| () Int)
(declare-fun |start(r.initialization)| () Int)
(declare-fun |start(r.payload)| () Int)
(declare-fun |start(r.chunk)| () Int)
(declare-fun |start(r.updates)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun |length(r.schema)| () Int)
(declare-fun r.schema (Int) Int)
(declare-fun |length(r.learner)| () Int)
(declare-fun r.learner (Int) Int)
(declare-fun |length(r.data)| () Int)
(declare-fun r.data (Int) Int)
(declare-fun |length(r.initialization)| () Int)
(declare-fun r.initialization (Int) Int)
(declare-fun r.payload () Int)
(declare-fun r.chunk () Int)
(declare-fun r.updates () Int)
(declare-fun built.byte (Int) Int)
(declare-fun |start(a.schema)| () Int)
(declare-fun |start(a.learner)| () Int)
(declare-fun |start(a.data)| () Int)
(declare-fun |start(a.initialization)| () Int)
(declare-fun |start(a.payload)| () Int)
(declare-fun |start(a.chunk)| () Int)
(declare-fun |start(a.updates)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun built.byte.u32 (Int) Int)
(declare-fun |length(a.schema)| () Int)
(declare-fun |index(schema)| () Int)
(declare-fun |length(a.learner)| () Int)
(declare-fun |index(learner)| () Int)
(declare-fun |length(a.data)| () Int)
(declare-fun |index(data)| () Int)
(declare-fun |length(a.initialization)| () Int)
(declare-fun |index(initialization)| () Int)
(declare-fun built.byte.u64 (Int) Int)
(declare-fun a.payload () Int)
(declare-fun a.chunk () Int)
(declare-fun a.updates () Int)
(declare-fun |index(payload)| () Int)
(declare-fun |index(chunk)| () Int)
(declare-fun |index(updates)| () Int)
; each byte of a.schema
(define-fun a.schema ((?i Int)) Int (built.byte (+ |start(a.schema)| 4 ?i)))
; each byte of a.learner
(define-fun a.learner ((?i Int)) Int (built.byte (+ |start(a.learner)| 4 ?i)))
; each byte of a.data
(define-fun a.data ((?i Int)) Int (built.byte (+ |start(a.data)| 4 ?i)))
; each byte of a.initialization
(define-fun a.initialization ((?i Int)) Int (built.byte (+ |start(a.initialization)| 4 ?i)))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
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
; r.schema begins at the first byte
(assert (= |start(r.schema)| file.start))
; r.learner begins where r.schema ends
(assert (= |start(r.learner)| (+ |start(r.schema)| 4 |length(r.schema)|)))
; r.data begins where r.learner ends
(assert (= |start(r.data)| (+ |start(r.learner)| 4 |length(r.learner)|)))
; r.initialization begins where r.data ends
(assert (= |start(r.initialization)| (+ |start(r.data)| 4 |length(r.data)|)))
; r.payload begins where r.initialization ends
(assert (= |start(r.payload)| (+ |start(r.initialization)| 4 |length(r.initialization)|)))
; r.chunk begins where r.payload ends
(assert (= |start(r.chunk)| (+ |start(r.payload)| 8)))
; r.updates begins where r.chunk ends
(assert (= |start(r.updates)| (+ |start(r.chunk)| 8)))
; r ends where r.updates ends
(assert (= |end(r)| (+ |start(r.updates)| 8)))
; a.schema begins at the first byte
(assert (= |start(a.schema)| file.start))
; a.learner begins where a.schema ends
(assert (= |start(a.learner)| (+ |start(a.schema)| 4 |length(a.schema)|)))
; a.data begins where a.learner ends
(assert (= |start(a.data)| (+ |start(a.learner)| 4 |length(a.learner)|)))
; a.initialization begins where a.data ends
(assert (= |start(a.initialization)| (+ |start(a.data)| 4 |length(a.data)|)))
; a.payload begins where a.initialization ends
(assert (= |start(a.payload)| (+ |start(a.initialization)| 4 |length(a.initialization)|)))
; a.chunk begins where a.payload ends
(assert (= |start(a.chunk)| (+ |start(a.payload)| 8)))
; a.updates begins where a.chunk ends
(assert (= |start(a.updates)| (+ |start(a.chunk)| 8)))
; a ends where a.updates ends
(assert (= |end(a)| (+ |start(a.updates)| 8)))
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
; a.payload is what its bytes say
(assert (= a.payload (built.byte.u64 |start(a.payload)|)))
; a.payload: a number of 8 bytes
(assert (and (<= 0 a.payload) (< a.payload 18446744073709551616)))
; a.chunk is what its bytes say
(assert (= a.chunk (built.byte.u64 |start(a.chunk)|)))
; a.chunk: a number of 8 bytes
(assert (and (<= 0 a.chunk) (< a.chunk 18446744073709551616)))
; a.updates is what its bytes say
(assert (= a.updates (built.byte.u64 |start(a.updates)|)))
; a.updates: a number of 8 bytes
(assert (and (<= 0 a.updates) (< a.updates 18446744073709551616)))
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
; r.payload: a number of 8 bytes
(assert (and (<= 0 r.payload) (< r.payload 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.payload)|) r.payload))
; r.chunk: a number of 8 bytes
(assert (and (<= 0 r.chunk) (< r.chunk 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.chunk)|) r.chunk))
; r.updates: a number of 8 bytes
(assert (and (<= 0 r.updates) (< r.updates 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.updates)|) r.updates))
; not: what a record of CheckpointEnvelopeContract is built to is read, and read as that record
(assert
  (not
    (and
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
      (= |start(a.payload)| |start(r.payload)|)
      (= a.payload r.payload)
      (= |start(a.chunk)| |start(r.chunk)|)
      (= a.chunk r.chunk)
      (= |start(a.updates)| |start(r.updates)|)
      (= a.updates r.updates)
      (= |end(a)| |end(r)|))))
(check-sat)
