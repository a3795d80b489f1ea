(** * Adjoint programs are correct

    The invariant: the remaining program computes the results from the present
    contents, and the adjoint of each location is the derivative.  An
    assignment is a substitution, so its reversal is the chain rule. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Rules Graph Adjoints Pullback.
From AD Require Import Statement Sound Sweeps.

(** ** One assignment *)

Section Correct.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).
  Notation isOption := (isOption (isNum := isNum)).
  Notation agree := (agree (isNum := isNum)).

  (** The adjoints of all locations. *)
  Definition adjoints (w : X) (adj : Adjoints D) (a : nat -> R) : Prop :=
    forall l, isOption w (adj l) (a l).

  (** Σ qⱼ over the operands at the location [y]. *)
  Fixpoint total_at (y : nat) (e : list (nat * R)) : R :=
    match e with [] => 0 | (h, q) :: e => (if y =? h then q else 0) + total_at y e end.

  Lemma update_correct w d r adj a h p q : adjoints w adj a -> isNum w d r ->
    isPartial (isNum := isNum) w p q ->
    ewp Ψ (update D d adj (h, p)) w (fun w' adj' => adjoints w' adj' (set a h (a h + r * q))).
  Proof.
    intros Ha Hd Hp. unfold update. cbn [fst snd].
    eapply ewp_bind; [apply (add_term_correct HD); [apply Ha | exact Hd | exact Hp] |].
    intros w' s Hw Hs l. unfold set. destruct (Nat.eqb_spec l h); [exact Hs |].
    now apply (option_persistent HD w).
  Qed.

  Lemma updates_correct e : forall w d r adj a es, adjoints w adj a -> isNum w d r ->
    Forall2 (fun hp hq => fst hp = fst hq /\ isPartial (isNum := isNum) w (snd hp) (snd hq)) e es ->
    ewp Ψ (fold (update D d) e adj) w (fun w' adj' => adjoints w' adj' (fun y => a y + r * total_at y es)).
  Proof.
    induction e as [| [h p] e IH]; intros w d r adj a es Ha Hd He;
      inversion He as [| ? [h' q] ? es' [Hh Hp] He' ]; subst; cbn [fold].
    - intros y. apply (option_respects HD w _ (a y)); [cbn; ring | apply Ha].
    - cbn in Hh, Hp. subst h'. eapply ewp_bind; [apply (update_correct w d r adj a h p q); auto |].
      intros w' adj' Hw Ha'. eapply ewp_mono.
      { apply (IH w' d r adj' (set a h (a h + r * q)) es' Ha'); [now apply (is_persistent HD w) |].
        eapply Forall2_impl; [| exact He']. intros [] [] [H H'].
        split; auto. now apply (partial_persistent HD w). }
      intros w'' adj'' _ Ha'' y. eapply (option_respects HD); [| apply Ha''].
      unfold set. cbn [total_at]. destruct (Nat.eqb_spec y h) as [-> |]; ring.
  Qed.

  Lemma edges_at_correct w σ ρ e : agree (reads e) w σ ρ ->
    exists es, Forall2 (fun hp hq => fst hp = fst hq /\ isPartial (isNum := isNum) w (snd hp) (snd hq))
        (edges_at D σ e) es
      /\ forall y, total_at y es == differential ρ (axis y) (binding_expr e).
  Proof.
    intros H. destruct (partials_correct HD w σ ρ e H) as (qs & Hqs & Hd). unfold edges_at.
    enough (Hall : forall l ps qs, Forall2 (isPartial (isNum := isNum) w) ps qs ->
      exists es, Forall2 (fun hp hq => fst hp = fst hq /\ isPartial (isNum := isNum) w (snd hp) (snd hq))
          (edges (map (located D σ) l) ps) es
        /\ forall y, total_at y es == dot qs (map (fun a => differential ρ (axis y) (operand_expr a)) l)).
    { destruct (Hall (operands e) _ _ Hqs) as (es & Hes & Hy). exists es. split; [exact Hes |].
      intros y. now rewrite Hy, Hd. }
    clear. induction l as [| a l IH]; intros ps qs Hps; cbn [map edges].
    - exists []. split; [destruct Hps; constructor |]. intros y. destruct Hps; cbn; reflexivity.
    - destruct Hps as [| p q ps qs Hp Hps]; cbn [located].
      { exists []. split; [constructor |]. intros y. cbn. reflexivity. }
      destruct (IH ps qs Hps) as (es & Hes & Hy). cbn [dot].
      destruct a as [i | |].
      2, 3: exists es; split; [exact Hes |]; intros y; rewrite Hy; cbn; ring.
      destruct p as [| | p]; cbn in Hp.
      1: { exists es. split; [exact Hes |]. intros y. rewrite Hy, Hp. ring. }
      1, 2: exists ((i, q) :: es); split; [constructor; auto |]; intros y; cbn; rewrite Hy; unfold axis;
        rewrite (Nat.eqb_sym i y); destruct (y =? i); ring.
  Qed.

  (** The results are [Es] of the present contents, with the adjoints [ss]. *)
  Context (ss : list R).

  Definition slope (ρ d : nat -> R) (Es : list expr) : R := dot ss (map (differential ρ d) Es).

  Definition holds (w : X) (adj : Adjoints D) (ρ : nat -> R) (Es : list expr) : Prop :=
    adjoints w adj (fun y => slope ρ (axis y) Es).

  Lemma slope_ext ρ d d' Es : (forall i, d i == d' i) -> slope ρ d Es == slope ρ d' Es.
  Proof.
    intros H. unfold slope. generalize ss. induction Es as [| E Es IH]; intros [| s ss']; cbn; try reflexivity.
    now rewrite (differential_ext _ d d' _ H), IH.
  Qed.

  Lemma slope_linear ρ d d' c Es : slope ρ (fun i => d i + c * d' i) Es == slope ρ d Es + c * slope ρ d' Es.
  Proof.
    unfold slope. generalize ss. induction Es as [| E Es IH]; intros [| s ss']; cbn; try ring.
    rewrite differential_linear, IH. ring.
  Qed.

  Lemma slope_zero ρ Es : slope ρ (fun _ => 0) Es == 0.
  Proof.
    unfold slope. generalize ss. induction Es as [| E Es IH]; intros [| s ss']; cbn; try reflexivity.
    rewrite differential_zero, IH. ring.
  Qed.

  (** The chain rule. *)
  Lemma slope_subst ρ d m Es :
    slope ρ d (map (subst m) Es) = slope (after m ρ) (fun i => differential ρ d (m i)) Es.
  Proof.
    unfold slope. f_equal. rewrite map_map. apply map_ext. intros E. apply chain_rule.
  Qed.

  Lemma holds_ext w adj ρ ρ' Es : (forall l, ρ l = ρ' l) -> holds w adj ρ Es -> holds w adj ρ' Es.
  Proof.
    intros Hρ H l. specialize (H l). unfold slope in *.
    rewrite (map_ext (differential ρ' (axis l)) (differential ρ (axis l))); [exact H |].
    intros E. symmetry. now apply differential_at.
  Qed.

  Lemma holds_persistent w w' adj ρ Es : w ⊑ w' -> holds w adj ρ Es -> holds w' adj ρ Es.
  Proof. intros Hw H l. now apply (option_persistent HD w). Qed.

  Lemma map_compose m m' Es : map (subst m) (map (subst m') Es) = map (subst (compose m m')) Es.
  Proof. rewrite map_map. apply map_ext. intros E. apply subst_subst. Qed.

  Lemma map_var Es : map (subst Var) Es = Es.
  Proof. rewrite <- (map_id Es) at 2. apply map_ext. apply eval_syntax. Qed.

  (** An assignment is a substitution.  Its reversal is the chain rule. *)
  Lemma pass_correct w σ ρ x e adj Es : agree (reads e) w σ ρ ->
    holds w adj (after (set Var x (binding_expr e)) ρ) Es ->
    ewp Ψ (pass D x (edges_at D σ e) adj) w (fun w' adj' =>
      holds w' adj' ρ (map (subst (set Var x (binding_expr e))) Es)).
  Proof.
    intros Hσ Hadj. set (m := set Var x (binding_expr e)) in *.
    destruct (edges_at_correct w σ ρ e Hσ) as (es & Hes & Htotal).
    set (a := fun y => slope (after m ρ) (axis y) Es) in *.
    assert (Hslope : forall y, slope ρ (axis y) (map (subst m) Es)
      == set a x 0 y + a x * total_at y es).
    { intros y. rewrite slope_subst, Htotal. set (c := differential ρ (axis y) (binding_expr e)).
      rewrite (slope_ext _ _ (fun i => (if y =? x then 0 else axis y i) + c * axis x i)).
      - rewrite slope_linear. unfold set, a. destruct (y =? x); [rewrite slope_zero; ring |].
        change (fun i => axis y i) with (axis (A := R) y). ring.
      - intros i. unfold m, set. destruct (Nat.eqb_spec i x) as [-> | Hi]; [fold c |]; cbn; unfold axis.
        + rewrite Nat.eqb_refl, (Nat.eqb_sym x y). destruct (y =? x); ring.
        + rewrite (proj2 (Nat.eqb_neq i x) Hi).
          destruct (Nat.eqb_spec i y), (Nat.eqb_spec y x); subst; try easy; ring. }
    unfold pass. pose proof (Hadj x) as Hx. destruct (adj x) as [d |].
    - eapply ewp_mono.
      + apply (updates_correct _ w d (a x) (set adj x None) (set a x 0) es); auto.
        intros l. unfold set. destruct (Nat.eqb_spec l x); [cbn; reflexivity | apply Hadj].
      + intros w' adj' _ H l. eapply (option_respects HD); [| apply H]. cbn beta. now rewrite Hslope.
    - intros l. apply (option_respects HD w _ (a l)); [| apply Hadj]. rewrite Hslope. cbn in Hx.
      fold (a x) in Hx. unfold set. destruct (Nat.eqb_spec l x) as [-> |]; rewrite Hx; ring.
  Qed.

  (** ** A program *)

  Context {Q : Type} (ask : Q -> (nat -> D) -> bool) (ans : Q -> (nat -> R) -> bool)
    (questions : forall q w σ ρ, agree everything w σ ρ -> ask q σ = ans q ρ).

  (** The reverse sweep from the saved values [t'] on: it finds the values [N] and
      returns the adjoints before [m]. *)
  Definition reverses (N N' : nat -> Prop) (m : nat -> expr) (ρ : nat -> R) (w : X) (t : list (saved D))
      (rest : (nat -> D) -> Adjoints D -> comp S ((nat -> D) * list (saved D) * Adjoints D)) : Prop :=
    forall w' σ adj Es, w ⊑ w' -> agree N' w' σ (after m ρ) -> holds w' adj (after m ρ) Es ->
    ewp Ψ (rest σ adj) w' (fun w'' state =>
      let '(σ, t', adj) := state in t' = t /\ agree N w'' σ ρ /\ holds w'' adj ρ (map (subst m) Es)).

  Lemma agree_ext N w σ ρ ρ' : (forall l, ρ l = ρ' l) -> agree N w σ ρ -> agree N w σ ρ'.
  Proof. intros Hρ H l Hl. rewrite <- Hρ. auto. Qed.

  (** Two parts of a program, the last one reversed first. *)
  Lemma reverses_compose N N1 N' m m' ρ w t t1 rest (rest' : (nat -> D) * list (saved D) * Adjoints D -> _) :
    reverses N1 N' m' (after m ρ) w t1 rest ->
    reverses N N1 m ρ w t (fun σ adj => rest' (σ, t1, adj)) ->
    reverses N N' (compose m m') ρ w t (fun σ adj => state <- rest σ adj ;; rest' state).
  Proof.
    intros H1 H2 w' σ adj Es Hw Hσ Hadj. eapply ewp_bind.
    { apply (H1 w' σ adj Es Hw).
      - revert Hσ. apply agree_ext. intros l. apply after_compose.
      - revert Hadj. apply holds_ext. intros l. apply after_compose. }
    intros w1 [[σ1 t1'] adj1] Hw1 (-> & Hσ1 & Hadj1).
    rewrite <- map_compose. apply H2; auto. now apply le_trans with w'.
  Qed.

  Lemma reverses_persistent N N' m ρ w w' t rest : w ⊑ w' ->
    reverses N N' m ρ w t rest -> reverses N N' m ρ w' t rest.
  Proof. intros Hw H w1 σ adj Es Hw1. apply H. now apply le_trans with w'. Qed.

  Theorem sweep_correct N s N' : sound N s N' -> forall w σ ρ t, agree everything w σ ρ ->
    ewp Ψ (sweep D ask s (σ, t)) w (fun w1 state =>
      agree everything w1 (fst state) (after (final ans s ρ) ρ)
      /\ reverses N N' (final ans s ρ) ρ w1 t (fun σ adj => back D s (σ, snd state, adj))).
  Proof.
    induction 1 as [N | N keep x e Hkeep | N N' N'' s1 s2 _ IH1 _ IH2 | N N' q s1 s2 _ IH1 _ IH2
      | N n body _ IH | N N' n s1 q s2 _ IH1 _ IH2 | N N' x e s HN Hx Hs Huses Hsound IH
      | N0 N N' N1 s H0 _ IH H1]; intros w σ ρ t Hσ.
    - (* Skip *)
      cbn. split; [exact Hσ |]. intros w' σ' adj Es Hw Hσ' Hadj. cbn. rewrite map_var. auto.
    - (* Assign *)
      cbn [sweep final]. eapply ewp_bind.
      { apply (bound_correct HD w σ ρ e). intros y _. now apply Hσ. }
      intros w1 v Hw1 Hv. cbn beta in Hv. cbn [ewp fst snd]. split.
      { intros y _. unfold after, set. destruct (Nat.eqb_spec y x); [exact Hv |].
        now apply (is_persistent HD w), Hσ. }
      intros w2 σ' adj Es Hw2 Hσ' Hadj.
      assert (Hread : agree (fun y => N y \/ reads e y) w2 (if keep then set σ' x (σ x) else σ') ρ).
      { intros y Hy. specialize (Hσ' y). unfold after, set in Hσ'. destruct keep.
        - unfold set. destruct (Nat.eqb_spec y x); subst; auto.
          apply (is_persistent HD w); [now apply le_trans with w1 | now apply Hσ].
        - destruct (Nat.eqb_spec y x); subst; [| auto]. now destruct (Hkeep eq_refl), Hy. }
      cbn [back].
      replace (match keep with
        | true => match (if keep then Value (σ x) :: t else t) with
          | Value v0 :: t0 => (set σ' x v0, t0) | _ => (σ', if keep then Value (σ x) :: t else t) end
        | false => (σ', if keep then Value (σ x) :: t else t) end)
        with (if keep then set σ' x (σ x) else σ', t) by now destruct keep.
      eapply ewp_bind.
      { apply (pass_correct w2 _ ρ x e adj Es); [| exact Hadj]. intros y Hy. auto. }
      intros w3 adj3 Hw3 Hadj3. cbn. repeat split; auto.
      intros y Hy. apply (is_persistent HD w2); auto.
    - (* Seq *)
      cbn [sweep final back]. eapply ewp_bind; [apply (IH1 w σ ρ t Hσ) |].
      intros w1 [σ1 t1] Hw1 [Hσ1 Hback1]. cbn [fst snd] in *.
      eapply ewp_mono; [apply (IH2 w1 σ1 _ t1 Hσ1) |]. intros w2 [σ2 t2] Hw2 [Hσ2 Hback2]. cbn [fst snd] in *.
      split.
      + revert Hσ2. apply agree_ext. intros l. symmetry. apply after_compose.
      + apply (reverses_compose N N' N'' _ _ ρ w2 t t1 _ (back D s1) Hback2).
        now apply (reverses_persistent _ _ _ _ w1).
    - (* If *)
      cbn [sweep final]. rewrite (questions q w σ ρ Hσ). destruct (ans q ρ).
      + eapply ewp_bind; [apply (IH1 w σ ρ t Hσ) |]. intros w1 [σ1 t1] Hw1 H. exact H.
      + eapply ewp_bind; [apply (IH2 w σ ρ t Hσ) |]. intros w1 [σ1 t1] Hw1 H. exact H.
    - (* For *)
      cbn [sweep final back]. revert IH w Hσ. induction n as [| n IHn]; intros IH w Hσ; cbn [upwards downwards].
      + split; [exact Hσ |]. intros w' σ' adj Es Hw Hσ' Hadj. cbn. rewrite map_var. auto.
      + eapply ewp_bind; [apply (IHn (fun i Hi => IH i (Nat.lt_lt_succ_r _ _ Hi)) w Hσ) |].
        intros w1 [σ1 t1] Hw1 [Hσ1 Hback1]. cbn [fst snd] in *.
        eapply ewp_mono; [apply (IH n (Nat.lt_succ_diag_r n) w1 σ1 _ t1 Hσ1) |].
        intros w2 [σ2 t2] Hw2 [Hσ2 Hback2]. cbn [fst snd] in *. split.
        * revert Hσ2. apply agree_ext. intros l. symmetry. apply after_compose.
        * apply (reverses_compose N N N _ _ ρ w2 t t1 _ (downwards (fun i => back D (body i)) n) Hback2).
          now apply (reverses_persistent _ _ _ _ w1).
    - (* Loop *)
      cbn [sweep final back].
      set (iteration := fun ρ => compose (final ans s2 ρ) (final ans s1 (after (final ans s2 ρ) ρ))).
      set (rounds := fix rounds n ρ := match n with
        | O => Var
        | Datatypes.S n => if ans q ρ then Var else compose (iteration ρ) (rounds n (after (iteration ρ) ρ))
        end).
      set (run := fix run n state := match n with
        | O => Ret (state, O)
        | Datatypes.S n =>
            if ask q (fst state) then Ret (state, O)
            else
              state <- sweep D ask s2 state ;; state <- sweep D ask s1 state ;;
              '(state, k) <- run n state ;; Ret (state, Datatypes.S k)
        end : comp S ((nat -> D) * list (saved D) * nat)).
      set (reversed := fun state => state <- back D s1 state ;; back D s2 state).
      assert (Hrounds : forall n w σ ρ t, agree everything w σ ρ ->
        ewp Ψ (run n (σ, t)) w (fun w1 result =>
          let '(σ1, t1, k) := result in
          agree everything w1 σ1 (after (rounds n ρ) ρ)
          /\ reverses N' N' (rounds n ρ) ρ w1 t (fun σ adj => again reversed k (σ, t1, adj)))).
      { clear n w σ ρ t Hσ. induction n as [| n IHn]; intros w σ ρ t Hσ; cbn [run rounds].
        { split; [exact Hσ |]. intros w' σ' adj Es Hw Hσ' Hadj. cbn. rewrite map_var. auto. }
        cbn [fst]. rewrite (questions q w σ ρ Hσ). destruct (ans q ρ).
        { split; [exact Hσ |]. intros w' σ' adj Es Hw Hσ' Hadj. cbn. rewrite map_var. auto. }
        eapply ewp_bind; [apply (IH2 w σ ρ t Hσ) |].
        intros w1 [σ1 t1] Hw1 [Hσ1 Hback1]. cbn [fst snd] in *.
        eapply ewp_bind; [apply (IH1 w1 σ1 _ t1 Hσ1) |].
        intros w2 [σ2 t2] Hw2 [Hσ2 Hback2]. cbn [fst snd] in *.
        apply (agree_ext _ _ _ _ (after (iteration ρ) ρ)) in Hσ2;
          [| intros l; symmetry; apply after_compose].
        eapply ewp_bind; [apply (IHn w2 σ2 _ t2 Hσ2) |].
        intros w3 [[σ3 t3] k] Hw3 [Hσ3 Hback3]. cbn [ewp again]. split.
        - revert Hσ3. apply agree_ext. intros l. symmetry. apply after_compose.
        - apply (reverses_compose N' N' N' _ _ ρ w3 t t2 _ reversed Hback3).
          apply (reverses_compose N' N N' _ _ ρ w3 t t1 (fun σ adj => back D s1 (σ, t2, adj)) (back D s2)).
          + now apply (reverses_persistent _ _ _ _ w2).
          + apply (reverses_persistent _ _ _ _ w1); [now apply le_trans with w2 | exact Hback1]. }
      eapply ewp_bind; [apply (IH1 w σ ρ t Hσ) |].
      intros w1 [σ1 t1] Hw1 [Hσ1 Hback1]. cbn [fst snd] in *.
      eapply ewp_bind; [apply (Hrounds n w1 σ1 _ t1 Hσ1) |].
      intros w2 [[σ2 t2] k] Hw2 [Hσ2 Hback2]. cbn [ewp fst snd]. split.
      + revert Hσ2. apply agree_ext. intros l. symmetry. apply after_compose.
      + apply (reverses_compose N N' N' _ _ ρ w2 t t1 _ (back D s1) Hback2).
        now apply (reverses_persistent _ _ _ _ w1).
    - (* Again *)
      cbn [sweep final back]. set (m := set Var x (binding_expr e)) in *. eapply ewp_bind.
      { apply (bound_correct HD w σ ρ e). intros y _. now apply Hσ. }
      intros w1 v Hw1 Hv. cbn beta in Hv.
      assert (Hσ1 : agree everything w1 (set σ x v) (after m ρ)).
      { intros y _. unfold after, m, set. destruct (Nat.eqb_spec y x); [exact Hv |].
        now apply (is_persistent HD w), Hσ. }
      eapply ewp_mono; [apply (IH w1 _ _ t Hσ1) |].
      intros w2 [σ2 t2] Hw2 [Hσ2 Hback]. cbn [fst snd] in *. split.
      { revert Hσ2. apply agree_ext. intros l. symmetry. apply after_compose. }
      intros w3 σ' adj Es Hw3 Hσ' Hadj.
      assert (Hafter : forall y, y <> x -> ~ writes s y ->
        after (compose m (final ans s (after m ρ))) ρ y = ρ y).
      { intros y Hy Hw. rewrite after_compose, unwritten by exact Hw. unfold after, m, set.
        destruct (Nat.eqb_spec y x); [contradiction | reflexivity]. }
      eapply ewp_bind.
      { apply (bound_correct HD w3 σ' ρ e). intros y Hy.
        rewrite <- (Hafter y) by (auto; intros ->; contradiction). apply Hσ'. auto. }
      intros w4 v' Hw4 Hv'. cbn beta in Hv'. eapply ewp_bind.
      { apply (Hback w4 (set σ' x v') adj Es).
        - now apply le_trans with w3.
        - intros y Hy. unfold set. destruct (Nat.eqb_spec y x) as [-> | Hne].
          + rewrite unwritten by exact Hs. unfold after, m, set. rewrite Nat.eqb_refl. exact Hv'.
          + rewrite <- after_compose. apply (is_persistent HD w3); [exact Hw4 | apply Hσ'; auto].
        - apply (holds_persistent w3); [exact Hw4 |].
          revert Hadj. apply holds_ext. intros l. apply after_compose. }
      intros w5 [[σ5 t5] adj5] Hw5 (-> & Hσ5 & Hadj5).
      assert (Hσ6 : agree (fun y => N y \/ reads e y) w5 σ5 ρ).
      { intros y Hy. assert (Hne : y <> x).
        { intros ->. destruct Hy as [Hy | Hy]; [contradiction |]. apply Hx. now destruct e. }
        replace (ρ y) with (after m ρ y); [apply Hσ5; tauto |].
        unfold after, m, set. destruct (Nat.eqb_spec y x); [contradiction | reflexivity]. }
      eapply ewp_bind.
      { apply (pass_correct w5 σ5 ρ x e adj5 (map (subst (final ans s (after m ρ))) Es)); [| exact Hadj5].
        intros y Hy. auto. }
      intros w6 adj6 Hw6 Hadj6. cbn. repeat split; auto.
      + intros y Hy. apply (is_persistent HD w5); auto.
      + fold m in Hadj6. now rewrite map_compose in Hadj6.
    - (* More *)
      eapply ewp_mono; [apply (IH w σ ρ t Hσ) |]. intros w1 [σ1 t1] Hw1 [Hσ1 Hback]. cbn [fst snd] in *.
      split; [exact Hσ1 |]. intros w2 σ' adj Es Hw2 Hσ' Hadj.
      eapply ewp_mono; [apply (Hback w2 σ' adj Es Hw2); auto |].
      + intros y Hy. auto.
      + intros w3 [[σ3 t3] adj3] Hw3 (Ht & Hσ3 & Hadj3). repeat split; auto. intros y Hy. auto.
  Qed.
End Correct.
