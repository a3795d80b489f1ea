(** * Reverse mode is correct

    The invariant is the paper's.  Consider an evaluation between two steps.
    What remains of it means an expression E in the names that exist; once the
    remainder has been run and its steps have been popped, the adjoint of each
    vertex is the derivative of E by that vertex.  Several names may share one:
    then it is the derivative along the direction in which all of them move.
    Popping one more step is the chain rule for its binding.

    It is proved for the effect handler, whose recursion is that of the program;
    the stack strategy computes the same. *)

From AD Require Import Semiring Expression Program Rules Graph Stack Effects.

(** ** Names and vertices *)

(** All vertices are below [n]. *)
Definition below {D : Dict} (n : nat) (env : nat -> node D) : Prop :=
  forall y v, vertex (env y) = Some v -> v < n.

Lemma below_inputs {D : Dict} n (xs : nat -> D) : below n (inputs n xs).
Proof.
  intros y v. cbn [inputs vertex].
  destruct (Nat.ltb_spec y n); [now intros [= ->] | discriminate].
Qed.

Lemma below_bind {D : Dict} n n' (u : node D) env :
  below n env -> n <= n' -> (forall v, vertex u = Some v -> v < n') -> below n' (u .: env).
Proof. intros H Hn Hu [| y] v; cbn; [apply Hu |]. intros Hy. apply H in Hy. lia. Qed.

