(** * Reverse mode by backpropagators

    Each number carries a linear map, from its adjoint to contributions to the
    adjoints of others.  The map of a step contains the maps of its operands.
    The pending calls wait in a queue.  The map with the largest number is
    called first, so its argument is complete. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules Graph Adjoints Pullback.

(** ** The algorithm *)

(** A closure that calls [f] with [d · p] for each of its terms [(f, p)]. *)
Inductive linear_map (N : Type) := Numbered (number : nat) (terms : list (linear_map N * Partial N)).

Arguments Numbered {N}.

Definition number {N} (f : linear_map N) : nat := match f with Numbered l _ => l end.
Definition terms {N} (f : linear_map N) := match f with Numbered _ e => e end.

Section Algorithm.
  Context {S : signature} (D : Dict S) (n : nat).

  (** The maps are numbered in the order in which they are made. *)
  Fixpoint number_maps (c : comp (Steps D (linear_map D)) (list (D * option (linear_map D))))
      (count : nat) : comp S (list (D * option (linear_map D)) * nat) :=
    match c with
    | Ret ys => Ret (ys, count)
    | Do (inl o) k => Do o (fun r => number_maps (k r) count)
    | Do (inr e) k => number_maps (k (Numbered count e)) (1 + count)
    end.

  (** The arguments of the maps so far, and the maps that wait, the largest
      number first.  The maps of the [n] inputs do not wait: their arguments
      are the adjoints. *)
  Definition calls := (Adjoints D * list (linear_map D))%type.

  Fixpoint insert (f : linear_map D) (waiting : list (linear_map D)) : list (linear_map D) :=
    match waiting with
    | [] => [f]
    | g :: rest => if number g <? number f then f :: waiting else g :: insert f rest
    end.

  (** A second call only increases the argument of the first. *)
  Definition call (f : linear_map D) (d : D) (state : calls) : comp S calls :=
    let (argument, waiting) := state in
    let l := number f in
    match argument l with
    | Some s => s <- add D s d ;; Ret (set argument l (Some s), waiting)
    | None => Ret (set argument l (Some d), if l <? n then waiting else insert f waiting)
    end.

  (** Calls the map of an operand with [d · p]. *)
  Definition pass (d : D) (state : calls) (fp : linear_map D * Partial D) : comp S calls :=
    let (f, p) := fp in
    match p with
    | PartialZero => Ret state
    | PartialOne => call f d state
    | PartialValue p => t <- mul D d p ;; call f t state
    end.

  Fixpoint call_results (ys : list (D * option (linear_map D))) (ds : list (option D)) (state : calls)
      : comp S calls :=
    match ys, ds with
    | (_, Some f) :: ys, Some d :: ds => state <- call f d state ;; call_results ys ds state
    | _ :: ys, _ :: ds => call_results ys ds state
    | _, _ => Ret state
    end.

  (** Each round calls a map with a smaller number, so the number of maps
      bounds the number of rounds. *)
  Fixpoint make (rounds : nat) (state : calls) : comp S (Adjoints D) :=
    match rounds, state with
    | O, (argument, _) | _, (argument, []) => Ret argument
    | Datatypes.S rounds, (argument, f :: waiting) =>
        match argument (number f) with
        | None => make rounds (argument, waiting)
        | Some d =>
            state <- fold (pass d) (terms f) (set argument (number f) None, waiting) ;;
            make rounds state
        end
    end.
End Algorithm.

Definition backpropagator (e : exp) : pullback := fun S D xs ds =>
  let n := length xs in
  '(ys, count) <-
    number_maps D (e _ (by_steps (Recording D (linear_map D))) (variables (fun i => Numbered i []) xs)) n ;;
  state <- call_results D n ys ds (fun _ => None, []) ;;
  adj <- make D n count state ;;
  Ret (map fst ys, collect D n adj).

(** ** The meaning of a map *)

Section Correct.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum) (n : nat).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).
  Notation ghost := (ghost (R := R) X).
  Notation holds := (holds (isNum := isNum)).
  Notation isOption := (isOption (isNum := isNum)).

  Definition whatever (_ : ghost) (_ : linear_map D) : Prop := True.
  Notation edges_mean := (edges_mean (isNum := isNum) number whatever).

  (** A map is that of an input, or its terms mean its tangents, and its terms
      are good. *)
  Fixpoint good (w : ghost) (f : linear_map D) : Prop :=
    match f with Numbered l e =>
      l < n \/
      l < length (snd w) /\ edges_mean w l e (means (snd w) l) /\
      (fix all e := match e with [] => True | (f, _) :: e => good w f /\ all e end) e
    end.

  Definition all_good (w : ghost) (e : Edges D (linear_map D)) : Prop :=
    Forall (fun fp => good w (fst fp)) e.

  Lemma good_map w l e : good w (Numbered l e) <->
    l < n \/ l < length (snd w) /\ edges_mean w l e (means (snd w) l) /\ all_good w e.
  Proof.
    assert (H : (fix all e := match e with [] => True | (f, _) :: e => good w f /\ all e end) e
      <-> all_good w e).
    { induction e as [| [f p] e IH]; split; intros H.
      - constructor.
      - exact I.
      - destruct H as [H H']. constructor; [exact H | now apply IH].
      - inversion H; subst. split; [assumption | now apply IH]. }
    cbn [good]. now rewrite H.
  Qed.

  Lemma whatever_persistent (w w' : ghost) f : w ⊑ w' -> whatever w f -> whatever w' f.
  Proof. auto. Qed.

  Lemma map_induction (P : linear_map D -> Prop) :
    (forall l e, Forall (fun fp => P (fst fp)) e -> P (Numbered l e)) -> forall f, P f.
  Proof.
    intros H. fix IH 1. intros [l e]. apply H. induction e as [| [f p] e IHe]; constructor; [apply IH | exact IHe].
  Qed.

  Lemma good_persistent (w w' : ghost) f : w ⊑ w' -> good w f -> good w' f.
  Proof.
    intros Hw. induction f as [l e IH] using map_induction. rewrite !good_map.
    intros [Hl | (Hl & He & Hall)]; [now left | right]. pose proof Hw as [_ HK].
    pose proof (grows_length _ _ HK). repeat split; [lia | |].
    - rewrite (means_grows _ _ _ HK Hl).
      apply (edges_mean_persistent HD _ _ whatever_persistent w); auto. lia.
    - clear He Hl. induction Hall; inversion IH; subst; constructor; auto. now apply IHHall.
  Qed.

  Lemma all_good_persistent (w w' : ghost) e : w ⊑ w' -> all_good w e -> all_good w' e.
  Proof. intros Hw. apply Forall_impl. intros fp. now apply good_persistent. Qed.

  (** The edges of a step consist of good maps. *)
  Lemma edges_good w m e t : Graph.edges_mean (isNum := isNum) number good w m e t ->
    edges_mean w m e t /\ all_good w e.
  Proof.
    revert t. induction e as [| [f p] e IH]; intros t; cbn.
    - intros Ht. split; [exact Ht | constructor].
    - intros (Hm & Hg & q & t' & Hp & He & Ht). destruct (IH t' He) as [He' Hall].
      repeat split; auto.
      + exists q, t'. auto.
      + now constructor.
  Qed.

  Notation isNode := (isNode (isNum := isNum) number good).

  Lemma number_maps_correct ts c : forall w K, grows (inputs n) K ->
    ewp (steps (Ψ := Ψ) (isNum := isNum) number good) c (w, K) (fun w' ys => Forall2 (isNode w') ys ts) ->
    ewp Ψ (number_maps D c (length K)) w (fun w' result => exists K', grows (inputs n) K' /\
      snd result = length K' /\ Forall2 (isNode (w', K')) (fst result) ts).
  Proof.
    induction c as [ys | [o | e] k IH]; intros w K HK; cbn [ewp number_maps].
    - intros Hys. exists K. auto.
    - cbn. apply allows_mono. intros w' a Hk Hw. apply IH; [exact HK |]. apply Hk.
      split; [exact Hw | now exists []].
    - intros (t & He & Hk). cbn [snd] in He. destruct (edges_good _ _ _ _ He) as [He' Hall].
      assert (Hgrow : @le ghost (w, K) (w, t :: K)) by (split; [apply le_refl | now exists [t]]).
      apply (IH (Numbered (length K) e) w (t :: K)).
      + destruct HK as [new ->]. now exists (t :: new).
      + apply Hk; cbn [number snd].
        * apply good_map. right. cbn [snd length]. repeat split; [lia | |].
          -- rewrite means_new.
             now apply (edges_mean_persistent HD _ _ whatever_persistent (w, K) (w, t :: K)).
          -- now apply (all_good_persistent (w, K)).
        * cbn. lia.
        * intros i. now rewrite means_new.
        * exact Hgrow.
  Qed.
End Correct.
