//! Perturbation confusion: an expression that differentiates another one inside itself, and is differentiated, must
//! keep the two variables apart. All known cases, for every pair of strategies.
//!
//! References: J. M. Siskind and B. A. Pearlmutter, *Perturbation confusion and referential transparency*, IFL 2005;
//! O. Manzyuk et al., *Perturbation confusion in forward automatic differentiation of higher-order functions*, JFP 2019.

use ad::Given;
use ad::prelude::*;
use ad_testing::nestings;

// The inner functions. The captured argument is first.

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
                x * ::ad_testing::strategy::$inner::diff(Sum.given(x)).at(1.0)
            }

            /// D(x ↦ x·D(y ↦ x·y)(1))(4) = 8
            #[exp]
            pub(crate) fn product_inside(x: f64) -> f64 {
                x * ::ad_testing::strategy::$inner::diff(Product.given(x)).at(1.0)
            }

            /// D(x ↦ x·D(y ↦ y³)(2)) = 12, whatever x: the inner one has nothing to do with the outer.
            #[exp]
            pub(crate) fn unrelated(x: f64) -> f64 {
                x * ::ad_testing::strategy::$inner::diff(Cube).at(2.0)
            }

            /// The inner one at the outer variable: x·3x².
            #[exp]
            pub(crate) fn at_the_variable(x: f64) -> f64 {
                x * ::ad_testing::strategy::$inner::diff(Cube).at(x)
            }

            /// An inner gradient that captures the variable: x·Σ 2x·(1, x) = 2x² + 2x³.
            #[exp(class = Semiring)]
            pub(crate) fn gradient_inside(x: f64) -> f64 {
                let gradient = ::ad_testing::strategy::$inner::grad(WeightedSquare.given(x)).at([1.0, x]);
                x * (gradient[0] + gradient[1])
            }

            /// Only literals go in, and the results are used with each other: (2x + 4x)·2x = 12x².
            #[exp]
            pub(crate) fn literals_only(x: f64) -> f64 {
                let gradient = ::ad_testing::strategy::$inner::grad(WeightedSquare.given(x)).at([1.0, 2.0]);
                (gradient[0] + gradient[1]) * gradient[0]
            }

            /// The value and the gradient, the Jacobian and the vector product: 5x + 4x + 4x + 20x.
            #[exp]
            pub(crate) fn other_operators(x: f64) -> f64 {
                let (value, gradient) =
                    ::ad_testing::strategy::$inner::value_and_grad(WeightedSquare.given(x)).at([1.0, 2.0]);
                let jacobian =
                    ::ad_testing::strategy::$inner::jacobian(WeightedSquare.given(x)).at([1.0, 2.0]);
                let hessian = ::ad_testing::strategy::$inner::jacobian(::ad_testing::strategy::$inner::grad(
                    WeightedSquare.given(x),
                ))
                .at([1.0, 2.0]);
                value + gradient[1] + jacobian[1] + 10.0 * hessian[1][1]
            }

            /// Captured as a structure: d/dy (x + x²y + y²) at x, that is x² + 2x.
            #[exp]
            pub(crate) fn structure_inside(x: f64) -> f64 {
                ::ad_testing::strategy::$inner::diff(Plane.given((x, [x * x, 1.0]))).at(x)
            }

            /// In a loop: x is multiplied n times by D(y ↦ x·y)(1) = x, which doubles the power.
            #[exp]
            pub(crate) fn in_a_loop(n: u32, x: f64) -> f64 {
                let mut x = x;
                for _ in 0..n {
                    x *= ::ad_testing::strategy::$inner::diff(Product.given(x)).at(1.0);
                }
                x
            }

            /// The same for independent functions: 3·4·x + 3·9·x + ….
            #[exp]
            pub(crate) fn unrelated_in_a_loop(n: u32, x: f64) -> f64 {
                let mut total = 0.0;
                for i in 0..n {
                    total += x * ::ad_testing::strategy::$inner::diff(Cube).at(i as f64);
                }
                total
            }

            /// Two levels: D(y ↦ y·D(z ↦ x·z)(y)) inside, where the innermost function captures the variable that the middle one
            /// captured.
            #[exp]
            pub(crate) fn middle(x: f64, y: f64) -> f64 {
                y * ::ad_testing::strategy::$inner::diff(Product.given(x)).at(y)
            }

            /// x·D(y ↦ y·x)(1) = x²
            #[exp]
            pub(crate) fn two_levels_inside(x: f64) -> f64 {
                x * ::ad_testing::strategy::$inner::diff(Middle.given(x)).at(1.0)
            }
        }
    };
}

