//! The core by itself, without the macro: modes, checkpoints, implicit functions, rules, dictionaries, handlers.

#[macro_use]
mod mixtures;

mod argument;
mod backpropagator;
mod checkpoint;
mod colouring;
mod dictionaries;
mod functions;
mod handler;
mod implicit;
mod memory;
mod passes;
mod provided;
mod rules;
mod second_order;
mod stack;
mod symbolic;
mod tape;
mod taylor;
