; training_run_semantics/step_is_positive: a checkpoint's step is positive, and every invocation raises it
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun updates_per_invocation () Int)
(declare-fun fresh_checkpoint_input_bytes () Int)
(declare-fun resume_checkpoint_required () Int)
(declare-fun fresh_process_resume_required () Int)
(declare-fun native_only_required () Int)
(declare-fun allowed_host_fallbacks () Int)
(declare-fun invocations () Int)
(declare-fun step () Int)
; updates_per_invocation is from 1 to 1048576
(assert (and (<= 1 updates_per_invocation) (<= updates_per_invocation 1048576)))
; fresh_checkpoint_input_bytes is 0
(assert (= fresh_checkpoint_input_bytes 0))
; resume_checkpoint_required is 1
(assert (= resume_checkpoint_required 1))
; fresh_process_resume_required is 1
(assert (= fresh_process_resume_required 1))
; native_only_required is 1
(assert (= native_only_required 1))
; allowed_host_fallbacks is 0
(assert (= allowed_host_fallbacks 0))
; invocations is from 1 to 9223372036854775807
(assert (and (<= 1 invocations) (<= invocations 9223372036854775807)))
; step is updates_per_invocation * invocations
(assert (= step (* updates_per_invocation invocations)))
; the next invocation does not carry the step past 2^63
(assert (<= (+ step updates_per_invocation) 9223372036854775808))
; not: a checkpoint's step is positive, and every invocation raises it
(assert (not (and (< 0 step) (< step (+ step updates_per_invocation)))))
(check-sat)
