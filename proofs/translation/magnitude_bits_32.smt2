; translation/magnitude_bits_32: the bits of |x| are those of x without the sign
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(define-fun x () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x.bits))
; not: the bits of |x| are those of x without the sign
(assert (not (= (fp.abs x) ((_ to_fp 8 24) (bvand x.bits (_ bv2147483647 32))))))
(check-sat)
