#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod heat {
        #[derive(Debug, Clone, Copy)]
        pub enum Boundary {
            Fixed(f64),
            Convective { ambient: f64, coefficient: f64 },
            Insulated,
        }

        #[derive(Clone)]
        struct Tridiagonal<const N: usize> {
            lower: [f64; N],
            diagonal: [f64; N],
            upper: [f64; N],
        }

        impl<const N: usize> Tridiagonal<N> {
            fn solve(mut self, mut rhs: [f64; N]) -> Option<[f64; N]> {
                for i in 1..N {
                    if self.diagonal[i - 1] == 0.0 {
                        return None;
                    }
                    let factor = self.lower[i] / self.diagonal[i - 1];
                    self.diagonal[i] -= factor * self.upper[i - 1];
                    rhs[i] -= factor * rhs[i - 1];
                }
                for i in (0..N).rev() {
                    if i + 1 < N {
                        rhs[i] -= self.upper[i] * rhs[i + 1];
                    }
                    rhs[i] /= self.diagonal[i];
                }
                Some(rhs)
            }
        }

        fn implicit_step<const N: usize>(u: &[f64; N], r: f64, ends: [&Boundary; 2]) -> Option<[f64; N]> {
            let mut system = Tridiagonal { lower: [-r; N], diagonal: [1.0 + 2.0 * r; N], upper: [-r; N] };
            let mut rhs = *u;
            for (end, i) in ends.into_iter().zip([0, N - 1]) {
                match end {
                    Boundary::Fixed(temperature) => rhs[i] += r * temperature,
                    Boundary::Convective { ambient, coefficient } => {
                        system.diagonal[i] += r * (coefficient - 1.0);
                        rhs[i] += r * coefficient * ambient;
                    }
                    Boundary::Insulated => system.diagonal[i] -= r,
                }
            }
            system.solve(rhs)
        }

        /// The mean and the highest temperature of a wall after some time.
        pub fn wall(start: [f64; 6], diffusivity: f64, left: Boundary, right: Boundary, steps: usize) -> (f64, f64) {
            let r = diffusivity * 0.1 / (0.5 * 0.5);
            let mut u = start;
            for step in 0..steps {
                u = match implicit_step(&u, r, [&left, &right]) {
                    Some(next) => next,
                    None => panic!("singular in step {step}"),
                };
            }
            let mean = u.iter().sum::<f64>() / u.len() as f64;
            (mean, u.into_iter().fold(f64::MIN, |a, b| if b > a { b } else { a }))
        }
    }
    pub use heat::*;
}

fn main() {
    macro_rules! ends {
        ($m:ident) => {
            ($m::Boundary::Convective { ambient: -5.0, coefficient: 0.4 }, $m::Boundary::Fixed(21.0))
        };
    }
    let start = [3.0, 4.5, 9.0, 12.0, 26.0, 18.5];
    let e = exp::Wall { steps: 4 };
    let x = (start, 0.7, ends!(exp).0, ends!(exp).1);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::wall(start, 0.7, ends!(plain).0, ends!(plain).1, 4));
    ad::testing::check(&e, &x).unwrap();
}
