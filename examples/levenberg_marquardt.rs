//! Non-linear least squares: two data sets of the NIST, fitted by the method of K. Levenberg and D. Marquardt.
//!
//! The data, models, starting values and certified results are those of the *Statistical Reference Datasets*
//! (National Institute of Standards and Technology, <https://www.itl.nist.gov/div898/strd/nls/nls_main.shtml>, public
//! domain): Misra1a, of lower difficulty (monomolecular adsorption), and Thurber, of higher difficulty
//! (mobility of electrons in silicon). Models are written once; their Jacobians are not written at all. The
//! certified parameters and their standard deviations must come out.

#![allow(clippy::unreadable_literal, reason = "certified numbers stand as they are published")]
#![allow(
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    reason = "a matrix is small and has indices"
)]

use ad::forward::{Forward, WIDTH};
use ad::prelude::*;
use ad::{Exp, Signature};

/// The residuals of y = b₁ (1 - exp(-b₂ x)).
#[exp]
fn misra1a(b: [f64; 2], #[fixed] data: &[(f64, f64)]) -> Vec<f64> {
    data.iter().map(|(y, x)| b[0] * (1.0 - (-b[1] * x).exp()) - y).collect()
}

/// The residuals of y = (b₁ + b₂x + b₃x² + b₄x³) / (1 + b₅x + b₆x² + b₇x³).
#[exp]
fn thurber(b: [f64; 7], #[fixed] data: &[(f64, f64)]) -> Vec<f64> {
    let model = |x| {
        let numerator = b[0] + x * (b[1] + x * (b[2] + x * b[3]));
        let denominator = 1.0 + x * (b[4] + x * (b[5] + x * b[6]));
        numerator / denominator
    };
    data.iter().map(|&(y, x)| model(x) - y).collect()
}

type Matrix<const P: usize> = [[f64; P]; P];

/// The parameters that minimise the sum of squared residuals, and their standard deviations.
fn fit<const P: usize, E>(residuals: &E, start: [f64; P]) -> ([f64; P], [f64; P], f64)
where
    E: Signature<In = [f64; P], Out = Vec<f64>> + for<'t> Exp<Forward<'t, F64, WIDTH>>,
{
    let linearised = forward::value_and_jacobian(residuals);
    let (mut b, mut damping) = (start, 1e-3);
    let (mut r, mut jacobian) = linearised.at(b);
    for _ in 0..500 {
        let (normal, gradient) = normal_equations(&r, &jacobian);
        let mut damped = normal;
        for (i, row) in damped.iter_mut().enumerate() {
            row[i] *= 1.0 + damping;
        }
        let step = solve(damped, gradient);
        let next: [f64; P] = std::array::from_fn(|i| b[i] - step[i]);
        let (r_next, jacobian_next) = linearised.at(next);
        // Near the minimum, the sum of squares is flat to within its rounding error.
        if squares(&r_next) <= squares(&r) * (1.0 + 1e-14) {
            let settled = step.iter().zip(b).all(|(step, b)| step.abs() <= 1e-13 * b.abs());
            (b, r, jacobian) = (next, r_next, jacobian_next);
            damping *= 0.1;
            if settled {
                break;
            }
        } else {
            damping *= 10.0;
        }
    }
    let (normal, _) = normal_equations(&r, &jacobian);
    let variance = squares(&r) / (r.len() - P) as f64;
    let deviation = std::array::from_fn(|i| {
        let unit = std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 });
        (variance * solve(normal, unit)[i]).sqrt()
    });
    (b, deviation, squares(&r))
}

fn squares(r: &[f64]) -> f64 {
    r.iter().map(|r| r * r).sum()
}

/// (JᵀJ, Jᵀr)
fn normal_equations<const P: usize>(r: &[f64], jacobian: &[[f64; P]]) -> (Matrix<P>, [f64; P]) {
    let (mut normal, mut gradient) = ([[0.0; P]; P], [0.0; P]);
    for (r, row) in r.iter().zip(jacobian) {
        for i in 0..P {
            gradient[i] += row[i] * r;
            for j in 0..P {
                normal[i][j] += row[i] * row[j];
            }
        }
    }
    (normal, gradient)
}

