//! Texts: error messages, the output of the examples, traces. Also checks on the source: floors and auto traits.

mod auto_traits;
mod floors;
mod gallery;
mod gradbench;
mod library;
mod links;
mod trace;
mod ui;
