#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Bellman–Ford over logarithms of exchange rates: the best amount of each currency that one unit of
    /// currency 0 can be turned into. An error tells that there is arbitrage.
    #[exp(adjoint)]
    pub fn best_rates(rates: &[Vec<f64>], fee: f64) -> Result<Vec<f64>, String> {
        let n = rates.len();
        let cost = |i: usize, j: usize| -(rates[i][j] * (1.0 - fee)).ln();
        let mut dist = vec![f64::INFINITY; n];
        dist[0] = 0.0;
        for _ in 1..n {
            let mut changed = false;
            for i in 0..n {
                for j in (0..n).filter(|&j| j != i) {
                    let candidate = dist[i] + cost(i, j);
                    if candidate < dist[j] {
                        dist[j] = candidate;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for i in 0..n {
            for j in 0..n {
                if i != j && dist[i] + cost(i, j) < dist[j] - 1e-12 {
                    return Err(format!("arbitrage through currencies {i} and {j}"));
                }
            }
        }
        Ok(dist.iter().map(|d| (-d).exp()).collect())
    }

    /// Value of a unit of currency 0 in a basket of currencies.
    #[exp(adjoint)]
    pub fn basket_value(rates: &[Vec<f64>], fee: f64, basket: &[f64]) -> f64 {
        match best_rates(rates, fee) {
            Ok(best) => best.iter().zip(basket).map(|(r, b)| r * b).sum(),
            Err(_) => f64::NAN,
        }
    }
}

fn main() {
    let e = exp::BasketValue;
    let x = (
        vec![vec![1.0, 0.92, 150.0], vec![1.08, 1.0, 164.0], vec![0.0066, 0.006, 1.0]],
        0.002,
        vec![0.5, 0.3, 0.01],
    );
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::basket_value(&x.0, x.1, &x.2));
    ad::testing::check(&e, &x).unwrap();
}
