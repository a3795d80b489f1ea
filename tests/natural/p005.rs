#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }

    #[exp(adjoint)]
    fn mat_vec(a: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
        a.iter().map(|row| dot(row, x)).collect()
    }

    /// Conjugate gradients.
    #[exp(adjoint)]
    pub fn conjugate_gradient(a: &[Vec<f64>], b: &[f64], max_iter: usize) -> Vec<f64> {
        let mut x = vec![0.0; b.len()];
        let mut r = b.to_vec();
        let mut p = r.clone();
        let mut rs = dot(&r, &r);
        for _ in 0..max_iter {
            if rs < 1e-20 {
                break;
            }
            let ap = mat_vec(a, &p);
            let alpha = rs / dot(&p, &ap);
            for ((xi, ri), (pi, api)) in x.iter_mut().zip(r.iter_mut()).zip(p.iter().zip(&ap)) {
                *xi += alpha * pi;
                *ri -= alpha * api;
            }
            let rs_new = dot(&r, &r);
            let beta = rs_new / rs;
            p = r.iter().zip(&p).map(|(ri, pi)| ri + beta * pi).collect();
            rs = rs_new;
        }
        x
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::ConjugateGradient { max_iter: 2 };
    let x = (vec![vec![4.0, 1.0, 0.0], vec![1.0, 3.0, 1.0], vec![0.0, 1.0, 5.0]], vec![1.0, 2.0, 3.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, -1.0, 2.0]).1);
    println!("value {:?} plain {:?}", value, plain::conjugate_gradient(&[vec![4.0, 1.0, 0.0], vec![1.0, 3.0, 1.0], vec![0.0, 1.0, 5.0]], &[1.0, 2.0, 3.0], 2));
    ad::testing::check(&e, &x).unwrap();
}
