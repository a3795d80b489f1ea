#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod vle {
        pub trait ActivityModel {
            /// Logarithms of both activity coefficients.
            fn ln_gamma(&self, x1: f64, t: f64) -> [f64; 2];
        }

        pub struct Margules {
            pub a12: f64,
            pub a21: f64,
        }

        pub struct Nrtl {
            pub dg12: f64,
            pub dg21: f64,
            pub alpha: f64,
        }

        impl ActivityModel for Margules {
            fn ln_gamma(&self, x1: f64, _t: f64) -> [f64; 2] {
                let x2 = 1.0 - x1;
                let Self { a12, a21 } = self;
                [x2 * x2 * (a12 + 2.0 * (a21 - a12) * x1), x1 * x1 * (a21 + 2.0 * (a12 - a21) * x2)]
            }
        }

        impl ActivityModel for Nrtl {
            fn ln_gamma(&self, x1: f64, t: f64) -> [f64; 2] {
                let x2 = 1.0 - x1;
                let tau = [self.dg12 / t, self.dg21 / t];
                let [g12, g21] = tau.map(|tau| (-self.alpha * tau).exp());
                let (d1, d2) = (x1 + x2 * g21, x2 + x1 * g12);
                [
                    x2.powi(2) * (tau[1] * (g21 / d1).powi(2) + tau[0] * g12 / d2.powi(2)),
                    x1.powi(2) * (tau[0] * (g12 / d2).powi(2) + tau[1] * g21 / d1.powi(2)),
                ]
            }
        }

        fn psat([a, b, c]: &[f64; 3], t: f64) -> f64 {
            (a - b / (t + c)).exp()
        }

        fn secant<F: Fn(f64) -> f64>(mut t0: f64, mut t1: f64, f: F) -> Option<f64> {
            let mut f0 = f(t0);
            for _ in 0..40 {
                let f1 = f(t1);
                if f1.abs() < 1e-9 {
                    return Some(t1);
                }
                let next = t1 - f1 * (t1 - t0) / (f1 - f0);
                (t0, f0, t1) = (t1, f1, next);
            }
            None
        }

        fn bubble_point<A: ActivityModel>(model: &A, pure: &[[f64; 3]; 2], x1: f64, p: f64) -> Option<(f64, f64)> {
            let partials = |t: f64| -> [f64; 2] {
                let [g1, g2] = model.ln_gamma(x1, t);
                [x1 * g1.exp() * psat(&pure[0], t), (1.0 - x1) * g2.exp() * psat(&pure[1], t)]
            };
            let t = secant(340.0, 345.0, |t| (partials(t).iter().sum::<f64>() / p).ln())?;
            Some((t, partials(t)[0] / p))
        }

        /// Temperature and vapour composition by both models, as a difference.
        pub fn model_gap(pure: [[f64; 3]; 2], margules: [f64; 2], nrtl: (f64, f64, f64), x1: f64, p: f64) -> (f64, f64) {
            let simple = Margules { a12: margules[0], a21: margules[1] };
            let local = Nrtl { dg12: nrtl.0, dg21: nrtl.1, alpha: nrtl.2 };
            bubble_point(&simple, &pure, x1, p)
                .zip(bubble_point(&local, &pure, x1, p))
                .map(|((t, y), (s, z))| (t - s, y - z))
                .unwrap_or_default()
        }
    }
    pub use vle::*;
}

fn main() {
    let pure = [[11.98, 3640.0, -53.5], [11.95, 3985.0, -39.0]];
    let e = exp::ModelGap;
    let x = (pure, [0.9, 0.6], (250.0, 60.0, 0.3), 0.35, 1.013);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::model_gap(pure, [0.9, 0.6], (250.0, 60.0, 0.3), 0.35, 1.013));
    ad::testing::check(&e, &x).unwrap();
}
