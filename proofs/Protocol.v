(** * Protocols and the extended weakest precondition

    [ewp] and protocols are those of the paper, for effects without a heap.  A
    world is a state of knowledge, as the paper's ghost state is.  It only
    grows. *)

From AD Require Import Semiring Computation.

Record worlds := {
  W :> Type;
  le : W -> W -> Prop;
  le_refl w : le w w;
  le_trans w w' w'' : le w w' -> le w' w'' -> le w w'';
}.

Arguments le {_}.
Infix "⊑" := le (at level 70).

(** [allows o w Q]: the operation [o] may be performed in the world [w], and
    [Q] holds for each answer to it. *)
Record protocol (S : signature) (X : worlds) := {
  allows : forall o : operation S, X -> (X -> answer S o -> Prop) -> Prop;
  allows_mono o w (Q Q' : X -> answer S o -> Prop) :
    (forall w' r, Q w' r -> Q' w' r) -> allows o w Q -> allows o w Q';
}.

Arguments allows {_ _}.
Arguments allows_mono {_ _}.

(** The computation [c] obeys the protocol from the world [w] on.  If it
    returns, [Φ] holds. *)
Fixpoint ewp {S X A} (Ψ : protocol S X) (c : comp S A) (w : X) (Φ : X -> A -> Prop) : Prop :=
  match c with
  | Ret a => Φ w a
  | Do o k => allows Ψ o w (fun w' r => w ⊑ w' -> ewp Ψ (k r) w' Φ)
  end.

Lemma ewp_mono {S X A} (Ψ : protocol S X) (c : comp S A) w (Φ Φ' : X -> A -> Prop) :
  ewp Ψ c w Φ -> (forall w' a, w ⊑ w' -> Φ w' a -> Φ' w' a) -> ewp Ψ c w Φ'.
Proof.
  revert w Φ. induction c as [a | o k IH]; intros w Φ Hc H; cbn in *.
  - apply H; [apply le_refl | exact Hc].
  - revert Hc. apply allows_mono. intros w' r Hk Hle. apply (IH r w' Φ); auto.
    intros w'' a Hle'. apply H. now apply le_trans with w'.
Qed.

Lemma ewp_bind {S X A B} (Ψ : protocol S X) (c : comp S A) (f : A -> comp S B) w
    (Φ : X -> A -> Prop) (Φ' : X -> B -> Prop) :
  ewp Ψ c w Φ -> (forall w' a, w ⊑ w' -> Φ w' a -> ewp Ψ (f a) w' Φ') ->
  ewp Ψ (andthen c f) w Φ'.
Proof.
  revert w Φ. induction c as [a | o k IH]; intros w Φ Hc H; cbn in *.
  - apply H; [apply le_refl | exact Hc].
  - revert Hc. apply allows_mono. intros w' r Hk Hle. apply (IH r w' Φ); auto.
    intros w'' a Hle'. apply H. now apply le_trans with w'.
Qed.

Lemma ewp_ret {S X A} (Ψ : protocol S X) (a : A) w (Φ : X -> A -> Prop) :
  Φ w a -> ewp Ψ (Ret a) w Φ.
Proof. auto. Qed.

(** Equal computations obey the same protocols. *)
Lemma ewp_same {S X A} (Ψ : protocol S X) (c c' : comp S A) w Φ :
  c ≈ c' -> ewp Ψ c w Φ -> ewp Ψ c' w Φ.
Proof.
  revert c' w. induction c as [a | o k IH]; intros [a' | o' k'] w; cbn; try easy.
  - now intros <-.
  - intros [e H]. destruct e. cbn in *. apply allows_mono. eauto.
Qed.

(** ** No effects and no knowledge *)

Program Definition world : worlds := {| W := True; le _ _ := True |}.

Program Definition forbidden (X : worlds) : protocol none X := {| allows o _ _ := match o with end |}.

Lemma ewp_result {X : worlds} {A} (c : comp none A) (w : X) Φ : ewp (forbidden X) c w Φ -> Φ w (result c).
Proof. destruct c as [a | []]. auto. Qed.
