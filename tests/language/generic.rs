//! Generic code of other crates, unchanged. The traits of `num-traits` bound it, and its callers.

use ad::prelude::*;
use num_traits::{Float, FloatConst, FromPrimitive, NumCast, Signed, Zero};

/// Theirs: Newton's method, as generic as it gets.
fn square_root<T: Float>(x: T) -> T {
    let two = T::one() + T::one();
    let mut y = x;
    for _ in 0..40 {
        y = (y + x / y) / two;
    }
    y
}

/// Theirs: the density of a normal distribution, up to a constant.
fn density<T: Float + FloatConst + FromPrimitive>(x: T, mean: T, deviation: T) -> T {
    let z = (x - mean) / deviation;
    let half = T::from_f64(0.5).expect("a float holds it");
    (-(z * z) * half).exp() / (deviation * (T::PI() + T::PI()).sqrt())
}

/// Theirs: a sum that begins with zero.
fn absolute<T: Signed + Copy>(xs: &[T]) -> T {
    xs.iter().fold(T::zero(), |sum, x| sum + x.abs())
}

/// Theirs: the value at which a polynomial with integer coefficients is.
fn polynomial<T: Float>(coefficients: &[i32], x: T) -> T {
    let coefficient = |c: i32| <T as NumCast>::from(c).expect("a float holds it");
    coefficients.iter().rev().fold(T::zero(), |sum, &c| sum * x + coefficient(c))
}

constructs! {
    fn calls_what_is_bounded_by_float(x: f64) -> f64 where f64: Float {
        square_root(x * x + 1.0)
    } as E at [0.5, -2.0];

    fn has_methods_of_its_own_beside_those_of_the_trait(x: f64) -> f64 where f64: Float {
        let y = &x;
        let root: f64 = square_root(x.exp());
        root.sin() + y.cos().powi(2) * (x + 2.0).abs().max(x).sqrt() + if x.is_nan() { 1.0 } else { y.floor() }
    } as E at [0.5, -1.3];

    fn has_constants_of_the_trait(x: f64) -> f64 where f64: Float + FloatConst + FromPrimitive {
        density(x, 0.5, 2.0)
    } as E at [0.5, -2.0];

    fn a_slice_goes_through(x: f64) -> f64 where f64: Signed {
        absolute(&[x, -2.0 * x, 3.0])
    } as E at [0.5, -2.0];

    fn integers_are_cast(x: f64) -> f64 where f64: Float {
        polynomial(&[1, -2, 0, 5], x)
    } as E at [0.5, -2.0];

    fn a_method_of_the_trait_alone(x: f64) -> f64 where f64: Zero {
        if x.is_zero() { x } else { x * x }
    } as E at [0.5, -2.0];
}

/// A method that the macro does not know counts as real, unless the class is asserted.
#[exp(class = Semiring + PartialOrd)]
fn product_of_what_is_not_zero(x: f64, y: f64) -> f64
where
    f64: Zero,
{
    if y.is_zero() { x } else { x * y }
}

#[test]
fn a_bound_on_f64_is_a_bound_on_the_numbers_of_the_dictionary() {
    assert_eq!(stack::grad(ProductOfWhatIsNotZero).eval(I64, (3, 5)), (5, 3));
    assert_eq!(stack::grad(ProductOfWhatIsNotZero).eval(I64, (3, 0)), (1, 0));
}
