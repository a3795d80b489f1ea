//! ndarray's arrays.

use ad::ndarray::Rows;
use ad::prelude::*;
use ndarray::{Array1, Array2, Array3, ArrayD, Axis, ShapeBuilder, array};
use num_traits::Zero;

/// Logistic regression: the data are fixed, the weights vary.
#[exp]
fn loss(#[fixed] data: &Array2<f64>, #[fixed] labels: &Array1<f64>, weights: &Array1<f64>, bias: f64) -> f64 {
    let mut sum = 0.0;
    for (row, label) in data.rows().into_iter().zip(labels) {
        let score: f64 = row.iter().zip(weights).map(|(x, w)| w * *x).sum::<f64>() + bias;
        sum += (1.0 + score.exp()).ln() - score * *label;
    }
    sum
}

#[test]
fn a_loss_has_a_gradient_in_their_containers() {
    let data = array![[1.0, 2.0], [-0.5, 0.3], [0.7, -1.1]];
    let labels = array![1.0, 0.0, 1.0];
    let (weights, bias) = (array![0.2, -0.4], 0.1);
    let e = Loss { data: &data, labels: &labels };
    let (slope, offset): (Array1<f64>, f64) = call::grad(&e, &(&weights, &bias));
    // Σ (σ(score) - label)·x
    let scores = data.dot(&weights) + bias;
    let error = scores.mapv(|s: f64| 1.0 / (1.0 + (-s).exp())) - &labels;
    let expected = data.t().dot(&error);
    assert!((&slope - &expected).iter().all(|d| d.abs() < 1e-15));
    assert!((offset - error.sum()).abs() < 1e-15);
    assert_eq!(loss(&data, &labels, &weights, bias), call::value(&e, &(&weights, &bias)));
}

/// Their operators, element by element, and a sum, which begins with zero.
#[exp]
fn smoothness(x: &Array2<f64>) -> f64
where
    f64: Zero,
{
    let squares = x.mapv(|x| x * x);
    let products = &squares * x + &squares;
    products.sum() + x.sum_axis(Axis(0)).mapv(|s| s * s).sum()
}

#[test]
fn their_operators_are_differentiated_in_all_modes() {
    let x = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let columns = x.sum_axis(Axis(0));
    let expected = 3.0 * &x * &x + 2.0 * &x + 2.0 * &columns;
    ad_testing::nestings!([grad], Smoothness, |name, grad| assert_eq!(
        grad.eval(F64, x.clone()),
        expected,
        "{name}"
    ));
    let direction = array![[1.0, 0.0, 0.0], [0.0, 0.0, -1.0]];
    let twice = (6.0 * &x + 2.0) * &direction + 2.0 * direction.sum_axis(Axis(0));
    assert_eq!(call::hvp(&Smoothness, &x, &direction).1, twice);
}

#[exp]
fn residuals(x: &Array1<f64>) -> Array1<f64> {
    Array1::from_vec(vec![10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0], x[0] * x[1]])
}

#[test]
fn a_jacobian_is_a_matrix_of_theirs() {
    let x = array![3.0, 2.0];
    let jacobian: Array2<f64> = call::jacobian(&Residuals, &x).to_matrix();
    assert_eq!(jacobian, array![[-60.0, 10.0], [-1.0, 0.0], [2.0, 3.0]]);
    assert_eq!(Array1::<Array1<f64>>::default(0).to_matrix(), Array2::<f64>::zeros((0, 0)));
}

#[test]
fn their_containers_are_shapes_in_every_layout() {
    crate::is_a_shape::<Array1<f64>>(
        &array![1.0, 2.0],
        2,
        Some((&array![1.0], "dimensions differ: 2 and 1")),
    );
    let x = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    crate::is_a_shape::<Array2<f64>>(&x, 6, Some((&x.t().to_owned(), "dimensions differ: 2 × 3 and 3 × 2")));
    crate::is_a_shape::<Array2<f64>>(&x.clone().reversed_axes(), 6, None);
    let mut inverted = x.clone();
    inverted.invert_axis(Axis(1));
    crate::is_a_shape::<Array2<f64>>(&inverted, 6, None);
    crate::is_a_shape::<Array2<f64>>(
        &Array2::from_shape_vec((2, 3).f(), vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).expect("six"),
        6,
        None,
    );
    crate::is_a_shape::<Array3<f64>>(&Array3::from_elem((2, 0, 3), 1.0), 0, None);
    crate::is_a_shape::<ArrayD<f64>>(
        &x.clone().into_dyn(),
        6,
        Some((&array![1.0].into_dyn(), "dimensions differ: 2 × 3 and 1")),
    );
    let ragged = |n: usize| array![vec![0.5], vec![0.5; n]];
    crate::is_a_shape::<Array1<Vec<f64>>>(
        &ragged(2),
        3,
        Some((&ragged(3), "lengths differ at `[1]`: 2 numbers and 3 numbers")),
    );
}
