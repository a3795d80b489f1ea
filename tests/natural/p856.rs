#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    type State = [f64; 4];

    /// Parameters of a planar double pendulum.
    #[exp]
    #[derive(Debug, Clone, Copy)]
    pub struct DoublePendulum {
        pub m1: f64,
        pub m2: f64,
        pub l1: f64,
        pub l2: f64,
    }

    const G: f64 = 9.81;

    #[exp(adjoint)]
    impl DoublePendulum {
        fn rhs(&self, s: [f64; 4]) -> [f64; 4] {
            let [th1, th2, w1, w2] = s;
            let Self { m1, m2, l1, l2 } = *self;
            let delta = th1 - th2;
            let den = 2.0 * m1 + m2 - m2 * (2.0 * delta).cos();
            let a1 = (-G * (2.0 * m1 + m2) * th1.sin()
                - m2 * G * (th1 - 2.0 * th2).sin()
                - 2.0 * delta.sin() * m2 * (w2 * w2 * l2 + w1 * w1 * l1 * delta.cos()))
                / (l1 * den);
            let a2 = 2.0 * delta.sin()
                * (w1 * w1 * l1 * (m1 + m2) + G * (m1 + m2) * th1.cos() + w2 * w2 * l2 * m2 * delta.cos())
                / (l2 * den);
            [w1, w2, a1, a2]
        }
    }

    #[exp(adjoint)]
    fn axpy(a: f64, x: [f64; 4], y: [f64; 4]) -> [f64; 4] {
        std::array::from_fn(|i| a * x[i] + y[i])
    }

    /// Horizontal position of the outer mass after `steps` steps of the classical Runge–Kutta method.
    #[exp(adjoint)]
    pub fn tip_position(pendulum: &DoublePendulum, initial: [f64; 4], dt: f64, steps: usize) -> f64 {
        let mut s = initial;
        for _ in 0..steps {
            let k1 = pendulum.rhs(s);
            let k2 = pendulum.rhs(axpy(0.5 * dt, k1, s));
            let k3 = pendulum.rhs(axpy(0.5 * dt, k2, s));
            let k4 = pendulum.rhs(axpy(dt, k3, s));
            for i in 0..4 {
                s[i] += dt / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
        }
        pendulum.l1 * s[0].sin() + pendulum.l2 * s[1].sin()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::TipPosition { steps: 6 };
    let x = (exp::DoublePendulum { m1: 1.0, m2: 0.5, l1: 1.0, l2: 0.75 }, [1.0, 0.5, 0.0, -0.25], 0.05);
    let p = plain::DoublePendulum { m1: 1.0, m2: 0.5, l1: 1.0, l2: 0.75 };
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::tip_position(&p, [1.0, 0.5, 0.0, -0.25], 0.05, 6));
    ad::testing::check(&e, &x).unwrap();
}