Section Correct.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  (** What the number [x] moves by when the vertex [w] does. *)
  Definition moves (w : Vertex) (x : node R) : R :=
    match vertex x with Some v => if w =? v then 1 else 0 | None => 0 end.

  (** The direction in which all names at the vertex [w] move. *)
  Definition direction (w : Vertex) (env : nat -> node R) : nat -> R :=
    fun y => moves w (env y).

  Lemma moves_operand w env a :
    moves w (operand_node env a)
      = differential (primals env) (direction w env) (operand_expr a).
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

  Lemma total_edges w xs ps : total (edges xs ps) w == dot ps (map (moves w) xs).
  Proof.
    revert ps. induction xs as [| x xs IH]; intros [| p ps]; cbn; try reflexivity.
    rewrite <- IH. unfold moves at 1.
    destruct (vertex x) as [v |], p; cbn; try destruct (w =? v); ring.
  Qed.

  (** Therefore the edges of a step contribute its differential. *)
  Lemma total_step env b w :
    total (edges (map (operand_node env) (operands b)) (snd (binding_rule (primals env) b))) w
      == differential (primals env) (direction w env) (binding_expr b).
  Proof.
    rewrite total_edges, rule_correct, map_map.
    now rewrite (map_ext _ _ (moves_operand w env)).
  Qed.

  (** ** The invariant *)

  Definition holds_derivatives (n : nat) (env : nat -> node R) (adj : Adjoints R) (E : expr) :=
    forall w, w < n -> read (adj w) == differential (primals env) (direction w env) E.

  (** At the end, the adjoint of the result is one and there is no other. *)
  Lemma seed_correct n env a :
    holds_derivatives n env (seed (operand_node env a)) (operand_expr a).
  Proof.
    intros w _. rewrite <- moves_operand. unfold seed, moves.
    destruct (vertex _) as [v |]; [| reflexivity].
    unfold update. destruct (w =? v); reflexivity.
  Qed.

  (** The chain rule for a binding: what is bound moves by its differential. *)
  Lemma chain_rule_let_in env (u : node R) w F E :
    primal u = eval (primals env) F ->
    differential (primals env) (direction w env) (let_in F E)
      == differential (primals (u .: env))
           (differential (primals env) (direction w env) F .: direction w env) E.
  Proof.
    intros Hu. unfold let_in. rewrite chain_rule.
    rewrite (differential_at _ (primals (u .: env))) by now intros [].
    apply differential_ext. now intros [].
  Qed.

  (** The vertex of a result accounts for its differential, unless it is to be a
      vertex of its own. *)
  Lemma made_moves v xs ps w :
    match made xs ps with
    | NoVertex => total (edges xs ps) w == moves w (constant v)
    | OldVertex u => total (edges xs ps) w == moves w (Node v (Some u))
    | NewVertex e => e = edges xs ps
    end.
  Proof.
    unfold made. destruct (edges xs ps) as [| [u []] [| ]]; cbn; try reflexivity.
    destruct (w =? u); ring.
  Qed.

  Lemma edges_below n (xs : list (node R)) ps u p :
    (forall x v, In x xs -> vertex x = Some v -> v < n) -> In (u, p) (edges xs ps) -> u < n.
  Proof.
    revert ps. induction xs as [| x xs IH]; intros [| q ps] H; cbn; try easy.
    assert (IH' : In (u, p) (edges xs ps) -> u < n).
    { apply IH. intros y v Hy. apply H. now right. }
    destruct (vertex x) as [v |] eqn:Hx, q; cbn; auto;
      intros [[= <- _] | He]; auto; exact (H x v (or_introl eq_refl) Hx).
  Qed.

  Lemma made_old n (env : nat -> node R) terms ps u :
    below n env -> made (map (operand_node env) terms) ps = OldVertex u -> u < n.
  Proof.
    intros Henv Hmade. apply (edges_below n (map (operand_node env) terms) ps u PartialOne).
    - intros x v Hx. apply in_map_iff in Hx as ([i | |] & <- & _); cbn; [apply Henv | easy ..].
    - unfold made in Hmade. destruct (edges _ _) as [| [w []] [|]]; try easy.
      injection Hmade as ->. now left.
  Qed.

  (** Going back over a step is the chain rule. *)
  Theorem handle_correct p n env :
    below n env ->
    holds_derivatives n env (handle n (evaluate p env)) (meaning p).
  Proof.
    revert n env. induction p as [a | b rest IH]; intros n env Henv w Hw;
      cbn [evaluate handle meaning].
    { now apply (seed_correct n). }
    pose proof (total_step env b) as Htotal.
    pose proof (eval_binding (primals env) b) as Hv. rewrite <- rule_bound in Hv.
    destruct (binding_rule _ _) as [v ps]. cbn [fst snd] in Htotal, Hv.
    unfold Effects.step.
    pose proof (made_moves v (map (operand_node env) (operands b)) ps) as Hmade.
    pose proof (fun u => made_old n env (operands b) ps u Henv) as Hold.
    destruct (made _ _) as [| u | e]; cbn [handle].
    - rewrite (IH n) by (assumption || now apply (below_bind n)).
      rewrite (chain_rule_let_in env (constant v)) by easy.
      apply differential_ext. intros [| y]; cbn; [| reflexivity].
      now rewrite <- Htotal, (Hmade w).
    - rewrite (IH n) by (assumption || apply (below_bind n); auto; now intros ? [= <-]; auto).
      rewrite (chain_rule_let_in env (Node v (Some u))) by easy.
      apply differential_ext. intros [| y]; cbn; [| reflexivity].
      now rewrite <- Htotal, (Hmade w).
    - assert (Henv' : below (S n) (Node v (Some n) .: env)).
      { apply (below_bind n); auto. intros ? [= <-]. lia. }
      rewrite (chain_rule_let_in env (Node v (Some n))) by easy.
      rewrite read_propagate, !(IH (S n)) by (assumption || lia).
      rewrite (Hmade w), Htotal, (SRmul_comm (laws R)), <- differential_linear.
      apply differential_ext. intros [| y]; cbn; unfold direction, moves; cbn.
      + rewrite Nat.eqb_refl. destruct (Nat.eqb_spec w n); [lia | ring].
      + destruct (vertex (env y)) as [u |] eqn:Hy; [| ring].
        apply Henv in Hy. destruct (Nat.eqb_spec n u); [lia | ring].
  Qed.

  (** ** The theorems *)

  (** The handler computes the derivatives of what the program means… *)
  Theorem effects_correct p n (xs : nat -> R) x :
    x < n -> effects p n xs x == eval xs (∂[x] (meaning p)).
  Proof.
    intros Hx. rewrite differential_partial. unfold effects.
    rewrite (handle_correct p n (inputs n xs)) by (assumption || apply below_inputs).
    (* A name beyond the inputs is a constant, and moves with none. *)
    apply differential_ext. intros y. unfold direction, moves, unit. cbn [inputs vertex].
    destruct (Nat.ltb_spec y n), (Nat.eqb_spec x y), (Nat.eqb_spec y x);
      reflexivity || lia.
  Qed.

  (** … and so does the stack. *)
  Theorem stack_correct p n (xs : nat -> R) x :
    x < n -> stack p n xs x == eval xs (∂[x] (meaning p)).
  Proof. rewrite <- control_stack_is_tape. apply effects_correct. Qed.
End Correct.
