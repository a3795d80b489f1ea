#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod builder {
        #[derive(Debug, Clone, PartialEq)]
        pub enum Load {
            Point { at: f64, force: f64 },
            Uniform(f64),
        }

        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum BuildError {
            NoLength,
            NoSection,
            LoadOutside(usize),
        }

        #[derive(Default)]
        pub struct BeamBuilder {
            length: Option<f64>,
            section: Option<(f64, f64)>,
            loads: Vec<Load>,
        }

        pub struct Beam {
            length: f64,
            ei: f64,
            loads: Vec<Load>,
        }

        impl Beam {
            pub fn builder() -> BeamBuilder {
                BeamBuilder::default()
            }

            pub fn deflection(&self, x: f64) -> f64 {
                let l = self.length;
                self.loads
                    .iter()
                    .map(|load| match *load {
                        Load::Point { at, force } if x <= at => force * x * x * (3.0 * at - x) / (6.0 * self.ei),
                        Load::Point { at, force } => force * at * at * (3.0 * x - at) / (6.0 * self.ei),
                        Load::Uniform(q) => q * x * x * (6.0 * l * l - 4.0 * l * x + x * x) / (24.0 * self.ei),
                    })
                    .sum()
            }
        }

        impl BeamBuilder {
            pub fn length(mut self, length: f64) -> Self {
                self.length = Some(length);
                self
            }

            pub fn section(mut self, width: f64, height: f64) -> Self {
                self.section.replace((width, height));
                self
            }

            pub fn load(mut self, load: Load) -> Self {
                self.loads.push(load);
                self
            }

            pub fn build(self) -> Result<Beam, BuildError> {
                let length = self.length.ok_or(BuildError::NoLength)?;
                let Some((b, h)) = self.section else {
                    return Err(BuildError::NoSection);
                };
                if let Some(i) = self.loads.iter().position(|l| matches!(l, Load::Point { at, .. } if *at > length)) {
                    return Err(BuildError::LoadOutside(i));
                }
                Ok(Beam { length, ei: 200.0 * b * h.powi(3) / 12.0, loads: self.loads })
            }
        }

        pub fn deflection(length: f64, height: f64, force: f64) -> f64 {
            let beam = Beam::builder()
                .length(length)
                .section(0.5, height)
                .load(Load::Point { at: 0.7 * length, force })
                .load(Load::Uniform(0.1))
                .build();
            match beam {
                Ok(beam) => beam.deflection(length) + beam.deflection(0.5 * length),
                Err(BuildError::LoadOutside(_)) => f64::INFINITY,
                Err(e) => panic!("{e:?}"),
            }
        }
    }
    pub use builder::*;
}

fn main() {
    ad::testing::check_function(&exp::Deflection, |x| plain::deflection(x.0, x.1, x.2), &(10.0, 2.0, 1.3)).unwrap();
}
