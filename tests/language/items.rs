//! Recursion, macros, other derivatives.

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
    weights.iter().map(|w| w * x).sum::<f64>() * ordinary(half) + ordinary(weights[1] - 0.5)
}

#[test]
fn fixed_locals_stay_plain() {
    assert_eq!(fixed_locals(2.0), 9.0);
    assert_eq!(forward::diff(FixedLocals).eval(F64, 2.0), 3.0);
}
