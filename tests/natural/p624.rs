#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    use std::collections::BTreeMap;

    /// Sparse symmetric matrix in coordinates; conjugate gradients.
    #[exp(adjoint)]
    fn spmv(a: &BTreeMap<(usize, usize), f64>, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; x.len()];
        for (&(i, j), &v) in a {
            y[i] += v * x[j];
            if i != j {
                y[j] += v * x[i];
            }
        }
        y
    }

    #[exp(adjoint)]
    fn inner(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    #[exp(adjoint)]
    pub fn cg(a: &BTreeMap<(usize, usize), f64>, b: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; b.len()];
        let mut r = b.to_vec();
        let mut p = r.clone();
        let mut rr = inner(&r, &r);
        for _ in 0..b.len() {
            let ap = spmv(a, &p);
            let alpha = rr / inner(&p, &ap);
            x.iter_mut().zip(&p).for_each(|(x, p)| *x += alpha * p);
            r.iter_mut().zip(&ap).for_each(|(r, ap)| *r -= alpha * ap);
            let new = inner(&r, &r);
            if new < 1e-20 {
                break;
            }
            let beta = new / rr;
            p = r.iter().zip(&p).map(|(r, p)| r + beta * p).collect();
            rr = new;
        }
        x
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Cg;
    let x = (std::collections::BTreeMap::from([((0, 0), 4.0), ((0, 1), 1.0), ((1, 1), 3.0), ((1, 2), -0.5), ((2, 2), 2.0)]), vec![1.0, 2.0, 0.5]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, -1.0, 2.0]).1);
    println!("value {:?} plain {:?}", value, plain::cg(&std::collections::BTreeMap::from([((0, 0), 4.0), ((0, 1), 1.0), ((1, 1), 3.0), ((1, 2), -0.5), ((2, 2), 2.0)]), &vec![1.0, 2.0, 0.5]));
    ad::testing::check(&e, &x).unwrap();
}
