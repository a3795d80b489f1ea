#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod waves {
        /// A rope as an iterator of states, solved by the leapfrog method.
        #[derive(Clone)]
        pub struct Rope {
            previous: Vec<f64>,
            current: Vec<f64>,
            courant2: f64,
        }

        impl Rope {
            pub fn plucked(points: usize, at: f64, courant: f64) -> Rope {
                let shape: Vec<f64> = (0..points)
                    .map(|i| {
                        let x = i as f64 / (points - 1) as f64;
                        if x < at { x / at } else { (1.0 - x) / (1.0 - at) }
                    })
                    .collect();
                Rope { previous: shape.clone(), current: shape, courant2: courant * courant }
            }
        }

        impl Iterator for Rope {
            type Item = Vec<f64>;

            fn next(&mut self) -> Option<Vec<f64>> {
                let n = self.current.len();
                let mut next = vec![0.0; n];
                for i in 1..n - 1 {
                    let curvature = self.current[i + 1] - 2.0 * self.current[i] + self.current[i - 1];
                    next[i] = 2.0 * self.current[i] - self.previous[i] + self.courant2 * curvature;
                }
                self.previous = std::mem::replace(&mut self.current, next);
                Some(self.current.clone())
            }
        }

        pub fn listen(at: f64, courant: f64, pickup: usize) -> f64 {
            Rope::plucked(8, at, courant).take(6).map(|state| state[pickup].powi(2)).sum()
        }
    }
    pub use waves::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Listen { pickup: 2 };
    let x = (0.37, 0.9);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::listen(0.37, 0.9, 2));
    ad::testing::check(&e, &x).unwrap();
}
