(** * Operators of reverse mode

    A pullback computes the results of an expression, and passes adjoints of
    the results to the inputs.  Each reverse strategy is a pullback.  The
    operators are made of it, as in Rust by [operators_from_pullback!]. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules Forward Graph Adjoints.

Definition pullback := forall S (D : Dict S), list D -> list (option D) -> comp S (list D * list D).

(** Its specification: the results are Es, and the adjoint of the input i is
    Σ sⱼ·∂Eⱼ/∂Xᵢ for the seeds s. *)
Definition isPullback (n : nat) (p : pullback) (Es : list expr) : Prop :=
  forall S (D : Dict S) (X : worlds) (Ψ : protocol S X) (R : Semiring) isNum,
    isDict D Ψ (R := R) isNum ->
    forall w xs rs ds ss, length rs = n -> Forall2 (isNum w) xs rs ->
    length ss = length Es -> Forall2 (isOption (isNum := isNum) w) ds ss ->
    ewp Ψ (p S D xs ds) w (fun w' yg =>
      Forall2 (isNum w') (fst yg) (map (eval (at_ rs)) Es) /\
      Forall2 (isNum w') (snd yg)
        (map (fun i => dot ss (map (fun E => eval (at_ rs) (∂[i] E)) Es)) (seq 0 n))).

(** The vector-Jacobian product: [xs ++ ds] ↦ [ys ++ ds·J]. *)
Definition vjp (n : nat) (p : pullback) : exp := fun S D xs =>
  yg <- p S D (firstn n xs) (map Some (skipn n xs)) ;; Ret (fst yg ++ snd yg).

(** The gradient of one result. *)
Definition grad (p : pullback) : exp := fun S D xs =>
  yg <- p S D xs [Some (one D)] ;; Ret (snd yg).

(** The partial derivative with respect to the input [x]. *)
Definition diff (x : nat) (p : pullback) : exp := fun S D xs =>
  g <- grad p S D xs ;; Ret [nth x g (zero D)].

(** The Jacobian, row by row: one evaluation for each of [m] results. *)
Definition jacobian (m : nat) (p : pullback) : exp := fun S D xs =>
  fold (fun rows j =>
    let basis i := if i =? j then Some (one D) else None in
    yg <- p S D xs (map basis (seq 0 m)) ;; Ret (rows ++ snd yg)) (seq 0 m) [].

(** ** Their correctness *)

(** Σ Xₖ₊ⱼ·∂Eⱼ/∂Xᵢ *)
Fixpoint weighted (n i k : nat) (Es : list expr) : expr :=
  match Es with
  | [] => Zero
  | E :: Es => (Var k × within n (∂[i] E) + weighted n i (Datatypes.S k) Es)%expr
  end.

Lemma weighted_correct {R : Semiring} (rs ss : list R) i Es : length ss = length Es ->
  eval (at_ (rs ++ ss)) (weighted (length rs) i (length rs) Es)
    == dot ss (map (fun E => eval (at_ rs) (∂[i] E)) Es).
Proof.
  intros H. rewrite <- (Nat.add_0_r (length rs)) at 2.
  enough (Hk : forall ss' k, length ss' = length Es ->
    (forall j, at_ ss (k + j)%nat = at_ ss' j) ->
    eval (at_ (rs ++ ss)) (weighted (length rs) i (length rs + k) Es)
      == dot ss' (map (fun E => eval (at_ rs) (∂[i] E)) Es)) by (apply Hk; auto).
  clear H. induction Es as [| E Es IH]; intros [| s ss'] k Hlength Hat; try easy.
  cbn [weighted eval map dot]. rewrite <- Nat.add_succ_r, (IH ss').
  - rewrite at_app, within_app. pose proof (Hat O) as H0. rewrite Nat.add_0_r in H0.
    rewrite H0. cbn. reflexivity.
  - now injection Hlength.
  - intros j. change (at_ ss' j) with (at_ (s :: ss') (Datatypes.S j)). rewrite <- Hat. f_equal. lia.
Qed.

Theorem vjp_correct n p Es : isPullback n p Es ->
  isExp (n + length Es) (vjp n p)
    (map (within n) Es ++ map (fun i => weighted n i n Es) (seq 0 n)).
Proof.
  intros Hp S D X Ψ R isNum HD w xs rs Hn Hxs.
  destruct (split_related _ _ _ n Hxs) as (rs1 & rs2 & -> & Hrs1 & H1 & H2); [lia |].
  rewrite app_length in Hn. unfold vjp. eapply ewp_bind.
  { apply (Hp _ _ _ _ _ _ HD w _ rs1 _ rs2); auto; [lia |].
    clear - H2. induction H2; cbn; constructor; auto. }
  intros w' [ys gs] _ [Hys Hgs]. cbn [fst snd] in *. cbn [ewp]. subst n.
  rewrite map_app, !map_map. apply Forall2_app.
  - apply (all_respect HD w' _ (map (eval (at_ rs1)) Es)); [| exact Hys].
    apply map_equiv. intros E _. now rewrite within_app.
  - eapply (all_respect HD); [| exact Hgs]. apply map_equiv. intros i _.
    rewrite weighted_correct; [reflexivity | lia].
Qed.

Theorem grad_correct n p E : isPullback n p [E] ->
  isExp n (grad p) (map (fun i => ∂[i] E) (seq 0 n)).
Proof.
  intros Hp S D X Ψ R isNum HD w xs rs Hn Hxs. unfold grad. eapply ewp_bind.
  { apply (Hp _ _ _ _ _ _ HD w xs rs _ [1]); auto.
    constructor; [apply (is_one HD) | constructor]. }
  intros w' [ys gs] _ [_ Hgs]. cbn [snd] in Hgs. cbn [ewp snd]. rewrite map_map.
  eapply (all_respect HD); [| exact Hgs]. apply map_equiv. intros i _. cbn.
  rewrite (SRadd_comm (laws R)), (SRadd_0_l (laws R)). apply (SRmul_1_l (laws R)).
Qed.

Theorem diff_correct n x p E : x < n -> isPullback n p [E] -> isExp n (diff x p) [∂[x] E].
Proof.
  intros Hx Hp S D X Ψ R isNum HD w xs rs Hn Hxs. unfold diff.
  eapply ewp_bind; [apply (grad_correct n p E Hp _ _ _ _ _ _ HD w xs rs Hn Hxs) |].
  intros w' gs _ Hgs. cbn beta in Hgs. cbn. constructor; [| constructor].
  pose proof (related_nth _ _ _ x (zero D) (eval (at_ rs) (∂[O] E)) Hgs) as H.
  rewrite (map_nth (eval (at_ rs)) _ (∂[O] E)), (map_nth (fun i => ∂[i] E)), seq_nth in H by exact Hx.
  apply H. now rewrite !map_length, seq_length.
Qed.

(** A seed that picks one result. *)
Lemma dot_basis {R : Semiring} (ts : list R) j : forall k, k <= j ->
  dot (map (fun i => axis j i) (seq k (length ts))) ts == nth (j - k) ts 0.
Proof.
  induction ts as [| t ts IH]; intros k Hk; cbn [length seq map dot]; [now destruct (j - k)%nat |].
  unfold axis at 1. destruct (Nat.eqb_spec k j) as [-> | Hne].
  - rewrite Nat.sub_diag. cbn [nth]. rewrite (SRmul_1_l (laws R)).
    assert (Hzero : forall ts k, j < k -> dot (map (fun i => axis j i) (seq k (length ts))) ts == (0 : R)).
    { clear. induction ts as [| t ts IH]; intros k Hk; cbn [length seq map dot]; [reflexivity |].
      unfold axis at 1. destruct (Nat.eqb_spec k j); [lia |]. rewrite IH by lia.
      rewrite (SRmul_0_l (laws R)). apply (SRadd_0_l (laws R)). }
    rewrite Hzero by lia. rewrite (SRadd_comm (laws R)). apply (SRadd_0_l (laws R)).
  - rewrite IH by lia. replace (j - k)%nat with (Datatypes.S (j - Datatypes.S k)) by lia. cbn [nth].
    rewrite (SRmul_0_l (laws R)). apply (SRadd_0_l (laws R)).
Qed.

Theorem jacobian_correct n p Es : isPullback n p Es ->
  isExp n (jacobian (length Es) p) (concat (map (fun E => map (fun i => ∂[i] E) (seq 0 n)) Es)).
Proof.
  intros Hp S D X Ψ R isNum HD w xs rs Hn Hxs. unfold jacobian.
  set (row := fun E => map (eval (at_ rs)) (map (fun i => ∂[i] E) (seq 0 n))).
  rewrite concat_map, map_map. fold row.
  assert (Hrow : forall w, Forall2 (isNum w) xs rs -> forall j, j < length Es ->
    ewp Ψ (p S D xs (map (fun i => if i =? j then Some (one D) else None) (seq 0 (length Es)))) w
      (fun w' yg => Forall2 (isNum w') (snd yg) (row (nth j Es Zero)))).
  { clear w Hxs. intros w Hxs j Hj. eapply ewp_mono.
    - apply (Hp _ _ _ _ _ _ HD w xs rs _ (map (fun i => axis j i) (seq 0 (length Es)))); auto.
      + now rewrite map_length, seq_length.
      + generalize (seq 0 (length Es)). intros l. induction l as [| i l IH]; cbn; constructor; auto.
        unfold axis. destruct (i =? j); cbn; [apply (is_one HD) | reflexivity].
    - intros w' [ys gs] _ [_ Hgs]. cbn [snd] in *. eapply (all_respect HD); [| exact Hgs].
      unfold row. rewrite map_map. apply map_equiv. intros i _.
      pose proof (dot_basis (map (fun E => eval (at_ rs) (∂[i] E)) Es) j O ltac:(lia)) as H.
      rewrite map_length, Nat.sub_0_r in H. rewrite H.
      rewrite (nth_indep _ _ (eval (at_ rs) (∂[i] Zero))) by now rewrite map_length.
      rewrite (map_nth (fun E => eval (at_ rs) (∂[i] E))). reflexivity. }
  assert (Hrows : forall l w rows rs', (forall j, In j l -> j < length Es) -> Forall2 (isNum w) xs rs ->
    Forall2 (isNum w) rows rs' ->
    ewp Ψ (fold (fun rows j => yg <- p S D xs (map (fun i => if i =? j then Some (one D) else None)
        (seq 0 (length Es))) ;; Ret (rows ++ snd yg)) l rows) w
      (fun w' rows => Forall2 (isNum w') rows (rs' ++ concat (map (fun j => row (nth j Es Zero)) l)))).
  { clear w Hxs. induction l as [| j l IH]; intros w rows rs' Hl Hxs Hrs; cbn [fold map concat].
    - rewrite app_nil_r. exact Hrs.
    - eapply ewp_bind with (Φ := fun w' rows => Forall2 (isNum w') rows (rs' ++ row (nth j Es Zero))).
      + eapply ewp_bind; [apply (Hrow w Hxs j), Hl; now left |].
        intros w' [ys gs] Hw Hgs. apply Forall2_app; [now apply (all_persistent HD w) | exact Hgs].
      + intros w' rows' Hw Hrows'. rewrite app_assoc.
        apply IH; auto; [intros i Hi; apply Hl; now right | now apply (all_persistent HD w)]. }
  assert (Hall : map row Es = map (fun j => row (nth j Es Zero)) (seq 0 (length Es))).
  { clear. induction Es as [| E Es IH]; [reflexivity |]. cbn [length seq map nth]. f_equal.
    rewrite IH, <- seq_shift, map_map. reflexivity. }
  rewrite Hall. apply (Hrows _ w [] []); auto. intros j Hj. apply in_seq in Hj. lia.
Qed.

(** ** The subject of a reverse strategy *)

Section Subject.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Context {H : Type} (number : H -> nat) (good : ghost (R := R) X -> H -> Prop)
    (good_persistent : forall w w' h, w ⊑ w' -> good w h -> good w' h).

  (** The inputs are the first vertices. *)
  Definition variables (input : nat -> H) (xs : list D) : list (D * option H) :=
    combine xs (map (fun i => Some (input i)) (seq 0 (length xs))).

  (** The numbers of the inputs, with their tangents. *)
  Definition point (rs : list R) : list (Tangents nat R) :=
    map (fun ri => (fst ri, axis (snd ri))) (combine rs (seq 0 (length rs))).

  Lemma point_at rs i : fst (at_ (point rs) i) = at_ rs i /\
    forall x, x < length rs -> snd (at_ (point rs) i) x = axis x i.
  Proof.
    unfold at_, point.
    enough (H' : forall rs k i, fst (nth i (map (fun ri => (fst ri, axis (snd ri)))
        (combine rs (seq k (length rs)))) (0 : Tangents nat R)) = nth i rs 0 /\
      forall x, x < k + length rs -> snd (nth i (map (fun ri => (fst ri, axis (snd ri)))
        (combine rs (seq k (length rs)))) (0 : Tangents nat R)) x = axis x (k + i)%nat)
      by exact (H' rs O i).
    clear. induction rs as [| r rs IH]; intros k i; cbn [length seq combine map].
    - split; [now destruct i |]. intros x Hx. unfold axis.
      destruct (Nat.eqb_spec (k + i) x); [cbn in Hx; lia |]. now destruct i.
    - destruct i as [| i]; cbn [nth fst snd].
      + split; [reflexivity |]. intros x _. unfold axis. rewrite Nat.add_0_r. now rewrite Nat.eqb_sym.
      + destruct (IH (Datatypes.S k) i) as [H1 H2]. split; [exact H1 |]. intros x Hx.
        rewrite H2 by (cbn in *; lia). unfold axis.
        now replace (Datatypes.S k + i)%nat with (k + Datatypes.S i)%nat by lia.
  Qed.

  (** The numbers of the results, with their tangents. *)
  Definition images (rs : list R) (Es : list expr) : list (Tangents nat R) :=
    map (eval (at_ (point rs))) Es.

  Lemma images_value rs Es : map fst (images rs Es) = map (eval (at_ rs)) Es.
  Proof.
    unfold images. rewrite map_map. apply map_ext. intros E.
    pose proof (tangents_value (at_ (point rs)) E) as Hv. cbn in Hv |- *. rewrite Hv.
    apply eval_ext. intros i. apply point_at.
  Qed.

  Lemma images_tangent rs Es x : x < length rs ->
    map (fun t => snd t x) (images rs Es) = map (fun E => eval (at_ rs) (∂[x] E)) Es.
  Proof.
    intros Hx. unfold images. rewrite map_map. apply map_ext. intros E.
    pose proof (tangents_differential (at_ (point rs)) E x) as Hd. cbn in Hd |- *.
    rewrite Hd, differential_partial.
    rewrite (differential_at _ (at_ rs)) by (intros i; apply point_at).
    clear Hd. induction E as [i | | | E IHE F IHF | E IHE F IHF]; cbn; try congruence.
    now apply point_at.
  Qed.

  (** The expression obeys the protocol of steps, and its results have the
      tangents of [Es]. *)
  Theorem subject_correct n e Es (input : nat -> H) w xs rs :
    (forall i, number (input i) = i) ->
    (forall i, i < n -> good (w, inputs n) (input i)) ->
    isExp n e Es -> length rs = n -> Forall2 (isNum w) xs rs ->
    ewp (steps (Ψ := Ψ) (isNum := isNum) number good)
      (e (Steps D H) (by_steps (Recording D H)) (variables input xs)) (w, inputs n)
      (fun w' ys => Forall2 (isNode (isNum := isNum) number good w') ys (images rs Es)).
  Proof.
    intros Hnumber Hgood He Hn Hxs.
    pose proof (strategy_is_a_dictionary HD (recording_is_a_strategy HD number good good_persistent)) as HR.
    apply (He _ _ _ _ _ _ HR (w, inputs n) (variables input xs) (point rs)).
    - unfold point. rewrite map_length, combine_length, seq_length. lia.
    - unfold variables, point. rewrite (Forall2_length _ _ _ Hxs).
      assert (Hl : forall i, In i (seq 0 (length rs)) -> i < n) by (intros i Hi; apply in_seq in Hi; lia).
      revert Hl. generalize (seq 0 (length rs)). clear Hn He.
      induction Hxs as [| x r xs rs Hx _ IH]; intros [| i l] Hl; cbn; try constructor; auto.
      + assert (Hi : i < n) by (apply Hl; now left).
        split; cbn; [exact Hx |]. rewrite Hnumber, inputs_length, means_inputs by exact Hi.
        repeat split; auto. intros j. reflexivity.
      + apply IH. intros j Hj. apply Hl. now right.
  Qed.

  (** The seeds and the tangents of the results. *)
  Lemma seeded_images rs ss Es n : length rs = n ->
    Forall2 equiv (map (seeded ss (images rs Es)) (seq 0 n))
      (map (fun i => dot ss (map (fun E => eval (at_ rs) (∂[i] E)) Es)) (seq 0 n)).
  Proof.
    intros Hn. apply map_equiv. intros i Hi. apply in_seq in Hi. unfold seeded.
    pose proof (images_tangent rs Es i ltac:(lia)) as Ht. cbn in Ht |- *. now rewrite Ht.
  Qed.
End Subject.
