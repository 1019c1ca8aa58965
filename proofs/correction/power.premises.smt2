; premises of correction/power
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun power.bits () (_ BitVec 64))
(declare-fun square.bits () (_ BitVec 64))
(define-fun power () (_ FloatingPoint 11 53) ((_ to_fp 11 53) power.bits))
(define-fun square () (_ FloatingPoint 11 53) ((_ to_fp 11 53) square.bits))
; square is in [0, 1 - 2^-24]
(assert
  (and
    (fp.leq ((_ to_fp 11 53) #x0000000000000000) square)
    (fp.leq square ((_ to_fp 11 53) RNE ((_ to_fp 8 24) #x3f7fffff)))))
; power is in [0, 1]
(assert
  (and
    (fp.leq ((_ to_fp 11 53) #x0000000000000000) power)
    (fp.leq power ((_ to_fp 11 53) #x3ff0000000000000))))
(check-sat)
