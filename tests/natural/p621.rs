#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Adam on Beale's function; value after some iterations.
    #[exp(adjoint)]
    fn beale(x: f64, y: f64) -> f64 {
        (1.5 - x + x * y).powi(2) + (2.25 - x + x * y.powi(2)).powi(2) + (2.625 - x + x * y.powi(3)).powi(2)
    }

    #[exp(adjoint)]
    fn beale_gradient(x: f64, y: f64) -> [f64; 2] {
        let mut g = [0.0, 0.0];
        for (k, c) in [1.5, 2.25, 2.625].into_iter().enumerate() {
            let p = k as i32 + 1;
            let residual = c - x + x * y.powi(p);
            g[0] += 2.0 * residual * (y.powi(p) - 1.0);
            g[1] += 2.0 * residual * x * p as f64 * y.powi(p - 1);
        }
        g
    }

    #[exp(adjoint)]
    pub fn adam(start: [f64; 2], learning_rate: f64, beta1: f64, beta2: f64, iterations: i32) -> f64 {
        let mut x = start;
        let mut m = [0.0; 2];
        let mut v = [0.0; 2];
        for t in 1..=iterations {
            let g = beale_gradient(x[0], x[1]);
            for i in 0..2 {
                m[i] = beta1 * m[i] + (1.0 - beta1) * g[i];
                v[i] = beta2 * v[i] + (1.0 - beta2) * g[i] * g[i];
                let m_hat = m[i] / (1.0 - beta1.powi(t));
                let v_hat = v[i] / (1.0 - beta2.powi(t));
                x[i] -= learning_rate * m_hat / (v_hat.sqrt() + 1e-8);
            }
        }
        beale(x[0], x[1])
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Adam { iterations: 5 };
    let x = ([1.0, 0.6], 0.1, 0.9, 0.99);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::adam([1.0, 0.6], 0.1, 0.9, 0.99, 5));
    ad::testing::check(&e, &x).unwrap();
}
