(** * Dictionaries and commutative semirings

    A dictionary is what an expression is evaluated under: a type of numbers
    and four operations, about which nothing is assumed.  Every algorithm of
    this development is a function of a dictionary, as it is in the Rust code.
    Its correctness is a statement about semirings: dictionaries that obey the
    laws, up to an equivalence of their own.

    An equivalence, and not equality, because two of the semirings that matter
    here are no quotients: expressions modulo the laws, and numbers with an
    optional tangent, where "no tangent" and "the tangent zero" are to be the
    same. *)

From Coq Require Export Ring Ring_theory Setoid Morphisms.
From Coq Require Export List Arith Lia.
Export ListNotations.

Record Dict := {
  V :> Type;
  zero : V;
  one : V;
  add : V -> V -> V;
  mul : V -> V -> V;
}.

Arguments zero {_}.
Arguments one {_}.
Arguments add {_}.
Arguments mul {_}.

Declare Scope dict_scope.
Delimit Scope dict_scope with dict.
Open Scope dict_scope.

Notation "0" := zero : dict_scope.
Notation "1" := one : dict_scope.
Infix "+" := add : dict_scope.
Infix "*" := mul : dict_scope.

(** [semi_ring_theory] is the standard library's list of the eight laws of a
    commutative semiring; the tactic [ring] works from it. *)

Record Semiring := {
  dict :> Dict;
  equiv : dict -> dict -> Prop;
  equiv_equivalence : Equivalence equiv;
  add_respects : Proper (equiv ==> equiv ==> equiv) add;
  mul_respects : Proper (equiv ==> equiv ==> equiv) mul;
  laws : semi_ring_theory 0 1 add mul equiv;
}.

Arguments equiv {_}.
Infix "==" := equiv (at level 70, no associativity).

Global Existing Instances equiv_equivalence add_respects mul_respects.

(** What [Add Ring] asks for, besides the laws. *)
Lemma respects (R : Semiring) : sring_eq_ext (R := R) add mul equiv.
Proof. constructor; [apply add_respects | apply mul_respects]. Qed.

(** ** Optional numbers

    A constant has no tangent and a vertex that was not reached has no
    adjoint.  [None] is read as zero; the first contribution to it is stored
    and the next ones are added, so that no zero is ever added to anything. *)

Definition read {D : Dict} (a : option D) : D :=
  match a with None => 0 | Some a => a end.

Definition accumulate {D : Dict} (a : option D) (d : D) : option D :=
  match a with None => Some d | Some a => Some (a + d) end.

Section Accumulate.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Lemma read_accumulate (a : option R) (d : R) :
    read (accumulate a d) == read a + d.
  Proof. destruct a; cbn; ring. Qed.
End Accumulate.

(** ** Environments

    An environment gives a value to each of the names [0], [1], [2]…; to bind
    is to put a value in front, whereby the other names grow by one. *)

Definition bind {A : Type} (a : A) (env : nat -> A) (i : nat) : A :=
  match i with O => a | S i => env i end.

Infix ".:" := bind (at level 55, right associativity).
