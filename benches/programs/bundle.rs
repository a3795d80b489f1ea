//! The residual of bundle adjustment, written with small functions of vectors.

use super::Random;
use ad::prelude::*;

#[exp(adjoint)]
pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[exp(adjoint, name = DotOfThree)]
pub fn dot_of_three(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The rotation of O. Rodrigues.
#[exp(adjoint)]
pub fn rotate(r: [f64; 3], x: [f64; 3]) -> [f64; 3] {
    let square = dot_of_three(r, r);
    let mut y = x;
    if square != 0.0 {
        let angle = square.sqrt();
        let (sin, cos) = (angle.sin(), angle.cos());
        let inverse = 1.0 / angle;
        let axis = r.map(|r| r * inverse);
        let across = cross(axis, x);
        let along = dot_of_three(axis, x) * (1.0 - cos);
        for i in 0..3 {
            y[i] = x[i] * cos + across[i] * sin + axis[i] * along;
        }
    } else {
        let across = cross(r, x);
        for i in 0..3 {
            y[i] += across[i];
        }
    }
    y
}

/// The error of a projection, times `weight`: rotation, centre, focal length, principal point, radial distortion.
#[exp(adjoint)]
pub fn residual(#[fixed] feature: [f64; 2], camera: [f64; 11], point: [f64; 3], weight: f64) -> [f64; 2] {
    let [r0, r1, r2, c0, c1, c2, f, u, v, k1, k2] = camera;
    let x = rotate([r0, r1, r2], [point[0] - c0, point[1] - c1, point[2] - c2]);
    let (px, py) = (x[0] / x[2], x[1] / x[2]);
    let square = px * px + py * py;
    let distortion = 1.0 + k1 * square + k2 * square * square;
    [weight * (px * distortion * f + u - feature[0]), weight * (py * distortion * f + v - feature[1])]
}

/// Observations: the feature, and the camera, the point and the weight.
pub fn observations(n: usize) -> Vec<([f64; 2], ([f64; 11], [f64; 3], f64))> {
    let mut random = Random::new();
    let mut between = |low: f64, high: f64| low + (high - low) * 0.5 * (random.next() + 1.0);
    (0..n)
        .map(|_| {
            let camera = [
                (-0.3, 0.3),
                (-0.3, 0.3),
                (-0.3, 0.3),
                (-1.0, 1.0),
                (-1.0, 1.0),
                (-6.0, -5.0),
                (500.0, 600.0),
                (310.0, 330.0),
                (230.0, 250.0),
                (-0.1, 0.1),
                (-0.01, 0.01),
            ]
            .map(|(low, high)| between(low, high));
            let point = [0; 3].map(|_| between(-1.0, 1.0));
            let weight = between(0.5, 1.5);
            ([0; 2].map(|_| between(0.0, 640.0)), (camera, point, weight))
        })
        .collect()
}
