#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Entropic transport cost between supplies and demands by Sinkhorn's iteration in the log domain.
    #[exp(adjoint)]
    pub fn transport_cost(iterations: usize, cost: &[Vec<f64>], supply: &[f64], demand: &[f64], epsilon: f64) -> f64 {
        let (m, n) = (supply.len(), demand.len());
        let log_sum_exp = |values: &[f64]| {
            let max = values.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
            max + values.iter().map(|v| (v - max).exp()).sum::<f64>().ln()
        };

        let mut f = vec![0.0; m];
        let mut g = vec![0.0; n];
        for _ in 0..iterations {
            for i in 0..m {
                let row: Vec<f64> = (0..n).map(|j| (g[j] - cost[i][j]) / epsilon).collect();
                f[i] = epsilon * (supply[i].ln() - log_sum_exp(&row));
            }
            for j in 0..n {
                let column: Vec<f64> = (0..m).map(|i| (f[i] - cost[i][j]) / epsilon).collect();
                g[j] = epsilon * (demand[j].ln() - log_sum_exp(&column));
            }
        }

        cost.iter()
            .zip(&f)
            .flat_map(|(row, fi)| row.iter().zip(&g).map(move |(c, gj)| c * ((fi + gj - c) / epsilon).exp()))
            .sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::TransportCost { iterations: 10 };
    let cost = vec![vec![1.0, 3.0, 2.5], vec![2.0, 0.5, 4.0]];
    let x = (cost, vec![0.4, 0.6], vec![0.3, 0.5, 0.2], 0.4);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::transport_cost(10, &x.0, &x.1, &x.2, x.3));
    ad::testing::check(&e, &x).unwrap();
}
