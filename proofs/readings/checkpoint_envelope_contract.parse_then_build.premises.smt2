; premises of readings/checkpoint_envelope_contract.parse_then_build
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun file.start () Int)
(declare-fun vocabulary () Int)
(declare-fun prompts () Int)
(declare-fun plane_count () Int)
(declare-fun bytes_per_scalar () Int)
(declare-fun updates_per_invocation () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(r.schema)| () Int)
(declare-fun |start(r.learner)| () Int)
(declare-fun |start(r.data)| () Int)
(declare-fun |start(r.initialization)| () Int)
(declare-fun |start(r.payload)| () Int)
(declare-fun |start(r.chunk)| () Int)
(declare-fun |start(r.updates)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun file.byte.u32 (Int) Int)
(declare-fun |length(r.schema)| () Int)
(declare-fun |index(schema)| () Int)
(declare-fun |length(r.learner)| () Int)
(declare-fun |index(learner)| () Int)
(declare-fun |length(r.data)| () Int)
(declare-fun |index(data)| () Int)
(declare-fun |length(r.initialization)| () Int)
(declare-fun |index(initialization)| () Int)
(declare-fun file.byte.u64 (Int) Int)
(declare-fun r.payload () Int)
(declare-fun r.chunk () Int)
(declare-fun r.updates () Int)
(declare-fun file.place () Int)
(declare-fun file.end () Int)
(declare-fun built.byte (Int) Int)
(declare-fun built.end () Int)
; each byte of r.schema
(define-fun r.schema ((?i Int)) Int (file.byte (+ |start(r.schema)| 4 ?i)))
; each byte of r.learner
(define-fun r.learner ((?i Int)) Int (file.byte (+ |start(r.learner)| 4 ?i)))
; each byte of r.data
(define-fun r.data ((?i Int)) Int (file.byte (+ |start(r.data)| 4 ?i)))
; each byte of r.initialization
(define-fun r.initialization ((?i Int)) Int (file.byte (+ |start(r.initialization)| 4 ?i)))
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
; r.payload is what its bytes say
(assert (= r.payload (file.byte.u64 |start(r.payload)|)))
; r.payload: a number of 8 bytes
(assert (and (<= 0 r.payload) (< r.payload 18446744073709551616)))
; r.chunk is what its bytes say
(assert (= r.chunk (file.byte.u64 |start(r.chunk)|)))
; r.chunk: a number of 8 bytes
(assert (and (<= 0 r.chunk) (< r.chunk 18446744073709551616)))
; r.updates is what its bytes say
(assert (= r.updates (file.byte.u64 |start(r.updates)|)))
; r.updates: a number of 8 bytes
(assert (and (<= 0 r.updates) (< r.updates 18446744073709551616)))
; the record ends where the bytes do
(assert (= |end(r)| file.end))
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
; by codec/u64.parse_then_build
(assert
  (=>
    (and (<= |start(r.payload)| file.place) (< file.place (+ |start(r.payload)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u64.parse_then_build
(assert
  (=>
    (and (<= |start(r.chunk)| file.place) (< file.place (+ |start(r.chunk)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u64.parse_then_build
(assert
  (=>
    (and (<= |start(r.updates)| file.place) (< file.place (+ |start(r.updates)| 8)))
    (= (built.byte file.place) (file.byte file.place))))
; what is built ends with its last part
(assert (= built.end |end(r)|))
(check-sat)
