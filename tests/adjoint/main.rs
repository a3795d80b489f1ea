//! Adjoint programs against the tape. Both differentiate every program here, and must give the same value and derivatives, to the
//! last bit in a ring, alone and nested.
//!
//! To add a program, write it with `#[exp(adjoint)]` in one of the modules, and pass its expression to a function of `check`.
//! Every read should be in a product, since linear programs need no saved values.

#![allow(clippy::all, clippy::pedantic, unused_braces, reason = "programs are written as users write them")]

mod by_hand;
mod check;
mod checked;
mod chosen;
mod constants;

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

/// The macro sees the definition in this file only.
#[ad::exp]
#[derive(Clone)]
struct Spring {
    stiffness: f64,
    length: f64,
}

mod arms;
mod authors;
mod beside;
mod borrowing;
mod circles;
mod deques;
mod derivatives;
mod elements;
mod everyday;
mod exits;
mod field;
mod first;
mod forms;
mod forward_order;
mod functions;
mod given;
mod growth;
mod heaps;
mod independent;
mod inlined;
mod items;
mod iterators;
mod laziness;
mod lending;
mod lengths;
mod loops;
mod maps;
mod matrices;
mod methods;
mod modules;
mod mutable;
mod namesakes;
mod natural;
mod nestings;
mod operators;
mod optional;
mod ordinary;
mod pairs;
mod parsed;
mod plain_types;
mod record;
mod recorded;
mod recursion;
mod references;
mod roots;
mod rotations;
mod second;
mod slices;
mod snapshot;
mod spellings;
mod step;
mod totals;
mod traits;
mod whole;
