//! A game: the least of the greatest, where the greatest is found by gradient descent that is differentiated through.

use ad::call;
use ad::prelude::*;

use super::descent::argmin;

/// The pay-off of the players at `p` and at `q`.
#[exp(adjoint)]
pub fn payoff(p: [f64; 2], q: [f64; 2]) -> f64 {
    (p[0] * p[0] + p[1] * p[1]) - (q[0] * q[0] + q[1] * q[1])
}

/// The cost of the second player.
#[exp(adjoint)]
pub fn loss(p: [f64; 2], q: [f64; 2]) -> f64 {
    -payoff(p, q)
}

/// The game. This expression gives value and gradient of the outer descent at `p`, and this operator those of the inner descent.
macro_rules! game {
    ($name:ident, |$p:ident, $greatest:ident| $outer:expr, $inner:ident::value_and_grad $($two:tt)*) => {
        pub fn $name(start: [f64; 2]) -> [f64; 4] {
            #[exp]
            fn answer(start: [f64; 2], p: [f64; 2]) -> [f64; 2] {
                argmin(|q| $inner::value_and_grad(Loss.given(p))$($two)*.at(q), start)
            }

            #[exp]
            fn greatest(start: [f64; 2], p: [f64; 2]) -> f64 {
                payoff(p, answer(start, p))
            }

            let value_and_slope = |$p: [f64; 2]| {
                let $greatest = Greatest.given(start);
                $outer
            };
            let [a, b] = argmin(value_and_slope, start);
            let [c, d] = answer(start, [a, b]);
            [a, b, c, d]
        }
    };
}

// Two passes with one tangent are faster than one with two: dual numbers of dual numbers then fit into registers.
game!(ff, |p, e| forward::value_and_grad(e).width::<1>().at(p), forward::value_and_grad.width::<1>());
game!(fr, |p, e| forward::value_and_grad(e).width::<1>().at(p), adjoint::value_and_grad);
game!(rf, |p, e| call::value_and_grad(&e, &p), forward::value_and_grad.width::<1>());
game!(rr, |p, e| call::value_and_grad(&e, &p), adjoint::value_and_grad);
