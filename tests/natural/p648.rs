#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ising_chain {
        /// Free energy and correlation of a one-dimensional chain by transfer matrices.
        #[derive(Clone, Copy, Debug)]
        struct M2([[f64; 2]; 2]);

        impl std::ops::Mul for M2 {
            type Output = M2;
            fn mul(self, rhs: M2) -> M2 {
                let mut out = [[0.0; 2]; 2];
                for i in 0..2 {
                    for j in 0..2 {
                        for k in 0..2 {
                            out[i][j] += self.0[i][k] * rhs.0[k][j];
                        }
                    }
                }
                M2(out)
            }
        }

        impl M2 {
            fn trace(&self) -> f64 {
                self.0[0][0] + self.0[1][1]
            }

            fn pow(self, mut n: u32) -> M2 {
                let mut base = self;
                let mut result = M2([[1.0, 0.0], [0.0, 1.0]]);
                while n > 0 {
                    if n & 1 == 1 {
                        result = result * base;
                    }
                    base = base * base;
                    n >>= 1;
                }
                result
            }
        }

        fn transfer(coupling: f64, field: f64, beta: f64) -> M2 {
            let spins = [1.0, -1.0];
            let mut t = [[0.0; 2]; 2];
            for (i, s) in spins.iter().enumerate() {
                for (j, r) in spins.iter().enumerate() {
                    t[i][j] = (beta * (coupling * s * r + 0.5 * field * (s + r))).exp();
                }
            }
            M2(t)
        }

        pub fn correlation(coupling: f64, field: f64, beta: f64, length: u32, distance: u32) -> f64 {
            let t = transfer(coupling, field, beta);
            let sigma = M2([[1.0, 0.0], [0.0, -1.0]]);
            let z = t.pow(length).trace();
            (sigma * t.pow(distance) * sigma * t.pow(length - distance)).trace() / z
        }
    }
    pub use ising_chain::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Correlation { length: 9, distance: 3 };
    let x = (1.0, 0.2, 0.6);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::correlation(1.0, 0.2, 0.6, 9, 3));
    ad::testing::check(&e, &x).unwrap();
}
