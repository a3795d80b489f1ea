//! The tests' own expression language, with which the strategies are compared.
//!
//! `E ::= X | n | E + E | E × E`, extended by the operations of rings, fields and reals and to several variables. A term exists
//! as a [`Tree`], as a [`Program`] (a sequence of bindings, with sharing) and as imperative code ([`Code`]). Each is an
//! expression of the library. The textbook's derivative is computed on trees and polynomials, and shares no code with the
//! library.

mod any;
pub(crate) mod class;
pub(crate) mod code;
pub(crate) mod counting;
pub(crate) mod natural_polynomial;
pub(crate) mod observed;
pub(crate) mod program;
pub(crate) mod protocol;
pub(crate) mod rounding;
pub(crate) mod tree;

pub(crate) use any::Any;
pub(crate) use class::{Class, Fields, OrderedReals, OrderedRings, Over, Reals, Semirings, Several, Term};
pub(crate) use program::{Elementary, Layer, Operand, Program};
pub(crate) use tree::Tree;
