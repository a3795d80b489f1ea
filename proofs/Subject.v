(** * A subject with effects of its own

    The paper allows a subject to perform effects that it handles itself.  This
    one asks for the next power of x.  After the rest has returned, its handler
    multiplies the result by x.  Operations of the dictionary go to the
    handlers further out. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary.

Section Algorithm.
  Context {S : signature} (D : Dict S) (x : D).

  Definition Next : signature := {|
    operation := operation S + unit;
    answer o := match o with inl o => answer S o | inr _ => D end |}.

  Fixpoint outer {A} (c : comp S A) : comp Next A :=
    match c with Ret a => Ret a | Do o k => Do (S := Next) (inl o) (fun r => outer (k r)) end.

  Definition next : comp Next D := Do (S := Next) (inr tt) Ret.

  (** [for _ in 0..n { sum = sum + next() }] *)
  Fixpoint powers (n : nat) (sum : D) : comp Next D :=
    match n with
    | O => Ret sum
    | Datatypes.S n => p <- next ;; sum <- outer (add D sum p) ;; powers n sum
    end.

  Fixpoint answered (c : comp Next D) (now : D) : comp S D :=
    match c with
    | Ret y => Ret y
    | Do (inl o) k => Do o (fun r => answered (k r) now)
    | Do (inr _) k => now <- mul D now x ;; y <- answered (k now) now ;; mul D y x
    end.

  Lemma answered_outer (c : comp S D) (f : D -> comp Next D) now :
    answered (a <- outer c ;; f a) now ≈ (a <- c ;; answered (f a) now).
  Proof. induction c as [a | o k IH]; [reflexivity | now apply same_do]. Qed.
End Algorithm.

(** (x² + … + xⁿ⁺¹)·xⁿ *)
Definition sum_of_powers (n : nat) : exp := fun S D xs =>
  let x := nth 0 xs (zero D) in
  y <- answered D x (powers D n (zero D)) x ;; Ret [y].

(** The meaning, from the sum so far and the present power. *)
Fixpoint powers_expr (n : nat) (sum now : expr) : expr :=
  match n with
  | O => sum
  | S n => (powers_expr n (sum + now × Var 0) (now × Var 0) × Var 0)%expr
  end.

Theorem sum_of_powers_isExp n : isExp 1 (sum_of_powers n) [powers_expr n Zero (Var 0)].
Proof.
  intros S D X Ψ R isNum HD w xs rs Hn Hxs. unfold sum_of_powers.
  destruct Hxs as [| x r xs rs Hx Hxs]; [discriminate |]. cbn [nth].
  assert (H : forall n sum now w E F, isNum w x r ->
    isNum w sum (eval (at_ (r :: rs)) E) -> isNum w now (eval (at_ (r :: rs)) F) ->
    ewp Ψ (answered D x (powers D n sum) now) w (fun w' y => isNum w' y (eval (at_ (r :: rs)) (powers_expr n E F)))).
  { clear n w Hn Hx Hxs. induction n as [| n IH]; intros sum now w E F Hx Hsum Hnow; cbn [powers powers_expr].
    - exact Hsum.
    - cbn [andthen next answered eval]. eapply ewp_bind; [apply (is_mul HD); [exact Hnow | exact Hx] |].
      intros w1 now' Hw1 Hnow'. cbn beta in Hnow'.
      pose proof (is_persistent HD _ _ _ _ Hw1 Hx) as Hx1. pose proof (is_persistent HD _ _ _ _ Hw1 Hsum) as Hsum1.
      eapply ewp_bind.
      { eapply ewp_same; [symmetry; apply answered_outer |].
        eapply ewp_bind; [apply (is_add HD); [exact Hsum1 | exact Hnow'] |].
        intros w2 sum' Hw2 Hsum'. cbn beta in Hsum'.
        apply (IH sum' now' w2 (E + F × Var 0)%expr (F × Var 0)%expr).
        - now apply (is_persistent HD w1).
        - exact Hsum'.
        - now apply (is_persistent HD w1). }
      intros w3 y Hw3 Hy. cbn beta in Hy. apply (is_mul HD); [exact Hy |].
      now apply (is_persistent HD w1). }
  eapply ewp_bind.
  - apply (H n (zero D) x w Zero (Var 0)); [exact Hx | apply (is_zero HD) | exact Hx].
  - intros w' y _ Hy. constructor; [exact Hy | constructor].
Qed.
