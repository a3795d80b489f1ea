(** * Strategies nest

    The paper's specification of a differentiation operator: if [e] represents
    E, then [diff e] represents E′.  It holds for each strategy, so it holds
    for all nestings. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules Forward.
From AD Require Import Graph Adjoints Pullback Effects Stack Backpropagator Calls.
From Coq Require Import Permutation.

Inductive strategy := ByForward | ByStack | ByEffects | ByBackpropagator.

Definition diff_by (s : strategy) (x : nat) (e : exp) : exp :=
  match s with
  | ByForward => forward_diff x e
  | ByStack => diff x (stack e)
  | ByEffects => diff x (effects e)
  | ByBackpropagator => diff x (backpropagator e)
  end.

Theorem diff_by_correct s n x e E : x < n -> isExp n e [E] -> isExp n (diff_by s x e) [∂[x] E].
Proof.
  intros Hx He. destruct s; cbn.
  - now apply (forward_diff_correct n x e [E]).
  - now apply diff_correct, stack_correct.
  - now apply diff_correct, effects_correct.
  - now apply diff_correct, backpropagator_correct.
Qed.

(** [nest [(s1, x1); (s2, x2)] e] is [diff_by s1 x1 (diff_by s2 x2 e)]. *)
Fixpoint nest (l : list (strategy * nat)) (e : exp) : exp :=
  match l with [] => e | (s, x) :: l => diff_by s x (nest l e) end.

Fixpoint iterated_partial (xs : list nat) (E : expr) : expr :=
  match xs with [] => E | x :: xs => ∂[x] iterated_partial xs E end.

Theorem nest_correct l n e E : Forall (fun sx => snd sx < n) l -> isExp n e [E] ->
  isExp n (nest l e) [iterated_partial (map snd l) E].
Proof.
  intros Hl He. induction Hl as [| [s x] l Hx _ IH]; cbn; [exact He |].
  now apply diff_by_correct.
Qed.

Lemma iterated_partial_order xs ys E : Permutation xs ys ->
  iterated_partial xs E ≡ iterated_partial ys E.
Proof.
  induction 1 as [| x l l' _ IH | x y l | l l' l'' _ IH _ IH']; cbn.
  - reflexivity.
  - now apply partial_respects.
  - apply partial_commutes.
  - now rewrite IH.
Qed.

(** Two nestings represent the same expression if they differentiate by the
    same inputs equally often, by any strategies and in any order. *)
Theorem nestings_agree (l l' : list (strategy * nat)) n e E :
  Forall (fun sx => snd sx < n) l -> Permutation (map snd l) (map snd l') -> isExp n e [E] ->
  isExp n (nest l e) [iterated_partial (map snd l') E].
Proof.
  intros Hl Hperm He.
  apply (isExp_respects n _ [iterated_partial (map snd l) E]); [| now apply nest_correct].
  constructor; [| constructor]. now apply iterated_partial_order.
Qed.

(** For instance, the gradient of a directional derivative, of which the
    gradient is a product of a Hessian and a vector. *)
Corollary gradient_of_forward x n e E : x < n -> isExp n e [E] ->
  isExp n (grad (effects (forward_diff x e))) (map (fun i => ∂[i] ∂[x] E) (seq 0 n)).
Proof.
  intros Hx He. apply grad_correct, effects_correct. now apply (forward_diff_correct n x e [E]).
Qed.

(** ** Forward and reverse mode are transposes

    For a direction [ts] and adjoints [ss], [jvp] computes the left numbers
    and [vjp] the right ones. *)
Theorem duality {R : Semiring} (rs ts ss : list R) Es :
  dot ss (map (differential (at_ rs) (at_ ts)) Es)
    == sigma (length ts) (fun i => dot ss (map (fun E => eval (at_ rs) (∂[i] E)) Es) * at_ ts i).
Proof.
  revert ss. induction Es as [| E Es IH]; intros [| s ss]; cbn [map dot].
  1, 2, 3: rewrite (sigma_ext (R := R) _ _ (fun _ => 0)); [now rewrite sigma_zero |];
    intros i _; apply (SRmul_0_l (laws R)).
  rewrite IH, (differential_sum (length ts)) by (intros i Hi; now rewrite at_outside).
  rewrite (SRmul_comm (laws R) s), <- sigma_times, <- sigma_plus. apply sigma_ext. intros i _.
  rewrite (SRdistr_l (laws R)).
  now rewrite <- !(SRmul_assoc (laws R)), (SRmul_comm (laws R) (at_ ts i) s), !(SRmul_assoc (laws R)),
    (SRmul_comm (laws R) (eval (at_ rs) (∂[i] E)) s).
Qed.
