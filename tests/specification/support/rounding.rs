//! Doubles that know how far rounding may take them: the tolerance of comparisons.
//!
//! A value carries its scale: its size without cancellation. Two ways to compute the same derivative add up the same products,
//! possibly in another order. So they differ by a multiple of the scale times the unit roundoff, for any cancellation. Source: N.
//! J. Higham, *Accuracy and Stability of Numerical Algorithms*, chapter 3.

use ad::function::Function;
use ad::{Dict, F64, FieldDict, Ground, RealDict, RingDict};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rounding;

/// A double and its scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounded {
    pub(crate) v: f64,
    pub(crate) scale: f64,
    /// The greatest scale of its operands. Near the largest double, another order of the same operations may overflow.
    pub(crate) greatest: f64,
}

impl Rounded {
    /// The double `v` itself.
    pub(crate) fn exact(v: f64) -> Self {
        Rounded::made([], v, v.abs())
    }

    /// The result for `operands`.
    fn made<const K: usize>(operands: [Rounded; K], v: f64, scale: f64) -> Self {
        let greatest = operands.iter().fold(scale, |greatest, a| greatest.max(a.greatest));
        // The maximum of a double and NaN is the double.
        Rounded { v, scale, greatest: if scale.is_nan() { f64::INFINITY } else { greatest } }
    }
}

impl Dict for Rounding {
    type V = Rounded;
    type Level = Ground;
    fn zero(self) -> Rounded {
        Rounded::exact(0.0)
    }
    fn one(self) -> Rounded {
        Rounded::exact(1.0)
    }
    fn add(self, a: Rounded, b: Rounded) -> Rounded {
        Rounded::made([a, b], a.v + b.v, a.scale + b.scale)
    }
    fn mul(self, a: Rounded, b: Rounded) -> Rounded {
        Rounded::made([a, b], a.v * b.v, a.scale * b.scale)
    }
}

impl RingDict for Rounding {
    fn neg(self, a: Rounded) -> Rounded {
        Rounded { v: -a.v, ..a }
    }
}

impl FieldDict for Rounding {
    fn div(self, a: Rounded, b: Rounded) -> Rounded {
        let v = a.v / b.v;
        Rounded::made([a, b], v, (a.scale + v.abs() * b.scale) / b.v.abs())
    }
}

impl RealDict for Rounding {
    fn constant(self, c: f64) -> Rounded {
        Rounded::exact(c)
    }
    /// All functions of the random terms have derivatives between -1 and 1.
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Rounded; K]) -> Rounded {
        assert!(["sin", "cos", "atan", "tanh"].contains(&&*f.name()));
        let v = F64.function(f, x.map(|x| x.v));
        Rounded::made(x, v, v.abs() + x[0].scale)
    }
    fn order(self) -> usize {
        0
    }
    fn primal(self, a: Rounded) -> Option<f64> {
        Some(a.v)
    }
}
