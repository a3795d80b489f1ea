#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod statistics {
        #[derive(Debug, Default, Clone, Copy)]
        pub struct Welford {
            n: u64,
            mean: f64,
            m2: f64,
        }

        impl Welford {
            pub fn push(&mut self, x: f64) {
                self.n += 1;
                let delta = x - self.mean;
                self.mean += delta / self.n as f64;
                self.m2 += delta * (x - self.mean);
            }

            pub fn variance(&self) -> Option<f64> {
                (self.n > 1).then_some(self.m2 / (self.n as f64 - 1.0))
            }

            pub fn merge(self, other: Welford) -> Welford {
                let n = self.n + other.n;
                let delta = other.mean - self.mean;
                Welford {
                    n,
                    mean: self.mean + delta * other.n as f64 / n as f64,
                    m2: self.m2 + other.m2 + delta * delta * (self.n * other.n) as f64 / n as f64,
                }
            }
        }

        impl Extend<f64> for Welford {
            fn extend<T: IntoIterator<Item = f64>>(&mut self, iter: T) {
                for x in iter {
                    self.push(x);
                }
            }
        }

        impl FromIterator<f64> for Welford {
            fn from_iter<T: IntoIterator<Item = f64>>(iter: T) -> Self {
                let mut w = Welford::default();
                w.extend(iter);
                w
            }
        }

        /// Welch's t statistic.
        pub fn welch(a: &[f64], b: &[f64]) -> Option<f64> {
            let a: Welford = a.iter().copied().collect();
            let b: Welford = b.iter().copied().collect();
            let se = (a.variance()? / a.n as f64 + b.variance()? / b.n as f64).sqrt();
            Some((a.mean - b.mean) / se)
        }

        pub fn effect(a: &[f64], b: &[f64]) -> f64 {
            let t = welch(a, b).unwrap_or(f64::NAN);
            let pooled = a.iter().copied().collect::<Welford>().merge(b.iter().copied().collect());
            t / pooled.variance().expect("enough samples").sqrt()
        }
    }
    pub use statistics::*;
}

fn main() {
    let x = (vec![1.0, 2.5, 3.1, 0.7], vec![2.0, 4.4, 3.9]);
    ad::testing::check_function(&exp::Effect, |x| plain::effect(&x.0, &x.1), &x).unwrap();
}
