#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod robust {
        #[derive(Clone, Copy, Debug)]
        pub enum Loss {
            Squared,
            Huber { delta: f64 },
            Quantile(f64),
        }

        impl Loss {
            pub fn of(&self, residual: f64) -> f64 {
                match *self {
                    Self::Squared => 0.5 * residual * residual,
                    Self::Huber { delta } if residual.abs() <= delta => 0.5 * residual * residual,
                    Self::Huber { delta } => delta * (residual.abs() - 0.5 * delta),
                    Self::Quantile(tau) => {
                        if residual >= 0.0 {
                            tau * residual
                        } else {
                            (tau - 1.0) * residual
                        }
                    }
                }
            }
        }

        pub fn compare_losses(xs: &[f64], ys: &[f64], line: (f64, f64), delta: f64, tau: f64) -> [f64; 3] {
            let (slope, offset) = line;
            [Loss::Squared, Loss::Huber { delta }, Loss::Quantile(tau)]
                .map(|loss| xs.iter().zip(ys).map(|(x, y)| loss.of(y - slope * x - offset)).sum())
        }
    }
    pub use robust::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::CompareLosses;
    let x = (vec![0.0, 1.0, 2.0], vec![0.3, 4.0, 1.5], (0.8, 0.1), 1.0, 0.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::compare_losses(&[0.0, 1.0, 2.0], &[0.3, 4.0, 1.5], (0.8, 0.1), 1.0, 0.7));
    ad::testing::check(&e, &x).unwrap();
}
