(** * Backpropagators are correct

    The scalar product of the pending arguments and the tangents does not
    change when a map is called.  In the end, only inputs have arguments. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules Graph Adjoints.
From AD Require Import Pullback Backpropagator.

Section Correct.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum) (n : nat).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).
  Notation ghost := (ghost (R := R) X).
  Notation holds := (holds (isNum := isNum)).
  Notation isOption := (isOption (isNum := isNum)).
  Notation edges_mean := (edges_mean (isNum := isNum) number (whatever (R := R) (X := X) (D := D))).
  Notation good := (good (isNum := isNum) n).
  Notation all_good := (all_good (isNum := isNum) n).
  Notation good_persistent := (good_persistent HD n).
  Notation all_good_persistent := (all_good_persistent HD n).
  Notation isNode := (isNode (isNum := isNum) number good).

  (** ** The queue *)

  (** The waiting maps have different numbers below [m], the largest first. *)
  Fixpoint descending (m : nat) (waiting : list (linear_map D)) : Prop :=
    match waiting with
    | [] => True
    | f :: waiting => number f < m /\ n <= number f /\ descending (number f) waiting
    end.

  Lemma descending_insert f waiting : forall m, number f < m -> n <= number f ->
    ~ In (number f) (map number waiting) -> descending m waiting -> descending m (insert D f waiting).
  Proof.
    induction waiting as [| g waiting IH]; intros m Hm Hn Hf; cbn [insert descending]; [auto |].
    intros (Hg & Hg' & Hw). cbn in Hf. destruct (Nat.ltb_spec (number g) (number f)); cbn [descending]; auto.
    repeat split; auto. apply IH; auto. lia.
  Qed.

  Lemma in_insert l f waiting :
    In l (map number (insert D f waiting)) <-> l = number f \/ In l (map number waiting).
  Proof.
    induction waiting as [| g waiting IH]; cbn [insert map In]; [intuition |].
    destruct (number g <? number f); cbn [map In]; [| rewrite IH]; intuition.
  Qed.

  Lemma descending_below l m waiting : descending m waiting -> In l (map number waiting) -> l < m.
  Proof.
    revert m. induction waiting as [| g waiting IH]; intros m; cbn; [easy |].
    intros (Hg & _ & Hw) [<- | Hl]; [exact Hg |]. specialize (IH _ Hw Hl). lia.
  Qed.

  Record pending (K : history R) (T : nat -> R) (m : nat) (w : X) (state : calls D) : Prop := {
    pending_carries : carries (isNum := isNum) K T w (fst state);
    pending_sorted : descending m (snd state);
    pending_good : Forall (good (w, K)) (snd state);
    pending_known : Forall (fun f => number f < length K) (snd state);
    pending_all l : n <= l -> fst state l <> None <-> In l (map number (snd state));
  }.

  Lemma pending_persistent K T m w w' state : w ⊑ w' -> pending K T m w state -> pending K T m w' state.
  Proof.
    intros Hw [Hc Hs Hg Hk Ha]. constructor; auto.
    - now apply (carries_persistent HD w).
    - eapply Forall_impl; [| exact Hg]. intros f. apply good_persistent. split; [exact Hw | now exists []].
  Qed.

  Lemma pending_respects K T T' m w state : (forall i, T i == T' i) ->
    pending K T m w state -> pending K T' m w state.
  Proof. intros HT []. constructor; auto. now apply (carries_respects w K T). Qed.

  Lemma call_correct K T m w d r f state : pending K T m w state -> isNum w d r ->
    number f < m -> number f < length K -> good (w, K) f ->
    ewp Ψ (call D n f d state) w (pending K (fun i => T i + r * means K (number f) i) m).
  Proof.
    destruct state as [argument waiting]. intros Hp Hd Hm HK Hf. cbn [call].
    set (l := number f) in *. destruct Hp as [(a & Ha & HT) Hsorted Hgood Hknown Hall]. cbn [fst snd] in *.
    assert (Hset : forall w' s waiting', w ⊑ w' -> isNum w' s (a l + r) ->
      descending m waiting' -> Forall (good (w, K)) waiting' -> Forall (fun f => number f < length K) waiting' ->
      (forall l', n <= l' -> set argument l (Some s) l' <> None <-> In l' (map number waiting')) ->
      pending K (fun i => T i + r * means K l i) m w' (set argument l (Some s), waiting')).
    { intros w' s waiting' Hw Hs Hsorted' Hgood' Hknown' Hall'. constructor; auto; cbn [fst snd] in *.
      - exists (set a l (a l + r)). split.
        + intros l' Hl'. unfold set. destruct (Nat.eqb_spec l' l) as [-> | Hne]; [exact Hs |].
          apply (option_persistent HD w); auto.
        + intros i. now rewrite weigh_set, HT.
      - eapply Forall_impl; [| exact Hgood']. intros g. apply good_persistent.
        split; [exact Hw | now exists []]. }
    pose proof (Ha l HK) as Hl. destruct (argument l) as [old |] eqn:Hold; cbn in Hl.
    - eapply ewp_bind; [apply (is_add HD); [exact Hl | exact Hd] |].
      intros w' s Hw Hs. cbn beta in Hs. cbn [ewp]. apply Hset; auto.
      intros l' Hl'. rewrite <- Hall by exact Hl'. unfold set.
      destruct (Nat.eqb_spec l' l) as [-> | Hne]; [| reflexivity]. rewrite Hold. split; discriminate.
    - cbn [ewp]. destruct (Nat.ltb_spec l n) as [Hn | Hn].
      + apply Hset; auto; [apply le_refl | |].
        * apply (is_respects HD w _ r); [rewrite Hl; ring | exact Hd].
        * intros l' Hl'. rewrite <- Hall by exact Hl'. unfold set.
          destruct (Nat.eqb_spec l' l); [lia | reflexivity].
      + assert (Hnot : ~ In l (map number waiting)).
        { intros Hin. now apply Hall in Hin. }
        apply Hset; [apply le_refl | | | | |].
        * apply (is_respects HD w _ r); [rewrite Hl; ring | exact Hd].
        * now apply descending_insert.
        * clear - Hgood Hf. induction waiting as [| g waiting IH]; cbn [insert]; [auto |].
          inversion Hgood; subst. destruct (number g <? number f); auto.
        * clear - Hknown HK. subst l. induction waiting as [| g waiting IH]; cbn [insert]; [auto |].
          inversion Hknown; subst. destruct (number g <? number f); auto.
        * intros l' Hl'. rewrite in_insert. fold l. unfold set.
          destruct (Nat.eqb_spec l' l) as [-> | Hne]; [split; [now left | discriminate] |].
          rewrite Hall by exact Hl'. tauto.
  Qed.

  Lemma passes_correct K d r e : forall T m k w t state, pending K T m w state -> isNum w d r ->
    edges_mean (w, K) k e t -> all_good (w, K) e -> k <= m -> k <= length K ->
    ewp Ψ (fold (pass D n d) e state) w (pending K (fun i => T i + r * t i) m).
  Proof.
    induction e as [| [f p] e IH]; intros T m k w t state Hstate Hd He Hall Hm HK; cbn [fold].
    - cbn in He. revert Hstate. apply pending_respects. intros i. rewrite He. ring.
    - destruct He as (Hf & _ & q & t' & Hp & He & Ht). cbn [fst snd] in *.
      inversion Hall as [| ? ? Hg Hall']; subst. cbn [fst] in Hg.
      eapply ewp_bind with (Φ := pending K (fun i => T i + r * q * means K (number f) i) m).
      + destruct p as [| | p]; cbn in Hp; cbn [pass].
        * revert Hstate. apply pending_respects. intros i. rewrite Hp. ring.
        * eapply ewp_mono; [apply (call_correct K T m w d r f state); auto; lia |].
          intros w' state' _. apply pending_respects. intros i. rewrite Hp. ring.
        * eapply ewp_bind; [apply (is_mul HD); [exact Hd | exact Hp] |].
          intros w' v Hw Hv. apply call_correct; auto; try lia.
          -- now apply (pending_persistent K T m w).
          -- apply (good_persistent (w, K)); auto. split; [exact Hw | now exists []].
      + intros w' state' Hw Hstate'.
        assert (HW : @le ghost (w, K) (w', K)) by (split; [exact Hw | now exists []]).
        eapply ewp_mono; [apply (IH _ m k w' t' state' Hstate'); auto |].
        * now apply (is_persistent HD w).
        * now apply (edges_mean_persistent HD _ _ whatever_persistent (w, K) (w', K)).
        * now apply (all_good_persistent (w, K)).
        * intros w'' state'' _. apply pending_respects. intros i. rewrite Ht. ring.
  Qed.

  (** After the last call, only inputs have arguments. *)
  Theorem make_correct K T rounds : grows (inputs n) K -> forall m w state, m <= rounds -> m <= length K ->
    pending K T m w state -> ewp Ψ (make D n rounds state) w (carries (isNum := isNum) (inputs n) T).
  Proof.
    intros HK.
    assert (Hdone : forall w argument, pending K T O w (argument, []) ->
      carries (isNum := isNum) (inputs n) T w argument).
    { intros w argument [(a & Ha & HT) _ _ _ Hall]. cbn [fst snd] in *.
      pose proof (grows_length _ _ HK) as HnK. rewrite inputs_length in HnK.
      exists a. rewrite inputs_length. split; [intros l Hl; apply Ha; lia |].
      intros i. rewrite <- (HT i). unfold weigh. rewrite (sigma_tail n (length K)).
      - apply sigma_ext. intros l Hl. rewrite (means_grows _ _ _ HK); [reflexivity |].
        now rewrite inputs_length.
      - exact HnK.
      - intros l Hl HlK. specialize (Ha l HlK). destruct (argument l) eqn:Hl'; cbn in Ha.
        + destruct (Hall l Hl) as [H _]. destruct H. now rewrite Hl'.
        + rewrite Ha. ring. }
    assert (Hempty : forall w m argument, pending K T m w (argument, []) -> pending K T O w (argument, [])).
    { intros w m argument []. constructor; auto. }
    induction rounds as [| rounds IH]; intros m w [argument waiting] Hm HmK Hp.
    - destruct Hp as [Hc Hsorted Hg Hk Hall]. cbn [snd fst] in *.
      assert (waiting = []) as -> by (destruct waiting as [| f waiting]; [reflexivity |]; destruct Hsorted; lia).
      cbn [make]. apply Hdone. constructor; auto.
    - cbn [make]. destruct waiting as [| f waiting]; [exact (Hdone w _ (Hempty w m _ Hp)) |].
      pose proof Hp as [(a & Ha & HT) Hdescending Hg Hk Hall]. cbn [snd fst] in *.
      destruct Hdescending as (Hf & Hn & Hsorted).
      inversion Hg as [| ? ? Hgf Hg']; subst. inversion Hk as [| ? ? Hkf Hk']; subst.
      destruct (argument (number f)) as [d |] eqn:Hd.
      2: { destruct (Hall (number f) Hn) as [_ H]. exfalso. apply H; [now left | exact Hd]. }
      pose proof (Ha _ Hkf) as Hda. rewrite Hd in Hda. cbn in Hda.
      destruct f as [l e]. cbn [number terms] in *. apply good_map in Hgf.
      destruct Hgf as [Hl | (_ & He & Hge)]; [lia |]. cbn [snd] in He.
      set (T' := fun i => weigh K (length K) (set a l 0) i).
      assert (Htaken : pending K T' l w (set argument l None, waiting)).
      { constructor; auto; cbn [fst snd].
        - exists (set a l 0). split; [| reflexivity]. intros l' Hl'. unfold set.
          destruct (Nat.eqb_spec l' l) as [-> | Hne]; [cbn; reflexivity | auto].
        - intros l' Hl'. unfold set. destruct (Nat.eqb_spec l' l) as [-> | Hne].
          + split; [contradiction |]. intros Hin. apply (descending_below _ _ _ Hsorted) in Hin. lia.
          + rewrite Hall by exact Hl'. cbn. split; [intros [<- | H]; [contradiction | exact H] | now right]. }
      eapply ewp_bind; [apply (passes_correct K d (a l) e T' l l w (means K l)); auto; lia |].
      intros w' state Hw Hstate. apply (IH l w'); [lia | lia |].
      revert Hstate. apply pending_respects. intros i. rewrite <- (HT i).
      unfold T'. rewrite <- weigh_set by exact Hkf. unfold weigh. apply sigma_ext.
      intros l' _. unfold set. rewrite Nat.eqb_refl.
      destruct (Nat.eqb_spec l' l) as [-> |]; ring.
  Qed.

  Lemma call_results_correct K ss ds ys : forall ts T w state, Forall2 (isNode (w, K)) ys ts ->
    Forall2 (isOption w) ds ss -> pending K T (length K) w state ->
    ewp Ψ (call_results D n ys ds state) w (pending K (fun i => T i + seeded ss ts i) (length K)).
  Proof.
    revert ds ss. induction ys as [| [v h] ys IH]; intros ds ss ts T w state Hys Hds Hstate;
      inversion Hys as [| ? t ? ts' [_ Ht] Hys' ]; subst; cbn [call_results].
    - revert Hstate. apply pending_respects. intros i. unfold seeded. destruct ss; cbn; ring.
    - cbn in Ht. destruct Hds as [| d s ds ss Hd Hds].
      { destruct h; revert Hstate; apply pending_respects; intros i; unfold seeded; cbn; ring. }
      assert (Hskip : (forall i, s * snd t i == 0) -> ewp Ψ (call_results D n ys ds state) w
        (pending K (fun i => T i + seeded (s :: ss) (t :: ts') i) (length K))).
      { intros Hzero. eapply ewp_mono; [apply (IH ds ss ts' T w state); auto |].
        intros w' state' _. apply pending_respects. intros i. unfold seeded. cbn. rewrite Hzero. ring. }
      destruct h as [h |]; [destruct d as [d |] |].
      + destruct Ht as (Hg & Hh & Hm). cbn [snd] in Hh, Hm. eapply ewp_bind.
        { apply (call_correct K T (length K) w d s h state); auto. }
        intros w' state' Hw Hstate'.
        eapply ewp_mono; [apply (IH ds ss ts' (fun i => T i + s * snd t i) w' state') |].
        * eapply Forall2_impl; [| exact Hys'].
          intros u x. apply (lifted_persistent _ _ _ _ _ _
            (recording_is_a_strategy HD number good good_persistent)).
          split; [exact Hw | now exists []].
        * eapply Forall2_impl; [| exact Hds]. intros ? ?. now apply (option_persistent HD).
        * revert Hstate'. apply pending_respects. intros i. now rewrite Hm.
        * intros w'' state'' _. apply pending_respects. intros i. unfold seeded. cbn. ring.
      + cbn in Hd. apply Hskip. intros i. rewrite Hd. ring.
      + apply Hskip. intros i. rewrite Ht. ring.
  Qed.

  Lemma nothing_pending K w : pending K (fun _ => 0) (length K) w (fun _ => None, []).
  Proof.
    constructor; cbn; auto.
    - apply carries_nothing.
    - intros l _. split; [contradiction | contradiction].
  Qed.
End Correct.

Theorem backpropagator_correct n e Es : isExp n e Es -> isPullback n (backpropagator e) Es.
Proof.
  intros He S D X Ψ R isNum HD w xs rs ds ss Hn Hxs Hss Hds. unfold backpropagator.
  assert (Hlength : length xs = n) by now rewrite (Forall2_length _ _ _ Hxs).
  rewrite Hlength. eapply ewp_bind.
  { pose proof (number_maps_correct HD n (images rs Es)
      (e _ (by_steps (Recording D (linear_map D))) (variables (fun i => Numbered i []) xs)) w (inputs n)) as H.
    rewrite inputs_length in H. apply H; [now exists [] |].
    apply (subject_correct HD number (good (isNum := isNum) n) (good_persistent HD n) n e Es); auto.
    intros i Hi. now left. }
  intros w1 [ys count] Hw1 (K & HK & Hcount & Hys). cbn [fst snd] in *. subst count. eapply ewp_bind.
  { apply (call_results_correct HD n K ss ds ys (images rs Es) (fun _ => 0)); [exact Hys | |].
    - eapply Forall2_impl; [| exact Hds]. intros ? ?. now apply (option_persistent HD).
    - apply nothing_pending. }
  intros w2 state Hw2 Hstate. eapply ewp_bind.
  { apply (make_correct HD n K (fun i => 0 + seeded ss (images rs Es) i) (length K) HK (length K));
      [reflexivity | reflexivity | exact Hstate]. }
  intros w3 adj Hw3 Hadj. cbn [ewp fst snd]. split.
  - rewrite <- images_value. apply (all_persistent HD w1); [now apply le_trans with w2 |].
    clear - Hys. induction Hys as [| ? ? ? ? [H _]]; cbn; constructor; auto.
  - eapply (all_respect HD); [| apply (collect_correct HD w3 n); exact Hadj].
    eapply Forall2_equiv_trans; [| now apply seeded_images].
    apply map_equiv. intros i _. apply (SRadd_0_l (laws R)).
Qed.
