(** * The rules of the operations

    A step is a value with its partial derivatives with respect to its
    operands.  Only this file knows the derivatives of addition and
    multiplication.  A strategy has one rule for one step, and becomes a
    dictionary by this file: [impl<S: Strategy> Dict for S] in Rust. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents.

(** A partial derivative.  The trivial ones are not computed. *)
Inductive Partial (N : Type) :=
  | PartialZero
  | PartialOne
  | PartialValue (p : N).

Arguments PartialZero {N}.
Arguments PartialOne {N}.
Arguments PartialValue {N}.

(** ** Optional numbers

    A constant has no tangent, and a vertex may have no adjoint yet.  The first
    term is stored and further terms are added, so no zero is added. *)

Section Terms.
  Context {S : signature} (D : Dict S).

  Definition read (a : option D) : D := match a with None => zero D | Some a => a end.

  Definition accumulate (a : option D) (d : D) : comp S (option D) :=
    match a with None => Ret (Some d) | Some a => s <- add D a d ;; Ret (Some s) end.

  (** Adds the derivative [d] times the partial [p]. *)
  Definition add_term (a : option D) (d : D) (p : Partial D) : comp S (option D) :=
    match p with
    | PartialZero => Ret a
    | PartialOne => accumulate a d
    | PartialValue p => t <- mul D d p ;; accumulate a t
    end.
End Terms.

Section Meaning.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Definition isOption (w : X) (a : option D) (r : R) : Prop :=
    match a with None => r == 0 | Some a => isNum w a r end.

  Definition isPartial (w : X) (p : Partial D) (r : R) : Prop :=
    match p with PartialZero => r == 0 | PartialOne => r == 1 | PartialValue p => isNum w p r end.

  Lemma option_respects w a r s : r == s -> isOption w a r -> isOption w a s.
  Proof.
    intros H. destruct a; cbn; [now apply (is_respects HD) |]. intros Hr. now rewrite <- H.
  Qed.

  Lemma option_persistent w w' a r : w ⊑ w' -> isOption w a r -> isOption w' a r.
  Proof. destruct a; cbn; auto. now apply (is_persistent HD). Qed.

  Lemma partial_persistent w w' p r : w ⊑ w' -> isPartial w p r -> isPartial w' p r.
  Proof. destruct p; cbn; auto. now apply (is_persistent HD). Qed.

  Lemma read_correct w a r : isOption w a r -> isNum w (read D a) r.
  Proof.
    destruct a; cbn; auto. intros H.
    apply (is_respects HD w _ 0); [now symmetry | apply (is_zero HD)].
  Qed.

  Lemma accumulate_correct w a d r s : isOption w a r -> isNum w d s ->
    ewp Ψ (accumulate D a d) w (fun w' a => isOption w' a (r + s)).
  Proof.
    intros Ha Hd. destruct a as [a |]; cbn [accumulate].
    - eapply ewp_bind; [apply (is_add HD); eassumption |]. intros w' u _ Hu. exact Hu.
    - cbn in *. apply (is_respects HD w d s); [| exact Hd]. rewrite Ha. ring.
  Qed.

  Lemma add_term_correct w a d p r s q : isOption w a r -> isNum w d s -> isPartial w p q ->
    ewp Ψ (add_term D a d p) w (fun w' a => isOption w' a (r + s * q)).
  Proof.
    intros Ha Hd Hp. destruct p as [| | p]; cbn [add_term isPartial] in *.
    - apply (option_respects w a r); [| exact Ha]. rewrite Hp. ring.
    - eapply ewp_mono; [apply accumulate_correct; eassumption |].
      intros w' a' _. apply option_respects. rewrite Hp. ring.
    - eapply ewp_bind; [apply (is_mul HD); eassumption |]. intros w' t Hw Ht.
      apply accumulate_correct; [| exact Ht]. now apply (option_persistent w).
  Qed.
End Meaning.

(** ** Strategies *)

(** A strategy over the dictionary [D] attaches data to a number.  It may
    perform operations of its own, beside those of [D]. *)
Record Strategy {S} (D : Dict S) := {
  wider : signature;
  lift : comp S D -> comp wider D;
  Lifted : Type;
  constant : D -> Lifted;
  primal : Lifted -> D;
  step : D -> list Lifted -> list (Partial D) -> comp wider Lifted;
}.

Arguments wider {_ _}.
Arguments lift {_ _}.
Arguments Lifted {_ _}.
Arguments constant {_ _}.
Arguments primal {_ _}.
Arguments step {_ _}.

(** It is a dictionary. *)
Definition by_steps {S} {D : Dict S} (T : Strategy D) : Dict (wider T) := {|
  Num := Lifted T;
  zero := constant T (zero D);
  one := constant T (one D);
  add a b :=
    v <- lift T (add D (primal T a) (primal T b)) ;;
    step T v [a; b] [PartialOne; PartialOne];
  mul a b :=
    v <- lift T (mul D (primal T a) (primal T b)) ;;
    step T v [a; b] [PartialValue (primal T b); PartialValue (primal T a)];
  sum l :=
    v <- lift T (sum D (map (primal T) l)) ;;
    step T v l (map (fun _ => PartialOne) l);
|}.

(** Σ qᵢ·tᵢ: the tangent of a step, from its partials and its operands. *)
Fixpoint dot {R : Semiring} (qs ts : list R) : R :=
  match qs, ts with q :: qs, t :: ts => q * t + dot qs ts | _, _ => 0 end.

(** The rule of a strategy is correct: the tangents of a step are the sum of
    its partials times the tangents of its operands. *)
Record isStrategy {S} {D : Dict S} (T : Strategy D) {X : worlds} (Ψ : protocol S X) {R : Semiring}
    (isNum : X -> D -> R -> Prop) {Y : worlds} (Ψ' : protocol (wider T) Y) (below : Y -> X)
    {I : Type} (isLifted : Y -> Lifted T -> Tangents I R -> Prop) : Prop := {
  below_le w w' : w ⊑ w' -> below w ⊑ below w';
  is_lift c w Φ : ewp Ψ c (below w) Φ -> ewp Ψ' (lift T c) w (fun w' a => Φ (below w') a);
  is_primal w a x : isLifted w a x -> isNum (below w) (primal T a) (fst x);
  is_constant w a r x : isNum (below w) a r ->
    x == ((r, fun _ => 0) : Tangents I R) -> isLifted w (constant T a) x;
  is_step w v r l ps ts qs x : isNum (below w) v r -> Forall2 (isLifted w) l ts ->
    Forall2 (isPartial (isNum := isNum) (below w)) ps qs ->
    length l = length ps ->
    x == ((r, fun i => dot qs (map (fun t => snd t i) ts)) : Tangents I R) ->
    ewp Ψ' (step T v l ps) w (fun w' u => isLifted w' u x);
  lifted_respects w a x y : x == y -> isLifted w a x -> isLifted w a y;
  lifted_persistent w w' a x : w ⊑ w' -> isLifted w a x -> isLifted w' a x;
}.

Section Correct.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring' : (laws R) (setoid (equiv_equivalence R) (respects R)).
  Context {T : Strategy D} {Y : worlds} {Ψ' : protocol (wider T) Y} {below : Y -> X}
    {I : Type} {isLifted : Y -> Lifted T -> Tangents I R -> Prop}
    (HT : isStrategy T Ψ isNum Ψ' below isLifted).

  Lemma all_lifted w w' l ts : w ⊑ w' -> Forall2 (isLifted w) l ts -> Forall2 (isLifted w') l ts.
  Proof. intros Hw. apply Forall2_impl. intros a t. now apply (lifted_persistent _ _ _ _ _ _ HT). Qed.

  Theorem strategy_is_a_dictionary : isDict (by_steps T) Ψ' isLifted.
  Proof.
    pose proof (lifted_persistent _ _ _ _ _ _ HT) as Hpersistent.
    pose proof (is_primal _ _ _ _ _ _ HT) as Hprimal.
    pose proof (fun w w' H a r => is_persistent HD _ _ a r (below_le _ _ _ _ _ _ HT w w' H)) as Hbelow.
    constructor.
    - intros w. eapply (is_constant _ _ _ _ _ _ HT); [apply (is_zero HD) | reflexivity].
    - intros w. eapply (is_constant _ _ _ _ _ _ HT); [apply (is_one HD) | reflexivity].
    - intros w a b x y Ha Hb. cbn [add by_steps].
      eapply ewp_bind.
      { apply (is_lift _ _ _ _ _ _ HT). apply (is_add HD); eapply Hprimal; eassumption. }
      intros w' v Hw Hv. cbn beta in Hv.
      apply (is_step _ _ _ _ _ _ HT) with (r := fst x + fst y) (ts := [x; y]) (qs := [1; 1]); auto.
      + eauto.
      + repeat apply Forall2_cons; try apply Forall2_nil; cbn; reflexivity.
      + split; cbn; [reflexivity | intros i; ring].
    - intros w a b x y Ha Hb. cbn [mul by_steps].
      eapply ewp_bind.
      { apply (is_lift _ _ _ _ _ _ HT). apply (is_mul HD); eapply Hprimal; eassumption. }
      intros w' v Hw Hv. cbn beta in Hv.
      apply (is_step _ _ _ _ _ _ HT) with (r := fst x * fst y) (ts := [x; y]) (qs := [fst y; fst x]); auto.
      + eauto.
      + repeat apply Forall2_cons; try apply Forall2_nil; cbn; eauto.
      + split; cbn; [reflexivity | intros i; ring].
    - apply (lifted_respects _ _ _ _ _ _ HT).
    - exact Hpersistent.
    - intros w l xs Hl. cbn [sum by_steps].
      assert (Hprimals : Forall2 (isNum (below w)) (map (primal T) l) (map fst xs)).
      { clear - Hl Hprimal. induction Hl; cbn; constructor; eauto. }
      eapply ewp_bind; [apply (is_lift _ _ _ _ _ _ HT), (is_sum HD), Hprimals |].
      intros w' v Hw Hv. cbn beta in Hv.
      apply (is_step _ _ _ _ _ _ HT) with (r := total (map fst xs)) (ts := xs) (qs := map (fun _ => 1) xs); auto.
      + now apply (all_lifted w).
      + clear - Hl. induction Hl; cbn; constructor; auto. cbn. reflexivity.
      + now rewrite map_length.
      + pose proof (total_value xs) as Hvalue. pose proof (total_tangent xs) as Htangent.
        cbn in Hvalue, Htangent. split; cbn; [now rewrite Hvalue |]. intros i. rewrite Htangent.
        clear - R. induction xs as [| x xs IH]; cbn; [reflexivity |]. rewrite IH. ring.
  Qed.
End Correct.
