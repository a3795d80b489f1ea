//! The paper's library of expressions: the variable, substitution, powers.

use alloc::vec::Vec;

use crate::adjoint::{Adjoint, Shadow, Slot};
use crate::{Dict, Exp, Num, Of, Semiring, Shape, Signature};

/// The variable: x ↦ x.
///
/// ```
/// use ad::{At, forward, paper::{Var, pow}};
///
/// assert_eq!(Var.at(2.0), 2.0);
/// assert_eq!(forward::diff(pow(3, Var)).at(2.0), 12.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Var;

impl Signature for Var {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Var {
    #[inline]
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        *x
    }
}

impl<D: Dict> Adjoint<D> for Var {
    #[inline]
    fn pullback<'a>(
        &'a self,
        _: D,
        x: &Num<D>,
    ) -> (Num<D>, impl FnOnce(&Slot<Num<D>>, &Num<D>, &Slot<Num<D>>) + Clone + use<'a, D>) {
        (*x, |dy: &Slot<Num<D>>, _: &Num<D>, dx: &Slot<Num<D>>| dy.transfer(dx))
    }
}

/// Substitutes `e1` for the variable of `e2`: x ↦ e2(e1(x)).
///
/// ```
/// use ad::{Exp, I64, paper::{Var, pow, subst}};
/// assert_eq!(subst(pow(2, Var), pow(3, Var)).eval(I64, 2), 64);
/// ```
pub fn subst<E1: Signature, E2: Signature<In = E1::Out>>(e1: E1, e2: E2) -> Subst<E1, E2> {
    Subst(e1, e2)
}

/// The result of [`subst`].
#[derive(Clone, Copy, Debug)]
pub struct Subst<E1, E2>(E1, E2);

impl<E1: Signature, E2: Signature<In = E1::Out>> Signature for Subst<E1, E2> {
    type In = E1::In;
    type Out = E2::Out;
}

impl<D: Dict, E1: Exp<D>, E2: Exp<D> + Signature<In = E1::Out>> Exp<D> for Subst<E1, E2> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<E1::In, Num<D>>) -> Of<E2::Out, Num<D>> {
        self.1.apply(dict, &self.0.apply(dict, x))
    }
}

impl<D: Dict, E1: Adjoint<D>, E2: Adjoint<D> + Signature<In = E1::Out>> Adjoint<D> for Subst<E1, E2> {
    #[inline]
    fn pullback<'a>(
        &'a self,
        dict: D,
        x: &Of<E1::In, Num<D>>,
    ) -> (
        Of<E2::Out, Num<D>>,
        impl FnOnce(&Of<E2::Out, Slot<Num<D>>>, &Of<E1::In, Num<D>>, &Of<E1::In, Slot<Num<D>>>)
        + Clone
        + use<'a, D, E1, E2>,
    ) {
        let (t, inner) = self.0.pullback(dict, x);
        let (y, outer) = self.1.pullback(dict, &t);
        (y, move |dy: &Of<E2::Out, Slot<Num<D>>>, x: &Of<E1::In, Num<D>>, dx: &Of<E1::In, Slot<Num<D>>>| {
            let dt = E1::Out::map(&t, &mut |_| Slot::new());
            outer(dy, &t, &dt);
            inner(&dt, x, dx);
        })
    }

    #[inline]
    fn vjp(
        &self,
        dict: D,
        x: &Of<E1::In, Num<D>>,
        seed: impl FnOnce(&Of<E2::Out, Num<D>>) -> Of<E2::Out, Slot<Num<D>>>,
        dx: &Of<E1::In, Slot<Num<D>>>,
    ) -> Of<E2::Out, Num<D>> {
        let (t, inner) = self.0.pullback(dict, x);
        let dt = E1::Out::map(&t, &mut |_| Slot::new());
        let y = self.1.vjp(dict, &t, seed, &dt);
        inner(&dt, x, dx);
        y
    }
}

/// x ↦ xᵏ, by repeated squaring, as in the paper.
///
/// ```
/// use ad::{Exp, F64, paper::Monomial};
/// assert_eq!(Monomial { k: 8 }.eval(F64, 2.0), 256.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monomial {
    /// The exponent.
    pub k: u32,
}

/// xᵏ, for a number of any class.
///
/// It needs about 2 log₂ k multiplications. [`Monomial`] is its expression.
///
/// ```
/// use ad::paper::monomial;
///
/// assert_eq!(monomial(10, 2_i64), 1024);
/// assert_eq!(monomial(3, 0.5), 0.125);
/// ```
pub fn monomial<N: Semiring>(mut k: u32, mut x: N) -> N {
    let mut result = N::natural(1);
    while k > 0 {
        if k % 2 == 1 {
            result *= x;
        }
        x = x * x;
        k /= 2;
    }
    result
}

impl Signature for Monomial {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Monomial {
    #[inline]
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        monomial(self.k, *x)
    }
}

/// The adjoint program that `#[exp(adjoint)]` would write.
impl<D: Dict> Adjoint<D> for Monomial {
    #[inline]
    fn pullback<'a>(
        &'a self,
        _: D,
        x: &Num<D>,
    ) -> (Num<D>, impl FnOnce(&Slot<Num<D>>, &Num<D>, &Slot<Num<D>>) + Clone + use<'a, D>) {
        let (mut k, mut x) = (self.k, *x);
        let mut result = Num::natural(1);
        let mut saved = Vec::new();
        while k > 0 {
            saved.push((result, x, k % 2 == 1));
            if k % 2 == 1 {
                result *= x;
            }
            x = x * x;
            k /= 2;
        }
        (result, move |dy: &Slot<Num<D>>, _: &Num<D>, dx: &Slot<Num<D>>| {
            let d_x = Slot::new();
            for (result, x, odd) in saved.into_iter().rev() {
                d_x.with(|d| {
                    d_x.add(d * x);
                    d_x.add(d * x);
                });
                if odd {
                    dy.with(|d| {
                        dy.add(d * x);
                        d_x.add(d * result);
                    });
                }
            }
            dy.clear();
            d_x.transfer(dx);
        })
    }
}

/// `e` to the power `k`.
///
/// ```
/// use ad::{Exp, F64, paper::{Var, pow}};
/// assert_eq!(pow(2, pow(4, Var)).eval(F64, 2.0), 256.0);
/// ```
pub fn pow<E: Signature<Out = f64>>(k: u32, e: E) -> Subst<E, Monomial> {
    subst(e, Monomial { k })
}
