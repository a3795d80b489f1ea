//! Adjoint programs against the tape. Both differentiate every program here, and must give the same value and derivatives, to the
//! last bit in a ring, alone and nested.
//!
//! To add a program, write it with `#[exp(adjoint)]` in one of the modules, and pass its expression to a function of `check`.
//! Every read should be in a product, since linear programs need no saved values.

#![allow(clippy::all, clippy::pedantic, unused_braces, reason = "programs are written as users write them")]

#[macro_use]
mod macros;

mod arms;
mod by_hand;
mod check;
mod checked;
mod chosen;
mod constants;
mod derivatives;
mod exits;
mod field;
mod filled;
mod first;
mod forward_order;
mod fragments;
mod functions;
mod given;
mod growth;
mod independent;
mod inlined;
mod iterators;
mod laziness;
mod lengths;
mod loops;
mod matrices;
mod methods;
mod mutable;
mod namesakes;
mod nestings;
mod pairs;
mod product;
mod quotients;
mod record;
mod recorded;
mod recursion;
mod roots;
mod rotations;
mod rules;
mod scopes;
mod second;
mod second_order;
mod slices;
mod snapshot;
mod spellings;
mod step;
mod totals;
