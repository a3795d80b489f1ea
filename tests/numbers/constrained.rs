//! Constrained parameters: the maps satisfy their constraints, have inverses, and report the determinants of their Jacobians.

use ad::constrained::*;
use ad::prelude::*;
use ad::{linear, testing};

/// Free parameters from ordinary to far away.
fn free_parameters(n: usize) -> Vec<Vec<f64>> {
    let list = |scale: f64, phase: f64| {
        (0..n)
            .map(|i| scale * (1.7 * f64::from(u8::try_from(i).expect("there are few")) + phase).sin())
            .collect()
    };
    vec![list(1.0, 0.3), list(3.0, 1.9), vec![0.0; n]]
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{found} and {expected} differ");
}

/// The reported ln |det J| is that of the rows of the Jacobian which `independent` names, and so are the derivatives of both.
#[track_caller]
fn reports_its_determinant<E>(e: &E, u: &Vec<f64>, independent: &[usize])
where
    E: Differentiable<In = Vec<f64>>,
{
    let mut prepared = Prepared::new(e);
    let flat_value = |x: &Vec<f64>| {
        let y = call::value(e, x);
        let mut numbers = Vec::new();
        <E::Out as ad::Shape>::for_each(&y, &mut |y| numbers.push(*y));
        numbers
    };
    let numbers = flat_value(u);
    let (m, n) = (numbers.len(), u.len());
    let mut rows = vec![0.0; m * n];
    prepared.jacobian_into(u, &mut rows);
    let square: Vec<Vec<f64>> = independent.iter().map(|i| rows[i * n..][..n].to_vec()).collect();
    close(numbers[m - 1], linear::log_det(&square).expect("it is regular"), 1e-12);
    // The program and forward mode agree, also on the last row.
    let by_tangents = &mut vec![0.0; m * n];
    Prepared::new(e).mode(Mode::Forward).jacobian_into(u, by_tangents);
    let by_program = &mut vec![0.0; m * n];
    Prepared::new(e).mode(Mode::Program).jacobian_into(u, by_program);
    by_program.iter().zip(by_tangents.iter()).for_each(|(a, b)| close(*a, *b, 1e-12));
}

#[test]
fn positive_numbers() {
    for u in [-30.0, -1.0, 0.0, 2.5, 30.0] {
        let (x, log_det) = positive(u);
        assert!(x > 0.0);
        close(free::positive(x), u, 1e-15);
        close(log_det, call::jvp(&Positive, &u, &1.0).1.0.ln(), 1e-15);
    }
}

#[test]
fn numbers_in_an_interval() {
    for u in [-30.0, -1.0, 0.0, 2.5, 8.0] {
        let (x, log_det) = interval(-2.0, 5.0, u);
        assert!(-2.0 < x && x < 5.0);
        close(free::interval(-2.0, 5.0, x), u, 1e-4 * u.abs().max(1e-9));
        let slope = call::jvp(&Interval, &(-2.0, 5.0, u), &(0.0, 0.0, 1.0)).1.0;
        close(log_det, slope.ln(), 1e-12);
    }
    // The ends may be parameters.
    let (x, _) = call::jvp(&Interval, &(0.0, 1.0, 0.0), &(1.0, 1.0, 0.0)).1;
    assert_eq!(x, 1.0);
}

#[test]
fn increasing_lists() {
    for u in free_parameters(5) {
        let (x, _) = ordered(&u);
        assert!(x.is_sorted_by(|a, b| a < b));
        free::ordered(&x).iter().zip(&u).for_each(|(found, u)| close(*found, *u, 1e-12));
        reports_its_determinant(&Ordered, &u, &[0, 1, 2, 3, 4]);
    }
    assert_eq!(ordered::<f64>(&[]), (vec![], 0.0));
}

#[test]
fn numbers_with_the_sum_one() {
    for u in free_parameters(4) {
        let (x, _) = simplex(&u);
        assert!(x.len() == 5 && x.iter().all(|x| *x > 0.0));
        close(x.iter().sum(), 1.0, 1e-15);
        free::simplex(&x).iter().zip(&u).for_each(|(found, u)| close(*found, *u, 1e-12));
        reports_its_determinant(&Simplex, &u, &[0, 1, 2, 3]);
    }
    assert_eq!(simplex::<f64>(&[]), (vec![1.0], 0.0));
}

