(** * The algorithms at work

    The definitions compute.  These are small cases that a reader can follow by
    hand, over the natural numbers and over syntax. *)

From AD Require Import Semiring Expression Program Rules Forward Graph Stack Effects Nesting.
From Coq Require Import ArithRing.

Definition Nat : Dict :=
  {| V := nat; zero := 0%nat; one := 1%nat; add := Nat.add; mul := Nat.mul |}.

Definition at_point (xs : list nat) : nat -> Nat := fun i => nth i xs O.

(** The natural numbers obey the laws, hence the theorems apply to them. *)
Definition NatSemiring : Semiring :=
  {| dict := Nat; equiv := eq; equiv_equivalence := eq_equivalence;
     add_respects := ltac:(congruence); mul_respects := ltac:(congruence);
     laws := natSRth |}.

(** x⁴ as [let u = x * x in let v = u * u in v]; its derivatives at 2 are 4x³ =
    32, 12x² = 48, 24x = 48 and 24. *)
Definition fourth_power : program :=
  Let Mul (Name 0) (Name 0) (Let Mul (Name 0) (Name 0) (Return (Name 0))).

Definition x4 : exp := fun D => run fourth_power.

Example value : x4 Nat (at_point [2]) = 16%nat.
Proof. reflexivity. Qed.

Example by_forward : forward_diff 0 x4 Nat (at_point [2]) = 32%nat.
Proof. reflexivity. Qed.

Example by_stack : stack_diff 0 x4 Nat (at_point [2]) = 32%nat.
Proof. reflexivity. Qed.

Example by_effects : effects_diff 0 x4 Nat (at_point [2]) = 32%nat.
Proof. reflexivity. Qed.

Example second_order : stack_diff 0 (effects_diff 0 x4) Nat (at_point [2]) = 48%nat.
Proof. reflexivity. Qed.

Example third_order :
  forward_diff 0 (stack_diff 0 (effects_diff 0 x4)) Nat (at_point [2]) = 48%nat.
Proof. reflexivity. Qed.

(** x²y + 1, in two inputs, with a step that is a constant, [c], which is neither
    given a tangent nor recorded, and one that has the vertex of its operand,
    [w], and is not recorded either. *)
Definition polynomial : program :=
  Let Mul Const1 Const1          (* c *)
  (Let Mul (Name 1) (Name 1)     (* u = x * x *)
  (Let Mul (Name 0) (Name 3)     (* v = u * y *)
  (Let Add (Name 0) (Name 2)     (* w = v + c *)
  (Return (Name 0))))).

(** The tape at (3, 5), newest step first; the inputs x and y are the vertices 0
    and 1. *)
Example recorded :
  record (D := Nat) polynomial (inputs 2 (at_point [3; 5])) (leaves 2)
    = (Node (D := Nat) 46%nat (Some 3),   (* w = v + c *)
       let by_ p := PartialValue (D := Nat) p in
       [ [(2, by_ 5); (1, by_ 9)];    (* v = u * y *)
         [(0, by_ 3); (0, by_ 3)];    (* u = x * x *)
         [];                          (* y *)
         [] ])%nat.                   (* x *)
Proof. reflexivity. Qed.

Example gradient :
  map (stack (D := Nat) polynomial 2 (at_point [3; 5])) [0; 1]%nat = [30; 9]%nat.
Proof. reflexivity. Qed.

(** Under the dictionary of syntax, a strategy prints what it computes. *)
Example symbolic :
  forward (D := Syntax) fourth_power 0 Var
    = let x := Var 0 in
      let u := (x × x)%expr in
      let du := (One × x + One × x)%expr in
      (du × u + du × u)%expr.
Proof. reflexivity. Qed.
