//! A charged particle that falls past two others. One of these is moved until the particle lands at the origin.

use ad::call;
use ad::prelude::*;

use super::descent::argmin;

/// The potential of the charges at (10, 10 - w) and (10, 0) at the point `x`.
#[exp(adjoint)]
pub fn potential(w: f64, x: [f64; 2]) -> f64 {
    let distance = |dx: f64, dy: f64| (dx * dx + dy * dy).sqrt();
    1.0 / distance(x[0] - 10.0, x[1] - (10.0 - w)) + 1.0 / distance(x[0] - 10.0, x[1])
}

/// The optimum, with value and derivative of the descent at `w` by this expression, and the gradient of the potential by this
/// operator.
macro_rules! optimum {
    ($name:ident, |$w:ident, $landing:ident| $outer:expr, $inner:ident::grad $($two:tt)*) => {
        pub fn $name(w: f64) -> f64 {
            /// The square of where the particle lands.
            #[exp]
            fn landing([w]: [f64; 1]) -> f64 {
                let mut x = [0.0, 8.0];
                let mut v = [0.75, 0.0];
                let step = 0.1;
                loop {
                    let slope = $inner::grad(Potential.given(w))$($two)*.at(x);
                    let next = [x[0] + step * v[0], x[1] + step * v[1]];
                    if next[1] <= 0.0 {
                        let past = -x[1] / v[1];
                        let at = x[0] + past * v[0];
                        return at * at;
                    }
                    x = next;
                    v = [v[0] - step * slope[0], v[1] - step * slope[1]];
                }
            }

            let $landing = Landing;
            argmin(|$w: [f64; 1]| $outer, [w])[0]
        }
    };
}

// Two passes with one tangent are faster than one with two: dual numbers of dual numbers then fit into registers.
optimum!(ff, |w, e| forward::value_and_grad(e).width::<1>().at(w), forward::grad.width::<1>());
optimum!(fr, |w, e| forward::value_and_grad(e).width::<1>().at(w), adjoint::grad);
optimum!(rf, |w, e| call::value_and_grad(&e, &w), forward::grad.width::<1>());
optimum!(rr, |w, e| call::value_and_grad(&e, &w), adjoint::grad);
