//! Reads a body as it was written: conditions of `cfg`, attributes, and the scopes of items.

pub(crate) mod attributes;
pub(crate) mod conditions;
pub(crate) mod functions;
pub(crate) mod items;
mod macros;
pub(crate) mod print;
pub(crate) mod read;
pub(crate) mod tree;