mod inside {
    ad_testing::each_strategy!(grad: inner);
}

/// The cases, differentiated outside by one strategy where another one is inside.
macro_rules! check {
    ($outer:ident $inner:ident) => {
        use ::ad_testing::strategy::$inner::diff as inner;
        use ::ad_testing::strategy::$outer::diff as outer;

        use super::inside::$inner::*;

        assert_eq!(outer(SumInside).eval(F64, 1.0), 1.0);
        assert_eq!(outer(ProductInside).eval(F64, 4.0), 8.0);
        assert_eq!(outer(Unrelated).eval(F64, 7.0), 12.0);
        assert_eq!(outer(AtTheVariable).eval(F64, 2.0), 36.0);
        assert_eq!(outer(GradientInside).eval(F64, 3.0), 66.0);
        assert_eq!(outer(LiteralsOnly).eval(F64, 2.0), 48.0);
        assert_eq!(outer(OtherOperators).eval(F64, 2.0), 33.0);
        assert_eq!(outer(StructureInside).eval(F64, 3.0), 8.0);
        assert_eq!(outer(InALoop { n: 3 }).eval(F64, 2.0), 8.0 * 128.0);
        assert_eq!(outer(UnrelatedInALoop { n: 4 }).eval(F64, 5.0), 42.0);
        assert_eq!(outer(TwoLevelsInside).eval(F64, 5.0), 10.0);

        // Once more, and the same strategy thrice.
        assert_eq!(outer(outer(ProductInside)).eval(F64, 4.0), 2.0);
        assert_eq!(inner(outer(InALoop { n: 2 })).eval(F64, 2.0), 48.0);
        assert_eq!(inner(inner(AtTheVariable)).eval(F64, 2.0), 36.0);

        // An expression is still an ordinary function.
        assert_eq!(product_inside(4.0), 16.0);
        // Where the numbers are exact, so is all of this.
        assert_eq!(outer(GradientInside).eval(I64, 3), 66);
    };
}

// A test is named by the strategy outside and the one inside.
ad_testing::nesting_tests!(grad: [* *] check);

#[test]
fn power_series_outside_and_inside() {
    #[exp]
    fn series_inside(x: f64) -> f64 {
        x * taylor::nth_derivative(Product.given(x), 1).at(1.0)
    }
    /// The captured number meets the series of y from the other side.
    #[exp]
    fn swapped(x: f64, y: f64) -> f64 {
        y * x
    }
    #[exp]
    fn swapped_inside(x: f64) -> f64 {
        x * taylor::nth_derivative(Swapped.given(x), 1).at(1.0)
    }
    #[exp]
    fn in_place(x: f64) -> f64 {
        x * taylor::derivatives::<2, _>(Swapped.given(x)).at(1.0)[1]
    }

    assert_eq!(taylor::nth_derivative(inside::stack::ProductInside, 1).eval(F64, 4.0), 8.0);
    assert_eq!(taylor::nth_derivative(inside::forward::SumInside, 1).eval(F64, 1.0), 1.0);
    nestings!([diff], SeriesInside, |name, d| assert_eq!(d.eval(F64, 4.0), 8.0, "{name}"));
    nestings!([diff], SwappedInside, |name, d| assert_eq!(d.eval(F64, 4.0), 8.0, "{name}"));
    nestings!([diff], InPlace, |name, d| assert_eq!(d.eval(F64, 4.0), 8.0, "{name}"));
}

/// Newton's method on a derivative: the minimum by y of y⁴/4 + y²/2 - x·y, where y³ + y = x.
mod newton {
    use ad::Given;
    use ad::prelude::*;
    use ad_testing::{chain, nestings};

    #[exp]
    fn potential(x: f64, y: f64) -> f64 {
        y * y * y * y / 4.0 + y * y / 2.0 - x * y
    }

