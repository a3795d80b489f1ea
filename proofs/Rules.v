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

(** The same for what a step binds: that of a sum is one for each term. *)
Definition binding_rule {D : Dict} (env : nat -> D) (b : binding) : D * list (Partial D) :=
  match b with
  | Op o x y => rule o (value env x) (value env y)
  | Sum terms => (sum_of (map (value env) terms), map (fun _ => PartialOne) terms)
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

Lemma rule_bound {D : Dict} (env : nat -> D) b : fst (binding_rule env b) = bound env b.
Proof. now destruct b as [[] |]. Qed.

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

  (** The partials are those of the expression that is bound: the differential of
      a step is the sum of its partials times the differentials of its operands. *)
  Theorem rule_correct (env d : nat -> R) b :
    differential env d (binding_expr b)
      == dot (snd (binding_rule env b))
           (map (fun a => differential env d (operand_expr a)) (operands b)).
  Proof.
    destruct b as [[] x y | [| x terms]]; cbn; rewrite ?eval_operand; try ring.
    rewrite (SRmul_1_l (laws R)). generalize (operand_expr x).
    induction terms as [| y terms IH]; intros E; cbn; [ring |].
    rewrite IH. cbn. ring.
  Qed.
End Correct.
