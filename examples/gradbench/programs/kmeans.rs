//! k-means: a step of Newton's method on the sum of squared distances to the nearest centroid.

use ad::prelude::*;

/// The square of the distance of `p` to `c`.
#[exp(adjoint)]
#[inline]
pub fn squared_distance(#[fixed] p: &[f64], c: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..c.len() {
        let difference = c[i] - p[i];
        sum += difference * difference;
    }
    sum
}

/// For each point the number of the centroid that is nearest: a choice, which is not differentiated.
pub fn nearest(points: &[Vec<f64>], centroids: &[Vec<f64>]) -> Vec<usize> {
    let nearest = |p: &Vec<f64>| {
        let mut best = (f64::INFINITY, 0);
        for (j, c) in centroids.iter().enumerate() {
            let distance = squared_distance(p, c);
            if distance < best.0 {
                best = (distance, j);
            }
        }
        best.1
    };
    points.iter().map(nearest).collect()
}

/// The sum of the squared distances of each point to the centroid that was chosen for it.
#[exp(adjoint)]
pub fn clustered(#[fixed] points: &[Vec<f64>], chosen: &[usize], centroids: &[Vec<f64>]) -> f64 {
    points.iter().zip(chosen).map(|(p, &j)| squared_distance(p, &centroids[j])).sum()
}

pub fn cost(points: &[Vec<f64>], centroids: &[Vec<f64>]) -> f64 {
    let least = |p: &Vec<f64>| centroids.iter().map(|c| squared_distance(p, c)).fold(f64::INFINITY, f64::min);
    points.iter().map(least).sum()
}

/// The gradient of the cost divided by the diagonal of its Hessian. The Hessian is diagonal, so its product with a vector of ones
/// is the diagonal.
pub fn direction(points: &[Vec<f64>], centroids: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let chosen = nearest(points, centroids);
    let e = Clustered { points, chosen: &chosen };
    let ones: Vec<Vec<f64>> = centroids.iter().map(|c| vec![1.0; c.len()]).collect();
    let (gradient, diagonal) = forward::jvp(adjoint::grad(e)).at((centroids.to_vec(), ones));
    let quotient = |(g, d): (&Vec<f64>, &Vec<f64>)| g.iter().zip(d).map(|(g, d)| g / d).collect();
    gradient.iter().zip(&diagonal).map(quotient).collect()
}
