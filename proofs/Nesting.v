(** * Strategies nest

    The paper's specification of a differentiation operator: it maps an
    expression to an expression, and if the first represents E then the second
    represents E′.  Whatever has this property can be composed with whatever
    else has it, to any depth and in any order. *)

From AD Require Import Semiring Expression Program Forward Graph Stack Effects Reverse.
From Coq Require Import Permutation.

(** An expression: a computation that is polymorphic in its numbers. *)
Definition exp := forall D : Dict, (nat -> D) -> D.

Definition represents (e : exp) (E : expr) : Prop :=
  forall (R : Semiring) (xs : nat -> R), e R xs == eval xs E.

(** A program is an expression. *)
Lemma represents_program p : represents (fun D => run p) (meaning p).
Proof. intros R xs. now rewrite run_meaning. Qed.

(** ** The three operators *)

(** Forward mode evaluates its subject under another dictionary. *)
Definition forward_diff (x : nat) (e : exp) : exp := fun D xs =>
  read (tangent (e (Forward D) (seeded xs (basis x)))).

(** Reverse mode deals with the steps that its subject makes; they show when it
    is evaluated on syntax. *)
Definition trace (e : exp) : program := program_of (e Syntax Var).

Definition stack_diff (x : nat) (e : exp) : exp := fun D xs =>
  stack (trace e) (S x) xs x.

Definition effects_diff (x : nat) (e : exp) : exp := fun D xs =>
  effects (trace e) (S x) xs x.

(** They are those of an expression that equals E by the laws. *)
Lemma trace_correct e E : represents e E -> meaning (trace e) ≡ E.
Proof.
  intros He. unfold trace. rewrite meaning_program_of, <- (eval_syntax E).
  apply (He Free).
Qed.

(** The derivative is well defined on expressions modulo the laws: it is what
    forward mode computes in the free semiring, and that is a semiring. *)
Lemma partial_respects x E F : E ≡ F -> ∂[x] E ≡ ∂[x] F.
Proof.
  intros H. rewrite <- (eval_syntax (∂[x] E)), <- (eval_syntax (∂[x] F)).
  transitivity (read (tangent (eval (seeded (D := Syntax) Var (basis x)) E))).
  { symmetry. apply (tangent_partial (R := Free)). }
  rewrite <- (tangent_partial (R := Free) Var x F).
  apply (eval_sound (ForwardSemiring Free) _ _ _ H).
Qed.

(** ** The specification *)

(** The proof for forward mode uses that a number with a tangent is a number. *)
Theorem forward_diff_correct x e E :
  represents e E -> represents (forward_diff x e) (∂[x] E).
Proof.
  intros He R xs. unfold forward_diff.
  destruct (He (ForwardSemiring R) (seeded xs (basis x))) as [_ H].
  cbn in H |- *. rewrite H. apply tangent_partial.
Qed.

Theorem stack_diff_correct x e E :
  represents e E -> represents (stack_diff x e) (∂[x] E).
Proof.
  intros He R xs. unfold stack_diff. rewrite stack_correct by lia.
  apply eval_sound, partial_respects, trace_correct, He.
Qed.

Theorem effects_diff_correct x e E :
  represents e E -> represents (effects_diff x e) (∂[x] E).
Proof.
  intros He R xs. unfold effects_diff. rewrite effects_correct by lia.
  apply eval_sound, partial_respects, trace_correct, He.
Qed.

(** ** All nestings *)

Inductive strategy := ByForward | ByStack | ByEffects.

Definition diff (s : strategy) : nat -> exp -> exp :=
  match s with
  | ByForward => forward_diff
  | ByStack => stack_diff
  | ByEffects => effects_diff
  end.

(** [nest [(s1, x1); (s2, x2)] e] is [diff s1 x1 (diff s2 x2 e)]. *)
Fixpoint nest (ss : list (strategy * nat)) (e : exp) : exp :=
  match ss with
  | [] => e
  | (s, x) :: ss => diff s x (nest ss e)
  end.

Fixpoint iterated_partial (xs : list nat) (E : expr) : expr :=
  match xs with
  | [] => E
  | x :: xs => ∂[x] iterated_partial xs E
  end.

Theorem nest_correct ss e E :
  represents e E -> represents (nest ss e) (iterated_partial (map snd ss) E).
Proof.
  intros He. induction ss as [| [[] x] ss IH]; cbn.
  - exact He.
  - now apply forward_diff_correct.
  - now apply stack_diff_correct.
  - now apply effects_diff_correct.
Qed.

(** For instance, forward mode over forward mode is the second derivative. *)
Corollary forward_of_forward x y p (R : Semiring) (xs : nat -> R) :
  forward_diff x (forward_diff y (fun D => run p)) R xs
    == eval xs (∂[x] ∂[y] (meaning p)).
Proof. apply (nest_correct [(ByForward, x); (ByForward, y)]), represents_program. Qed.

(** Two nestings agree whenever they differentiate by the same inputs equally
    often, whichever strategies they use and in whichever order. *)
Theorem nestings_agree ss ss' e E :
  represents e E -> Permutation (map snd ss) (map snd ss') ->
  forall (R : Semiring) (xs : nat -> R), nest ss e R xs == nest ss' e R xs.
Proof.
  intros He Hperm R xs.
  rewrite (nest_correct ss e E He R xs), (nest_correct ss' e E He R xs).
  apply eval_sound.
  induction Hperm as [| x l l' _ IH | x y l | l l' l'' _ IH _ IH']; cbn.
  - reflexivity.
  - now apply partial_respects.
  - apply partial_commutes.
  - now rewrite IH.
Qed.
