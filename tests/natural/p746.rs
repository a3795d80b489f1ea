#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const G: f64 = 9.81;

    /// Right-hand side of the double pendulum, state `[θ1, θ2, ω1, ω2]`.
    #[exp(adjoint)]
    fn pendulum_rhs(s: [f64; 4], m: [f64; 2], l: [f64; 2]) -> [f64; 4] {
        let [t1, t2, w1, w2] = s;
        let delta = t1 - t2;
        let den = 2.0 * m[0] + m[1] - m[1] * (2.0 * delta).cos();
        let a1 = (-G * (2.0 * m[0] + m[1]) * t1.sin()
            - m[1] * G * (t1 - 2.0 * t2).sin()
            - 2.0 * delta.sin() * m[1] * (w2.powi(2) * l[1] + w1.powi(2) * l[0] * delta.cos()))
            / (l[0] * den);
        let a2 = 2.0
            * delta.sin()
            * (w1.powi(2) * l[0] * (m[0] + m[1])
                + G * (m[0] + m[1]) * t1.cos()
                + w2.powi(2) * l[1] * m[1] * delta.cos())
            / (l[1] * den);
        [w1, w2, a1, a2]
    }

    /// Position of the outer bob after `steps` steps of the classical Runge–Kutta method.
    #[exp(adjoint)]
    pub fn outer_bob(start: [f64; 4], m: [f64; 2], l: [f64; 2], #[fixed] dt: f64, steps: usize) -> (f64, f64) {
        let axpy = |a: &[f64; 4], h: f64, b: &[f64; 4]| -> [f64; 4] { std::array::from_fn(|i| a[i] + h * b[i]) };
        let mut s = start;
        for _ in 0..steps {
            let k1 = pendulum_rhs(s, m, l);
            let k2 = pendulum_rhs(axpy(&s, 0.5 * dt, &k1), m, l);
            let k3 = pendulum_rhs(axpy(&s, 0.5 * dt, &k2), m, l);
            let k4 = pendulum_rhs(axpy(&s, dt, &k3), m, l);
            for i in 0..4 {
                s[i] += dt / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
        }
        let x = l[0] * s[0].sin() + l[1] * s[1].sin();
        let y = -l[0] * s[0].cos() - l[1] * s[1].cos();
        (x, y)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::OuterBob { dt: 0.01, steps: 20 };
    let x = ([1.2, 0.7, 0.0, 0.1], [1.0, 0.8], [1.0, 0.6]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::outer_bob(x.0, x.1, x.2, 0.01, 20));
    ad::testing::check(&e, &x).unwrap();
}
