//! What is refused, case by case, in the words that the user reads: the fact first, then the remedy. Who finds a case says
//! where it is and which one; what it is called and why it is one stands here.

mod body;
mod item;
mod signature;

pub(crate) use body::Body;
pub(crate) use item::Item;
pub(crate) use signature::{Signature, Why};
