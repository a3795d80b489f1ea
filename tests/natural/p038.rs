#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    fn find(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }

    /// Length of the Euclidean minimum spanning tree (Kruskal).
    #[exp(adjoint)]
    pub fn spanning_tree(points: &[[f64; 2]]) -> f64 {
        let n = points.len();
        let mut edges = Vec::new();
        for i in 0..n {
            for j in i + 1..n {
                let [dx, dy] = [points[i][0] - points[j][0], points[i][1] - points[j][1]];
                edges.push((dx.hypot(dy), i, j));
            }
        }
        edges.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
        let mut parent: Vec<usize> = (0..n).collect();
        let mut total = 0.0;
        for (length, i, j) in edges {
            let (ri, rj) = (find(&mut parent, i), find(&mut parent, j));
            if ri != rj {
                parent[ri] = rj;
                total += length;
            }
        }
        total
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::SpanningTree;
    let x = vec![[0.0, 0.0], [3.0, 4.0], [1.0, 1.0], [5.0, 0.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::spanning_tree(&[[0.0, 0.0], [3.0, 4.0], [1.0, 1.0], [5.0, 0.0]]));
    ad::testing::check(&e, &x).unwrap();
}
