//! The ways through a program on which its pattern is known to hold.

use alloc::vec::Vec;
use core::fmt;

use super::colouring::{Colouring, Pattern};
use super::sweep::{ColumnSweeps, ForwardSweeps, Memory};
use super::witness::Way;
use super::{AtPoint, Dependence, detect};
use crate::{Argument, Exp, Of, Signature};

/// How the pattern of an expression is found at a point, and the ways of the program on which a pattern holds.
#[derive(Clone, Debug)]
pub(super) struct Branches<E: Signature> {
    /// None if the caller vouches for the pattern.
    find: Option<Find<E>>,
    /// A ring of the last ones.
    ways: Vec<Way>,
    next: usize,
}

type Find<E> = fn(&E, &Of<<E as Signature>::In, f64>) -> Pattern;

/// How many ways are remembered. On any other the pattern is found once more.
const REMEMBERED: usize = 64;

/// A derivative without a place among the known entries, on a branch that was not seen before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The row: the number of a result, or of a variable for a second derivative.
    pub row: usize,
    /// The column: the number of a variable.
    pub column: usize,
}

impl fmt::Display for NewEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NewEntry { row, column } = self;
        write!(
            f,
            "cannot store the derivative in row {row} and column {column}: the program takes a branch on which it is not 0; give a \
             point of this branch to `seen_at`"
        )
    }
}

impl core::error::Error for NewEntry {}

impl<E: Signature> Branches<E> {
    /// The pattern that the caller gives holds everywhere.
    pub(super) fn all() -> Self {
        Branches { find: None, ways: Vec::new(), next: 0 }
    }

    /// The way through `e` at `x`, and the pattern there.
    pub(super) fn at<X, H>(e: &E, x: &X) -> (Self, Pattern)
    where
        X: Argument<E::In, H> + ?Sized,
        E: ForwardSweeps + for<'t> Exp<Dependence<'t, AtPoint>>,
    {
        let x = &x.to_container();
        let way = ColumnSweeps::new(Colouring::none()).evaluate(&mut Memory::default(), e, x, false).1;
        Branches::on(way, e, x)
    }

    /// The same, where the way through `e` at `x` is known.
    pub(super) fn on(way: Way, e: &E, x: &Of<E::In, f64>) -> (Self, Pattern)
    where
        E: for<'t> Exp<Dependence<'t, AtPoint>>,
    {
        let find = |e: &E, x: &Of<E::In, f64>| detect::pattern(e, AtPoint, x);
        (Branches { find: Some(find), ways: vec![way], next: 0 }, find(e, x))
    }

    /// Whether the program compared no number. Then there is one way, and its pattern holds everywhere.
    pub(super) fn are_none(&self) -> bool {
        self.ways == [super::witness::START]
    }

    /// Whether the caller vouches for the pattern.
    pub(super) fn are_all(&self) -> bool {
        self.find.is_none()
    }

    /// `known` together with the pattern of `e` at `x`, where the program went this `way`; `None` if that adds no entry.
    pub(super) fn wider(&mut self, e: &E, x: &Of<E::In, f64>, way: Way, known: &Pattern) -> Option<Pattern> {
        let find = self.find?;
        if self.ways.contains(&way) {
            return None;
        }
        let wider = known.union(&find(e, x));
        if self.ways.len() < REMEMBERED {
            self.ways.push(way);
        } else {
            self.ways[self.next] = way;
            self.next = (self.next + 1) % REMEMBERED;
        }
        (wider != *known).then_some(wider)
    }
}
