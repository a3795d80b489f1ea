#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ode {
        pub type State<const N: usize> = [f64; N];

        fn axpy<const N: usize>(a: f64, x: &State<N>, y: &State<N>) -> State<N> {
            std::array::from_fn(|i| a * x[i] + y[i])
        }

        pub fn rk4_step<const N: usize>(f: impl Fn(f64, &State<N>) -> State<N>, t: f64, y: &State<N>, h: f64) -> State<N> {
            let k1 = f(t, y);
            let k2 = f(t + h / 2.0, &axpy(h / 2.0, &k1, y));
            let k3 = f(t + h / 2.0, &axpy(h / 2.0, &k2, y));
            let k4 = f(t + h, &axpy(h, &k3, y));
            let mut next = *y;
            for i in 0..N {
                next[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
            next
        }

        pub struct Pendulum {
            pub length: f64,
            pub damping: f64,
            pub drive: f64,
        }

        const GRAVITY: f64 = 9.81;

        /// Total energy per unit mass of a driven pendulum after `steps` steps.
        pub fn pendulum_energy(p: &Pendulum, angle: f64, velocity: f64, steps: usize) -> f64 {
            let rhs = |t: f64, y: &State<2>| {
                let [theta, omega] = *y;
                [omega, -GRAVITY / p.length * theta.sin() - p.damping * omega + p.drive * (1.5 * t).cos()]
            };
            let h = 0.05;
            let mut y = [angle, velocity];
            for step in 0..steps {
                y = rk4_step(&rhs, step as f64 * h, &y, h);
            }
            let [theta, omega] = y;
            0.5 * (p.length * omega).powi(2) + GRAVITY * p.length * (1.0 - theta.cos())
        }
    }
    pub use ode::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::PendulumEnergy { steps: 20 };
    let x = (exp::Pendulum { length: 1.2, damping: 0.1, drive: 0.4 }, 0.8, -0.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::pendulum_energy(&plain::Pendulum { length: 1.2, damping: 0.1, drive: 0.4 }, 0.8, -0.2, 20));
    ad::testing::check(&e, &x).unwrap();
}
