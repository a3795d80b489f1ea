//! Test problems of W. Hock and K. Schittkowski, *Test Examples for Nonlinear Programming Codes* (1981).

use std::f64::consts::PI;

use ad::prelude::*;
use ad::sparse::Problem;

/// The objective of a problem, by its number in the book.
#[exp(adjoint)]
fn objective(number: u32, x: &[f64]) -> f64 {
    if number == 1 {
        100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)
    } else if number == 3 {
        x[1] + 1e-5 * (x[1] - x[0]).powi(2)
    } else if number == 4 {
        (x[0] + 1.0).powi(3) / 3.0 + x[1]
    } else if number == 5 {
        (x[0] + x[1]).sin() + (x[0] - x[1]).powi(2) - 1.5 * x[0] + 2.5 * x[1] + 1.0
    } else if number == 6 {
        (1.0 - x[0]).powi(2)
    } else if number == 7 {
        (1.0 + x[0] * x[0]).ln() - x[1]
    } else if number == 9 {
        (PI * x[0] / 12.0).sin() * (PI * x[1] / 16.0).cos()
    } else if number == 10 {
        x[0] - x[1]
    } else if number == 11 {
        (x[0] - 5.0).powi(2) + x[1] * x[1] - 25.0
    } else if number == 12 {
        0.5 * x[0] * x[0] + x[1] * x[1] - x[0] * x[1] - 7.0 * x[0] - 7.0 * x[1]
    } else if number == 14 || number == 22 {
        (x[0] - 2.0).powi(2) + (x[1] - 1.0).powi(2)
    } else if number == 21 {
        0.01 * x[0] * x[0] + x[1] * x[1] - 100.0
    } else if number == 28 {
        (x[0] + x[1]).powi(2) + (x[1] + x[2]).powi(2)
    } else if number == 35 {
        9.0 - 8.0 * x[0] - 6.0 * x[1] - 4.0 * x[2]
            + 2.0 * x[0] * x[0]
            + 2.0 * x[1] * x[1]
            + x[2] * x[2]
            + 2.0 * x[0] * x[1]
            + 2.0 * x[0] * x[2]
    } else if number == 38 {
        100.0 * (x[1] - x[0] * x[0]).powi(2)
            + (1.0 - x[0]).powi(2)
            + 90.0 * (x[3] - x[2] * x[2]).powi(2)
            + (1.0 - x[2]).powi(2)
            + 10.1 * ((x[1] - 1.0).powi(2) + (x[3] - 1.0).powi(2))
            + 19.8 * (x[1] - 1.0) * (x[3] - 1.0)
    } else if number == 39 {
        -x[0]
    } else if number == 40 {
        -x[0] * x[1] * x[2] * x[3]
    } else if number == 43 {
        x[0] * x[0] + x[1] * x[1] + 2.0 * x[2] * x[2] + x[3] * x[3] - 5.0 * x[0] - 5.0 * x[1] - 21.0 * x[2]
            + 7.0 * x[3]
    } else if number == 71 {
        x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]
    } else if number == 76 {
        x[0] * x[0] + 0.5 * x[1] * x[1] + x[2] * x[2] + 0.5 * x[3] * x[3] - x[0] * x[2] + x[2] * x[3]
            - x[0]
            - 3.0 * x[1]
            + x[2]
            - x[3]
    } else if number == 77 {
        (x[0] - 1.0).powi(2)
            + (x[0] - x[1]).powi(2)
            + (x[2] - 1.0).powi(2)
            + (x[3] - 1.0).powi(4)
            + (x[4] - 1.0).powi(6)
    } else {
        x[0] * x[1] * x[2] * x[3] * x[4]
    }
}

