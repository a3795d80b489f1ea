#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod holt_winters {
        #[derive(Debug, Clone, Copy)]
        pub struct Smoothing {
            pub alpha: f64,
            pub beta: f64,
            pub gamma: f64,
            pub damping: f64,
        }

        #[derive(Debug, Clone)]
        pub struct State {
            pub level: f64,
            pub trend: f64,
            pub seasonal: Vec<f64>,
        }

        impl State {
            pub fn initial(series: &[f64], period: usize) -> Self {
                let first = series[..period].iter().sum::<f64>() / period as f64;
                let second = series[period..2 * period].iter().sum::<f64>() / period as f64;
                State {
                    level: first,
                    trend: (second - first) / period as f64,
                    seasonal: series[..period].iter().map(|y| y / first).collect(),
                }
            }

            /// One-step forecast; the state moves on by one observation.
            pub fn update(&mut self, s: &Smoothing, t: usize, y: f64) -> f64 {
                let slot = t % self.seasonal.len();
                let season = self.seasonal[slot];
                let base = self.level + s.damping * self.trend;
                let level = s.alpha * y / season + (1.0 - s.alpha) * base;
                self.trend = s.beta * (level - self.level) + (1.0 - s.beta) * s.damping * self.trend;
                self.seasonal[slot] = s.gamma * y / base + (1.0 - s.gamma) * season;
                self.level = level;
                base * season
            }

            pub fn forecast(&self, s: &Smoothing, t: usize, horizon: usize) -> Vec<f64> {
                let mut damp = 0.0;
                let mut power = 1.0;
                let mut out = Vec::with_capacity(horizon);
                for h in 0..horizon {
                    power *= s.damping;
                    damp += power;
                    out.push((self.level + damp * self.trend) * self.seasonal[(t + h) % self.seasonal.len()]);
                }
                out
            }
        }

        /// In-sample mean squared error, and the forecasts.
        pub fn fit(series: &[f64], period: usize, horizon: usize, smoothing: Smoothing) -> (f64, Vec<f64>) {
            let mut state = State::initial(series, period);
            let mut sse = 0.0;
            for (t, &y) in series.iter().enumerate().skip(period) {
                let error = y - state.update(&smoothing, t, y);
                sse += error * error;
            }
            let mse = sse / (series.len() - period) as f64;
            (mse, state.forecast(&smoothing, series.len(), horizon))
        }
    }
    pub use holt_winters::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Fit { period: 4, horizon: 3 };
    let series = vec![10.0, 12.5, 14.0, 9.0, 11.2, 13.4, 15.3, 10.1, 12.0, 14.6, 16.2, 10.8];
    let x = (series.clone(), exp::Smoothing { alpha: 0.4, beta: 0.1, gamma: 0.3, damping: 0.95 });
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::fit(&series, 4, 3, plain::Smoothing { alpha: 0.4, beta: 0.1, gamma: 0.3, damping: 0.95 })
    );
    ad::testing::check(&e, &x).unwrap();
}
