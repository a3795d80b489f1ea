(** * Forward and reverse are transposes

    Forward mode multiplies the Jacobian by a direction, reverse mode computes
    its row: the tangent along [ds] is the sum of the adjoints times [ds]. *)

From AD Require Import Semiring Expression Program Forward Graph Stack Effects Reverse.

Section Duality.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  (** f 0 + … + f (n-1) *)
  Fixpoint sum (n : nat) (f : nat -> R) : R :=
    match n with O => 0 | S n => sum n f + f n end.

  Lemma sum_ext n f g : (forall i, i < n -> f i == g i) -> sum n f == sum n g.
  Proof.
    intros H. induction n as [| n IH]; cbn; [reflexivity |].
    rewrite IH, H; auto. reflexivity.
  Qed.

  Lemma sum_zero n : sum n (fun _ => 0) == 0.
  Proof. induction n as [| n IH]; cbn; [reflexivity |]. rewrite IH. ring. Qed.

  Lemma sum_plus n f g : sum n (fun i => f i + g i) == sum n f + sum n g.
  Proof. induction n as [| n IH]; cbn; [ring |]. rewrite IH. ring. Qed.

  Lemma sum_times n f a : sum n (fun i => f i * a) == sum n f * a.
  Proof. induction n as [| n IH]; cbn; [ring |]. rewrite IH. ring. Qed.

  (** A sum that picks one of its terms. *)
  Lemma sum_basis n d x :
    sum n (fun i => (if x =? i then 1 else 0) * d i) == if x <? n then d x else 0.
  Proof.
    induction n as [| n IH]; [reflexivity |]. cbn [sum]. rewrite IH.
    destruct (Nat.ltb_spec x n), (Nat.ltb_spec x (S n)), (Nat.eqb_spec x n);
      subst; try lia; ring.
  Qed.

  (** The directional derivative Σ ∂E/∂i · dᵢ is a derivation. *)
  Lemma directional_derivation (xs d : nat -> R) n :
    derivation xs (fun E => sum n (fun i => eval xs (∂[i] E) * d i)).
  Proof.
    constructor; [intros .. | intros E F | intros E F].
    1, 2: rewrite <- (sum_zero n); apply sum_ext; intros; cbn; ring.
    - rewrite <- sum_plus. apply sum_ext; intros; cbn; ring.
    - rewrite <- sum_times, (SRmul_comm (laws R) (eval xs E)), <- sum_times, <- sum_plus.
      apply sum_ext; intros; cbn; ring.
  Qed.

  (** Forward mode computes the directional derivative: inputs that have no
      tangent do not count. *)
  Theorem jvp_correct p n (xs : nat -> R) ds :
    (forall i, n <= i -> ds i = None) ->
    jvp p xs ds == sum n (fun i => eval xs (∂[i] (meaning p)) * read (ds i)).
  Proof.
    intros Hds. unfold jvp. rewrite run_meaning.
    apply (tangent_correct xs ds (fun E => sum n (fun i => eval xs (∂[i] E) * read (ds i)))).
    - apply (directional_derivation xs (fun i => read (ds i))).
    - intros x. rewrite (sum_ext _ _ (fun i => (if x =? i then 1 else 0) * read (ds i)))
        by (intros i _; cbn; destruct (x =? i); reflexivity).
      rewrite (sum_basis n (fun i => read (ds i))).
      destruct (Nat.ltb_spec x n) as [_ | Hx]; [reflexivity | now rewrite Hds].
  Qed.

  (** Therefore the two modes are transposes of each other. *)
  Theorem duality p n (xs : nat -> R) ds :
    (forall i, n <= i -> ds i = None) ->
    jvp p xs ds == sum n (fun i => stack p n xs i * read (ds i)).
  Proof.
    intros Hds. rewrite (jvp_correct p n) by exact Hds.
    apply sum_ext. intros i Hi. now rewrite stack_correct.
  Qed.
End Duality.
