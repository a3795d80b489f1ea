#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod krylov {
        use std::fmt;

        #[derive(Debug)]
        pub enum SolveError {
            Shape { expected: usize, found: usize },
            Indefinite,
        }

        impl fmt::Display for SolveError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    SolveError::Shape { expected, found } => write!(f, "expected {expected} entries, found {found}"),
                    SolveError::Indefinite => f.write_str("the operator is not positive definite"),
                }
            }
        }

        pub trait Operator {
            fn size(&self) -> usize;
            fn apply(&self, x: &[f64]) -> Vec<f64>;
        }

        /// A chain of springs between two walls.
        pub struct Chain<'a> {
            springs: &'a [f64],
        }

        impl Operator for Chain<'_> {
            fn size(&self) -> usize {
                self.springs.len() - 1
            }

            fn apply(&self, x: &[f64]) -> Vec<f64> {
                let n = self.size();
                (0..n)
                    .map(|i| {
                        let left = if i > 0 { x[i - 1] } else { 0.0 };
                        let right = x.get(i + 1).copied().unwrap_or(0.0);
                        self.springs[i] * (x[i] - left) + self.springs[i + 1] * (x[i] - right)
                    })
                    .collect()
            }
        }

        fn dot(a: &[f64], b: &[f64]) -> f64 {
            a.iter().zip(b).map(|(&a, &b)| a * b).sum()
        }

        fn conjugate_gradients<A: Operator>(a: &A, b: &[f64], steps: usize) -> Result<Vec<f64>, SolveError> {
            if a.size() != b.len() {
                return Err(SolveError::Shape { expected: a.size(), found: b.len() });
            }
            let mut x = vec![0.0; b.len()];
            let (mut r, mut p) = (b.to_vec(), b.to_vec());
            let mut rr = dot(&r, &r);
            for _ in 0..steps {
                let ap = a.apply(&p);
                let curvature = dot(&p, &ap);
                if curvature <= 0.0 {
                    return Err(SolveError::Indefinite);
                }
                let alpha = rr / curvature;
                for i in 0..x.len() {
                    x[i] += alpha * p[i];
                    r[i] -= alpha * ap[i];
                }
                let beta = dot(&r, &r) / std::mem::replace(&mut rr, dot(&r, &r));
                p.iter_mut().zip(&r).for_each(|(p, r)| *p = r + beta * *p);
            }
            Ok(x)
        }

        pub fn compliance(springs: &[f64], load: &[f64], steps: usize) -> f64 {
            conjugate_gradients(&Chain { springs }, load, steps)
                .map(|x| 0.5 * dot(&x, load))
                .unwrap_or_else(|e| panic!("{e}"))
        }
    }
    pub use krylov::*;
}

fn main() {
    let (springs, load) = (vec![2.0, 1.5, 0.7, 1.1, 2.6, 0.9], vec![0.3, -0.4, 1.0, 0.2, 0.6]);
    let e = exp::Compliance { steps: 3 };
    let x = (springs.clone(), load.clone());
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::compliance(&springs, &load, 3));
    ad::testing::check(&e, &x).unwrap();
}
