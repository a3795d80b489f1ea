#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// All pairs shortest paths in place.
    #[exp(adjoint)]
    fn floyd_warshall(d: &mut Vec<Vec<f64>>) {
        let n = d.len();
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    let through = d[i][k] + d[k][j];
                    if through < d[i][j] {
                        d[i][j] = through;
                    }
                }
            }
        }
    }

    /// Closeness centrality of every node.
    #[exp(adjoint)]
    pub fn closeness(edges: &[(usize, usize, f64)], nodes: usize) -> Vec<f64> {
        let mut d = vec![vec![f64::INFINITY; nodes]; nodes];
        for (i, row) in d.iter_mut().enumerate() {
            row[i] = 0.0;
        }
        for &(a, b, w) in edges {
            d[a][b] = d[a][b].min(w);
            d[b][a] = d[a][b];
        }
        floyd_warshall(&mut d);
        d.iter()
            .map(|row| (nodes - 1) as f64 / row.iter().filter(|x| x.is_finite()).sum::<f64>())
            .collect()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Closeness { nodes: 4 };
    let x = vec![(0, 1, 1.3), (1, 2, 2.1), (0, 2, 4.7), (2, 3, 0.6), (1, 3, 3.9)];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0]).1);
    println!("value {:?} plain {:?}", value, plain::closeness(&vec![(0, 1, 1.3), (1, 2, 2.1), (0, 2, 4.7), (2, 3, 0.6), (1, 3, 3.9)], 4));
    ad::testing::check(&e, &x).unwrap();
}
