//! Number systems whose values are invisible to the rules for derivatives, so that a pattern does not depend on values.
//!
//! max(a, b) depends on both operands, although only one of them is chosen at a point. |x| depends on x at 0 as well.

use core::cmp::Ordering;

use crate::function::Function;
use crate::{Decimal, Dict, FieldDict, Ground, OrderedDict, RealDict, RingDict};

/// Floats that can be compared, so that a program takes its branches, and that are otherwise invisible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AtPoint;

/// No values at all. An expression without comparisons can be evaluated in it, and depends on the same inputs for all values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Everywhere;

/// The operations of floats, as parts of the implementations of a dictionary.
macro_rules! of_floats {
    (Dict) => {
        type V = f64;
        type Level = Ground;
        #[inline]
        fn zero(self) -> f64 {
            0.0
        }
        #[inline]
        fn one(self) -> f64 {
            1.0
        }
        #[inline]
        fn add(self, a: f64, b: f64) -> f64 {
            a + b
        }
        #[inline]
        fn mul(self, a: f64, b: f64) -> f64 {
            a * b
        }
        #[inline]
        fn power(self, a: f64, n: u32) -> f64 {
            crate::function::real::power(self, a, n)
        }
        #[inline]
        fn natural(self, n: u64) -> f64 {
            crate::F64.natural(n)
        }
    };
    (RingDict) => {
        #[inline]
        fn neg(self, a: f64) -> f64 {
            -a
        }
    };
    (FieldDict) => {
        #[inline]
        fn div(self, a: f64, b: f64) -> f64 {
            a / b
        }
        #[inline]
        fn decimal(self, literal: Decimal) -> f64 {
            literal.nearest
        }
    };
    (RealDict) => {
        #[inline]
        fn constant(self, c: f64) -> f64 {
            c
        }
        #[inline]
        fn function<F: Function<K>, const K: usize>(self, f: F, x: [f64; K]) -> f64 {
            f.value(x)
        }
        #[inline]
        fn order(self) -> usize {
            0
        }
    };
}

pub(super) use of_floats;

impl Dict for AtPoint {
    of_floats!(Dict);
}

impl RingDict for AtPoint {
    of_floats!(RingDict);
}

impl FieldDict for AtPoint {
    of_floats!(FieldDict);
}

impl RealDict for AtPoint {
    of_floats!(RealDict);
    #[inline]
    fn primal(self, _: f64) -> Option<f64> {
        None
    }
    #[inline]
    fn answer(self, a: f64, question: impl Fn(f64) -> u64) -> Option<u64> {
        Some(question(a))
    }
}

impl OrderedDict for AtPoint {
    #[inline]
    fn eq(self, a: f64, b: f64) -> bool {
        a == b
    }
    #[inline]
    fn partial_cmp(self, a: f64, b: f64) -> Option<Ordering> {
        a.partial_cmp(&b)
    }
}

impl Dict for Everywhere {
    type V = ();
    type Level = Ground;
    fn zero(self) {}
    fn one(self) {}
    fn add(self, (): (), (): ()) {}
    fn mul(self, (): (), (): ()) {}
    fn natural(self, _: u64) {}
}

impl RingDict for Everywhere {
    fn neg(self, (): ()) {}
}

impl FieldDict for Everywhere {
    fn div(self, (): (), (): ()) {}
    fn decimal(self, _: Decimal) {}
}

impl RealDict for Everywhere {
    fn constant(self, _: f64) {}
    fn function<F: Function<K>, const K: usize>(self, _: F, _: [(); K]) {}
    fn primal(self, (): ()) -> Option<f64> {
        None
    }
    fn order(self) -> usize {
        0
    }
}
