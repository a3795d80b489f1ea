//! How does the solution of a differential equation depend on its parameters and initial values?
//!
//! Predators and prey after A. Lotka (1925) and V. Volterra (1926). The parameters fit the pelts of hares and lynxes that the
//! Hudson's Bay Company traded from 1900 on. The Runge–Kutta method integrates the equation in a plain loop, and the derivatives
//! of the outcome are those of the loop. They are compared with the *variational equation*, which textbooks integrate beside the
//! original one, with partial derivatives by hand.

use ad::call;
use ad::prelude::*;

const STEPS: usize = 2000;
/// In years.
const STEP: f64 = 0.01;

/// ẋ = αx - βxy, ẏ = δxy - γy
#[exp]
fn lotka_volterra([alpha, beta, gamma, delta]: [f64; 4], [x, y]: [f64; 2]) -> [f64; 2] {
    [alpha * x - beta * x * y, delta * x * y - gamma * y]
}

/// One step of the classical Runge–Kutta method, for any state.
#[exp]
fn runge_kutta<const N: usize>(f: impl Fn([f64; N]) -> [f64; N], y: [f64; N], #[fixed] h: f64) -> [f64; N] {
    let along = |slope: [f64; N], h: f64| {
        let mut z = y;
        for i in 0..N {
            z[i] += h * slope[i];
        }
        z
    };
    let k1 = f(y);
    let k2 = f(along(k1, h / 2.0));
    let k3 = f(along(k2, h / 2.0));
    let k4 = f(along(k3, h));
    let mut mean = k1;
    for i in 0..N {
        mean[i] = (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]) / 6.0;
    }
    along(mean, h)
}

/// Hares and lynxes (in thousands) at the end.
#[exp]
fn outcome(parameters: [f64; 4], start: [f64; 2]) -> [f64; 2] {
    let mut y = start;
    for _ in 0..STEPS {
        y = runge_kutta(|y| lotka_volterra(parameters, y), y, STEP);
    }
    y
}

/// The same with the variational equation: the state and its derivatives by (α, β, γ, δ, x₀, y₀), row by row.
fn by_variational_equation(parameters: [f64; 4], start: [f64; 2]) -> [f64; 14] {
    let [alpha, beta, gamma, delta] = parameters;
    let f = |z: [f64; 14]| {
        let (x, y) = (z[0], z[1]);
        let [dx, dy] = lotka_volterra(parameters, [x, y]);
        let by_state = [[alpha - beta * y, -beta * x], [delta * y, delta * x - gamma]];
        let by_parameters = [[x, -x * y, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, -y, x * y, 0.0, 0.0]];
        let mut slope = [0.0; 14];
        (slope[0], slope[1]) = (dx, dy);
        for i in 0..2 {
            for j in 0..6 {
                slope[2 + 6 * i + j] =
                    by_state[i][0] * z[2 + j] + by_state[i][1] * z[8 + j] + by_parameters[i][j];
            }
        }
        slope
    };
    let mut z = [0.0; 14];
    (z[0], z[1]) = (start[0], start[1]);
    (z[2 + 4], z[8 + 5]) = (1.0, 1.0);
    for _ in 0..STEPS {
        z = runge_kutta(f, z, STEP);
    }
    z
}

fn main() {
    let parameters = [0.55, 0.028, 0.84, 0.026];
    let start = [30.0, 4.0];
    let [hares, lynxes] = outcome(parameters, start);
    println!("after 20 years: {hares:.4} thousand hares, {lynxes:.4} thousand lynxes");

    let jacobian = call::jacobian(&Outcome, &(parameters, start));
    let expected = by_variational_equation(parameters, start);
    let names = ["α", "β", "γ", "δ", "x₀", "y₀"];
    for (i, (animal, row)) in ["hares", "lynxes"].iter().zip(jacobian).enumerate() {
        let (by_parameters, by_start) = row;
        for (j, derivative) in by_parameters.into_iter().chain(by_start).enumerate() {
            println!("  ∂ {animal:6} / ∂{:2} = {derivative:12.5}", names[j]);
            let expected = expected[2 + 6 * i + j];
            assert!((derivative - expected).abs() < 1e-9 * expected.abs());
        }
    }

    // One quantity of interest, however many parameters: reverse mode, through all 2000 steps at once.
    let observed = [20.0, 5.0];
    let gradient = call::grad(&Misfit { observed }, &(parameters, start));
    println!("the gradient of the misfit is {gradient:.3?}");
    for (j, derivative) in gradient.0.into_iter().chain(gradient.1).enumerate() {
        let expected = 2.0 * ((hares - 20.0) * expected[2 + j] + (lynxes - 5.0) * expected[8 + j]);
        assert!((derivative - expected).abs() < 1e-9 * expected.abs());
    }
}

/// The distance of the outcome from the observation.
#[exp]
fn misfit(parameters: [f64; 4], start: [f64; 2], #[fixed] observed: [f64; 2]) -> f64 {
    let [x, y] = outcome(parameters, start);
    (x - observed[0]).powi(2) + (y - observed[1]).powi(2)
}
