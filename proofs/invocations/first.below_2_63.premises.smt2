; premises of Invocations
; sat: they have a member; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun updates_per_invocation () Int)
(declare-fun in_band_step_metadata () Int)
(declare-fun external_step_receipt_required () Int)
(declare-fun before () Int)
(declare-fun some () Int)
(declare-fun more () Int)
(declare-fun first () Int)
(declare-fun second () Int)
(declare-fun third () Int)
; updates_per_invocation is from 1 to 1048576
(assert (and (<= 1 updates_per_invocation) (<= updates_per_invocation 1048576)))
; in_band_step_metadata is from 0 to 1
(assert (and (<= 0 in_band_step_metadata) (<= in_band_step_metadata 1)))
; external_step_receipt_required is from 0 to 1
(assert (and (<= 0 external_step_receipt_required) (<= external_step_receipt_required 1)))
; before is from 0 to 9223372036854775807
(assert (and (<= 0 before) (<= before 9223372036854775807)))
; some is from 0 to 9223372036854775807
(assert (and (<= 0 some) (<= some 9223372036854775807)))
; more is from 0 to 9223372036854775807
(assert (and (<= 0 more) (<= more 9223372036854775807)))
; first is updates_per_invocation * before
(assert (= first (* updates_per_invocation before)))
; second is first + updates_per_invocation * some
(assert (= second (+ first (* updates_per_invocation some))))
; third is second + updates_per_invocation * more
(assert (= third (+ second (* updates_per_invocation more))))
; the last invocation does not carry the step past 2^63
(assert (< third 9223372036854775808))
(check-sat)
