(** * Commutative semirings

    An algebra is a type of numbers with four operations, about which nothing
    is assumed.  A semiring is an algebra that obeys the laws, up to an
    equivalence of its own.

    The laws hold up to an equivalence, because two semirings of this
    development are no quotients: expressions modulo the laws, and numbers
    with a function of tangents. *)

From Coq Require Export Ring Ring_theory Setoid Morphisms.
From Coq Require Export List Arith Lia.
Export ListNotations.

Record Algebra := {
  V :> Type;
  zeroA : V;
  oneA : V;
  addA : V -> V -> V;
  mulA : V -> V -> V;
}.

Arguments zeroA {_}.
Arguments oneA {_}.
Arguments addA {_}.
Arguments mulA {_}.

Declare Scope algebra_scope.
Delimit Scope algebra_scope with algebra.
Open Scope algebra_scope.

Notation "0" := zeroA : algebra_scope.
Notation "1" := oneA : algebra_scope.
Infix "+" := addA : algebra_scope.
Infix "*" := mulA : algebra_scope.

(** [semi_ring_theory] is the standard library's list of the eight laws of a
    commutative semiring.  The tactic [ring] uses them. *)

Record Semiring := {
  algebra :> Algebra;
  equiv : algebra -> algebra -> Prop;
  equiv_equivalence : Equivalence equiv;
  add_respects : Proper (equiv ==> equiv ==> equiv) addA;
  mul_respects : Proper (equiv ==> equiv ==> equiv) mulA;
  laws : semi_ring_theory 0 1 addA mulA equiv;
}.

Arguments equiv {_}.
Infix "==" := equiv (at level 70, no associativity).

Global Existing Instances equiv_equivalence add_respects mul_respects.

(** [Add Ring] needs this lemma besides the laws. *)
Lemma respects (R : Semiring) : sring_eq_ext (R := R) addA mulA equiv.
Proof. constructor; [apply add_respects | apply mul_respects]. Qed.

(** ** Sums *)

(** Σ of a list, and Σ of [f 0], …, [f (n-1)]. *)
Fixpoint total {A : Algebra} (l : list A) : A :=
  match l with [] => 0 | x :: l => x + total l end.

Fixpoint sigma {A : Algebra} (n : nat) (f : nat -> A) : A :=
  match n with O => 0 | S n => sigma n f + f n end.

Section Sums.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Lemma total_respects (l l' : list R) : Forall2 equiv l l' -> total l == total l'.
  Proof. induction 1 as [| x y l l' H _ IH]; cbn; [reflexivity |]. now rewrite H, IH. Qed.

  (** From the left, as [Dict::sum] adds by default. *)
  Lemma total_left (l : list R) a : fold_left addA l a == a + total l.
  Proof. revert a. induction l as [| x l IH]; intros a; cbn; [ring |]. rewrite IH. ring. Qed.

  Lemma sigma_ext n (f g : nat -> R) : (forall i, i < n -> f i == g i) -> sigma n f == sigma n g.
  Proof.
    intros H. induction n as [| n IH]; cbn; [reflexivity |].
    rewrite IH, H; auto. reflexivity.
  Qed.

  Lemma sigma_zero n : sigma n (fun _ => (0 : R)) == 0.
  Proof. induction n as [| n IH]; cbn; [reflexivity |]. rewrite IH. ring. Qed.

  Lemma sigma_plus n (f g : nat -> R) : sigma n (fun i => f i + g i) == sigma n f + sigma n g.
  Proof. induction n as [| n IH]; cbn; [ring |]. rewrite IH. ring. Qed.

  Lemma sigma_times n (f : nat -> R) a : sigma n (fun i => f i * a) == sigma n f * a.
  Proof. induction n as [| n IH]; cbn; [ring |]. rewrite IH. ring. Qed.

  (** A sum that picks one of its terms. *)
  Lemma sigma_pick n (f : nat -> R) x : x < n ->
    sigma n (fun i => if i =? x then f i else 0) == f x.
  Proof.
    revert x. induction n as [| n IH]; intros x Hx; [lia |]. cbn.
    destruct (Nat.eqb_spec n x) as [-> | Hn].
    - rewrite (sigma_ext _ _ (fun _ => 0)); [rewrite sigma_zero; ring |].
      intros i Hi. destruct (Nat.eqb_spec i x); [lia | reflexivity].
    - rewrite IH by lia. ring.
  Qed.

  (** A sum in which one term changes. *)
  Lemma sigma_change n (f : nat -> R) x c : x < n ->
    sigma n (fun i => if i =? x then f i + c else f i) == sigma n f + c.
  Proof.
    intros Hx. rewrite (sigma_ext _ _ (fun i => f i + (if i =? x then c else 0)))
      by (intros i _; destruct (i =? x); ring).
    rewrite sigma_plus, (sigma_pick n (fun _ => c) x Hx). reflexivity.
  Qed.

  (** The terms from [n] on are zero. *)
  Lemma sigma_tail n m (f : nat -> R) : n <= m -> (forall i, n <= i -> i < m -> f i == 0) ->
    sigma m f == sigma n f.
  Proof.
    induction 1 as [| m Hm IH]; intros H; [reflexivity |]. cbn.
    rewrite IH, (H m) by auto. ring.
  Qed.
End Sums.
