; translation/magnitude_bits_64: the bits of |x| are those of x without the sign
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 64))
(define-fun x () (_ FloatingPoint 11 53) ((_ to_fp 11 53) x.bits))
; not: the bits of |x| are those of x without the sign
(assert (not (= (fp.abs x) ((_ to_fp 11 53) (bvand x.bits (_ bv9223372036854775807 64))))))
(check-sat)
