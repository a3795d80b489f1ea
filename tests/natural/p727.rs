#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Floyd–Warshall: lengths of the shortest paths between all pairs of nodes.
    #[exp(adjoint)]
    pub fn all_pairs(edges: &[(usize, usize, f64)], nodes: usize) -> Vec<Vec<f64>> {
        let mut d = vec![vec![f64::INFINITY; nodes]; nodes];
        for i in 0..nodes {
            d[i][i] = 0.0;
        }
        for &(i, j, w) in edges {
            d[i][j] = d[i][j].min(w);
            d[j][i] = d[j][i].min(w);
        }
        for k in 0..nodes {
            for i in 0..nodes {
                for j in 0..nodes {
                    let through = d[i][k] + d[k][j];
                    if through < d[i][j] {
                        d[i][j] = through;
                    }
                }
            }
        }
        d
    }

    /// Harmonic closeness centrality of each node.
    #[exp(adjoint)]
    pub fn closeness(edges: &[(usize, usize, f64)], nodes: usize) -> Vec<f64> {
        all_pairs(edges, nodes)
            .iter()
            .enumerate()
            .map(|(i, row)| {
                let total: f64 = row
                    .iter()
                    .enumerate()
                    .filter(|&(j, d)| j != i && d.is_finite())
                    .map(|(_, d)| d.recip())
                    .sum();
                total / (nodes - 1) as f64
            })
            .collect()
    }
}

fn main() {
    let e = exp::Closeness { nodes: 5 };
    let x = vec![(0, 1, 1.2), (1, 2, 0.7), (0, 2, 2.5), (2, 3, 1.9)];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::closeness(&x, 5));
    ad::testing::check(&e, &x).unwrap();
}
