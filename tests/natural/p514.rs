#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod binomial {
        #[derive(Debug, Clone, Copy)]
        pub enum Exercise {
            European,
            American,
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Contract {
            pub strike: f64,
            pub expiry: f64,
            pub exercise: Exercise,
        }

        impl Contract {
            fn payoff(&self, spot: f64) -> f64 {
                (self.strike - spot).max(0.0)
            }
        }

        /// Cox–Ross–Rubinstein tree for a put.
        pub fn tree_price(contract: &Contract, spot: f64, rate: f64, sigma: f64, steps: usize) -> f64 {
            let dt = contract.expiry / steps as f64;
            let up = (sigma * dt.sqrt()).exp();
            let down = up.recip();
            let p = ((rate * dt).exp() - down) / (up - down);
            let df = (-rate * dt).exp();

            let mut values: Vec<f64> = (0..=steps)
                .map(|i| contract.payoff(spot * up.powi(i as i32) * down.powi((steps - i) as i32)))
                .collect();
            for level in (0..steps).rev() {
                for i in 0..=level {
                    let hold = df * (p * values[i + 1] + (1.0 - p) * values[i]);
                    values[i] = match contract.exercise {
                        Exercise::European => hold,
                        Exercise::American => {
                            let s = spot * up.powi(i as i32) * down.powi((level - i) as i32);
                            hold.max(contract.payoff(s))
                        }
                    };
                }
            }
            values[0]
        }
    }
    pub use binomial::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::TreePrice { steps: 5 };
    let x = (exp::Contract { strike: 101.0, expiry: 0.9, exercise: exp::Exercise::American }, 98.5, 0.06, 0.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::tree_price(&plain::Contract { strike: 101.0, expiry: 0.9, exercise: plain::Exercise::American }, 98.5, 0.06, 0.3, 5));
    ad::testing::check(&e, &x).unwrap();
}
