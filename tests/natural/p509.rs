#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ode {
        pub trait System {
            fn derivative(&self, t: f64, y: &[f64]) -> Vec<f64>;
        }

        pub struct Pendulum {
            pub length: f64,
            pub damping: f64,
        }

        impl System for Pendulum {
            fn derivative(&self, _t: f64, y: &[f64]) -> Vec<f64> {
                vec![y[1], -9.81 / self.length * y[0].sin() - self.damping * y[1]]
            }
        }

        pub struct Duffing {
            pub alpha: f64,
            pub beta: f64,
            pub drive: f64,
        }

        impl System for Duffing {
            fn derivative(&self, t: f64, y: &[f64]) -> Vec<f64> {
                vec![y[1], -self.alpha * y[0] - self.beta * y[0].powi(3) + self.drive * t.cos()]
            }
        }

        fn axpy(a: f64, x: &[f64], y: &[f64]) -> Vec<f64> {
            x.iter().zip(y.iter()).map(|(xi, yi)| a * xi + yi).collect()
        }

        pub fn rk4<S: System>(system: &S, y0: &[f64], t_end: f64, steps: usize) -> Vec<f64> {
            let h = t_end / steps as f64;
            let mut y = y0.to_vec();
            for n in 0..steps {
                let t = n as f64 * h;
                let k1 = system.derivative(t, &y);
                let k2 = system.derivative(t + h / 2.0, &axpy(h / 2.0, &k1, &y));
                let k3 = system.derivative(t + h / 2.0, &axpy(h / 2.0, &k2, &y));
                let k4 = system.derivative(t + h, &axpy(h, &k3, &y));
                for i in 0..y.len() {
                    y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
                }
            }
            y
        }

        pub fn compare(pendulum: &Pendulum, duffing: &Duffing, y0: [f64; 2]) -> f64 {
            let a = rk4(pendulum, &y0, 1.0, 8);
            let b = rk4(duffing, &y0, 1.0, 8);
            a.iter().zip(&b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        }
    }
    pub use ode::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Compare;
    let x = (exp::Pendulum { length: 1.2, damping: 0.1 }, exp::Duffing { alpha: 1.0, beta: 0.5, drive: 0.3 }, [0.5, 0.25]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::compare(&plain::Pendulum { length: 1.2, damping: 0.1 }, &plain::Duffing { alpha: 1.0, beta: 0.5, drive: 0.3 }, [0.5, 0.25]));
    ad::testing::check(&e, &x).unwrap();
}
