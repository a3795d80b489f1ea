//! Recursion, macros, other derivatives.

use ad::Shape;
use ad::prelude::*;

#[exp]
fn even(n: u32, x: f64) -> f64 {
    if n == 0 { 1.0 } else { x * odd(n - 1, x) }
}

#[exp]
fn odd(n: u32, x: f64) -> f64 {
    if n == 0 { 0.0 } else { x + even(n - 1, x) }
}

#[exp]
fn power<const K: usize>(x: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..K {
        y *= x;
    }
    y
}

#[exp]
fn power_of_three(x: f64) -> f64 {
    power::<3, _>(x)
}

#[exp]
fn inner(k: f64, x: f64) -> f64 {
    k * x * x
}

macro_rules! polynomial {
    ($name:ident, $($c:literal),*) => {
        #[exp]
        fn $name(x: f64) -> f64 {
            let mut y = 0.0;
            $(y = y * x + $c;)*
            y
        }
    };
}

polynomial!(quadratic, 1.0, -2.0, 3.0);

constructs! {
    fn mutual_recursion(x: f64) -> f64 {
        even(5, x) + odd(4, x)
    } as E at [0.5, -2.0];

    fn other_modules(x: f64) -> f64 {
        crate::items::power_of_three(x) + super::inner(3.0, x)
    } as E at [0.5, -2.0];

    fn produced_by_macros(x: f64) -> f64 {
        quadratic(x)
    } as E at [0.5, -2.0];
}

#[exp]
fn with_derivative_inside(k: f64, x: f64) -> f64 {
    x * forward::diff(Square {}).at(x) + k
}

#[exp]
fn square(x: f64) -> f64 {
    x * x
}

#[test]
fn a_derivative_inside_an_expression_is_differentiated_again() {
    assert_eq!(with_derivative_inside(1.0, 3.0), 19.0);
    assert_eq!(Power::<3>.eval(F64, 2.0), 8.0);
}

fn ordinary(x: f64) -> f64 {
    x * 2.0
}

#[exp]
fn fixed_locals(x: f64) -> f64 {
    #[fixed]
    let half: f64 = 0.5;
    #[fixed]
    let weights: Vec<f64> = vec![1.0, 2.0];
    #[fixed]
    let none: f64 = ordinary(f64::MIN_POSITIVE) * 0.0;
    weights.iter().map(|w| w * x).sum::<f64>() * ordinary(half + none) + ordinary(weights[1] - 0.5)
}

#[test]
fn fixed_locals_stay_plain() {
    assert_eq!(fixed_locals(2.0), 9.0);
    assert_eq!(forward::diff(FixedLocals).eval(F64, 2.0), 3.0);
}

/// Their structs are called `D`, `N`, `T` and `U`, like the type parameters that expansions add.
mod short_names {
    use ad::prelude::*;

    #[exp]
    pub(super) fn d(x: f64) -> f64 {
        x * x
    }

    #[exp]
    pub(super) fn n(k: u32, x: f64) -> f64 {
        x * k as f64
    }

    #[exp]
    pub(super) fn t<const N: usize>(xs: [f64; N]) -> f64 {
        d(xs[0]) - n(N as u32, xs[N - 1])
    }

    #[exp]
    pub(super) fn u<D: Fn(u32) -> u32>(pick: D, then: impl Fn(u32) -> u32, x: f64) -> f64 {
        x * then(pick(2)) as f64
    }

    /// Not those of `std::mem`.
    #[exp]
    pub(super) fn take(x: f64) -> f64 {
        x.sin()
    }

    #[exp]
    pub(super) fn swap(x: f64, y: f64) -> f64 {
        x - y / 2.0
    }

    #[exp]
    pub(super) fn taken(x: f64) -> f64 {
        let y = take(x);
        y * swap(x, 1.0)
    }

    #[exp]
    #[derive(Debug, PartialEq)]
    pub(super) struct Row<const N: usize> {
        pub(super) entries: [f64; N],
    }
}

#[test]
fn functions_may_be_called_like_type_parameters() {
    use short_names::*;
    assert_eq!(forward::diff(D).eval(F64, 3.0), 6.0);
    assert_eq!(forward::diff(N { k: 3 }).eval(F64, 3.0), 3.0);
    assert_eq!(stack::grad(T::<2>).eval(F64, [3.0, 4.0]), [6.0, -2.0]);
    assert_eq!(forward::diff(U { pick: |k| k + 1, then: |k| 2 * k }).eval(F64, 5.0), 6.0);
    assert_eq!(forward::diff(Taken).eval(F64, 0.5), 0.5_f64.sin());
    let row = Row { entries: [1.0, 2.0] };
    assert_eq!(<Row<2> as Shape>::map(&row, &mut |x: &f64| x + 1.0), Row { entries: [2.0, 3.0] });
}

/// The expansion of a deprecated function does not warn; its callers are warned.
#[deny(deprecated)]
mod old {
    use ad::prelude::*;

    #[exp]
    #[deprecated(note = "write `cube`")]
    pub(super) fn third_power(x: f64) -> f64 {
        x * x * x
    }
}

#[test]
#[expect(deprecated, reason = "it is the test of that")]
fn deprecated_functions_have_an_expression() {
    assert_eq!(forward::diff(old::ThirdPower).eval(F64, 2.0), 12.0);
}

mod documented {
    use ad::prelude::*;

    /// The area of a rectangle.
    ///
    ///   * both sides
    #[doc = concat!("are ", "positive")]
    #[exp]
    pub(super) fn rectangle(a: f64, b: f64) -> f64 {
        a * b
    }

    /// Doubles a number.
    #[exp]
    pub(super) fn doubled(x: &mut f64) {
        *x *= 2.0;
    }

    #[exp]
    #[derive(Clone)]
    pub(super) struct Spring {
        stiffness: f64,
    }

    #[exp]
    impl Spring {
        /// The force.
        pub(super) fn force(&self, x: f64) -> f64 {
            -self.stiffness * x
        }
        pub(super) fn stiff(&self) -> f64 {
            self.stiffness
        }
    }
}

#[test]
fn an_expression_has_the_documentation_of_its_function() {
    use ad::generic::Signature;
    use documented::*;
    let expected = "The area of a rectangle.\n\n  * both sides\nare positive\n";
    assert_eq!(Rectangle.documentation(), expected);
    assert_eq!((&Rectangle).given(2.0).documentation(), expected);
    assert_eq!(Doubled.documentation(), "Doubles a number.\n");
    assert_eq!((SpringForce.documentation(), SpringStiff.documentation()), ("The force.\n", ""));
}
