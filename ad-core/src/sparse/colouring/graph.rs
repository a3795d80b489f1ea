//! Graphs for colouring: neighbours, and the order of the vertices.

use alloc::vec::Vec;

use super::Pattern;

/// The order of the vertices in a greedy colouring. All are deterministic: of equal vertices, the lowest number is first.
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
    /// The order of the numbers.
    #[default]
    Natural,
    /// Vertices with many neighbours first.
    LargestFirst,
    /// The vertex with the fewest neighbours last, the one with the fewest among the rest before it, and so on (D. W. Matula, L.
    /// L. Beck, *Smallest-last ordering and clustering and graph coloring algorithms*, JACM 30(3), 1983).
    SmallestLast,
    /// The vertex with the most previous neighbours next (T. F. Coleman, J. J. Moré, *Estimation of sparse Jacobian matrices and
    /// graph coloring problems*, SINUM 20(1), 1983).
    IncidenceDegree,
}

impl Order {
    /// All orders.
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
                // A key is the largest degree minus the number of previous neighbours.
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

/// A graph, for orders and distances. A neighbour that is visited several times counts as often.
pub(super) trait Neighbours {
    /// The number of vertices.
    fn vertices(&self) -> usize;
    /// Visits the neighbours of `v`, without `v` itself.
    fn for_each_neighbour(&self, v: usize, f: impl FnMut(usize));
}

/// The graph of a symmetric pattern: two columns are neighbours if they share an entry.
pub(super) struct Adjacency<'a>(pub(super) &'a Pattern);

impl Neighbours for Adjacency<'_> {
    fn vertices(&self) -> usize {
        self.0.rows()
    }
    fn for_each_neighbour(&self, v: usize, f: impl FnMut(usize)) {
        self.0.in_row(v).filter(|&w| w != v).for_each(f);
    }
}

/// The columns of a pattern: two are neighbours if a row has an entry in both.
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
        for i in self.transposed.in_row(v) {
            self.pattern.in_row(i).filter(|&w| w != v).for_each(&mut f);
        }
    }
}

/// Vertices with decreasing keys, and the lowest of them. Buckets with lazy deletion make it linear in the edges.
struct Queue {
    keys: Vec<usize>,
    taken: Vec<bool>,
    /// For each key, the vertices that have or had it. The lists are stacks, so they are filled from the highest number.
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

/// The forbidden colours of the current vertex. They are not cleared between vertices.
pub(super) struct Forbidden(Vec<usize>);

impl Forbidden {
    /// For `vertices` vertices, which need at most as many colours.
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
