//! glam: its vectors are data, and arguments and results by their arrays.

use ad::prelude::*;
use glam::{DMat3, DVec3};

/// The square of the distance of a point from a line through the origin.
#[exp(adjoint)]
fn distance(#[fixed] axis: &DVec3, point: [f64; 3]) -> f64 {
    let along = axis.x * point[0] + axis.y * point[1] + axis.z * point[2];
    let square = point[0] * point[0] + point[1] * point[1] + point[2] * point[2];
    square - along * along
}

#[test]
fn vectors_of_glam_are_data() {
    let (axis, point) = (DVec3::new(0.0, 0.6, 0.8), DVec3::new(1.0, 2.0, 3.0));
    let e = Distance { axis: &axis };
    let expected = 2.0 * (point - axis * axis.dot(point));
    let gradient = DVec3::from(call::grad(&e, &point.to_array()));
    assert!((gradient - expected).length() < 1e-14);
    let hessian = DMat3::from_cols_array_2d(&call::hessian(&e, &point.to_array()));
    let projection = DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z);
    assert!((hessian - 2.0 * (DMat3::IDENTITY - projection)).abs_diff_eq(DMat3::ZERO, 1e-14));
}
