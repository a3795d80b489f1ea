#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    /// Poisson regression: mean of exp(z) - y z with a ridge penalty.
    #[exp(adjoint)]
    fn objective(#[fixed] rows: &[[f64; 2]], counts: &[u32], w: &[f64], ridge: f64) -> f64 {
        let mut total = 0.5 * ridge * dot(w, w);
        for (row, &count) in rows.iter().zip(counts) {
            let z = w[0] * row[0] + w[1] * row[1];
            total += z.exp() - f64::from(count) * z;
        }
        total
    }

    #[exp(adjoint)]
    fn slope(#[fixed] rows: &[[f64; 2]], counts: &[u32], w: &[f64], ridge: f64) -> Vec<f64> {
        let mut g: Vec<f64> = w.iter().map(|w| ridge * w).collect();
        for (row, &count) in rows.iter().zip(counts) {
            let residual = (w[0] * row[0] + w[1] * row[1]).exp() - f64::from(count);
            for (g, x) in g.iter_mut().zip(row) {
                *g += residual * x;
            }
        }
        g
    }

    /// The objective after some steps of gradient descent with Armijo's rule.
    #[exp(adjoint)]
    pub fn fitted(
        #[fixed] rows: &[[f64; 2]],
        counts: &[u32],
        iterations: usize,
        start: &[f64],
        ridge: f64,
        first_step: f64,
    ) -> f64 {
        let mut w = start.to_vec();
        let mut value = objective(rows, counts, &w, ridge);
        'descent: for _ in 0..iterations {
            let g = slope(rows, counts, &w, ridge);
            let decrease = dot(&g, &g);
            let mut step = first_step;
            for _halving in 0..20 {
                let trial: Vec<f64> = w.iter().zip(&g).map(|(w, g)| w - step * g).collect();
                let trial_value = objective(rows, counts, &trial, ridge);
                if trial_value <= value - 0.3 * step * decrease {
                    w = trial;
                    value = trial_value;
                    continue 'descent;
                }
                step *= 0.5;
            }
            break;
        }
        value
    }
}

fn main() {
    let rows = [[1.0, 0.3], [1.0, -0.8], [1.0, 1.7], [1.0, 0.9]];
    let counts = [1, 0, 4, 2];
    let e = exp::Fitted { rows: &rows, counts: &counts, iterations: 5 };
    let x = (vec![0.1, -0.2], 0.15, 0.6);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::fitted(&rows, &counts, 5, &[0.1, -0.2], 0.15, 0.6));
    ad::testing::check(&e, &x).unwrap();
}
