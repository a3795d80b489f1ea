//! Doubles that know how far rounding may have taken them: the tolerance of comparisons.
//!
//! It is running error analysis to first order: each operation adds half a unit in its last place to what its operands'
//! errors become in it. Two ways to compute a derivative differ by a small multiple of this.
//! Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, section 3.3.

use ad::function::Function;
use ad::{Dict, F64, FieldDict, RealDict, RingDict};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rounding;

/// A double and a bound of its error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounded {
    pub(crate) v: f64,
    pub(crate) error: f64,
}

impl Rounding {
    /// A double without error.
    pub(crate) fn exact(self, v: f64) -> Rounded {
        Rounded { v, error: 0.0 }
    }
}

fn rounded(v: f64, error: f64) -> Rounded {
    Rounded { v, error: error + v.abs() * f64::EPSILON / 2.0 }
}

impl Dict for Rounding {
    type V = Rounded;
    fn zero(self) -> Rounded {
        self.exact(0.0)
    }
    fn one(self) -> Rounded {
        self.exact(1.0)
    }
    fn add(self, a: Rounded, b: Rounded) -> Rounded {
        rounded(a.v + b.v, a.error + b.error)
    }
    fn mul(self, a: Rounded, b: Rounded) -> Rounded {
        rounded(a.v * b.v, a.v.abs() * b.error + b.v.abs() * a.error)
    }
}

impl RingDict for Rounding {
    fn neg(self, a: Rounded) -> Rounded {
        Rounded { v: -a.v, error: a.error }
    }
}

impl FieldDict for Rounding {
    fn div(self, a: Rounded, b: Rounded) -> Rounded {
        let v = a.v / b.v;
        rounded(v, (a.error + v.abs() * b.error) / b.v.abs())
    }
}

impl RealDict for Rounding {
    fn constant(self, c: f64) -> Rounded {
        rounded(c, 0.0)
    }
    /// All functions of the random terms have derivatives between -1 and 1.
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Rounded; K]) -> Rounded {
        assert!(["sin", "cos", "atan", "tanh"].contains(&&*f.name()));
        rounded(F64.function(f, x.map(|x| x.v)), x[0].error)
    }
    fn primal(self, a: Rounded) -> Option<f64> {
        Some(a.v)
    }
}
