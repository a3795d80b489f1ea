(** * Forward mode

    A number carries its tangent along.  The strategy is a dictionary over a
    dictionary: to differentiate is to evaluate under it. *)

From AD Require Import Semiring Expression Program Rules.

(** ** The algorithm *)

(** A primal and a tangent; a constant has none. *)
Record dual (D : Dict) := Dual { primal : D; tangent : option D }.

Arguments Dual {D}.
Arguments primal {D}.
Arguments tangent {D}.

Section Algorithm.
  Context {D : Dict}.

  Definition constant (v : D) : dual D := Dual v None.

  (** Σ pᵢ·ẋᵢ, over the operands that have a tangent. *)
  Fixpoint tangent_of (xs : list (dual D)) (ps : list (Partial D)) (sum : option D) : option D :=
    match xs, ps with
    | x :: xs, p :: ps =>
        tangent_of xs ps
          match tangent x with
          | None => sum
          | Some d => add_term sum d p
          end
    | _, _ => sum
    end.

  (** What the strategy does with a step of value [v]. *)
  Definition step (v : D) (xs : list (dual D)) (ps : list (Partial D)) : dual D :=
    Dual v (tangent_of xs ps None).

  Definition operation (o : op) (x y : dual D) : dual D :=
    let (v, ps) := rule o (primal x) (primal y) in step v [x; y] ps.
End Algorithm.

Definition Forward (D : Dict) : Dict :=
  {| V := dual D; zero := constant 0; one := constant 1;
     add := operation Add; mul := operation Mul |}.

(** The inputs of an evaluation: primals [xs] with tangents [ds]. *)
Definition seeded {D : Dict} (xs : nat -> D) (ds : nat -> option D) : nat -> Forward D :=
  fun i => Dual (xs i) (ds i).

(** The seed of ∂/∂x: the tangent one at [x], none elsewhere. *)
Definition basis {D : Dict} (x i : nat) : option D :=
  if i =? x then Some 1 else None.

(** The derivative of [p] at [xs] along the direction [ds]. *)
Definition jvp {D : Dict} (p : program) (xs : nat -> D) (ds : nat -> option D) : D :=
  read (tangent (run (D := Forward D) p (seeded xs ds))).

(** The partial derivative of [p] with respect to the input [x]. *)
Definition forward {D : Dict} (p : program) (x : nat) (xs : nat -> D) : D :=
  jvp p xs (basis x).

(** ** Its correctness *)

Section Correct.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  (** With absent tangents read as zero, the operations are those of the dual
      numbers, a + a'ε with ε² = 0. *)

  Lemma tangent_add (x y : Forward R) :
    read (tangent (x + y)) == read (tangent x) + read (tangent y).
  Proof. destruct x as [? []], y as [? []]; cbn; ring. Qed.

  Lemma tangent_mul (x y : Forward R) :
    read (tangent (x * y))
      == read (tangent x) * primal y + primal x * read (tangent y).
  Proof. destruct x as [? []], y as [? []]; cbn; ring. Qed.

  Lemma primal_eval (env : nat -> Forward R) E :
    primal (eval env E) = eval (fun i => primal (env i)) E.
  Proof. induction E; cbn; congruence. Qed.

  (** Therefore the tangent is a derivation… *)
  Lemma tangent_derivation (xs : nat -> R) ds :
    derivation xs (fun E => read (tangent (eval (seeded xs ds) E))).
  Proof.
    constructor; intros; try reflexivity.
    - apply tangent_add.
    - cbn [eval]. rewrite tangent_mul, !primal_eval. reflexivity.
  Qed.

  (** … and whichever derivation agrees with the seeds is what is computed. *)
  Lemma tangent_correct (xs : nat -> R) ds d E :
    derivation xs d -> (forall i, d (Var i) == read (ds i)) ->
    read (tangent (eval (seeded xs ds) E)) == d E.
  Proof.
    intros Hd Hds. symmetry.
    apply (derivation_unique xs d (fun E => read (tangent (eval (seeded xs ds) E))));
      [exact Hd | apply tangent_derivation | exact Hds].
  Qed.

  Lemma tangent_partial (xs : nat -> R) x E :
    read (tangent (eval (seeded xs (basis x)) E)) == eval xs (∂[x] E).
  Proof.
    apply (tangent_correct xs _ (fun E => eval xs (∂[x] E))).
    - apply partial_derivation.
    - intros i. unfold basis. cbn. destruct (i =? x); reflexivity.
  Qed.

  (** Forward mode computes the derivative of what the program means. *)
  Theorem forward_correct p x (xs : nat -> R) :
    forward p x xs == eval xs (∂[x] (meaning p)).
  Proof. unfold forward, jvp. rewrite run_meaning. apply tangent_partial. Qed.
End Correct.

(** ** Numbers with tangents are numbers

    Over a semiring, [Forward] is a semiring: whatever holds in every semiring
    holds under the strategy, and under the strategy over the strategy. *)

Definition dual_equiv {R : Semiring} (x y : dual R) : Prop :=
  primal x == primal y /\ read (tangent x) == read (tangent y).

Section Nested.
  Context {R : Semiring}.
  Add Ring R_ring' : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Lemma dual_equivalence : Equivalence (@dual_equiv R).
  Proof.
    split.
    - now split.
    - intros x y [H H']; now split; symmetry.
    - intros x y z [H H'] [K K']; split; [now rewrite H | now rewrite H'].
  Qed.

  Lemma dual_add :
    Proper (dual_equiv ==> dual_equiv ==> dual_equiv) (@add (Forward R)).
  Proof.
    intros x x' [H H'] y y' [K K']. split.
    - cbn. now rewrite H, K.
    - now rewrite !tangent_add, H', K'.
  Qed.

  Lemma dual_mul :
    Proper (dual_equiv ==> dual_equiv ==> dual_equiv) (@mul (Forward R)).
  Proof.
    intros x x' [H H'] y y' [K K']. split.
    - cbn. now rewrite H, K.
    - now rewrite !tangent_mul, H, H', K, K'.
  Qed.

  Lemma dual_laws :
    semi_ring_theory 0 1 (@add (Forward R)) (@mul (Forward R)) dual_equiv.
  Proof. constructor; repeat intros [? []]; split; cbn; ring. Qed.

  Definition ForwardSemiring : Semiring :=
    {| dict := Forward R; equiv := dual_equiv;
       equiv_equivalence := dual_equivalence;
       add_respects := dual_add; mul_respects := dual_mul; laws := dual_laws |}.
End Nested.

Arguments ForwardSemiring : clear implicits.
