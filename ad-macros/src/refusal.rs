//! Refusals, case by case, with their messages: the fact, then the remedy. The walk and the checks choose the case and the token.
//! The messages are written here.

mod body;
mod item;
mod signature;

pub(crate) use body::Body;
pub(crate) use item::Item;
pub(crate) use signature::{Signature, Why};
