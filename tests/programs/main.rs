//! Adjoint programs of code as users write it: modules, types, traits, collections, and whole programs. `tests/adjoint` has the constructs
//! and the analyses, and the checks that both share.

#![allow(clippy::all, clippy::pedantic, unused_braces, reason = "programs are written as users write them")]

#[macro_use]
#[path = "../adjoint/macros.rs"]
mod macros;

#[path = "../adjoint/check.rs"]
mod check;

/// The macro sees the definition in this file only.
#[ad::exp]
#[derive(Clone)]
struct Spring {
    stiffness: f64,
    length: f64,
}

/// The same over `f32`.
#[ad::exp]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Probe {
    x: f32,
}

mod asked;
mod authors;
mod beside;
mod borrowing;
mod changed;
mod circles;
mod deques;
mod elements;
mod everyday;
mod extended;
mod failures;
mod forms;
mod generic;
mod heaps;
mod inferred;
mod items;
mod kept;
mod lending;
mod maps;
mod modules;
mod natural;
mod objects;
mod operators;
mod optional;
mod ordinary;
mod parsed;
mod parts;
mod places;
mod plain_types;
mod references;
mod referents;
mod results;
mod singles;
mod states;
mod traits;
mod typed;
mod whole;
