; premises of readings/input_record.parse_then_build
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun file.start () Int)
(declare-fun vocabulary () Int)
(declare-fun prompts () Int)
(declare-fun file.byte (Int) Int)
(declare-fun |start(r.magic)| () Int)
(declare-fun |start(r.version)| () Int)
(declare-fun |start(r.pairs)| () Int)
(declare-fun |size(pairs)| (Int) Int)
(declare-fun |start(r.targets)| () Int)
(declare-fun |start(r.prompt_bytes)| () Int)
(declare-fun |end(r)| () Int)
(declare-fun |index(magic)| () Int)
(declare-fun file.byte.u64 (Int) Int)
(declare-fun r.version () Int)
(declare-fun |index(pairs)| () Int)
(declare-fun file.byte.u32 (Int) Int)
(declare-fun |index(targets)| () Int)
(declare-fun |index(prompt_bytes)| () Int)
(declare-fun file.place () Int)
(declare-fun |reading of pair| (Int) Int)
(declare-fun file.end () Int)
(declare-fun built.byte (Int) Int)
(declare-fun built.end () Int)
; where each of r.pairs begins
(define-fun |starts(r.pairs)| ((?i Int)) Int (+ |start(r.pairs)| (* ?i (+ 1 1))))
; each byte of r.magic
(define-fun r.magic ((?i Int)) Int (file.byte (+ |start(r.magic)| ?i)))
; each of r.targets is what its bytes say
(define-fun r.targets ((?i Int)) Int (file.byte.u32 (+ |start(r.targets)| (* 4 ?i))))
; each of r.prompt_bytes is what its bytes say
(define-fun r.prompt_bytes ((?i Int)) Int (file.byte.u32 (+ |start(r.prompt_bytes)| (* 4 ?i))))
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
; r.version is what its bytes say
(assert (= r.version (file.byte.u64 |start(r.version)|)))
; r.version: a number of 8 bytes
(assert (and (<= 0 r.version) (< r.version 18446744073709551616)))
; r.targets: a number of 4 bytes
(assert
  (=>
    (and (<= 0 |index(targets)|) (< |index(targets)| vocabulary))
    (and (<= 0 (r.targets |index(targets)|)) (< (r.targets |index(targets)|) 4294967296))))
; r.prompt_bytes: a number of 4 bytes
(assert
  (=>
    (and (<= 0 |index(prompt_bytes)|) (< |index(prompt_bytes)| prompts))
    (and
      (<= 0 (r.prompt_bytes |index(prompt_bytes)|))
      (< (r.prompt_bytes |index(prompt_bytes)|) 4294967296))))
; each byte of r.magic is as it must be
(assert
  (=>
    (and (<= 0 (- file.place |start(r.magic)|)) (< (- file.place |start(r.magic)|) 8))
    (=
      (r.magic (- file.place |start(r.magic)|))
      (|constant(magic)| (- file.place |start(r.magic)|)))))
; each of r.pairs is read
(assert
  (=>
    (and (<= 0 |index(pairs)|) (< |index(pairs)| vocabulary))
    (= (|reading of pair| (|starts(r.pairs)| |index(pairs)|)) 1)))
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
; by codec/elements.cover
(assert
  (=>
    (and
      (<= |start(r.pairs)| file.place)
      (< file.place (+ |start(r.pairs)| (|size(pairs)| vocabulary))))
    (and
      (and (<= 0 |index(pairs)|) (< |index(pairs)| vocabulary))
      (and
        (<= (|starts(r.pairs)| |index(pairs)|) file.place)
        (< file.place (|starts(r.pairs)| (+ |index(pairs)| 1)))))))
; by readings/pair.parse_then_build
(assert
  (=>
    (and
      (and (<= 0 |index(pairs)|) (< |index(pairs)| vocabulary))
      (and
        (<= (|starts(r.pairs)| |index(pairs)|) file.place)
        (< file.place (|starts(r.pairs)| (+ |index(pairs)| 1)))))
    (= (built.byte file.place) (file.byte file.place))))
; by codec/u32.parse_then_build
(assert
  (=>
    (and
      (<= 0 (div (- file.place |start(r.targets)|) 4))
      (< (div (- file.place |start(r.targets)|) 4) vocabulary))
    (=>
      (and
        (<= (+ |start(r.targets)| (* 4 (div (- file.place |start(r.targets)|) 4))) file.place)
        (< file.place (+ |start(r.targets)| (* 4 (div (- file.place |start(r.targets)|) 4)) 4)))
      (= (built.byte file.place) (file.byte file.place)))))
; by codec/u32.parse_then_build
(assert
  (=>
    (and
      (<= 0 (div (- file.place |start(r.prompt_bytes)|) 4))
      (< (div (- file.place |start(r.prompt_bytes)|) 4) prompts))
    (=>
      (and
        (<=
          (+ |start(r.prompt_bytes)| (* 4 (div (- file.place |start(r.prompt_bytes)|) 4)))
          file.place)
        (<
          file.place
          (+ |start(r.prompt_bytes)| (* 4 (div (- file.place |start(r.prompt_bytes)|) 4)) 4)))
      (= (built.byte file.place) (file.byte file.place)))))
; what is built ends with its last part
(assert (= built.end |end(r)|))
(check-sat)
