//! The adjoint program of an expression with a given argument, inside a differentiated expression.

use ad::prelude::*;
use ad::{I64, call};

#[exp(adjoint)]
fn energy(w: f64, x: [f64; 2]) -> f64 {
    w * x[0] * x[0] * x[1] + w * w * x[1] * x[1] * x[1]
}

/// Products of the partial derivatives, 2w·x₀x₁ and w·x₀² + 3w²x₁².
#[exp(class = Ring)]
fn slopes(w: f64, a: f64) -> f64 {
    let g = adjoint::grad(Energy.given(w)).at([a, w * a]);
    g[0] * g[1]
}

#[exp(class = Ring)]
fn slopes_by_tape(w: f64, a: f64) -> f64 {
    let g = stack::grad(Energy.given(w)).at([a, w * a]);
    g[0] * g[1]
}

#[test]
fn the_gradient_for_a_given_number_is_differentiated_by_every_strategy() {
    for (w, a) in [(2, 3), (-1, 5), (0, 7), (4, 0)] {
        let expected = stack::grad(SlopesByTape).eval(I64, (w, a));
        assert_eq!(stack::grad(Slopes).eval(I64, (w, a)), expected);
        #[cfg(feature = "effects")]
        assert_eq!(effects::grad(Slopes).eval(I64, (w, a)), expected);
        assert_eq!(forward::grad(Slopes).eval(I64, (w, a)), expected);
        assert_eq!(
            forward::jacobian(stack::grad(Slopes)).eval(I64, (w, a)),
            forward::jacobian(stack::grad(SlopesByTape)).eval(I64, (w, a))
        );
    }
    assert_ne!(stack::grad(Slopes).eval(I64, (2, 3)), (0, 0));
}

#[exp(adjoint)]
fn product(w: [f64; 2], x: Vec<f64>) -> f64 {
    let mut product = w[0];
    for i in 0..x.len() {
        product *= x[i] + w[1];
    }
    product
}

#[exp(adjoint)]
fn powers(w: f64, x: [f64; 2]) -> [f64; 3] {
    [w * x[0] * x[0], w * x[0] * x[1], w * w * x[1]]
}

#[test]
fn a_jacobian_has_no_column_for_the_given_number() {
    let mut rows = [f64::NAN; 6];
    Prepared::new(Powers.given(3.0)).mode(Mode::Program).jacobian_into(&[2.0, 5.0], &mut rows);
    assert_eq!(rows, [12.0, 0.0, 15.0, 6.0, 0.0, 9.0]);
    assert_eq!(call::jacobian(&Powers.given(3.0), &[2.0, 5.0]).as_flattened(), rows);
}

/// More captured numbers than fit without memory.
#[test]
fn many_numbers_remain() {
    let w = [2.0, 1.0];
    let x: Vec<f64> = (0..20).map(|i| f64::from(i % 3)).collect();
    assert_eq!(adjoint::grad(Product.given(w)).at(x.clone()), call::grad(&Product, &(w, x)).1);
}

/// 1/x where the branch is not taken.
#[exp(adjoint)]
fn guarded(w: f64, x: f64) -> f64 {
    if w > 0.0 { w.recip() * x } else { x * x }
}

#[test]
fn a_branch_not_taken_has_no_adjoint() {
    #[exp]
    fn slope(w: f64) -> f64 {
        adjoint::diff(Guarded.given(w)).at(3.0)
    }
    assert_eq!(forward::diff(Slope).at(0.0), 0.0);
    assert_eq!(stack::diff(Slope).at(0.0), 0.0);
    assert_eq!(stack::diff(Slope).at(2.0), -0.25);
}
