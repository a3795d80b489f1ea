#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod double_pendulum {
        type State = [f64; 4];

        fn axpy(a: f64, x: &State, y: &State) -> State {
            [y[0] + a * x[0], y[1] + a * x[1], y[2] + a * x[2], y[3] + a * x[3]]
        }

        fn rk4<F>(f: F, y: State, h: f64) -> State
        where
            F: Fn(&State) -> State,
        {
            let k1 = f(&y);
            let k2 = f(&axpy(h / 2.0, &k1, &y));
            let k3 = f(&axpy(h / 2.0, &k2, &y));
            let k4 = f(&axpy(h, &k3, &y));
            let mut out = y;
            for i in 0..4 {
                out[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
            out
        }

        pub fn swing(start: State, lengths: (f64, f64), mass_ratio: f64, steps: usize) -> State {
            let (l1, l2) = lengths;
            let g = 9.81;
            let derivative = |s: &State| {
                let [a, b, wa, wb] = *s;
                let d = a - b;
                let den = 1.0 + mass_ratio * d.sin().powi(2);
                let acc_a = (-g * (1.0 + mass_ratio) * a.sin() + mass_ratio * g * b.sin() * d.cos()
                    - mass_ratio * d.sin() * (l2 * wb * wb + l1 * wa * wa * d.cos()))
                    / (l1 * den);
                let acc_b = ((1.0 + mass_ratio) * (g * a.sin() * d.cos() - g * b.sin() + l1 * wa * wa * d.sin())
                    + mass_ratio * l2 * wb * wb * d.sin() * d.cos())
                    / (l2 * den);
                [wa, wb, acc_a, acc_b]
            };
            (0..steps).fold(start, |state, _| rk4(&derivative, state, 0.01))
        }
    }
    pub use double_pendulum::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::Swing { steps: 5 };
    let x = ([0.5, 1.0, 0.0, 0.2], (1.0, 0.5), 0.8);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, 3.0, 4.0]).1);
    println!("value {:?} plain {:?}", value, plain::swing([0.5, 1.0, 0.0, 0.2], (1.0, 0.5), 0.8, 5));
    ad::testing::check(&e, &x).unwrap();
}
