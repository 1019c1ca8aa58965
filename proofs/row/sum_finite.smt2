; row/sum_finite: a sum of two numbers up to a bound is at most twice the bound: s is finite, as no e is above 1
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun a.bits () (_ BitVec 32))
(declare-fun b.bits () (_ BitVec 32))
(declare-fun bound.bits () (_ BitVec 32))
(define-fun a () (_ FloatingPoint 8 24) ((_ to_fp 8 24) a.bits))
(define-fun b () (_ FloatingPoint 8 24) ((_ to_fp 8 24) b.bits))
(define-fun bound () (_ FloatingPoint 8 24) ((_ to_fp 8 24) bound.bits))
; bound is at most 2^126
(assert (fp.leq bound ((_ to_fp 8 24) #x7e800000)))
; a is in [0, bound]
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) a) (fp.leq a bound)))
; b is in [0, bound]
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) b) (fp.leq b bound)))
; not: a sum of two numbers up to a bound is at most twice the bound: s is finite, as no e is above 1
(assert (not (fp.leq (fp.add RNE a b) (fp.add RNE bound bound))))
(check-sat)
