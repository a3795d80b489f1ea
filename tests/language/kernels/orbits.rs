//! Celestial mechanics.

use crate::kernels::published;
use std::f64::consts::PI;

kernels! {
    /// Kepler's equation M = E - e sin E by Newton's method.
    pub fn solve_kepler(mean_anomaly: f64, eccentricity: f64) -> f64 {
        let mut e = if eccentricity < 0.8 { mean_anomaly } else { PI };
        for _ in 0..30 {
            let delta = (e - eccentricity * e.sin() - mean_anomaly) / (1.0 - eccentricity * e.cos());
            e -= delta;
            if delta.abs() < 1e-12 {
                break;
            }
        }
        e
    }

    /// Position and velocity from the classical elements (a, e, i, Ω, ω, ν).
    pub fn elements_to_state(elements: &[f64; 6], mu: f64) -> ([f64; 3], [f64; 3]) {
        let [a, e, i, raan, argp, nu] = *elements;
        let p = a * (1.0 - e * e);
        let r = p / (1.0 + e * nu.cos());
        let (sin_o, cos_o) = raan.sin_cos();
        let (sin_w, cos_w) = argp.sin_cos();
        let (sin_i, cos_i) = i.sin_cos();
        let px = [cos_o * cos_w - sin_o * sin_w * cos_i, sin_o * cos_w + cos_o * sin_w * cos_i, sin_w * sin_i];
        let qx = [-cos_o * sin_w - sin_o * cos_w * cos_i, -sin_o * sin_w + cos_o * cos_w * cos_i, cos_w * sin_i];
        let h = (mu / p).sqrt();
        let mut position = [0.0; 3];
        let mut velocity = [0.0; 3];
        for k in 0..3 {
            position[k] = r * (nu.cos() * px[k] + nu.sin() * qx[k]);
            velocity[k] = h * (-nu.sin() * px[k] + (e + nu.cos()) * qx[k]);
        }
        (position, velocity)
    }

    /// Accelerations of point masses under mutual gravitation.
    pub fn gravity(positions: &[[f64; 3]], masses: &[f64]) -> Vec<[f64; 3]> {
        let n = positions.len();
        let mut acceleration = vec![[0.0; 3]; n];
        for i in 0..n {
            for j in 0..n {
                if i == j {
                    continue;
                }
                let d: Vec<f64> = positions[j].iter().zip(&positions[i]).map(|(a, b)| a - b).collect();
                let r2 = d.iter().map(|x| x * x).sum::<f64>();
                let inv_r3 = masses[j] / (r2 * r2.sqrt());
                for (a, d) in acceleration[i].iter_mut().zip(&d) {
                    *a += inv_r3 * d;
                }
            }
        }
        acceleration
    }
}

#[test]
fn kepler_equation() {
    // J. Meeus, Astronomical Algorithms, example 30.a: e = 0.1, M = 5°.
    published(plain::solve_kepler(5_f64.to_radians(), 0.1).to_degrees(), 5.554_589, 1e-6);
    compare!(SolveKepler, |&(m, e)| solve_kepler(m, e), at(0.3, 0.2), (1.5, 0.9));
    compare_second!(SolveKepler, at(0.3, 0.2));
}

#[test]
fn classical_elements() {
    compare!(
        ElementsToState,
        |(elements, mu)| elements_to_state(elements, *mu),
        at([8000.0, 0.1, 0.5, 1.0, 2.0, 0.7], 398_600.4418)
    );
}

#[test]
fn three_bodies() {
    compare!(
        Gravity,
        |(x, m)| gravity(x, m),
        at(vec![[0.0, 0.1, 0.2], [1.0, 0.3, -0.2], [-0.5, 1.2, 0.4]], vec![1.0, 0.5, 2.0])
    );
    compare_second!(Gravity, at(vec![[0.0, 0.1, 0.2], [1.0, 0.3, -0.2]], vec![1.0, 0.5]));
}
