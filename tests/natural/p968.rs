#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod unrolled {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Schedule {
            Constant,
            Cosine { warmup: usize },
        }

        impl Schedule {
            fn factor(self, step: usize, total: usize) -> f64 {
                match self {
                    Schedule::Constant => 1.0,
                    Schedule::Cosine { warmup } if step < warmup => (step + 1) as f64 / warmup as f64,
                    Schedule::Cosine { warmup } => {
                        let t = (step - warmup) as f64 / (total - warmup) as f64;
                        0.5 + 0.5 * (std::f64::consts::PI * t).cos()
                    }
                }
            }
        }

        pub struct Hyper {
            pub lr: f64,
            pub beta1: f64,
            pub beta2: f64,
            pub decay: f64,
        }

        struct AdamW<'a> {
            hyper: &'a Hyper,
            m: Vec<f64>,
            v: Vec<f64>,
            t: i32,
        }

        impl<'a> AdamW<'a> {
            fn step(&mut self, params: &mut [f64], grads: &[f64], lr: f64) {
                self.t += 1;
                let Hyper { beta1, beta2, decay, .. } = self.hyper;
                for (i, (p, &g)) in params.iter_mut().zip(grads).enumerate() {
                    self.m[i] = beta1 * self.m[i] + (1.0 - beta1) * g;
                    self.v[i] = beta2 * self.v[i] + (1.0 - beta2) * g * g;
                    let m_hat = self.m[i] / (1.0 - beta1.powi(self.t));
                    let v_hat = self.v[i] / (1.0 - beta2.powi(self.t));
                    *p -= lr * (m_hat / (v_hat.sqrt() + 1e-8) + decay * *p);
                }
            }
        }

        fn residual(w: &[f64], row: &[f64]) -> f64 {
            let (target, features) = row.split_last().unwrap();
            features.iter().zip(w).map(|(x, w)| x * w).sum::<f64>() - target
        }

        /// Validation loss after training, as a function of the hyperparameters and the start.
        pub fn validation_loss(
            #[fixed] train: &[Vec<f64>], #[fixed] valid: &[Vec<f64>],
            schedule: Schedule, steps: usize, hyper: &Hyper, start: &[f64],
        ) -> f64 {
            let mut w = start.to_owned();
            let mut opt = AdamW { hyper, m: vec![0.0; w.len()], v: vec![0.0; w.len()], t: 0 };
            for step in 0..steps {
                let mut grads = vec![0.0; w.len()];
                for row in train {
                    let r = residual(&w, row);
                    grads.iter_mut().zip(row).for_each(|(g, x)| *g += 2.0 * r * x / train.len() as f64);
                }
                opt.step(&mut w, &grads, hyper.lr * schedule.factor(step, steps));
            }
            valid.iter().map(|row| residual(&w, row).powi(2)).sum::<f64>() / valid.len() as f64
        }
    }
    pub use unrolled::*;
}

fn main() {
    macro_rules! hyper {
        ($m:ident) => {
            $m::Hyper { lr: 0.15, beta1: 0.85, beta2: 0.97, decay: 0.01 }
        };
    }
    let train = vec![vec![1.0, 0.5, 2.1], vec![-0.3, 1.2, 0.9], vec![0.8, -0.7, 0.6]];
    let valid = vec![vec![0.4, 0.9, 1.5], vec![-1.0, 0.2, -1.1]];
    let e = exp::ValidationLoss { train: &train, valid: &valid, schedule: exp::Schedule::Cosine { warmup: 2 }, steps: 7 };
    let x = (hyper!(exp), vec![0.1, -0.2]);
    println!(
        "value {:?} plain {:?}",
        ad::call::value(&e, &x),
        plain::validation_loss(&train, &valid, plain::Schedule::Cosine { warmup: 2 }, 7, &hyper!(plain), &[0.1, -0.2])
    );
    ad::testing::check(&e, &x).unwrap();
}
