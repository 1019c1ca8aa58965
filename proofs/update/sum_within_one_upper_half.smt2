; update/sum_within_one_upper_half: |x + y| is at most 1: so |m'| is, and v', where x and y are the two products that they add
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(declare-fun y.bits () (_ BitVec 32))
(declare-fun beta.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
(define-fun y () (_ FloatingPoint 8 24) ((_ to_fp 8 24) y.bits))
(define-fun beta () (_ FloatingPoint 8 24) ((_ to_fp 8 24) beta.bits))
(define-fun u () (_ FloatingPoint 8 24) (fp.sub RNE ((_ to_fp 8 24) #x3f800000) beta))
; beta is in the upper half of [0, 1)
(assert (and (fp.leq ((_ to_fp 8 24) #x3f000000) beta) (fp.lt beta ((_ to_fp 8 24) #x3f800000))))
; |x| is at most beta
(assert (fp.leq (fp.abs x) beta))
; |y| is at most 1 - beta
(assert (fp.leq (fp.abs y) u))
; not: |x + y| is at most 1: so |m'| is, and v', where x and y are the two products that they add
(assert (not (fp.leq (fp.abs (fp.add RNE x y)) ((_ to_fp 8 24) #x3f800000))))
(check-sat)
