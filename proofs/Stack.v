(** * Reverse mode with a stack

    Each step is pushed.  A loop pops the steps in the opposite order.  The
    stack is a state that is passed along, and not a mutable object. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Tangents Rules Graph Adjoints Pullback.
From AD Require Import Effects.

(** ** The algorithm *)

Section Algorithm.
  Context {S : signature} (D : Dict S).

  (** The steps, the newest first. *)
  Definition Tape := list (Edges D nat).

  (** The forward phase.  The first [n] vertices are the inputs. *)
  Fixpoint record (n : nat) (c : comp (Steps D nat) (list (D * option nat))) (t : Tape)
      : comp S (list (D * option nat) * Tape) :=
    match c with
    | Ret ys => Ret (ys, t)
    | Do (inl o) k => Do o (fun r => record n (k r) t)
    | Do (inr e) k => record n (k (length t + n)%nat) (e :: t)
    end.

  (** The backward phase. *)
  Fixpoint backward (n : nat) (t : Tape) (adj : Adjoints D) : comp S (Adjoints D) :=
    match t with
    | [] => Ret adj
    | e :: t => adj <- propagate D (length t + n) e adj ;; backward n t adj
    end.
End Algorithm.

Definition stack (e : exp) : pullback := fun S D xs ds =>
  let n := length xs in
  '(ys, t) <- record D n (e _ (by_steps (Recording D nat)) (variables (fun i => i) xs)) [] ;;
  adj <- seed D ys ds (fun _ => None) ;;
  adj <- backward D n t adj ;;
  Ret (map fst ys, collect D n adj).

(** ** The control stack is the tape

    The stack and the handler perform the same operations in the same order,
    and return the same numbers.  No law is used, so this holds for floats
    and for all effects. *)

Lemma handle_is_backward {S} (D : Dict S) ds n c : forall t,
  ('(ys, t') <- record D n c t ;;
   adj <- seed D ys ds (fun _ => None) ;;
   adj <- backward D n t' adj ;; Ret (ys, adj))
  ≈ ('(ys, adj) <- handle D ds c (length t + n) ;;
     adj <- backward D n t adj ;; Ret (ys, adj)).
Proof.
  induction c as [ys | [o | e] k IH]; intros t; cbn [record handle andthen].
  - rewrite andthen_assoc. apply andthen_same; [reflexivity |]. intros adj. reflexivity.
  - apply same_do. intros r. apply IH.
  - rewrite (IH _ (e :: t)). cbn [length backward].
    change (1 + (length t + n))%nat with (Datatypes.S (length t) + n)%nat.
    rewrite andthen_assoc. apply andthen_same; [reflexivity |]. intros [ys adj].
    rewrite !andthen_assoc. apply andthen_same; [reflexivity |]. intros adj'. reflexivity.
Qed.

Theorem control_stack_is_tape e S (D : Dict S) xs ds : stack e S D xs ds ≈ effects e S D xs ds.
Proof.
  unfold stack, effects.
  set (c := e _ _ _). pose proof (handle_is_backward D ds (length xs) c []) as H.
  cbn [length backward Nat.add] in H.
  transitivity (
    '(ys, adj) <- ('(ys, t) <- record D (length xs) c [] ;;
      adj <- seed D ys ds (fun _ => None) ;;
      adj <- backward D (length xs) t adj ;; Ret (ys, adj)) ;;
    Ret (map fst ys, collect D (length xs) adj)).
  - symmetry. rewrite andthen_assoc. apply andthen_same; [reflexivity |]. intros [ys t].
    rewrite andthen_assoc. apply andthen_same; [reflexivity |]. intros adj.
    rewrite andthen_assoc. apply andthen_same; [reflexivity |]. reflexivity.
  - etransitivity.
    { apply (andthen_same _ _ _ (fun '(ys, adj) => Ret (map fst ys, collect D (length xs) adj)) H).
      reflexivity. }
    rewrite andthen_assoc. apply andthen_same; [reflexivity |]. intros [ys adj]. reflexivity.
Qed.

Theorem stack_correct n e Es : isExp n e Es -> isPullback n (stack e) Es.
Proof.
  intros He S D X Ψ R isNum HD w xs rs ds ss Hn Hxs Hss Hds.
  apply (ewp_same _ (effects e S D xs ds)); [symmetry; apply control_stack_is_tape |].
  now apply (effects_correct n e Es He).
Qed.
