//! Powers with a literal exponent: they need multiplication only, and equal `f64::powi`.

use ad::prelude::*;
use ad::{Dict, F32, I64, Modular, Rational, Rationals, RealDict, function, trace};
use ad_testing::nestings;

/// The paper's example: (x + 1)³.
#[exp(adjoint, class = Semiring)]
fn cube_of_successor(x: f64) -> f64 {
    (x + 1.0).powi(3)
}

/// Exponents with few and with many digits 1, and a power of a power.
#[exp(adjoint)]
fn powers(x: f64) -> f64 {
    x.powi(0) + x.powi(1) * x.powi(7_i32) + (x.powi(2) - x).powi(5) * (2.0 * x).powi(12)
}

#[exp(adjoint)]
fn products(x: f64) -> f64 {
    let square = |x: f64| x * x;
    let seventh = x * square(x) * square(square(x));
    let difference = square(x) - x;
    let double = 2.0 * x;
    let fourth = square(square(double));
    1.0 + x * seventh + square(square(difference)) * difference * fourth * square(fourth)
}

#[test]
fn a_literal_power_needs_multiplication_only() {
    assert_eq!(forward::diff(CubeOfSuccessor).eval(I64, 2), 27);
    assert_eq!(forward::diff(CubeOfSuccessor).eval(Modular::new(7), 2.into()), 6.into());
    assert_eq!(adjoint::diff(CubeOfSuccessor).eval(I64, 2), 27);
    assert_eq!(trace::symbolic(&CubeOfSuccessor, "x").table().columns, ["x", "u1", "u2"]);
}

#[test]
fn a_literal_power_is_a_product_in_every_nesting() {
    for x in -4..5 {
        nestings!([diff], Powers, |by, d| {
            assert_eq!(d.eval(I64, x), forward::diff(Products).eval(I64, x), "{by} at {x}");
        });
        let second = forward::diff(forward::diff(Products)).eval(I64, x);
        nestings!([diff[diff]], Powers, |by, d| assert_eq!(d.eval(I64, x), second, "{by} at {x}"));
        assert_eq!(adjoint::diff(Powers).eval(I64, x), adjoint::diff(Products).eval(I64, x));
        assert_eq!(forward::diff(adjoint::diff(Powers)).eval(I64, x), second);
        let half = Rational::new(i128::from(x), 2);
        assert_eq!(stack::diff(Powers).eval(Rationals, half), stack::diff(Products).eval(Rationals, half));
    }
}

#[exp(adjoint)]
fn literal(x: f64) -> f64 {
    x.powi(11)
}

#[exp(adjoint)]
fn named(x: f64) -> f64 {
    let n = 11;
    x.powi(n)
}

/// To the second derivative, in every mode: one step, as for an exponent that is not a literal.
#[test]
fn a_literal_power_has_the_bits_of_powi() {
    for x in [0.3, -1.1, 0.0, -0.0, 1e30, 3e-29, f64::INFINITY, f64::NAN] {
        let std = std::hint::black_box(x).powi(std::hint::black_box(11));
        assert_eq!(Literal.at(x).to_bits(), std.to_bits());
        assert_eq!(F64.power(x, 11).to_bits(), std.to_bits());
        #[allow(clippy::cast_possible_truncation, reason = "singles are tested")]
        let x32 = x as f32;
        assert_eq!(F32.power(x32, 11).to_bits(), F32.function(function::Powi(11), [x32]).to_bits());
        nestings!([diff], Literal, |by, d| {
            let first = forward::diff(Named).at(x);
            let ours = d.eval(F64, x);
            // A series multiplies in another order.
            let near = by.contains("taylor") && (ours - first).abs() <= 1e-15 * first.abs();
            assert!(ours == first || ours.is_nan() && first.is_nan() || near, "{by} at {x}: {ours}, {first}");
        });
        assert_eq!(adjoint::diff(Literal).at(x).to_bits(), adjoint::diff(Named).at(x).to_bits());
        let second = |x| (forward::diff(stack::diff(Literal)).at(x), forward::diff(stack::diff(Named)).at(x));
        let (ours, theirs) = second(x);
        assert_eq!(ours.to_bits(), theirs.to_bits());
    }
}

#[test]
fn an_exponent_beyond_the_range_of_powi_is_a_power_too() {
    assert_eq!(F64.power(-1.0, u32::MAX), -1.0);
    assert_eq!(I64.power(3, u32::MAX), I64.mul(I64.power(9, u32::MAX / 2), 3));
}
