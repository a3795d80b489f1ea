#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ising {
        /// Energy of a lattice of classical XY spins with periodic boundaries.
        pub struct Lattice {
            pub size: usize,
            pub angles: Vec<f64>,
        }

        impl Lattice {
            fn at(&self, row: usize, col: usize) -> f64 {
                self.angles[(row % self.size) * self.size + col % self.size]
            }

            pub fn energy(&self, coupling: f64, field: f64) -> f64 {
                let mut energy = 0.0;
                for row in 0..self.size {
                    for col in 0..self.size {
                        let theta = self.at(row, col);
                        energy -= coupling * (theta - self.at(row + 1, col)).cos();
                        energy -= coupling * (theta - self.at(row, col + 1)).cos();
                        energy -= field * theta.cos();
                    }
                }
                energy
            }

            pub fn magnetization(&self) -> (f64, f64) {
                let n = self.angles.len() as f64;
                let (c, s) = self.angles.iter().fold((0.0, 0.0), |(c, s), a| (c + a.cos(), s + a.sin()));
                (c / n, s / n)
            }
        }

        pub fn boltzmann_weight(lattice: &Lattice, coupling: f64, field: f64, temperature: f64) -> f64 {
            let (mx, my) = lattice.magnetization();
            (-lattice.energy(coupling, field) / temperature).exp() * (mx * mx + my * my).sqrt()
        }
    }
    pub use ising::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::BoltzmannWeight;
    let x = (exp::Lattice { size: 2, angles: vec![0.1, 0.5, -0.7, 1.2] }, 0.5, 0.1, 2.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::boltzmann_weight(&plain::Lattice { size: 2, angles: vec![0.1, 0.5, -0.7, 1.2] }, 0.5, 0.1, 2.5));
    ad::testing::check(&e, &x).unwrap();
}
