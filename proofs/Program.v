(** * Programs: sequences of bindings

    What an evaluation looks like to a dictionary, whatever loops and functions
    it came from: [let u = a op b in …] or [let u = a + b + … in …], each operand
    being an input, a constant or a result of before.

    Names count backwards: [Name 0] is the result of the latest binding,
    [Name 1] of the one before, and so on out to the inputs.  Every program
    thereby is well formed, and each name it does not bind is an input. *)

From AD Require Import Semiring Expression.

Inductive op := Add | Mul.

Inductive operand := Name (i : nat) | Const0 | Const1.

(** What is bound by one step: an operation, or a sum of any length. *)
Inductive binding := Op (o : op) (a b : operand) | Sum (terms : list operand).

Definition operands (b : binding) : list operand :=
  match b with Op _ x y => [x; y] | Sum terms => terms end.

Inductive program :=
  | Return (a : operand)
  | Let (b : binding) (rest : program).

(** ** Running a program under a dictionary *)

Definition apply {D : Dict} (o : op) : D -> D -> D :=
  match o with Add => add | Mul => mul end.

Definition value {D : Dict} (env : nat -> D) (a : operand) : D :=
  match a with Name i => env i | Const0 => 0 | Const1 => 1 end.

(** From the left. *)
Definition sum_of {D : Dict} (vs : list D) : D :=
  match vs with [] => 0 | v :: vs => fold_left add vs v end.

Definition bound {D : Dict} (env : nat -> D) (b : binding) : D :=
  match b with
  | Op o x y => apply o (value env x) (value env y)
  | Sum terms => sum_of (map (value env) terms)
  end.

Fixpoint run {D : Dict} (p : program) (env : nat -> D) : D :=
  match p with
  | Return a => value env a
  | Let b rest => run rest (bound env b .: env)
  end.

(** ** The expression that a program means *)

Definition operand_expr (a : operand) : expr :=
  match a with Name i => Var i | Const0 => Zero | Const1 => One end.

Definition binding_expr (b : binding) : expr :=
  match b with
  | Op Add x y => operand_expr x + operand_expr y
  | Op Mul x y => operand_expr x × operand_expr y
  | Sum terms => sum_of (D := Syntax) (map operand_expr terms)
  end%expr.

Fixpoint meaning (p : program) : expr :=
  match p with
  | Return a => operand_expr a
  | Let b rest => let_in (binding_expr b) (meaning rest)
  end.

Lemma eval_operand {D : Dict} (env : nat -> D) a :
  eval env (operand_expr a) = value env a.
Proof. now destruct a. Qed.

Lemma eval_binding {D : Dict} (env : nat -> D) b : eval env (binding_expr b) = bound env b.
Proof.
  destruct b as [[] x y | [| x terms]]; cbn; rewrite ?eval_operand; try reflexivity.
  rewrite <- (eval_operand env x). generalize (operand_expr x).
  induction terms as [| y terms IH]; intros E; cbn; [reflexivity |].
  rewrite IH. cbn. now rewrite eval_operand.
Qed.

(** To run a program is to evaluate its meaning; no law is needed for that. *)
Theorem run_meaning {D : Dict} p (env : nat -> D) : run p env = eval env (meaning p).
Proof.
  revert env. induction p as [a | b rest IH]; intros env; cbn.
  - now rewrite eval_operand.
  - now rewrite IH, eval_let_in, eval_binding.
Qed.

(** ** The program of an expression

    One binding for each node of the tree, operands first.  [n] is the number
    of bindings made before, by which the inputs have moved; the continuation
    [k] receives the number of those made since, and where the result is. *)

Definition shift (m : nat) (a : operand) : operand :=
  match a with Name i => Name (m + i)%nat | a => a end.

Fixpoint flatten (E : expr) (n : nat) (k : nat -> operand -> program) : program :=
  let binary o E F :=
    flatten E n (fun m a =>
      flatten F (m + n)%nat (fun m' b =>
        Let (Op o (shift m' a) b) (k (S (m' + m)) (Name 0)))) in
  match E with
  | Var i => k O (Name (n + i)%nat)
  | Zero => k O Const0
  | One => k O Const1
  | Plus E F => binary Add E F
  | Times E F => binary Mul E F
  end.

Definition program_of (E : expr) : program := flatten E O (fun _ a => Return a).

(** [env'] is [env] after [m] bindings. *)
Definition extends {A : Type} (m : nat) (env env' : nat -> A) : Prop :=
  forall i, env' (m + i)%nat = env i.

Lemma value_shift {D : Dict} m (env env' : nat -> D) a :
  extends m env env' -> value env' (shift m a) = value env a.
Proof. intros H. destruct a; cbn; [apply H | |]; reflexivity. Qed.

Lemma run_flatten {D : Dict} E n k (env : nat -> D) (result : D) :
  (forall m env' a,
    extends m env env' ->
    value env' a = eval (fun i => env (n + i)%nat) E ->
    run (k m a) env' = result) ->
  run (flatten E n k) env = result.
Proof.
  revert n k env.
  induction E as [i | | | E IHE F IHF | E IHE F IHF]; intros n k env Hk;
    try (apply Hk; [intros i'|]; reflexivity).
  all: cbn; apply IHE; intros m env' a Henv' Ha.
  all: apply IHF; intros m' env'' b Henv'' Hb.
  all: cbn; rewrite (value_shift _ _ _ _ Henv''), Ha, Hb.
  all: apply Hk; [intros i; cbn; rewrite <- Nat.add_assoc, Henv''; apply Henv' |].
  all: cbn; f_equal; apply eval_ext; intros i; rewrite <- Nat.add_assoc; apply Henv'.
Qed.

Theorem run_program_of {D : Dict} E (env : nat -> D) :
  run (program_of E) env = eval env E.
Proof. apply run_flatten. intros m env' a _ Ha. exact Ha. Qed.

Corollary meaning_program_of E : meaning (program_of E) = E.
Proof.
  rewrite <- (eval_syntax (meaning _)), <- run_meaning, run_program_of.
  apply eval_syntax.
Qed.
