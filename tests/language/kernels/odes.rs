//! Right-hand sides and steps of ordinary differential equations.

use crate::kernels::published;

kernels! {
    /// Van der Pol's oscillator.
    pub fn van_der_pol(y: [f64; 2], mu: f64) -> [f64; 2] {
        let [x, v] = y;
        [v, mu * (1.0 - x * x) * v - x]
    }

    /// E. Lorenz, 1963.
    pub fn lorenz(s: &[f64; 3], sigma: f64, rho: f64, beta: f64) -> [f64; 3] {
        [sigma * (s[1] - s[0]), s[0] * (rho - s[2]) - s[1], s[0] * s[1] - beta * s[2]]
    }

    /// H. Robertson's chemical kinetics, 1966.
    pub fn robertson(y: &[f64]) -> Vec<f64> {
        let slow = 0.04 * y[0];
        let fast = 3e7 * y[1] * y[1];
        let back = 1.0e4 * y[1] * y[2];
        vec![-slow + back, slow - back - fast, fast]
    }

    /// The restricted three-body problem in rotating coordinates (Arenstorf's).
    pub fn restricted_three_body(y: [f64; 4], mu: f64) -> [f64; 4] {
        let [x, y, vx, vy] = y;
        let mu1 = 1.0 - mu;
        let d1 = ((x + mu).powi(2) + y.powi(2)).powf(1.5);
        let d2 = ((x - mu1).powi(2) + y.powi(2)).powf(1.5);
        [
            vx,
            vy,
            x + 2.0 * vy - mu1 * (x + mu) / d1 - mu * (x - mu1) / d2,
            y - 2.0 * vx - mu1 * y / d1 - mu * y / d2,
        ]
    }

    tape
    /// The classical Runge–Kutta step.
    pub fn rk4_step<const N: usize>(f: impl Fn(&[f64; N]) -> [f64; N], y: &[f64; N], h: f64) -> [f64; N] {
        let shift = |k: &[f64; N], factor: f64| {
            let mut z = *y;
            for i in 0..N {
                z[i] += factor * k[i];
            }
            z
        };
        let k1 = f(y);
        let k2 = f(&shift(&k1, h / 2.0));
        let k3 = f(&shift(&k2, h / 2.0));
        let k4 = f(&shift(&k3, h));
        let mut next = *y;
        for i in 0..N {
            next[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
        next
    }

    tape
    /// The Lorenz system after some steps.
    pub fn lorenz_flow(start: [f64; 3], sigma: f64, rho: f64, beta: f64) -> [f64; 3] {
        let mut s = start;
        for _ in 0..50 {
            s = rk4_step(|s| lorenz(s, sigma, rho, beta), &s, 0.01);
        }
        s
    }

    /// Dormand–Prince 5(4) with step control, for Van der Pol's oscillator to time t.
    pub fn dormand_prince(y0: [f64; 2], mu: f64, t_end: f64) -> [f64; 2] {
        const A: [[f64; 6]; 6] = [
            [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
            [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
            [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0],
            [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0],
            [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
        ];
        const E: [f64; 7] =
            [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];
        let (mut t, mut y, mut h) = (0.0, y0, 0.01);
        while t < t_end {
            if t + h > t_end {
                h = t_end - t;
            }
            let mut k = [[0.0; 2]; 7];
            k[0] = van_der_pol(y, mu);
            let mut next = y;
            for (stage, row) in A.iter().enumerate() {
                next = y;
                for (ki, a) in k.iter().zip(row).take(stage + 1) {
                    next[0] += h * a * ki[0];
                    next[1] += h * a * ki[1];
                }
                k[stage + 1] = van_der_pol(next, mu);
            }
            let error = (0..2)
                .map(|i| {
                    let e: f64 = (0..7).map(|s| E[s] * k[s][i]).sum();
                    (h * e / (1e-6 + 1e-6 * y[i].abs().max(next[i].abs()))).powi(2)
                })
                .sum::<f64>()
                .sqrt();
            if error <= 1.0 {
                t += h;
                y = next;
            }
            let factor = 0.9 * error.max(1e-10).powf(-0.2);
            h *= factor.clamp(0.2, 5.0);
        }
        y
    }

    /// The energy of a Lennard-Jones fluid in reduced units.
    pub fn lennard_jones(x: &[[f64; 3]]) -> f64 {
        let mut energy = 0.0;
        for (i, a) in x.iter().enumerate() {
            for b in &x[i + 1..] {
                let r2: f64 = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum();
                let s6 = 1.0 / r2.powi(3);
                energy += 4.0 * s6 * (s6 - 1.0);
            }
        }
        energy
    }

    /// Velocity Verlet on a pendulum: angle, rate and energy after n steps.
    pub fn verlet(mut angle: f64, mut rate: f64, length: f64, dt: f64, n: usize) -> (f64, f64, f64) {
        let g = 9.81;
        let mut acceleration = -g / length * angle.sin();
        for _ in 0..n {
            angle += rate * dt + 0.5 * acceleration * dt * dt;
            let new = -g / length * angle.sin();
            rate += 0.5 * (acceleration + new) * dt;
            acceleration = new;
        }
        (angle, rate, 0.5 * length.powi(2) * rate.powi(2) - g * length * angle.cos())
    }

    /// One explicit step of the heat equation with insulated ends.
    pub fn heat_step(u: &[f64], diffusivity: f64, dx: f64, dt: f64) -> Vec<f64> {
        let r = diffusivity * dt / (dx * dx);
        let n = u.len();
        (0..n)
            .map(|i| {
                let left = if i == 0 { u[0] } else { u[i - 1] };
                let right = if i + 1 == n { u[i] } else { u[i + 1] };
                u[i] + r * (left - 2.0 * u[i] + right)
            })
            .collect()
    }
}

#[test]
fn right_hand_sides() {
    compare!(VanDerPol, |&(y, mu)| van_der_pol(y, mu), at([2.0, 0.5], 1.5));
    compare!(Lorenz, |&(s, a, b, c)| lorenz(&s, a, b, c), at([1.0, 2.0, 3.0], 10.0, 28.0, 8.0 / 3.0));
    compare!(Robertson, |y| robertson(y), at vec![0.9, 2e-5, 0.1]);
    compare!(
        RestrictedThreeBody,
        |&(y, mu)| restricted_three_body(y, mu),
        within 1e-6,
        at ([0.994, 0.01, 0.1, -2.0], 0.012_277_471)
    );
}

#[test]
fn integrators() {
    let start = ([1.0, 2.0, 3.0], 10.0, 28.0, 8.0 / 3.0);
    compare!(LorenzFlow, |&(s, a, b, c)| lorenz_flow(s, a, b, c), at start);
    let [x, _] = plain::dormand_prince([2.0, 0.0], 1.0, 2.0);
    published(x, 0.323_316_669, 1e-5);
    compare!(Verlet { n: 100 }, |&(a, w, l, dt)| verlet(a, w, l, dt, 100), at(0.5, 0.1, 1.2, 0.01));
    compare!(
        HeatStep,
        |(u, d, dx, dt)| heat_step(u, *d, *dx, *dt),
        at(vec![1.0, 3.0, 2.0, 0.5], 0.1, 0.2, 0.05)
    );
}

#[test]
fn step_control_is_followed() {
    compare!(DormandPrince, |&(y, mu, t)| dormand_prince(y, mu, t), within 1e-4, at ([2.0, 0.0], 1.0, 2.0));
}

#[test]
fn lennard_jones_fluid() {
    published(plain::lennard_jones(&[[0.0; 3], [2f64.powf(1.0 / 6.0), 0.0, 0.0]]), -1.0, 1e-14);
    compare!(LennardJones, |x| lennard_jones(x), at vec![[0.0, 0.1, 0.2], [1.1, 0.3, -0.2], [-0.5, 1.2, 0.4]]);
    compare_second!(LennardJones, at vec![[0.0, 0.1, 0.2], [1.1, 0.3, -0.2]]);
}
