//! Everyday spellings: small functions as somebody writes them who has never heard of adjoint programs. What the suites
//! do not write, they do not see; so each way to go through a list, to fill one and to leave a loop stands here once.

use crate::check;
use ad::prelude::*;
use ad::special;

/// Each function is differentiated at these points: `exact` in the ring of integers modulo 2⁶⁴, `real` in floats.
macro_rules! everyday {
    ($($kind:ident at $points:tt { $(fn $name:ident($($parameters:tt)*) $body:block)* })*) => {$($(
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            #[exp(adjoint, name = Program)]
            pub(super) fn $name($($parameters)*) -> f64 $body

            #[test]
            fn agrees_with_the_tape() {
                everyday!(@$kind $points);
            }
        }
    )*)*};
    (@exact [$($point:expr),+]) => { $(check::exact(Program, $point);)+ };
    (@real [$($point:expr),+]) => { $(check::gradient(Program, $point); check::hessian(Program, $point);)+ };
}

const RATE: f64 = 3.0;
const WEIGHTS: [f64; 3] = [1.0, -2.0, 5.0];

mod lists;
mod real;
mod shapes;
mod through;
