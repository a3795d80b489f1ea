//! Everyday spellings: small functions by authors who do not think of adjoint programs. Each way to iterate over a list, to fill
//! one and to leave a loop occurs once.

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
    (@real [$($point:expr),+]) => { $(check::program(&Program, &$point);)+ };
}

const RATE: f64 = 3.0;
const WEIGHTS: [f64; 3] = [1.0, -2.0, 5.0];

mod inspected;
mod lists;
mod ordinary;
mod real;
mod shapes;
mod through;
