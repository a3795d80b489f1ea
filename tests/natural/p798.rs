#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gru {
        #[derive(Debug, Clone)]
        pub struct Gate {
            pub input: Vec<f64>,
            pub recurrent: Vec<Vec<f64>>,
            pub bias: Vec<f64>,
        }

        impl Gate {
            fn apply(&self, x: f64, h: &[f64], activation: impl Fn(f64) -> f64) -> Vec<f64> {
                self.recurrent
                    .iter()
                    .zip(self.input.iter().zip(&self.bias))
                    .map(|(row, (w, b))| {
                        let r: f64 = row.iter().zip(h).map(|(u, v)| u * v).sum();
                        activation(w * x + r + b)
                    })
                    .collect()
            }
        }

        fn sigmoid(x: f64) -> f64 {
            1.0 / (1.0 + (-x).exp())
        }

        #[derive(Debug, Clone)]
        pub struct Gru {
            pub update: Gate,
            pub reset: Gate,
            pub candidate: Gate,
            pub readout: Vec<f64>,
        }

        impl Gru {
            fn step(&self, h: &[f64], x: f64) -> Vec<f64> {
                let z = self.update.apply(x, h, sigmoid);
                let r = self.reset.apply(x, h, sigmoid);
                let gated: Vec<f64> = r.iter().zip(h).map(|(r, h)| r * h).collect();
                let n = self.candidate.apply(x, &gated, |a| a.tanh());
                (0..h.len()).map(|i| (1.0 - z[i]) * n[i] + z[i] * h[i]).collect()
            }

            /// Mean squared error of one-step forecasts.
            pub fn forecast_loss(&self, #[fixed] series: &[f64]) -> f64 {
                let mut h = vec![0.0; self.readout.len()];
                let mut loss = 0.0;
                for pair in series.windows(2) {
                    h = self.step(&h, pair[0]);
                    let forecast: f64 = h.iter().zip(&self.readout).map(|(a, b)| a * b).sum();
                    loss += (forecast - pair[1]).powi(2);
                }
                loss / (series.len() - 1) as f64
            }
        }
    }
    pub use gru::*;
}

fn main() {
    use ad::prelude::*;
    let series = [0.1, 0.4, 0.3, -0.2, -0.5, 0.0];
    let e = exp::GruForecastLoss { series: &series };
    let x = exp::Gru {
        update: exp::Gate { input: vec![0.3, -0.1], recurrent: vec![vec![0.2, 0.1], vec![-0.3, 0.4]], bias: vec![0.0, 0.1] },
        reset: exp::Gate { input: vec![-0.2, 0.5], recurrent: vec![vec![0.1, -0.2], vec![0.3, 0.0]], bias: vec![0.2, -0.1] },
        candidate: exp::Gate { input: vec![0.7, 0.4], recurrent: vec![vec![-0.1, 0.3], vec![0.2, 0.6]], bias: vec![0.05, 0.0] },
        readout: vec![0.8, -0.5],
    };
    let p = plain::Gru {
        update: plain::Gate { input: vec![0.3, -0.1], recurrent: vec![vec![0.2, 0.1], vec![-0.3, 0.4]], bias: vec![0.0, 0.1] },
        reset: plain::Gate { input: vec![-0.2, 0.5], recurrent: vec![vec![0.1, -0.2], vec![0.3, 0.0]], bias: vec![0.2, -0.1] },
        candidate: plain::Gate { input: vec![0.7, 0.4], recurrent: vec![vec![-0.1, 0.3], vec![0.2, 0.6]], bias: vec![0.05, 0.0] },
        readout: vec![0.8, -0.5],
    };
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, p.forecast_loss(&series));
    ad::testing::check(&e, &x).unwrap();
}
