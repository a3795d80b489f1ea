(** * Adjoints

    The adjoints of the vertices, and how a step passes its own to its
    operands.  The invariant of reverse mode is here: the scalar product of
    adjoints and tangents does not change when a step is reversed. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules Graph.

(** ** The algorithm *)

(** The adjoint of each vertex.  [None]: the result does not depend on the
    vertex, as far as is known. *)
Definition Adjoints {S} (D : Dict S) := nat -> option D.

Section Adjoints.
  Context {S : signature} (D : Dict S).

  Definition set {A : Type} (f : nat -> A) (x : nat) (a : A) : nat -> A :=
    fun y => if y =? x then a else f y.

  (** Adds [d · p] to the adjoint of [h]. *)
  Definition update (d : D) (adj : Adjoints D) (hp : nat * Partial D) : comp S (Adjoints D) :=
    s <- add_term D (adj (fst hp)) d (snd hp) ;; Ret (set adj (fst hp) s).

  (** Passes the adjoint of the vertex [v] to its operands.  An empty adjoint
      is not passed. *)
  Definition propagate (v : nat) (e : Edges D nat) (adj : Adjoints D) : comp S (Adjoints D) :=
    match adj v with None => Ret adj | Some d => fold (update d) e adj end.

  (** Adds the adjoints of the results. *)
  Fixpoint seed (ys : list (D * option nat)) (ds : list (option D)) (adj : Adjoints D)
      : comp S (Adjoints D) :=
    match ys, ds with
    | (_, Some h) :: ys, Some d :: ds => adj <- update d adj (h, PartialOne) ;; seed ys ds adj
    | _ :: ys, _ :: ds => seed ys ds adj
    | _, _ => Ret adj
    end.

  Definition collect (n : nat) (adj : Adjoints D) : list D := map (fun i => read D (adj i)) (seq 0 n).
End Adjoints.

(** ** The scalar product *)

Section Correct.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).
  Notation isPartial := (isPartial (isNum := isNum)).
  Notation isOption := (isOption (isNum := isNum)).

  (** The adjoints of the vertices below [n] represent [a]. *)
  Definition holds (w : X) (n : nat) (adj : Adjoints D) (a : nat -> R) : Prop :=
    forall l, l < n -> isOption w (adj l) (a l).

  Lemma holds_persistent w w' n adj a : w ⊑ w' -> holds w n adj a -> holds w' n adj a.
  Proof. intros Hw Ha l Hl. apply (option_persistent HD w); auto. Qed.

  (** The scalar product of adjoints and tangents: Σ aₗ·tₗ. *)
  Definition weigh (K : history R) (n : nat) (a : nat -> R) (i : nat) : R :=
    sigma n (fun l => a l * means K l i).

  Lemma weigh_set K n a h c i : h < n ->
    weigh K n (set a h (a h + c)) i == weigh K n a i + c * means K h i.
  Proof.
    intros Hh. unfold weigh. rewrite <- (sigma_change n (fun l => a l * means K l i) h) by exact Hh.
    apply sigma_ext. intros l _. unfold set.
    destruct (Nat.eqb_spec l h) as [-> |]; [ring | reflexivity].
  Qed.

  Lemma update_correct w n K d adj h p a r q : h < n -> holds w n adj a -> isNum w d r ->
    isPartial w p q ->
    ewp Ψ (update D d adj (h, p)) w (fun w' adj' => exists a', holds w' n adj' a'
      /\ (forall i, weigh K n a' i == weigh K n a i + r * (q * means K h i))
      /\ (forall l, l <> h -> a' l = a l /\ adj' l = adj l)).
  Proof.
    intros Hh Ha Hd Hp. unfold update. cbn [fst snd].
    eapply ewp_bind; [apply (add_term_correct HD); [apply (Ha h Hh) | exact Hd | exact Hp] |].
    intros w' s Hw Hs. exists (set a h (a h + r * q)). repeat split.
    - intros l Hl. unfold set. destruct (Nat.eqb_spec l h) as [-> | Hne]; [exact Hs |].
      apply (option_persistent HD w); auto.
    - intros i. rewrite weigh_set by exact Hh. ring.
    - unfold set. destruct (Nat.eqb_spec l h); [contradiction | reflexivity].
    - unfold set. destruct (Nat.eqb_spec l h); [contradiction | reflexivity].
  Qed.

  (** The adjoints carry the derivative [T]. *)
  Definition carries (K : history R) (T : nat -> R) (w : X) (adj : Adjoints D) : Prop :=
    exists a, holds w (length K) adj a /\ forall i, weigh K (length K) a i == T i.
End Correct.

(** ** Reversing a step *)

Section Reversed.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring' : (laws R) (setoid (equiv_equivalence R) (respects R)).

  (** Vertices are numbers. *)
  Definition any (_ : ghost (R := R) X) (_ : nat) : Prop := True.

  Lemma any_persistent (w w' : ghost (R := R) X) h : w ⊑ w' -> any w h -> any w' h.
  Proof. auto. Qed.

  Notation edges_mean := (edges_mean (isNum := isNum) (fun h : nat => h) any).
  Notation isNode := (isNode (isNum := isNum) (fun h : nat => h) any).
  Notation carries := (carries (isNum := isNum)).
  Notation holds := (holds (isNum := isNum)).

  Lemma updates_correct w n m K d e adj a r t : m <= n -> n <= length K -> holds w n adj a ->
    isNum w d r -> edges_mean (w, K) m e t ->
    ewp Ψ (fold (update D d) e adj) w (fun w' adj' => exists a', holds w' n adj' a'
      /\ (forall i, weigh K n a' i == weigh K n a i + r * t i)
      /\ (forall l, m <= l -> a' l = a l /\ adj' l = adj l)).
  Proof.
    intros Hm Hn Ha Hd. revert w adj a t Ha Hd. induction e as [| [h p] e IH]; intros w adj a t Ha Hd;
      cbn [Graph.edges_mean fold].
    - intros Ht. exists a. repeat split; auto. intros i. rewrite Ht. ring.
    - intros (Hh & _ & q & t' & Hp & He & Ht). cbn [fst snd] in *.
      eapply ewp_bind; [apply (update_correct HD w n K); [lia | exact Ha | exact Hd | exact Hp] |].
      intros w' adj' Hw (a' & Ha' & Hweigh & Hold).
      eapply ewp_mono; [apply (IH w' adj' a' t' Ha'); [now apply (is_persistent HD w) |] |].
      + apply (edges_mean_persistent HD _ _ any_persistent (w, K)); auto.
        * split; [exact Hw | now exists []].
        * cbn. lia.
      + intros w'' adj'' _ (a'' & Ha'' & Hweigh' & Hold'). exists a''. repeat split; auto.
        * intros i. rewrite Hweigh', Hweigh, Ht. ring.
        * destruct (Hold' l) as [-> _]; [lia |]. apply Hold. lia.
        * destruct (Hold' l) as [_ ->]; [lia |]. apply Hold. lia.
  Qed.

  (** The scalar product does not change when a step is reversed. *)
  Theorem propagate_correct w K T e t adj : edges_mean (w, K) (length K) e t ->
    carries (t :: K) T w adj -> ewp Ψ (propagate D (length K) e adj) w (carries K T).
  Proof.
    intros He (a & Ha & HT). cbn [length] in *.
    assert (Hweigh : forall i, weigh (t :: K) (Datatypes.S (length K)) a i
      == weigh K (length K) a i + a (length K) * t i).
    { intros i. unfold weigh. cbn [sigma]. rewrite means_new.
      rewrite (sigma_ext (length K) _ (fun l => a l * means K l i)); [reflexivity |].
      intros l Hl. rewrite means_old by lia. reflexivity. }
    assert (Hlast := Ha (length K) ltac:(lia)). unfold propagate.
    destruct (adj (length K)) as [d |].
    - eapply ewp_mono.
      { apply (updates_correct w (length K) (length K) K d e adj a (a (length K)) t); auto.
        intros l Hl. apply Ha. lia. }
      intros w' adj' _ (a' & Ha' & Hweigh' & _). exists a'. split; [exact Ha' |].
      intros i. now rewrite Hweigh', <- HT, Hweigh.
    - exists a. split; [intros l Hl; apply Ha; lia |].
      intros i. cbn in Hlast. rewrite <- HT, Hweigh, Hlast. ring.
  Qed.

  (** Σ of the seeds times the tangents of the results. *)
  Definition seeded (ss : list R) (ts : list (Tangents nat R)) (i : nat) : R :=
    dot ss (map (fun t => snd t i) ts).

  Lemma carries_persistent w w' K T adj : w ⊑ w' -> carries K T w adj -> carries K T w' adj.
  Proof. intros Hw (a & Ha & HT). exists a. split; auto. now apply (holds_persistent HD w). Qed.

  Lemma carries_respects w K T T' adj : (forall i, T i == T' i) -> carries K T w adj -> carries K T' w adj.
  Proof. intros H (a & Ha & HT). exists a. split; auto. intros i. now rewrite HT. Qed.

  Lemma seed_correct w K ys ts ds ss T adj : Forall2 (isNode (w, K)) ys ts ->
    Forall2 (isOption (isNum := isNum) w) ds ss -> carries K T w adj ->
    ewp Ψ (seed D ys ds adj) w (carries K (fun i => T i + seeded ss ts i)).
  Proof.
    intros Hys. remember (w, K) as wK eqn:HwK. intros Hds. revert wK w HwK ys ts Hys T adj ds ss Hds.
    assert (Hnone : forall w T adj, carries K T w adj -> carries K (fun i => T i + 0) w adj).
    { intros w T adj. apply carries_respects. intros i. ring. }
    enough (Hall : forall ys w ts T adj ds ss, Forall2 (isNode (w, K)) ys ts ->
      Forall2 (isOption (isNum := isNum) w) ds ss -> carries K T w adj ->
      ewp Ψ (seed D ys ds adj) w (carries K (fun i => T i + seeded ss ts i)))
      by (intros; subst; eauto).
    induction ys as [| [v h] ys IH]; intros w ts T adj ds ss Hys Hds Hadj;
      inversion Hys as [| ? t ? ts' [_ Ht] Hys' ]; subst; cbn [seed].
    - unfold seeded. cbn. destruct ss; now apply Hnone.
    - cbn in Ht. destruct Hds as [| d s ds ss Hd Hds].
      { unfold seeded. destruct h; now apply Hnone. }
      assert (Hskip : s * 0 == 0 -> (forall i, s * snd t i == 0) ->
        ewp Ψ (seed D ys ds adj) w (carries K (fun i => T i + seeded (s :: ss) (t :: ts') i))).
      { intros _ Hzero. eapply ewp_mono; [apply (IH w ts' T adj ds ss); auto |].
        intros w' adj' _. apply carries_respects. intros i. unfold seeded. cbn. rewrite Hzero. ring. }
      destruct h as [h |]; [destruct d as [d |] |].
      + destruct Ht as (_ & Hh & Hm). cbn [snd] in Hh, Hm. destruct Hadj as (a & Ha & HT).
        eapply ewp_bind.
        { apply (update_correct HD w (length K) K d adj h PartialOne a s 1); auto; cbn; reflexivity. }
        intros w' adj' Hw (a' & Ha' & Hweigh & _).
        eapply ewp_mono; [apply (IH w' ts' (fun i => T i + s * snd t i) adj' ds ss) |].
        * eapply Forall2_impl; [| exact Hys'].
          intros u x. apply (lifted_persistent _ _ _ _ _ _
            (recording_is_a_strategy HD (fun h : nat => h) any any_persistent)).
          split; [exact Hw | now exists []].
        * eapply Forall2_impl; [| exact Hds]. intros ? ?. now apply (option_persistent HD).
        * exists a'. split; auto. intros i. rewrite Hweigh, HT, Hm. ring.
        * intros w'' adj'' _. apply carries_respects. intros i. unfold seeded. cbn. ring.
      + cbn in Hd. apply Hskip; intros; rewrite Hd; ring.
      + apply Hskip; intros; rewrite ?Ht; ring.
  Qed.

  Lemma carries_nothing w K : carries K (fun _ => 0) w (fun _ => None).
  Proof.
    exists (fun _ => 0). split; [intros l _; cbn; reflexivity |].
    intros i. unfold weigh. rewrite (sigma_ext _ _ (fun _ => 0)); [apply sigma_zero |].
    intros l _. ring.
  Qed.

  (** In the end, the adjoint of an input is the derivative. *)
  Lemma collect_correct w n T adj : carries (inputs n) T w adj ->
    Forall2 (isNum w) (collect D n adj) (map T (seq 0 n)).
  Proof.
    intros (a & Ha & HT). rewrite inputs_length in *. unfold collect.
    enough (H : forall l, (forall i, In i l -> i < n) ->
      Forall2 (isNum w) (map (fun i => read D (adj i)) l) (map T l)).
    { apply H. intros i Hi. apply in_seq in Hi. lia. }
    induction l as [| i l IH]; intros Hl; constructor.
    - apply (read_correct HD). assert (Hi : i < n) by (apply Hl; now left).
      apply (option_respects HD w _ (a i)); [| now apply Ha].
      rewrite <- (HT i). unfold weigh.
      rewrite (sigma_ext n _ (fun l => if l =? i then a l else 0)); [now rewrite sigma_pick |].
      intros l' Hl'. rewrite means_inputs by exact Hl'. unfold axis. rewrite (Nat.eqb_sym i l').
      destruct (l' =? i); ring.
    - apply IH. intros j Hj. apply Hl. now right.
  Qed.
End Reversed.
