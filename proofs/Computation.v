(** * Computations with effects

    A computation returns, or performs an operation and continues with the
    answer.  Its signature lists the operations.  Nothing is known of their
    effects: a handler further out answers them. *)

From AD Require Import Semiring.

Record signature := { operation : Type; answer : operation -> Type }.

Inductive comp (S : signature) (A : Type) : Type :=
  | Ret (a : A)
  | Do (o : operation S) (k : answer S o -> comp S A).

Arguments Ret {S A}.
Arguments Do {S A}.

Fixpoint andthen {S A B} (c : comp S A) (f : A -> comp S B) : comp S B :=
  match c with Ret a => f a | Do o k => Do o (fun r => andthen (k r) f) end.

Notation "x <- c ;; d" := (andthen c (fun x => d))
  (at level 61, c at next level, right associativity).
Notation "' p <- c ;; d" := (andthen c (fun p => d))
  (at level 61, p pattern, c at next level, right associativity).

(** Passes a state along a list, from left to right. *)
Fixpoint fold {S A B} (f : B -> A -> comp S B) (l : list A) (b : B) : comp S B :=
  match l with [] => Ret b | x :: l => b <- f b x ;; fold f l b end.

(** ** Equal computations

    Equal computations perform the same operations in the same order and
    return the same result.  Coq's own equality of continuations would need an
    axiom. *)

Reserved Infix "≈" (at level 70, no associativity).

Fixpoint same {S A} (c c' : comp S A) : Prop :=
  match c, c' with
  | Ret a, Ret a' => a = a'
  | Do o k, Do o' k' => exists e : o = o', forall r, k r ≈ k' (eq_rect o (answer S) r o' e)
  | _, _ => False
  end
where "c ≈ c'" := (same c c').

Lemma same_do {S A} (o : operation S) (k k' : answer S o -> comp S A) :
  (forall r, k r ≈ k' r) -> Do o k ≈ Do o k'.
Proof. intros H. now exists eq_refl. Qed.

#[export] Instance same_equivalence {S A} : Equivalence (@same S A).
Proof.
  split.
  - intros c. induction c as [a | o k IH]; [reflexivity | now apply same_do].
  - intros c. induction c as [a | o k IH]; intros [a' | o' k']; cbn; try easy.
    intros [e H]. destruct e. exists eq_refl. cbn in *. auto.
  - intros c. induction c as [a | o k IH]; intros [a' | o' k'] [a'' | o'' k'']; cbn; try easy.
    + congruence.
    + intros [e H] [e' H']. destruct e, e'. exists eq_refl. cbn in *. intros r.
      now apply (IH r (k' r)).
Qed.

Lemma andthen_same {S A B} (c c' : comp S A) (f f' : A -> comp S B) :
  c ≈ c' -> (forall a, f a ≈ f' a) -> andthen c f ≈ andthen c' f'.
Proof.
  revert c'. induction c as [a | o k IH]; intros [a' | o' k']; cbn; try easy.
  - intros <-. auto.
  - intros [e H] Hf. destruct e. exists eq_refl. cbn in *. auto.
Qed.

Lemma andthen_ret {S A} (c : comp S A) : andthen c Ret ≈ c.
Proof. induction c as [a | o k IH]; [reflexivity | now apply same_do]. Qed.

Lemma andthen_assoc {S A B C} (c : comp S A) (f : A -> comp S B) (g : B -> comp S C) :
  andthen (andthen c f) g ≈ andthen c (fun a => andthen (f a) g).
Proof. induction c as [a | o k IH]; [reflexivity | now apply same_do]. Qed.

(** ** No effects *)

Definition none : signature := {| operation := Empty_set; answer o := match o with end |}.

Definition result {A} (c : comp none A) : A :=
  match c with Ret a => a | Do o _ => match o with end end.
