(** * Assumptions of the theorems

    There are none.  [check] requires that each line of this file's output is
    "Closed under the global context". *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules Forward.
From AD Require Import Graph Adjoints Pullback Effects Stack Backpropagator Calls Nesting Monomial Subject.
From AD Require Import Statement Sound Sweeps Adjoint Programs.

Print Assumptions eval_sound.
Print Assumptions eval_complete.
Print Assumptions chain_rule.
Print Assumptions partial_commutes.
Print Assumptions partial_respects.
Print Assumptions ewp_mono.
Print Assumptions ewp_bind.
Print Assumptions ewp_same.
Print Assumptions sum_left_correct.
Print Assumptions isExp_respects.
Print Assumptions isExp_value.
Print Assumptions strategy_is_a_dictionary.
Print Assumptions forward_is_a_strategy.
Print Assumptions jvp_correct.
Print Assumptions forward_diff_correct.
Print Assumptions recording_is_a_strategy.
Print Assumptions propagate_correct.
Print Assumptions handle_correct.
Print Assumptions effects_correct.
Print Assumptions control_stack_is_tape.
Print Assumptions stack_correct.
Print Assumptions make_correct.
Print Assumptions backpropagator_correct.
Print Assumptions vjp_correct.
Print Assumptions grad_correct.
Print Assumptions jacobian_correct.
Print Assumptions diff_correct.
Print Assumptions diff_by_correct.
Print Assumptions nest_correct.
Print Assumptions nestings_agree.
Print Assumptions gradient_of_forward.
Print Assumptions duality.
Print Assumptions monomial_isExp.
Print Assumptions diff_monomial.
Print Assumptions nest_monomial.
Print Assumptions sum_of_powers_isExp.
Print Assumptions while_sound.
Print Assumptions keeps_all_sound.
Print Assumptions sweep_correct.
Print Assumptions program_run_correct.
Print Assumptions adjoint_run_correct.
Print Assumptions program_isExp.
Print Assumptions adjoint_correct.
