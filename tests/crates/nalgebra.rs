//! nalgebra's matrices and vectors.

use ad::nalgebra::Rows;
use ad::prelude::*;
use nalgebra::{DMatrix, DVector, Matrix2x3, Matrix3, Matrix3xX, RowDVector, Vector2, Vector3};

/// nalgebra's own macro needs a feature.
macro_rules! dvector {
    ($($x:expr),*) => { DVector::from_vec(vec![$($x),*]) };
}

/// As nalgebra's own.
macro_rules! dmatrix {
    ($($($x:expr),*);*) => {{
        let rows = [$(vec![$($x),*]),*];
        DMatrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
    }};
}

/// The extended Rosenbrock function, as an optimiser's cost.
#[exp]
fn rosenbrock(x: &DVector<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += 100.0 * (x[i + 1] - x[i] * x[i]).powi(2) + (1.0 - x[i]).powi(2);
    }
    sum
}

#[test]
fn a_cost_has_a_gradient_and_a_hessian() {
    let x = dvector![-1.2, 1.0, 0.5];
    let by_hand = |x: &DVector<f64>| {
        let inner = |i: usize| x[i + 1] - x[i] * x[i];
        dvector![
            -400.0 * x[0] * inner(0) - 2.0 * (1.0 - x[0]),
            200.0 * inner(0) - 400.0 * x[1] * inner(1) - 2.0 * (1.0 - x[1]),
            200.0 * inner(1)
        ]
    };
    let gradient: DVector<f64> = call::grad(&Rosenbrock, &x);
    assert!((gradient - by_hand(&x)).norm() < 1e-10);
    let hessian: DMatrix<f64> = call::hessian(&Rosenbrock, &x).to_matrix();
    let expected = dmatrix![
        1200.0 * x[0] * x[0] - 400.0 * x[1] + 2.0, -400.0 * x[0], 0.0;
        -400.0 * x[0], 202.0 + 1200.0 * x[1] * x[1] - 400.0 * x[2], -400.0 * x[1];
        0.0, -400.0 * x[1], 200.0
    ];
    assert!((hessian - expected).norm() < 1e-10);
}

/// Robot kinematics: the hand of an arm of three links, in the plane.
#[exp]
fn hand(angles: &Vector3<f64>, #[fixed] links: [f64; 3]) -> Vector2<f64> {
    let mut position = [0.0, 0.0];
    let mut direction = 0.0;
    for (angle, link) in angles.iter().zip(links) {
        direction += angle;
        position[0] += link * direction.cos();
        position[1] += link * direction.sin();
    }
    Vector2::from_array_storage(nalgebra::ArrayStorage([position]))
}

#[test]
fn a_function_between_static_vectors_has_a_static_jacobian() {
    let (angles, links) = (Vector3::new(0.3, -0.5, 0.9), [1.0, 0.7, 0.4]);
    let e = Hand { links };
    let jacobian: Matrix2x3<f64> = call::jacobian(&e, &angles).to_matrix();
    let plain = |angles: Vector3<f64>| hand(&angles, links);
    let step = 1e-6;
    for j in 0..3 {
        let unit = Vector3::ith(j, step);
        let difference = (plain(angles + unit) - plain(angles - unit)) / (2.0 * step);
        assert!((jacobian.column(j) - difference).norm() < 1e-9);
    }
    let force = Vector2::new(2.0, -1.0);
    let (_, torques) = call::vjp(&e, &angles, &force);
    assert!((torques - jacobian.transpose() * force).norm() < 1e-14);
}

/// ‖A·x‖², of a matrix and a vector that both vary.
#[exp]
fn energy(a: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
    a.row_iter().map(|row| row.iter().zip(x.iter()).map(|(a, x)| a * x).sum::<f64>().powi(2)).sum()
}

#[test]
fn matrices_vary_like_vectors_in_all_nestings() {
    let (a, x) = (dmatrix![1.0, 2.0, 3.0; 4.0, 5.0, 6.0], dvector![1.0, -1.0, 2.0]);
    let y = &a * &x;
    let (da, dx) = (2.0 * &y * x.transpose(), 2.0 * a.transpose() * &y);
    ad_testing::nestings!([grad], Energy, |name, grad| {
        let (found_a, found_x) = grad.eval(F64, (a.clone(), x.clone()));
        assert_eq!((found_a, found_x), (da.clone(), dx.clone()), "{name}");
    });
    let second = call::hessian(&Energy, &(a.clone(), x.clone())).1;
    let block = 2.0 * a.transpose() * &a;
    for i in 0..3 {
        assert_eq!(second[i].1, block.column(i).into_owned());
    }
}

/// The result of an expression is a matrix as well.
#[exp]
fn outer(x: &DVector<f64>) -> DMatrix<f64> {
    let products = x.iter().flat_map(|b| x.iter().map(move |a| a * b)).collect();
    let n = nalgebra::Dyn(x.len());
    DMatrix::from_vec_storage(nalgebra::VecStorage::new(n, n, products))
}

#[test]
fn a_matrix_comes_out() {
    let x = dvector![2.0, 3.0];
    let (value, tangent) = call::jvp(&Outer, &x, &dvector![1.0, 0.0]);
    assert_eq!(value, dmatrix![4.0, 6.0; 6.0, 9.0]);
    assert_eq!(tangent, dmatrix![4.0, 3.0; 3.0, 0.0]);
}

#[test]
fn their_containers_are_shapes() {
    crate::is_a_shape::<DVector<f64>>(
        &dvector![1.0, 2.0],
        2,
        Some((&dvector![1.0], "dimensions differ: 2 × 1 and 1 × 1")),
    );
    crate::is_a_shape::<RowDVector<f64>>(
        &RowDVector::from_vec(vec![1.0, 2.0]),
        2,
        Some((&RowDVector::from_vec(vec![]), "dimensions differ: 1 × 2 and 1 × 0")),
    );
    crate::is_a_shape::<DMatrix<f64>>(
        &dmatrix![1.0, 2.0, 3.0; 4.0, 5.0, 6.0],
        6,
        Some((&DMatrix::zeros(3, 2), "dimensions differ: 2 × 3 and 3 × 2")),
    );
    crate::is_a_shape::<Matrix3xX<f64>>(&Matrix3xX::from_element(2, 0.5), 6, None);
    crate::is_a_shape::<Matrix3<f64>>(&Matrix3::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0), 9, None);
    crate::is_a_shape::<DVector<f64>>(&DVector::zeros(0), 0, None);
    let ragged = |lengths: [usize; 2]| dvector![vec![0.5; lengths[0]], vec![0.5; lengths[1]]];
    crate::is_a_shape::<DVector<Vec<f64>>>(
        &ragged([1, 2]),
        3,
        Some((&ragged([1, 3]), "lengths differ at `[(1, 0)]`: 2 numbers and 3 numbers")),
    );
}

#[test]
#[should_panic(expected = "dimensions differ: 2 × 1, the direction has 3 × 1")]
fn a_direction_of_another_length_is_refused() {
    let _ = call::jvp(&Rosenbrock, &dvector![1.0, 2.0], &dvector![1.0, 2.0, 3.0]);
}