/// The places of the entries below the diagonal.
fn below(n: usize) -> Vec<usize> {
    (0..n).flat_map(|i| (0..i).map(move |j| i * n + j)).collect()
}

#[test]
fn correlation_matrices_and_their_factors() {
    for u in free_parameters(6) {
        let (factor, _) = correlation_factor(&u);
        let (matrix, _) = correlation(&u);
        for i in 0..4 {
            close(factor[i].iter().map(|x| x * x).sum(), 1.0, 1e-14);
            assert!(factor[i][i] > 0.0 && factor[i][i + 1..].iter().all(|x| *x == 0.0));
            assert_eq!(matrix[i][i], 1.0);
            for j in 0..i {
                close(matrix[i][j], ad::dot(&factor[i], &factor[j]), 1e-15);
                assert_eq!(matrix[i][j], matrix[j][i]);
            }
        }
        free::correlation_factor(&factor).iter().zip(&u).for_each(|(found, u)| close(*found, *u, 1e-9));
        free::correlation(&matrix).iter().zip(&u).for_each(|(found, u)| close(*found, *u, 1e-7));
        reports_its_determinant(&CorrelationFactor, &u, &below(4));
        reports_its_determinant(&Correlation, &u, &below(4));
    }
}

#[test]
#[should_panic(expected = "no correlation matrix has 4 free parameters")]
fn free_parameters_of_no_matrix_are_refused() {
    correlation(&[0.0; 4]);
}

/// A density with a hierarchy of constraints, in an adjoint program.
#[exp(adjoint)]
fn density(free_scale: f64, shares: &[f64], correlations: &[f64]) -> f64 {
    let (scale, mut log_det) = positive(free_scale);
    let (shares, more) = simplex(shares);
    log_det += more;
    let (matrix, more) = correlation(correlations);
    log_det += more;
    let mut sum = 0.0;
    for i in 0..shares.len() {
        for j in 0..shares.len() {
            sum += shares[i] * matrix[i][j] * shares[j];
        }
    }
    log_det - scale * sum
}

#[test]
fn the_maps_nest_in_programs_and_in_each_other() {
    let x = (0.3, vec![0.5, -1.0], vec![0.2, -0.4, 0.7]);
    testing::digits(&Density, &x);
    let by_program = adjoint::grad(Density).at(x.clone());
    let by_tangents = forward::grad(Density).at(x.clone());
    let list = |(a, b, c): (f64, Vec<f64>, Vec<f64>)| [vec![a], b, c].concat();
    list(by_program).iter().zip(list(by_tangents)).for_each(|(a, b)| close(*a, b, 1e-13));
    let flat = ad::Flat::of(&Density, &x);
    let hessian = |mode| {
        let mut rows = vec![0.0; 36];
        Prepared::new(Density).mode(mode).hessian_into(&x, &mut rows);
        rows
    };
    hessian(Mode::Program).iter().zip(hessian(Mode::Tape)).for_each(|(a, b)| close(*a, b, 1e-12));
    assert_eq!(flat.names()[3], "correlations[0]");
}

/// An entry of the factor is about 2·e⁻ᵘ, and underflows. Its logarithm does not.
#[test]
fn correlations_close_to_one_have_a_determinant() {
    #[exp(adjoint)]
    fn log_det(u: &[f64]) -> f64 {
        correlation(u).1
    }
    for u in [[400.0, -380.0, 373.0], [-800.0, 1e5, 1e10], [30.0, 0.0, -1e300]] {
        // ln (1 - tanh² u), once, and by halves in the rest of each row.
        let logarithm = |u: f64| 2.0 * (2f64.ln() - u.abs() - (-2.0 * u.abs()).exp().ln_1p());
        let expected = 1.5 * logarithm(u[0]) + 1.5 * logarithm(u[1]) + logarithm(u[2]);
        close(correlation(&u).1, expected, 1e-13);
        let slopes = [-3.0 * u[0].tanh(), -3.0 * u[1].tanh(), -2.0 * u[2].tanh()];
        for gradient in [adjoint::grad(LogDet).at(u.to_vec()), forward::grad(LogDet).at(u.to_vec())] {
            gradient.iter().zip(slopes).for_each(|(found, slope)| close(*found, slope, 1e-13));
        }
        let hessian = forward::jacobian(adjoint::grad(LogDet)).at(u.to_vec());
        assert!(hessian.iter().flatten().all(|d| d.is_finite()), "{hessian:?}");
    }
}
