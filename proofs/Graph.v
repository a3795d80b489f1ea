(** * The computation graph of reverse mode

    What the stack and the effects strategy share.  A number is a primal and a
    vertex, unless it is a constant; the vertices are numbered in the order in
    which they are made.  How the edges are remembered is what the two
    strategies differ in. *)

From AD Require Import Semiring Expression Program Rules.

Definition Vertex := nat.

(** A primal, and its vertex unless it is a constant. *)
Record node (D : Dict) := Node { primal : D; vertex : option Vertex }.

Arguments Node {D}.
Arguments primal {D}.
Arguments vertex {D}.

(** The operands of a step that are vertices, each with its partial. *)
Definition Edges (D : Dict) := list (Vertex * Partial D).

(** The vertex of a step's result: it is a constant, shares the vertex of an
    operand, or is a vertex of its own, with edges. *)
Inductive origin (D : Dict) :=
  | NoVertex
  | OldVertex (w : Vertex)
  | NewVertex (e : Edges D).

Arguments NoVertex {D}.
Arguments OldVertex {D}.
Arguments NewVertex {D}.

(** The adjoint of each vertex; [None] where the result does not depend on it,
    as far as is known yet. *)
Definition Adjoints (D : Dict) := Vertex -> option D.

Section Graph.
  Context {D : Dict}.

  Definition constant (v : D) : node D := Node v None.

  Definition operand_node (env : nat -> node D) (a : operand) : node D :=
    match a with Name i => env i | Const0 => constant 0 | Const1 => constant 1 end.

  Definition primals (env : nat -> node D) : nat -> D := fun i => primal (env i).

  (** The inputs of an evaluation: the first [n] are the vertices 0 … n-1, names
      beyond them are constants. *)
  Definition inputs (n : nat) (xs : nat -> D) : nat -> node D :=
    fun i => Node (xs i) (if i <? n then Some i else None).

  (** The edges of a step. *)
  Fixpoint edges (xs : list (node D)) (ps : list (Partial D)) : Edges D :=
    match xs, ps with
    | x :: xs, p :: ps =>
        match vertex x, p with
        | None, _ | _, PartialZero => edges xs ps
        | Some w, p => (w, p) :: edges xs ps
        end
    | _, _ => []
    end.

  (** What vertex the result of a step has.  If it is made from one vertex alone,
      with the partial 1, as in [x + 1], then it has that one's: whatever arrives
      at the result arrives at the operand. *)
  Definition made (xs : list (node D)) (ps : list (Partial D)) : origin D :=
    match edges xs ps with
    | [] => NoVertex
    | [(w, PartialOne)] => OldVertex w
    | e => NewVertex e
    end.

  (** Adds [d · p] to the adjoint of [w]. *)
  Definition update (adj : Adjoints D) (w : Vertex) (p : Partial D) (d : D) : Adjoints D :=
    fun v => if v =? w then add_term (adj v) d p else adj v.

  (** The adjoint of the vertex [v] goes to its operands; a vertex that the
      result does not depend on is skipped. *)
  Definition propagate (v : Vertex) (e : Edges D) (adj : Adjoints D) : Adjoints D :=
    match adj v with
    | None => adj
    | Some d => fold_left (fun adj '(w, p) => update adj w p d) e adj
    end.

  (** The adjoints at the start: one at the result, or nothing at all if the
      result is a constant. *)
  Definition seed (r : node D) : Adjoints D :=
    let none := fun _ => None in
    match vertex r with
    | None => none
    | Some v => update none v PartialOne 1
    end.
End Graph.
