//! The rows of the table of functions as expressions of one type, so that each operator is compiled once for all of them.

use ad::function::{self, Entry, Function, Visitor};
use ad::numbers::RealDict;
use ad::{Exp, Num, Signature};

/// A row, at the values of its operands.
#[derive(Clone, Copy)]
pub(crate) struct Row(pub(crate) Entry);

impl Signature for Row {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Row {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        self.0.of(|i| x[i])
    }
}

/// Calls `judge` with the name of each row, the row, and the number of its operands.
pub(crate) fn for_each(judge: &mut dyn FnMut(&str, Row, usize)) {
    struct Rows<'a>(&'a mut dyn FnMut(&str, Row, usize));

    impl Visitor for Rows<'_> {
        fn visit<F: Function<K>, const K: usize>(&mut self, f: F) {
            (self.0)(&f.name(), Row(f.entry().expect("a row of the table is its entry")), K);
        }
    }

    function::for_each(&mut Rows(judge));
}
