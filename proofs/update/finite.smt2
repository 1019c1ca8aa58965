; update/finite: p', m' and v' are what a checkpoint may hold: finite, v' at least 0
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic QF_BVFP)
(declare-fun p.bits () (_ BitVec 32))
(declare-fun h.bits () (_ BitVec 32))
(declare-fun m.next.bits () (_ BitVec 32))
(declare-fun v.next.bits () (_ BitVec 32))
(declare-fun learning_rate.bits () (_ BitVec 32))
(declare-fun weight_decay.bits () (_ BitVec 32))
(define-fun p () (_ FloatingPoint 8 24) ((_ to_fp 8 24) p.bits))
(define-fun h () (_ FloatingPoint 8 24) ((_ to_fp 8 24) h.bits))
(define-fun m.next () (_ FloatingPoint 8 24) ((_ to_fp 8 24) m.next.bits))
(define-fun v.next () (_ FloatingPoint 8 24) ((_ to_fp 8 24) v.next.bits))
(define-fun learning_rate () (_ FloatingPoint 8 24) ((_ to_fp 8 24) learning_rate.bits))
(define-fun weight_decay () (_ FloatingPoint 8 24) ((_ to_fp 8 24) weight_decay.bits))
(define-fun
  p.next
  ()
  (_ FloatingPoint 8 24)
  (fp.sub RNE p (fp.mul RNE learning_rate (fp.add RNE h (fp.mul RNE weight_decay p)))))
; |p| is at most 2^40
(assert (fp.leq (fp.abs p) ((_ to_fp 8 24) #x53800000)))
; |h| is at most 2^108
(assert (fp.leq (fp.abs h) ((_ to_fp 8 24) #x75800000)))
; |m'| is at most 2^42
(assert (fp.leq (fp.abs m.next) ((_ to_fp 8 24) #x54800000)))
; v' is in [0, 2^82]
(assert
  (and (fp.leq ((_ to_fp 8 24) #x00000000) v.next) (fp.leq v.next ((_ to_fp 8 24) #x68800000))))
; learning_rate is in [0, 1]
(assert
  (and
    (fp.leq ((_ to_fp 8 24) #x00000000) learning_rate)
    (fp.leq learning_rate ((_ to_fp 8 24) #x3f800000))))
; weight_decay is in [0, 1]
(assert
  (and
    (fp.leq ((_ to_fp 8 24) #x00000000) weight_decay)
    (fp.leq weight_decay ((_ to_fp 8 24) #x3f800000))))
; not: p', m' and v' are what a checkpoint may hold: finite, v' at least 0
(assert
  (not
    (and
      (and
        (and
          (and
            (fp.leq (fp.neg ((_ to_fp 8 24) #x7f7fffff)) p.next)
            (fp.leq p.next ((_ to_fp 8 24) #x7f7fffff)))
          (and
            (fp.leq (fp.neg ((_ to_fp 8 24) #x7f7fffff)) m.next)
            (fp.leq m.next ((_ to_fp 8 24) #x7f7fffff))))
        (fp.leq ((_ to_fp 8 24) #x00000000) v.next))
      (fp.leq v.next ((_ to_fp 8 24) #x7f7fffff)))))
(check-sat)
