#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Hodgkin–Huxley neuron with a constant current.
    #[exp(adjoint)]
    fn rate(a: f64, v: f64, scale: f64) -> f64 {
        let u = v / scale;
        if u.abs() < 1e-6 { a * scale } else { a * v / (1.0 - (-u).exp()) }
    }

    #[exp(adjoint)]
    pub fn membrane_potential(g_na: f64, g_k: f64, current: f64, steps: usize) -> f64 {
        const DT: f64 = 0.02;
        let (mut v, mut m, mut h, mut n) = (-65.0_f64, 0.05_f64, 0.6_f64, 0.32_f64);
        for _ in 0..steps {
            let alpha_m = rate(0.1, v + 40.0, 10.0);
            let beta_m = 4.0 * (-(v + 65.0) / 18.0).exp();
            let alpha_h = 0.07 * (-(v + 65.0) / 20.0).exp();
            let beta_h = 1.0 / (1.0 + (-(v + 35.0) / 10.0).exp());
            let alpha_n = rate(0.01, v + 55.0, 10.0);
            let beta_n = 0.125 * (-(v + 65.0) / 80.0).exp();

            let i_na = g_na * m.powi(3) * h * (v - 50.0);
            let i_k = g_k * n.powi(4) * (v + 77.0);
            let i_leak = 0.3 * (v + 54.4);

            v += DT * (current - i_na - i_k - i_leak);
            m += DT * (alpha_m * (1.0 - m) - beta_m * m);
            h += DT * (alpha_h * (1.0 - h) - beta_h * h);
            n += DT * (alpha_n * (1.0 - n) - beta_n * n);
        }
        v
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::MembranePotential { steps: 12 };
    let x = (120.0, 36.0, 10.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::membrane_potential(120.0, 36.0, 10.0, 12));
    ad::testing::check(&e, &x).unwrap();
}
