(** * Reverse mode with effect handlers

    There is no tape.  A step performs an effect and waits.  The handler
    resumes the expression with a new vertex.  After the rest of the
    evaluation has returned, the handler reverses the step.  The control stack
    is the tape. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules Graph Adjoints Pullback.

(** ** The algorithm *)

Section Algorithm.
  Context {S : signature} (D : Dict S) (ds : list (option D)).

  (** The handler, if there are [n] vertices.  An effect of [D] goes to the
      handler outside, which resumes the rest of the evaluation with this
      handler. *)
  Fixpoint handle (c : comp (Steps D nat) (list (D * option nat))) (n : nat)
      : comp S (list (D * option nat) * Adjoints D) :=
    match c with
    | Ret ys => adj <- seed D ys ds (fun _ => None) ;; Ret (ys, adj)
    | Do (inl o) k => Do o (fun r => handle (k r) n)
    | Do (inr e) k =>
        '(ys, adj) <- handle (k n) (1 + n) ;;
        adj <- propagate D n e adj ;;
        Ret (ys, adj)
    end.
End Algorithm.

Definition effects (e : exp) : pullback := fun S D xs ds =>
  let n := length xs in
  '(ys, adj) <- handle D ds (e _ (by_steps (Recording D nat)) (variables (fun i => i) xs)) n ;;
  Ret (map fst ys, collect D n adj).

(** ** Its correctness *)

Section Correct.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).
  Notation isNode := (isNode (isNum := isNum) (fun h : nat => h) any).
  Notation carries := (carries (isNum := isNum)).

  (** The results, and adjoints that carry the derivative. *)
  Definition reversed (K : history R) (ts : list (Tangents nat R)) (T : nat -> R) (w : X)
      (result : list (D * option nat) * Adjoints D) : Prop :=
    Forall2 (isNum w) (map fst (fst result)) (map fst ts) /\ carries K T w (snd result).

  Lemma nodes_values w ys ts : Forall2 (isNode w) ys ts ->
    Forall2 (isNum (fst w)) (map fst ys) (map fst ts).
  Proof. induction 1 as [| ? ? ? ? [H _]]; cbn; constructor; auto. Qed.

  Theorem handle_correct ds ss ts c : forall w K,
    Forall2 (isOption (isNum := isNum) w) ds ss ->
    ewp (steps (Ψ := Ψ) (isNum := isNum) (fun h => h) any) c (w, K) (fun w' ys => Forall2 (isNode w') ys ts) ->
    ewp Ψ (handle D ds c (length K)) w (reversed K ts (seeded ss ts)).
  Proof.
    induction c as [ys | [o | e] k IH]; intros w K Hds; cbn [ewp handle].
    - intros Hys. eapply ewp_bind.
      { apply (seed_correct HD w K ys ts ds ss (fun _ => 0)); auto. apply carries_nothing. }
      intros w' adj Hw Hadj. split; cbn [fst snd].
      + apply (all_persistent HD w _ _ _ Hw). now apply (nodes_values (w, K)).
      + revert Hadj. apply carries_respects. intros i. ring.
    - cbn. apply allows_mono. intros w' a Hk Hw. apply IH.
      + eapply Forall2_impl; [| exact Hds]. intros ? ?. now apply (option_persistent HD).
      + apply Hk. split; [exact Hw | now exists []].
    - intros (t & He & Hk). cbn [snd] in He. eapply ewp_bind.
      { apply (IH (length K) w (t :: K) Hds), Hk; cbn.
        - exact I.
        - lia.
        - intros i. now rewrite means_new.
        - split; [apply le_refl | now exists [t]]. }
      intros w' [ys adj] Hw [Hys Hadj]. cbn [fst snd] in *. eapply ewp_bind.
      { apply (propagate_correct HD w' K (seeded ss ts) e t adj); [| exact Hadj].
        apply (edges_mean_persistent HD _ _ any_persistent (w, K)); auto.
        split; [exact Hw | now exists []]. }
      intros w'' adj' Hw' Hadj'. split; cbn; auto. now apply (all_persistent HD w').
  Qed.
End Correct.

Theorem effects_correct n e Es : isExp n e Es -> isPullback n (effects e) Es.
Proof.
  intros He S D X Ψ R isNum HD w xs rs ds ss Hn Hxs Hss Hds. unfold effects.
  assert (Hlength : length xs = length (inputs (R := R) n)).
  { now rewrite inputs_length, (Forall2_length _ _ _ Hxs). }
  rewrite Hlength. eapply ewp_bind.
  { apply (handle_correct HD ds ss (images rs Es)); [exact Hds |].
    apply (subject_correct HD (fun h => h) any any_persistent n e Es); auto.
    intros i _. exact I. }
  intros w' [ys adj] _ [Hys Hadj]. cbn [fst snd] in *. cbn [ewp fst snd].
  rewrite images_value in Hys. split; [exact Hys |].
  rewrite inputs_length. eapply (all_respect HD); [| apply (collect_correct HD w' n); exact Hadj].
  now apply seeded_images.
Qed.
