//! Colouring: columns and rows of a sparse matrix that can share a sweep.
//!
//! A derivative along the sum of several columns costs as much as one along a single column. If the columns share no row, their
//! entries are in different rows of the result. So columns get colours, and there is one sweep for each colour. A symmetric
//! matrix needs fewer, since it contains each entry twice.
//!
//! | matrix | coloured | place of an entry | function |
//! |---|---|---|---|
//! | any | columns | (row, colour of the column) | [`columns`] |
//! | any | rows | (colour of the row, column) | [`rows`] |
//! | any, with a few long rows and columns | both | in one of the two | [`bidirectional`] |
//! | symmetric | columns | its own row, or that of its mirror image | [`star`] |
//! | symmetric | columns | by substitution | [`acyclic`] |
//! | symmetric, only its diagonal | columns | in its own row | [`diagonal`] |
//!
//! All methods are greedy and deterministic. The best [`Order`] depends on the matrix. An overview of the field: A. H.
//! Gebremedhin, F. Manne, A. Pothen, *What color is your Jacobian?*, SIAM Review 47(4), 2005.
//!
//! The module does not depend on derivatives.

mod acyclic;
mod bidirectional;
mod columns;
mod diagonal;
mod graph;
mod pattern;
mod star;

use alloc::vec::Vec;

pub use acyclic::{AcyclicColouring, acyclic};
pub use bidirectional::{Bidirectional, Place, bidirectional};
pub use columns::{columns, rows};
pub use diagonal::diagonal;
pub use graph::Order;
pub use pattern::Pattern;
pub(super) use pattern::index;
pub use star::{StarColouring, star};

/// The mark of a missing colour.
const UNCOLOURED: usize = usize::MAX;

/// A colour for each column (or row) that needs one.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, columns};
///
/// let bidiagonal = Pattern::from_pairs(3, 3, [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]);
/// let colouring = columns(&bidiagonal, Order::Natural);
/// assert_eq!(colouring.count(), 2);
/// assert_eq!(colouring.groups(), [vec![0, 2], vec![1]]);
/// assert_eq!(colouring.of(1), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring {
    colours: Vec<usize>,
    count: usize,
}

impl Colouring {
    /// Renumbers the colours without gaps, from 0 on.
    fn new(mut colours: Vec<usize>) -> Self {
        let coloured = |colour: &usize| *colour != UNCOLOURED;
        let highest = colours.iter().copied().filter(coloured).max().unwrap_or(0);
        let mut renumbered = vec![UNCOLOURED; highest + 1];
        let mut count = 0;
        for colour in colours.iter_mut().filter(|colour| coloured(colour)) {
            let new = &mut renumbered[*colour];
            if *new == UNCOLOURED {
                *new = count;
                count += 1;
            }
            *colour = *new;
        }
        Colouring { colours, count }
    }

    /// The colouring of no columns.
    pub(crate) fn none() -> Self {
        Colouring { colours: Vec::new(), count: 0 }
    }

    /// Some columns have these colours.
    pub(crate) fn of_some(colours: impl Iterator<Item = Option<usize>>) -> Self {
        Colouring::new(colours.map(|colour| colour.unwrap_or(UNCOLOURED)).collect())
    }

    /// The number of colours, and of sweeps.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The colour of column `j`, a number below [`count`](Colouring::count), or `None` if it needs no sweep.
    pub fn of(&self, j: usize) -> Option<usize> {
        self.colours.get(j).copied().filter(|&colour| colour != UNCOLOURED)
    }

    /// The colour of a column that has one.
    pub(crate) fn known(&self, j: usize) -> usize {
        self.of(j).expect("a column with an entry has a colour")
    }

    /// The columns of each colour.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups = vec![Vec::new(); self.count];
        for (j, &colour) in self.colours.iter().enumerate() {
            if colour != UNCOLOURED {
                groups[colour].push(j);
            }
        }
        groups
    }
}
