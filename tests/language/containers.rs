//! Containers of numbers as arguments and results, owned and borrowed.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use ad::prelude::*;

/// The last three inputs of a filter, the oldest first.
#[exp]
fn smooth(mut window: VecDeque<f64>, x: f64) -> VecDeque<f64> {
    window.pop_front();
    window.push_back(x * x);
    window
}

#[exp]
fn of_a_boxed_slice(x: &Box<[f64]>, scale: f64) -> Box<[f64]> {
    x.iter().map(|x| scale * x).collect()
}

#[exp]
fn of_shared_weights(weights: Rc<Vec<f64>>, x: &Arc<[f64; 2]>) -> f64 {
    let other = Rc::clone(&weights);
    weights[0] * x[0] * other[1] + x[1]
}

#[test]
fn deques_boxed_slices_and_shared_pointers_are_shapes() {
    let window: VecDeque<f64> = [1.0, 2.0, 3.0].into();
    let rows = stack::jacobian(Smooth).eval(F64, (window, 5.0));
    let expected: [([f64; 3], f64); 3] = [([0.0, 1.0, 0.0], 0.0), ([0.0, 0.0, 1.0], 0.0), ([0.0; 3], 10.0)];
    assert_eq!(rows, expected.map(|(window, x)| (window.into(), x)));

    let x: Box<[f64]> = [2.0, 3.0].into();
    let (value, tangent) =
        forward::jvp(OfABoxedSlice).eval(F64, ((x.clone(), 5.0), ([1.0, 0.0].into(), 1.0)));
    assert_eq!((&*value, &*tangent), (&[10.0, 15.0][..], &[7.0, 3.0][..]));

    let weights = Rc::new(vec![2.0, 3.0]);
    let gradient = ad::call::grad(&OfSharedWeights, &(weights, Arc::new([5.0, 7.0])));
    assert_eq!(gradient, (Rc::new(vec![15.0, 10.0]), Arc::new([6.0, 1.0])));
}
