; readings/input_record.one_reading: two readings of the same bytes, from the same byte on, are the same record of InputRecord
; unsat: it holds; sat: the model is a case for which it does not
; claimed: magic begins at the same byte
; claimed: version begins at the same byte
; claimed: version is the same
; claimed: pairs begins at the same byte
; claimed: each of pairs has the same dims and first byte, and so is the same
; claimed: targets begins at the same byte
; claimed: each of targets is the same
; claimed: prompt_bytes begins at the same byte
; claimed: each of prompt_bytes is the same
; claimed: the record ends at the same byte
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun file.start () Int)
(declare-fun vocabulary () Int)
(declare-fun prompts () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(a.magic)| () Int)
(declare-fun |start(a.version)| () Int)
(declare-fun |start(a.pairs)| () Int)
(declare-fun |size(pairs)| (Int) Int)
(declare-fun |start(a.targets)| () Int)
(declare-fun |start(a.prompt_bytes)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun |index(magic)| () Int)
(declare-fun file.byte.u64 (Int) Int)
(declare-fun a.version () Int)
(declare-fun |index(pairs)| () Int)
(declare-fun file.byte.u32 (Int) Int)
(declare-fun |index(targets)| () Int)
(declare-fun |index(prompt_bytes)| () Int)
(declare-fun |start(b.magic)| () Int)
(declare-fun |start(b.version)| () Int)
(declare-fun |start(b.pairs)| () Int)
(declare-fun |start(b.targets)| () Int)
(declare-fun |start(b.prompt_bytes)| () Int)
(declare-fun |end(b)| () Int)
(declare-fun b.version () Int)
(declare-fun |index(version)| () Int)
(declare-fun |reading of pair| (Int) Int)
; where each of a.pairs begins
(define-fun |starts(a.pairs)| ((?i Int)) Int (+ |start(a.pairs)| (* ?i (+ 1 1))))
; each byte of a.magic
(define-fun a.magic ((?i Int)) Int (file.byte (+ |start(a.magic)| ?i)))
; each of a.targets is what its bytes say
(define-fun a.targets ((?i Int)) Int (file.byte.u32 (+ |start(a.targets)| (* 4 ?i))))
; each of a.prompt_bytes is what its bytes say
(define-fun a.prompt_bytes ((?i Int)) Int (file.byte.u32 (+ |start(a.prompt_bytes)| (* 4 ?i))))
; where each of b.pairs begins
(define-fun |starts(b.pairs)| ((?i Int)) Int (+ |start(b.pairs)| (* ?i (+ 1 1))))
; each byte of b.magic
(define-fun b.magic ((?i Int)) Int (file.byte (+ |start(b.magic)| ?i)))
; each of b.targets is what its bytes say
(define-fun b.targets ((?i Int)) Int (file.byte.u32 (+ |start(b.targets)| (* 4 ?i))))
; each of b.prompt_bytes is what its bytes say
(define-fun b.prompt_bytes ((?i Int)) Int (file.byte.u32 (+ |start(b.prompt_bytes)| (* 4 ?i))))
; magic is b'BOBINPUT'
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
        (ite (= ?i 3) 73 (ite (= ?i 4) 78 (ite (= ?i 5) 80 (ite (= ?i 6) 85 (ite (= ?i 7) 84 0)))))))))
; the record begins somewhere, in a file at 0
(assert (<= 0 file.start))
; vocabulary is from 1 to 256
(assert (and (<= 1 vocabulary) (<= vocabulary 256)))
; prompts is from 0 to 65536
(assert (and (<= 0 prompts) (<= prompts 65536)))
; a.magic begins at the first byte
(assert (= |start(a.magic)| file.start))
; a.version begins where a.magic ends
(assert (= |start(a.version)| (+ |start(a.magic)| 8)))
; a.pairs begins where a.version ends
(assert (= |start(a.pairs)| (+ |start(a.version)| 8)))
; size(pairs) of a, as a function of what it mentions
(assert (= (|size(pairs)| vocabulary) (* vocabulary (+ 1 1))))
; a.targets begins where a.pairs ends
(assert (= |start(a.targets)| (+ |start(a.pairs)| (|size(pairs)| vocabulary))))
; a.prompt_bytes begins where a.targets ends
(assert (= |start(a.prompt_bytes)| (+ |start(a.targets)| (* vocabulary 4))))
; a ends where a.prompt_bytes ends
(assert (= |end(a)| (+ |start(a.prompt_bytes)| (* prompts 4))))
; a.version is what its bytes say
(assert (= a.version (file.byte.u64 |start(a.version)|)))
; a.version: a number of 8 bytes
(assert (and (<= 0 a.version) (< a.version 18446744073709551616)))
; a.targets: a number of 4 bytes
(assert
  (=>
    (and (<= 0 |index(targets)|) (< |index(targets)| vocabulary))
    (and (<= 0 (a.targets |index(targets)|)) (< (a.targets |index(targets)|) 4294967296))))
