; premises of identity/whole
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.schema () Int)
(declare-fun first.learner () Int)
(declare-fun first.data () Int)
(declare-fun first.initialization () Int)
(declare-fun second.schema () Int)
(declare-fun second.learner () Int)
(declare-fun second.data () Int)
(declare-fun second.initialization () Int)
; at most 40 bytes
(assert (<= length 40))
; each place holds a byte
(assert
  (and
    (<= 0 (W 0) 255)
    (<= 0 (W 1) 255)
    (<= 0 (W 2) 255)
    (<= 0 (W 3) 255)
    (<= 0 (W 4) 255)
    (<= 0 (W 5) 255)
    (<= 0 (W 6) 255)
    (<= 0 (W 7) 255)
    (<= 0 (W 8) 255)
    (<= 0 (W 9) 255)
    (<= 0 (W 10) 255)
    (<= 0 (W 11) 255)
    (<= 0 (W 12) 255)
    (<= 0 (W 13) 255)
    (<= 0 (W 14) 255)
    (<= 0 (W 15) 255)
    (<= 0 (W 16) 255)
    (<= 0 (W 17) 255)
    (<= 0 (W 18) 255)
    (<= 0 (W 19) 255)
    (<= 0 (W 20) 255)
    (<= 0 (W 21) 255)
    (<= 0 (W 22) 255)
    (<= 0 (W 23) 255)
    (<= 0 (W 24) 255)
    (<= 0 (W 25) 255)
    (<= 0 (W 26) 255)
    (<= 0 (W 27) 255)
    (<= 0 (W 28) 255)
    (<= 0 (W 29) 255)
    (<= 0 (W 30) 255)
    (<= 0 (W 31) 255)
    (<= 0 (W 32) 255)
    (<= 0 (W 33) 255)
    (<= 0 (W 34) 255)
    (<= 0 (W 35) 255)
    (<= 0 (W 36) 255)
    (<= 0 (W 37) 255)
    (<= 0 (W 38) 255)
    (<= 0 (W 39) 255)))
; first.schema: the end of schema, as the length before it says
(assert (= first.schema (+ 4 (+ (W 0) (* 256 (W 1)) (* 65536 (W 2)) (* 16777216 (W 3))))))
; first.schema: whatever schema holds
(assert (<= 4 first.schema))
; first.learner: the end of learner, as the length before it says
(assert
  (=
    first.learner
    (+
      (+ first.schema 4)
      (+ (W first.schema) (* 256 (W (+ first.schema 1))) (* 65536 (W (+ first.schema 2)))
        (* 16777216 (W (+ first.schema 3)))))))
; first.learner: whatever learner holds
(assert (<= (+ first.schema 4) first.learner))
; first.data: the end of data, as the length before it says
(assert
  (=
    first.data
    (+
      (+ first.learner 4)
      (+ (W first.learner) (* 256 (W (+ first.learner 1))) (* 65536 (W (+ first.learner 2)))
        (* 16777216 (W (+ first.learner 3)))))))
; first.data: whatever data holds
(assert (<= (+ first.learner 4) first.data))
; first.initialization: the end of initialization, as the length before it says
(assert
  (=
    first.initialization
    (+
      (+ first.data 4)
      (+ (W first.data) (* 256 (W (+ first.data 1))) (* 65536 (W (+ first.data 2)))
        (* 16777216 (W (+ first.data 3)))))))
; first.initialization: whatever initialization holds
(assert (<= (+ first.data 4) first.initialization))
; first: nothing comes after it
(assert (= (+ first.initialization 24) length))
; second.schema: the end of schema, as the length before it says
(assert (= second.schema (+ 4 (+ (W 0) (* 256 (W 1)) (* 65536 (W 2)) (* 16777216 (W 3))))))
; second.schema: whatever schema holds
(assert (<= 4 second.schema))
; second.learner: the end of learner, as the length before it says
(assert
  (=
    second.learner
    (+
      (+ second.schema 4)
      (+ (W second.schema) (* 256 (W (+ second.schema 1))) (* 65536 (W (+ second.schema 2)))
        (* 16777216 (W (+ second.schema 3)))))))
; second.learner: whatever learner holds
(assert (<= (+ second.schema 4) second.learner))
; second.data: the end of data, as the length before it says
(assert
  (=
    second.data
    (+
      (+ second.learner 4)
      (+ (W second.learner) (* 256 (W (+ second.learner 1))) (* 65536 (W (+ second.learner 2)))
        (* 16777216 (W (+ second.learner 3)))))))
; second.data: whatever data holds
(assert (<= (+ second.learner 4) second.data))
; second.initialization: the end of initialization, as the length before it says
(assert
  (=
    second.initialization
    (+
      (+ second.data 4)
      (+ (W second.data) (* 256 (W (+ second.data 1))) (* 65536 (W (+ second.data 2)))
        (* 16777216 (W (+ second.data 3)))))))
; second.initialization: whatever initialization holds
(assert (<= (+ second.data 4) second.initialization))
; second: nothing comes after it
(assert (= (+ second.initialization 24) length))
(check-sat)
