(** * The values that must be saved

    An analysis decides which values the forward sweep saves, and which the
    reverse sweep recomputes.  [sound] is the rules for its decisions. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Adjoints Statement.

Section Rules.
  Context {Q : Type}.
  Implicit Types (s : stmt Q) (N : nat -> Prop).

  Fixpoint writes s (x : nat) : Prop :=
    match s with
    | Skip => False
    | Assign _ y _ => x = y
    | Seq s1 s2 | If _ s1 s2 | Loop _ s1 _ s2 => writes s1 x \/ writes s2 x
    | For _ body => exists i, writes (body i) x
    | Again y _ s => x = y \/ writes s x
    end.

  (** [sound N s N']: assume that at the end of [s], the reverse sweep finds the
      values of the forward sweep in the locations [N'].  Then it can reverse
      [s], and finds them in [N] at the start of [s].

      An assignment saves the overwritten value if it is read, by earlier
      statements or by the assignment's own partials.  Each iteration of a loop
      starts with the same set, since earlier iterations read as well.  A
      recomputed value is not read by earlier statements.  Neither the value nor
      its operands are written before it is needed. *)
  Inductive sound : (nat -> Prop) -> stmt Q -> (nat -> Prop) -> Prop :=
    | sound_skip N : sound N Skip N
    | sound_assign N keep x e :
        (keep = false -> ~ N x /\ ~ reads e x) ->
        sound N (Assign keep x e) (fun y => y <> x /\ (N y \/ reads e y))
    | sound_seq N N' N'' s1 s2 :
        sound N s1 N' -> sound N' s2 N'' -> sound N (Seq s1 s2) N''
    | sound_if N N' q s1 s2 :
        sound N s1 N' -> sound N s2 N' -> sound N (If q s1 s2) N'
    | sound_for N n body :
        (forall i, i < n -> sound N (body i) N) -> sound N (For n body) N
    | sound_loop N N' n s1 q s2 :
        sound N s1 N' -> sound N' s2 N -> sound N (Loop n s1 q s2) N'
    | sound_again N N' x e s :
        ~ N x -> ~ uses e x -> ~ writes s x -> (forall y, uses e y -> ~ writes s y) ->
        sound (fun y => N y \/ reads e y \/ y = x) s N' ->
        sound N (Again x e s) (fun y => y <> x /\ N' y \/ uses e y)
    | sound_more (N0 N N' N1 : nat -> Prop) s :
        (forall x, N0 x -> N x) -> sound N s N' -> (forall x, N' x -> N1 x) ->
        sound N0 s N1.

  (** [while q { s }] asks before each iteration. *)
  Definition while (n : nat) (not_q : Q) s : stmt Q := Loop n Skip not_q s.

  Lemma while_sound N n q s : sound N s N -> sound N (while n q s) N.
  Proof. intros H. eapply sound_loop; [apply sound_skip | exact H]. Qed.

  (** To save every value is sound. *)
  Fixpoint keeps_all s : Prop :=
    match s with
    | Skip => True
    | Assign keep _ _ => keep = true
    | Seq s1 s2 | If _ s1 s2 | Loop _ s1 _ s2 => keeps_all s1 /\ keeps_all s2
    | For _ body => forall i, keeps_all (body i)
    | Again _ _ _ => False
    end.

  Lemma keeps_all_sound s : keeps_all s -> sound (fun _ => True) s (fun _ => True).
  Proof.
    induction s as [| keep x e | s1 IH1 s2 IH2 | q s1 IH1 s2 IH2 | n body IH | n s1 IH1 q s2 IH2 | x e s IH];
      cbn; intros H.
    - constructor.
    - subst keep.
      apply (sound_more _ (fun _ => True) _ _ _ (fun _ H => H)
        (sound_assign _ true x e ltac:(discriminate))).
      auto.
    - destruct H. econstructor; eauto.
    - destruct H. constructor; auto.
    - constructor. auto.
    - destruct H. econstructor; eauto.
    - contradiction.
  Qed.

  (** A location that is not written keeps its content. *)
  Lemma unwritten {A : Algebra} (ans : Q -> (nat -> A) -> bool) s : forall ρ x,
    ~ writes s x -> after (final ans s ρ) ρ x = ρ x.
  Proof.
    induction s as [| keep y e | s1 IH1 s2 IH2 | q s1 IH1 s2 IH2 | n body IH | n s1 IH1 q s2 IH2 | y e s IH];
      intros ρ x H; cbn [final writes] in *.
    - reflexivity.
    - unfold after, set. destruct (Nat.eqb_spec x y); [contradiction | reflexivity].
    - rewrite after_compose, IH2, IH1; auto.
    - destruct (ans q ρ); auto.
    - induction n as [| n IHn]; [reflexivity |]. rewrite after_compose, IH; [exact IHn |]. eauto.
    - rewrite after_compose.
      assert (Hrounds : forall n ρ, after ((fix rounds n ρ :=
          match n with
          | O => Var
          | S n => if ans q ρ then Var else
              compose (compose (final ans s2 ρ) (final ans s1 (after (final ans s2 ρ) ρ)))
                (rounds n (after (compose (final ans s2 ρ) (final ans s1 (after (final ans s2 ρ) ρ))) ρ))
          end) n ρ) ρ x = ρ x).
      { clear n ρ. induction n as [| n IHn]; intros ρ; [reflexivity |].
        cbn iota. destruct (ans q ρ); [reflexivity |].
        rewrite after_compose, IHn, after_compose, IH1, IH2; auto. }
      rewrite Hrounds, IH1; auto.
    - rewrite after_compose, IH by auto. unfold after, set.
      destruct (Nat.eqb_spec x y); [tauto | reflexivity].
  Qed.
End Rules.
