//! Terms of several kinds as one type, so that each nesting of strategies is compiled once for all of them.

use ad::{Dict, Num, Semiring};

use super::code::Code;
use super::{Class, Term, Tree};

#[derive(Clone, Copy)]
pub(crate) enum Any<'a> {
    Code(&'a Code),
    Tree(&'a Tree),
    /// A literal.
    Constant(u64),
    Plus(&'a Any<'a>, &'a Any<'a>),
    Times(&'a Any<'a>, &'a Any<'a>),
}

impl Term for Any<'_> {
    fn apply<C: Class<D>, D: Dict>(&self, dict: D, x: &[Num<D>]) -> Num<D> {
        match self {
            Any::Code(code) => code.apply::<C, D>(dict, x),
            Any::Tree(tree) => tree.apply::<C, D>(dict, x),
            Any::Constant(n) => Num::natural(*n),
            Any::Plus(a, b) => a.apply::<C, D>(dict, x) + b.apply::<C, D>(dict, x),
            Any::Times(a, b) => a.apply::<C, D>(dict, x) * b.apply::<C, D>(dict, x),
        }
    }
}
