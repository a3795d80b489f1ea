//! The paper's library of expressions: the variable, substitution, powers.

use crate::{Dict, Exp, Num, Of, Semiring, Signature};

/// The variable: x ↦ x.
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

/// Substitutes `e1` for the variable of `e2`: x ↦ e2(e1(x)).
///
/// ```
/// use ad_core::{Exp, I64, Var, pow, subst};
/// assert_eq!(subst(pow(2, Var), pow(3, Var)).eval(I64, 2), 64);
/// ```
pub fn subst<E1: Signature, E2: Signature<In = E1::Out>>(e1: E1, e2: E2) -> Subst<E1, E2> {
    Subst(e1, e2)
}

/// What [`subst`] makes.
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

/// x ↦ xᵏ, by repeated squaring, as the paper writes it.
///
/// ```
/// use ad_core::{Exp, F64, Monomial};
/// assert_eq!(Monomial { k: 8 }.eval(F64, 2.0), 256.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monomial {
    /// The exponent.
    pub k: u32,
}

/// xᵏ, for a number of any class.
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

/// `e` to the power `k`.
///
/// ```
/// use ad_core::{Exp, F64, Var, pow};
/// assert_eq!(pow(2, pow(4, Var)).eval(F64, 2.0), 256.0);
/// ```
pub fn pow<E: Signature<Out = f64>>(k: u32, e: E) -> Subst<E, Monomial> {
    subst(e, Monomial { k })
}
