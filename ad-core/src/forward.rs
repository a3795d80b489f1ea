//! Forward mode: every value carries its tangent.
//!
//! The derivative is computed alongside the value, in one pass and with no memory: the cheapest way for one
//! input. Source: R. E. Wengert, *A simple automatic derivative evaluation program*, CACM 7(8), 1964.

use crate::function::Partial;
use crate::{Dict, Exp, Num, Signature, Strategy};

/// A primal and its tangent.
#[derive(Clone, Copy, Debug)]
pub struct Dual<V> {
    /// The primal.
    pub v: V,
    /// The tangent; `None` for a constant.
    pub d: Option<V>,
}

/// The dictionary of dual numbers over `D`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forward<D>(D);

impl<D: Dict> Strategy for Forward<D> {
    type Base = D;
    type Lifted = Dual<D::V>;

    #[inline]
    fn base(self) -> D {
        self.0
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Forward(self.0.join(other.0))
    }
    #[inline]
    fn constant(v: D::V) -> Dual<D::V> {
        Dual { v, d: None }
    }
    #[inline]
    fn primal(a: Dual<D::V>) -> D::V {
        a.v
    }
    #[inline]
    fn is_constant(a: Dual<D::V>) -> bool {
        a.d.is_none()
    }

    /// The tangent of a step is Σ pᵢ·ẋᵢ.
    #[inline]
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Dual<D::V>; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Dual<D::V> {
        let mut d = None;
        for (i, operand) in operands.into_iter().enumerate() {
            let Some(tangent) = operand.d else { continue };
            let term = match partial(i) {
                Partial::Zero => continue,
                Partial::One => tangent,
                Partial::Value(p) => self.0.mul(tangent, p),
            };
            d = Some(d.map_or(term, |d| self.0.add(d, term)));
        }
        Dual { v, d }
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The derivative of `e`, in forward mode.
///
/// ```
/// use ad_core::{Exp, I64, Var, forward, pow};
/// assert_eq!(forward::diff(pow(4, Var)).eval(I64, 2), 32);
/// ```
pub fn diff<E: Signature<In = f64, Out = f64>>(e: E) -> Diff<E> {
    Diff(e)
}

/// What [`diff`] makes: an expression again.
#[derive(Clone, Copy, Debug)]
pub struct Diff<E>(E);

impl<E: Signature<In = f64, Out = f64>> Signature for Diff<E> {
    type In = f64;
    type Out = f64;
}

impl<D: Dict, E: Signature<In = f64, Out = f64> + Exp<Forward<D>>> Exp<D> for Diff<E> {
    #[inline]
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        let forward = Forward(dict);
        let x = Num::new(forward, Dual { v: x.value(), d: Some(dict.one()) });
        let y = self.0.apply(forward, &x);
        Num::new(dict, y.value().d.unwrap_or_else(|| dict.zero()))
    }
}
