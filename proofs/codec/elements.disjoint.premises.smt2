; premises of codec/elements.disjoint
; sat: there is such a case; unsat: they contradict each other
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
(check-sat)
