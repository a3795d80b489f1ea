#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod quadrature {
        /// Nodes and weights of Gauss-Legendre rules.
        const NODES: [(f64, f64); 3] =
            [(-0.774_596_669_241_483_4, 5.0 / 9.0), (0.0, 8.0 / 9.0), (0.774_596_669_241_483_4, 5.0 / 9.0)];

        pub trait Integrand {
            fn at(&self, x: f64) -> f64;

            fn singular_points(&self) -> Vec<f64> {
                Vec::new()
            }
        }

        impl<F: Fn(f64) -> f64> Integrand for F {
            fn at(&self, x: f64) -> f64 {
                self(x)
            }
        }

        struct Kinked {
            at: f64,
            slope: f64,
        }

        impl Integrand for Kinked {
            fn at(&self, x: f64) -> f64 {
                if x < self.at { 0.0 } else { self.slope * (x - self.at) }
            }

            fn singular_points(&self) -> Vec<f64> {
                vec![self.at]
            }
        }

        fn panel(f: &impl Integrand, a: f64, b: f64) -> f64 {
            let (mid, half) = (0.5 * (a + b), 0.5 * (b - a));
            half * NODES.iter().map(|(x, w)| w * f.at(mid + half * x)).sum::<f64>()
        }

        fn integrate<I: Integrand>(f: &I, a: f64, b: f64) -> f64 {
            let mut points = vec![a];
            points.extend(f.singular_points().into_iter().filter(|p| a < *p && *p < b));
            points.push(b);
            points.windows(2).map(|w| panel(f, w[0], w[1])).sum()
        }

        pub fn areas(a: f64, kink: f64, slope: f64) -> f64 {
            let smooth = integrate(&|x: f64| (a * x).sin() * x, 0.0, 2.0);
            let kinked = integrate(&Kinked { at: kink, slope }, 0.0, 2.0);
            smooth + kinked
        }
    }
    pub use quadrature::*;
}

fn main() {
    ad::testing::check_function(&exp::Areas, |x| plain::areas(x.0, x.1, x.2), &(1.2, 0.7, 2.2)).unwrap();
}
