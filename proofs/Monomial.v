(** * The paper's example

    The claims of the paper's section 1.2: [monomial k] represents xᵏ, and
    [diff (monomial k)] represents k·xᵏ⁻¹.  Each multiplication of the loop may
    have effects. *)

From AD Require Import Semiring Expression Computation Protocol Dictionary Nesting.

(** The loop with its three variables.  As many rounds as [k] are enough. *)
Fixpoint loop {S} (D : Dict S) (rounds k : nat) (result x : D) : comp S D :=
  match rounds, k with
  | O, _ | _, O => Ret result
  | Datatypes.S rounds, k =>
      result <- mul D result (if Nat.even k then one D else x) ;;
      x <- mul D x x ;;
      loop D rounds (Nat.div2 k) result x
  end.

Definition monomial (k : nat) : exp := fun S D xs =>
  y <- loop D k k (one D) (nth 0 xs (zero D)) ;; Ret [y].

Fixpoint power (k : nat) (E : expr) : expr :=
  match k with O => One | S k => (E × power k E)%expr end.

Fixpoint numeral (k : nat) : expr :=
  match k with O => Zero | S k => (One + numeral k)%expr end.

Section Power.
  Context {R : Semiring}.
  Add Ring R_ring : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Fixpoint pow (x : R) (k : nat) : R := match k with O => 1 | S k => x * pow x k end.

  Lemma eval_power (env : nat -> R) k E : eval env (power k E) = pow (eval env E) k.
  Proof. induction k; cbn; congruence. Qed.

  Lemma pow_double x k : pow (x * x) k == pow x (k + k).
  Proof. induction k as [| k IH]; cbn; [reflexivity |]. rewrite IH, Nat.add_succ_r. cbn. ring. Qed.

  (** One iteration. *)
  Lemma pow_halved x k : (if Nat.even (S k) then 1 else x) * pow (x * x) (Nat.div2 (S k)) == pow x (S k).
  Proof.
    rewrite pow_double. destruct (Nat.even (S k)) eqn:He.
    - apply Nat.even_spec in He as [m Hm].
      replace (Nat.div2 (S k) + Nat.div2 (S k))%nat with (S k)
        by (rewrite Hm, Nat.div2_double; lia). cbn. ring.
    - assert (Ho : Nat.odd (S k) = true) by now rewrite <- Nat.negb_even, He.
      apply Nat.odd_spec in Ho as [m Hm].
      replace (Nat.div2 (S k) + Nat.div2 (S k))%nat with k
        by (rewrite Hm, Nat.add_1_r, Nat.div2_succ_double; lia). reflexivity.
  Qed.
End Power.

Section Loop.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).
  Add Ring R_ring' : (laws R) (setoid (equiv_equivalence R) (respects R)).

  Lemma loop_correct rounds : forall k result x w s r, k <= rounds ->
    isNum w result s -> isNum w x r ->
    ewp Ψ (loop D rounds k result x) w (fun w' y => isNum w' y (s * pow r k)).
  Proof.
    induction rounds as [| rounds IH]; intros [| k] result x w s r Hk Hs Hr; cbn [loop]; try lia.
    1, 2: apply (is_respects HD w _ s); [cbn; ring | exact Hs].
    assert (Hf : isNum w (if Nat.even (Datatypes.S k) then one D else x)
      (if Nat.even (Datatypes.S k) then 1 else r)).
    { destruct (Nat.even _); [apply (is_one HD) | exact Hr]. }
    eapply ewp_bind; [apply (is_mul HD); [exact Hs | exact Hf] |].
    intros w1 result' Hw1 Hs'. cbn beta in Hs'.
    assert (Hr1 := is_persistent HD _ _ _ _ Hw1 Hr).
    eapply ewp_bind; [apply (is_mul HD); [exact Hr1 | exact Hr1] |].
    intros w2 x' Hw2 Hr'. cbn beta in Hr'. eapply ewp_mono.
    - apply (IH _ result' x' w2 (s * (if Nat.even (Datatypes.S k) then 1 else r)) (r * r));
        [pose proof (Nat.le_div2 k); lia | | exact Hr'].
      apply (is_persistent HD w1); [exact Hw2 | exact Hs'].
    - intros w3 y _. apply (is_respects HD). rewrite <- pow_halved.
      rewrite (SRmul_assoc (laws R)). reflexivity.
  Qed.
End Loop.

Theorem monomial_isExp k : isExp 1 (monomial k) [power k (Var 0)].
Proof.
  intros S D X Ψ R isNum HD w xs rs Hn Hxs. unfold monomial.
  destruct Hxs as [| x r xs rs Hx Hxs]; [discriminate |]. eapply ewp_bind.
  { apply (loop_correct HD k k); [reflexivity | apply (is_one HD) | exact Hx]. }
  intros w' y _ Hy. constructor; [| constructor]. eapply (is_respects HD); [| exact Hy].
  rewrite eval_power. cbn. apply (SRmul_1_l (laws R)).
Qed.

Lemma derivative_of_power k : ∂[0] (power (S k) (Var 0)) ≡ (numeral (S k) × power k (Var 0))%expr.
Proof.
  induction k as [| k IH].
  - cbn. ring.
  - change (∂[0] (power (S (S k)) (Var 0)))
      with (One × power (S k) (Var 0) + Var 0 × ∂[0] (power (S k) (Var 0)))%expr.
    rewrite IH. cbn. ring.
Qed.

(** For each strategy. *)
Theorem diff_monomial s k :
  isExp 1 (diff_by s 0 (monomial (S k))) [numeral (S k) × power k (Var 0)]%expr.
Proof.
  apply (isExp_respects 1 _ [∂[0] (power (S k) (Var 0))]).
  - constructor; [apply derivative_of_power | constructor].
  - apply diff_by_correct; [auto | apply monomial_isExp].
Qed.

(** For each nesting. *)
Theorem nest_monomial (l : list strategy) k :
  isExp 1 (nest (map (fun s => (s, O)) l) (monomial k))
    [iterated_partial (repeat O (length l)) (power k (Var 0))].
Proof.
  replace (repeat O (length l)) with (map snd (map (fun s => (s, O)) l)) by
    (induction l as [| s l IH]; cbn; congruence).
  apply nest_correct; [| apply monomial_isExp].
  induction l; constructor; auto.
Qed.
