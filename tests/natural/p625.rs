#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod double_pendulum {
        #[derive(Clone, Copy, Debug)]
        pub struct Params {
            pub m1: f64,
            pub m2: f64,
            pub l1: f64,
            pub l2: f64,
        }

        const G: f64 = 9.81;

        #[derive(Clone, Copy, Debug)]
        pub struct State {
            pub angles: [f64; 2],
            pub rates: [f64; 2],
        }

        impl Params {
            fn accelerations(&self, s: &State) -> [f64; 2] {
                let Params { m1, m2, l1, l2 } = *self;
                let [a, b] = s.angles;
                let [u, v] = s.rates;
                let d = a - b;
                let denominator = 2.0 * m1 + m2 - m2 * (2.0 * d).cos();
                let first = (-G * (2.0 * m1 + m2) * a.sin()
                    - m2 * G * (a - 2.0 * b).sin()
                    - 2.0 * d.sin() * m2 * (v * v * l2 + u * u * l1 * d.cos()))
                    / (l1 * denominator);
                let second = 2.0 * d.sin()
                    * (u * u * l1 * (m1 + m2) + G * (m1 + m2) * a.cos() + v * v * l2 * m2 * d.cos())
                    / (l2 * denominator);
                [first, second]
            }
        }

        impl State {
            fn tip(&self, p: &Params) -> (f64, f64) {
                let [a, b] = self.angles;
                (p.l1 * a.sin() + p.l2 * b.sin(), -p.l1 * a.cos() - p.l2 * b.cos())
            }
        }

        pub fn tip_after(params: Params, mut state: State, dt: f64, steps: usize) -> (f64, f64) {
            for _ in 0..steps {
                let acc = params.accelerations(&state);
                for i in 0..2 {
                    state.rates[i] += acc[i] * dt;
                    state.angles[i] += state.rates[i] * dt;
                }
            }
            state.tip(&params)
        }
    }
    pub use double_pendulum::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::TipAfter { steps: 6 };
    let x = (exp::Params { m1: 1.0, m2: 0.7, l1: 1.1, l2: 0.8 }, exp::State { angles: [0.7, -0.4], rates: [0.1, 0.3] }, 0.02);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, 2.0)).1);
    println!("value {:?} plain {:?}", value, plain::tip_after(plain::Params { m1: 1.0, m2: 0.7, l1: 1.1, l2: 0.8 }, plain::State { angles: [0.7, -0.4], rates: [0.1, 0.3] }, 0.02, 6));
    ad::testing::check(&e, &x).unwrap();
}
