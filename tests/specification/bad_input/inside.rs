//! Expressions that evaluate derivatives of other expressions. Such an evaluation occurs once, in a loop, nested, at a constant,
//! and beside numbers that must not be confused with the inner variable. The name of a test begins with the inner strategy:
//! `derivative::stack::effects` is `effects::diff(e)` where `e` uses `stack::diff`.

use ad::prelude::*;
use ad_testing::{each_strategy, nest, nesting_tests};

use ad_testing::Polynomial;

#[exp]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[exp]
fn square(x: f64) -> f64 {
    x * x
}

#[exp]
fn sum(x: f64, y: f64) -> f64 {
    x + y
}

#[exp]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// x · (x³)′ = 3x³
    Once,
    /// y ← y + (y²)′, three times: 27x
    Looped,
    /// (3x³)′ + x · (x³)″ + 3x³ = 3x³ + 15x²
    Nested,
    /// x + (y³)′ at y = 2: x + 12
    Unrelated,
}

const SUBJECTS: [(Kind, &[i128]); 4] = [
    (Kind::Once, &[0, 0, 0, 3]),
    (Kind::Looped, &[0, 27]),
    (Kind::Nested, &[0, 0, 15, 3]),
    (Kind::Unrelated, &[12, 1]),
];

/// The expressions that have `$inner::diff` inside.
macro_rules! subjects {
    ($inner:ident) => {
        pub(super) mod $inner {
            use ad_testing::strategy::$inner::diff;

            use super::*;

            #[exp(class = Semiring)]
            fn once(x: f64) -> f64 {
                x * diff(Cube).at(x)
            }

            #[exp(class = Semiring)]
            pub(in super::super) fn subject(kind: Kind, x: f64) -> f64 {
                match kind {
                    Kind::Once => once(x),
                    Kind::Looped => {
                        let mut y = x;
                        for _ in 0..3 {
                            let slope = diff(Square).at(y);
                            y += slope;
                        }
                        y
                    }
                    Kind::Nested => diff(Once).at(x) + x * diff(diff(Cube)).at(x) + once(x),
                    Kind::Unrelated => {
                        let before = diff(Cube).at(2.0);
                        x + before
                    }
                }
            }

            /// Newton's method for y³ = x, from 1.
            #[exp(class = Field)]
            pub(in super::super) fn cube_root(x: f64) -> f64 {
                let mut y = 1.0;
                for _ in 0..30 {
                    y -= (cube(y) - x) / diff(Cube).at(y);
                }
                y
            }
        }
    };
}

mod with {
    use super::*;

    each_strategy!(subjects);
}

macro_rules! check {
    ($inner:ident $($outer:ident)*) => {
        for (kind, coefficients) in SUBJECTS {
            println!("{kind:?}");
            let e = nest!(crate::bad_input::inside::with::$inner::Subject { kind }; $($outer)*);
            let expected = Polynomial::new(coefficients).derivative(1);
            for x in -3..=3 {
                let value = expected.at(i128::from(x), |c| c);
                assert_eq!(i128::from(e.eval(I64, x)), value, "over I64 at {x}");
                let residue = Rational::from(value.rem_euclid(7));
                assert_eq!(e.eval(Modular::new(7), i128::from(x).into()), residue, "modulo 7 at {x}");
            }
        }
        let root = nest!(crate::bad_input::inside::with::$inner::CubeRoot; $($outer)*).at(8.0_f64);
        assert!((root - 1.0 / 12.0).abs() < 1e-15, "∛ by Newton's method: {root}");
    };
}

mod derivative {
    use super::*;

    nesting_tests!([* *] check);
}

/// The derivative in y at y = 1, of x + y and of x · y, where x is the outer variable: 1 and x.
macro_rules! perturbations {
    ($inner:ident) => {
        mod $inner {
            use ad_testing::strategy::$inner::grad;

            use super::*;

            #[exp(class = Semiring)]
            fn of_sum(x: f64) -> f64 {
                let (_, slope) = grad(Sum).at((x, 1.0));
                x * slope
            }

            #[exp(class = Semiring)]
            fn of_product(x: f64) -> f64 {
                let (_, slope) = grad(Product).at((x, 1.0));
                x * slope
            }

            macro_rules! tests {
                ($outer:ident) => {
                    #[test]
                    fn $outer() {
                        use ad_testing::strategy::$outer::diff;
                        assert_eq!(diff(OfSum).eval(I64, 1), 1);
                        assert_eq!(diff(OfProduct).eval(I64, 3), 6);
                        assert_eq!(diff(diff(OfProduct)).eval(I64, 3), 2);
                    }
                };
            }
            each_strategy!(tests);
        }
    };
}

mod inner_and_outer_variable_are_not_confused {
    use super::*;

    each_strategy!(grad: perturbations);
}
