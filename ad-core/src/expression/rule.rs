//! Custom rules: functions with a given derivative.
//!
//! There are two reasons for a rule. The function may call code that cannot be differentiated: a foreign function, a table, a
//! simulation. Or its derivative has a better formula than its code. A rule holds in all modes and orders, because the derivative
//! is written with numbers.
//!
//! | a function of | is defined by |
//! |---|---|
//! | some numbers, one result | [`rule!`](crate::rule!): its value on floats, and each partial derivative |
//! | an array of numbers, or with derivatives that are structurally 0 or 1 | an implementation of [`Function`](crate::function::Function), as `rule!` makes it |
//! | any shape, with results of any shape | [`with_jvp`]: its value on floats, and an expression for its directional derivative |
//!
//! Each evaluation of the function computes the value once, on plain floats, under all strategies.

use alloc::vec::Vec;

#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::implicit::without_primal;
use crate::number::shape::assert_same_structure;
use crate::{Exp, Num, Of, RealDict, Shape, Signature};

/// A function of numbers from its value on floats and its partial derivatives.
///
/// It makes an ordinary function of plain floats or numbers, which `#[exp]` functions can call. Each derivative is an expression
/// in numbers of a class [`Real`](crate::Real), called `N`, so it can be differentiated again. It may call other generic
/// functions, such as those of `#[exp]` and `rule!`. A constant is `N::constant(0.5)`. Functions with `#[exp(adjoint)]` can call it
/// as well: beside the function there is a hidden type of its name, with its adjoint program.
///
/// ```
/// use ad::{At, exp, forward, rule, stack};
///
/// rule! {
///     /// ln (1 + eˣ), without overflow.
///     pub fn softplus(x) = x.max(0.0) + (-x.abs()).exp().ln_1p();
///     partial x = logistic(x);
/// }
/// rule! {
///     /// 1 / (1 + e⁻ˣ). Its derivative is written with its value, `y`.
///     pub fn logistic(x) -> y = 1.0 / (1.0 + (-x).exp());
///     partial x = y * (1.0 - y);
/// }
///
/// assert_eq!(softplus(1000.0), 1000.0);
///
/// #[exp]
/// fn penalty(x: f64) -> f64 {
///     softplus(x)
/// }
/// assert_eq!(forward::diff(Penalty).at(1000.0), 1.0);
/// assert_eq!(stack::diff(forward::diff(Penalty)).at(0.0), 0.25);
/// ```
///
/// The partial derivatives are in the order of the arguments. Arguments that are not differentiated come first, in brackets, with
/// their types, which must be `Copy`. Their lifetimes are declared. The type of a reference is written with `&`, and not by an
/// alias. No type or module beside the function has its name. An adjoint program computes the derivatives after the whole value, so data such
/// as a `&Cell` may not change in between.
///
/// ```
/// # use ad::rule;
/// rule! {
///     /// The polynomial with these coefficients.
///     fn polynomial<'a>[coefficients: &'a [f64]](x) = coefficients.iter().rfold(0.0, |y, c| y * x + c);
///     partial x = slope(coefficients, x);
/// }
/// fn slope<N: ad::Real>(coefficients: &[f64], x: N) -> N {
///     (1..coefficients.len()).rfold(N::natural(0), |y, k| y * x + coefficients[k] * k as f64)
/// }
/// assert_eq!(polynomial(&[1.0, 2.0, 3.0], 2.0), 17.0);
/// ```
#[macro_export]
macro_rules! rule {
    (
        $(#[$meta:meta])*
        $vis:vis fn $name:ident $(<$($life:lifetime),+>)? $([$($data:tt)*])? ($($x:ident),+ $(,)?)
            $(-> $y:ident)? = $value:expr;
        $(partial $p:ident = $partial:expr;)+
    ) => {
        $crate::rule! {
            @data [$($($data)*)?] [] {
                [$(#[$meta])*] [$vis] $name [$($($life,)+)?] [$($x),+] [$($y)?] $value; $($p = $partial;)+
            }
        }
    };

    // Each datum with its type, its type as an argument of the program, and its pattern and type in the reverse sweep, which receives
    // references again.
    (@data [$data:ident: &'static $T:ty $(, $($rest:tt)*)?] [$($done:tt)*] $rule:tt) => {
        $crate::rule! { @data [$($($rest)*)?] [$($done)* ($data: &'static $T; &'static $T; _: &$T)] $rule }
    };
    (@data [$data:ident: & $life:lifetime $T:ty $(, $($rest:tt)*)?] [$($done:tt)*] $rule:tt) => {
        $crate::rule! { @data [$($($rest)*)?] [$($done)* ($data: & $life $T; &$T; $data: &$T)] $rule }
    };
    (@data [$data:ident: $T:ty $(, $($rest:tt)*)?] [$($done:tt)*] $rule:tt) => {
        $crate::rule! { @data [$($($rest)*)?] [$($done)* ($data: $T; $T; (): ())] $rule }
    };

    (@data [] [$(($data:ident: $Data:ty; $Passed:ty; $again:tt: $Again:ty))*] {
        [$(#[$meta:meta])*] [$vis:vis] $name:ident [$($life:lifetime,)*] [$($x:ident),+] [$($y:ident)?] $value:expr;
        $($p:ident = $partial:expr;)+
    }) => {
        $(#[$meta])*
        $vis fn $name<$($life,)* N: $crate::Real>($($data: $Data,)* $($x: N),+) -> N {
            N::function($name::__function($($data),*), [$($x),+])
        }

        #[doc(hidden)]
        #[allow(non_camel_case_types, missing_debug_implementations, dead_code, reason = "it has the name of the function")]
        $vis enum $name {}

        // The adjoint program, as `#[exp(adjoint)]` would write it.
        #[doc(hidden)]
        #[allow(dead_code, unused_assignments, clippy::all, clippy::pedantic, reason = "nobody reads it")]
        impl $name {
            $vis const __CHEAP: bool = false;
            $vis const __LINEAR: bool = false;
            $vis const __SAME: bool = true;
            $vis const __NAME: $crate::private::adjoint::Name = $crate::private::adjoint::name_of::<Self>;

            #[inline]
            $vis fn __adjoint<$($life,)* N: $crate::Real>($($data: $Passed,)* $($x: N,)+ _: bool) -> (
                N,
                impl FnOnce(
                    &$crate::adjoint::Slot<N>,
                    $($Again,)* $($crate::rule!(@nothing $x),)+
                    $(&$crate::rule!(@nothing $data),)* $($crate::rule!(@slot $x)),+
                ) -> ::core::option::Option<N> + ::core::clone::Clone + use<$($life,)* N>,
            ) {
                let operands = [$($x),+];
                let value = N::function(Self::__function($($data),*), operands);
                let pullback = move |
                    adjoint: &$crate::adjoint::Slot<N>,
                    $($again: $Again,)* $($crate::rule!(@nothing $x): (),)+
                    $(&$crate::rule!(@nothing $data): &(),)* $($x: $crate::rule!(@slot $x)),+
                | {
                    if let $crate::private::Some(adjoint) = adjoint.take() {
                        let rule = Self::__function($($data),*);
                        let mut i = 0;
                        $(
                            $crate::private::adjoint::chain(rule, i, operands, value, adjoint, $x);
                            i += 1;
                        )+
                    }
                    $crate::private::None
                };
                (value, pullback)
            }

            #[inline]
            fn __function<$($life),*>($($data: $Data),*)
                -> impl $crate::function::Function<{ [$(stringify!($x)),+].len() }>
            {
                #[derive(Clone, Copy)]
                struct Rule<$($life),*> { $($data: $Data),* }

                const OPERANDS: &[&str] = &[$(stringify!($x)),+];
                const {
                    let partials: &[&str] = &[$(stringify!($p)),+];
                    assert!(
                        $crate::rule::same(OPERANDS, partials),
                        "a rule has a partial derivative for each number, in their order"
                    );
                }

                impl<$($life),*> $crate::function::Function<{ OPERANDS.len() }> for Rule<$($life),*> {
                    fn name(&self) -> $crate::private::Cow<'static, str> {
                        $crate::private::Cow::Borrowed(stringify!($name))
                    }
                    #[inline]
                    fn value(self, [$($x),+]: [f64; OPERANDS.len()]) -> f64 {
                        let Rule { $($data),* } = self;
                        $value
                    }
                    #[inline]
                    #[allow(unused_variables, unused_assignments, reason = "a derivative needs what it needs")]
                    fn partial<N: $crate::Real>(
                        self, i: usize, [$($x),+]: [N; OPERANDS.len()], value: N,
                    ) -> $crate::function::Partial<N> {
                        let Rule { $($data),* } = self;
                        $(let $y = value;)?
                        let mut operand = 0;
                        $(
                            if i == operand {
                                return $crate::function::Partial::Value($partial);
                            }
                            operand += 1;
                        )+
                        unreachable!("there is a partial derivative for each number")
                    }
                }

                Rule { $($data),* }
            }
        }
    };
    (@nothing $x:ident) => { () };
    (@slot $x:ident) => { &$crate::adjoint::Slot<N> };
}

// -----------------------------------------------------------------------------------------------------------

/// The function `value` on plain floats, whose directional derivative is the expression `jvp`: (x, ẋ) ↦ ẏ, linear in ẋ.
///
/// The shapes are those of `jvp`, which takes two arguments of the same shape.
///
/// ```
/// use ad::{At, exp, forward, rule::with_jvp, stack};
///
/// /// (x, ẋ) ↦ ẏ for the two roots y of t² + 2bt + c.
/// #[exp]
/// fn tangents([b, c]: [f64; 2], [db, dc]: [f64; 2]) -> [f64; 2] {
///     let root = (b * b - c).sqrt();
///     let droot = (b * db * 2.0 - dc) / (root * 2.0);
///     [-db - droot, -db + droot]
/// }
/// let roots = with_jvp(
///     |&[b, c]: &[f64; 2]| {
///         // Some code that only knows floats.
///         let root = f64::sqrt(b * b - c);
///         [-b - root, -b + root]
///     },
///     Tangents,
/// );
/// assert_eq!(roots.at([-2.0, 3.0]), [1.0, 3.0]);
/// assert_eq!(stack::jacobian(&roots).at([-2.0, 3.0]), [[1.0, 0.5], [-3.0, -0.5]]);
/// assert_eq!(forward::jacobian(forward::jacobian(&roots)).at([-2.0, 3.0])[0], [[3.0, 1.0], [1.0, 0.25]]);
/// ```
///
/// # Method
///
/// With x₀ for the primal of x and h = x - x₀, the value is y(x₀) + ∫₀¹ jvp(x₀ + s·h, h) ds. Let n be the order of the current
/// derivatives ([`RealDict::order`]). Up to this order, the integrand is a polynomial in s of degree n - 1. Gauss's quadrature
/// with ⌈n/2⌉ nodes integrates it exactly. For n = 1, one evaluation at x₀ is enough. The primal of the integral is 0, so the
/// value is that of `value`, to the last bit.
///
/// # Panics
///
/// Evaluation panics if `jvp` and `value` differ in their number of numbers, and for numbers without a double beneath, such as
/// symbols. If `jvp` is infinite or NaN, so is the result, the value included.
pub fn with_jvp<X, V, J>(value: V, jvp: J) -> WithJvp<V, J>
where
    X: Shape,
    J: Signature<In = (X, X)>,
    V: Fn(&Of<X, f64>) -> Of<J::Out, f64>,
{
    WithJvp { value, jvp }
}

/// The result of [`with_jvp`].
#[derive(Clone, Copy, Debug)]
pub struct WithJvp<V, J> {
    value: V,
    jvp: J,
}

impl<X: Shape, V, J: Signature<In = (X, X)>> Signature for WithJvp<V, J> {
    type In = X;
    type Out = J::Out;
}

impl<D: RealDict, X, V, J> Exp<D> for WithJvp<V, J>
where
    X: Shape,
    J: Exp<D> + Signature<In = (X, X)>,
    V: Fn(&Of<X, f64>) -> Of<J::Out, f64>,
{
    fn apply(&self, dict: D, x: &Of<X, Num<D>>) -> Of<J::Out, Num<D>> {
        let primals = X::map(x, &mut |x| {
            let primal = dict.primal(x.value_under(dict));
            primal.expect("cannot use a rule for numbers without a double beneath, such as symbols")
        });
        let value = (self.value)(&primals);
        let mut y = J::Out::map(&value, &mut |y| Num::new(dict, dict.constant(*y)));
        let start = X::map(&primals, &mut |x| Num::new(dict, dict.constant(*x)));
        let h = X::map(x, &mut |x| without_primal(*x));
        for (s, weight) in quadrature(dict.order()) {
            let mut point = start.clone();
            if s != 0.0 {
                X::zip_mut(&mut point, &h, &mut |x, h| *x += *h * s);
            }
            let dy = self.jvp.apply(dict, &(point, h.clone()));
            assert_same_structure::<J::Out, _, _>(("value", &y), ("derivative", &dy));
            J::Out::zip_mut(&mut y, &dy, &mut |y, dy| *y += without_primal(*dy * weight));
        }
        y
    }
}

/// Whether the names are equal, at compile time, for `rule!`.
#[doc(hidden)]
pub const fn same(a: &[&str], b: &[&str]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        let (a, b) = (a[i].as_bytes(), b[i].as_bytes());
        let mut j = 0;
        while j < a.len() && j < b.len() {
            if a[j] != b[j] {
                return false;
            }
            j += 1;
        }
        if a.len() != b.len() {
            return false;
        }
        i += 1;
    }
    a.len() == b.len()
}

/// Nodes and weights that integrate polynomials of degree n - 1 from 0 to 1.
///
/// The nodes are the roots of Legendre's polynomials, by Newton's method as in W. H. Press et al., *Numerical Recipes*, section
/// 4.6. For a constant, the node is the left end.
fn quadrature(n: usize) -> Vec<(f64, f64)> {
    if n == 1 {
        return vec![(0.0, 1.0)];
    }
    let count = n.div_ceil(2);
    #[allow(clippy::cast_precision_loss, reason = "there are not 2⁵³ nodes")]
    let float = |i: usize| i as f64;
    (0..count)
        .map(|i| {
            let mut x = (core::f64::consts::PI * (float(i) + 0.75) / (float(count) + 0.5)).cos();
            let mut slope = 1.0;
            // Newton's method converges quadratically from here.
            for _ in 0..8 {
                let (mut p, mut previous) = (1.0, 0.0);
                for k in 0..count {
                    (p, previous) =
                        (((2.0 * float(k) + 1.0) * x * p - float(k) * previous) / (float(k) + 1.0), p);
                }
                slope = float(count) * (x * p - previous) / (x * x - 1.0);
                x -= p / slope;
            }
            (f64::midpoint(1.0, x), 1.0 / ((1.0 - x * x) * slope * slope))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::quadrature;

    #[test]
    fn a_quadrature_is_exact_for_polynomials() {
        assert_eq!(quadrature(1), [(0.0, 1.0)]);
        for n in 2..=24 {
            let rule = quadrature(n);
            assert_eq!(rule.len(), n.div_ceil(2));
            for degree in 0..i32::try_from(n).expect("n is small") {
                let integral: f64 = rule.iter().map(|(x, weight)| weight * x.powi(degree)).sum();
                let expected = 1.0 / (f64::from(degree) + 1.0);
                assert!((integral - expected).abs() < 1e-14, "n = {n}, degree {degree}: {integral}");
            }
        }
    }
}
