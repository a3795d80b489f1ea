//! Macros that declare programs with their tests.

#![allow(unused_macros, reason = "two binaries share them")]

/// Checks expressions at arguments.
macro_rules! checks {
    ($($test:ident: $e:expr, $x:expr;)*) => {$(
        #[test]
        fn $test() {
            crate::check::program(&$e, &$x);
        }
    )*};
}

/// Declares programs over a slice with a number of iterations, and tests each for 0 to 4 iterations.
macro_rules! programs {
    ($(fn $name:ident($n:ident, $x:ident) as $Exp:ident $(in $class:ident)? { $($body:tt)* })*) => {$(
        mod $name {
            use super::*;

            #[exp(adjoint, name = $Exp $(, class = $class + PartialOrd)?)]
            fn program($n: usize, $x: &[f64]) -> f64 { $($body)* }

            #[test]
            fn agrees_with_the_tape() {
                for n in 0..5 {
                    check::exact($Exp { n }, vec![3, -2, 5, 7, -4]);
                    check::exact($Exp { n }, vec![0, 1, 0, -1, 2]);
                }
            }
        }
    )*};
}

/// Declares each function once with an adjoint program, and once without.
macro_rules! twice {
    ($(fn $name:ident as $Program:ident, $Tape:ident($($p:tt)*) -> $T:ty $body:block)*) => {$(
        mod $name {
            #[allow(unused_imports, reason = "the expressions that the function calls")]
            use super::*;
            #[exp(adjoint, class = Ring, name = $Program)]
            pub(super) fn program($($p)*) -> $T $body
            #[exp(class = Ring, name = $Tape)]
            pub(super) fn tape($($p)*) -> $T $body
        }
        use $name::{$Program, $Tape};
    )*};
}

/// A module as it stands, and over numbers.
macro_rules! both {
    ($(mod $name:ident { $($code:tt)* })*) => {$(
        mod $name {
            #[ad::exp(adjoint)]
            pub(super) mod program { $($code)* }
            #[allow(dead_code)]
            pub(super) mod plain { $($code)* }
        }
    )*};
}
