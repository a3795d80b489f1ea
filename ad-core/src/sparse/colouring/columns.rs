//! Columns that share no row get one colour, and need one sweep.

use super::graph::{Forbidden, Intersection, Neighbours};
use super::{Colouring, Order, Pattern, UNCOLOURED};

/// Colours the columns so that no row has entries in two columns of one colour. Then a directional derivative along the sum of
/// the columns of a colour has each of their entries in a different place.
///
/// Source: A. R. Curtis, M. J. D. Powell, J. K. Reid, *On the estimation of sparse Jacobian matrices*, IMA J. Appl. Math. 13,
/// 1974; as a colouring: T. F. Coleman, J. J. Moré, SINUM 20(1), 1983.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, columns};
/// let tridiagonal = Pattern::from_rows(100, (0..100_usize).map(|i| i.saturating_sub(1)..(i + 2).min(100)));
/// assert_eq!(columns(&tridiagonal, Order::Natural).count(), 3);
/// ```
pub fn columns(pattern: &Pattern, order: Order) -> Colouring {
    let transposed = pattern.transpose();
    let graph = Intersection { pattern, transposed: &transposed };
    let mut colours = vec![UNCOLOURED; pattern.columns()];
    let mut forbidden = Forbidden::new(pattern.columns());
    for v in order.of(&graph) {
        graph.for_each_neighbour(v, |w| {
            if colours[w] != UNCOLOURED {
                forbidden.forbid(colours[w], v);
            }
        });
        // A column without entries needs no sweep.
        if !transposed.row(v).is_empty() {
            colours[v] = forbidden.first_allowed(v);
        }
    }
    Colouring::new(colours)
}

/// Colours the rows so that no column has entries in two rows of one colour; see [`columns`].
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, columns, rows};
/// // A matrix with a full row.
/// let pattern = Pattern::from_pairs(100, 100, (0..100).flat_map(|i| [(i, i), (99, i)]));
/// assert_eq!(columns(&pattern, Order::Natural).count(), 100);
/// assert_eq!(rows(&pattern, Order::Natural).count(), 2);
/// ```
pub fn rows(pattern: &Pattern, order: Order) -> Colouring {
    columns(&pattern.transpose(), order)
}
