; codec/elements.disjoint: no byte of an array of elements of one width lies in two of them
; unsat: it holds; sat: the model is a case for which it does not
; claimed: it is one element
(set-info :smt-lib-version 2.6)
(set-logic QF_UFNIA)
(declare-fun place () Int)
(declare-fun start () Int)
(declare-fun width () Int)
(declare-fun count () Int)
(declare-fun one () Int)
(declare-fun other () Int)
; there are some elements, or none
(assert (<= 0 count))
; the place is in the array
(assert (and (<= start place) (< place (+ start (* count width)))))
; one is an element
(assert (and (<= 0 one) (< one count)))
; one holds the byte
(assert (and (<= (+ start (* one width)) place) (< place (+ start (* (+ one 1) width)))))
; other is an element
(assert (and (<= 0 other) (< other count)))
; other holds the byte
(assert (and (<= (+ start (* other width)) place) (< place (+ start (* (+ other 1) width)))))
; not: no byte of an array of elements of one width lies in two of them
(assert (not (= one other)))
(check-sat)
