//! What is read: the macro's messages, what the examples print, traces; and the source itself.

mod auto_traits;
mod examples;
mod facade;
mod floors;
mod gallery;
mod gradbench;
mod plot;
mod trace;
mod ui;
