//! A function with `#[exp]` has the same meaning as without. Each function here is compiled with and without the attribute, and
//! called at ordinary and at extreme points. It is called as a plain function, as the generic function at `f64`, and as an
//! expression over floats. All three calls must give the same value to the last bit, the same side effects in order, and the same
//! panic. All NaNs are equal.
//!
//! `tests/language` asks whether derivatives are right; here the question is whether anything is silently different.

#![allow(
    clippy::all,
    clippy::pedantic,
    unused,
    nonstandard_style,
    irrefutable_let_patterns,
    unstable_name_collisions,
    mixed_script_confusables,
    arithmetic_overflow,
    unconditional_panic,
    unreachable_pub,
    reason = "the functions are written for variety, and many of them as nobody should"
)]

/// Declares functions of numbers, plain and annotated, and a test for each that compares them.
macro_rules! same {
    ($($(#[$meta:meta])* fn $name:ident($($x:ident: f64),+) -> $R:ty { $($body:tt)* })*) => {$(
        mod $name {
            use super::*;
            use crate::behaviour::{Behaviour, points};
            use ad::{exp, Exp as _};

            mod plain {
                use super::super::*;
                $(#[$meta])*
                pub(super) fn $name($($x: f64),+) -> $R { $($body)* }
            }

            #[exp(name = E__)]
            $(#[$meta])*
            fn $name($($x: f64),+) -> $R { $($body)* }

            #[test]
            fn means_the_same() {
                for [$($x),+] in points() {
                    let plain = Behaviour::of(|| plain::$name($($x),+));
                    let point = [$($x),+];
                    assert_eq!(Behaviour::of(|| $name($($x),+)), plain, "annotated, at {point:?}");
                    assert_eq!(Behaviour::of(|| E__.eval(ad::F64, ($($x),+))), plain, "as an expression, at {point:?}");
                }
            }
        }
    )*};
}

mod behaviour;
mod closures;
mod containers;
mod drops;
mod flow;
mod foreign;
mod functions;
mod integers;
mod items;
mod iterators;
mod literals;
mod macros;
mod names;
mod order;
mod patterns;
mod places;
mod traits;
