#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn dot(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }

    /// `y += alpha x`
    #[exp(adjoint)]
    pub fn axpy(alpha: f64, x: &[f64], y: &mut [f64]) {
        for (yi, xi) in y.iter_mut().zip(x) {
            *yi += alpha * xi;
        }
    }

    /// The compliance `b·x` of a chain of springs. The stiffness matrix is not assembled. `K x = b` is solved by the method of
    /// conjugate gradients.
    #[exp(adjoint)]
    pub fn compliance(stiffness: &[f64], load: &[f64], max_iter: usize) -> f64 {
        let n = load.len();
        let apply = |x: &[f64]| -> Vec<f64> {
            let mut y = vec![0.0; n];
            for (e, k) in stiffness.iter().enumerate() {
                let left = if e == 0 { 0.0 } else { x[e - 1] };
                let force = k * (x[e] - left);
                y[e] += force;
                if e > 0 {
                    y[e - 1] -= force;
                }
            }
            y
        };
        let mut x = vec![0.0; n];
        let mut r = load.to_vec();
        let mut p = r.clone();
        let mut rr = dot(&r, &r);
        for _ in 0..max_iter {
            if rr < 1e-20 {
                break;
            }
            let ap = apply(&p);
            let alpha = rr / dot(&p, &ap);
            axpy(alpha, &p, &mut x);
            axpy(-alpha, &ap, &mut r);
            let rr_new = dot(&r, &r);
            let beta = rr_new / rr;
            p = r.iter().zip(&p).map(|(ri, pi)| ri + beta * pi).collect();
            rr = rr_new;
        }
        dot(load, &x)
    }
}

fn main() {
    let e = exp::Compliance { max_iter: 3 };
    let x = (vec![3.0, 2.0, 1.5, 2.5], vec![0.1, -0.4, 0.2, 1.0]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::compliance(&x.0, &x.1, 3));
    ad::testing::check(&e, &x).unwrap();
}
