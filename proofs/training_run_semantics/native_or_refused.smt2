; training_run_semantics/native_or_refused: where updates are native only, no fallback is allowed
; unsat: it holds for every member; sat: the model is a member for which it does not
(set-info :smt-lib-version 2.6)
(set-logic ALL)
(declare-fun updates_per_invocation () Int)
(declare-fun fresh_checkpoint_input_bytes () Int)
(declare-fun resume_checkpoint_required () Int)
(declare-fun fresh_process_resume_required () Int)
(declare-fun native_only_required () Int)
(declare-fun allowed_host_fallbacks () Int)
(declare-fun step () Int)
(declare-fun invocations () Int)
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
; step is updates_per_invocation * invocations
(assert (= step (* updates_per_invocation invocations)))
; not: where updates are native only, no fallback is allowed
(assert (not (= (+ native_only_required allowed_host_fallbacks) 1)))
(check-sat)
