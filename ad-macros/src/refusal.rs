//! What is refused, case by case, in the words that the user reads: the fact first, then the remedy. The
//! walk and the checks say which case they have found, and at which token; the words of its message stand here.

mod body;
mod item;
mod signature;

pub(crate) use body::Body;
pub(crate) use item::Item;
pub(crate) use signature::{Signature, Why};
