(** * Adjoint programs

    What [#[exp(adjoint)]] writes: no tape, but a second program.  The source
    language has assignment, branches and counted loops.  The forward sweep is
    the program as it was, and keeps some of what it overwrites; the reverse
    sweep goes through the statements backwards, puts back what was kept,
    computes again what is cheap, and passes adjoints on.

    What need not be kept is the business of an analysis.  [sound] says what it
    must see to; whatever it decides within these rules, the result is the
    product of a vector and the Jacobian of the program. *)

From AD Require Import Semiring Expression Program Rules Graph Reverse Duality.

(** ** The source language *)

(** What the locations hold. *)
Definition store (D : Dict) := nat -> D.

Definition set {A : Type} (σ : nat -> A) (x : nat) (v : A) : nat -> A :=
  fun y => if y =? x then v else σ y.

(** A location is a variable or an element of a container.  Which one is a matter
    of integers, and these are functions of the loop counters: the body of a loop
    is given its counter.  A branch may look at numbers.  What is assigned is one
    operation, or a sum (of one term, if it is a copy).  An assignment says whether
    what it overwrites is kept; [Again x e s] is [let x = e; s], where [x]
    is computed again in the reverse sweep. *)
Inductive stmt (D : Dict) :=
  | Skip
  | Assign (keep : bool) (x : nat) (e : binding)
  | Seq (s1 s2 : stmt D)
  | If (c : store D -> bool) (s1 s2 : stmt D)
  | For (n : nat) (body : nat -> stmt D)
  | Again (x : nat) (e : binding) (s : stmt D).

Arguments Skip {D}.
Arguments Assign {D}.
Arguments Seq {D}.
Arguments If {D}.
Arguments For {D}.
Arguments Again {D}.

(** [f 0], then [f 1], …; and from the last to the first. *)
Fixpoint upwards {A} (f : nat -> A -> A) (n : nat) (a : A) : A :=
  match n with O => a | S n => f n (upwards f n a) end.

Fixpoint downwards {A} (f : nat -> A -> A) (n : nat) (a : A) : A :=
  match n with O => a | S n => downwards f n (f n a) end.

Section Algorithm.
  Context {D : Dict}.
  Implicit Types (σ : store D) (s : stmt D).

  Fixpoint exec s σ : store D :=
    match s with
    | Skip => σ
    | Assign _ x e => set σ x (bound σ e)
    | Seq s1 s2 => exec s2 (exec s1 σ)
    | If c s1 s2 => if c σ then exec s1 σ else exec s2 σ
    | For n body => upwards (fun i => exec (body i)) n σ
    | Again x e s => exec s (set σ x (bound σ e))
    end.

  (** ** The forward sweep *)

  (** What is kept: a value that was overwritten, or which way a branch went. *)
  Inductive kept := Value (v : D) | Way (first : bool).

  Fixpoint sweep s (state : store D * list kept) : store D * list kept :=
    let (σ, t) := state in
    match s with
    | Skip => (σ, t)
    | Assign keep x e => (set σ x (bound σ e), if keep then Value (σ x) :: t else t)
    | Seq s1 s2 => sweep s2 (sweep s1 (σ, t))
    | If c s1 s2 =>
        if c σ
        then let (σ, t) := sweep s1 (σ, t) in (σ, Way true :: t)
        else let (σ, t) := sweep s2 (σ, t) in (σ, Way false :: t)
    | For n body => upwards (fun i => sweep (body i)) n (σ, t)
    | Again x e s => sweep s (set σ x (bound σ e), t)
    end.

  (** ** The reverse sweep *)

  (** A location is a vertex of its own. *)
  Definition located σ : nat -> node D := fun i => Node (σ i) (Some i).

  (** The partials of what is assigned, computed now. *)
  Definition edges_at σ (e : binding) : Edges D :=
    edges (map (operand_node (located σ)) (operands e)) (snd (binding_rule σ e)).

  (** The adjoint of [x] is taken away, and goes to the operands, of which [x] may
      be one.  Where nothing has arrived, nothing is passed on. *)
  Definition pass (x : nat) (e : Edges D) (adj : Adjoints D) : Adjoints D :=
    match adj x with
    | None => adj
    | Some d => fold_left (fun adj '(w, p) => update adj w p d) e (set adj x None)
    end.

  Fixpoint back s (state : store D * list kept * Adjoints D) :=
    let '(σ, t, adj) := state in
    match s with
    | Skip => state
    | Assign keep x e =>
        let '(σ, t) :=
          match keep, t with
          | true, Value v :: t => (set σ x v, t)
          | _, t => (σ, t)
          end in
        (σ, t, pass x (edges_at σ e) adj)
    | Seq s1 s2 => back s1 (back s2 state)
    | If _ s1 s2 =>
        match t with
        | Way true :: t => back s1 (σ, t, adj)
        | Way false :: t => back s2 (σ, t, adj)
        | _ => state
        end
    | For n body => downwards (fun i => back (body i)) n state
    | Again x e s =>
        let '(σ, t, adj) := back s (set σ x (bound σ e), t, adj) in
        (σ, t, pass x (edges_at σ e) adj)
    end.

  (** The adjoints of the locations at the start, from those at the end. *)
  Definition adjoint s σ (seeds : Adjoints D) : Adjoints D :=
    let (σ, t) := sweep s (σ, []) in
    snd (back s (σ, t, seeds)).

  (** ** What the program means *)

  Definition compose (m m' : nat -> expr) : nat -> expr := fun x => subst m (m' x).

  (** What each location holds at the end of the run from [σ], as an expression in
      what they hold at the start. *)
  Fixpoint final s σ : nat -> expr :=
    match s with
    | Skip => Var
    | Assign _ x e => set Var x (binding_expr e)
    | Seq s1 s2 => compose (final s1 σ) (final s2 (exec s1 σ))
    | If c s1 s2 => if c σ then final s1 σ else final s2 σ
    | For n body =>
        (fix loop n :=
          match n with
          | O => Var
          | S n => compose (loop n) (final (body n) (exec (For n body) σ))
          end) n
    | Again x e s => compose (set Var x (binding_expr e)) (final s (set σ x (bound σ e)))
    end.

  (** ** What must be kept *)

  (** [x] occurs in it; its value occurs in a partial of it. *)
  Definition uses (e : binding) (x : nat) : Prop := In (Name x) (operands e).

  Definition reads (e : binding) (x : nat) : Prop :=
    match e with Op Mul _ _ => uses e x | _ => False end.

  Fixpoint writes s (x : nat) : Prop :=
    match s with
    | Skip => False
    | Assign _ y _ => x = y
    | Seq s1 s2 | If _ s1 s2 => writes s1 x \/ writes s2 x
    | For _ body => exists i, writes (body i) x
    | Again y _ s => x = y \/ writes s x
    end.

  (** [sound N s N']: if at the end of [s] those locations hold what they did in
      the forward sweep that are in [N'], then [s] can be gone back over, and at
      its start those do that are in [N].

      An assignment keeps what it overwrites if that is read, be it by statements
      before or by its own partials.  For a loop there is one set for the
      start of each iteration, since the iterations before read as well.  What is
      computed again is read by nobody before, and neither it nor its operands are
      written until it is asked for. *)
  Inductive sound : (nat -> Prop) -> stmt D -> (nat -> Prop) -> Prop :=
    | sound_skip N : sound N Skip N
    | sound_assign (N : nat -> Prop) keep x e :
        (keep = false -> ~ N x /\ ~ reads e x) ->
        sound N (Assign keep x e) (fun y => y <> x /\ (N y \/ reads e y))
    | sound_seq N N' N'' s1 s2 :
        sound N s1 N' -> sound N' s2 N'' -> sound N (Seq s1 s2) N''
    | sound_if N N' c s1 s2 :
        sound N s1 N' -> sound N s2 N' -> sound N (If c s1 s2) N'
    | sound_for N n body :
        (forall i, sound N (body i) N) -> sound N (For n body) N
    | sound_again (N N' : nat -> Prop) x e s :
        ~ N x -> ~ uses e x -> ~ writes s x -> (forall y, uses e y -> ~ writes s y) ->
        sound (fun y => N y \/ reads e y \/ y = x) s N' ->
        sound N (Again x e s) (fun y => y <> x /\ N' y \/ uses e y)
    | sound_more (N0 N N' N1 : nat -> Prop) s :
        (forall x, N0 x -> N x) -> sound N s N' -> (forall x, N' x -> N1 x) ->
        sound N0 s N1.

  (** A loop that is left is made of branches: [while c { s }], [n] times at most.
      What is kept is which way each went, that is, how many iterations there
      were. *)
  Fixpoint while (n : nat) (c : store D -> bool) s : stmt D :=
    match n with
    | O => Skip
    | S n => If c (Seq s (while n c s)) Skip
    end.

  Lemma while_sound N n c s : sound N s N -> sound N (while n c s) N.
  Proof. intros H. induction n as [| n IH]; cbn; eauto using sound. Qed.

  (** The same, left from the middle of its body: [loop { s1; if c { break } s2 }],
      which a [break] makes of a loop, and an early [return] of each loop around it. *)
  Fixpoint leave (n : nat) s1 (c : store D -> bool) s2 : stmt D :=
    match n with
    | O => Skip
    | S n => Seq s1 (If c Skip (Seq s2 (leave n s1 c s2)))
    end.

  (** What holds at the start of an iteration is asked for at the way out as well. *)
  Lemma leave_sound (N N' : nat -> Prop) n s1 c s2 :
    (forall x, N x -> N' x) -> sound N s1 N' -> sound N' s2 N -> sound N (leave n s1 c s2) N'.
  Proof.
    intros H H1 H2. induction n as [| n IH]; cbn.
    - exact (sound_more _ _ _ _ _ (fun _ H => H) (sound_skip N) H).
    - eauto using sound.
  Qed.

  (** How many iterations there were. *)
  Fixpoint trips (n : nat) (c : store D -> bool) s σ : nat :=
    match n with
    | O => O
    | S n => if c σ then S (trips n c s (exec s σ)) else O
    end.

  (** To keep everything is always sound. *)
  Fixpoint keeps_all s : Prop :=
    match s with
    | Skip => True
    | Assign keep _ _ => keep = true
    | Seq s1 s2 | If _ s1 s2 => keeps_all s1 /\ keeps_all s2
    | For _ body => forall i, keeps_all (body i)
    | Again _ _ _ => False
    end.

  Lemma keeps_all_sound s : keeps_all s -> sound (fun _ => True) s (fun _ => True).
  Proof.
    induction s as [| keep x e | s1 IH1 s2 IH2 | c s1 IH1 s2 IH2 | n body IH | x e s IH];
      cbn; intros H.
    - constructor.
    - subst keep.
      apply (sound_more _ (fun _ => True) _ _ _ (fun _ H => H)
        (sound_assign _ true x e ltac:(discriminate))).
      auto.
    - destruct H. econstructor; eauto.
    - destruct H. constructor; auto.
    - constructor. auto.
    - contradiction.
  Qed.
End Algorithm.

Arguments kept : clear implicits.

(** ** The two sweeps *)

Section Sweeps.
  Context {D : Dict}.
  Implicit Types (σ : store D) (s : stmt D).

  Lemma eval_set σ x e y :
    eval σ (set Var x (binding_expr e) y) = set σ x (bound σ e) y.
  Proof. unfold set. destruct (y =? x); [apply eval_binding | reflexivity]. Qed.

  (** To run a program is to evaluate its meaning; no law is needed for that. *)
  Theorem exec_final s σ x : exec s σ x = eval σ (final s σ x).
  Proof.
    revert σ x.
    assert (Hcompose : forall σ σ' m m' x, (forall y, σ' y = eval σ (m y)) ->
      eval σ' (m' x) = eval σ (compose m m' x)).
    { intros σ σ' m m' x H. unfold compose. rewrite eval_subst. now apply eval_ext. }
    induction s as [| ? y e | s1 IH1 s2 IH2 | c s1 IH1 s2 IH2 | n body IH | y e s IH];
      intros σ x; cbn.
    - reflexivity.
    - now rewrite eval_set.
    - rewrite IH2. now apply Hcompose.
    - now destruct (c σ).
    - revert x. induction n as [| n IHn]; intros x; cbn; [reflexivity |].
      rewrite IH. now apply Hcompose.
    - rewrite IH. apply Hcompose. intros z. now rewrite eval_set.
  Qed.

  (** The forward sweep runs the program… *)
  Lemma sweep_exec s σ t : fst (sweep s (σ, t)) = exec s σ.
  Proof.
    revert σ t.
    induction s as [| ? y e | s1 IH1 s2 IH2 | c s1 IH1 s2 IH2 | n body IH | y e s IH];
      intros σ t; cbn; auto.
    - rewrite <- (IH1 σ t). destruct (sweep s1 _). apply IH2.
    - destruct (c σ); [specialize (IH1 σ t); destruct (sweep s1 _)
        | specialize (IH2 σ t); destruct (sweep s2 _)]; assumption.
    - induction n as [| n IHn]; cbn; [reflexivity |].
      rewrite <- IHn. destruct (upwards _ n _). apply IH.
  Qed.

  Lemma upwards_same {A} (f : A -> A) k a :
    upwards (fun _ => f) (S k) a = upwards (fun _ => f) k (f a).
  Proof. induction k as [| k IH]; cbn in *; [reflexivity | now rewrite IH]. Qed.

  Lemma downwards_same {A} (f : A -> A) k a :
    downwards (fun _ => f) (S k) a = f (downwards (fun _ => f) k a).
  Proof. revert a. induction k as [| k IH]; intros a; cbn in *; [reflexivity | now rewrite <- IH]. Qed.

  (** The ways that the branches of [while] went are the number of its iterations, in
      unary, and lie on what the counted loop keeps that has as many… *)
  Definition counted (n k : nat) (t : list (kept D)) : list (kept D) :=
    repeat (Way true) k ++ (if k <? n then [Way false] else []) ++ t.

  Theorem while_sweep n c s σ t :
    sweep (while n c s) (σ, t)
      = let (σ', t') := sweep (For (trips n c s σ) (fun _ => s)) (σ, t) in
        (σ', counted n (trips n c s σ) t').
  Proof.
    revert σ t. induction n as [| n IH]; intros σ t; [reflexivity |].
    cbn [while sweep trips]. destruct (c σ); [| reflexivity].
    cbn [sweep]. rewrite upwards_same. pose proof (sweep_exec s σ t) as Hs.
    destruct (sweep s (σ, t)) as [σ1 t1]. cbn in Hs. subst σ1.
    rewrite IH. cbn [sweep].
    destruct (upwards _ (trips n c s (exec s σ)) _) as [σ2 t2]. reflexivity.
  Qed.

  (** …so to keep the number is the same: the reverse sweep goes back over so many
      iterations, and looks at no condition. *)
  Theorem while_back n c s k σ t adj :
    k <= n ->
    back (while n c s) (σ, counted n k t, adj) = back (For k (fun _ => s)) (σ, t, adj).
  Proof.
    revert k. induction n as [| n IH]; intros k Hk.
    - destruct k as [| k]; [reflexivity | inversion Hk].
    - destruct k as [| k]; [reflexivity |].
      cbn [back]. rewrite downwards_same.
      change (counted (S n) (S k) t) with (Way true :: counted n k t).
      cbn [while back]. rewrite IH by now apply le_S_n. reflexivity.
  Qed.

  Lemma unwritten s σ x : ~ writes s x -> exec s σ x = σ x.
  Proof.
    revert σ.
    induction s as [| ? y e | s1 IH1 s2 IH2 | c s1 IH1 s2 IH2 | n body IH | y e s IH];
      intros σ H; cbn in *.
    - reflexivity.
    - unfold set. now destruct (Nat.eqb_spec x y).
    - rewrite IH2, IH1; auto.
    - destruct (c σ); auto.
    - induction n as [| n IHn]; cbn; [reflexivity |]. rewrite IH; eauto.
    - rewrite IH by auto. unfold set. destruct (Nat.eqb_spec x y); tauto.
  Qed.

  Definition agree (N : nat -> Prop) σ σ' : Prop := forall x, N x -> σ x = σ' x.

  Lemma agree_values σ σ' e :
    agree (uses e) σ σ' -> map (value σ) (operands e) = map (value σ') (operands e).
  Proof.
    intros H. apply map_ext_in. intros [x | |] Hx; cbn; [exact (H x Hx) | reflexivity ..].
  Qed.

  Lemma agree_bound σ σ' e : agree (uses e) σ σ' -> bound σ e = bound σ' e.
  Proof.
    intros H. apply agree_values in H. destruct e; cbn in *; congruence.
  Qed.

  Lemma agree_edges σ σ' e : agree (reads e) σ σ' -> edges_at σ e = edges_at σ' e.
  Proof.
    intros H. unfold edges_at.
    assert (Hpartials : snd (binding_rule σ e) = snd (binding_rule σ' e)).
    { destruct e as [[] x y | terms]; cbn in *; try reflexivity.
      apply agree_values in H. cbn in H. congruence. }
    rewrite Hpartials. generalize (snd (binding_rule σ' e)).
    induction (operands e) as [| [] terms IH]; intros [| p ps]; cbn; try reflexivity; now rewrite IH.
  Qed.
End Sweeps.

(** ** The result *)

Section Correct.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  (** The first [n] locations are results, with the weights [w]. *)
  Context (n : nat) (w : nat -> R).

  (** The weighted sum of the differentials of some expressions. *)
  Definition weighted (σ d : nat -> R) (E : nat -> expr) : R :=
    sum n (fun l => differential σ d (E l) * w l).

  Lemma weighted_ext σ d d' E : (forall i, d i == d' i) -> weighted σ d E == weighted σ d' E.
  Proof.
    intros H. apply sum_ext. intros l _. now rewrite (differential_ext _ d d' _ H).
  Qed.

  Lemma weighted_linear σ d d' c E :
    weighted σ (fun i => d i + c * d' i) E == weighted σ d E + c * weighted σ d' E.
  Proof.
    unfold weighted. rewrite (SRmul_comm (laws R) c), <- sum_times, <- sum_plus.
    apply sum_ext. intros l _. rewrite differential_linear. ring.
  Qed.

  Lemma weighted_compose σ d m E :
    weighted σ d (compose m E)
      = weighted (fun i => eval σ (m i)) (fun i => differential σ d (m i)) E.
  Proof.
    unfold weighted, compose. induction n as [| n' IH]; cbn; [reflexivity |].
    now rewrite IH, chain_rule.
  Qed.

  Lemma weighted_at σ σ' d E : (forall i, σ i = σ' i) -> weighted σ d E = weighted σ' d E.
  Proof.
    intros H. unfold weighted. induction n as [| n' IH]; cbn; [reflexivity |].
    now rewrite IH, (differential_at σ σ').
  Qed.

  (** The invariant: what remains of the program makes the results [E] of the
      locations, and the adjoint of each is the derivative. *)
  Definition holds (σ : nat -> R) (adj : Adjoints R) (E : nat -> expr) : Prop :=
    forall x, read (adj x) == weighted σ (unit x) E.

  Lemma total_edges_at (σ : nat -> R) e x :
    total (edges_at σ e) x == differential σ (unit x) (binding_expr e).
  Proof.
    assert (H : forall i, direction x (located σ) i == unit x i).
    { intros i. unfold direction, moves, unit. cbn. now rewrite Nat.eqb_sym. }
    rewrite <- (differential_ext σ _ _ _ H). apply (total_step (located σ)).
  Qed.

  Lemma read_pass x (e : Edges R) adj y :
    read (pass x e adj y) == (if y =? x then 0 else read (adj y)) + total e y * read (adj x).
  Proof.
    unfold pass. destruct (adj x) as [d |] eqn:Hx; cbn.
    - assert (H : forall adj : Adjoints R,
        read (fold_left (fun adj '(w, p) => update adj w p d) e adj y)
          == read (adj y) + total e y * d).
      { induction e as [| [u p] e IH]; intros adj'; cbn; [ring |].
        rewrite IH. unfold update. destruct (y =? u); [rewrite read_add_term |]; ring. }
      rewrite H. unfold set. destruct (y =? x); reflexivity.
    - destruct (Nat.eqb_spec y x) as [-> |]; [rewrite Hx; cbn |]; ring.
  Qed.

  (** An assignment is a substitution, and going back over it the chain rule. *)
  Lemma pass_correct (σ : nat -> R) x e adj E :
    holds (set σ x (bound σ e)) adj E ->
    holds σ (pass x (edges_at σ e) adj) (compose (set Var x (binding_expr e)) E).
  Proof.
    intros H y. rewrite weighted_compose, (weighted_at _ _ _ _ (eval_set σ x e)).
    set (c := differential σ (unit y) (binding_expr e)).
    rewrite (weighted_ext _ _
      (fun i => (if y =? x then 0 else unit y i) + c * unit x i)).
    - rewrite weighted_linear, read_pass, total_edges_at, <- (H x). fold c.
      destruct (y =? x); [| now rewrite (H y)].
      assert (Hzero : weighted (set σ x (bound σ e)) (fun _ => 0) E == 0).
      { unfold weighted. rewrite <- (sum_zero n). apply sum_ext. intros l _.
        rewrite differential_zero. ring. }
      rewrite Hzero. reflexivity.
    - intros i. unfold set. destruct (Nat.eqb_spec i x) as [-> | Hi]; [fold c |]; cbn; unfold unit.
      + rewrite Nat.eqb_refl, (Nat.eqb_sym x y). destruct (y =? x); ring.
      + rewrite (proj2 (Nat.eqb_neq i x) Hi).
        destruct (Nat.eqb_spec i y), (Nat.eqb_spec y x); subst; try easy; ring.
  Qed.

  Lemma holds_compose (σ : nat -> R) adj m m' E :
    holds σ adj (compose m (compose m' E)) -> holds σ adj (compose (compose m m') E).
  Proof.
    intros H x. rewrite (H x). unfold weighted, compose. apply sum_ext. intros l _.
    now rewrite subst_subst.
  Qed.

  Lemma holds_var (σ : nat -> R) adj E : holds σ adj E -> holds σ adj (compose Var E).
  Proof.
    intros H x. rewrite (H x). unfold weighted, compose. apply sum_ext. intros l _.
    unfold subst. now rewrite eval_syntax.
  Qed.

  (** Going back over a statement. *)
  Theorem back_correct N s N' :
    sound N s N' -> forall σ t σ' adj E,
    agree N' σ' (exec s σ) -> holds (exec s σ) adj E ->
    exists σ0 adj0,
      back s (σ', snd (sweep s (σ, t)), adj) = (σ0, t, adj0)
      /\ agree N σ0 σ /\ holds σ adj0 (compose (final s σ) E).
  Proof.
    induction 1 as [N | N keep x e Hkeep | N N' N'' s1 s2 _ IH1 _ IH2 | N N' c s1 s2 _ IH1 _ IH2
      | N k body _ IH | N N' x e s HN Hx Hs Huses _ IH | N0 N N' N1 s H0 _ IH H1];
      intros σ t σ' adj E Hσ Hadj.
    - (* Skip *)
      exists σ', adj. cbn. auto using holds_var.
    - (* Assign *)
      assert (Hread : agree (fun y => N y \/ reads e y)
        (if keep then set σ' x (σ x) else σ') σ).
      { intros y Hy. specialize (Hσ y). cbn in Hσ. unfold set in Hσ. destruct keep.
        - unfold set. destruct (Nat.eqb_spec y x); subst; auto.
        - destruct (Nat.eqb_spec y x); subst; [| auto].
          now destruct (Hkeep eq_refl), Hy. }
      exists (if keep then set σ' x (σ x) else σ'), (pass x (edges_at σ e) adj).
      split; [| split].
      + rewrite <- (agree_edges _ _ e (fun y Hy => Hread y (or_intror Hy))).
        now destruct keep.
      + intros y Hy. auto.
      + now apply pass_correct.
    - (* Seq *)
      cbn in *. pose proof (sweep_exec s1 σ t) as Hsweep.
      destruct (sweep s1 (σ, t)) as [σ1 t1] eqn:Hs1. cbn in Hsweep. subst σ1.
      destruct (IH2 _ t1 _ _ _ Hσ Hadj) as (σ1 & adj1 & -> & Hσ1 & Hadj1).
      destruct (IH1 _ t _ _ _ Hσ1 Hadj1) as (σ0 & adj0 & Hback & Hσ0 & Hadj0).
      rewrite Hs1 in Hback. eauto 6 using holds_compose.
    - (* If *)
      cbn in *. destruct (c σ).
      + destruct (IH1 _ t _ _ _ Hσ Hadj) as (σ0 & adj0 & Hback & H).
        destruct (sweep s1 (σ, t)). cbn in *. eauto.
      + destruct (IH2 _ t _ _ _ Hσ Hadj) as (σ0 & adj0 & Hback & H).
        destruct (sweep s2 (σ, t)). cbn in *. eauto.
    - (* For *)
      cbn [exec sweep back final] in *.
      revert t σ' adj E Hσ Hadj. induction k as [| k IHk]; intros t σ' adj E Hσ Hadj; cbn in *.
      + exists σ', adj. auto using holds_var.
      + assert (Hsweep : fst (upwards (fun i => sweep (body i)) k (σ, t))
            = upwards (fun i => exec (body i)) k σ)
          by apply (sweep_exec (For k body)).
        destruct (upwards (fun i => sweep (body i)) k (σ, t)) as [σk tk] eqn:Hk.
        cbn in Hsweep. subst σk.
        destruct (IH k _ tk _ _ _ Hσ Hadj) as (σ1 & adj1 & -> & Hσ1 & Hadj1).
        destruct (IHk t _ _ _ Hσ1 Hadj1) as (σ0 & adj0 & Hback & Hσ0 & Hadj0).
        rewrite Hk in Hback. cbn in Hback. eauto 6 using holds_compose.
    - (* Again *)
      cbn [exec sweep back final] in *.
      set (σ1 := set σ x (bound σ e)) in *.
      assert (Hvalue : bound σ' e = bound σ e).
      { apply agree_bound. intros y Hy. rewrite Hσ by auto.
        rewrite unwritten by auto. subst σ1. unfold set.
        destruct (Nat.eqb_spec y x) as [-> |]; tauto. }
      rewrite Hvalue.
      assert (Hσ1 : agree N' (set σ' x (bound σ e)) (exec s σ1)).
      { intros y Hy. unfold set. destruct (Nat.eqb_spec y x) as [-> |]; [| apply Hσ; auto].
        rewrite unwritten by auto. subst σ1. unfold set. now rewrite Nat.eqb_refl. }
      unfold store in *.
      destruct (IH _ t _ _ _ Hσ1 Hadj) as (σ0 & adj0 & -> & Hσ0 & Hadj0).
      exists σ0, (pass x (edges_at σ0 e) adj0).
      assert (Hback : agree (fun y => N y \/ reads e y) σ0 σ).
      { intros y Hy. rewrite Hσ0 by tauto. subst σ1. unfold set.
        destruct (Nat.eqb_spec y x); subst; [| reflexivity].
        destruct Hy as [Hy | Hy]; [contradiction |].
        destruct Hx. now destruct e as [[] |]. }
      split; [reflexivity | split].
      + intros y Hy. auto.
      + rewrite (agree_edges σ0 σ e) by (intros y Hy; auto).
        now apply holds_compose, pass_correct.
    - (* More *)
      destruct (IH σ t σ' adj E) as (σ0 & adj0 & ? & Hσ0 & ?); auto.
      { intros y Hy. auto. }
      exists σ0, adj0. split; [| split]; auto. intros y Hy. auto.
  Qed.
End Correct.

(** The adjoint program multiplies a vector, the adjoints of the first [n]
    locations at the end, by the Jacobian of what the program means. *)
Theorem adjoint_correct {R : Semiring} N (s : stmt R) N' n (σ : store R) seeds x :
  sound N s N' -> (forall l, n <= l -> seeds l = None) ->
  read (adjoint s σ seeds x)
    == sum n (fun l => eval σ (∂[x] (final s σ l)) * read (seeds l)).
Proof.
  intros Hs Hseeds. unfold adjoint.
  rewrite (surjective_pairing (sweep s (σ, []))), sweep_exec.
  destruct (back_correct n (fun l => read (seeds l)) N s N' Hs σ [] (exec s σ) seeds Var)
    as (σ0 & adj0 & Hback & _ & Hadj).
  - now intros y _.
  - intros y. unfold weighted. cbn.
    rewrite (sum_ext _ _ (fun i => (if y =? i then 1 else 0) * read (seeds i)))
      by (intros i _; unfold unit; now rewrite Nat.eqb_sym).
    rewrite sum_basis.
    destruct (Nat.ltb_spec y n) as [_ | Hy]; [reflexivity | now rewrite Hseeds].
  - rewrite Hback. cbn [snd].
    rewrite (Hadj x). unfold weighted, compose. apply sum_ext. intros l _.
    now rewrite differential_partial.
Qed.
