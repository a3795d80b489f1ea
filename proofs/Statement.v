(** * Programs with assignment

    The source language of adjoint programs: assignment, branches and loops.
    Its operations may have effects, as those of expressions. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Rules Graph Adjoints.

(** ** The language *)

Inductive operand := Name (i : nat) | Const0 | Const1.

(** An assignment has one operation, or a sum.  A copy is a sum of one term. *)
Inductive binding := Add (a b : operand) | Mul (a b : operand) | Sum (terms : list operand).

Definition operands (e : binding) : list operand :=
  match e with Add a b | Mul a b => [a; b] | Sum terms => terms end.

(** A location is a variable, or an element of a container.  Its number is a
    function of the loop counters: the body of [For] receives the counter.
    [Q] is the type of questions about numbers, on which branches depend.

    [Assign keep x e] says whether the overwritten value is saved.
    [Again x e s] is [let x = e; s], where the reverse sweep recomputes [x].
    [Loop n s1 q s2] is [loop { s1; if q { break } s2 }], and ends after [n]
    iterations at the latest. *)
Inductive stmt (Q : Type) :=
  | Skip
  | Assign (keep : bool) (x : nat) (e : binding)
  | Seq (s1 s2 : stmt Q)
  | If (q : Q) (s1 s2 : stmt Q)
  | For (n : nat) (body : nat -> stmt Q)
  | Loop (n : nat) (s1 : stmt Q) (q : Q) (s2 : stmt Q)
  | Again (x : nat) (e : binding) (s : stmt Q).

Arguments Skip {Q}.
Arguments Assign {Q}.
Arguments Seq {Q}.
Arguments If {Q}.
Arguments For {Q}.
Arguments Loop {Q}.
Arguments Again {Q}.

(** ** Operations *)

Section Operations.
  Context {S : signature} (D : Dict S).

  Definition value (σ : nat -> D) (a : operand) : D :=
    match a with Name i => σ i | Const0 => zero D | Const1 => one D end.

  Definition bound (σ : nat -> D) (e : binding) : comp S D :=
    match e with
    | Add a b => add D (value σ a) (value σ b)
    | Mul a b => mul D (value σ a) (value σ b)
    | Sum terms => sum D (map (value σ) terms)
    end.

  (** The partials of an operation.  A location is a vertex. *)
  Definition partials (σ : nat -> D) (e : binding) : list (Partial D) :=
    match e with
    | Add _ _ => [PartialOne; PartialOne]
    | Mul a b => [PartialValue (value σ b); PartialValue (value σ a)]
    | Sum terms => map (fun _ => PartialOne) terms
    end.

  Definition located (σ : nat -> D) (a : operand) : D * option nat :=
    (value σ a, match a with Name i => Some i | _ => None end).

  Definition edges_at (σ : nat -> D) (e : binding) : Edges D nat :=
    edges (map (located σ) (operands e)) (partials σ e).
End Operations.

Definition operand_expr (a : operand) : expr :=
  match a with Name i => Var i | Const0 => Zero | Const1 => One end.

Definition binding_expr (e : binding) : expr :=
  match e with
  | Add a b => operand_expr a + operand_expr b
  | Mul a b => operand_expr a × operand_expr b
  | Sum terms => total (A := Syntax) (map operand_expr terms)
  end%expr.

(** [x] occurs in it.  The value of [x] occurs in a partial of it. *)
Definition uses (e : binding) (x : nat) : Prop := In (Name x) (operands e).

Definition reads (e : binding) (x : nat) : Prop :=
  match e with Mul _ _ => uses e x | _ => False end.

(** ** Meaning *)

Definition compose (m m' : nat -> expr) : nat -> expr := fun x => subst m (m' x).

Section Meaning.
  Context {A : Algebra} {Q : Type} (ans : Q -> (nat -> A) -> bool).

  Definition after (m : nat -> expr) (ρ : nat -> A) : nat -> A := fun l => eval ρ (m l).

  (** The final content of each location in the run from [ρ], as an expression
      in the initial contents, on the branches of this run. *)
  Fixpoint final (s : stmt Q) (ρ : nat -> A) : nat -> expr :=
    match s with
    | Skip => Var
    | Assign _ x e => set Var x (binding_expr e)
    | Seq s1 s2 => compose (final s1 ρ) (final s2 (after (final s1 ρ) ρ))
    | If q s1 s2 => if ans q ρ then final s1 ρ else final s2 ρ
    | For n body =>
        (fix loop n :=
          match n with
          | O => Var
          | Datatypes.S n => compose (loop n) (final (body n) (after (loop n) ρ))
          end) n
    | Loop n s1 q s2 =>
        let iteration ρ := compose (final s2 ρ) (final s1 (after (final s2 ρ) ρ)) in
        compose (final s1 ρ)
          ((fix rounds n ρ :=
            match n with
            | O => Var
            | Datatypes.S n =>
                if ans q ρ then Var else compose (iteration ρ) (rounds n (after (iteration ρ) ρ))
            end) n (after (final s1 ρ) ρ))
    | Again x e s =>
        let m := set Var x (binding_expr e) in compose m (final s (after m ρ))
    end.

  Lemma after_compose m m' ρ l : after (compose m m') ρ l = after m' (after m ρ) l.
  Proof. unfold after, compose. apply eval_subst. Qed.
