//! A robot arm with six joints: where is the hand, how does it move, and which angles bring it to a place?
//!
//! Forward kinematics is a product of the four-by-four matrices of J. Denavit and R. Hartenberg (1955), here with the published
//! dimensions of a Universal Robots UR5. Its Jacobian is compared with the geometric one of textbooks, whose columns are zᵢ × (p
//! - pᵢ). It drives the inverse kinematics: Newton steps, damped as by C. Wampler (1986).

use std::f64::consts::FRAC_PI_2;

use ad::call;
use ad::prelude::*;

/// (a, d, α) of each joint, in metres and radians.
const UR5: [(f64, f64, f64); 6] = [
    (0.0, 0.089_159, FRAC_PI_2),
    (-0.425, 0.0, 0.0),
    (-0.392_25, 0.0, 0.0),
    (0.0, 0.109_15, FRAC_PI_2),
    (0.0, 0.094_65, -FRAC_PI_2),
    (0.0, 0.082_3, 0.0),
];

/// A rotation and a translation.
#[exp]
#[derive(Clone, Copy, Debug)]
struct Frame {
    rotation: [[f64; 3]; 3],
    position: [f64; 3],
}

/// From one joint's frame to the next.
#[exp]
fn joint(#[fixed] (a, d, alpha): (f64, f64, f64), theta: f64) -> Frame<f64> {
    let (s, c) = theta.sin_cos();
    let (sa, ca) = alpha.sin_cos();
    Frame {
        rotation: [[c, -s * ca, s * sa], [s, c * ca, -c * sa], [0.0, sa, ca]],
        position: [a * c, a * s, d],
    }
}

/// One frame seen from another.
#[exp]
fn compose(outer: Frame<f64>, inner: Frame<f64>) -> Frame<f64> {
    let mut result = outer;
    for i in 0..3 {
        for j in 0..3 {
            result.rotation[i][j] = (0..3).map(|k| outer.rotation[i][k] * inner.rotation[k][j]).sum();
            result.position[i] += outer.rotation[i][j] * inner.position[j];
        }
    }
    result
}

/// The frames of all joints; the last is the hand's.
#[exp]
fn frames(angles: [f64; 6]) -> Vec<Frame<f64>> {
    let mut frame =
        Frame { rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], position: [0.0; 3] };
    let mut frames = vec![frame];
    for (link, theta) in UR5.iter().zip(angles) {
        frame = compose(frame, joint(*link, theta));
        frames.push(frame);
    }
    frames
}

/// Where the hand is.
#[exp]
fn hand(angles: [f64; 6]) -> [f64; 3] {
    frames(angles)[6].position
}

/// Angles near `start` that bring the hand to `target`.
fn reach(target: [f64; 3], start: [f64; 6]) -> [f64; 6] {
    let mut angles = start;
    for _ in 0..50 {
        let p = hand(angles);
        let jacobian = call::jacobian(&Hand, &angles);
        let error = [target[0] - p[0], target[1] - p[1], target[2] - p[2]];
        // Δθ = Jᵀ (JJᵀ + λI)⁻¹ Δp: of all angles that would do, those that move least.
        let mut square = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                square[i][j] = (0..6).map(|k| jacobian[i][k] * jacobian[j][k]).sum();
            }
            square[i][i] += 1e-6;
        }
        let [a, b, c] = square;
        let volume = dot(a, cross(b, c));
        let weights = [
            dot(error, cross(b, c)) / volume,
            dot(error, cross(c, a)) / volume,
            dot(error, cross(a, b)) / volume,
        ];
        for (k, angle) in angles.iter_mut().enumerate() {
            *angle += (0..3).map(|i| jacobian[i][k] * weights[i]).sum::<f64>();
        }
    }
    angles
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn main() {
    // Stretched out, the sums of the dimensions can be read off.
    let home = hand([0.0; 6]);
    println!("at rest the hand is at {home:.5?}");
    for (found, expected) in
        home.into_iter().zip([-0.425 - 0.392_25, -0.109_15 - 0.082_3, 0.089_159 - 0.094_65])
    {
        assert!((found - expected).abs() < 1e-15);
    }

    let angles = [0.3, -1.2, 1.4, -0.8, 0.5, 0.1];
    let jacobian = call::jacobian(&Hand, &angles);
    let frames = frames(angles);
    println!("its Jacobian at {angles:?} is");
    for (i, row) in jacobian.iter().enumerate() {
        println!("  {row:8.4?}");
        for (joint, entry) in row.iter().enumerate() {
            let Frame { rotation, position } = frames[joint];
            let axis = rotation.map(|row| row[2]);
            let lever = std::array::from_fn(|k| frames[6].position[k] - position[k]);
            assert!((entry - cross(axis, lever)[i]).abs() < 1e-15);
        }
    }

    let target = [-0.4, -0.3, 0.5];
    let found = reach(target, angles);
    println!("the angles {found:.4?} bring it to {:.6?}", hand(found));
    for (found, target) in hand(found).into_iter().zip(target) {
        assert!((found - target).abs() < 1e-12);
    }
}
