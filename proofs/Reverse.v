(** * Reverse mode is correct

    The invariant is the paper's.  Consider an evaluation between two steps.
    What remains of it means an expression E in the names that exist; once the
    remainder has been run and its steps have been popped, the adjoint of each
    name y is ∂E/∂y.  Popping one more step is the chain rule for its binding.

    It is proved for the effect handler, whose recursion is that of the program;
    the stack strategy computes the same. *)

From AD Require Import Semiring Expression Program Rules Graph Stack Effects.

(** ** Names and vertices *)

(** No two names are at the same vertex, and the vertices are below [n]. *)
Record distinct {D : Dict} (n : nat) (env : nat -> node D) : Prop := {
  below y v : vertex (env y) = Some v -> v < n;
  injective y y' v :
    vertex (env y) = Some v -> vertex (env y') = Some v -> y = y';
}.

Lemma distinct_inputs {D : Dict} n (xs : nat -> D) : distinct n (inputs n xs).
Proof.
  assert (H : forall y v, vertex (inputs n xs y) = Some v -> y = v /\ y < n).
  { intros y v. cbn [inputs vertex].
    destruct (Nat.ltb_spec y n); [now intros [= ->] | discriminate]. }
  split.
  - intros y v Hy. apply H in Hy as []. lia.
  - intros y y' v Hy Hy'. apply H in Hy as [], Hy' as []. lia.
Qed.

Lemma distinct_constant {D : Dict} n (env : nat -> node D) v :
  distinct n env -> distinct n (constant v .: env).
Proof.
  intros [Hb Hi]. split.
  - intros [|y] w; cbn; [discriminate | apply Hb].
  - intros [|y] [|y'] w; cbn; try discriminate.
    intros Hy Hy'. f_equal. exact (Hi _ _ _ Hy Hy').
Qed.

Lemma distinct_vertex {D : Dict} n (env : nat -> node D) v :
  distinct n env -> distinct (S n) (Node v (Some n) .: env).
Proof.
  intros [Hb Hi]. split.
  - intros [|y] w; cbn; [intros [= <-]; lia | intros Hy; apply Hb in Hy; lia].
  - intros [|y] [|y'] w; cbn; [reflexivity | | |].
    + intros [= <-] Hy'. apply Hb in Hy'. lia.
    + intros Hy [= <-]. apply Hb in Hy. lia.
    + intros Hy Hy'. f_equal. exact (Hi _ _ _ Hy Hy').
Qed.

Section Correct.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Definition primals (env : nat -> node R) : nat -> R := fun i => primal (env i).

  Lemma primal_operand env a : primal (operand_node env a) = value (primals env) a.
  Proof. now destruct a. Qed.

  (** ** One step *)

  (** What the edges [e] contribute to the vertex [w]: the sum of the partials
      of those operands that are at [w]. *)
  Fixpoint total (e : Edges R) (w : Vertex) : R :=
    match e with
    | [] => 0
    | (u, p) :: e => (if w =? u then number p else 0) + total e w
    end.

  Lemma read_propagate v e adj w :
    read (propagate v e adj w) == read (adj w) + read (adj v) * total e w.
  Proof.
    unfold propagate. destruct (adj v) as [d |]; cbn; [| ring].
    revert adj. induction e as [| [u p] e IH]; intros adj; cbn; [ring |].
    rewrite IH. unfold update. destruct (w =? u); [rewrite read_add_term |]; ring.
  Qed.

  (** At the vertex of the name [y], an operand is [y] or contributes nothing. *)
  Lemma total_edges n env y w c p xs ps :
    distinct n env -> vertex (env y) = Some w ->
    total (edges (operand_node env c :: xs) (p :: ps)) w
      == number p * eval (primals env) (∂[y] (operand_expr c)) + total (edges xs ps) w.
  Proof.
    intros Henv Hy. destruct c as [i | |]; [| cbn; ring ..].
    cbn [operand_node operand_expr partial edges].
    destruct (Nat.eqb_spec i y) as [-> | Hne].
    - rewrite Hy. destruct p; cbn; rewrite ?Nat.eqb_refl; ring.
    - destruct (vertex (env i)) as [u |] eqn:Hi; [| cbn; ring].
      destruct p; cbn; [ring | |]; destruct (Nat.eqb_spec w u) as [-> |]; try ring;
        now destruct Hne; apply (injective _ _ Henv _ _ u).
  Qed.

  (** Therefore the edges of a step contribute its partial derivatives. *)
  Lemma total_step n env o a b y w :
    distinct n env -> vertex (env y) = Some w ->
    let x1 := operand_node env a in
    let x2 := operand_node env b in
    total (edges [x1; x2] (snd (rule o (primal x1) (primal x2)))) w
      == eval (primals env) (∂[y] (step_expr o a b)).
  Proof.
    intros Henv Hy x1 x2. subst x1 x2. rewrite rule_correct, !primal_operand.
    destruct o; cbn [rule snd]; rewrite !(total_edges n env y) by assumption; reflexivity.
  Qed.

  (** ** The invariant *)

  Definition holds_partials (env : nat -> node R) (adj : Adjoints R) (E : expr) :=
    forall y v, vertex (env y) = Some v ->
    read (adj v) == eval (primals env) (∂[y] E).

  (** At the end, the adjoint of the result is one and there is no other. *)
  Lemma seed_correct n env a :
    distinct n env -> holds_partials env (seed (operand_node env a)) (operand_expr a).
  Proof.
    intros Henv y w Hy. unfold seed. destruct a as [i | |]; [| reflexivity ..].
    cbn [operand_node operand_expr partial].
    destruct (Nat.eqb_spec i y) as [-> | Hne].
    - rewrite Hy. unfold update. now rewrite Nat.eqb_refl.
    - destruct (vertex (env i)) as [u |] eqn:Hi; [| reflexivity].
      unfold update. destruct (Nat.eqb_spec w u) as [-> |]; [| reflexivity].
      now destruct Hne; apply (injective _ _ Henv _ _ u).
  Qed.

  (** The chain rule, in terms of values. *)
  Lemma eval_chain_rule env (u : node R) F E y :
    primal u = eval (primals env) F ->
    eval (primals env) (∂[y] (let_in F E))
      == eval (primals (u .: env)) (∂[S y] E)
         + eval (primals (u .: env)) (∂[0%nat] E) * eval (primals env) (∂[y] F).
  Proof.
    intros Hu.
    assert (Hlet : forall G, eval (primals env) (let_in F G) = eval (primals (u .: env)) G).
    { intros G. rewrite eval_let_in, <- Hu. apply eval_ext. now intros []. }
    rewrite (eval_sound _ _ _ _ (chain_rule F E y)). cbn. now rewrite !Hlet.
  Qed.

  (** Going back over a step, be it a constant or performed, is the chain rule. *)
  Theorem handle_correct p n env :
    distinct n env ->
    holds_partials env (handle n (evaluate p env)) (meaning p).
  Proof.
    revert n env. induction p as [a | o a b rest IH]; intros n env Henv y w Hy;
      cbn [evaluate handle meaning].
    - now apply (seed_correct n).
    - pose proof (total_step n env o a b y w Henv Hy) as Htotal. cbv zeta in Htotal.
      pose proof (eval_step (primals env) o a b) as Hv.
      rewrite <- rule_apply, <- !primal_operand in Hv.
      destruct (rule _ _ _) as [v ps]. cbn [fst snd] in Htotal, Hv.
      unfold Effects.step. destruct (edges _ _) as [| x e].
      + pose proof (distinct_constant n env v Henv) as Henv'.
        rewrite (eval_chain_rule env (constant v)) by easy.
        rewrite (IH _ _ Henv' (S y) w Hy), <- Htotal. cbn. ring.
      + pose proof (distinct_vertex n env v Henv) as Henv'. cbn [handle].
        rewrite (eval_chain_rule env (Node v (Some n))) by easy.
        now rewrite read_propagate, Htotal,
          (IH _ _ Henv' (S y) w Hy), (IH _ _ Henv' O n eq_refl).
  Qed.

  (** ** The theorems *)

  (** The handler computes the derivatives of what the program means… *)
  Theorem effects_correct p n (xs : nat -> R) x :
    x < n -> effects p n xs x == eval xs (∂[x] (meaning p)).
  Proof.
    intros Hx. apply (handle_correct p n (inputs n xs) (distinct_inputs n xs)).
    cbn [inputs vertex]. now apply Nat.ltb_lt in Hx as ->.
  Qed.

  (** … and so does the stack. *)
  Theorem stack_correct p n (xs : nat -> R) x :
    x < n -> stack p n xs x == eval xs (∂[x] (meaning p)).
  Proof. rewrite <- control_stack_is_tape. apply effects_correct. Qed.
End Correct.