; a.prompt_bytes: a number of 4 bytes
(assert
  (=>
    (and (<= 0 |index(prompt_bytes)|) (< |index(prompt_bytes)| prompts))
    (and
      (<= 0 (a.prompt_bytes |index(prompt_bytes)|))
      (< (a.prompt_bytes |index(prompt_bytes)|) 4294967296))))
; b.magic begins at the first byte
(assert (= |start(b.magic)| file.start))
; b.version begins where b.magic ends
(assert (= |start(b.version)| (+ |start(b.magic)| 8)))
; b.pairs begins where b.version ends
(assert (= |start(b.pairs)| (+ |start(b.version)| 8)))
; b.targets begins where b.pairs ends
(assert (= |start(b.targets)| (+ |start(b.pairs)| (|size(pairs)| vocabulary))))
; b.prompt_bytes begins where b.targets ends
(assert (= |start(b.prompt_bytes)| (+ |start(b.targets)| (* vocabulary 4))))
; b ends where b.prompt_bytes ends
(assert (= |end(b)| (+ |start(b.prompt_bytes)| (* prompts 4))))
; b.version is what its bytes say
(assert (= b.version (file.byte.u64 |start(b.version)|)))
; b.version: a number of 8 bytes
(assert (and (<= 0 b.version) (< b.version 18446744073709551616)))
; b.targets: a number of 4 bytes
(assert
  (=>
    (and (<= 0 |index(targets)|) (< |index(targets)| vocabulary))
    (and (<= 0 (b.targets |index(targets)|)) (< (b.targets |index(targets)|) 4294967296))))
; b.prompt_bytes: a number of 4 bytes
(assert
  (=>
    (and (<= 0 |index(prompt_bytes)|) (< |index(prompt_bytes)| prompts))
    (and
      (<= 0 (b.prompt_bytes |index(prompt_bytes)|))
      (< (b.prompt_bytes |index(prompt_bytes)|) 4294967296))))
; each byte of a.magic is as it must be
(assert
  (=>
    (and (<= 0 |index(magic)|) (< |index(magic)| 8))
    (= (a.magic |index(magic)|) (|constant(magic)| |index(magic)|))))
; each of a.pairs is read
(assert
  (=>
    (and (<= 0 |index(pairs)|) (< |index(pairs)| vocabulary))
    (= (|reading of pair| (|starts(a.pairs)| |index(pairs)|)) 1)))
; each byte of b.magic is as it must be
(assert
  (=>
    (and (<= 0 |index(magic)|) (< |index(magic)| 8))
    (= (b.magic |index(magic)|) (|constant(magic)| |index(magic)|))))
; each of b.pairs is read
(assert
  (=>
    (and (<= 0 |index(pairs)|) (< |index(pairs)| vocabulary))
    (= (|reading of pair| (|starts(b.pairs)| |index(pairs)|)) 1)))
; not: two readings of the same bytes, from the same byte on, are the same record of InputRecord
(assert
  (not
    (and
      (= |start(a.magic)| |start(b.magic)|)
      (= |start(a.version)| |start(b.version)|)
      (= a.version b.version)
      (= |start(a.pairs)| |start(b.pairs)|)
      (=>
        (and (<= 0 |index(pairs)|) (< |index(pairs)| vocabulary))
        (= (|starts(a.pairs)| |index(pairs)|) (|starts(b.pairs)| |index(pairs)|)))
      (= |start(a.targets)| |start(b.targets)|)
      (=>
        (and (<= 0 |index(targets)|) (< |index(targets)| vocabulary))
        (= (a.targets |index(targets)|) (b.targets |index(targets)|)))
      (= |start(a.prompt_bytes)| |start(b.prompt_bytes)|)
      (=>
        (and (<= 0 |index(prompt_bytes)|) (< |index(prompt_bytes)| prompts))
        (= (a.prompt_bytes |index(prompt_bytes)|) (b.prompt_bytes |index(prompt_bytes)|)))
      (= |end(a)| |end(b)|))))
(check-sat)
