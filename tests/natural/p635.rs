#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod particle_filter {
        #[derive(Debug, Clone, Copy)]
        pub struct Particle {
            pub position: f64,
            pub weight: f64,
        }

        pub struct ParticleFilter {
            particles: Vec<Particle>,
            sigma: f64,
        }

        impl ParticleFilter {
            pub fn spread(low: f64, high: f64, count: usize, sigma: f64) -> Self {
                let particles = (0..count)
                    .map(|i| Particle {
                        position: low + (high - low) * (i as f64 + 0.5) / count as f64,
                        weight: 1.0 / count as f64,
                    })
                    .collect();
                Self { particles, sigma }
            }

            pub fn move_by(&mut self, distance: f64) {
                self.particles.iter_mut().for_each(|p| p.position += distance);
            }

            pub fn observe(&mut self, z: f64) {
                for p in &mut self.particles {
                    let e = (z - p.position) / self.sigma;
                    p.weight *= (-0.5 * e * e).exp();
                }
                let total: f64 = self.particles.iter().map(|p| p.weight).sum();
                for p in &mut self.particles {
                    p.weight /= total;
                }
            }

            pub fn effective_size(&self) -> f64 {
                self.particles.iter().map(|p| p.weight * p.weight).sum::<f64>().recip()
            }

            pub fn estimate(&self) -> f64 {
                self.particles.iter().map(|Particle { position, weight }| position * weight).sum()
            }
        }

        pub fn localise(measurements: &[f64], speed: f64, sigma: f64) -> (f64, f64) {
            let mut filter = ParticleFilter::spread(0.0, 10.0, 12, sigma);
            for (i, &z) in measurements.iter().enumerate() {
                if i > 0 {
                    filter.move_by(speed);
                }
                filter.observe(z);
            }
            (filter.estimate(), filter.effective_size())
        }
    }
    pub use particle_filter::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Localise;
    let x = (vec![3.2, 4.1, 5.3], 0.9, 0.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, 2.0)).1);
    println!("value {:?} plain {:?}", value, plain::localise(&vec![3.2, 4.1, 5.3], 0.9, 0.7));
    ad::testing::check(&e, &x).unwrap();
}
