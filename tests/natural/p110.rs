#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Evidence lower bound of a normal posterior with the reparametrisation trick. `log_joint` is the banana density.
    #[exp(adjoint)]
    pub fn elbo(#[fixed] noise: &[[f64; 2]], mean: [f64; 2], log_sd: [f64; 2]) -> f64 {
        fn log_joint(x: f64, y: f64) -> f64 {
            let bent = y - 0.5 * x * x;
            -0.5 * (x * x + bent * bent / 0.25)
        }

        let mut estimate = 0.0;
        for eps in noise {
            let z: Vec<f64> = (0..2).map(|i| mean[i] + log_sd[i].exp() * eps[i]).collect();
            estimate += log_joint(z[0], z[1]);
        }
        let entropy = log_sd.iter().sum::<f64>();
        estimate / noise.len() as f64 + entropy
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Elbo { noise: &[[0.3, -0.5], [-1.2, 0.4], [0.8, 1.1]] };
    let x = ([0.2, -0.1], [-0.5, -0.3]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::elbo(&[[0.3, -0.5], [-1.2, 0.4], [0.8, 1.1]], [0.2, -0.1], [-0.5, -0.3]));
    ad::testing::check(&e, &x).unwrap();
}
