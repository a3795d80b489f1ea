//! Bundle adjustment: where cameras see points, and how wrong that is.

#![allow(clippy::if_not_else, reason = "the ordinary case comes first")]

use ad::prelude::*;
use ad::sparse::{self, LeastSquares};

/// The error of the projection of the point `x` by a camera, times `w`: angle-axis rotation, centre, focal length,
/// principal point, radial distortion.
#[exp(adjoint)]
#[inline]
pub fn reprojection(#[fixed] feature: [f64; 2], camera: [f64; 11], x: [f64; 3], w: f64) -> [f64; 2] {
    let r = [camera[0], camera[1], camera[2]];
    let y = [x[0] - camera[3], x[1] - camera[4], x[2] - camera[5]];
    let square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    let p = if square != 0.0 {
        let angle = square.sqrt();
        let (sin, cos) = (angle.sin(), angle.cos());
        let v = [r[0] / angle, r[1] / angle, r[2] / angle];
        let cross = [v[1] * y[2] - v[2] * y[1], v[2] * y[0] - v[0] * y[2], v[0] * y[1] - v[1] * y[0]];
        let along = (v[0] * y[0] + v[1] * y[1] + v[2] * y[2]) * (1.0 - cos);
        [
            y[0] * cos + cross[0] * sin + v[0] * along,
            y[1] * cos + cross[1] * sin + v[1] * along,
            y[2] * cos + cross[2] * sin + v[2] * along,
        ]
    } else {
        [
            y[0] + (r[1] * y[2] - r[2] * y[1]),
            y[1] + (r[2] * y[0] - r[0] * y[2]),
            y[2] + (r[0] * y[1] - r[1] * y[0]),
        ]
    };
    let (u, v) = (p[0] / p[2], p[1] / p[2]);
    let s = u * u + v * v;
    let distortion = 1.0 + camera[9] * s + camera[10] * s * s;
    [
        w * (camera[6] * distortion * u + camera[7] - feature[0]),
        w * (camera[6] * distortion * v + camera[8] - feature[1]),
    ]
}

/// Which camera sees which point, and where.
#[derive(Clone, Debug)]
pub struct Observation {
    pub camera: usize,
    pub point: usize,
    pub feature: [f64; 2],
}

/// The errors of all observations, and then 1 - w² for their weights.
#[exp]
pub fn residuals(
    observations: &[Observation],
    cameras: &[[f64; 11]],
    points: &[[f64; 3]],
    weights: &[f64],
) -> (Vec<[f64; 2]>, Vec<f64>) {
    let errors = observations
        .iter()
        .zip(weights)
        .map(|(seen, w)| reprojection(seen.feature, cameras[seen.camera], points[seen.point], *w))
        .collect();
    (errors, weights.iter().map(|w| 1.0 - w * w).collect())
}

/// Cameras, points and weights.
pub type Parameters = (Vec<[f64; 11]>, Vec<[f64; 3]>, Vec<f64>);

pub fn objective(observations: &[Observation], x: &Parameters) -> (Vec<[f64; 2]>, Vec<f64>) {
    residuals(observations, &x.0, &x.1, &x.2)
}

/// How far the square of a weight is from 1.
#[exp(adjoint)]
fn regularity(w: f64) -> f64 {
    1.0 - w * w
}

/// The sparse Jacobian. A row of an error has 15 entries: of its camera, its point and its weight.
pub fn jacobian(observations: &[Observation], x: &Parameters) -> sparse::Csr {
    let (cameras, points, weights) = sparse::numbered::<Parameters>(x);
    sparse::Linearization::new::<Parameters>(x)
        .blocks(errors(observations, &cameras, &points, &weights))
        .blocks(weights.iter().map(|w| (Regularity, *w)))
        .jacobian()
}

/// All errors, prepared for evaluation at many points.
#[allow(dead_code, reason = "only the bench evaluates at many points")]
pub fn problem(observations: &[Observation], x: &Parameters) -> LeastSquares<'static, Parameters> {
    let (cameras, points, weights) = sparse::numbered::<Parameters>(x);
    LeastSquares::new(x)
        .blocks(errors(observations, &cameras, &points, &weights))
        .blocks(weights.iter().map(|w| (Regularity, *w)))
}

/// The errors of observations, each with the columns of its parameters.
fn errors(
    observations: &[Observation],
    cameras: &[[usize; 11]],
    points: &[[usize; 3]],
    weights: &[usize],
) -> impl Iterator<Item = (Reprojection, ([usize; 11], [usize; 3], usize))> {
    observations.iter().zip(weights).map(|(seen, w)| {
        (Reprojection { feature: seen.feature }, (cameras[seen.camera], points[seen.point], *w))
    })
}
