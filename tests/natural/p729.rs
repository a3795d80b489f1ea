#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    pub struct UnionFind {
        parent: Vec<usize>,
        size: Vec<usize>,
    }

    impl UnionFind {
        pub fn new(n: usize) -> Self {
            UnionFind { parent: (0..n).collect(), size: vec![1; n] }
        }

        pub fn find(&mut self, mut i: usize) -> usize {
            while self.parent[i] != i {
                self.parent[i] = self.parent[self.parent[i]];
                i = self.parent[i];
            }
            i
        }

        pub fn union(&mut self, a: usize, b: usize) -> bool {
            let (mut a, mut b) = (self.find(a), self.find(b));
            if a == b {
                return false;
            }
            if self.size[a] < self.size[b] {
                std::mem::swap(&mut a, &mut b);
            }
            self.parent[b] = a;
            self.size[a] += self.size[b];
            true
        }
    }

    /// Length of the Euclidean minimum spanning tree of points in the plane, by Kruskal's algorithm.
    #[exp(adjoint)]
    pub fn euclidean_mst(points: &[[f64; 2]]) -> f64 {
        let mut edges = Vec::new();
        for (i, p) in points.iter().enumerate() {
            for (j, q) in points.iter().enumerate().skip(i + 1) {
                let d = (p[0] - q[0]).hypot(p[1] - q[1]);
                edges.push((d, i, j));
            }
        }
        edges.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut components = UnionFind::new(points.len());
        let mut total = 0.0;
        for (d, i, j) in edges {
            if components.union(i, j) {
                total += d;
            }
        }
        total
    }
}

fn main() {
    let e = exp::EuclideanMst;
    let x = vec![[0.0, 0.0], [1.0, 0.3], [0.4, 1.2], [2.1, 1.0], [1.7, 2.2]];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::euclidean_mst(&x));
    ad::testing::check(&e, &x).unwrap();
}
