#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod interp {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Extrapolation {
            Clamp,
            Linear,
            Fail,
        }

        #[derive(Debug, Clone, PartialEq)]
        pub struct OutOfRange {
            position: f64,
            max: f64,
        }

        pub struct Table<'a> {
            values: &'a [f64],
            step: f64,
            mode: Extrapolation,
        }

        impl<'a> Table<'a> {
            pub fn new(values: &'a [f64], step: f64) -> Self {
                Table { values, step, mode: Extrapolation::Fail }
            }

            pub fn mode(self, mode: Extrapolation) -> Self {
                Table { mode, ..self }
            }

            pub fn get(&self, x: f64) -> Result<f64, OutOfRange> {
                let position = x / self.step;
                let max = (self.values.len() - 1) as f64;
                let index = position.floor().clamp(0.0, max - 1.0) as usize;
                let fraction = match self.mode {
                    _ if (0.0..=max).contains(&position) => position - index as f64,
                    Extrapolation::Clamp => (position - index as f64).clamp(0.0, 1.0),
                    Extrapolation::Linear => position - index as f64,
                    Extrapolation::Fail => return Err(OutOfRange { position, max }),
                };
                let (a, b) = (self.values[index], self.values[index + 1]);
                Ok(a + fraction * (b - a))
            }
        }

        pub fn lookup(values: &[f64], step: f64, x: f64) -> f64 {
            let strict = Table::new(values, step);
            let loose = Table::new(values, step).mode(Extrapolation::Linear);
            let inside = strict.get(x).unwrap_or(0.0);
            let outside = match strict.get(x * 10.0) {
                Ok(v) => v,
                Err(OutOfRange { position, max }) => loose.get(max * step + 0.1 * (position - max)).unwrap_or(-1.0),
            };
            inside * outside
        }
    }
    pub use interp::*;
}

fn main() {
    ad::testing::check_function(&exp::Lookup, |x| plain::lookup(&x.0, x.1, x.2), &(vec![1.0, 2.5, 2.0, 4.0], 1.3, 2.2)).unwrap();
}
