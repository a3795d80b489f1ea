//! The inventory of `#[exp]` as a language: one small function for each accepted construct. Each is compiled with and without the
//! attribute. The values must be equal. The derivatives of all strategies must agree with each other and with a central
//! difference of the plain function.

#![allow(
    clippy::all,
    clippy::pedantic,
    unreachable_pub,
    reason = "constructs are written as users write them, not as one should"
)]

extern crate ad as gradients;

/// Declares functions of one number, plain and annotated, and a test that compares them.
macro_rules! constructs {
    ($($(#[$meta:meta])* fn $name:ident($x:ident: f64 $(, $k:ident: $K:ty = $value:expr)*) -> f64 $(where f64: $bound:ident $(+ $and:ident)*)? { $($body:tt)* } as $Exp:ident at [$($input:expr),+];)*) => {$(
        #[allow(unused)]
        mod $name {
            use super::*;
            use ad::prelude::*;

            mod plain {
                use super::super::*;
                pub(super) fn $name($x: f64 $(, $k: $K)*) -> f64 $(where f64: $bound $(+ $and)*)? { $($body)* }
            }

            #[exp(name = $Exp)]
            $(#[$meta])*
            fn $name($x: f64 $(, $k: $K)*) -> f64 $(where f64: $bound $(+ $and)*)? { $($body)* }

            #[test]
            fn has_the_values_and_derivatives_of_the_plain_function() {
                for x in [$($input),+] {
                    let plain = |x: f64| plain::$name(x $(, $value)*);
                    crate::close(plain(x), $name(x $(, $value)*), 0.0);
                    let e = $Exp { $($k: $value),* };
                    crate::close(plain(x), e.eval(F64, x), 0.0);
                    let forward = forward::diff(e.clone()).eval(F64, x);
                    let step = 1e-6 * x.abs().max(1.0);
                    crate::close((plain(x + step) - plain(x - step)) / (2.0 * step), forward, 1e-6);
                    ad_testing::nestings!([diff], e.clone(), |_, d| crate::close(forward, d.eval(F64, x), 1e-12));
                }
            }
        }
    )*};
}

mod containers;
mod control;
mod foreign;
mod generic;
mod items;
mod iterators;
mod kernels;
mod logging;
mod numbers;
mod parameters;
mod printing;
mod rows;
mod structs;
mod surroundings;
mod traits;

/// Asserts that two numbers agree up to a relative tolerance.
#[track_caller]
fn close(a: f64, b: f64, tolerance: f64) {
    let equal = a == b || a.is_nan() && b.is_nan();
    assert!(equal || (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0), "{a} and {b} differ");
}
