//! A game: the least of the greatest, where the greatest is found by gradient descent that is differentiated through.

use ad::prelude::*;

use super::descent::argmin;

/// The pay-off of the players at `p` and at `q`.
#[exp]
pub fn payoff(p: [f64; 2], q: [f64; 2]) -> f64 {
    (p[0] * p[0] + p[1] * p[1]) - (q[0] * q[0] + q[1] * q[1])
}

/// What the second player wants to be little.
#[exp]
pub fn loss(p: [f64; 2], q: [f64; 2]) -> f64 {
    -payoff(p, q)
}

/// The game with the gradients of the outer and the inner descent by these operators.
macro_rules! game {
    ($name:ident, ($outer:ident::grad $($width:tt)*), ($inner:ident::grad $($two:tt)*)) => {
        pub fn $name(start: [f64; 2]) -> [f64; 4] {
            #[exp]
            fn answer(start: [f64; 2], p: [f64; 2]) -> [f64; 2] {
                argmin(|q| loss(p, q), |q| $inner::grad(Loss.given(p))$($two)*.at(q), start)
            }

            #[exp]
            fn greatest(start: [f64; 2], p: [f64; 2]) -> f64 {
                payoff(p, answer(start, p))
            }

            let slope = |p| $outer::grad(Greatest.given(start))$($width)*.at(p);
            let [a, b] = argmin(|p| greatest(start, p), slope, start);
            let [c, d] = answer(start, [a, b]);
            [a, b, c, d]
        }
    };
}

game!(ff, (forward::grad.width::<2>()), (forward::grad.width::<2>()));
game!(fr, (forward::grad.width::<2>()), (stack::grad));
game!(rf, (stack::grad), (forward::grad.width::<2>()));
game!(rr, (stack::grad), (stack::grad));
