(** * Reverse mode with a stack

    Every step is pushed, and a loop pops them in reverse. *)

From AD Require Import Semiring Expression Program Rules Graph.

(** ** The algorithm *)

(** The edges of each vertex, the newest first: vertex [v] is the one that has
    [v] older ones below it. *)
Definition Tape (D : Dict) := list (Edges D).

Section Algorithm.
  Context {D : Dict}.

  (** Pushes a step; its vertex. *)
  Definition push (t : Tape D) (e : Edges D) : Vertex * Tape D := (length t, e :: t).

  (** Pops every step: its adjoint goes to its operands. *)
  Fixpoint backward (t : Tape D) (adj : Adjoints D) : Adjoints D :=
    match t with
    | [] => adj
    | e :: t => backward t (propagate (length t) e adj)
    end.

  (** What the strategy does with a step of value [v]: if it makes a vertex, it is
      pushed. *)
  Definition step (v : D) (xs : list (node D)) (ps : list (Partial D)) (t : Tape D)
      : node D * Tape D :=
    match made xs ps with
    | NoVertex => (constant v, t)
    | OldVertex w => (Node v (Some w), t)
    | NewVertex e => let (u, t) := push t e in (Node v (Some u), t)
    end.

  (** The forward phase. *)
  Fixpoint record (p : program) (env : nat -> node D) (t : Tape D) : node D * Tape D :=
    match p with
    | Return a => (operand_node env a, t)
    | Let b rest =>
        let (v, ps) := binding_rule (primals env) b in
        let (u, t) := step v (map (operand_node env) (operands b)) ps t in
        record rest (u .: env) t
    end.

  (** The inputs are vertices without operands. *)
  Definition leaves (n : nat) : Tape D := repeat [] n.

  (** The partial derivatives of [p] with respect to its first [n] inputs. *)
  Definition stack (p : program) (n : nat) (xs : nat -> D) : nat -> D :=
    let (r, t) := record p (inputs n xs) (leaves n) in
    let adj := backward t (seed r) in
    fun i => read (adj i).
End Algorithm.

(** ** Remarks *)

(** If the result is a constant then the backward phase changes nothing, and one
    may as well return zero at once. *)
Lemma constant_result {D : Dict} (t : Tape D) (r : node D) v :
  vertex r = None -> backward t (seed r) v = None.
Proof.
  intros Hr. unfold seed. rewrite Hr. clear r Hr. induction t; [reflexivity | exact IHt].
Qed.

(** The leaves have nothing to propagate. *)
Lemma backward_leaves {D : Dict} n (adj : Adjoints D) : backward (leaves n) adj = adj.
Proof.
  revert adj. induction n as [| n IH]; intros adj; cbn.
  - reflexivity.
  - rewrite IH. unfold propagate. now destruct (adj _).
Qed.
