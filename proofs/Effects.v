(** * Reverse mode with effect handlers

    There is no tape.  A step performs an effect and waits; the handler resumes
    it with a new vertex, and only once the rest of the evaluation has returned
    adds to the adjoints of the operands.  The control stack is the tape. *)

From AD Require Import Semiring Expression Program Rules Graph Stack.

(** ** The algorithm *)

(** An evaluation as its handler sees it: it is done, or it is suspended at a
    step and can be resumed with a vertex. *)
Inductive computation (D : Dict) :=
  | Done (r : node D)
  | Perform (e : Edges D) (resume : Vertex -> computation D).

Arguments Done {D}.
Arguments Perform {D}.

Section Algorithm.
  Context {D : Dict}.

  (** What the strategy does with a step of value [v], of which [k] is the rest
      of the evaluation: if it makes a vertex, it is performed. *)
  Definition step (v : D) (xs : list (node D)) (ps : list (Partial D))
      (k : node D -> computation D) : computation D :=
    match made xs ps with
    | NoVertex => k (constant v)
    | OldVertex w => k (Node v (Some w))
    | NewVertex e => Perform e (fun u => k (Node v (Some u)))
    end.

  Fixpoint evaluate (p : program) (env : nat -> node D) : computation D :=
    match p with
    | Return a => Done (operand_node env a)
    | Let b rest =>
        let (v, ps) := binding_rule (primals env) b in
        step v (map (operand_node env) (operands b)) ps (fun u => evaluate rest (u .: env))
    end.

  (** The handler, where there are [n] vertices so far.  It is not
      tail-recursive: [e] waits on the control stack until the rest is done. *)
  Fixpoint handle (n : nat) (c : computation D) : Adjoints D :=
    match c with
    | Done r => seed r
    | Perform e resume =>
        let adj := handle (S n) (resume n) in
        propagate n e adj
    end.

  (** The partial derivatives of [p] with respect to its first [n] inputs. *)
  Definition effects (p : program) (n : nat) (xs : nat -> D) : nat -> D :=
    let adj := handle n (evaluate p (inputs n xs)) in
    fun i => read (adj i).
End Algorithm.

(** ** The control stack is the tape

    The handler returns the adjoints that the backward phase has reached when it
    has popped all that the program had pushed.  No law is used: under every
    dictionary the two algorithms agree to the last bit. *)
Lemma handle_backward {D : Dict} p (env : nat -> node D) t :
  let (r, t') := record p env t in
  backward t' (seed r) = backward t (handle (length t) (evaluate p env)).
Proof.
  revert env t. induction p as [a | b rest IH]; intros env t; cbn.
  - reflexivity.
  - destruct (binding_rule _ _) as [v ps]. unfold step, Stack.step.
    destruct (made _ _) as [| w | e]; cbn; apply (IH _ t) || apply (IH _ (e :: t)).
Qed.

Theorem control_stack_is_tape {D : Dict} p n (xs : nat -> D) i :
  effects p n xs i = stack p n xs i.
Proof.
  unfold effects, stack.
  pose proof (handle_backward p (inputs n xs) (leaves n)) as H.
  destruct (record p _ _) as [r t]. rewrite H, backward_leaves.
  unfold leaves. now rewrite repeat_length.
Qed.
