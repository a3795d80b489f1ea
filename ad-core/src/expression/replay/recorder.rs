//! The dictionary of `'static` numbers.

use core::cmp::Ordering;
use core::fmt;

use super::list::{Operation, Placed, constant, expect_no_test_for_a_point, order, step};
use crate::function::{Function, real};
use crate::number::print::Format;
use crate::{Decimal, Dict, F64, FieldDict, Ground, OrderedDict, RealDict, RingDict};

/// The dictionary whose numbers are `'static` and record their operations: see the [module](mod@crate::replay).
///
/// The bound of a function that passes an expression to [`replay`](crate::replay()) names it:
///
/// ```
/// use ad::replay::{Recorder, replay};
/// use ad::{Exp, Signature, call, exp};
///
/// fn slope<E: Signature<In = f64, Out = f64> + Exp<Recorder>>(e: E, x: f64) -> f64 {
///     call::diff(&replay(e), &x)
/// }
///
/// #[exp]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// assert_eq!(slope(Cube, 2.0), 12.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recorder;

impl Dict for Recorder {
    type V = Placed;
    type Level = Ground;
    #[inline]
    fn zero(self) -> Placed {
        constant(0.0)
    }
    #[inline]
    fn one(self) -> Placed {
        constant(1.0)
    }
    #[inline]
    fn add(self, a: Placed, b: Placed) -> Placed {
        step(Operation::Add, a.primal + b.primal, [a, b])
    }
    #[inline]
    fn mul(self, a: Placed, b: Placed) -> Placed {
        step(Operation::Mul, a.primal * b.primal, [a, b])
    }
    #[inline]
    fn natural(self, n: u64) -> Placed {
        constant(F64.natural(n))
    }
    #[inline]
    fn empty_sum(self) -> Placed {
        constant(F64.empty_sum())
    }
    #[inline]
    fn power(self, a: Placed, n: u32) -> Placed {
        real::power(self, a, n)
    }
    fn show(self, v: Placed, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        F64.show(v.primal, format, f)
    }
}

impl RingDict for Recorder {
    #[inline]
    fn neg(self, a: Placed) -> Placed {
        step(Operation::Neg, -a.primal, [a])
    }
    #[inline]
    fn sub(self, a: Placed, b: Placed) -> Placed {
        step(Operation::Sub, a.primal - b.primal, [a, b])
    }
    #[inline]
    fn integer(self, n: i64) -> Placed {
        constant(F64.integer(n))
    }
}

impl FieldDict for Recorder {
    #[inline]
    fn div(self, a: Placed, b: Placed) -> Placed {
        step(Operation::Div, a.primal / b.primal, [a, b])
    }
    #[inline]
    fn decimal(self, literal: Decimal) -> Placed {
        constant(F64.decimal(literal))
    }
}

impl RealDict for Recorder {
    #[inline]
    fn constant(self, c: f64) -> Placed {
        constant(c)
    }
    #[inline]
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Placed; K]) -> Placed {
        let primal = f.value(x.map(|x| x.primal));
        if x.iter().all(|x| x.is_constant()) {
            return constant(primal);
        }
        let entry = f.entry();
        let entry = entry
            .unwrap_or_else(|| panic!("cannot replay `{}`: it is not in the table of functions", f.name()));
        step(Operation::Function(entry), primal, x)
    }
    #[inline]
    fn primal(self, a: Placed) -> Option<f64> {
        Some(a.primal)
    }
    /// The order of the derivatives of the replay.
    fn order(self) -> usize {
        order()
    }
}

impl OrderedDict for Recorder {
    #[inline]
    fn eq(self, a: Placed, b: Placed) -> bool {
        let equal = a.primal == b.primal;
        expect_no_test_for_a_point(a, b, equal);
        equal
    }
    #[inline]
    fn partial_cmp(self, a: Placed, b: Placed) -> Option<Ordering> {
        expect_no_test_for_a_point(a, b, false);
        a.primal.partial_cmp(&b.primal)
    }
}