/// Solves a positive definite system by Gaussian elimination.
fn solve<const P: usize>(mut a: Matrix<P>, mut b: [f64; P]) -> [f64; P] {
    for k in 0..P {
        for i in k + 1..P {
            let factor = a[i][k] / a[k][k];
            for j in k..P {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for i in (0..P).rev() {
        let known: f64 = (i + 1..P).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b
}

/// Compares a fit with the certified parameters, their standard deviations and the sum of squares.
fn report<const P: usize>(name: &str, fit: ([f64; P], [f64; P], f64), certified: [(f64, f64); P], sum: f64) {
    println!("{name}: sum of squares {:.10e}", fit.2);
    let close = |found: f64, certified: f64, tolerance: f64| {
        assert!((found - certified).abs() < tolerance * certified.abs(), "{found}, certified {certified}");
    };
    close(fit.2, sum, 1e-10);
    for (i, (b, deviation)) in certified.into_iter().enumerate() {
        println!("  b{} = {:17.10e} ± {:.4e}", i + 1, fit.0[i], fit.1[i]);
        close(fit.0[i], b, 1e-9);
        close(fit.1[i], deviation, 1e-8);
    }
}

fn main() {
    let data = &MISRA1A;
    let certified = [(2.3894212918e+02, 2.7070075241e+00), (5.5015643181e-04, 7.2668688436e-06)];
    for start in [[500.0, 0.0001], [250.0, 0.0005]] {
        report("Misra1a", fit(&Misra1a { data }, start), certified, 1.2455138894e-01);
    }

    let data = &THURBER;
    let certified = [
        (1.2881396800e+03, 4.6647963344e+00),
        (1.4910792535e+03, 3.9571156086e+01),
        (5.8323836877e+02, 2.8698696102e+01),
        (7.5416644291e+01, 5.5675370270e+00),
        (9.6629502864e-01, 3.1333340687e-02),
        (3.9797285797e-01, 1.4984928198e-02),
        (4.9727297349e-02, 6.5842344623e-03),
    ];
    for start in
        [[1000.0, 1000.0, 400.0, 40.0, 0.7, 0.3, 0.03], [1300.0, 1500.0, 500.0, 75.0, 1.0, 0.4, 0.05]]
    {
        report("Thurber", fit(&Thurber { data }, start), certified, 5.6427082397e+03);
    }
}

/// (y, x): volume and pressure.
const MISRA1A: [(f64, f64); 14] = [
    (10.07, 77.6),
    (14.73, 114.9),
    (17.94, 141.1),
    (23.93, 190.8),
    (29.61, 239.9),
    (35.18, 289.0),
    (40.02, 332.8),
    (44.82, 378.4),
    (50.76, 434.8),
    (55.05, 477.3),
    (61.01, 536.8),
    (66.40, 593.1),
    (75.47, 689.1),
    (81.78, 760.0),
];

/// (y, x): mobility and the logarithm of density.
const THURBER: [(f64, f64); 37] = [
    (80.574, -3.067),
    (84.248, -2.981),
    (87.264, -2.921),
    (87.195, -2.912),
    (89.076, -2.840),
    (89.608, -2.797),
    (89.868, -2.702),
    (90.101, -2.699),
    (92.405, -2.633),
    (95.854, -2.481),
    (100.696, -2.363),
    (101.060, -2.322),
    (401.672, -1.501),
    (390.724, -1.460),
    (567.534, -1.274),
    (635.316, -1.212),
    (733.054, -1.100),
    (759.087, -1.046),
    (894.206, -0.915),
    (990.785, -0.714),
    (1090.109, -0.566),
    (1080.914, -0.545),
    (1122.643, -0.400),
    (1178.351, -0.309),
    (1260.531, -0.109),
    (1273.514, -0.103),
    (1288.339, 0.010),
    (1327.543, 0.119),
    (1353.863, 0.377),
    (1414.509, 0.790),
    (1425.208, 0.963),
    (1421.384, 1.006),
    (1442.962, 1.115),
    (1464.350, 1.572),
    (1468.705, 1.841),
    (1447.894, 2.047),
    (1457.628, 2.200),
];
