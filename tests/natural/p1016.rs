#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod mcmc {
        /// A random walk with a linear congruential generator.
        struct Lcg {
            state: u64,
        }

        impl Lcg {
            fn new(seed: u64) -> Self {
                Lcg { state: seed }
            }

            fn next_u32(&mut self) -> u32 {
                self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (self.state >> 33) as u32
            }

            fn uniform(&mut self) -> f64 {
                self.next_u32() as f64 / (1u64 << 31) as f64
            }

            fn normal(&mut self) -> f64 {
                let (u, v) = (self.uniform().max(1e-12), self.uniform());
                (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
            }
        }

        impl Iterator for Lcg {
            type Item = f64;
            fn next(&mut self) -> Option<f64> {
                Some(self.normal())
            }
        }

        struct Process {
            mean: f64,
            volatility: f64,
            speed: f64,
        }

        impl Process {
            fn path<'a>(&'a self, noise: impl Iterator<Item = f64> + 'a, x0: f64) -> impl Iterator<Item = f64> + 'a {
                let dt: f64 = 0.1;
                noise.scan(x0, move |x, z| {
                    *x += self.speed * (self.mean - *x) * dt + self.volatility * dt.sqrt() * z;
                    Some(*x)
                })
            }
        }

        pub fn mean_position(seed: u64, n: usize, mean: f64, volatility: f64, speed: f64) -> f64 {
            let process = Process { mean, volatility, speed };
            let path: Vec<f64> = process.path(Lcg::new(seed), 0.5).take(n).collect();
            let (sum, squares) = path.iter().fold((0.0, 0.0), |(s, q), x| (s + x, q + x * x));
            sum / n as f64 + (squares / n as f64).sqrt()
        }
    }
    pub use mcmc::*;
}

fn main() {
    ad::testing::check_function(&exp::MeanPosition { seed: 42, n: 30 }, |x| plain::mean_position(42, 30, x.0, x.1, x.2), &(1.0, 0.6, 2.0)).unwrap();
}
