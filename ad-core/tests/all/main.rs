//! The core by itself, without the macro: modes, checkpoints, implicit functions, rules, dictionaries, handlers.
//!
//! Tests of memory and control flow also run under the optimizer. Tests of numbers are compiled once, since numbers are the same
//! there.

#[cfg(all(debug_assertions, feature = "effects"))]
#[macro_use]
mod mixtures;

#[cfg(debug_assertions)]
mod argument;
mod backpropagator;
mod checkpoint;
mod colouring;
#[cfg(debug_assertions)]
mod dictionaries;
#[cfg(debug_assertions)]
mod functions;
mod handler;
#[cfg(debug_assertions)]
mod implicit;
#[cfg(debug_assertions)]
mod laws;
#[cfg(debug_assertions)]
mod linear;
mod memory;
#[cfg(debug_assertions)]
mod num_traits;
mod passes;
#[cfg(debug_assertions)]
mod prepared;
#[cfg(debug_assertions)]
mod provided;
#[cfg(debug_assertions)]
mod rows;
#[cfg(debug_assertions)]
mod rules;
mod second_order;
mod stack;
#[cfg(debug_assertions)]
mod symbolic;
mod tape;
#[cfg(debug_assertions)]
mod taylor;
mod terms;
