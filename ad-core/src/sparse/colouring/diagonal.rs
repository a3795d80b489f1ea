//! The diagonal of a symmetric matrix, for which only neighbours must differ.

use super::graph::{Adjacency, Forbidden, Neighbours};
use super::{Colouring, Order, Pattern, UNCOLOURED};

/// Colours the columns of a symmetric pattern so that no entry off the diagonal joins two of one colour. Then row i of the sum of
/// the columns of its colour is its entry on the diagonal.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, diagonal};
/// let tridiagonal = Pattern::from_rows(100, (0..100_usize).map(|i| i.saturating_sub(1)..(i + 2).min(100)));
/// assert_eq!(diagonal(&tridiagonal, Order::Natural).count(), 2);
/// ```
///
/// # Panics
///
/// Panics if the pattern is not symmetric.
pub fn diagonal(pattern: &Pattern, order: Order) -> Colouring {
    assert!(pattern.is_symmetric(), "cannot colour a diagonal: {pattern:?} is not symmetric");
    let graph = Adjacency(pattern);
    let mut colours = vec![UNCOLOURED; pattern.columns()];
    let mut forbidden = Forbidden::new(pattern.columns());
    for v in order.of(&graph) {
        graph.for_each_neighbour(v, |w| {
            if colours[w] != UNCOLOURED {
                forbidden.forbid(colours[w], v);
            }
        });
        colours[v] = forbidden.first_allowed(v);
    }
    Colouring::new(colours)
}
