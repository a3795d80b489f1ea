#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gear {
        /// Adaptive Runge–Kutta–Fehlberg pair applied to the Van der Pol oscillator.
        #[derive(Clone, Copy)]
        struct State(f64, f64);

        impl State {
            fn plus(self, terms: &[(f64, State)]) -> State {
                terms.iter().fold(self, |s, (c, k)| State(s.0 + c * k.0, s.1 + c * k.1))
            }
        }

        pub fn van_der_pol(mu: f64, x0: f64, v0: f64, tolerance: f64) -> f64 {
            let f = |s: State| State(s.1, mu * (1.0 - s.0 * s.0) * s.1 - s.0);
            let mut s = State(x0, v0);
            let (mut t, mut h) = (0.0, 0.3);
            while t < 2.0 {
                if t + h > 2.0 {
                    h = 2.0 - t;
                }
                let k1 = f(s);
                let k2 = f(s.plus(&[(h / 2.0, k1)]));
                let k3 = f(s.plus(&[(0.75 * h, k2)]));
                let next = s.plus(&[(2.0 / 9.0 * h, k1), (h / 3.0, k2), (4.0 / 9.0 * h, k3)]);
                let k4 = f(next);
                let low = s.plus(&[(7.0 / 24.0 * h, k1), (0.25 * h, k2), (h / 3.0, k3), (0.125 * h, k4)]);
                let error = (next.0 - low.0).abs().max((next.1 - low.1).abs());
                if error <= tolerance {
                    t += h;
                    s = next;
                }
                h *= (0.9 * (tolerance / error).powf(1.0 / 3.0)).clamp(0.2, 3.0);
            }
            s.0
        }
    }
    pub use gear::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::VanDerPol;
    let x = (1.2, 1.0, 0.5, 0.003);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::van_der_pol(1.2, 1.0, 0.5, 0.003));
    ad::testing::check(&e, &x).unwrap();
}
