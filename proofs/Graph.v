(** * The computation graph of reverse mode

    The reverse strategies share this file.  A number is a value and a handle,
    unless it is a constant.  A step *remembers* its edges: it performs an
    operation, whose answer is a new handle.  The strategies differ in how
    they answer this operation. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules.

(** ** Steps *)

Section Algorithm.
  Context {S : signature} (D : Dict S) (H : Type).

  (** The handles of the operands of a step, each with its partial. *)
  Definition Edges := list (H * Partial D).

  (** Operands that are constants have no edge. *)
  Fixpoint edges (xs : list (D * option H)) (ps : list (Partial D)) : Edges :=
    match xs, ps with
    | (_, h) :: xs, p :: ps =>
        match h, p with
        | None, _ | _, PartialZero => edges xs ps
        | Some h, p => (h, p) :: edges xs ps
        end
    | _, _ => []
    end.

  (** The operations of [D], and the operation that remembers a step. *)
  Definition Steps : signature := {|
    operation := (operation S + Edges)%type;
    answer o := match o with inl o => answer S o | inr _ => H end;
  |}.

  Fixpoint outward {A} (c : comp S A) : comp Steps A :=
    match c with
    | Ret a => Ret a
    | Do o k => Do (S := Steps) (inl o) (fun r => outward (k r))
    end.

  Definition remember (e : Edges) : comp Steps H := Do (S := Steps) (inr e) Ret.

  (** The result of a step may be a constant.  If it has one edge, with the
      partial 1, as [x + 1] has, then it has the handle of its operand. *)
  Definition Recording : Strategy D := {|
    wider := Steps;
    lift := outward;
    Lifted := D * option H;
    constant v := (v, None);
    primal := fst;
    step v xs ps :=
      match edges xs ps with
      | [] => Ret (v, None)
      | [(h, PartialOne)] => Ret (v, Some h)
      | e => h <- remember e ;; Ret (v, Some h)
      end;
  |}.
End Algorithm.

Arguments edges {_ _ _}.
Arguments outward {_ _ _ _}.

(** ** The meaning of vertices *)

(** The ghost state: the tangents of each vertex, the newest first. *)
Section History.
  Context {R : Semiring}.

  Definition history := list (nat -> R).

  Definition means (K : history) (l : nat) : nat -> R :=
    if l <? length K then nth (length K - 1 - l) K (fun _ => 0) else fun _ => 0.

  Lemma means_new K t : means (t :: K) (length K) = t.
  Proof.
    unfold means. cbn [length]. destruct (Nat.ltb_spec (length K) (Datatypes.S (length K))); [| lia].
    now replace (Datatypes.S (length K) - 1 - length K)%nat with O by lia.
  Qed.

  Lemma means_old K t l : l <> length K -> means (t :: K) l = means K l.
  Proof.
    intros H. unfold means. cbn [length].
    destruct (Nat.ltb_spec l (Datatypes.S (length K))), (Nat.ltb_spec l (length K));
      try lia; [| reflexivity].
    now replace (Datatypes.S (length K) - 1 - l)%nat with (Datatypes.S (length K - 1 - l))%nat by lia.
  Qed.

  Definition grows (K K' : history) : Prop := exists new, K' = new ++ K.

  Lemma grows_length K K' : grows K K' -> length K <= length K'.
  Proof. intros [new ->]. rewrite app_length. lia. Qed.

  Lemma means_grows K K' l : grows K K' -> l < length K -> means K' l = means K l.
  Proof.
    intros [new ->] H. induction new as [| t new IH]; [reflexivity |]. cbn.
    rewrite means_old, IH; [reflexivity |]. rewrite app_length. lia.
  Qed.

  Program Definition ghost (X : worlds) : worlds := {|
    W := X * history; le w w' := fst w ⊑ fst w' /\ grows (snd w) (snd w') |}.
  Next Obligation. split; [apply le_refl | now exists []]. Qed.
  Next Obligation.
    split; [eapply le_trans; eassumption |]. cbn in *.
    match goal with H : grows h1 h0, H' : grows h0 h |- _ =>
      destruct H as [n ->], H' as [m ->] end.
    eexists. now rewrite app_assoc.
  Qed.

  (** The inputs: each moves with itself. *)
  Fixpoint inputs (n : nat) : history :=
    match n with O => [] | Datatypes.S n => axis n :: inputs n end.

  Lemma inputs_length n : length (inputs n) = n.
  Proof. induction n; cbn; congruence. Qed.

  Lemma means_inputs n l : l < n -> means (inputs n) l = axis l.
  Proof.
    induction n as [| n IH]; intros Hl; [lia |]. cbn [inputs].
    destruct (Nat.eq_dec l n) as [-> | Hn].
    - pose proof (means_new (inputs n) (axis n)) as H. now rewrite inputs_length in H.
    - rewrite means_old, IH; [reflexivity | lia |]. rewrite inputs_length. lia.
  Qed.
End History.

Arguments history : clear implicits.

(** ** Correctness of a step *)

Section Correct.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  (** A handle has a number.  [good] is a further claim of a strategy. *)
  Context {H : Type} (number : H -> nat) (good : ghost (R := R) X -> H -> Prop)
    (good_persistent : forall w w' h, w ⊑ w' -> good w h -> good w' h).

  Notation ghost := (ghost (R := R) X).
  Notation isPartial := (isPartial (isNum := isNum)).
  Notation isOption := (isOption (isNum := isNum)).

  (** The edges of a vertex with the tangents [t] have handles below [n]. *)
  Fixpoint edges_mean (w : ghost) (n : nat) (e : Edges D H) (t : nat -> R) : Prop :=
    match e with
    | [] => forall i, t i == 0
    | (h, p) :: e => number h < n /\ good w h /\ exists q t',
        isPartial (fst w) p q /\ edges_mean w n e t'
        /\ forall i, t i == q * means (snd w) (number h) i + t' i
    end.

  Lemma edges_mean_respects w n e t t' :
    (forall i, t i == t' i) -> edges_mean w n e t -> edges_mean w n e t'.
  Proof.
    destruct e as [| [h p] e]; intros Ht; cbn.
    - intros Ht' i. now rewrite <- Ht.
    - intros (Hn & Hg & q & t0 & Hp & He & Ht0). repeat split; auto. exists q, t0.
      repeat split; auto. intros i. now rewrite <- Ht.
  Qed.

  Lemma edges_mean_persistent (w w' : ghost) n e t : w ⊑ w' -> n <= length (snd w) ->
    edges_mean w n e t -> edges_mean w' n e t.
  Proof.
    intros Hw Hn. revert t. induction e as [| [h p] e IH]; intros t; cbn; auto.
    intros (Hh & Hg & q & t' & Hp & He & Ht). repeat split; eauto. exists q, t'.
    destruct Hw as [Hx HK]. repeat split; auto.
    - now apply (partial_persistent HD (fst w)).
    - intros i. rewrite Ht, (means_grows _ _ _ HK); [reflexivity | lia].
  Qed.

  Definition isNode (w : ghost) (a : D * option H) (x : Tangents nat R) : Prop :=
    isNum (fst w) (fst a) (fst x) /\
    match snd a with
    | None => forall i, snd x i == 0
    | Some h => good w h /\ number h < length (snd w)
        /\ forall i, means (snd w) (number h) i == snd x i
    end.

  Lemma edges_correct (w : ghost) xs ts ps qs : Forall2 (isNode w) xs ts ->
    Forall2 (isPartial (fst w)) ps qs ->
    edges_mean w (length (snd w)) (edges xs ps) (fun i => dot qs (map (fun t => snd t i) ts)).
  Proof.
    intros Hxs. revert ps qs. induction Hxs as [| [v h] t xs ts [_ Ht] _ IH]; intros ps qs Hps.
    - destruct Hps; cbn; reflexivity.
    - destruct Hps as [| p q ps qs Hp Hps]; [destruct h; cbn; reflexivity |]. cbn in Ht.
      specialize (IH ps qs Hps). destruct h as [h |]; cbn [edges].
      + destruct Ht as (Hg & Hh & Ht). destruct p as [| | p].
        * revert IH. apply edges_mean_respects. intros i. cbn in *. rewrite Hp. ring.
        * cbn. repeat split; auto. eexists _, _. repeat split; [exact Hp | exact IH |].
          intros i. now rewrite Ht.
        * cbn. repeat split; auto. eexists _, _. repeat split; [exact Hp | exact IH |].
          intros i. now rewrite Ht.
      + revert IH. apply edges_mean_respects. intros i. cbn. rewrite Ht. ring.
  Qed.

  (** The paper's protocol, beside that of [D]. *)
  Program Definition steps : protocol (Steps D H) ghost := {|
    allows o w := match o return (ghost -> answer (Steps D H) o -> Prop) -> Prop with
      | inl o => fun Q => allows Ψ o (fst w) (fun x a => Q (x, snd w) a)
      | inr e => fun Q => exists t, edges_mean w (length (snd w)) e t /\
          forall w' h, good w' h -> number h < length (snd w') ->
            (forall i, means (snd w') (number h) i == t i) -> Q w' h
      end |}.
  Next Obligation.
    destruct o as [o | e].
    - eapply allows_mono; [| eassumption]. cbn. auto.
    - match goal with H : exists _, _ |- _ => destruct H as (t & ? & ?) end. exists t. auto.
  Qed.

  Lemma outward_correct {A} (c : comp S A) (w : ghost) Φ : ewp Ψ c (fst w) (fun x a => Φ (x, snd w) a) ->
    ewp steps (outward c) w Φ.
  Proof.
    destruct w as [w K]. cbn. revert w. induction c as [a | o k IH]; intros w; cbn; auto.
    apply allows_mono. intros w' r Hk [Hw _]. apply IH, Hk, Hw.
  Qed.

  Lemma recording_is_a_strategy : isStrategy (Recording D H) Ψ isNum steps fst isNode.
  Proof.
    constructor.
    - now intros w w' [Hw _].
    - intros c w Φ Hc. apply outward_correct. exact Hc.
    - intros w a x [Hv _]. exact Hv.
    - intros w v r x Hv [Hx Ht]. cbn in *. split; cbn; [| exact Ht].
      apply (is_respects HD (fst w) _ r); [now symmetry | exact Hv].
    - intros w v r l ps ts qs x Hv Hl Hps _ [Hx Ht]. cbn in Hx, Ht.
      pose proof (edges_correct w l ts ps qs Hl Hps) as He.
      assert (Hv' : isNum (fst w) v (fst x)) by (apply (is_respects HD _ _ r); [now symmetry | exact Hv]).
      assert (Hnew : forall e, edges_mean w (length (snd w)) e (snd x) ->
        ewp steps (h <- remember D H e ;; Ret (v, Some h)) w (fun w' u => isNode w' u x)).
      { intros e Hmean. cbn. exists (snd x). split; [exact Hmean |].
        intros w' h Hg Hh Hm [Hw _]. split; cbn; auto. now apply (is_persistent HD (fst w)). }
      apply edges_mean_respects with (t' := snd x) in He; [| intros i; symmetry; apply Ht].
      cbn [step Recording]. destruct (edges l ps) as [| [h p] e].
      + split; [exact Hv' | exact He].
      + destruct p as [| | p]; [now apply Hnew | | now apply Hnew].
        destruct e as [| [h' p'] e]; [| now apply Hnew].
        destruct He as (Hn & Hg & q & t & Hq & Ht' & Hm). cbn in Hq, Ht'.
        split; cbn; [exact Hv' |]. repeat split; auto.
        intros i. rewrite Hm, Ht', Hq. ring.
    - intros w a x y [Hv Ht] [Ha Hh]. split; [now apply (is_respects HD _ _ (fst x)) |].
      destruct (snd a) as [h |].
      + destruct Hh as (Hg & Hn & Hm). repeat split; auto. intros i. now rewrite Hm.
      + intros i. now rewrite <- Ht.
    - intros w w' a x Hw [Ha Hh]. split.
      + destruct Hw as [Hx _]. now apply (is_persistent HD (fst w)).
      + destruct (snd a) as [h |]; auto. destruct Hh as (Hg & Hn & Hm).
        pose proof Hw as [_ HK]. repeat split; eauto.
        * apply grows_length in HK. lia.
        * intros i. now rewrite (means_grows _ _ _ HK).
  Qed.
End Correct.
