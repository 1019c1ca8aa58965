; readings/input_record.build_then_parse: what a record of InputRecord is built to is read, and read as that record
; unsat: it holds; sat: the model is a case for which it does not
; claimed: each byte of a.magic is as it must be
; claimed: each of a.pairs is read
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
(declare-fun |start(r.magic)| () Int)
(declare-fun |start(r.version)| () Int)
(declare-fun |start(r.pairs)| () Int)
(declare-fun |size(pairs)| (Int) Int)
(declare-fun |start(r.targets)| () Int)
(declare-fun |start(r.prompt_bytes)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun r.version () Int)
(declare-fun r.targets (Int) Int)
(declare-fun r.prompt_bytes (Int) Int)
(declare-fun built.byte (Int) Int)
(declare-fun |start(a.magic)| () Int)
(declare-fun |start(a.version)| () Int)
(declare-fun |start(a.pairs)| () Int)
(declare-fun |start(a.targets)| () Int)
(declare-fun |start(a.prompt_bytes)| () Int)
(declare-fun |end(a)| () Int)
(declare-fun |index(magic)| () Int)
(declare-fun built.byte.u64 (Int) Int)
(declare-fun a.version () Int)
(declare-fun |index(pairs)| () Int)
(declare-fun built.byte.u32 (Int) Int)
(declare-fun |index(targets)| () Int)
(declare-fun |index(prompt_bytes)| () Int)
(declare-fun |reading of pair| (Int) Int)
(declare-fun |index(version)| () Int)
; where each of r.pairs begins
(define-fun |starts(r.pairs)| ((?i Int)) Int (+ |start(r.pairs)| (* ?i (+ 1 1))))
; where each of a.pairs begins
(define-fun |starts(a.pairs)| ((?i Int)) Int (+ |start(a.pairs)| (* ?i (+ 1 1))))
; each byte of a.magic
(define-fun a.magic ((?i Int)) Int (built.byte (+ |start(a.magic)| ?i)))
; each of a.targets is what its bytes say
(define-fun a.targets ((?i Int)) Int (built.byte.u32 (+ |start(a.targets)| (* 4 ?i))))
; each of a.prompt_bytes is what its bytes say
(define-fun a.prompt_bytes ((?i Int)) Int (built.byte.u32 (+ |start(a.prompt_bytes)| (* 4 ?i))))
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
; r.magic begins at the first byte
(assert (= |start(r.magic)| file.start))
; r.version begins where r.magic ends
(assert (= |start(r.version)| (+ |start(r.magic)| 8)))
; r.pairs begins where r.version ends
(assert (= |start(r.pairs)| (+ |start(r.version)| 8)))
; size(pairs) of r, as a function of what it mentions
(assert (= (|size(pairs)| vocabulary) (* vocabulary (+ 1 1))))
; r.targets begins where r.pairs ends
(assert (= |start(r.targets)| (+ |start(r.pairs)| (|size(pairs)| vocabulary))))
; r.prompt_bytes begins where r.targets ends
(assert (= |start(r.prompt_bytes)| (+ |start(r.targets)| (* vocabulary 4))))
; r ends where r.prompt_bytes ends
(assert (= |end(r)| (+ |start(r.prompt_bytes)| (* prompts 4))))
; a.magic begins at the first byte
(assert (= |start(a.magic)| file.start))
; a.version begins where a.magic ends
(assert (= |start(a.version)| (+ |start(a.magic)| 8)))
; a.pairs begins where a.version ends
(assert (= |start(a.pairs)| (+ |start(a.version)| 8)))
; a.targets begins where a.pairs ends
(assert (= |start(a.targets)| (+ |start(a.pairs)| (|size(pairs)| vocabulary))))
; a.prompt_bytes begins where a.targets ends
(assert (= |start(a.prompt_bytes)| (+ |start(a.targets)| (* vocabulary 4))))
; a ends where a.prompt_bytes ends
(assert (= |end(a)| (+ |start(a.prompt_bytes)| (* prompts 4))))
; a.version is what its bytes say
(assert (= a.version (built.byte.u64 |start(a.version)|)))
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
; each byte of r.magic is written
(assert
  (=>
    (and (<= 0 |index(magic)|) (< |index(magic)| 8))
    (= (built.byte (+ |start(r.magic)| |index(magic)|)) (|constant(magic)| |index(magic)|))))
; r.version: a number of 8 bytes
(assert (and (<= 0 r.version) (< r.version 18446744073709551616)))
; by codec/u64.build_then_parse
(assert (= (built.byte.u64 |start(r.version)|) r.version))
; by readings/pair.build_then_parse
(assert
  (=>
    (and (<= 0 |index(pairs)|) (< |index(pairs)| vocabulary))
    (= (|reading of pair| (|starts(r.pairs)| |index(pairs)|)) 1)))
; r.targets: a number of 4 bytes
(assert
  (=>
    (and (<= 0 |index(targets)|) (< |index(targets)| vocabulary))
    (and (<= 0 (r.targets |index(targets)|)) (< (r.targets |index(targets)|) 4294967296))))
; by codec/u32.build_then_parse
(assert
  (=>
    (and (<= 0 |index(targets)|) (< |index(targets)| vocabulary))
    (= (built.byte.u32 (+ |start(r.targets)| (* 4 |index(targets)|))) (r.targets |index(targets)|))))
; r.prompt_bytes: a number of 4 bytes
(assert
  (=>
    (and (<= 0 |index(prompt_bytes)|) (< |index(prompt_bytes)| prompts))
    (and
      (<= 0 (r.prompt_bytes |index(prompt_bytes)|))
      (< (r.prompt_bytes |index(prompt_bytes)|) 4294967296))))
; by codec/u32.build_then_parse
(assert
  (=>
    (and (<= 0 |index(prompt_bytes)|) (< |index(prompt_bytes)| prompts))
    (=
      (built.byte.u32 (+ |start(r.prompt_bytes)| (* 4 |index(prompt_bytes)|)))
      (r.prompt_bytes |index(prompt_bytes)|))))
; not: what a record of InputRecord is built to is read, and read as that record
(assert
  (not
    (and
      (=>
        (and (<= 0 |index(magic)|) (< |index(magic)| 8))
        (= (a.magic |index(magic)|) (|constant(magic)| |index(magic)|)))
      (=>
        (and (<= 0 |index(pairs)|) (< |index(pairs)| vocabulary))
        (= (|reading of pair| (|starts(a.pairs)| |index(pairs)|)) 1))
      (= |start(a.magic)| |start(r.magic)|)
      (= |start(a.version)| |start(r.version)|)
      (= a.version r.version)
      (= |start(a.pairs)| |start(r.pairs)|)
      (=>
        (and (<= 0 |index(pairs)|) (< |index(pairs)| vocabulary))
        (= (|starts(a.pairs)| |index(pairs)|) (|starts(r.pairs)| |index(pairs)|)))
      (= |start(a.targets)| |start(r.targets)|)
      (=>
        (and (<= 0 |index(targets)|) (< |index(targets)| vocabulary))
        (= (a.targets |index(targets)|) (r.targets |index(targets)|)))
      (= |start(a.prompt_bytes)| |start(r.prompt_bytes)|)
      (=>
        (and (<= 0 |index(prompt_bytes)|) (< |index(prompt_bytes)| prompts))
        (= (a.prompt_bytes |index(prompt_bytes)|) (r.prompt_bytes |index(prompt_bytes)|)))
      (= |end(a)| |end(r)|))))
(check-sat)