End Meaning.

Section Represented.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  (** The locations in [N] represent the numbers [ρ]. *)
  Definition agree (N : nat -> Prop) (w : X) (σ : nat -> D) (ρ : nat -> R) : Prop :=
    forall x, N x -> isNum w (σ x) (ρ x).

  Definition everything (_ : nat) : Prop := True.

  Lemma agree_persistent N w w' σ ρ : w ⊑ w' -> agree N w σ ρ -> agree N w' σ ρ.
  Proof. intros Hw H x Hx. apply (is_persistent HD w); auto. Qed.

  Lemma value_correct (N : nat -> Prop) w σ ρ a : (forall x, a = Name x -> N x) -> agree N w σ ρ ->
    isNum w (value D σ a) (eval ρ (operand_expr a)).
  Proof.
    intros Ha H. destruct a; cbn; [apply H, Ha; reflexivity | apply (is_zero HD) | apply (is_one HD)].
  Qed.

  Lemma bound_correct w σ ρ e : agree (uses e) w σ ρ ->
    ewp Ψ (bound D σ e) w (fun w' v => isNum w' v (eval ρ (binding_expr e))).
  Proof.
    intros H. destruct e as [a b | a b | terms]; cbn [bound binding_expr eval].
    - apply (is_add HD); apply (value_correct (uses (Add a b))); auto; intros x ->; cbn; auto.
    - apply (is_mul HD); apply (value_correct (uses (Mul a b))); auto; intros x ->; cbn; auto.
    - rewrite eval_total, map_map. apply (is_sum HD).
      assert (Hl : forall a, In a terms -> isNum w (value D σ a) (eval ρ (operand_expr a))).
      { intros a Ha. apply (value_correct (uses (Sum terms))); auto. now intros x ->. }
      clear H. induction terms as [| a terms IH]; cbn; constructor; auto using in_eq, in_cons.
  Qed.

  (** The partials, and the change of an operand if the location [y] moves. *)
  Lemma partials_correct w σ ρ e : agree (reads e) w σ ρ ->
    exists qs, Forall2 (isPartial (isNum := isNum) w) (partials D σ e) qs
      /\ forall d, differential ρ d (binding_expr e)
        == dot qs (map (fun a => differential ρ d (operand_expr a)) (operands e)).
  Proof.
    intros H. destruct e as [a b | a b | terms]; cbn [partials binding_expr operands].
    - exists [1; 1]. split; [repeat apply Forall2_cons; try apply Forall2_nil; cbn; reflexivity |].
      intros d. cbn. ring.
    - exists [eval ρ (operand_expr b); eval ρ (operand_expr a)]. split; [| intros d; cbn; ring].
      repeat apply Forall2_cons; try apply Forall2_nil; cbn [isPartial].
      + apply (value_correct (reads (Mul a b))); auto. intros x ->. cbn. auto.
      + apply (value_correct (reads (Mul a b))); auto. intros x ->. cbn. auto.
    - exists (map (fun _ => 1) terms). clear H. split.
      + induction terms; cbn; constructor; auto. cbn. reflexivity.
      + intros d. induction terms as [| a terms IH]; cbn; [reflexivity |]. rewrite IH. ring.
  Qed.
End Represented.
