(** * Mathematical expressions

    The free commutative semiring over variables [X0], [X1], …: its syntax, its
    meaning in every semiring, the partial derivative as one learns it at
    school, and the chain rule, on which reverse mode rests. *)

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

Fixpoint eval {D : Dict} (env : nat -> D) (E : expr) : D :=
  match E with
  | Var i => env i
  | Zero => 0
  | One => 1
  | Plus E F => eval env E + eval env F
  | Times E F => eval env E * eval env F
  end.

Lemma eval_ext {D : Dict} (env env' : nat -> D) E :
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

Definition Syntax : Dict :=
  {| V := expr; zero := Zero; one := One; add := Plus; mul := Times |}.

Program Definition Free : Semiring := {| dict := Syntax; equiv := equal |}.
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

(** Evaluating an expression in the syntax changes nothing, … *)
Lemma eval_syntax E : eval (D := Syntax) Var E = E.
Proof. induction E; cbn; congruence. Qed.

(** … therefore two expressions that agree in every semiring are equal by the
    laws: the two ways to say "the same expression" are the same. *)
Theorem eval_complete E F :
  (forall (R : Semiring) (env : nat -> R), eval env E == eval env F) -> E ≡ F.
Proof. intros H. rewrite <- (eval_syntax E), <- (eval_syntax F). apply (H Free). Qed.

(** ** Substitution *)

(** To substitute is to evaluate in the syntax. *)
Definition subst (s : nat -> expr) (E : expr) : expr := eval (D := Syntax) s E.

Lemma eval_subst {D : Dict} (env : nat -> D) s E :
  eval env (subst s E) = eval (fun i => eval env (s i)) E.
Proof. induction E; cbn; unfold subst in *; congruence. Qed.

Lemma subst_subst s t E : subst s (subst t E) = subst (fun i => subst s (t i)) E.
Proof. apply (eval_subst (D := Syntax)). Qed.

(** The expression [let u = F in E].  In [E], the name [0] is [u], and the names
    of the context have grown by one. *)
Definition let_in (F E : expr) : expr := subst (F .: Var) E.

Lemma eval_let_in {D : Dict} (env : nat -> D) F E :
  eval env (let_in F E) = eval (eval env F .: env) E.
Proof. unfold let_in. rewrite eval_subst. apply eval_ext. now intros []. Qed.

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

(** Derivatives commute, hence the order does not matter in which strategies
    are nested. *)
Theorem partial_commutes x y E : ∂[x] ∂[y] E ≡ ∂[y] ∂[x] E.
Proof.
  induction E as [i | | | E1 IH1 E2 IH2 | E1 IH1 E2 IH2]; cbn.
  - destruct (i =? x), (i =? y); reflexivity.
  - reflexivity.
  - reflexivity.
  - rewrite IH1, IH2. reflexivity.
  - rewrite IH1, IH2. ring.
Qed.

(** A derivation at a point is a linear map that obeys the product rule.  Both
    "take the derivative, then evaluate" and "carry a tangent along" are
    derivations… *)
Record derivation {R : Semiring} (env : nat -> R) (d : expr -> R) : Prop := {
  d_zero : d Zero == 0;
  d_one : d One == 0;
  d_plus E F : d (E + F)%expr == d E + d F;
  d_times E F : d (E × F)%expr == d E * eval env F + eval env E * d F;
}.

(** … and a derivation is known once it is known on the variables. *)
Theorem derivation_unique {R : Semiring} (env : nat -> R) d d' :
  derivation env d -> derivation env d' ->
  (forall i, d (Var i) == d' (Var i)) -> forall E, d E == d' E.
Proof.
  intros H H' Hvar E.
  induction E as [i | | | E1 IH1 E2 IH2 | E1 IH1 E2 IH2].
  - apply Hvar.
  - now rewrite (d_zero _ _ H), (d_zero _ _ H').
  - now rewrite (d_one _ _ H), (d_one _ _ H').
  - now rewrite (d_plus _ _ H), (d_plus _ _ H'), IH1, IH2.
  - now rewrite (d_times _ _ H), (d_times _ _ H'), IH1, IH2.
Qed.

Lemma partial_derivation {R : Semiring} (env : nat -> R) x :
  derivation env (fun E => eval env (∂[x] E)).
Proof. constructor; intros; reflexivity. Qed.

(** ** Differentials

    The derivative at a point along a direction [d]: what each name moves by. *)

Fixpoint differential {D : Dict} (env d : nat -> D) (E : expr) : D :=
  match E with
  | Var i => d i
  | Zero | One => 0
  | Plus E F => differential env d E + differential env d F
  | Times E F => differential env d E * eval env F + eval env E * differential env d F
  end.

(** The chain rule: what is substituted moves by its own differential.  No law is
    needed for it. *)
Theorem chain_rule {D : Dict} (env d : nat -> D) s E :
  differential env d (subst s E)
    = differential (fun i => eval env (s i)) (fun i => differential env d (s i)) E.
Proof. induction E; cbn; rewrite <- ?eval_subst; unfold subst in *; congruence. Qed.

Lemma differential_at {D : Dict} (env env' d : nat -> D) E :
  (forall i, env i = env' i) -> differential env d E = differential env' d E.
Proof.
  intros H. induction E; cbn; rewrite ?(eval_ext env env') by exact H; congruence.
Qed.

(** The direction in which one name moves. *)
Definition unit {D : Dict} (x i : nat) : D := if i =? x then 1 else 0.

(** A partial derivative is the differential in the direction of its name. *)
Lemma differential_partial {D : Dict} (env : nat -> D) x E :
  eval env (∂[x] E) = differential env (unit x) E.
Proof.
  induction E as [i | | | |]; cbn; try congruence.
  unfold unit. now destruct (i =? x).
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
End Linear.
