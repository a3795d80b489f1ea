(** * What the theorems rest on

    Nothing but Coq's logic: [check] insists that each line of this file's output
    is "Closed under the global context". *)

From AD Require Import Semiring Expression Program Rules Forward Graph Stack Effects.
From AD Require Import Reverse Duality Nesting Adjoint.

Print Assumptions eval_sound.
Print Assumptions eval_complete.
Print Assumptions chain_rule.
Print Assumptions partial_commutes.
Print Assumptions derivation_unique.
Print Assumptions run_meaning.
Print Assumptions run_program_of.
Print Assumptions meaning_program_of.
Print Assumptions rule_correct.
Print Assumptions forward_correct.
Print Assumptions ForwardSemiring.
Print Assumptions constant_result.
Print Assumptions control_stack_is_tape.
Print Assumptions effects_correct.
Print Assumptions stack_correct.
Print Assumptions jvp_correct.
Print Assumptions duality.
Print Assumptions forward_diff_correct.
Print Assumptions stack_diff_correct.
Print Assumptions effects_diff_correct.
Print Assumptions nest_correct.
Print Assumptions forward_of_forward.
Print Assumptions nestings_agree.
Print Assumptions exec_final.
Print Assumptions while_sound.
Print Assumptions leave_sound.
Print Assumptions while_sweep.
Print Assumptions while_back.
Print Assumptions keeps_all_sound.
Print Assumptions back_correct.
Print Assumptions adjoint_correct.
