//! Whom a vertex may not share its colour with, and in which order the vertices are coloured.

use alloc::vec::Vec;

use super::Pattern;

/// The order in which a greedy colouring goes through the vertices. All are deterministic: of equals, the one with the
/// lowest number comes first.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, columns};
///
/// let pattern = Pattern::from_pairs(3, 3, [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]);
/// let fewest = Order::ALL.into_iter().map(|order| columns(&pattern, order).count()).min();
/// assert_eq!(fewest, Some(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// As they are numbered.
    #[default]
    Natural,
    /// Those with many neighbours first.
    LargestFirst,
    /// Last comes the one with the fewest neighbours, last but one the one with the fewest among the rest, and so on
    /// (D. W. Matula, L. L. Beck, *Smallest-last ordering and clustering and graph coloring algorithms*, JACM 30(3), 1983).
    SmallestLast,
    /// Next comes the one with the most neighbours that have come already
    /// (T. F. Coleman, J. J. Moré, *Estimation of sparse Jacobian matrices and graph coloring problems*, SINUM 20(1), 1983).
    IncidenceDegree,
}

impl Order {
    /// All of them.
    pub const ALL: [Order; 4] =
        [Order::Natural, Order::LargestFirst, Order::SmallestLast, Order::IncidenceDegree];

    /// The vertices of `graph` in this order.
    pub(super) fn of(self, graph: &impl Neighbours) -> Vec<usize> {
        let vertices = graph.vertices();
        let degree = |v| {
            let mut degree = 0;
            graph.for_each_neighbour(v, |_| degree += 1);
            degree
        };
        match self {
            Order::Natural => (0..vertices).collect(),
            Order::LargestFirst => {
                let degrees: Vec<usize> = (0..vertices).map(degree).collect();
                let mut order: Vec<usize> = (0..vertices).collect();
                order.sort_by_key(|&v| core::cmp::Reverse(degrees[v]));
                order
            }
            Order::SmallestLast => {
                let mut queue = Queue::new((0..vertices).map(degree).collect());
                let mut order: Vec<usize> = core::iter::from_fn(|| {
                    let v = queue.take_lowest()?;
                    graph.for_each_neighbour(v, |w| queue.lower(w));
                    Some(v)
                })
                .collect();
                order.reverse();
                order
            }
            Order::IncidenceDegree => {
                // A key is how many neighbours have *not* come yet, counted from the largest degree.
                let highest = (0..vertices).map(degree).max().unwrap_or(0);
                let mut queue = Queue::new(vec![highest; vertices]);
                core::iter::from_fn(|| {
                    let v = queue.take_lowest()?;
                    graph.for_each_neighbour(v, |w| queue.lower(w));
                    Some(v)
                })
                .collect()
            }
        }
    }
}

/// A graph, as far as orders and distances need it. A neighbour may be named several times; then it counts as often.
pub(super) trait Neighbours {
    /// How many vertices there are.
    fn vertices(&self) -> usize;
    /// Names the neighbours of `v`, without `v` itself.
    fn for_each_neighbour(&self, v: usize, f: impl FnMut(usize));
}

/// The graph of a symmetric pattern: its columns, of which two are neighbours if they have an entry in common.
pub(super) struct Adjacency<'a>(pub(super) &'a Pattern);

impl Neighbours for Adjacency<'_> {
    fn vertices(&self) -> usize {
        self.0.rows()
    }
    fn for_each_neighbour(&self, v: usize, f: impl FnMut(usize)) {
        self.0.row(v).iter().copied().filter(|&w| w != v).for_each(f);
    }
}

/// The columns of a pattern, of which two are neighbours if some row has an entry in both.
pub(super) struct Intersection<'a> {
    pub(super) pattern: &'a Pattern,
    /// The rows in which a column has an entry.
    pub(super) transposed: &'a Pattern,
}

impl Neighbours for Intersection<'_> {
    fn vertices(&self) -> usize {
        self.pattern.columns()
    }
    fn for_each_neighbour(&self, v: usize, mut f: impl FnMut(usize)) {
        for &i in self.transposed.row(v) {
            self.pattern.row(i).iter().copied().filter(|&w| w != v).for_each(&mut f);
        }
    }
}

/// Vertices with keys that fall: which has the lowest? Buckets with lazy deletion, so all is linear in the edges.
struct Queue {
    keys: Vec<usize>,
    taken: Vec<bool>,
    /// For each key the vertices that have, or had, it; as a stack, so the lists are filled from the highest number.
    buckets: Vec<Vec<usize>>,
    /// No key is lower.
    lowest: usize,
}

impl Queue {
    fn new(keys: Vec<usize>) -> Self {
        let highest = keys.iter().copied().max().unwrap_or(0);
        let mut buckets = vec![Vec::new(); highest + 1];
        for (v, &key) in keys.iter().enumerate().rev() {
            buckets[key].push(v);
        }
        Queue { taken: vec![false; keys.len()], keys, buckets, lowest: 0 }
    }

    fn take_lowest(&mut self) -> Option<usize> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            while let Some(v) = bucket.pop() {
                if !self.taken[v] && self.keys[v] == self.lowest {
                    self.taken[v] = true;
                    return Some(v);
                }
            }
            self.lowest += 1;
        }
        None
    }

    fn lower(&mut self, v: usize) {
        if !self.taken[v] && self.keys[v] > 0 {
            self.keys[v] -= 1;
            self.buckets[self.keys[v]].push(v);
            self.lowest = self.lowest.min(self.keys[v]);
        }
    }
}

/// Colours that are forbidden for the vertex at hand, without being cleared from one vertex to the next.
pub(super) struct Forbidden(Vec<usize>);

impl Forbidden {
    /// For `vertices` vertices: as many colours are enough.
    pub(super) fn new(vertices: usize) -> Self {
        Forbidden(vec![usize::MAX; vertices + 1])
    }

    /// Forbids `colour` for `v`.
    pub(super) fn forbid(&mut self, colour: usize, v: usize) {
        self.0[colour] = v;
    }

    /// Whether `colour` is forbidden for `v`.
    pub(super) fn has(&self, colour: usize, v: usize) -> bool {
        self.0[colour] == v
    }

    /// The first colour that is not forbidden for `v`.
    pub(super) fn first_allowed(&self, v: usize) -> usize {
        self.0.iter().position(|&u| u != v).expect("a vertex has fewer neighbours than there are vertices")
    }
}
