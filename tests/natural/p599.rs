#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Total weight of a minimum spanning tree of points in the plane (Kruskal).
    fn find(parent: &mut Vec<usize>, i: usize) -> usize {
        if parent[i] != i {
            let root = find(parent, parent[i]);
            parent[i] = root;
        }
        parent[i]
    }

    #[exp(adjoint)]
    pub fn spanning_length(points: &[[f64; 2]]) -> f64 {
        let n = points.len();
        let mut edges = Vec::new();
        for i in 0..n {
            for j in 0..i {
                let dx = points[i][0] - points[j][0];
                let dy = points[i][1] - points[j][1];
                edges.push(((dx * dx + dy * dy).sqrt(), i, j));
            }
        }
        edges.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
        let mut parent: Vec<usize> = (0..n).collect();
        let mut total = 0.0;
        let mut count = 0;
        for (length, i, j) in edges {
            let (a, b) = (find(&mut parent, i), find(&mut parent, j));
            if a == b {
                continue;
            }
            parent[a] = b;
            total += length;
            count += 1;
            if count == n - 1 {
                break;
            }
        }
        total
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SpanningLength;
    let x = vec![[0.0, 0.0], [1.0, 0.2], [0.4, 1.3], [2.1, 1.7], [1.5, -0.8]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::spanning_length(&vec![[0.0, 0.0], [1.0, 0.2], [0.4, 1.3], [2.1, 1.7], [1.5, -0.8]]));
    ad::testing::check(&e, &x).unwrap();
}
