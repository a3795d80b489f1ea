//! The core by itself, without the macro: modes, checkpoints, implicit functions, rules, dictionaries, handlers.
//!
//! What moves memory or control about is tested under the optimizer as well; numbers are the same there, and are compiled once.

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
mod rules;
mod second_order;
mod stack;
#[cfg(debug_assertions)]
mod symbolic;
mod tape;
#[cfg(debug_assertions)]
mod taylor;
mod terms;
