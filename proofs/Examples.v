(** * The algorithms at work

    The definitions compute.  These are small cases over the natural numbers
    and over syntax. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules Forward.
From AD Require Import Graph Adjoints Pullback Effects Stack Backpropagator Nesting Monomial Subject.
From AD Require Import Statement Sound Sweeps Programs.

Open Scope nat_scope.

Definition Nat : Algebra :=
  {| V := nat; zeroA := 0; oneA := 1; addA := Nat.add; mulA := Nat.mul |}.

(** The results of an expression at some natural numbers. *)
Definition at_point (e : exp) (xs : list nat) : list nat := result (e none (pure Nat) xs).

(** ** x⁴

    Its derivatives at 2 are 4x³ = 32, 12x² = 48 and 24x = 48. *)

Definition nested (l : list strategy) : exp := nest (map (fun s => (s, O)) l) (monomial 4).

Example value : at_point (monomial 4) [2] = [16].
Proof. reflexivity. Qed.

Example first_order :
  map (fun s => at_point (nested [s]) [2]) [ByForward; ByStack; ByEffects; ByBackpropagator]
    = repeat [32] 4.
Proof. reflexivity. Qed.

Example second_order : at_point (nested [ByStack; ByEffects]) [2] = [48].
Proof. reflexivity. Qed.

Example third_order : at_point (nested [ByForward; ByBackpropagator; ByEffects]) [2] = [48].
Proof. reflexivity. Qed.

(** ** x²y + 1

    The constant [c] is not recorded.  The step [w] has the vertex of its
    operand. *)

Definition polynomial : exp := fun S D xs =>
  match xs with
  | [x; y] =>
      c <- mul D (one D) (one D) ;;
      u <- mul D x x ;;
      v <- mul D u y ;;
      w <- add D v c ;;
      Ret [w]
  | _ => Ret []
  end.

(** The tape at (3, 5), the newest step first.  The inputs are the vertices 0
    and 1. *)
Example recorded :
  result (record (pure Nat) 2
      (polynomial _ (by_steps (Recording (pure Nat) nat)) (variables (fun i => i) ([3; 5] : list (pure Nat)))) [])
    = let by_ p := PartialValue (N := pure Nat) p in
      ([(46, Some 3)],             (* w = v + c *)
       [ [(2, by_ 5); (1, by_ 9)];    (* v = u * y *)
         [(0, by_ 3); (0, by_ 3)] ]). (* u = x * x *)
Proof. reflexivity. Qed.

Example gradient :
  map (fun p => at_point (grad p) [3; 5]) [stack polynomial; effects polynomial; backpropagator polynomial]
    = repeat [30; 9] 3.
Proof. reflexivity. Qed.

(** A sum is one step, whatever its length. *)
Example a_sum_recorded :
  let N := by_steps (Recording (pure Nat) nat) in
  result (record (pure Nat) 3 (y <- sum N [(3, Some 0); one N; (7, Some 2); (3, Some 0)] ;; Ret [y]) [])
    = ([(14, Some 3)], [[(0, PartialOne); (2, PartialOne); (0, PartialOne)]]).
Proof. reflexivity. Qed.

(** A constant has no adjoint, and an input that is returned has the seed's. *)
Example constant_and_old_results :
  map (fun p => at_point (vjp 2 p) [3; 5; 10; 20; 30])
      (map (fun s => s (fun S D xs => Ret [one D; nth 0 xs (zero D); nth 0 xs (zero D)]))
        [stack; effects; backpropagator])
    = repeat [1; 3; 3; 50; 0] 3.
Proof. reflexivity. Qed.

(** Under the dictionary of syntax, a strategy prints its computation. *)
Example symbolic :
  result (forward_diff 0 (monomial 2) none (pure Syntax) [Var 0])
    = let x := Var 0 in
      let x2 := (x × x)%expr in
      let dx2 := (One × x + One × x)%expr in
      [dx2 × (One × One)]%expr.
Proof. reflexivity. Qed.

(** ** Operations with effects *)

Inductive performed := Sums (a b : nat) | Multiplies (a b : nat).

Definition asks : signature := {| operation := performed; answer _ := nat |}.

Definition asking : Dict asks :=
  let ask o := Do (S := asks) o Ret in
  {| Num := nat; zero := 0; one := 1;
     add a b := ask (Sums a b); mul a b := ask (Multiplies a b);
     sum := sum_left 0 (fun a b => ask (Sums a b)) |}.

(** A handler that answers, and lists the operations in order. *)
Fixpoint listed (c : comp asks (list nat)) : list performed * list nat :=
  match c with
  | Ret ys => ([], ys)
  | Do o k =>
      let answer := match o with Sums a b => a + b | Multiplies a b => a * b end in
      let (l, ys) := listed (k answer) in (o :: l, ys)
  end.

(** x·x + 1, as in the documentation of [Strategy]. *)
Definition square_plus_one : exp := fun S D xs =>
  let x := nth 0 xs (zero D) in v <- mul D x x ;; w <- add D v (one D) ;; Ret [w].

Example order_of_operations :
  listed (diff_by ByForward 0 square_plus_one asks asking [5])
    = ([Multiplies 5 5; Multiplies 1 5; Multiplies 1 5; Sums 5 5; Sums 25 1], [10])
  /\ listed (diff_by ByStack 0 square_plus_one asks asking [5])
    = ([Multiplies 5 5; Sums 25 1; Multiplies 1 5; Multiplies 1 5; Sums 5 5], [10]).
Proof. split; reflexivity. Qed.

Example same_operations :
  let l := map (fun s => listed (nest [(s, O); (ByForward, O)] (monomial 3) asks asking [2]))
    [ByStack; ByEffects; ByBackpropagator] in
  l = repeat (nth 0 l ([], [])) 3.
Proof. reflexivity. Qed.

(** ** A subject with effects of its own *)

(** x⁴ + x⁵ at 2: the derivatives are 112, 208 and 288. *)
Example effects_of_its_own :
  map (fun l => at_point (nest (map (fun s => (s, O)) l) (sum_of_powers 2)) [2])
      [[ByForward]; [ByStack]; [ByEffects]; [ByBackpropagator];
       [ByEffects; ByForward]; [ByEffects; ByEffects]; [ByBackpropagator; ByEffects; ByStack]]
    = [[112]; [112]; [112]; [112]; [208]; [208]; [288]].
Proof. reflexivity. Qed.

(** ** Adjoint programs *)

(** [y = 1; for _ in 0..n { y = y * x }], where x is location 0 and y location 1.
    The reverse sweep reads the y that each iteration overwrites. *)
Definition power_loop (keep : bool) (n : nat) : stmt Empty_set :=
  Seq (Assign false 1 (Sum [Const1]))
    (For n (fun _ => Assign keep 1 (Mul (Name 1) (Name 0)))).

Example cube : at_point (program never (power_loop true 3) [1]) [2] = [8].
Proof. reflexivity. Qed.

Example saved_values :
  snd (result (sweep (pure Nat) no_question (power_loop true 3) (start (pure Nat) [2], [])))
    = map (Value (D := pure Nat)) [4; 2; 1].
Proof. reflexivity. Qed.

Example adjoint_of_cube : at_point (grad (adjoint never (power_loop true 3) [1])) [2] = [12].
Proof. reflexivity. Qed.

Example cube_is_sound n : sound (fun _ => False) (power_loop true n) (fun _ => True).
Proof.
  set (x_and_y := fun l => l <= 1).
  apply sound_more with (fun _ => False) x_and_y; auto.
  apply sound_seq with x_and_y.
  - eapply sound_more; [| apply (sound_assign (fun _ => False)) |]; cbn; tauto.
  - apply sound_for. intros i _.
    eapply sound_more; [| apply (sound_assign x_and_y) |]; unfold x_and_y; cbn; auto.
    + discriminate.
    + intros l [_ [H | [[= <-] | [[= <-] | []]]]]; auto.
Qed.

(** Without the saved values, the number is wrong. *)
Example values_that_were_not_saved : at_point (grad (adjoint never (power_loop false 3) [1])) [2] = [56].
Proof. reflexivity. Qed.

(** An adjoint program under other strategies: 3·2·x at 2. *)
Example adjoint_nested :
  map (fun s => at_point (diff_by s 0 (diff 0 (adjoint never (power_loop true 3) [1]))) [2])
      [ByForward; ByStack; ByEffects; ByBackpropagator]
    = repeat [12] 4.
Proof. reflexivity. Qed.

(** [for i in 0..n { let t = x[i] * x[i]; s = s + t }], where x[i] is location i, s
    is 3 and t is 4.  Nothing is saved, since t is recomputed. *)
Definition squares (n : nat) : stmt Empty_set :=
  For n (fun i => Again 4 (Mul (Name i) (Name i)) (Assign false 3 (Add (Name 3) (Name 4)))).

Example squares_are_sound n : n <= 3 -> sound (fun _ => False) (squares n) (fun _ => True).
Proof.
  intros Hn. set (xs := fun l => l < 3).
  apply sound_more with xs xs; [easy | | auto]. apply sound_for. intros i Hi.
  assert (H : forall l, Name i = Name l -> xs l) by (intros l [= <-]; unfold xs; lia).
  eapply sound_more; [| apply (sound_again xs) |]; try apply sound_assign;
    unfold xs in *; cbn in *; auto; try lia.
  - intros [E | [E | []]]; apply H in E; lia.
  - intros y [E | [E | []]]; apply H in E; lia.
  - intros _. split; [| auto]. intros [E | [[E | [E | []]] | E]]; try apply H in E; lia.
  - intros l. pose proof (H l). intuition lia.
Qed.

Example gradient_of_squares : at_point (grad (adjoint never (squares 3) [3])) [3; 5; 7] = [6; 10; 14].
Proof. reflexivity. Qed.

(** [y = x; loop { if y >= 20 { break } y = y * y }] is x⁴ at 3.  The number of
    iterations is saved. *)
Definition square_up_to_20 : stmt unit :=
  Seq (Assign false 1 (Sum [Name 0])) (while 9 tt (Assign true 1 (Mul (Name 1) (Name 1)))).

Example a_loop_that_is_left :
  let D := pure Nat in
  let ask (_ : unit) (σ : nat -> D) := 20 <=? σ 1 in
  let (σ, t) := result (sweep D ask square_up_to_20 (start D [3], [])) in
  let '(_, _, adj) := result (back D square_up_to_20 (σ, t, set (fun _ => None) 1 (Some 1))) in
  (σ 1, t, adj 0) = (81, [Rounds 2; Value (D := D) 9; Value (D := D) 3], Some 108).
Proof. reflexivity. Qed.
