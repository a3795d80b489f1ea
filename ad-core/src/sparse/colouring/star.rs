//! Star colouring: a symmetric matrix from fewer sweeps than its columns need, with each entry read directly.

use alloc::vec::Vec;

use super::graph::{Adjacency, Forbidden};
use super::{Colouring, Order, Pattern, UNCOLOURED};

/// Neighbours differ in colour, and each path of four vertices has three colours. So the edges between two colours are stars:
/// hubs with spokes.
///
/// A spoke has one neighbour of the hub's colour only. So the compressed matrix has only their entry in the spoke's row.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, star};
///
/// let tridiagonal = Pattern::from_pairs(3, 3, [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)]);
/// let stars = star(&tridiagonal, Order::Natural);
/// assert_eq!(stars.colouring().groups(), [vec![0, 2], vec![1]]);
/// // Where each entry is read in the compressed matrix: its row, and the colour of its column.
/// assert_eq!(stars.places(&tridiagonal).next(), Some((0, 0)));
/// ```
#[derive(Clone, Debug)]
pub struct StarColouring {
    colouring: Colouring,
    /// Where each entry (i, j) of the pattern is read. `true` is row i, at the colour of j. `false` is row j, at the colour of i.
    in_own_row: Vec<bool>,
}

/// A star colouring of the graph of a symmetric pattern. Entries on the diagonal do not matter.
///
/// Source: A. H. Gebremedhin, A. Tarafdar, F. Manne, A. Pothen, *New acyclic and star coloring algorithms with application to
/// computing Hessians*, SISC 29(3), 2007: the algorithm that stores the two-coloured stars.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, star};
/// // An arrow head whose full row comes last.
/// let pairs = (0..100).flat_map(|i| [(i, i), (i, 99), (99, i)]);
/// let arrow = Pattern::from_pairs(100, 100, pairs);
/// assert_eq!(star(&arrow, Order::Natural).colouring().count(), 2);
/// ```
///
/// # Panics
///
/// Panics if the pattern is not symmetric.
pub fn star(pattern: &Pattern, order: Order) -> StarColouring {
    let opposite = pattern.mirrored();
    let opposite =
        opposite.unwrap_or_else(|| panic!("cannot make a star colouring: {pattern:?} is not symmetric"));
    let star = vec![usize::MAX; pattern.nonzeros()];
    let mut stars = Stars { pattern, opposite, star, hubs: Vec::new() };
    let vertices = pattern.rows();
    let mut colours = vec![UNCOLOURED; vertices];
    let mut forbidden = Forbidden::new(vertices);
    // For each colour, the last vertex with a neighbour of it, and the first such neighbour. For each vertex, the last other
    // vertex for which the colours of its neighbours were forbidden.
    let mut first_neighbour = vec![(usize::MAX, usize::MAX); vertices + 1];
    let mut treated = vec![usize::MAX; vertices];
    for v in order.of(&Adjacency(pattern)) {
        for w in pattern.in_row(v) {
            let colour = colours[w];
            if w == v || colour == UNCOLOURED {
                continue;
            }
            forbidden.forbid(colour, v);
            let (seen_by, first) = first_neighbour[colour];
            if seen_by == v {
                // v becomes the middle of a path first – v – w of two colours, which must not be continued.
                for middle in [first, w] {
                    if core::mem::replace(&mut treated[middle], v) != v {
                        for x in pattern.in_row(middle) {
                            if x != v && colours[x] != UNCOLOURED {
                                forbidden.forbid(colours[x], v);
                            }
                        }
                    }
                }
            } else {
                first_neighbour[colour] = (v, w);
                // v becomes the end of a path v – w – x – y. It has two colours if the hub x has the other spoke y.
                for (x, edge) in stars.edges(w) {
                    if x != v && colours[x] != UNCOLOURED && stars.hub_of(edge) == Some(x) {
                        forbidden.forbid(colours[x], v);
                    }
                }
            }
        }
        colours[v] = forbidden.first_allowed(v);
        stars.add(v, &colours);
    }
    let in_own_row = pattern
        .entries()
        .enumerate()
        .map(|(entry, (i, j))| i == j || stars.hub_of(entry).unwrap_or(i.max(j)) == j)
        .collect();
    StarColouring { colouring: Colouring::new(colours), in_own_row }
}

/// The two-coloured stars. Each edge with two coloured ends belongs to one.
struct Stars<'a> {
    pattern: &'a Pattern,
    /// The entry (j, i) for the entry (i, j).
    opposite: Vec<usize>,
    /// The star of an edge, under both of its entries.
    star: Vec<usize>,
    /// The hub of a star, or none while it has one edge, either end of which may become the hub.
    hubs: Vec<Option<usize>>,
}

impl<'a> Stars<'a> {
    /// The neighbours of `v`, each with the entry that joins them.
    fn edges(&self, v: usize) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let start = self.pattern.offsets()[v];
        let neighbours = self.pattern.in_row(v).enumerate();
        neighbours.filter(move |&(_, w)| w != v).map(move |(k, w)| (w, start + k))
    }

    fn hub_of(&self, entry: usize) -> Option<usize> {
        self.hubs.get(self.star[entry]).copied().flatten()
    }

    /// Adds the edges of `v`, which has just been coloured: each edge to a coloured neighbour joins a star, or begins one.
    fn add(&mut self, v: usize, colours: &[usize]) {
        for (w, edge) in self.edges(v) {
            if colours[w] == UNCOLOURED {
                continue;
            }
            // The star of another edge between these two colours: at w, which is then the hub, or at v, which is then the hub.
            let at = |hub: usize, v: usize| {
                let is_other = |&(x, e): &(usize, usize)| {
                    x != v && colours[x] == colours[v] && self.star[e] != usize::MAX
                };
                self.edges(hub).find(is_other).map(|(_, e)| (self.star[e], hub))
            };
            let star = if let Some((star, hub)) = at(w, v).or_else(|| at(v, w)) {
                self.hubs[star] = Some(hub);
                star
            } else {
                self.hubs.push(None);
                self.hubs.len() - 1
            };
            self.star[edge] = star;
            self.star[self.opposite[edge]] = star;
        }
    }
}

impl StarColouring {
    /// The colours of the columns, which are those of the rows.
    pub fn colouring(&self) -> &Colouring {
        &self.colouring
    }

    /// The row and colour of each entry of `pattern` in the compressed matrix, in the order of the entries.
    pub fn places(&self, pattern: &Pattern) -> impl Iterator<Item = (usize, usize)> {
        let colour = |column| self.colouring.known(column);
        self.vertices(pattern).map(move |(row, column)| (row, colour(column)))
    }

    /// The same, with the vertex that has the colour.
    pub(super) fn vertices(&self, pattern: &Pattern) -> impl Iterator<Item = (usize, usize)> {
        pattern.entries().zip(&self.in_own_row).map(|((i, j), own)| if *own { (i, j) } else { (j, i) })
    }
}
