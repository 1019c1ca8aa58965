; translation/counted_32: one more than a small integer is made before or after it is a number
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun x.bits () (_ BitVec 32))
(declare-fun y.bits () (_ BitVec 32))
; not: one more than a small integer is made before or after it is a number
(assert
  (not
    (=
      (fp.add
        RNE
        ((_ to_fp 11 53)
          RNE
          (bvadd
            ((_ zero_extend 19) ((_ extract 12 0) x.bits))
            ((_ sign_extend 18) ((_ extract 13 0) y.bits))))
        ((_ to_fp 11 53) RNE (_ bv1 32)))
      ((_ to_fp 11 53)
        RNE
        (bvadd
          (bvadd
            ((_ zero_extend 19) ((_ extract 12 0) x.bits))
            ((_ sign_extend 18) ((_ extract 13 0) y.bits)))
          (_ bv1 32))))))
(check-sat)
