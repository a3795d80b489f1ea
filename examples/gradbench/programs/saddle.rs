//! A game: the least of the greatest, where the greatest is found by gradient descent that is differentiated through.

use ad::call;
use ad::prelude::*;

use super::descent::argmin;

/// The pay-off of the players at `p` and at `q`.
#[exp(adjoint)]
pub fn payoff(p: [f64; 2], q: [f64; 2]) -> f64 {
    (p[0] * p[0] + p[1] * p[1]) - (q[0] * q[0] + q[1] * q[1])
}

/// What the second player wants to be little.
#[exp(adjoint)]
pub fn loss(p: [f64; 2], q: [f64; 2]) -> f64 {
    -payoff(p, q)
}

/// The game, with the gradient of the outer descent at `p` by this expression, and that of the inner descent by this operator.
macro_rules! game {
    ($name:ident, |$p:ident, $greatest:ident| $outer:expr, $inner:ident::grad $($two:tt)*) => {
        pub fn $name(start: [f64; 2]) -> [f64; 4] {
            #[exp]
            fn answer(start: [f64; 2], p: [f64; 2]) -> [f64; 2] {
                argmin(|q| loss(p, q), |q| $inner::grad(Loss.given(p))$($two)*.at(q), start)
            }

            #[exp]
            fn greatest(start: [f64; 2], p: [f64; 2]) -> f64 {
                payoff(p, answer(start, p))
            }

            let slope = |$p: [f64; 2]| {
                let $greatest = Greatest.given(start);
                $outer
            };
            let [a, b] = argmin(|p| greatest(start, p), slope, start);
            let [c, d] = answer(start, [a, b]);
            [a, b, c, d]
        }
    };
}

// Two passes with one tangent are faster than one with two: dual numbers of dual numbers then fit into registers.
game!(ff, |p, e| forward::grad(e).width::<1>().at(p), forward::grad.width::<1>());
game!(fr, |p, e| forward::grad(e).width::<1>().at(p), adjoint::grad);
game!(rf, |p, e| call::gradient(&e, &p), forward::grad.width::<1>());
game!(rr, |p, e| call::gradient(&e, &p), adjoint::grad);
