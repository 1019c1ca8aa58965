; moments/product_keeps_sign: a product of two numbers that are not negative is not negative
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun a.bits () (_ BitVec 32))
(declare-fun b.bits () (_ BitVec 32))
(define-fun a () (_ FloatingPoint 8 24) ((_ to_fp 8 24) a.bits))
(define-fun b () (_ FloatingPoint 8 24) ((_ to_fp 8 24) b.bits))
; a is finite and at least 0
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) a) (fp.leq a ((_ to_fp 8 24) #x7f7fffff))))
; b is finite and at least 0
(assert (and (fp.leq ((_ to_fp 8 24) #x00000000) b) (fp.leq b ((_ to_fp 8 24) #x7f7fffff))))
; not: a product of two numbers that are not negative is not negative
(assert (not (fp.geq (fp.mul RNE a b) ((_ to_fp 8 24) #x00000000))))
(check-sat)
