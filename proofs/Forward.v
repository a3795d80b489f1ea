(** * Forward mode

    A number carries its tangent.  A constant has none.  The strategy evaluates
    the expression under the dictionary of numbers with tangents. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules.

(** ** The algorithm *)

Section Algorithm.
  Context {S : signature} (D : Dict S).

  (** Σ pᵢ·ẋᵢ, over the operands that have a tangent. *)
  Fixpoint tangent_of (xs : list (D * option D)) (ps : list (Partial D)) (d : option D)
      : comp S (option D) :=
    match xs, ps with
    | (_, None) :: xs, _ :: ps => tangent_of xs ps d
    | (_, Some x) :: xs, p :: ps => d <- add_term D d x p ;; tangent_of xs ps d
    | _, _ => Ret d
    end.

  Definition Forward : Strategy D := {|
    wider := S;
    lift c := c;
    Lifted := D * option D;
    constant v := (v, None);
    primal := fst;
    step v xs ps := d <- tangent_of xs ps None ;; Ret (v, d);
  |}.
End Algorithm.

(** The values and tangents of the results, from those of the inputs. *)
Definition pushforward (e : exp) {S} (D : Dict S) (xs : list D) (ds : list (option D))
    : comp S (list (D * option D)) :=
  e S (by_steps (Forward D)) (combine xs ds).

(** The Jacobian-vector product: [xs ++ ds] ↦ [ys ++ J·ds]. *)
Definition jvp (n : nat) (e : exp) : exp := fun S D xs =>
  ys <- pushforward e D (firstn n xs) (map Some (skipn n xs)) ;;
  Ret (map fst ys ++ map (fun y => read D (snd y)) ys).

(** The partial derivatives of the results with respect to the input [x]. *)
Definition forward_diff (x : nat) (e : exp) : exp := fun S D xs =>
  let basis i := if i =? x then Some (one D) else None in
  ys <- pushforward e D xs (map basis (seq 0 (length xs))) ;;
  Ret (map (fun y => read D (snd y)) ys).

(** ** Its correctness *)

Section Correct.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Definition isDual (w : X) (a : D * option D) (x : Tangents unit R) : Prop :=
    isNum w (fst a) (fst x) /\ isOption (isNum := isNum) w (snd a) (snd x tt).

  Lemma dual_persistent w w' a x : w ⊑ w' -> isDual w a x -> isDual w' a x.
  Proof.
    intros Hw [H H']. split; [now apply (is_persistent HD w) | now apply (option_persistent HD w)].
  Qed.

  Lemma tangent_of_correct w xs ps d ts qs r :
    Forall2 (isDual w) xs ts -> Forall2 (isPartial (isNum := isNum) w) ps qs ->
    isOption (isNum := isNum) w d r ->
    ewp Ψ (tangent_of D xs ps d) w (fun w' d =>
      isOption (isNum := isNum) w' d (r + dot qs (map (fun t => snd t tt) ts))).
  Proof.
    intros Hxs. revert w Hxs ps d qs r.
    enough (H : forall w ps d qs r, Forall2 (isDual w) xs ts -> Forall2 (isPartial (isNum := isNum) w) ps qs ->
      isOption (isNum := isNum) w d r ->
      ewp Ψ (tangent_of D xs ps d) w (fun w' d =>
        isOption (isNum := isNum) w' d (r + dot qs (map (fun t => snd t tt) ts)))) by eauto.
    revert ts. induction xs as [| [v x] xs IH]; intros ts w ps d qs r Hxs Hps Hd;
      inversion Hxs as [| ? t ? ts' [_ Hx] Hxs' ]; subst; cbn [tangent_of].
    - destruct Hps; cbn; apply (option_respects HD w _ r); auto; ring.
    - destruct Hps as [| p q ps qs Hp Hps].
      { destruct x; cbn; apply (option_respects HD w _ r); auto; ring. }
      cbn in Hx. destruct x as [x |]; cbn in Hx.
      + eapply ewp_bind; [apply (add_term_correct HD); eassumption |].
        intros w' d' Hw Hd'. eapply ewp_mono; [apply (IH ts' w') |].
        * eapply Forall2_impl; [| eassumption]. intros ? ?. now apply dual_persistent.
        * eapply Forall2_impl; [| eassumption]. intros ? ?. now apply (partial_persistent HD).
        * exact Hd'.
        * intros w'' d'' _. apply (option_respects HD). cbn. ring.
      + eapply ewp_mono; [apply (IH ts' w); eassumption |].
        intros w'' d'' _. apply (option_respects HD). cbn. rewrite Hx. ring.
  Qed.

  Lemma forward_is_a_strategy : isStrategy (Forward D) Ψ isNum Ψ (fun w => w) isDual.
  Proof.
    constructor.
    - auto.
    - auto.
    - intros w a x [H _]. exact H.
    - intros w a r [x t] Ha [Hx Ht]. cbn in *. split; cbn.
      + apply (is_respects HD w _ r); [now symmetry | exact Ha].
      + apply Ht.
    - intros w v r l ps ts qs [x t] Hv Hl Hps _ [Hx Ht]. cbn in Hx, Ht. cbn [step Forward].
      eapply ewp_bind; [apply (tangent_of_correct w l ps None ts qs 0); auto; cbn; reflexivity |].
      intros w' d Hw Hd. split; cbn.
      + apply (is_respects HD w' _ r); [now symmetry | now apply (is_persistent HD w)].
      + eapply (option_respects HD); [| exact Hd]. rewrite (Ht tt). ring.
    - intros w a x y [H H'] [Ha Ha'].
      split; [now apply (is_respects HD w _ (fst x)) | now apply (option_respects HD w _ (snd x tt))].
    - apply dual_persistent.
  Qed.

  Definition seeded (rs ts : list R) : list (Tangents unit R) :=
    map (fun rt => (fst rt, fun _ => snd rt)) (combine rs ts).

  Lemma seeded_at rs ts i : length ts = length rs ->
    fst (at_ (R := Tangents unit R) (seeded rs ts) i) = at_ rs i
    /\ snd (at_ (R := Tangents unit R) (seeded rs ts) i) tt = at_ ts i.
  Proof.
    unfold at_, seeded. revert ts i. induction rs as [| r rs IH]; intros [| t ts] i; try easy.
    - now destruct i.
    - intros [= H]. destruct i as [| i]; [easy |]. exact (IH ts i H).
  Qed.

  Theorem pushforward_correct n e Es w xs rs ds ts :
    isExp n e Es -> length rs = n -> Forall2 (isNum w) xs rs ->
    Forall2 (isOption (isNum := isNum) w) ds ts -> length ts = n ->
    ewp Ψ (pushforward e D xs ds) w (fun w' ys => Forall2 (isDual w') ys
      (map (fun E => (eval (at_ rs) E, fun _ => differential (at_ rs) (at_ ts) E)) Es)).
  Proof.
    intros He Hn Hxs Hds Hts. unfold pushforward.
    pose proof (strategy_is_a_dictionary HD forward_is_a_strategy) as HF.
    eapply ewp_mono; [apply (He _ _ _ _ _ _ HF w (combine xs ds) (seeded rs ts)) |].
    - unfold seeded. rewrite map_length, combine_length. lia.
    - clear He. unfold seeded. revert ds ts n Hn Hds Hts.
      induction Hxs as [| x r xs rs Hx _ IH]; intros ds ts n Hn Hds Hts; [constructor |].
      cbn in Hn. destruct Hds as [| d t ds ts Hd Hds]; cbn in *; [lia |].
      constructor; [now split |]. apply (IH _ _ (length rs)); auto. lia.
    - intros w' ys _. cbn beta.
      assert (Hext : forall E, isDual w' = isDual w' /\
        (eval (at_ (R := Tangents unit R) (seeded rs ts)) E : Tangents unit R)
          == ((eval (at_ rs) E, fun _ => differential (at_ rs) (at_ ts) E) : Tangents unit R)).
      { intros E. split; [reflexivity |].
        pose proof (tangents_value (at_ (R := Tangents unit R) (seeded rs ts)) E) as Hv.
        pose proof (tangents_differential (at_ (R := Tangents unit R) (seeded rs ts)) E tt) as Hd.
        split; cbn in *.
        - rewrite Hv. rewrite (eval_ext _ (at_ rs)); [reflexivity |].
          intros i. apply seeded_at. lia.
        - intros []. rewrite Hd. rewrite (differential_at _ (at_ rs)) by (intros i; apply seeded_at; lia).
          apply differential_ext. intros i.
          destruct (seeded_at rs ts i ltac:(lia)) as [_ Hi]. cbn in Hi |- *. now rewrite Hi. }
      clear - Hext HD. revert ys. induction Es as [| E Es IH]; intros ys Hys; inversion Hys; subst;
        constructor; auto.
      destruct (Hext E) as [_ H].
      now apply (lifted_respects _ _ _ _ _ _ forward_is_a_strategy w' _ _ _ H).
  Qed.
End Correct.

(** ** The specification *)

(** Σ ∂E/∂Xᵢ·Xₙ₊ᵢ *)
Definition directional (n : nat) (E : expr) : expr :=
  sigma (A := Syntax) n (fun i => within n (∂[i] E) × Var (n + i))%expr.

Lemma at_app {R : Algebra} (rs ts : list R) i : at_ (rs ++ ts) (length rs + i) = at_ ts i.
Proof. unfold at_. rewrite app_nth2 by lia. f_equal. lia. Qed.

Lemma at_outside {R : Algebra} (rs : list R) i : length rs <= i -> at_ rs i = 0.
Proof. apply nth_overflow. Qed.

Lemma within_app {R : Algebra} (rs ts : list R) E :
  eval (at_ (rs ++ ts)) (within (length rs) E) = eval (at_ rs) E.
Proof.
  apply eval_within; [| apply at_outside]. intros i Hi. unfold at_. now rewrite app_nth1.
Qed.

Lemma directional_correct {R : Semiring} (rs ts : list R) E : length ts = length rs ->
  eval (at_ (rs ++ ts)) (directional (length rs) E) == differential (at_ rs) (at_ ts) E.
Proof.
  intros H. rewrite (differential_sum (length rs)).
  2: { intros i Hi. rewrite at_outside by lia. reflexivity. }
  unfold directional. rewrite eval_sigma. apply sigma_ext. intros i _. cbn.
  rewrite within_app, at_app. reflexivity.
Qed.

(** A list of [n + m] numbers in two parts. *)
Lemma split_related {A B} (P : A -> B -> Prop) xs rs n : Forall2 P xs rs -> n <= length rs ->
  exists rs1 rs2, rs = rs1 ++ rs2 /\ length rs1 = n /\
    Forall2 P (firstn n xs) rs1 /\ Forall2 P (skipn n xs) rs2.
Proof.
  intros H. revert n. induction H as [| x r xs rs Hx H IH]; intros [| n] Hn; cbn in *; try lia.
  - exists [], []. auto.
  - exists [], (r :: rs). auto.
  - destruct (IH n ltac:(lia)) as (rs1 & rs2 & -> & <- & H1 & H2).
    exists (r :: rs1), rs2. auto.
Qed.

Theorem jvp_correct n e Es :
  isExp n e Es -> isExp (n + n) (jvp n e) (map (within n) Es ++ map (directional n) Es).
Proof.
  intros He S D X Ψ R isNum HD w xs rs Hn Hxs.
  destruct (split_related _ _ _ n Hxs) as (rs1 & rs2 & -> & Hrs1 & H1 & H2); [lia |].
  rewrite app_length in Hn. unfold jvp.
  eapply ewp_bind.
  - apply (pushforward_correct HD n e Es w _ rs1 _ rs2 He Hrs1 H1); [| lia].
    clear - H2. induction H2; cbn; constructor; auto.
  - intros w' ys _ Hys. cbn. rewrite map_app, !map_map. subst n. apply Forall2_app.
    + clear - Hys HD. revert ys Hys. induction Es as [| E Es IH]; intros ys Hys;
        inversion Hys as [| ? ? ? ? [H _]]; subst; constructor; auto. rewrite within_app. exact H.
    + clear - Hys HD Hn. revert ys Hys. induction Es as [| E Es IH]; intros ys Hys;
        inversion Hys as [| ? ? ? ? [_ H]]; subst; constructor; auto.
      apply (read_correct HD). eapply (option_respects HD); [| exact H].
      cbn. rewrite directional_correct; [reflexivity | lia].
Qed.

Theorem forward_diff_correct n x e Es :
  x < n -> isExp n e Es -> isExp n (forward_diff x e) (map (partial x) Es).
Proof.
  intros Hx He S D X Ψ R isNum HD w xs rs Hn Hxs. unfold forward_diff.
  pose (ts := map (fun i => axis x i) (seq 0 n) : list R).
  eapply ewp_bind.
  - apply (pushforward_correct HD n e Es w xs rs _ ts He Hn Hxs).
    + rewrite (Forall2_length _ _ _ Hxs), Hn. unfold ts. clear - HD. generalize (seq 0 n).
      intros l. induction l as [| i l IH]; cbn; constructor; auto.
      unfold axis. destruct (i =? x); cbn; [apply (is_one HD) | reflexivity].
    + unfold ts. now rewrite map_length, seq_length.
  - intros w' ys _ Hys. cbn. rewrite map_map.
    assert (Hts : forall i, at_ ts i == axis x i).
    { intros i. unfold ts, at_. destruct (Nat.lt_ge_cases i n) as [Hi | Hi].
      - rewrite (nth_indep _ _ (axis x O)) by (rewrite map_length, seq_length; lia).
        rewrite map_nth, seq_nth by lia. reflexivity.
      - rewrite nth_overflow by (rewrite map_length, seq_length; lia).
        unfold axis. destruct (Nat.eqb_spec i x); [lia | reflexivity]. }
    clear - Hys HD Hts. revert ys Hys. induction Es as [| E Es IH]; intros ys Hys;
      inversion Hys as [| ? ? ? ? [_ H]]; subst; constructor; auto.
    apply (read_correct HD). eapply (option_respects HD); [| exact H]. cbn.
    rewrite differential_partial. now apply differential_ext.
Qed.
