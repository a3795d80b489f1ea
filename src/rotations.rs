//! Rotations and rigid motions of space, with derivatives of all orders at the identity too.
//!
//! The usual formulas divide by the angle, or test whether it is 0. So their derivatives at the identity are lost, where an
//! optimisation over poses starts. These functions have no such place: sin θ / θ and the like are [Stumpff's
//! functions](crate::special::stumpff) of θ².
//!
//! | | a rotation, SO(3) | a rigid motion, SE(3) |
//! |---|---|---|
//! | value | unit quaternion `[w, x, y, z]` | rotation and translation, `([w, x, y, z], [x, y, z])` |
//! | tangent vector | axis times angle, in radians | translational and rotational part, `([x, y, z], [x, y, z])` |
//! | exponential map | [`rotation`] | [`motion`] |
//! | logarithm | [`rotation_vector`] | [`motion_vector`] |
//! | composition, inverse | [`composed`], [`inverse`] | [`motions_composed`], [`motion_inverse`] |
//! | action on a point | [`rotated`] | [`moved`] |
//!
//! All are `#[exp]` functions with adjoint programs. So they can be called from a user's functions, with any strategy. With the
//! feature `nalgebra`, `rotations::nalgebra` has the same functions over nalgebra's types.
//!
//! ```
//! use ad::prelude::*;
//! use ad::rotations::{rotated, rotation};
//!
//! #[exp(adjoint)]
//! fn turned(w: [f64; 3]) -> [f64; 3] {
//!     rotated(rotation(w), [1.0, 2.0, 3.0])
//! }
//!
//! // At the identity: the cross product with the point.
//! assert_eq!(call::jacobian(&Turned, &[0.0; 3]), [[0.0, 3.0, -2.0], [-3.0, 0.0, 1.0], [2.0, -1.0, 0.0]]);
//! ```
//!
//! A small change of a pose is the exponential of a tangent vector: an optimiser minimises over `v` in `composed(q, rotation(v))`, from
//! v = 0.
//!
//! # Source
//!
//! J. Solà, J. Deray, D. Atchuthan, *A micro Lie theory for state estimation in robotics*, 2018, appendices B and D.

#[cfg(feature = "nalgebra")]
pub mod nalgebra;

use crate::exp;
use crate::special::{squared_angle, stumpff};

/// The rotation by the angle |v| about the axis v: the exponential map of SO(3), as a unit quaternion `[w, x, y, z]`.
///
/// ```
/// use ad::rotations::rotation;
/// assert_eq!(rotation([0.0; 3]), [1.0, 0.0, 0.0, 0.0]);
/// ```
#[exp(adjoint, crate = crate)]
pub fn rotation(v: [f64; 3]) -> [f64; 4] {
    let quarter = dot(v, v) / 4.0;
    let s = stumpff(1, quarter) / 2.0;
    [stumpff(0, quarter), s * v[0], s * v[1], s * v[2]]
}

/// The axis of a rotation times its angle, which is at most π: the logarithm on SO(3).
///
/// `q` need not have length 1. `q` and `-q` are the same rotation. By an angle of exactly π there are two such vectors, and the
/// derivative is that of one of them.
///
/// ```
/// use ad::rotations::{rotation, rotation_vector};
/// let v = rotation_vector(rotation([0.3, -0.2, 0.5]));
/// assert!((v[0] - 0.3).abs() < 1e-15 && (v[1] + 0.2).abs() < 1e-15 && (v[2] - 0.5).abs() < 1e-15);
/// ```
#[exp(adjoint, crate = crate)]
pub fn rotation_vector(q: [f64; 4]) -> [f64; 3] {
    let q = moderate(q);
    let (w, v) = (q[0], [q[1], q[2], q[3]]);
    let sine = dot(v, v);
    // Twice the angle that q has, times the direction of v. Only ratios grow as the derivative of the result does.
    if sine < w * w {
        let tangent = [v[0] / w, v[1] / w, v[2] / w];
        let factor = 2.0 * half_angle_over_tangent(squared_angle(dot(tangent, tangent)));
        return [factor * tangent[0], factor * tangent[1], factor * tangent[2]];
    }
    let sine = sine.sqrt();
    let angle = if w < 0.0 { -2.0 * sine.atan2(-w) } else { 2.0 * sine.atan2(w) };
    [angle * (v[0] / sine), angle * (v[1] / sine), angle * (v[2] / sine)]
}

/// A multiple of q, whose squares neither overflow nor underflow.
#[exp(adjoint, crate = crate)]
fn moderate(q: [f64; 4]) -> [f64; 4] {
    let square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if square < 1e-200 {
        [1e200 * q[0], 1e200 * q[1], 1e200 * q[2], 1e200 * q[3]]
    } else if square > 1e200 {
        [1e-200 * q[0], 1e-200 * q[1], 1e-200 * q[2], 1e-200 * q[3]]
    } else {
        q
    }
}

/// φ / tan φ of φ².
#[exp(adjoint, crate = crate)]
fn half_angle_over_tangent(square: f64) -> f64 {
    stumpff(0, square) / stumpff(1, square)
}

/// The rotation `q` after the rotation `p`: the product of the quaternions q p.
///
/// ```
/// use ad::rotations::{composed, inverse, rotation};
/// let q = rotation([0.1, 0.2, 0.3]);
/// let one = composed(q, inverse(q));
/// assert!((one[0] - 1.0).abs() < 1e-15 && one[1].abs() < 1e-16);
/// ```
#[exp(adjoint, crate = crate)]
pub fn composed(q: [f64; 4], p: [f64; 4]) -> [f64; 4] {
    [
        q[0] * p[0] - q[1] * p[1] - q[2] * p[2] - q[3] * p[3],
        q[0] * p[1] + q[1] * p[0] + q[2] * p[3] - q[3] * p[2],
        q[0] * p[2] - q[1] * p[3] + q[2] * p[0] + q[3] * p[1],
        q[0] * p[3] + q[1] * p[2] - q[2] * p[1] + q[3] * p[0],
    ]
}

