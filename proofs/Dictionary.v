(** * Dictionaries and expressions

    A dictionary contains the operations under which an expression is
    evaluated.  An operation may have effects.  Every algorithm of this
    development is a function of a dictionary, as in Rust.  [isDict] and
    [isExp] are the paper's predicates. *)

From AD Require Import Semiring Expression Computation Protocol.

Record Dict (S : signature) := {
  Num :> Type;
  zero : Num;
  one : Num;
  add : Num -> Num -> comp S Num;
  mul : Num -> Num -> comp S Num;
  sum : list Num -> comp S Num;
}.

Arguments Num {_}.
Arguments zero {_}.
Arguments one {_}.
Arguments add {_}.
Arguments mul {_}.
Arguments sum {_}.

(** In the world [w], [isNum w a r] says that the value [a] represents the
    number [r].  The first six claims are the paper's.  The seventh belongs to
    [Dict::sum]. *)
Record isDict {S} (D : Dict S) {X : worlds} (Ψ : protocol S X) {R : Semiring}
    (isNum : X -> D -> R -> Prop) : Prop := {
  is_zero w : isNum w (zero D) 0;
  is_one w : isNum w (one D) 1;
  is_add w a b r s : isNum w a r -> isNum w b s ->
    ewp Ψ (add D a b) w (fun w' u => isNum w' u (r + s));
  is_mul w a b r s : isNum w a r -> isNum w b s ->
    ewp Ψ (mul D a b) w (fun w' u => isNum w' u (r * s));
  is_respects w a r s : r == s -> isNum w a r -> isNum w a s;
  is_persistent w w' a r : w ⊑ w' -> isNum w a r -> isNum w' a r;
  is_sum w l rs : Forall2 (isNum w) l rs ->
    ewp Ψ (sum D l) w (fun w' u => isNum w' u (total rs));
}.

Arguments is_zero {_ _ _ _ _ _}.
Arguments is_one {_ _ _ _ _ _}.
Arguments is_add {_ _ _ _ _ _}.
Arguments is_mul {_ _ _ _ _ _}.
Arguments is_respects {_ _ _ _ _ _}.
Arguments is_persistent {_ _ _ _ _ _}.
Arguments is_sum {_ _ _ _ _ _}.

Lemma Forall2_impl {A B} (P Q : A -> B -> Prop) l l' :
  (forall a b, P a b -> Q a b) -> Forall2 P l l' -> Forall2 Q l l'.
Proof. induction 2; constructor; auto. Qed.

Lemma Forall2_length {A B} (P : A -> B -> Prop) l l' : Forall2 P l l' -> length l = length l'.
Proof. induction 1; cbn; congruence. Qed.

Lemma related_nth {A B} (P : A -> B -> Prop) l l' i a b :
  Forall2 P l l' -> i < length l' -> P (nth i l a) (nth i l' b).
Proof. intros H. revert i. induction H; intros [| i] Hi; cbn in *; auto; try lia. apply IHForall2. lia. Qed.

(** The default of [Dict::sum]: from the left, by additions. *)
Definition sum_left {S} {N : Type} (zero : N) (add : N -> N -> comp S N) (l : list N) : comp S N :=
  match l with [] => Ret zero | a :: l => fold add l a end.

(** The default obeys the seventh claim, so a user proves six. *)
Lemma sum_left_correct {S N} (zero : N) add {X} (Ψ : protocol S X) {R : Semiring}
    (isNum : X -> N -> R -> Prop) :
  (forall w, isNum w zero 0) ->
  (forall w a b r s, isNum w a r -> isNum w b s ->
    ewp Ψ (add a b) w (fun w' u => isNum w' u (r + s))) ->
  (forall w a r s, r == s -> isNum w a r -> isNum w a s) ->
  (forall w w' a r, w ⊑ w' -> isNum w a r -> isNum w' a r) ->
  forall w l rs, Forall2 (isNum w) l rs ->
  ewp Ψ (sum_left zero add l) w (fun w' u => isNum w' u (total rs)).
Proof.
  intros Hzero Hadd Hrespects Hpersistent w l rs [| a r l' rs' Ha Hl]; cbn; [apply Hzero |].
  clear l rs. rename l' into l, rs' into rs.
  enough (H : ewp Ψ (fold add l a) w (fun w' u => isNum w' u (fold_left addA rs r))).
  { apply (ewp_mono _ _ _ _ _ H). intros w' u _. apply Hrespects, total_left. }
  revert w a r rs Ha Hl. induction l as [| b l IH]; intros w a r rs Ha Hl; inversion Hl; subst; cbn.
  - exact Ha.
  - eapply ewp_bind; [apply Hadd; eassumption |]. intros w' u Hw Hu. apply IH; auto.
    eapply Forall2_impl; [| eassumption]. eauto.
Qed.

(** ** Expressions

    An expression is a computation that is polymorphic in its effects and its
    numbers.  A shape is the list of its numbers, in the order of
    [Shape::map]. *)

Definition exp := forall S (D : Dict S), list D -> comp S (list D).

(** The point X0 = r0, X1 = r1, … *)
Definition at_ {R : Algebra} (rs : list R) : nat -> R := fun i => nth i rs 0.

(** The expression [e] of [n] numbers represents the mathematical expressions
    [Es], one for each number of its result: under every dictionary, protocol
    and representation of numbers. *)
Definition isExp (n : nat) (e : exp) (Es : list expr) : Prop :=
  forall S (D : Dict S) (X : worlds) (Ψ : protocol S X) (R : Semiring) isNum,
    isDict D Ψ (R := R) isNum ->
    forall w xs rs, length rs = n -> Forall2 (isNum w) xs rs ->
    ewp Ψ (e S D xs) w (fun w' ys => Forall2 (isNum w') ys (map (eval (at_ rs)) Es)).

Section Lists.
  Context {S : signature} {D : Dict S} {X : worlds} {Ψ : protocol S X} {R : Semiring}
    {isNum : X -> D -> R -> Prop} (HD : isDict D Ψ isNum).

  Lemma all_persistent w w' l rs : w ⊑ w' -> Forall2 (isNum w) l rs -> Forall2 (isNum w') l rs.
  Proof.
    intros Hw. apply Forall2_impl. intros a r. now apply (is_persistent HD).
  Qed.

  Lemma all_respect w l rs rs' : Forall2 equiv rs rs' -> Forall2 (isNum w) l rs -> Forall2 (isNum w) l rs'.
  Proof.
    intros H. revert l. induction H as [| r r' rs rs' Hr _ IH]; intros l Hl; inversion Hl; subst;
      constructor; auto. now apply (is_respects HD w _ r).
  Qed.
End Lists.

Lemma map_equiv {R : Semiring} {A} (f g : A -> R) l :
  (forall a, In a l -> f a == g a) -> Forall2 equiv (map f l) (map g l).
Proof.
  induction l as [| a l IH]; intros H; constructor; [apply H; now left |].
  apply IH. intros b Hb. apply H. now right.
Qed.

Lemma Forall2_equiv_trans {R : Semiring} (l l' l'' : list R) :
  Forall2 equiv l l' -> Forall2 equiv l' l'' -> Forall2 equiv l l''.
Proof.
  intros H. revert l''. induction H as [| x y l l' Hx _ IH]; intros l'' H''; inversion H''; subst;
    constructor; auto. now rewrite Hx.
Qed.

(** Expressions that are equal by the laws have the same computations. *)
Lemma isExp_respects n e Es Fs : Forall2 equal Es Fs -> isExp n e Es -> isExp n e Fs.
Proof.
  intros H He S D X Ψ R isNum HD w xs rs Hn Hxs.
  apply (ewp_mono _ _ _ _ _ (He _ _ _ _ _ _ HD w xs rs Hn Hxs)).
  intros w' ys _. apply (all_respect HD). clear - H.
  induction H; cbn; constructor; auto. now apply eval_sound.
Qed.

(** ** Dictionaries without effects *)

Definition pure (A : Algebra) : Dict none := {|
  Num := A; zero := 0; one := 1;
  add a b := Ret (a + b); mul a b := Ret (a * b);
  sum l := sum_left (S := none) 0 (fun a b => Ret (a + b)) l;
|}.

(** A number of a semiring represents whatever it equals. *)
Lemma pure_is_a_dictionary (R : Semiring) :
  isDict (pure R) (forbidden world) (fun _ (a r : R) => a == r).
Proof.
  constructor.
  1, 2: reflexivity.
  1, 2: intros w a b r s Ha Hb; cbn; now rewrite Ha, Hb.
  - intros w a r s Hrs Ha. now rewrite Ha.
  - auto.
  - intros w l rs.
    apply (sum_left_correct (S := none) (0 : R) (fun a b => Ret (a + b)) (forbidden world)
      (fun _ (a r : R) => a == r)); auto.
    + reflexivity.
    + intros ? a b r s Ha Hb. cbn. now rewrite Ha, Hb.
    + intros ? a r s Hrs Ha. now rewrite Ha.
Qed.

(** So without effects, an expression computes the value of the mathematical
    expression that it represents. *)
Theorem isExp_value n e Es (R : Semiring) (xs : list R) :
  isExp n e Es -> length xs = n ->
  Forall2 equiv (result (e none (pure R) xs)) (map (eval (at_ xs)) Es).
Proof.
  intros He Hn.
  apply (ewp_result (X := world) (e none (pure R) xs) I (fun _ ys => Forall2 equiv ys _)).
  apply (He _ _ _ _ _ _ (pure_is_a_dictionary R)); auto.
  clear Hn. induction xs; constructor; auto. reflexivity.
Qed.
