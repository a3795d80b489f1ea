//! Bidirectional colouring: some entries from sweeps along columns, the others from sweeps along rows.

use alloc::vec::Vec;

use super::{Colouring, Order, Pattern, UNCOLOURED, columns, star};

/// Colours for columns and for rows, so that one of the two compressed matrices contains each entry.
///
/// A full row makes all columns differ, and a full column all rows. One sweep along the row and one along the column find both.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, bidirectional};
///
/// let arrow = Pattern::from_pairs(100, 100, (0..100).flat_map(|i| [(i, i), (i, 0), (0, i)]));
/// let both = bidirectional(&arrow, Order::Natural);
/// assert_eq!(both.columns().count() + both.rows().count(), 3);
/// assert_eq!(both.places().len(), arrow.nonzeros());
/// ```
#[derive(Clone, Debug)]
pub struct Bidirectional {
    columns: Colouring,
    rows: Colouring,
    places: Vec<Place>,
}

/// The place of an entry.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, Place, bidirectional};
///
/// let row = Pattern::from_pairs(1, 2, [(0, 0), (0, 1)]);
/// let both = bidirectional(&row, Order::Natural);
/// assert_eq!(both.places()[1], Place::Row { colour: 0, column: 1 }); // the row in one reverse sweep
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// This row of the sum of the columns of this colour: a sweep of forward mode.
    Column {
        /// The row of the entry.
        row: usize,
        /// The colour of its column.
        colour: usize,
    },
    /// This column of the sum of the rows of this colour: a sweep of reverse mode.
    Row {
        /// The colour of the entry's row.
        colour: usize,
        /// Its column.
        column: usize,
    },
}

/// A colouring of the columns and the rows of any pattern. Some need no colour.
///
/// The better of two methods is used:
///
/// * Sweeps along the longest rows, and along the columns of all other rows. Every length at which the rows can be divided is
///   tried (in the manner of T. F. Coleman, A. Verma, *The efficient computation of sparse Jacobian matrices using automatic
///   differentiation*, SISC 19(4), 1998).
/// * A [star colouring](star()) of the graph with all columns and rows as vertices and the entries as edges. Each entry is read
///   at the colour of its star's hub. A vertex that is never a hub needs no colour (A. H. Gebremedhin, F. Manne, A. Pothen, SIAM
///   Review 47(4), 2005, section 6; G. Montoison, A. Dalle, A. Gebremedhin, *Revisiting sparse matrix coloring and bicoloring*,
///   2025).
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, bidirectional, columns};
/// let arrow = Pattern::from_pairs(100, 100, (0..100).flat_map(|i| [(i, i), (i, 0), (0, i)]));
/// assert_eq!(columns(&arrow, Order::Natural).count(), 100);
/// assert_eq!(bidirectional(&arrow, Order::Natural).count(), 3);
/// ```
pub fn bidirectional(pattern: &Pattern, order: Order) -> Bidirectional {
    let parted = by_length(pattern, order);
    let starred = by_stars(pattern, order);
    if starred.count() < parted.count() { starred } else { parted }
}

impl Bidirectional {
    /// The colours of the columns that need one.
    pub fn columns(&self) -> &Colouring {
        &self.columns
    }

    /// The colours of the rows that need one.
    pub fn rows(&self) -> &Colouring {
        &self.rows
    }

    /// The number of colours of both kinds.
    pub fn count(&self) -> usize {
        self.columns.count() + self.rows.count()
    }

    /// The places of the entries, in the order of the pattern.
    pub fn places(&self) -> &[Place] {
        &self.places
    }
}

/// The best partition into rows longer than some length, with sweeps along rows, and the others.
fn by_length(pattern: &Pattern, order: Order) -> Bidirectional {
    let length = |i: usize| pattern.row(i).len();
    let mut lengths: Vec<usize> = (0..pattern.rows()).map(length).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths.reverse();
    lengths.push(0);
    let part = |keep: &dyn Fn(usize) -> bool| {
        let row = |i| keep(i).then(|| pattern.in_row(i)).into_iter().flatten();
        Pattern::from_rows(pattern.columns(), (0..pattern.rows()).map(row))
    };
    let mut best: Option<(usize, Colouring, Colouring)> = None;
    for limit in lengths {
        let long = part(&|i| length(i) > limit).transpose();
        // The short rows need at least `limit` colours. The long ones need as many as the fullest column.
        let fullest = (0..long.rows()).map(|j| long.row(j).len()).max().unwrap_or(0);
        let fewest = best.as_ref().map_or(usize::MAX, |(_, c, r)| c.count() + r.count());
        if fullest >= fewest {
            break;
        }
        if limit + fullest < fewest {
            let found = (limit, columns(&part(&|i| length(i) <= limit), order), columns(&long, order));
            if found.1.count() + found.2.count() < fewest {
                best = Some(found);
            }
        }
    }
    let (limit, columns, rows) = best.expect("the first partition is always taken");
    let place = |(i, j)| {
        if length(i) > limit {
            Place::Row { colour: rows.known(i), column: j }
        } else {
            Place::Column { row: i, colour: columns.known(j) }
        }
    };
    let places = pattern.entries().map(place).collect();
    Bidirectional { columns, rows, places }
}

fn by_stars(pattern: &Pattern, order: Order) -> Bidirectional {
    // Columns are first. Row i is the vertex `columns + i`.
    let columns = pattern.columns();
    let transposed = pattern.transpose();
    let both = Pattern::from_rows(
        columns + pattern.rows(),
        (0..columns)
            .map(|j| transposed.in_row(j).map(|i| columns + i).collect::<Vec<_>>())
            .chain((0..pattern.rows()).map(|i| pattern.in_row(i).collect())),
    );
    let stars = star(&both, order);
    // `both` contains each entry twice, the second time in the order of `pattern`.
    let reads: Vec<(usize, usize)> = stars.vertices(&both).skip(pattern.nonzeros()).collect();
    let mut needed = vec![false; both.rows()];
    reads.iter().for_each(|&(_, hub)| needed[hub] = true);
    let colours = |vertices: core::ops::Range<usize>| {
        let colour = |v: usize| stars.colouring().of(v).filter(|_| needed[v]).unwrap_or(UNCOLOURED);
        Colouring::new(vertices.map(colour).collect())
    };
    let (of_columns, of_rows) = (colours(0..columns), colours(columns..both.rows()));
    let place = |&(at, hub): &(usize, usize)| {
        if hub < columns {
            Place::Column { row: at - columns, colour: of_columns.known(hub) }
        } else {
            Place::Row { colour: of_rows.known(hub - columns), column: at }
        }
    };
    let places = reads.iter().map(place).collect();
    Bidirectional { columns: of_columns, rows: of_rows, places }
}
