//! Taylor mode: exact over rings and fields, equal to nested forward mode, and in every nesting.
//!
//! Miri skips tests of the values of floats, which would take minutes and touch no other memory.

#[cfg(not(miri))]
mod edges;
mod exact;
#[cfg(not(miri))]
mod functions;
mod nesting;

use ad_core::forward::Forward as Dual;
use ad_core::function::Function;
use ad_core::{At, Exp, F64, Num, RealDict, Signature, forward, taylor};

/// x ↦ f(x)
#[derive(Clone, Copy)]
pub(crate) struct Apply<F>(F);

impl<F> Signature for Apply<F> {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict, F: Function<1>> Exp<D> for Apply<F> {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        Num::new(dict, dict.function(self.0, [x.value()]))
    }
}

/// The derivatives up to the sixth, by nested forward mode.
pub(crate) fn nested<E>(e: &E, x: f64) -> [f64; 7]
where
    E: Signature<In = f64, Out = f64>,
    for<'e> &'e E: Nested,
{
    e.nested(x)
}

/// Expressions that forward mode can be nested on six times.
pub(crate) trait Nested {
    fn nested(self, x: f64) -> [f64; 7];
}

impl<E> Nested for &E
where
    E: Signature<In = f64, Out = f64>
        + Exp<F64>
        + for<'a> Exp<Dual<'a, F64>>
        + for<'a, 'b> Exp<Dual<'a, Dual<'b, F64>>>
        + for<'a, 'b, 'c> Exp<Dual<'a, Dual<'b, Dual<'c, F64>>>>
        + for<'a, 'b, 'c, 'd> Exp<Dual<'a, Dual<'b, Dual<'c, Dual<'d, F64>>>>>
        + for<'a, 'b, 'c, 'd, 'e> Exp<Dual<'a, Dual<'b, Dual<'c, Dual<'d, Dual<'e, F64>>>>>>
        + for<'a, 'b, 'c, 'd, 'e, 'f> Exp<Dual<'a, Dual<'b, Dual<'c, Dual<'d, Dual<'e, Dual<'f, F64>>>>>>>,
{
    fn nested(self, x: f64) -> [f64; 7] {
        use forward::diff;
        [
            self.at(x),
            diff(self).at(x),
            diff(diff(self)).at(x),
            diff(diff(diff(self))).at(x),
            diff(diff(diff(diff(self)))).at(x),
            diff(diff(diff(diff(diff(self))))).at(x),
            diff(diff(diff(diff(diff(diff(self)))))).at(x),
        ]
    }
}

/// The derivatives up to the sixth by Taylor mode, which must be the same with a fixed order and one known at run time.
pub(crate) fn by_taylor<E>(e: &E, x: f64) -> [f64; 7]
where
    E: forward::Nested<F64>
        + for<'t> Exp<taylor::Taylor<'t, F64, 7>>
        + for<'t> Exp<taylor::DynTaylor<'t, F64>>,
{
    let derivatives = taylor::derivatives::<7, _>(e).at(x);
    for (n, derivative) in derivatives.iter().enumerate() {
        let nth = taylor::nth_derivative(e, n).at(x);
        assert!(same(nth, *derivative), "order {n} at {x}: {nth} at run time, {derivative} at compile time");
    }
    derivatives
}

/// Equal, or both NaN.
pub(crate) fn same(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan()
}
