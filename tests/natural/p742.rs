#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// The neighbors of every vertex of a triangle mesh, and whether it lies on the boundary.
    pub fn neighborhoods(triangles: &[[usize; 3]], vertices: usize) -> (Vec<BTreeSet<usize>>, Vec<bool>) {
        let mut neighbors = vec![BTreeSet::new(); vertices];
        let mut edges: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        for t in triangles {
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                neighbors[a].insert(b);
                neighbors[b].insert(a);
                *edges.entry((a.min(b), a.max(b))).or_default() += 1;
            }
        }
        let mut boundary = vec![false; vertices];
        for ((a, b), _) in edges.into_iter().filter(|&(_, count)| count == 1) {
            boundary[a] = true;
            boundary[b] = true;
        }
        (neighbors, boundary)
    }

    /// Taubin smoothing: alternate steps with the positive factor `lambda` and the negative factor `mu`.
    #[exp(adjoint)]
    pub fn taubin(positions: Vec<[f64; 3]>, lambda: f64, mu: f64, triangles: &[[usize; 3]], rounds: usize) -> Vec<[f64; 3]> {
        let (neighbors, boundary) = neighborhoods(triangles, positions.len());
        let mut current = positions;
        for _ in 0..rounds {
            for factor in [lambda, mu] {
                let mut next = current.clone();
                for (i, ring) in neighbors.iter().enumerate() {
                    if boundary[i] {
                        continue;
                    }
                    let n = ring.len() as f64;
                    for axis in 0..3 {
                        let mean = ring.iter().map(|&j| current[j][axis]).sum::<f64>() / n;
                        next[i][axis] += factor * (mean - current[i][axis]);
                    }
                }
                current = next;
            }
        }
        current
    }
}

fn main() {
    let triangles = [[0, 1, 4], [1, 2, 5], [1, 5, 4], [2, 3, 5], [3, 0, 4], [3, 4, 5]];
    let e = exp::Taubin { triangles: &triangles, rounds: 2 };
    let x = (
        vec![[0.0, 0.0, 0.0], [2.0, 0.0, 0.1], [2.0, 2.0, 0.0], [0.0, 2.0, 0.2], [0.7, 0.9, 0.8], [1.4, 1.1, -0.3]],
        0.5,
        -0.53,
    );
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::taubin(x.0.clone(), x.1, x.2, &triangles, 2));
    ad::testing::check(&e, &x).unwrap();
}
