; correction/bounds: c is in [1, 2^24], and what is divided by is above 0
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun square.bits () (_ BitVec 64))
(define-fun square () (_ FloatingPoint 11 53) ((_ to_fp 11 53) square.bits))
(define-fun
  c
  ()
  (_ FloatingPoint 8 24)
  ((_ to_fp 8 24)
    RNE
    (fp.div
      RNE
      ((_ to_fp 11 53) #x3ff0000000000000)
      (fp.sub
        RNE
        ((_ to_fp 11 53) #x3ff0000000000000)
        (fp.mul RNE ((_ to_fp 11 53) #x3ff0000000000000) square)))))
; square is in [0, 1 - 2^-24]
(assert
  (and
    (fp.leq ((_ to_fp 11 53) #x0000000000000000) square)
    (fp.leq square ((_ to_fp 11 53) RNE ((_ to_fp 8 24) #x3f7fffff)))))
; not: c is in [1, 2^24], and what is divided by is above 0
(assert
  (not
    (and
      (and (fp.leq ((_ to_fp 8 24) #x3f800000) c) (fp.leq c ((_ to_fp 8 24) #x4b800000)))
      (and
        (fp.isPositive
          (fp.sub
            RNE
            ((_ to_fp 11 53) #x3ff0000000000000)
            (fp.mul RNE ((_ to_fp 11 53) #x3ff0000000000000) square)))
        (not
          (fp.isZero
            (fp.sub
              RNE
              ((_ to_fp 11 53) #x3ff0000000000000)
              (fp.mul RNE ((_ to_fp 11 53) #x3ff0000000000000) square))))))))
(check-sat)