/// The constraints of a problem: each is 0, or at least 0.
#[exp(adjoint)]
fn constraints(number: u32, x: &[f64]) -> Vec<f64> {
    if number == 6 {
        vec![10.0 * (x[1] - x[0] * x[0])]
    } else if number == 7 {
        vec![(1.0 + x[0] * x[0]).powi(2) + x[1] * x[1] - 4.0]
    } else if number == 9 {
        vec![4.0 * x[0] - 3.0 * x[1]]
    } else if number == 10 {
        vec![-3.0 * x[0] * x[0] + 2.0 * x[0] * x[1] - x[1] * x[1] + 1.0]
    } else if number == 11 {
        vec![x[1] - x[0] * x[0]]
    } else if number == 12 {
        vec![25.0 - 4.0 * x[0] * x[0] - x[1] * x[1]]
    } else if number == 14 {
        vec![x[0] - 2.0 * x[1] + 1.0, 1.0 - 0.25 * x[0] * x[0] - x[1] * x[1]]
    } else if number == 21 {
        vec![10.0 * x[0] - x[1] - 10.0]
    } else if number == 22 {
        vec![2.0 - x[0] - x[1], x[1] - x[0] * x[0]]
    } else if number == 28 {
        vec![x[0] + 2.0 * x[1] + 3.0 * x[2] - 1.0]
    } else if number == 35 {
        vec![3.0 - x[0] - x[1] - 2.0 * x[2]]
    } else if number == 39 {
        vec![x[1] - x[0].powi(3) - x[2] * x[2], x[0] * x[0] - x[1] - x[3] * x[3]]
    } else if number == 40 {
        vec![x[0].powi(3) + x[1] * x[1] - 1.0, x[0] * x[0] * x[3] - x[2], x[3] * x[3] - x[1]]
    } else if number == 43 {
        let (a, b, c, d) = (x[0], x[1], x[2], x[3]);
        vec![
            8.0 - a * a - b * b - c * c - d * d - a + b - c + d,
            10.0 - a * a - 2.0 * b * b - c * c - 2.0 * d * d + a + d,
            5.0 - 2.0 * a * a - b * b - c * c - 2.0 * a + b + d,
        ]
    } else if number == 71 {
        vec![x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 40.0, x[0] * x[1] * x[2] * x[3] - 25.0]
    } else if number == 76 {
        vec![
            5.0 - x[0] - 2.0 * x[1] - x[2] - x[3],
            4.0 - 3.0 * x[0] - x[1] - 2.0 * x[2] + x[3],
            x[1] + 4.0 * x[2] - 1.5,
        ]
    } else if number == 77 {
        vec![
            x[0] * x[0] * x[3] + (x[3] - x[4]).sin() - 8f64.sqrt(),
            x[1] + x[2].powi(4) * x[3] * x[3] - 8.0 - 2f64.sqrt(),
        ]
    } else if number == 78 {
        vec![
            x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] + x[4] * x[4] - 10.0,
            x[1] * x[2] - 5.0 * x[3] * x[4],
            x[0].powi(3) + x[1].powi(3) + 1.0,
        ]
    } else {
        vec![]
    }
}

/// The number, the start, the bounds, the number of equations, the minimum, and the iterations to it with exact Hessians. Equations are
/// the first constraints. The iterations are those of Ipopt 3.11 and of pounce 0.14.
type Case = (u32, &'static [f64], (&'static [f64], &'static [f64]), usize, f64, usize);

const ANY: f64 = f64::INFINITY;
const FREE: (&[f64], &[f64]) = (&[-ANY; 5], &[ANY; 5]);

pub(crate) const CASES: [Case; 24] = [
    (1, &[-2.0, 1.0], (&[-ANY, -1.5], &[ANY; 2]), 0, 0.0, 26),
    (3, &[10.0, 1.0], (&[-ANY, 0.0], &[ANY; 2]), 0, 0.0, 5),
    (4, &[1.125, 0.125], (&[1.0, 0.0], &[ANY; 2]), 0, 8.0 / 3.0, 6),
    (5, &[0.0, 0.0], (&[-1.5, -3.0], &[4.0, 3.0]), 0, -1.913_222_954_981_037, 9),
    (6, &[-1.2, 1.0], FREE, 1, 0.0, 5),
    (7, &[2.0, 2.0], FREE, 1, -1.732_050_807_568_877_2, 27),
    (9, &[0.0, 0.0], FREE, 1, -0.5, 3),
    (10, &[-10.0, 10.0], FREE, 0, -1.0, 13),
    (11, &[4.9, 0.1], FREE, 0, -8.498_464_223, 9),
    (12, &[0.0, 0.0], FREE, 0, -30.0, 9),
    (14, &[2.0, 2.0], FREE, 1, 1.393_464_981, 8),
    (21, &[-1.0, -1.0], (&[2.0, -50.0], &[50.0, 50.0]), 0, -99.96, 9),
    (22, &[2.0, 2.0], FREE, 0, 1.0, 7),
    (28, &[-4.0, 1.0, 1.0], FREE, 1, 0.0, 1),
    (35, &[0.5; 3], (&[0.0; 3], &[ANY; 3]), 0, 1.0 / 9.0, 8),
    (38, &[-3.0, -1.0, -3.0, -1.0], (&[-10.0; 4], &[10.0; 4]), 0, 0.0, 40),
    (39, &[2.0; 4], FREE, 2, -1.0, 13),
    (40, &[0.8; 4], FREE, 3, -0.25, 4),
    (43, &[0.0; 4], FREE, 0, -44.0, 10),
    (71, &[1.0, 5.0, 5.0, 1.0], (&[1.0; 4], &[5.0; 4]), 1, 17.014_017_3, 9),
    (76, &[0.5; 4], (&[0.0; 4], &[ANY; 4]), 0, -4.681_818_182, 8),
    (77, &[2.0; 5], FREE, 2, 0.241_505_13, 12),
    (78, &[-2.0, 1.5, 2.0, -1.0, -1.0], FREE, 3, -2.919_700_41, 4),
    // The objective of problem 1 without its bound.
    (1, &[-1.2, 1.0], FREE, 0, 0.0, 21),
];

pub(crate) fn problem((number, start, (lower, upper), equations, ..): Case) -> Problem<'static> {
    let n = start.len();
    let problem = Problem::new(Objective { number }, Constraints { number }, start);
    let m = problem.jacobian_pattern().rows();
    let most: Vec<f64> = (0..m).map(|i| if i < equations { 0.0 } else { ANY }).collect();
    problem.bounds(&lower[..n], &upper[..n]).limits(&vec![0.0; m], &most)
}
