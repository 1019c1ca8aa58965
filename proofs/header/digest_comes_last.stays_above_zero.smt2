; header/digest_comes_last.stays_above_zero: header_bytes - digest_bytes does not go below zero
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun digest_bytes () Int)
(declare-fun alignment () Int)
(declare-fun version () Int)
(declare-fun header_bytes () Int)
(declare-fun payload_bytes () Int)
(declare-fun chunk_bytes () Int)
(declare-fun chunk_count () Int)
(declare-fun step () Int)
(declare-fun updates_per_invocation () Int)
(declare-fun parent (Int) Int)
(declare-fun |length(schema)| () Int)
(declare-fun |length(learner)| () Int)
(declare-fun |length(data)| () Int)
(declare-fun |length(initialization)| () Int)
(declare-fun file_bytes () Int)
(declare-fun needed_bytes () Int)
(declare-fun |offset_of(padding)| () Int)
(declare-fun |offset_of(updates_per_invocation)| () Int)
(declare-fun |offset_of(input_digest)| () Int)
(declare-fun |offset_of(parent)| () Int)
(declare-fun |offset_of(schema)| () Int)
(declare-fun |offset_of(learner)| () Int)
(declare-fun |offset_of(data)| () Int)
(declare-fun |offset_of(initialization)| () Int)
(declare-fun |offset_of(chunk_digests)| () Int)
(declare-fun |size_of(padding)| () Int)
(declare-fun |offset_of(header_digest)| () Int)
(declare-fun |record_bytes()| () Int)
(declare-fun |step // updates_per_invocation| () Int)
(declare-fun |step % updates_per_invocation| () Int)
; quotient and rest of step by updates_per_invocation, where that is positive
(assert
  (=>
    (< 0 updates_per_invocation)
    (and
      (=
        step
        (+ (* updates_per_invocation |step // updates_per_invocation|)
          |step % updates_per_invocation|))
      (<= 0 |step % updates_per_invocation|)
      (< |step % updates_per_invocation| updates_per_invocation))))
; digest_bytes is 32
(assert (= digest_bytes 32))
; alignment is 64
(assert (= alignment 64))
; version is a u64
(assert (and (<= 0 version) (< version 18446744073709551616)))
; header_bytes is a u64
(assert (and (<= 0 header_bytes) (< header_bytes 18446744073709551616)))
; payload_bytes is a u64
(assert (and (<= 0 payload_bytes) (< payload_bytes 18446744073709551616)))
; chunk_bytes is a u64
(assert (and (<= 0 chunk_bytes) (< chunk_bytes 18446744073709551616)))
; chunk_count is a u64
(assert (and (<= 0 chunk_count) (< chunk_count 18446744073709551616)))
; step is a u64
(assert (and (<= 0 step) (< step 18446744073709551616)))
; updates_per_invocation is a u64
(assert (and (<= 0 updates_per_invocation) (< updates_per_invocation 18446744073709551616)))
; each byte of parent is from 0 to 255
(assert
  (forall
    ((?i0 Int))
    (=> (and (<= 0 ?i0) (< ?i0 digest_bytes)) (and (<= 0 (parent ?i0)) (< (parent ?i0) 256)))))
; the length of schema is a u32
(assert (and (<= 0 |length(schema)|) (< |length(schema)| 4294967296)))
; the length of learner is a u32
(assert (and (<= 0 |length(learner)|) (< |length(learner)| 4294967296)))
; the length of data is a u32
(assert (and (<= 0 |length(data)|) (< |length(data)| 4294967296)))
; the length of initialization is a u32
(assert (and (<= 0 |length(initialization)|) (< |length(initialization)| 4294967296)))
; file_bytes is header_bytes + payload_bytes
(assert (= file_bytes (+ header_bytes payload_bytes)))
; needed_bytes is offset_of(padding) + digest_bytes
(assert (= needed_bytes (+ |offset_of(padding)| digest_bytes)))
; offset_of(updates_per_invocation) is 8 + 8 + 8 + 8 + 8 + 8 + 8
(assert (= |offset_of(updates_per_invocation)| (+ 8 8 8 8 8 8 8)))
; offset_of(input_digest) is offset_of(updates_per_invocation) + 8
(assert (= |offset_of(input_digest)| (+ |offset_of(updates_per_invocation)| 8)))
; offset_of(parent) is offset_of(input_digest) + digest_bytes
(assert (= |offset_of(parent)| (+ |offset_of(input_digest)| digest_bytes)))
; offset_of(schema) is offset_of(parent) + digest_bytes
(assert (= |offset_of(schema)| (+ |offset_of(parent)| digest_bytes)))
; offset_of(learner) is offset_of(schema) + (4 + length(schema))
(assert (= |offset_of(learner)| (+ |offset_of(schema)| (+ 4 |length(schema)|))))
; offset_of(data) is offset_of(learner) + (4 + length(learner))
(assert (= |offset_of(data)| (+ |offset_of(learner)| (+ 4 |length(learner)|))))
; offset_of(initialization) is offset_of(data) + (4 + length(data))
(assert (= |offset_of(initialization)| (+ |offset_of(data)| (+ 4 |length(data)|))))
; offset_of(chunk_digests) is offset_of(initialization) + (4 + length(initialization))
(assert
  (= |offset_of(chunk_digests)| (+ |offset_of(initialization)| (+ 4 |length(initialization)|))))
; offset_of(padding) is offset_of(chunk_digests) + chunk_count * digest_bytes
(assert (= |offset_of(padding)| (+ |offset_of(chunk_digests)| (* chunk_count digest_bytes))))
; size_of(padding) is (64 - (offset_of(padding) + digest_bytes) % 64) % 64
(assert (= |size_of(padding)| (mod (- 64 (mod (+ |offset_of(padding)| digest_bytes) 64)) 64)))
; offset_of(header_digest) is offset_of(padding) + size_of(padding)
(assert (= |offset_of(header_digest)| (+ |offset_of(padding)| |size_of(padding)|)))
; record_bytes() is offset_of(header_digest) + digest_bytes
(assert (= |record_bytes()| (+ |offset_of(header_digest)| digest_bytes)))
; version is 1
(assert (= version 1))
; 64 - (offset_of(padding) + digest_bytes) % 64 does not go below zero
(assert (<= (mod (+ |offset_of(padding)| digest_bytes) 64) 64))
; header_bytes is record_bytes()
(assert (= header_bytes |record_bytes()|))
; the file is smaller than 2^63 bytes
(assert (< file_bytes 9223372036854775808))
; chunk count x chunk bytes = payload bytes
(assert (= (* chunk_count chunk_bytes) payload_bytes))
; the step is a positive multiple of the updates per invocation
(assert (and (< 0 updates_per_invocation) (< 0 step) (= |step % updates_per_invocation| 0)))
; the next invocation does not carry the step past 2^63
(assert (<= (+ step updates_per_invocation) 9223372036854775808))
; the parent is zero exactly when the step is one invocation's
(assert
  (=
    (forall ((?i0 Int)) (=> (and (<= 0 ?i0) (< ?i0 digest_bytes)) (= (parent ?i0) 0)))
    (= step updates_per_invocation)))
; not: header_bytes - digest_bytes does not go below zero
(assert (not (<= digest_bytes header_bytes)))
(check-sat)
