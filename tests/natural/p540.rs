#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod spring_chain {
        /// A chain of masses, fixed at the left end.
        #[derive(Debug, Clone)]
        pub struct Chain {
            pub masses: Vec<f64>,
            pub stiffness: Vec<f64>,
            pub rest: f64,
        }

        impl Chain {
            fn forces(&self, q: &[f64], out: &mut [f64]) {
                out.fill(0.0);
                for i in 0..q.len() {
                    let left = if i == 0 { 0.0 } else { q[i - 1] };
                    let tension = self.stiffness[i] * (q[i] - left - self.rest);
                    out[i] -= tension;
                    if i > 0 {
                        out[i - 1] += tension;
                    }
                }
            }

            pub fn energy(&self, q: &[f64], v: &[f64]) -> f64 {
                let kinetic: f64 = self.masses.iter().zip(v).map(|(m, v)| 0.5 * m * v * v).sum();
                let potential: f64 = self
                    .stiffness
                    .iter()
                    .enumerate()
                    .map(|(i, k)| {
                        let left = if i > 0 { q[i - 1] } else { 0.0 };
                        0.5 * k * (q[i] - left - self.rest).powi(2)
                    })
                    .sum();
                kinetic + potential
            }
        }

        /// Energy after a velocity Verlet integration.
        pub fn final_energy(chain: &Chain, q0: &[f64], dt: f64, steps: usize) -> f64 {
            let n = q0.len();
            let mut q = q0.to_vec();
            let mut v = vec![0.0; n];
            let mut f = vec![0.0; n];
            chain.forces(&q, &mut f);
            for _ in 0..steps {
                for i in 0..n {
                    v[i] += 0.5 * dt * f[i] / chain.masses[i];
                    q[i] += dt * v[i];
                }
                chain.forces(&q, &mut f);
                for i in 0..n {
                    v[i] += 0.5 * dt * f[i] / chain.masses[i];
                }
            }
            chain.energy(&q, &v)
        }
    }
    pub use spring_chain::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::FinalEnergy { steps: 5 };
    let x = (exp::Chain { masses: vec![1.0, 2.0, 0.5], stiffness: vec![3.0, 1.0, 2.0], rest: 1.0 }, vec![1.2, 2.1, 3.5], 0.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::final_energy(&plain::Chain { masses: vec![1.0, 2.0, 0.5], stiffness: vec![3.0, 1.0, 2.0], rest: 1.0 }, &vec![1.2, 2.1, 3.5], 0.1, 5));
    ad::testing::check(&e, &x).unwrap();
}
