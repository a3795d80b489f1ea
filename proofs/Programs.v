(** * Adjoint programs are expressions

    An adjoint program is a pullback of its program.  Branches ask questions
    about numbers, so the meaning of a program is that of one run.  A program
    without questions is an expression, and its adjoint program nests with all
    strategies. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Rules Graph Adjoints Pullback.
From AD Require Import Statement Sound Sweeps Adjoint.

Section Program.
  (** The inputs are the first locations, and the results are [outs]. *)
  Context {Q : Type} (ask : forall S (D : Dict S), Q -> (nat -> D) -> bool) (s : stmt Q) (outs : list nat).

  Definition start {S} (D : Dict S) (xs : list D) : nat -> D := fun l => nth l xs (zero D).

  Definition program : exp := fun S D xs =>
    '(σ, _) <- sweep D (ask S D) s (start D xs, []) ;; Ret (map σ outs).

  Definition adjoint : pullback := fun S D xs ds =>
    '(σ, t) <- sweep D (ask S D) s (start D xs, []) ;;
    adj <- seed D (map (fun l => (σ l, Some l)) outs) ds (fun _ => None) ;;
    '(_, _, adj) <- back D s (σ, t, adj) ;;
    Ret (map σ outs, collect D (length xs) adj).

  (** The meaning of the run from [rs], where [ans] answers. *)
  Definition run_meaning {R : Algebra} (ans : Q -> (nat -> R) -> bool) (rs : list R) : list expr :=
    map (final ans s (at_ rs)) outs.
End Program.

Definition no_question {A} (q : Empty_set) (_ : A) : bool := match q with end.

Definition never (S : signature) (D : Dict S) : Empty_set -> (nat -> D) -> bool := no_question.

Definition meaning (s : stmt Empty_set) (outs : list nat) : list expr :=
  map (final (A := Syntax) no_question s Var) outs.

(** Without questions, the meaning does not depend on the run. *)
Lemma final_same {A B : Algebra} (s : stmt Empty_set) : forall (ρ : nat -> A) (ρ' : nat -> B) l,
  final no_question s ρ l = final no_question s ρ' l.
Proof.
  induction s as [| keep x e | s1 IH1 s2 IH2 | [] | n body IH | n s1 IH1 [] s2 IH2 | x e s IH];
    intros ρ ρ' l; cbn [final].
  - reflexivity.
  - reflexivity.
  - unfold compose. rewrite (IH2 _ (after (final no_question s1 ρ') ρ')). apply (eval_ext (A := Syntax)).
    intros i. apply IH1.
  - revert l. induction n as [| n IHn]; intros l; [reflexivity |].
    match goal with |- compose ?m (final _ (body n) ?r) l = compose ?m' (final _ (body n) ?r') l =>
      change (compose m (final no_question (body n) r) l = compose m' (final no_question (body n) r') l) end.
    unfold compose. rewrite (IH n _ (after ((fix loop n := match n with
      | O => Var
      | S n => fun x => subst (loop n) (final no_question (body n) (after (loop n) ρ') x) end) n) ρ')).
    apply (eval_ext (A := Syntax)). exact IHn.
  - unfold compose. rewrite (IH _ (after (set Var x (binding_expr e)) ρ')). reflexivity.
Qed.

Section Correct.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Lemma start_correct w xs rs : Forall2 (isNum w) xs rs ->
    agree (isNum := isNum) everything w (start D xs) (at_ rs).
  Proof.
    intros Hxs l _. unfold start, at_. destruct (Nat.lt_ge_cases l (length rs)) as [Hl | Hl].
    - now apply related_nth.
    - rewrite !nth_overflow; [apply (is_zero HD) | exact Hl |]. now rewrite (Forall2_length _ _ _ Hxs).
  Qed.

  Lemma results_correct {Q} (ans : Q -> (nat -> R) -> bool) s outs w σ rs :
    agree (isNum := isNum) everything w σ (after (final ans s (at_ rs)) (at_ rs)) ->
    Forall2 (isNum w) (map σ outs) (map (eval (at_ rs)) (run_meaning s outs ans rs)).
  Proof.
    intros H. unfold run_meaning. rewrite map_map. induction outs as [| l outs IH]; cbn; constructor; auto.
    now apply H.
  Qed.

  (** The seeds are the adjoints of the locations of the results. *)
  Lemma seeds_correct (σ : nat -> D) outs : forall w ds ss adj a,
    Forall2 (isOption (isNum := isNum) w) ds ss -> adjoints (isNum := isNum) w adj a ->
    ewp Ψ (seed D (map (fun l => (σ l, Some l)) outs) ds adj) w (fun w' adj =>
      adjoints (isNum := isNum) w' adj (fun y => a y + dot ss (map (fun l => axis y l) outs))).
  Proof.
    induction outs as [| l outs IH]; intros w ds ss adj a Hds Ha; cbn [map seed].
    - intros y. apply (option_respects HD w _ (a y)); [destruct ss; cbn; ring | apply Ha].
    - destruct Hds as [| d s ds ss Hd Hds]; cbn [dot].
      { intros y. apply (option_respects HD w _ (a y)); [ring | apply Ha]. }
      destruct d as [d |]; cbn in Hd.
      + eapply ewp_bind.
        { apply (Adjoint.update_correct HD w d s adj a l PartialOne 1); auto. cbn. reflexivity. }
        intros w' adj' Hw Ha'. eapply ewp_mono.
        { apply (IH w' ds ss adj' _
            (Forall2_impl _ _ _ _ (fun d s => option_persistent HD w w' d s Hw) Hds) Ha'). }
        intros w'' adj'' _ H y. eapply (option_respects HD); [| apply H].
        unfold set, axis. rewrite (Nat.eqb_sym l y). destruct (Nat.eqb_spec y l) as [-> |]; ring.
      + eapply ewp_mono; [apply (IH w ds ss adj a Hds Ha) |].
        intros w' adj' _ H y. eapply (option_respects HD); [| apply H]. cbn beta. rewrite Hd. ring.
  Qed.

  (** ** One run *)

  Context {Q : Type} (ask : forall S (D : Dict S), Q -> (nat -> D) -> bool) (ans : Q -> (nat -> R) -> bool)
    (questions : forall q w σ ρ, agree (isNum := isNum) everything w σ ρ -> ask S D q σ = ans q ρ).

  Theorem program_run_correct s outs N N' w xs rs : sound N s N' -> Forall2 (isNum w) xs rs ->
    ewp Ψ (program ask s outs S D xs) w (fun w' ys =>
      Forall2 (isNum w') ys (map (eval (at_ rs)) (run_meaning s outs ans rs))).
  Proof.
    intros Hs Hxs. unfold program. eapply ewp_bind.
    { apply (sweep_correct HD [] (ask S D) ans questions N s N' Hs). apply (start_correct w xs rs Hxs). }
    intros w1 [σ t] _ [Hσ _]. cbn [fst] in Hσ. cbn. now apply results_correct.
  Qed.

  (** For all choices of saved and recomputed values within the rules, the
      adjoint program multiplies the seeds by the Jacobian of the run. *)
  Theorem adjoint_run_correct s outs N N' w xs rs ds ss : sound N s N' -> Forall2 (isNum w) xs rs ->
    Forall2 (isOption (isNum := isNum) w) ds ss ->
    ewp Ψ (adjoint ask s outs S D xs ds) w (fun w' yg =>
      Forall2 (isNum w') (fst yg) (map (eval (at_ rs)) (run_meaning s outs ans rs)) /\
      Forall2 (isNum w') (snd yg) (map (fun i =>
        dot ss (map (fun E => eval (at_ rs) (∂[i] E)) (run_meaning s outs ans rs))) (seq 0 (length rs)))).
  Proof.
    intros Hs Hxs Hds. unfold adjoint. eapply ewp_bind.
    { apply (sweep_correct HD ss (ask S D) ans questions N s N' Hs). apply (start_correct w xs rs Hxs). }
    intros w1 [σ t] Hw1 [Hσ Hback]. cbn [fst snd] in *. eapply ewp_bind.
    { apply (seeds_correct σ outs w1 ds ss (fun _ => None) (fun _ => 0)).
      - eapply Forall2_impl; [| exact Hds]. intros ? ?. now apply (option_persistent HD).
      - intros l. cbn. reflexivity. }
    intros w2 adj Hw2 Hadj. eapply ewp_bind.
    { apply (Hback w2 σ adj (map Var outs) Hw2).
      - intros l _. apply (is_persistent HD w1); [exact Hw2 | now apply Hσ].
      - intros y. eapply (option_respects HD); [| apply Hadj]. unfold slope. rewrite map_map. cbn.
        apply (SRadd_0_l (laws R)). }
    intros w3 [[σ3 t3] adj3] Hw3 (_ & _ & Hadj3). cbn [ewp fst snd]. split.
    - apply (all_persistent HD w1); [now apply le_trans with w2 |]. now apply results_correct.
    - unfold collect. rewrite (Forall2_length _ _ _ Hxs).
      generalize (seq 0 (length rs)). intros l. induction l as [| i l IH]; cbn [map]; constructor; [| exact IH].
      apply (read_correct HD). eapply (option_respects HD); [| apply (Hadj3 i)].
      unfold slope, run_meaning. rewrite !map_map.
      rewrite (map_ext (fun x => differential (at_ rs) (axis i) (subst (final ans s (at_ rs)) (Var x)))
        (fun x => eval (at_ rs) (∂[i] (final ans s (at_ rs) x)))); [reflexivity |].
      intros x. now rewrite differential_partial.
  Qed.
End Correct.

(** ** Programs without questions *)

Lemma meaning_run {R : Algebra} s outs (rs : list R) : run_meaning s outs no_question rs = meaning s outs.
Proof. unfold run_meaning, meaning. apply map_ext. intros l. apply final_same. Qed.

Theorem program_isExp n s outs N N' : sound N s N' -> isExp n (program never s outs) (meaning s outs).
Proof.
  intros Hs S D X Ψ R isNum HD w xs rs _ Hxs. rewrite <- (meaning_run s outs rs).
  apply (program_run_correct HD never no_question (fun q => match q with end) s outs N N' w xs rs Hs Hxs).
Qed.

Theorem adjoint_correct n s outs N N' : sound N s N' -> isPullback n (adjoint never s outs) (meaning s outs).
Proof.
  intros Hs S D X Ψ R isNum HD w xs rs ds ss Hn Hxs _ Hds. rewrite <- (meaning_run s outs rs), <- Hn.
  apply (adjoint_run_correct HD never no_question (fun q => match q with end) s outs N N' w xs rs ds ss Hs Hxs Hds).
Qed.
