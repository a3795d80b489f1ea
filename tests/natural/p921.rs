#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod mixture {
        use std::f64::consts::TAU;

        #[derive(Debug, Clone, PartialEq)]
        pub struct Component {
            pub weight: f64,
            pub mean: f64,
            pub variance: f64,
        }

        impl Component {
            fn density(&self, x: f64) -> f64 {
                let d = x - self.mean;
                self.weight * (-0.5 * d * d / self.variance).exp() / (TAU * self.variance).sqrt()
            }
        }

        #[derive(Default, Clone)]
        struct Moments {
            mass: f64,
            first: f64,
            second: f64,
        }

        impl Moments {
            fn add(&mut self, responsibility: f64, x: f64) {
                self.mass += responsibility;
                self.first += responsibility * x;
                self.second += responsibility * x * x;
            }

            fn finish(self, n: usize, floor: f64) -> Component {
                let Moments { mass, first, second } = self;
                let mean = first / mass;
                Component { weight: mass / n as f64, mean, variance: second / mass - mean.powi(2) + floor }
            }
        }

        fn em_step(data: &[f64], mixture: &[Component], floor: f64) -> Vec<Component> {
            let mut moments = vec![Moments::default(); mixture.len()];
            for &x in data {
                let densities: Vec<f64> = mixture.iter().map(|c| c.density(x)).collect();
                let total: f64 = densities.iter().sum();
                for (m, d) in moments.iter_mut().zip(densities) {
                    m.add(d / total, x);
                }
            }
            moments.into_iter().map(|m| m.finish(data.len(), floor)).collect()
        }

        fn log_likelihood(data: &[f64], mixture: &[Component]) -> f64 {
            data.iter().map(|&x| mixture.iter().map(|c| c.density(x)).sum::<f64>().ln()).sum()
        }

        pub fn likelihood_after(data: &[f64], steps: u8, guess: Vec<Component>, floor: f64) -> f64 {
            let fitted = (0..steps).fold(guess, |mixture, _| em_step(data, &mixture, floor));
            log_likelihood(data, &fitted)
        }
    }
    pub use mixture::*;
}

fn main() {
    macro_rules! guess {
        ($m:ident) => {
            vec![
                $m::Component { weight: 0.4, mean: -0.8, variance: 0.6 },
                $m::Component { weight: 0.6, mean: 1.5, variance: 0.9 },
            ]
        };
    }
    let data = vec![-1.3, -0.9, -0.4, 0.8, 1.1, 1.9, 2.4];
    let e = exp::LikelihoodAfter { steps: 3 };
    let x = (data.clone(), guess!(exp), 0.05);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::likelihood_after(&data, 3, guess!(plain), 0.05));
    ad::testing::check(&e, &x).unwrap();
}
