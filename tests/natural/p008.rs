#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod jacobi {
        #[derive(Clone, Copy, Debug)]
        pub struct Sym3 {
            pub m: [[f64; 3]; 3],
        }

        impl Sym3 {
            fn off_diagonal(&self) -> f64 {
                let m = &self.m;
                m[0][1] * m[0][1] + m[0][2] * m[0][2] + m[1][2] * m[1][2]
            }

            fn rotate(&mut self, p: usize, q: usize) {
                let apq = self.m[p][q];
                if apq == 0.0 {
                    return;
                }
                let theta = (self.m[q][q] - self.m[p][p]) / (2.0 * apq);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for k in 0..3 {
                    let (akp, akq) = (self.m[k][p], self.m[k][q]);
                    self.m[k][p] = c * akp - s * akq;
                    self.m[k][q] = s * akp + c * akq;
                }
                for k in 0..3 {
                    let (apk, aqk) = (self.m[p][k], self.m[q][k]);
                    self.m[p][k] = c * apk - s * aqk;
                    self.m[q][k] = s * apk + c * aqk;
                }
            }
        }

        pub fn eigenvalues(matrix: Sym3) -> [f64; 3] {
            let mut a = matrix;
            let mut sweeps = 0;
            while a.off_diagonal() > 1e-12 && sweeps < 10 {
                for (p, q) in [(0, 1), (0, 2), (1, 2)] {
                    a.rotate(p, q);
                }
                sweeps += 1;
            }
            [a.m[0][0], a.m[1][1], a.m[2][2]]
        }
    }
    pub use jacobi::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::Eigenvalues;
    let x = exp::Sym3 { m: [[2.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 5.0]] };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::eigenvalues(plain::Sym3 { m: [[2.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 5.0]] }));
    ad::testing::check(&e, &x).unwrap();
}
