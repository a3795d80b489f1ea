//! Acyclic colouring: a symmetric matrix from the fewest sweeps, with its entries found by substitution.

#[cfg(not(feature = "std"))]
use alloc::collections::BTreeMap as Map;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::collections::HashMap as Map;

use super::graph::{Adjacency, Forbidden};
use super::{Colouring, Order, Pattern, UNCOLOURED};

/// Neighbours differ in colour, and no cycle has only two colours. So the edges between two colours are trees, whose entries are
/// found from the leaves on.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, acyclic};
///
/// let tridiagonal = Pattern::from_rows(100, (0..100_usize).map(|i| i.saturating_sub(1)..(i + 2).min(100)));
/// let trees = acyclic(&tridiagonal, Order::Natural);
/// assert_eq!(trees.colouring().count(), 2); // a star colouring needs 3
/// ```
#[derive(Clone, Debug)]
pub struct AcyclicColouring {
    colouring: Colouring,
    diagonal: Vec<usize>,
    steps: Vec<Elimination>,
    /// The number of partial sums: one for each vertex of each tree.
    sums: usize,
}

/// The edge from a leaf of the rest of a tree. Its entry is that of the compressed matrix in the leaf's row, minus the known
/// entries.
#[derive(Clone, Copy, Debug)]
struct Elimination {
    leaf: usize,
    colour: usize,
    /// The indices of the entry and its mirror image among the entries of the pattern.
    entries: [usize; 2],
    leaf_sum: usize,
    parent_sum: usize,
}

/// An acyclic colouring of the graph of a symmetric pattern. Entries on the diagonal do not matter.
///
/// Source: A. H. Gebremedhin, A. Tarafdar, F. Manne, A. Pothen, *New acyclic and star coloring algorithms with application
/// to computing Hessians*, SISC 29(3), 2007.
///
/// ```
/// use ad::sparse::colouring::{Order, Pattern, acyclic};
/// let tridiagonal = Pattern::from_rows(100, (0..100_usize).map(|i| i.saturating_sub(1)..(i + 2).min(100)));
/// assert_eq!(acyclic(&tridiagonal, Order::Natural).colouring().count(), 2);
/// ```
///
/// # Panics
///
/// Panics if the pattern is not symmetric.
pub fn acyclic(pattern: &Pattern, order: Order) -> AcyclicColouring {
    let opposite = pattern.mirrored();
    let opposite =
        opposite.unwrap_or_else(|| panic!("cannot make an acyclic colouring: {pattern:?} is not symmetric"));
    let edge = |v: usize, k: usize| {
        let entry = pattern.offsets()[v] + k;
        entry.min(opposite[entry])
    };
    let vertices = pattern.rows();
    let mut trees = Trees((0..pattern.nonzeros()).collect());
    let mut colours = vec![UNCOLOURED; vertices];
    let mut forbidden = Forbidden::new(vertices);
    // For each tree, the last vertex that met it, and by which neighbour. For each colour, the last vertex with a neighbour of
    // it, and by which edge.
    let mut met = vec![(usize::MAX, usize::MAX); pattern.nonzeros()];
    let mut first_edge = vec![(usize::MAX, usize::MAX); vertices + 1];
    for v in order.of(&Adjacency(pattern)) {
        let coloured = |w: usize, colours: &[usize]| w != v && colours[w] != UNCOLOURED;
        for w in pattern.in_row(v) {
            if coloured(w, &colours) {
                forbidden.forbid(colours[w], v);
            }
        }
        // If v had the colour of the other vertices of a tree that it meets by two neighbours, the tree would close to a cycle.
        for w in pattern.in_row(v).filter(|&w| coloured(w, &colours)) {
            for (k, x) in pattern.in_row(w).enumerate() {
                if x == w || !coloured(x, &colours) || forbidden.has(colours[x], v) {
                    continue;
                }
                let tree = trees.of(edge(w, k));
                let (by, first) = met[tree];
                if by != v {
                    met[tree] = (v, w);
                } else if first != w {
                    forbidden.forbid(colours[x], v);
                }
            }
        }
        let colour = forbidden.first_allowed(v);
        colours[v] = colour;
        // The edges of v to neighbours of one colour are joined with their trees.
        for (k, w) in pattern.in_row(v).enumerate() {
            if !coloured(w, &colours) {
                continue;
            }
            let here = edge(v, k);
            match first_edge[colours[w]] {
                (by, first) if by == v => trees.join(first, here),
                _ => first_edge[colours[w]] = (v, here),
            }
            for (l, x) in pattern.in_row(w).enumerate() {
                if x != v && x != w && colours[x] == colour {
                    trees.join(here, edge(w, l));
                }
            }
        }
    }
    let colouring = Colouring::new(colours);
    let (steps, sums) = eliminate(pattern, &colouring, &opposite, &mut trees);
    let diagonal = (0..vertices).filter(|&i| pattern.position(i, i).is_some()).collect();
    AcyclicColouring { colouring, diagonal, steps, sums }
}

