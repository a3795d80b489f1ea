(** * The sweeps of an adjoint program

    [#[exp(adjoint)]] writes a second program and needs no tape.  The forward
    sweep is the program, and saves values.  The reverse sweep reverses the
    statements, restores or recomputes values, and passes adjoints. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Rules Graph Adjoints.
From AD Require Import Statement.

Section Algorithm.
  Context {S : signature} (D : Dict S) {Q : Type} (ask : Q -> (nat -> D) -> bool).
  Implicit Types (σ : nat -> D) (s : stmt Q) (adj : Adjoints D).

  (** Saved: an overwritten value, a branch, or the number of iterations. *)
  Inductive saved := Value (v : D) | Branch (first : bool) | Rounds (k : nat).

  Fixpoint upwards {A} (f : nat -> A -> comp S A) (n : nat) (a : A) : comp S A :=
    match n with O => Ret a | Datatypes.S n => a <- upwards f n a ;; f n a end.

  Fixpoint downwards {A} (f : nat -> A -> comp S A) (n : nat) (a : A) : comp S A :=
    match n with O => Ret a | Datatypes.S n => a <- f n a ;; downwards f n a end.

  Fixpoint again {A} (f : A -> comp S A) (n : nat) (a : A) : comp S A :=
    match n with O => Ret a | Datatypes.S n => a <- again f n a ;; f a end.

  Fixpoint sweep s (state : (nat -> D) * list saved) : comp S ((nat -> D) * list saved) :=
    let (σ, t) := state in
    match s with
    | Skip => Ret (σ, t)
    | Assign keep x e =>
        v <- bound D σ e ;; Ret (set σ x v, if keep then Value (σ x) :: t else t)
    | Seq s1 s2 => state <- sweep s1 (σ, t) ;; sweep s2 state
    | If q s1 s2 =>
        if ask q σ
        then '(σ, t) <- sweep s1 (σ, t) ;; Ret (σ, Branch true :: t)
        else '(σ, t) <- sweep s2 (σ, t) ;; Ret (σ, Branch false :: t)
    | For n body => upwards (fun i => sweep (body i)) n (σ, t)
    | Loop n s1 q s2 =>
        state <- sweep s1 (σ, t) ;;
        '(σ, t, k) <- (fix rounds n state :=
          match n with
          | O => Ret (state, O)
          | Datatypes.S n =>
              if ask q (fst state) then Ret (state, O)
              else
                state <- sweep s2 state ;;
                state <- sweep s1 state ;;
                '(state, k) <- rounds n state ;;
                Ret (state, Datatypes.S k)
          end) n state ;;
        Ret (σ, Rounds k :: t)
    | Again x e s => v <- bound D σ e ;; sweep s (set σ x v, t)
    end.

  (** The adjoint of [x] is removed and passed to the operands, of which [x] may
      be one.  An empty adjoint is not passed. *)
  Definition pass (x : nat) (e : Edges D nat) adj : comp S (Adjoints D) :=
    match adj x with
    | None => Ret adj
    | Some d => fold (update D d) e (set adj x None)
    end.

  Fixpoint back s (state : (nat -> D) * list saved * Adjoints D)
      : comp S ((nat -> D) * list saved * Adjoints D) :=
    let '(σ, t, adj) := state in
    match s with
    | Skip => Ret state
    | Assign keep x e =>
        let '(σ, t) :=
          match keep, t with
          | true, Value v :: t => (set σ x v, t)
          | _, t => (σ, t)
          end in
        adj <- pass x (edges_at D σ e) adj ;; Ret (σ, t, adj)
    | Seq s1 s2 => state <- back s2 state ;; back s1 state
    | If _ s1 s2 =>
        match t with
        | Branch true :: t => back s1 (σ, t, adj)
        | Branch false :: t => back s2 (σ, t, adj)
        | _ => Ret state
        end
    | For n body => downwards (fun i => back (body i)) n state
    | Loop _ s1 _ s2 =>
        match t with
        | Rounds k :: t =>
            state <- again (fun state => state <- back s1 state ;; back s2 state) k (σ, t, adj) ;;
            back s1 state
        | _ => Ret state
        end
    | Again x e s =>
        v <- bound D σ e ;;
        '(σ, t, adj) <- back s (set σ x v, t, adj) ;;
        adj <- pass x (edges_at D σ e) adj ;;
        Ret (σ, t, adj)
    end.
End Algorithm.

Arguments Value {_ _}.
Arguments Branch {_ _}.
Arguments Rounds {_ _}.
