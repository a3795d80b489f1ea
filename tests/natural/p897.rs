#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kalman {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct State {
            pub mean: f64,
            pub var: f64,
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Filter {
            pub persistence: f64,
            pub process_noise: f64,
            pub measurement_noise: f64,
        }

        impl Default for Filter {
            fn default() -> Self {
                Self { persistence: 1.0, process_noise: 0.1, measurement_noise: 1.0 }
            }
        }

        impl Filter {
            fn predict(&self, state: State) -> State {
                State {
                    mean: self.persistence * state.mean,
                    var: self.persistence.powi(2) * state.var + self.process_noise,
                }
            }

            fn update(&self, prior: State, z: f64) -> (State, f64) {
                let innovation = z - prior.mean;
                let s = prior.var + self.measurement_noise;
                let gain = prior.var / s;
                let posterior = State { mean: prior.mean + gain * innovation, var: (1.0 - gain) * prior.var };
                (posterior, -0.5 * (s.ln() + innovation * innovation / s))
            }
        }

        /// Filters the series, in which `None` is a missing value, and returns the last state and the log-likelihood.
        pub fn run_filter(filter: Filter, start: State, series: &[Option<f64>]) -> (State, f64) {
            series.iter().fold((start, 0.0), |(state, log_lik), z| {
                let prior = filter.predict(state);
                match z {
                    Some(z) => {
                        let (posterior, l) = filter.update(prior, *z);
                        (posterior, log_lik + l)
                    }
                    None => (prior, log_lik),
                }
            })
        }
    }
    pub use kalman::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::RunFilter;
    let series = vec![Some(1.1), Some(0.7), None, Some(1.6), None, Some(0.2)];
    let x = (
        exp::Filter { persistence: 0.9, process_noise: 0.2, measurement_noise: 0.5 },
        exp::State { mean: 0.3, var: 1.2 },
        series.clone(),
    );
    let p = plain::Filter { persistence: 0.9, process_noise: 0.2, measurement_noise: 0.5 };
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::run_filter(p, plain::State { mean: 0.3, var: 1.2 }, &series));
    ad::testing::check(&e, &x).unwrap();
}
