(** * The rules of the operations

    A step is a value together with its partial derivatives with respect to its
    operands.  This is the only place where an algorithm learns what addition
    and multiplication are; the strategies differ in what they attach to a
    number, and in what they do with the partials of a step. *)

From AD Require Import Semiring Expression Program.

(** A partial derivative; the trivial ones are known without computing. *)
Inductive Partial (D : Dict) :=
  | PartialZero
  | PartialOne
  | PartialValue (p : D).

Arguments PartialZero {D}.
Arguments PartialOne {D}.
Arguments PartialValue {D}.

Definition number {D : Dict} (p : Partial D) : D :=
  match p with PartialZero => 0 | PartialOne => 1 | PartialValue p => p end.

(** The rule of an operation: the primal, and one partial for each operand. *)
Definition rule {D : Dict} (o : op) (a b : D) : D * list (Partial D) :=
  match o with
  | Add => (a + b, [PartialOne; PartialOne])
  | Mul => (a * b, [PartialValue b; PartialValue a])
  end.

(** What all strategies do with a partial: to a sum they add the derivative [d]
    of something else, times [p].  It is by this that a tangent is computed from
    the tangents of the operands, and an adjoint from that of the result. *)
Definition add_term {D : Dict} (sum : option D) (d : D) (p : Partial D) : option D :=
  match p with
  | PartialZero => sum
  | PartialOne => accumulate sum d
  | PartialValue p => accumulate sum (d * p)
  end.

(** ** Their correctness *)

Lemma rule_apply {D : Dict} o (a b : D) : fst (rule o a b) = apply o a b.
Proof. now destruct o. Qed.

Section Correct.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Lemma read_add_term (sum : option R) d p :
    read (add_term sum d p) == read sum + d * number p.
  Proof. destruct p; cbn; rewrite ?read_accumulate; ring. Qed.

  (** Σ pᵢ·dᵢ *)
  Fixpoint dot (ps : list (Partial R)) (ds : list R) : R :=
    match ps, ds with
    | p :: ps, d :: ds => number p * d + dot ps ds
    | _, _ => 0
    end.

  (** The partials are those of the operation's expression: the differential of a
      step is the sum of its partials times the differentials of its operands. *)
  Theorem rule_correct (env d : nat -> R) o a b :
    differential env d (step_expr o a b)
      == dot (snd (rule o (value env a) (value env b)))
           [differential env d (operand_expr a); differential env d (operand_expr b)].
  Proof. destruct o; cbn; rewrite ?eval_operand; ring. Qed.
End Correct.
