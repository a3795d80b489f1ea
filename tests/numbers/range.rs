//! Derivatives where those of a step leave the range of floats, and those of the function do not.

use ad::prelude::*;
use ad::{F64, call, hessian};

/// Logarithms of very small and very large numbers, with a slope that is constant up to rounding.
#[exp(adjoint)]
fn logarithms(which: usize, x: f64) -> f64 {
    let small = x.exp();
    match which {
        0 => (1.0 / (1.0 + small)).ln(),
        1 => (1.0 + small).recip().ln(),
        2 => (small / (1.0 + small * small)).ln(),
        3 => small.powi(-1).ln(),
        4 => small.powf(-0.75).ln(),
        5 => small.hypot(2.0 * small).log2(),
        6 => small.log10(),
        _ => (small.recip() / (1.0 / (small + small))).ln() + x,
    }
}

/// The slopes of each, on the left and on the right of 0.
const SLOPES: [[f64; 2]; 8] = [
    [0.0, -1.0],
    [0.0, -1.0],
    [1.0, -1.0],
    [-1.0, -1.0],
    [-0.75, -0.75],
    [std::f64::consts::LOG2_E; 2],
    [std::f64::consts::LOG10_E; 2],
    [1.0, 1.0],
];

#[test]
fn derivatives_of_logarithms_of_tiny_and_huge_numbers() {
    let xs = [-700.0, -500.0, -400.0, -300.0, -150.0, 150.0, 300.0, 400.0, 500.0, 700.0];
    for (which, slopes) in SLOPES.into_iter().enumerate() {
        let e = Logarithms { which };
        let mut points = Vec::new();
        for x in xs.into_iter().filter(|x| e.eval(F64, *x).is_finite()) {
            let slope = slopes[usize::from(x > 0.0)];
            let derivatives = [
                forward::diff(&e).at(x),
                stack::diff(&e).at(x),
                effects::diff(&e).at(x),
                adjoint::diff(&e).at(x),
                call::diff(&e, &x),
            ];
            let second = [
                forward::diff(forward::diff(&e)).at(x),
                forward::diff(stack::diff(&e)).at(x),
                stack::diff(forward::diff(&e)).at(x),
                forward::diff(adjoint::diff(&e)).at(x),
                hessian(&e).at(x),
            ];
            assert!(derivatives.iter().all(|d| (d - slope).abs() < 1e-12), "{which} at {x}: {derivatives:?}");
            assert!(second.iter().all(|d| d.abs() < 1e-12), "{which} at {x}: {second:?}");
            points.push(x);
        }
        assert!(points.len() > 6);
        for twice in [
            call::values(&forward::diff(forward::diff(&e)), &points),
            call::values(&forward::diff(stack::diff(&e)), &points),
        ] {
            assert!(twice.iter().all(|d| d.abs() < 1e-12), "{which}: {twice:?}");
        }
    }
}