    #[exp]
    fn minimiser(x: f64) -> f64 {
        let slope = forward::diff(Potential.given(x));
        let curvature = stack::diff(forward::diff(Potential.given(x)));
        let mut y = 0.0;
        for _ in 0..20 {
            y -= slope.at(y) / curvature.at(y);
        }
        y
    }

    #[test]
    fn the_minimum_moves_with_the_outer_variable() {
        // At x = 10 the minimum is at y = 2, and dy/dx = 1 / (3y² + 1), d²y/dx² = -6y / (3y² + 1)³.
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-14, "{a} is not {b}");
        close(minimiser(10.0), 2.0);
        nestings!([diff], Minimiser, |_, d| close(d.eval(F64, 10.0), 1.0 / 13.0));
        chain!([diff[diff]], Minimiser, |_, d| close(d.eval(F64, 10.0), -12.0 / 2197.0));
    }
}

/// A Lagrangian whose Euler-Lagrange equations are integrated: a bead of mass 1 on the parabola y = k·q²/2 in a field
/// of strength 1. The trajectory is differentiated by the curvature k, which the Lagrangian captures.
mod lagrangian {
    use ad::Given;
    use ad::prelude::*;
    use ad_testing::nestings;

    #[exp]
    fn lagrangian(k: f64, q: f64, v: f64) -> f64 {
        let (height, rise) = (k * q * q / 2.0, k * q * v);
        (v * v + rise * rise) / 2.0 - height
    }

    /// From d/dt ∂L/∂v = ∂L/∂q: a = (∂L/∂q - ∂²L/∂v∂q · v) / ∂²L/∂v².
    #[exp]
    fn acceleration(k: f64, q: f64, v: f64) -> f64 {
        let (force, _) = stack::grad(Lagrangian.given(k)).at((q, v));
        let (_, (by_q, by_v)) = forward::jacobian(stack::grad(Lagrangian.given(k))).at((q, v));
        (force - by_q * v) / by_v
    }

    /// The classical Runge-Kutta method.
    #[exp]
    fn trajectory(steps: u32, k: f64) -> (f64, f64) {
        let h = 0.05;
        let (mut q, mut v) = (1.0, 0.0);
        for _ in 0..steps {
            let (q1, v1) = (v, acceleration(k, q, v));
            let (q2, v2) = (v + h / 2.0 * v1, acceleration(k, q + h / 2.0 * q1, v + h / 2.0 * v1));
            let (q3, v3) = (v + h / 2.0 * v2, acceleration(k, q + h / 2.0 * q2, v + h / 2.0 * v2));
            let (q4, v4) = (v + h * v3, acceleration(k, q + h * q3, v + h * v3));
            q += h / 6.0 * (q1 + 2.0 * q2 + 2.0 * q3 + q4);
            v += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
        }
        (q, v)
    }

    #[test]
    fn the_equations_of_motion_are_right() {
        // (1 + k²q²)·a = -k·q - k²·q·v²
        let (k, q, v) = (2.0, 0.5, 3.0);
        assert_eq!(acceleration(k, q, v), (-k * q - k * k * q * v * v) / (1.0 + k * k * q * q));
        // The energy is conserved.
        let (q, v) = trajectory(40, k);
        let energy = v * v / 2.0 * (1.0 + k * k * q * q) + k * q * q / 2.0;
        assert!((energy - k / 2.0).abs() < 1e-4, "{energy}");
    }

    #[test]
    fn the_trajectory_is_differentiated_by_captured_lengths() {
        let (k, step) = (2.0, 1e-5);
        let (after, before) = (trajectory(40, k + step), trajectory(40, k - step));
        let difference = (after.0 - before.0) / (2.0 * step);
        let (by_forward, _) = forward::diff(Trajectory { steps: 40 }).eval(F64, k);
        assert!((by_forward - difference).abs() < 1e-8, "{by_forward} is not {difference}");
        nestings!(vjp: [jacobian], Trajectory { steps: 40 }, |name, d| {
            let (by_reverse, _) = d.eval(F64, k);
            assert!((by_reverse - by_forward).abs() < 1e-12, "{name}: {by_reverse} is not {by_forward}");
        });
    }
}
