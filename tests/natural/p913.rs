#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod epidemic {
        const STAGES: usize = 4;
        // The 3/8 rule.
        const A: [&[f64]; STAGES] = [&[], &[1.0 / 3.0], &[-1.0 / 3.0, 1.0], &[1.0, -1.0, 1.0]];
        const B: [f64; STAGES] = [0.125, 0.375, 0.375, 0.125];
        const C: [f64; STAGES] = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0];

        pub trait System {
            fn dim(&self) -> usize;
            fn rhs(&self, t: f64, y: &[f64], dy: &mut [f64]);
        }

        #[derive(Debug, Clone)]
        pub struct Seir {
            pub contact: f64,
            pub incubation: f64,
            pub recovery: f64,
            pub season: f64,
        }

        impl System for Seir {
            fn dim(&self) -> usize {
                4
            }

            fn rhs(&self, t: f64, y: &[f64], dy: &mut [f64]) {
                let contact = self.contact * (1.0 + self.season * (0.2 * t).sin());
                let infections = contact * y[0] * y[2];
                let onsets = self.incubation * y[1];
                let recoveries = self.recovery * y[2];
                dy[0] = -infections;
                dy[1] = infections - onsets;
                dy[2] = onsets - recoveries;
                dy[3] = recoveries;
            }
        }

        fn step<S: System>(system: &S, t: f64, y: &mut Vec<f64>, h: f64) {
            let mut stages: Vec<Vec<f64>> = Vec::with_capacity(STAGES);
            for (row, c) in A.iter().zip(C) {
                let mut stage = y.clone();
                for (a, k) in row.iter().zip(&stages) {
                    stage.iter_mut().zip(k).for_each(|(s, k)| *s += h * a * k);
                }
                let mut dy = vec![0.0; system.dim()];
                system.rhs(t + c * h, &stage, &mut dy);
                stages.push(dy);
            }
            for (b, k) in B.iter().zip(&stages) {
                for (y, k) in y.iter_mut().zip(k) {
                    *y += h * b * k;
                }
            }
        }

        /// The day's highest share of infectious people, and the share that fell ill until the end.
        pub fn outbreak(model: &Seir, seed: f64, days: usize) -> (f64, f64) {
            let mut y = vec![1.0 - seed, seed, 0.0, 0.0];
            let mut peak = f64::NEG_INFINITY;
            for day in 0..days {
                step(model, day as f64, &mut y, 1.0);
                peak = peak.max(y[2]);
            }
            (peak, 1.0 - y[0])
        }
    }
    pub use epidemic::*;
}

fn main() {
    macro_rules! model {
        ($m:ident) => {
            $m::Seir { contact: 0.9, incubation: 0.45, recovery: 0.25, season: 0.1 }
        };
    }
    let e = exp::Outbreak { days: 25 };
    let x = (model!(exp), 0.02);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::outbreak(&model!(plain), 0.02, 25));
    ad::testing::check(&e, &x).unwrap();
}
