; readings/checkpoint_envelope_contract.one_reading: two readings of the same bytes, from the same byte on, are the same record of CheckpointEnvelopeContract
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
(declare-fun file.byte (Int) Int)
(declare-fun |start(a.schema)| () Int)
(declare-fun |start(a.learner)| () Int)
(declare-fun |start(a.data)| () Int)
(declare-fun |start(a.initialization)| () Int)
(declare-fun |start(a.payload)| () Int)
(declare-fun |start(a.chunk)| () Int)
(declare-fun |start(a.updates)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun file.byte.u32 (Int) Int)
(declare-fun |length(a.schema)| () Int)
(declare-fun |index(schema)| () Int)
(declare-fun |length(a.learner)| () Int)
(declare-fun |index(learner)| () Int)
(declare-fun |length(a.data)| () Int)
(declare-fun |index(data)| () Int)
(declare-fun |length(a.initialization)| () Int)
(declare-fun |index(initialization)| () Int)
(declare-fun file.byte.u64 (Int) Int)
(declare-fun a.payload () Int)
(declare-fun a.chunk () Int)
(declare-fun a.updates () Int)
(declare-fun |start(b.schema)| () Int)
(declare-fun |start(b.learner)| () Int)
(declare-fun |start(b.data)| () Int)
(declare-fun |start(b.initialization)| () Int)
(declare-fun |start(b.payload)| () Int)
(declare-fun |start(b.chunk)| () Int)
(declare-fun |start(b.updates)| () Int)
(declare-fun |end(b)| () Int)
(declare-fun |length(b.schema)| () Int)
(declare-fun |length(b.learner)| () Int)
(declare-fun |length(b.data)| () Int)
(declare-fun |length(b.initialization)| () Int)
(declare-fun b.payload () Int)
(declare-fun b.chunk () Int)
(declare-fun b.updates () Int)
(declare-fun |index(payload)| () Int)
(declare-fun |index(chunk)| () Int)
(declare-fun |index(updates)| () Int)
; each byte of a.schema
(define-fun a.schema ((?i Int)) Int (file.byte (+ |start(a.schema)| 4 ?i)))
; each byte of a.learner
(define-fun a.learner ((?i Int)) Int (file.byte (+ |start(a.learner)| 4 ?i)))
; each byte of a.data
(define-fun a.data ((?i Int)) Int (file.byte (+ |start(a.data)| 4 ?i)))
; each byte of a.initialization
(define-fun a.initialization ((?i Int)) Int (file.byte (+ |start(a.initialization)| 4 ?i)))
; each byte of b.schema
(define-fun b.schema ((?i Int)) Int (file.byte (+ |start(b.schema)| 4 ?i)))
; each byte of b.learner
(define-fun b.learner ((?i Int)) Int (file.byte (+ |start(b.learner)| 4 ?i)))
; each byte of b.data
(define-fun b.data ((?i Int)) Int (file.byte (+ |start(b.data)| 4 ?i)))
; each byte of b.initialization
(define-fun b.initialization ((?i Int)) Int (file.byte (+ |start(b.initialization)| 4 ?i)))
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
; a.payload is what its bytes say
(assert (= a.payload (file.byte.u64 |start(a.payload)|)))
; a.payload: a number of 8 bytes
(assert (and (<= 0 a.payload) (< a.payload 18446744073709551616)))
; a.chunk is what its bytes say
(assert (= a.chunk (file.byte.u64 |start(a.chunk)|)))
; a.chunk: a number of 8 bytes
(assert (and (<= 0 a.chunk) (< a.chunk 18446744073709551616)))
; a.updates is what its bytes say
(assert (= a.updates (file.byte.u64 |start(a.updates)|)))
; a.updates: a number of 8 bytes
(assert (and (<= 0 a.updates) (< a.updates 18446744073709551616)))
; b.schema begins at the first byte
(assert (= |start(b.schema)| file.start))
; b.learner begins where b.schema ends
(assert (= |start(b.learner)| (+ |start(b.schema)| 4 |length(b.schema)|)))
; b.data begins where b.learner ends
(assert (= |start(b.data)| (+ |start(b.learner)| 4 |length(b.learner)|)))
; b.initialization begins where b.data ends
(assert (= |start(b.initialization)| (+ |start(b.data)| 4 |length(b.data)|)))
; b.payload begins where b.initialization ends
(assert (= |start(b.payload)| (+ |start(b.initialization)| 4 |length(b.initialization)|)))
; b.chunk begins where b.payload ends
(assert (= |start(b.chunk)| (+ |start(b.payload)| 8)))
; b.updates begins where b.chunk ends
(assert (= |start(b.updates)| (+ |start(b.chunk)| 8)))
; b ends where b.updates ends
(assert (= |end(b)| (+ |start(b.updates)| 8)))
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
; b.payload is what its bytes say
(assert (= b.payload (file.byte.u64 |start(b.payload)|)))
; b.payload: a number of 8 bytes
(assert (and (<= 0 b.payload) (< b.payload 18446744073709551616)))
; b.chunk is what its bytes say
(assert (= b.chunk (file.byte.u64 |start(b.chunk)|)))
; b.chunk: a number of 8 bytes
(assert (and (<= 0 b.chunk) (< b.chunk 18446744073709551616)))
; b.updates is what its bytes say
(assert (= b.updates (file.byte.u64 |start(b.updates)|)))
; b.updates: a number of 8 bytes
(assert (and (<= 0 b.updates) (< b.updates 18446744073709551616)))
; not: two readings of the same bytes, from the same byte on, are the same record of CheckpointEnvelopeContract
(assert
  (not
    (and
      (= |start(a.schema)| |start(b.schema)|)
      (= |length(a.schema)| |length(b.schema)|)
      (=>
        (and (<= 0 |index(schema)|) (< |index(schema)| |length(a.schema)|))
        (= (a.schema |index(schema)|) (b.schema |index(schema)|)))
      (= |start(a.learner)| |start(b.learner)|)
      (= |length(a.learner)| |length(b.learner)|)
      (=>
        (and (<= 0 |index(learner)|) (< |index(learner)| |length(a.learner)|))
        (= (a.learner |index(learner)|) (b.learner |index(learner)|)))
      (= |start(a.data)| |start(b.data)|)
      (= |length(a.data)| |length(b.data)|)
      (=>
        (and (<= 0 |index(data)|) (< |index(data)| |length(a.data)|))
        (= (a.data |index(data)|) (b.data |index(data)|)))
      (= |start(a.initialization)| |start(b.initialization)|)
      (= |length(a.initialization)| |length(b.initialization)|)
      (=>
        (and (<= 0 |index(initialization)|) (< |index(initialization)| |length(a.initialization)|))
        (= (a.initialization |index(initialization)|) (b.initialization |index(initialization)|)))
      (= |start(a.payload)| |start(b.payload)|)
      (= a.payload b.payload)
      (= |start(a.chunk)| |start(b.chunk)|)
      (= a.chunk b.chunk)
      (= |start(a.updates)| |start(b.updates)|)
      (= a.updates b.updates)
      (= |end(a)| |end(b)|))))
(check-sat)
