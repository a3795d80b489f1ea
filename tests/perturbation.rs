//! Perturbation confusion: an expression that differentiates another one inside itself, and is differentiated, must
//! keep the two variables apart. All known cases, for every pair of strategies.
//!
//! References: J. M. Siskind and B. A. Pearlmutter, *Perturbation confusion and referential transparency*, IFL 2005;
//! O. Manzyuk et al., *Perturbation confusion in forward automatic differentiation of higher-order functions*, JFP 2019.

#![cfg(feature = "effects")]

use ad::prelude::*;
use ad::Given;

// What is differentiated inside. What is captured comes first.

#[exp]
fn sum(x: f64, y: f64) -> f64 {
    x + y
}

#[exp]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[exp]
fn cube(y: f64) -> f64 {
    y * y * y
}

/// x·|y|², to be differentiated by y.
#[exp]
fn weighted_square(x: f64, y: [f64; 2]) -> f64 {
    x * (y[0] * y[0] + y[1] * y[1])
}

/// Two numbers are captured, in a structure.
#[exp]
fn plane(coefficients: (f64, [f64; 2]), y: f64) -> f64 {
    coefficients.0 + coefficients.1[0] * y + coefficients.1[1] * y * y
}

/// The cases, with the derivatives inside taken by one strategy.
macro_rules! inner {
    ($inner:ident) => {
        pub(super) mod $inner {
            use super::super::*;

            /// D(x ↦ x·D(y ↦ x + y)(1))(1) = 1, and 2 where they are confused.
            #[exp]
            pub(crate) fn sum_inside(x: f64) -> f64 {
                x * ::ad::$inner::diff(Sum.given(x)).at(1.0)
            }

            /// D(x ↦ x·D(y ↦ x·y)(1))(4) = 8
            #[exp]
            pub(crate) fn product_inside(x: f64) -> f64 {
                x * ::ad::$inner::diff(Product.given(x)).at(1.0)
            }

            /// D(x ↦ x·D(y ↦ y³)(2)) = 12, whatever x: the inner one has nothing to do with the outer.
            #[exp]
            pub(crate) fn unrelated(x: f64) -> f64 {
                x * ::ad::$inner::diff(Cube).at(2.0)
            }

            /// The inner one at the outer variable: x·3x².
            #[exp]
            pub(crate) fn at_the_variable(x: f64) -> f64 {
                x * ::ad::$inner::diff(Cube).at(x)
            }

            /// A gradient inside, of what captures the variable: x·Σ 2x·(1, x) = 2x² + 2x³.
            #[exp(class = Semiring)]
            pub(crate) fn gradient_inside(x: f64) -> f64 {
                let gradient = ::ad::$inner::grad(WeightedSquare.given(x)).at([1.0, x]);
                x * (gradient[0] + gradient[1])
            }

            /// Captured as a structure: d/dy (x + x²y + y²) at x, that is x² + 2x.
            #[exp]
            pub(crate) fn structure_inside(x: f64) -> f64 {
                ::ad::$inner::diff(Plane.given((x, [x * x, 1.0]))).at(x)
            }

            /// In a loop: x is multiplied n times by D(y ↦ x·y)(1) = x, which doubles the power.
            #[exp]
            pub(crate) fn in_a_loop(n: u32, x: f64) -> f64 {
                let mut x = x;
                for _ in 0..n {
                    x *= ::ad::$inner::diff(Product.given(x)).at(1.0);
                }
                x
            }

            /// The same for what is unrelated: 3·4·x + 3·9·x + ….
            #[exp]
            pub(crate) fn unrelated_in_a_loop(n: u32, x: f64) -> f64 {
                let mut total = 0.0;
                for i in 0..n {
                    total += x * ::ad::$inner::diff(Cube).at(i as f64);
                }
                total
            }

            /// Two levels: D(y ↦ y·D(z ↦ x·z)(y)) inside, where the innermost captures what the middle one captured.
            #[exp]
            pub(crate) fn middle(x: f64, y: f64) -> f64 {
                y * ::ad::$inner::diff(Product.given(x)).at(y)
            }

            /// x·D(y ↦ y·x)(1) = x²
            #[exp]
            pub(crate) fn two_levels_inside(x: f64) -> f64 {
                x * ::ad::$inner::diff(Middle.given(x)).at(1.0)
            }
        }
    };
}

mod inside {
    inner!(forward);
    inner!(stack);
    inner!(effects);
    inner!(backpropagator);
}

macro_rules! pairs {
    ($($outer:ident: $($inner:ident)*;)*) => {$(
        mod $outer {
            $(
                #[test]
                fn $inner() {
                    use super::*;
                    use inside::$inner::*;

                    assert_eq!(::ad::$outer::diff(SumInside).eval(F64, 1.0), 1.0);
                    assert_eq!(::ad::$outer::diff(ProductInside).eval(F64, 4.0), 8.0);
                    assert_eq!(::ad::$outer::diff(Unrelated).eval(F64, 7.0), 12.0);
                    assert_eq!(::ad::$outer::diff(AtTheVariable).eval(F64, 2.0), 36.0);
                    assert_eq!(::ad::$outer::diff(GradientInside).eval(F64, 3.0), 66.0);
                    assert_eq!(::ad::$outer::diff(StructureInside).eval(F64, 3.0), 8.0);
                    assert_eq!(::ad::$outer::diff(InALoop { n: 3 }).eval(F64, 2.0), 8.0 * 128.0);
                    assert_eq!(::ad::$outer::diff(UnrelatedInALoop { n: 4 }).eval(F64, 5.0), 42.0);
                    assert_eq!(::ad::$outer::diff(TwoLevelsInside).eval(F64, 5.0), 10.0);

                    // Once more, and the same strategy thrice.
                    assert_eq!(::ad::$outer::diff(::ad::$outer::diff(ProductInside)).eval(F64, 4.0), 2.0);
                    assert_eq!(::ad::$inner::diff(::ad::$outer::diff(InALoop { n: 2 })).eval(F64, 2.0), 48.0);
                    assert_eq!(::ad::$inner::diff(::ad::$inner::diff(AtTheVariable)).eval(F64, 2.0), 36.0);

                    // An expression is still an ordinary function.
                    assert_eq!(inside::$inner::product_inside(4.0), 16.0);
                    // Where the numbers are exact, so is all of this.
                    assert_eq!(::ad::$outer::diff(GradientInside).eval(I64, 3), 66);
                }
            )*
        }
    )*};
}

pairs! {
    forward: forward stack effects backpropagator;
    stack: forward stack effects backpropagator;
    effects: forward stack effects backpropagator;
    backpropagator: forward stack effects backpropagator;
}

#[test]
fn power_series_outside_and_inside() {
    #[exp]
    fn series_inside(x: f64) -> f64 {
        x * taylor::nth_derivative(Product.given(x), 1).at(1.0)
    }
    assert_eq!(taylor::nth_derivative(inside::stack::ProductInside, 1).eval(F64, 4.0), 8.0);
    assert_eq!(taylor::nth_derivative(inside::forward::SumInside, 1).eval(F64, 1.0), 1.0);
    assert_eq!(taylor::nth_derivative(SeriesInside, 1).eval(F64, 4.0), 8.0);
    assert_eq!(::ad::stack::diff(SeriesInside).eval(F64, 4.0), 8.0);
}
