#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Euler's equations for a torque-free rigid body: drift of the kinetic energy.
    #[exp(adjoint)]
    fn omega_dot(inertia: &[f64; 3], w: &[f64; 3]) -> [f64; 3] {
        let [i1, i2, i3] = inertia;
        let [w1, w2, w3] = w;
        [(i2 - i3) / i1 * w2 * w3, (i3 - i1) / i2 * w3 * w1, (i1 - i2) / i3 * w1 * w2]
    }

    #[exp(adjoint)]
    fn energy(inertia: &[f64; 3], w: &[f64; 3]) -> f64 {
        0.5 * inertia.iter().zip(w).map(|(i, w)| i * w.powi(2)).sum::<f64>()
    }

    #[exp(adjoint)]
    pub fn energy_drift(inertia: [f64; 3], omega: [f64; 3], h: f64, steps: usize) -> f64 {
        let start = energy(&inertia, &omega);
        let mut w = omega;
        for _ in 0..steps {
            let k1 = omega_dot(&inertia, &w);
            let mut predicted = w;
            for (p, k) in predicted.iter_mut().zip(k1) {
                *p += h * k;
            }
            let k2 = omega_dot(&inertia, &predicted);
            for i in 0..3 {
                w[i] += 0.5 * h * (k1[i] + k2[i]);
            }
        }
        energy(&inertia, &w) - start
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::EnergyDrift { steps: 4 };
    let x = ([1.0, 2.0, 3.5], [0.5, 1.2, -0.3], 0.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::energy_drift([1.0, 2.0, 3.5], [0.5, 1.2, -0.3], 0.1, 4));
    ad::testing::check(&e, &x).unwrap();
}
