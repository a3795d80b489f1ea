(** * Numbers with tangents

    A number with one tangent for each direction.  These numbers are a
    semiring, so an expression that is correct for every semiring is correct
    for them.  The tangent of its result is its differential.  All strategies
    are proved correct by this fact. *)

From AD Require Import Semiring Expression.

Section Tangents.
  Context (I : Type) (R : Semiring).
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Definition with_tangents : Algebra := {|
    V := R * (I -> R);
    zeroA := (0, fun _ => 0);
    oneA := (1, fun _ => 0);
    addA a b := (fst a + fst b, fun i => snd a i + snd b i);
    mulA a b := (fst a * fst b, fun i => snd a i * fst b + fst a * snd b i);
  |}.

  Definition equal_tangents (a b : with_tangents) : Prop :=
    fst a == fst b /\ forall i, snd a i == snd b i.

  Program Definition Tangents : Semiring := {| algebra := with_tangents; equiv := equal_tangents |}.
  Next Obligation.
    split.
    - now split.
    - intros a b [H H']; split; now symmetry.
    - intros a b c [H H'] [K K']; split; [now rewrite H | intros i; now rewrite H'].
  Qed.
  Next Obligation. intros a a' [H H'] b b' [K K']; split; cbn; [| intros i]; now rewrite ?H, ?H', ?K, ?K'. Qed.
  Next Obligation. intros a a' [H H'] b b' [K K']; split; cbn; [| intros i]; now rewrite ?H, ?H', ?K, ?K'. Qed.
  Next Obligation. constructor; repeat intros [? ?]; split; cbn; intros; ring. Qed.
End Tangents.

Lemma tangents_value {I R} (env : nat -> Tangents I R) E :
  fst (eval env E) = eval (fun x => fst (env x)) E.
Proof.
  induction E as [| | | E IHE F IHF | E IHE F IHF]; cbn; try reflexivity.
  all: cbn in IHE, IHF; now rewrite IHE, IHF.
Qed.

Lemma tangents_differential {I R} (env : nat -> Tangents I R) E i :
  snd (eval env E) i = differential (fun x => fst (env x)) (fun x => snd (env x) i) E.
Proof.
  induction E as [| | | E IHE F IHF | E IHE F IHF]; cbn; try reflexivity.
  all: pose proof (tangents_value env E) as HE; pose proof (tangents_value env F) as HF.
  all: cbn in HE, HF, IHE, IHF; now rewrite ?HE, ?HF, IHE, IHF.
Qed.

Lemma total_value {I R} (l : list (Tangents I R)) : fst (total l) = total (map fst l).
Proof. induction l as [| a l IH]; [reflexivity |]. cbn in IH |- *. now rewrite IH. Qed.

Lemma total_tangent {I R} (l : list (Tangents I R)) i :
  snd (total l) i = total (map (fun a => snd a i) l).
Proof. induction l as [| a l IH]; [reflexivity |]. cbn in IH |- *. now rewrite IH. Qed.

(** The derivative of an expression is well defined modulo the laws. *)
Lemma partial_respects x E F : E ≡ F -> ∂[x] E ≡ ∂[x] F.
Proof.
  intros H. rewrite <- (eval_syntax (∂[x] E)), <- (eval_syntax (∂[x] F)).
  rewrite !differential_partial.
  pose (env := (fun i => (Var i, fun _ => axis (A := Syntax) x i)) : nat -> Tangents unit Free).
  destruct (eval_sound (Tangents unit Free) env _ _ H) as [_ H'].
  specialize (H' tt). rewrite !tangents_differential in H'. exact H'.
Qed.
