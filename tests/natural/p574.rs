#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod lennard_jones {
        #[derive(Clone, Copy, Debug)]
        pub struct Species {
            pub epsilon: f64,
            pub sigma: f64,
            pub charge: f64,
        }

        #[derive(Clone, Debug)]
        pub struct Atom {
            pub species: usize,
            pub position: [f64; 3],
        }

        const COULOMB: f64 = 138.935;

        fn minimum_image(a: &[f64; 3], b: &[f64; 3], length: f64) -> f64 {
            a.iter()
                .zip(b)
                .map(|(x, y)| {
                    let d = x - y;
                    let d = d - length * (d / length).round();
                    d * d
                })
                .sum()
        }

        /// Lorentz–Berthelot mixing.
        fn mix(a: &Species, b: &Species) -> (f64, f64) {
            ((a.epsilon * b.epsilon).sqrt(), 0.5 * (a.sigma + b.sigma))
        }

        pub fn potential(species: &[Species], atoms: &[Atom], length: f64, cutoff: f64) -> f64 {
            let mut energy = 0.0;
            for i in 0..atoms.len() {
                for j in (i + 1)..atoms.len() {
                    let r2 = minimum_image(&atoms[i].position, &atoms[j].position, length);
                    if r2 > cutoff * cutoff {
                        continue;
                    }
                    let (a, b) = (&species[atoms[i].species], &species[atoms[j].species]);
                    let (epsilon, sigma) = mix(a, b);
                    let s6 = (sigma * sigma / r2).powi(3);
                    energy += 4.0 * epsilon * s6 * (s6 - 1.0);
                    energy += COULOMB * a.charge * b.charge / r2.sqrt();
                }
            }
            energy
        }
    }
    pub use lennard_jones::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Potential;
    let x = (vec![exp::Species { epsilon: 0.65, sigma: 0.32, charge: -0.8 }, exp::Species { epsilon: 0.1, sigma: 0.1, charge: 0.4 }], vec![exp::Atom { species: 0, position: [0.1, 0.2, 0.3] }, exp::Atom { species: 1, position: [0.2, 0.25, 0.31] }, exp::Atom { species: 0, position: [1.8, 0.3, 0.5] }, exp::Atom { species: 1, position: [0.9, 0.9, 0.9] }], 2.0, 0.9);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::potential(&vec![plain::Species { epsilon: 0.65, sigma: 0.32, charge: -0.8 }, plain::Species { epsilon: 0.1, sigma: 0.1, charge: 0.4 }], &vec![plain::Atom { species: 0, position: [0.1, 0.2, 0.3] }, plain::Atom { species: 1, position: [0.2, 0.25, 0.31] }, plain::Atom { species: 0, position: [1.8, 0.3, 0.5] }, plain::Atom { species: 1, position: [0.9, 0.9, 0.9] }], 2.0, 0.9));
    ad::testing::check(&e, &x).unwrap();
}
