#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ode {
        pub trait System {
            fn dim(&self) -> usize;
            fn derivative(&self, t: f64, y: &[f64], dy: &mut [f64]);
        }

        #[derive(Debug, Clone)]
        pub struct MassChain {
            pub masses: Vec<f64>,
            pub springs: Vec<f64>,
            pub damping: f64,
        }

        impl System for MassChain {
            fn dim(&self) -> usize {
                2 * self.masses.len()
            }

            fn derivative(&self, t: f64, y: &[f64], dy: &mut [f64]) {
                let n = self.masses.len();
                let (pos, vel) = y.split_at(n);
                for i in 0..n {
                    dy[i] = vel[i];
                    let left = if i == 0 { (0.5 * t).sin() } else { pos[i - 1] };
                    let mut force = self.springs[i] * (left - pos[i]) - self.damping * vel[i];
                    if i + 1 < n {
                        force += self.springs[i + 1] * (pos[i + 1] - pos[i]);
                    }
                    dy[n + i] = force / self.masses[i];
                }
            }
        }

        /// Explicit midpoint rule for any system.
        pub fn integrate<S: System>(system: &S, y0: &[f64], t_end: f64, steps: usize) -> Vec<f64> {
            let n = system.dim();
            let h = t_end / steps as f64;
            let mut y = y0.to_vec();
            let mut k = vec![0.0; n];
            let mut mid = vec![0.0; n];
            for step in 0..steps {
                let t = step as f64 * h;
                system.derivative(t, &y, &mut k);
                for i in 0..n {
                    mid[i] = y[i] + 0.5 * h * k[i];
                }
                system.derivative(t + 0.5 * h, &mid, &mut k);
                for (y, k) in y.iter_mut().zip(&k) {
                    *y += h * k;
                }
            }
            y
        }

        pub fn final_energy(chain: &MassChain, y0: &[f64], t_end: f64, steps: usize) -> f64 {
            let y = integrate(chain, y0, t_end, steps);
            let n = chain.masses.len();
            let kinetic: f64 = chain.masses.iter().zip(&y[n..]).map(|(m, v)| 0.5 * m * v * v).sum();
            let potential: f64 = y[..n]
                .windows(2)
                .zip(&chain.springs[1..])
                .map(|(w, k)| 0.5 * k * (w[1] - w[0]).powi(2))
                .sum();
            kinetic + potential
        }
    }
    pub use ode::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::FinalEnergy { steps: 20 };
    let y0 = vec![0.1, 0.0, -0.2, 0.0, 0.3, 0.0];
    let x = (
        exp::MassChain { masses: vec![1.0, 2.0, 0.5], springs: vec![3.0, 2.0, 4.0], damping: 0.1 },
        y0.clone(),
        2.0,
    );
    let chain = plain::MassChain { masses: vec![1.0, 2.0, 0.5], springs: vec![3.0, 2.0, 4.0], damping: 0.1 };
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::final_energy(&chain, &y0, 2.0, 20));
    ad::testing::check(&e, &x).unwrap();
}
