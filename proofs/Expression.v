(** * Mathematical expressions

    The free commutative semiring over variables [X0], [X1], …: its syntax, its
    meaning in every semiring, the textbook's partial derivative, and the
    chain rule. *)

From AD Require Import Semiring.

(** E ::= Xi | 0 | 1 | E + E | E × E *)
Inductive expr :=
  | Var (i : nat)
  | Zero
  | One
  | Plus (E F : expr)
  | Times (E F : expr).

Declare Scope expr_scope.
Delimit Scope expr_scope with expr.
Bind Scope expr_scope with expr.
Infix "+" := Plus : expr_scope.
Infix "×" := Times (at level 40, left associativity) : expr_scope.

(** ** Meaning *)

Fixpoint eval {A : Algebra} (env : nat -> A) (E : expr) : A :=
  match E with
  | Var i => env i
  | Zero => 0
  | One => 1
  | Plus E F => eval env E + eval env F
  | Times E F => eval env E * eval env F
  end.

Lemma eval_ext {A : Algebra} (env env' : nat -> A) E :
  (forall i, env i = env' i) -> eval env E = eval env' E.
Proof. intros H; induction E; cbn; congruence. Qed.

(** ** The laws *)

Reserved Infix "≡" (at level 70, no associativity).

(** The least congruence that contains the laws. *)
Inductive equal : expr -> expr -> Prop :=
  | equal_refl E : E ≡ E
  | equal_sym E F : E ≡ F -> F ≡ E
  | equal_trans E F G : E ≡ F -> F ≡ G -> E ≡ G
  | equal_plus E E' F F' : E ≡ E' -> F ≡ F' -> E + F ≡ E' + F'
  | equal_times E E' F F' : E ≡ E' -> F ≡ F' -> E × F ≡ E' × F'
  | plus_0_l E : Zero + E ≡ E
  | plus_comm E F : E + F ≡ F + E
  | plus_assoc E F G : E + (F + G) ≡ (E + F) + G
  | times_1_l E : One × E ≡ E
  | times_0_l E : Zero × E ≡ Zero
  | times_comm E F : E × F ≡ F × E
  | times_assoc E F G : E × (F × G) ≡ (E × F) × G
  | distr_l E F G : (E + F) × G ≡ E × G + F × G
where "E ≡ F" := (equal E%expr F%expr).

(** Expressions modulo the laws are a semiring, the free one. *)

Definition Syntax : Algebra :=
  {| V := expr; zeroA := Zero; oneA := One; addA := Plus; mulA := Times |}.

Program Definition Free : Semiring := {| algebra := Syntax; equiv := equal |}.
Next Obligation. constructor; [exact equal_refl | exact equal_sym | exact equal_trans]. Qed.
Next Obligation. repeat intro; now apply equal_plus. Qed.
Next Obligation. repeat intro; now apply equal_times. Qed.
Next Obligation.
  constructor; [exact plus_0_l | exact plus_comm | exact plus_assoc | exact times_1_l
    | exact times_0_l | exact times_comm | exact times_assoc | exact distr_l].
Qed.

#[export] Instance equal_equivalence : Equivalence equal := equiv_equivalence Free.
#[export] Instance plus_respects : Proper (equal ==> equal ==> equal) Plus := add_respects Free.
#[export] Instance times_respects : Proper (equal ==> equal ==> equal) Times := mul_respects Free.

Lemma free_laws : semi_ring_theory Zero One Plus Times equal.
Proof. exact (laws Free). Qed.

Lemma free_respects : sring_eq_ext Plus Times equal.
Proof. exact (respects Free). Qed.

Add Ring Free_ring : free_laws (setoid equal_equivalence free_respects).

(** Evaluation in any semiring respects the laws. *)
Theorem eval_sound (R : Semiring) (env : nat -> R) E F :
  E ≡ F -> eval env E == eval env F.
Proof.
  induction 1; cbn.
  1: reflexivity.
  1: now symmetry.
  1: now transitivity (eval env F).
  1: now apply add_respects.
  1: now apply mul_respects.
  all: apply (laws R).
Qed.

(** The value of an expression in the syntax is the expression. *)
Lemma eval_syntax E : eval (A := Syntax) Var E = E.
Proof. induction E; cbn; congruence. Qed.

(** So two expressions are equal by the laws if they agree in every semiring. *)
Theorem eval_complete E F :
  (forall (R : Semiring) (env : nat -> R), eval env E == eval env F) -> E ≡ F.
Proof. intros H. rewrite <- (eval_syntax E), <- (eval_syntax F). apply (H Free). Qed.

Lemma eval_total {A : Algebra} (env : nat -> A) (l : list expr) :
  eval env (total (A := Syntax) l) = total (map (eval env) l).
Proof. induction l as [| E l IH]; cbn; [reflexivity |]. now rewrite IH. Qed.

Lemma eval_sigma {A : Algebra} (env : nat -> A) n (f : nat -> expr) :
  eval env (sigma (A := Syntax) n f) = sigma n (fun i => eval env (f i)).
Proof. induction n as [| n IH]; cbn; [reflexivity |]. now rewrite IH. Qed.

(** ** Substitution *)

(** Substitution is evaluation in the syntax. *)
Definition subst (s : nat -> expr) (E : expr) : expr := eval (A := Syntax) s E.

Lemma eval_subst {A : Algebra} (env : nat -> A) s E :
  eval env (subst s E) = eval (fun i => eval env (s i)) E.
Proof. induction E; cbn; unfold subst in *; congruence. Qed.

Lemma subst_subst s t E : subst s (subst t E) = subst (fun i => subst s (t i)) E.
Proof. apply (eval_subst (A := Syntax)). Qed.

(** ** Derivatives *)

Reserved Notation "∂[ x ] E" (at level 30, right associativity, format "∂[ x ]  E").

(** The partial derivative ∂E/∂x, on the syntax tree. *)
Fixpoint partial (x : nat) (E : expr) : expr :=
  match E with
  | Var i => if i =? x then One else Zero
  | Zero | One => Zero
  | Plus E F => ∂[x] E + ∂[x] F
  | Times E F => ∂[x] E × F + E × ∂[x] F
  end%expr
where "∂[ x ] E" := (partial x E).

(** Derivatives commute, so the order of a nesting does not matter. *)
Theorem partial_commutes x y E : ∂[x] ∂[y] E ≡ ∂[y] ∂[x] E.
Proof.
  induction E as [i | | | E1 IH1 E2 IH2 | E1 IH1 E2 IH2]; cbn.
  - destruct (i =? x), (i =? y); reflexivity.
  - reflexivity.
  - reflexivity.
  - rewrite IH1, IH2. reflexivity.
  - rewrite IH1, IH2. ring.
Qed.

(** ** Differentials

    The derivative at a point along a direction [d]: name [i] moves by [d i]. *)

Fixpoint differential {A : Algebra} (env d : nat -> A) (E : expr) : A :=
  match E with
  | Var i => d i
  | Zero | One => 0
  | Plus E F => differential env d E + differential env d F
  | Times E F => differential env d E * eval env F + eval env E * differential env d F
  end.

(** The chain rule: a name moves by the differential of the expression that
    replaces it.  The proof uses no law. *)
Theorem chain_rule {A : Algebra} (env d : nat -> A) s E :
  differential env d (subst s E)
    = differential (fun i => eval env (s i)) (fun i => differential env d (s i)) E.
Proof. induction E; cbn; rewrite <- ?eval_subst; unfold subst in *; congruence. Qed.

Lemma differential_at {A : Algebra} (env env' d : nat -> A) E :
  (forall i, env i = env' i) -> differential env d E = differential env' d E.
Proof.
  intros H. induction E; cbn; rewrite ?(eval_ext env env') by exact H; congruence.
Qed.

(** The direction in which one name moves. *)
Definition axis {A : Algebra} (x i : nat) : A := if i =? x then 1 else 0.

(** A partial derivative is the differential in the direction of its name. *)
Lemma differential_partial {A : Algebra} (env : nat -> A) x E :
  eval env (∂[x] E) = differential env (axis x) E.
Proof.
  induction E as [i | | | |]; cbn; try congruence.
  unfold axis. now destruct (i =? x).
Qed.

Section Linear.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Lemma differential_ext (env d d' : nat -> R) E :
    (forall i, d i == d' i) -> differential env d E == differential env d' E.
  Proof.
    intros H. induction E as [i | | | ? IH ? IH' | ? IH ? IH']; cbn.
    1: apply H.
    all: rewrite ?IH, ?IH'; reflexivity.
  Qed.

  Lemma differential_zero (env : nat -> R) E : differential env (fun _ => 0) E == 0.
  Proof. induction E as [i | | | ? IH ? IH' | ? IH ? IH']; cbn; rewrite ?IH, ?IH'; ring. Qed.

  (** It is linear in the direction. *)
  Lemma differential_linear (env d d' : nat -> R) c E :
    differential env (fun i => d i + c * d' i) E
      == differential env d E + c * differential env d' E.
  Proof.
    induction E as [i | | | ? IH ? IH' | ? IH ? IH']; cbn; rewrite ?IH, ?IH'; ring.
  Qed.

  (** It is the sum of the partial derivatives times the direction, whose
      components from [n] on are zero. *)
  Lemma differential_sum n (env d : nat -> R) E : (forall i, n <= i -> d i == 0) ->
    differential env d E == sigma n (fun i => eval env (∂[i] E) * d i).
  Proof.
    intros Hd. induction E as [x | | | E IHE F IHF | E IHE F IHF]; cbn [differential partial eval].
    - rewrite (sigma_ext n _ (fun i => if i =? x then d i else 0)).
      + destruct (Nat.lt_ge_cases x n) as [Hx | Hx]; [now rewrite sigma_pick |].
        rewrite (Hd x Hx), (sigma_ext n _ (fun _ => 0)); [now rewrite sigma_zero |].
        intros i Hi. destruct (Nat.eqb_spec i x); [lia | reflexivity].
      + intros i _. rewrite (Nat.eqb_sym x i). destruct (i =? x); cbn; ring.
    - rewrite (sigma_ext n _ (fun _ => 0)); [now rewrite sigma_zero |]. intros i _. cbn. ring.
    - rewrite (sigma_ext n _ (fun _ => 0)); [now rewrite sigma_zero |]. intros i _. cbn. ring.
    - rewrite IHE, IHF, <- sigma_plus. apply sigma_ext. intros i _. cbn. ring.
    - rewrite IHE, IHF, (SRmul_comm (laws R) (eval env E)), <- !sigma_times, <- sigma_plus.
      apply sigma_ext. intros i _. cbn. ring.
  Qed.
End Linear.

(** The expression in which the variables from [n] on are zero. *)
Definition within (n : nat) : expr -> expr := subst (fun i => if i <? n then Var i else Zero).

Lemma eval_within {A : Algebra} n (env env' : nat -> A) E :
  (forall i, i < n -> env' i = env i) -> (forall i, n <= i -> env i = 0) ->
  eval env' (within n E) = eval env E.
Proof.
  intros H H'. unfold within. rewrite eval_subst. apply eval_ext. intros i.
  destruct (Nat.ltb_spec i n); cbn; [auto | symmetry; auto].
Qed.