/// The inverse of a rotation by a unit quaternion.
///
/// ```
/// assert_eq!(ad::rotations::inverse([0.5, 0.5, -0.5, 0.5]), [0.5, -0.5, 0.5, -0.5]);
/// ```
#[exp(adjoint, crate = crate)]
pub fn inverse(q: [f64; 4]) -> [f64; 4] {
    [q[0], -q[1], -q[2], -q[3]]
}

/// The point `p` after the rotation by a unit quaternion: q p q⁻¹.
///
/// ```
/// use std::f64::consts::FRAC_PI_2;
/// use ad::rotations::{rotated, rotation};
/// let p = rotated(rotation([0.0, 0.0, FRAC_PI_2]), [1.0, 0.0, 5.0]);
/// assert!(p[0].abs() < 1e-15 && (p[1] - 1.0).abs() < 1e-15 && (p[2] - 5.0).abs() < 1e-15);
/// ```
#[exp(adjoint, crate = crate)]
pub fn rotated(q: [f64; 4], p: [f64; 3]) -> [f64; 3] {
    let v = [q[1], q[2], q[3]];
    let t = cross(v, p);
    let t = [2.0 * t[0], 2.0 * t[1], 2.0 * t[2]];
    let u = cross(v, t);
    [p[0] + q[0] * t[0] + u[0], p[1] + q[0] * t[1] + u[1], p[2] + q[0] * t[2] + u[2]]
}

/// The rigid motion with a velocity and an angular velocity, for one unit of time: the exponential map of SE(3).
///
/// ```
/// use ad::rotations::motion;
/// assert_eq!(motion(([1.0, 2.0, 3.0], [0.0; 3])), ([1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0]));
/// ```
#[exp(adjoint, crate = crate)]
pub fn motion(tangent: ([f64; 3], [f64; 3])) -> ([f64; 4], [f64; 3]) {
    let (rho, v) = tangent;
    let square = dot(v, v);
    let (a, b) = (stumpff(2, square), stumpff(3, square));
    let once = cross(v, rho);
    let twice = cross(v, once);
    let t = [
        rho[0] + a * once[0] + b * twice[0],
        rho[1] + a * once[1] + b * twice[1],
        rho[2] + a * once[2] + b * twice[2],
    ];
    (rotation(v), t)
}

/// The velocity and the angular velocity of a rigid motion: the logarithm on SE(3).
///
/// ```
/// use ad::rotations::{motion, motion_vector};
/// let (rho, v) = motion_vector(motion(([1.0, 2.0, 3.0], [0.1, 0.2, -0.3])));
/// assert!((rho[0] - 1.0).abs() < 1e-14 && (v[2] + 0.3).abs() < 1e-15);
/// ```
#[exp(adjoint, crate = crate)]
pub fn motion_vector(a: ([f64; 4], [f64; 3])) -> ([f64; 3], [f64; 3]) {
    let (q, t) = a;
    let v = rotation_vector(q);
    let square = dot(v, v);
    // (1 - ½ θ cot ½θ) / θ²
    let b = (stumpff(3, square) - 2.0 * stumpff(4, square)) / (2.0 * stumpff(2, square));
    let once = cross(v, t);
    let twice = cross(v, once);
    let rho = [
        t[0] - 0.5 * once[0] + b * twice[0],
        t[1] - 0.5 * once[1] + b * twice[1],
        t[2] - 0.5 * once[2] + b * twice[2],
    ];
    (rho, v)
}

/// The rigid motion `a` after `b`.
///
/// ```
/// use ad::rotations::{motion, motion_inverse, motions_composed};
/// let a = motion(([1.0, 2.0, 3.0], [0.1, 0.2, -0.3]));
/// let (q, t) = motions_composed(a, motion_inverse(a));
/// assert!((q[0] - 1.0).abs() < 1e-15 && t.iter().all(|t| t.abs() < 1e-15));
/// ```
#[exp(adjoint, crate = crate)]
pub fn motions_composed(a: ([f64; 4], [f64; 3]), b: ([f64; 4], [f64; 3])) -> ([f64; 4], [f64; 3]) {
    (composed(a.0, b.0), moved(a, b.1))
}

/// The inverse of a rigid motion.
///
/// ```
/// use ad::rotations::motion_inverse;
/// assert_eq!(motion_inverse(([1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0])).1, [-1.0, -2.0, -3.0]);
/// ```
#[exp(adjoint, crate = crate)]
pub fn motion_inverse(a: ([f64; 4], [f64; 3])) -> ([f64; 4], [f64; 3]) {
    let q = inverse(a.0);
    let t = rotated(q, a.1);
    (q, [-t[0], -t[1], -t[2]])
}

/// The point `p` after a rigid motion: its rotation and then its translation.
///
/// ```
/// use ad::rotations::moved;
/// assert_eq!(moved(([1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0]), [1.0, 1.0, 1.0]), [2.0, 3.0, 4.0]);
/// ```
#[exp(adjoint, crate = crate)]
pub fn moved(a: ([f64; 4], [f64; 3]), p: [f64; 3]) -> [f64; 3] {
    let r = rotated(a.0, p);
    [r[0] + a.1[0], r[1] + a.1[1], r[2] + a.1[2]]
}

#[exp(adjoint, crate = crate)]
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[exp(adjoint, crate = crate)]
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
