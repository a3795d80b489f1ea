(** * The algorithms at work

    The definitions compute.  These are small cases that a reader can follow by
    hand, over the natural numbers and over syntax. *)

From AD Require Import Semiring Expression Program Rules Forward Graph Stack Effects Nesting.
From AD Require Import Adjoint.
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
  Let (Op Mul (Name 0) (Name 0)) (Let (Op Mul (Name 0) (Name 0)) (Return (Name 0))).

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
  Let (Op Mul Const1 Const1)          (* c *)
  (Let (Op Mul (Name 1) (Name 1))     (* u = x * x *)
  (Let (Op Mul (Name 0) (Name 3))     (* v = u * y *)
  (Let (Op Add (Name 0) (Name 2))     (* w = v + c *)
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

(** A sum is one step, whatever its length. *)
Example a_sum_recorded :
  record (D := Nat) (Let (Sum [Name 0; Const1; Name 2; Name 0]) (Return (Name 0)))
    (inputs 3 (at_point [3; 5; 7])) (leaves 3)
    = (Node (D := Nat) 14%nat (Some 3),
       [[(0, PartialOne); (2, PartialOne); (0, PartialOne)]; []; []; []])%nat.
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

(** ** Adjoint programs *)

(** [y = 1; for _ in 0..n { y = y * x }], where x is location 0 and y location 1.
    The reverse sweep reads the y that each iteration overwrites. *)
Definition power (keep : bool) (n : nat) : stmt Nat :=
  Seq (Assign false 1 (Sum [Const1]))
    (For n (fun _ => Assign keep 1 (Op Mul (Name 1) (Name 0)))).

Definition result_at (l : nat) : Adjoints Nat := fun i => if i =? l then Some 1%nat else None.

Example cube : exec (power true 3) (at_point [2; 0]%nat) 1%nat = 8%nat.
Proof. reflexivity. Qed.

Example what_is_kept :
  snd (sweep (power true 3) (at_point [2; 0]%nat, [])) = map (Value (D := Nat)) [4; 2; 1]%nat.
Proof. reflexivity. Qed.

Example adjoint_of_cube :
  adjoint (power true 3) (at_point [2; 0]%nat) (result_at 1) 0%nat = Some 12%nat.
Proof. reflexivity. Qed.

Example cube_is_sound n : sound (fun _ => False) (power true n) (fun _ => True).
Proof.
  set (x_and_y := fun l => l <= 1).
  apply sound_more with (fun _ => False) x_and_y; auto.
  apply sound_seq with x_and_y.
  - eapply sound_more; [| apply (sound_assign (fun _ => False)) |]; cbn; tauto.
  - apply sound_for. intros _.
    eapply sound_more; [| apply (sound_assign x_and_y) |]; unfold x_and_y; cbn; auto.
    + discriminate.
    + intros l [_ [H | [[= <-] | [[= <-] | []]]]]; auto.
Qed.

(** Without it, the number is wrong and nobody complains.  (These numbers are what
    the tests look for.) *)
Example a_value_that_was_not_kept :
  adjoint (power false 3) (at_point [2; 0]%nat) (result_at 1) 0%nat = Some 56%nat.
Proof. reflexivity. Qed.

(** [for i in 0..n { let t = x[i] * x[i]; s = s + t }], where s is location 0, t is
    1, and x[i] is 2 + i.  Nothing is kept, since t can be computed again. *)
Definition squares (n : nat) : stmt Nat :=
  For n (fun i =>
    Again 1 (Op Mul (Name (2 + i)) (Name (2 + i)))
      (Assign false 0 (Op Add (Name 0) (Name 1)))).

Example squares_are_sound n : sound (fun _ => False) (squares n) (fun _ => True).
Proof.
  set (xs := fun l => 2 <= l).
  apply sound_more with xs xs; [easy | | auto].
  apply sound_for. intros i.
  assert (H : forall l, Name (2 + i) = Name l -> xs l) by (intros l [= <-]; unfold xs; lia).
  eapply sound_more; [| apply (sound_again xs) |]; try apply sound_assign;
    unfold xs in *; cbn in *; auto; try lia.
  - intros [E | [E | []]]; apply H in E; lia.
  - intros y [E | [E | []]]; apply H in E; lia.
  - intros _. split; [| auto]. intros [E | [[E | [E | []]] | E]]; try apply H in E; lia.
  - intros l. pose proof (H l). intuition lia.
Qed.

Example gradient_of_squares :
  map (adjoint (squares 3) (at_point [0; 0; 3; 5; 7]%nat) (result_at 0)) [2; 3; 4]%nat
    = [Some 6; Some 10; Some 14]%nat.
Proof. reflexivity. Qed.

(** [y = x; while y < 20 { y = y * y }] is x⁴ at 3, and its derivative is 4x³. *)
Definition square_up_to_20 : stmt Nat :=
  Seq (Assign false 1 (Sum [Name 0]))
    (while 9 (fun σ : store Nat => σ 1%nat <? 20) (Assign true 1 (Op Mul (Name 1) (Name 1)))).

Example a_loop_that_is_left :
  let x := at_point [3; 0]%nat in
  (exec square_up_to_20 x 1%nat, snd (sweep square_up_to_20 (x, [])),
   adjoint square_up_to_20 x (result_at 1) 0%nat)
    = (81, [Way true; Way true; Way false; Value (D := Nat) 9; Value (D := Nat) 3],
       Some 108)%nat.
Proof. reflexivity. Qed.
