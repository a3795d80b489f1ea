//! The dictionaries of native floats.

use core::cmp::Ordering;
use core::fmt;

use crate::function::{Function, Partial, real, scaled};
use crate::number::dict::Floats;
use crate::number::num::numbers;
use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, Ground, Num, OrderedDict, RealDict, RingDict, Shortcuts, Untouched};

macro_rules! float {
    ($(#[$doc:meta])* $Name:ident: $T:ty, $value:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $Name;

        impl Dict for $Name {
            type V = $T;
            type Level = Ground;
            /// An adjoint is never -0. Only -0 + -0 gives -0, and no term is -0 after 0 has been added to it.
            #[allow(clippy::float_cmp, reason = "1 is meant, and no other number")]
            const SHORTCUTS: Shortcuts<Self> = Shortcuts {
                annihilates: |_, v| v.is_finite(),
                untouched: Some(Untouched {
                    value: -0.0,
                    is: |v| v.to_bits() == <$T>::to_bits(-0.0),
                    accumulate: |_, sum, term| sum + (term + 0.0),
                }),
                negate: Some(|v| -v),
                is_unit: |_, v| v == 1.0,
            };
            #[allow(
                clippy::cast_possible_truncation, clippy::unnecessary_cast, clippy::cast_lossless, trivial_numeric_casts,
                reason = "only doubles are converted"
            )]
            const FLOATS: Option<Floats<$T>> = if size_of::<$T>() == size_of::<f64>() {
                Some(Floats { from: |v| v as f64, to: |x| x as $T })
            } else {
                None
            };
            #[inline]
            fn zero(self) -> $T {
                0.0
            }
            #[inline]
            fn one(self) -> $T {
                1.0
            }
            #[inline]
            fn add(self, a: $T, b: $T) -> $T {
                a + b
            }
            #[inline]
            fn mul(self, a: $T, b: $T) -> $T {
                a * b
            }
            /// -0.0, as for `std`'s `Sum`: adding it changes nothing.
            #[inline]
            fn empty_sum(self) -> $T {
                -0.0
            }
            #[inline]
            fn power(self, a: $T, n: u32) -> $T {
                real::power(self, a, n)
            }
            #[inline]
            fn incoming(self, d: $T, _: bool) -> $T {
                d + 0.0
            }
            fn show(self, v: $T, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                format.print(&v, f)
            }
            #[inline]
            #[allow(clippy::cast_precision_loss, reason = "the nearest float is what is wanted")]
            fn natural(self, n: u64) -> $T {
                n as $T
            }
        }

        impl RingDict for $Name {
            #[inline]
            fn neg(self, a: $T) -> $T {
                -a
            }
            #[inline]
            fn sub(self, a: $T, b: $T) -> $T {
                a - b
            }
            #[inline]
            #[allow(clippy::cast_precision_loss, reason = "the nearest float is what is wanted")]
            fn integer(self, n: i64) -> $T {
                n as $T
            }
        }

        #[allow(
            clippy::cast_possible_truncation, clippy::unnecessary_cast, trivial_numeric_casts,
            reason = "constants are doubles, and f32 rounds them"
        )]
        impl FieldDict for $Name {
            #[inline]
            fn div(self, a: $T, b: $T) -> $T {
                a / b
            }
            #[inline]
            fn exponent(self, a: $T) -> Option<i32> {
                scaled::exponent::<{ <$T>::MAX_EXP }>(f64::from(a))
            }
            #[inline]
            fn decimal(self, literal: Decimal) -> $T {
                literal.nearest as $T
            }
        }

        #[allow(
            clippy::cast_possible_truncation, clippy::unnecessary_cast, clippy::cast_lossless,
            reason = "constants are doubles, and f32 rounds them"
        )]
        impl RealDict for $Name {
            #[inline]
            fn constant(self, c: f64) -> $T {
                c as $T
            }
            #[inline]
            fn function<F: Function<K>, const K: usize>(self, f: F, x: [$T; K]) -> $T {
                f.$value(x)
            }
            /// In single precision the value is rounded once, so it is computed separately.
            #[inline]
            fn with_partials<F: Function<K>, const K: usize>(self, f: F, x: [$T; K]) -> ($T, [Partial<$T>; K]) {
                let (y, partials) = f.with_partials(numbers(self, x));
                let y = if size_of::<$T>() == size_of::<f64>() { y.value() } else { self.function(f, x) };
                (y, values(partials))
            }
            #[inline]
            fn primal(self, a: $T) -> Option<f64> {
                Some(a as f64)
            }
            #[inline]
            fn order(self) -> usize {
                0
            }
        }

        impl OrderedDict for $Name {
            #[inline]
            fn eq(self, a: $T, b: $T) -> bool {
                a == b
            }
            #[inline]
            fn partial_cmp(self, a: $T, b: $T) -> Option<Ordering> {
                a.partial_cmp(&b)
            }
        }
    };
}

// Closures inside of a function that is generic over `F` would be compiled for each `F`.

#[inline]
fn values<D: Dict, const K: usize>(partials: [Partial<Num<D>>; K]) -> [Partial<D::V>; K] {
    partials.map(|p| p.map(Num::value))
}

float! {
    /// Double-precision floats, the usual dictionary of derivatives.
    ///
    /// ```
    /// use ad::{Exp, F64, forward, paper::{Var, pow}};
    /// assert_eq!(forward::diff(pow(3, Var)).eval(F64, 0.5), 0.75);
    /// ```
    ///
    /// # Cost
    ///
    /// The cost of plain `f64`: the function is compiled for it unchanged.
    F64: f64, value
}
float! {
    /// Single-precision floats. Elementary functions are those of `f32`. Special functions, and all functions without `std`, are evaluated
    /// in double precision and rounded.
    ///
    /// A function over `f64` can be evaluated here, in every mode:
    ///
    /// ```
    /// use ad::{Exp, F32, exp, stack};
    ///
    /// #[exp]
    /// fn swing(x: &[f64]) -> f64 {
    ///     x[0] * x[1].sin()
    /// }
    ///
    /// let gradient: Vec<f32> = stack::grad(Swing).eval(F32, vec![2.0, 0.5]);
    /// assert_eq!(gradient, [0.5_f32.sin(), 2.0 * 0.5_f32.cos()]);
    /// ```
    ///
    /// # Cost
    ///
    /// The cost of `f32`. A special function costs as much as that of `f64`, and two conversions.
    F32: f32, single
}