/// The edges of all trees, each after one of its ends has become a leaf.
fn eliminate(
    pattern: &Pattern,
    colouring: &Colouring,
    opposite: &[usize],
    trees: &mut Trees,
) -> (Vec<Elimination>, usize) {
    // A vertex of a tree is a vertex of the graph with the colour of its neighbours in that tree.
    let mut nodes = Map::new();
    let mut owner = Vec::new();
    let mut edges: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut node = |v: usize, tree: usize, edges: &mut Vec<Vec<(usize, usize)>>| {
        *nodes.entry((v, tree)).or_insert_with(|| {
            owner.push(v);
            edges.push(Vec::new());
            owner.len() - 1
        })
    };
    for (entry, (i, j)) in pattern.entries().enumerate().filter(|(_, (i, j))| i < j) {
        let tree = trees.of(entry.min(opposite[entry]));
        let (a, b) = (node(i, tree, &mut edges), node(j, tree, &mut edges));
        edges[a].push((b, entry));
        edges[b].push((a, entry));
    }
    let mut left: Vec<usize> = edges.iter().map(Vec::len).collect();
    let mut done = vec![false; pattern.nonzeros()];
    let mut leaves: Vec<usize> = (0..left.len()).filter(|&a| left[a] == 1).collect();
    let mut steps = Vec::with_capacity(pattern.nonzeros() / 2);
    while let Some(a) = leaves.pop() {
        let Some(&(b, entry)) = edges[a].iter().find(|(_, entry)| !done[*entry]) else { continue };
        done[entry] = true;
        steps.push(Elimination {
            leaf: owner[a],
            colour: colouring.known(owner[b]),
            entries: [entry, opposite[entry]],
            leaf_sum: a,
            parent_sum: b,
        });
        left[b] -= 1;
        if left[b] == 1 {
            leaves.push(b);
        }
    }
    assert!(
        2 * steps.len() + pattern.entries().filter(|(i, j)| i == j).count() == pattern.nonzeros(),
        "a cycle of two colours"
    );
    (steps, owner.len())
}

impl AcyclicColouring {
    /// The colours of the columns, which are those of the rows.
    pub fn colouring(&self) -> &Colouring {
        &self.colouring
    }

    /// The entries of the matrix, in the order of the pattern's, from the compressed matrix. `compressed(i, c)` is row i of the
    /// sum of the columns of colour c.
    ///
    /// # Panics
    ///
    /// Panics if the lengths of `entries` and of the pattern differ.
    pub fn recover(&self, pattern: &Pattern, compressed: impl Fn(usize, usize) -> f64, entries: &mut [f64]) {
        assert!(entries.len() == pattern.nonzeros(), "{} entries for {pattern:?}", entries.len());
        for &i in &self.diagonal {
            let entry = pattern.position(i, i).expect("an entry of the pattern");
            entries[entry] = compressed(i, self.colouring.known(i));
        }
        let mut sums = vec![0.0; self.sums];
        for step in &self.steps {
            let value = compressed(step.leaf, step.colour) - sums[step.leaf_sum];
            sums[step.parent_sum] += value;
            for entry in step.entries {
                entries[entry] = value;
            }
        }
    }
}

/// Sets of merged edges (R. E. Tarjan, *Efficiency of a good but not linear set union algorithm*, JACM 22(2), 1975; with path
/// halving).
struct Trees(Vec<usize>);

impl Trees {
    fn of(&mut self, mut edge: usize) -> usize {
        while self.0[edge] != edge {
            self.0[edge] = self.0[self.0[edge]];
            edge = self.0[edge];
        }
        edge
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b)] = a.min(b);
    }
}
