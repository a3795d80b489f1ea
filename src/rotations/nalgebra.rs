//! The functions of [`rotations`](super) over nalgebra's types.
//!
//! nalgebra's own operators and functions need `'static` numbers, and some of them compare an angle with 0. These work with numbers
//! of an evaluation, and have derivatives of all orders at the identity. With plain floats they compute the same as nalgebra.
//!
//! | | a rotation, SO(3) | a rigid motion, SE(3) |
//! |---|---|---|
//! | value | `UnitQuaternion<f64>` | `Isometry3<f64>` |
//! | tangent vector | `Vector3<f64>`: axis times angle, in radians | `Vector6<f64>`: translational part, then rotational part |
//! | exponential map | [`rotation`] | [`motion`] |
//! | logarithm | [`rotation_vector`] | [`motion_vector`] |
//! | composition, inverse | [`composed`], [`inverse`] | [`motions_composed`], [`motion_inverse`] |
//! | action on a point, which is a `Vector3<f64>` | [`rotated`] | [`moved`] |
//! | as arrays | [`wxyz`], [`from_wxyz`] | [`parts`], [`from_parts`] |
//!
//! ```
//! use ad::nalgebra::Rows;
//! use ad::prelude::*;
//! use ad::rotations::nalgebra::{motion, motions_composed, moved};
//! use nalgebra::{Isometry3, Matrix3x6, Vector3, Vector6};
//!
//! /// The distance of a landmark from its measured place, after a small change of the pose.
//! #[exp(adjoint)]
//! fn residual(pose: &Isometry3<f64>, #[fixed] seen: [f64; 3], change: &Vector6<f64>, p: &Vector3<f64>) -> Vector3<f64> {
//!     let q = moved(&motions_composed(pose, &motion(change)), p);
//!     Vector3::new(q[0] - seen[0], q[1] - seen[1], q[2] - seen[2])
//! }
//!
//! let pose = Isometry3::new(Vector3::new(0.1, 0.2, 0.3), Vector3::new(0.4, -0.5, 0.6));
//! let p = Vector3::new(1.0, 2.0, 3.0);
//! let e = Residual { seen: [0.5, 2.5, 3.0] }.given(pose);
//! let rows = call::jacobian(&e, &(&Vector6::zeros(), &p)).map(|(by_change, _)| by_change);
//! let jacobian: Matrix3x6<f64> = rows.to_matrix();
//! // R (I, -p×)
//! let r = pose.rotation.to_rotation_matrix().into_inner();
//! assert!((jacobian.fixed_columns::<3>(0) - r).norm() < 1e-15);
//! assert!((jacobian.fixed_columns::<3>(3) + r * p.cross_matrix()).norm() < 1e-14);
//! ```
//!
//! # The order of coordinates
//!
//! nalgebra stores a quaternion as `[x, y, z, w]`. A gradient with respect to a quaternion has the same order. Its `coords` are
//! the derivatives by the four coordinates, as if the coordinates were independent. Such a gradient does not have length 1, and
//! is no rotation. A derivative by a tangent vector, as above, has no superfluous direction. In `Quaternion::new` and in the
//! arrays of [`rotations`](super), `w` comes first.
//!
//! # Source
//!
//! That of [`rotations`](super#source).

use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3, Vector6};

use crate::exp;

/// The quaternion of a rotation as an array `[w, x, y, z]`.
///
/// ```
/// use ad::rotations::nalgebra::wxyz;
/// use nalgebra::UnitQuaternion;
/// assert_eq!(wxyz(&UnitQuaternion::<f64>::identity()), [1.0, 0.0, 0.0, 0.0]);
/// ```
#[exp(adjoint, crate = crate)]
pub fn wxyz(q: &UnitQuaternion<f64>) -> [f64; 4] {
    [q.coords[3], q.coords[0], q.coords[1], q.coords[2]]
}

/// The rotation by a unit quaternion `[w, x, y, z]`, which is not normalized.
///
/// ```
/// use ad::rotations::nalgebra::from_wxyz;
/// use nalgebra::UnitQuaternion;
/// assert_eq!(from_wxyz([1.0, 0.0, 0.0, 0.0]), UnitQuaternion::identity());
/// ```
#[exp(adjoint, crate = crate)]
pub fn from_wxyz(q: [f64; 4]) -> UnitQuaternion<f64> {
    UnitQuaternion::new_unchecked(Quaternion::new(q[0], q[1], q[2], q[3]))
}

/// The rotation `[w, x, y, z]` and the translation of a rigid motion.
///
/// ```
/// use ad::rotations::nalgebra::parts;
/// use nalgebra::Isometry3;
/// assert_eq!(parts(&Isometry3::translation(1.0, 2.0, 3.0)), ([1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0]));
/// ```
#[exp(adjoint, crate = crate)]
pub fn parts(a: &Isometry3<f64>) -> ([f64; 4], [f64; 3]) {
    (wxyz(&a.rotation), coordinates(&a.translation.vector))
}

/// The rigid motion with a rotation `[w, x, y, z]` and a translation.
///
/// ```
/// use ad::rotations::nalgebra::from_parts;
/// use nalgebra::Isometry3;
/// assert_eq!(from_parts(([1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0])), Isometry3::translation(1.0, 2.0, 3.0));
/// ```
#[exp(adjoint, crate = crate)]
pub fn from_parts(a: ([f64; 4], [f64; 3])) -> Isometry3<f64> {
    let (q, t) = a;
    Isometry3 { rotation: from_wxyz(q), translation: Translation3::new(t[0], t[1], t[2]) }
}

/// The rotation by the angle |v| about the axis v: the exponential map of SO(3).
///
/// ```
/// use ad::rotations::nalgebra::rotation;
/// use nalgebra::{UnitQuaternion, Vector3};
/// let v = Vector3::new(0.3, -0.2, 0.5);
/// assert!(rotation(&v).angle_to(&UnitQuaternion::from_scaled_axis(v)) < 1e-7);
/// ```
#[exp(adjoint, crate = crate)]
pub fn rotation(v: &Vector3<f64>) -> UnitQuaternion<f64> {
    from_wxyz(super::rotation(coordinates(v)))
}

/// The axis of a rotation times its angle, which is at most π: the logarithm on SO(3).
///
/// See [`rotations::rotation_vector`](super::rotation_vector) for an angle of π.
///
/// ```
/// use ad::rotations::nalgebra::{rotation, rotation_vector};
/// use nalgebra::Vector3;
/// let v = Vector3::new(0.3, -0.2, 0.5);
/// assert!((rotation_vector(&rotation(&v)) - v).norm() < 1e-15);
/// ```
#[exp(adjoint, crate = crate)]
pub fn rotation_vector(q: &UnitQuaternion<f64>) -> Vector3<f64> {
    vector(super::rotation_vector(wxyz(q)))
}

/// The rotation `q` after the rotation `p`: `q * p`.
///
/// ```
/// use ad::rotations::nalgebra::{composed, rotation};
/// use nalgebra::Vector3;
/// let (q, p) = (rotation(&Vector3::new(0.1, 0.2, 0.3)), rotation(&Vector3::new(1.0, 0.0, -1.0)));
/// assert!((composed(&q, &p).coords - (q * p).coords).norm() < 1e-15);
/// ```
#[exp(adjoint, crate = crate)]
pub fn composed(q: &UnitQuaternion<f64>, p: &UnitQuaternion<f64>) -> UnitQuaternion<f64> {
    from_wxyz(super::composed(wxyz(q), wxyz(p)))
}

/// The inverse of a rotation.
///
/// ```
/// use ad::rotations::nalgebra::{inverse, rotation};
/// use nalgebra::Vector3;
/// let q = rotation(&Vector3::new(0.1, 0.2, 0.3));
/// assert_eq!(inverse(&q), q.inverse());
/// ```
#[exp(adjoint, crate = crate)]
pub fn inverse(q: &UnitQuaternion<f64>) -> UnitQuaternion<f64> {
    from_wxyz(super::inverse(wxyz(q)))
}

/// The point `p` after a rotation: `q * p`.
///
/// ```
/// use ad::rotations::nalgebra::{rotated, rotation};
/// use nalgebra::Vector3;
/// let (q, p) = (rotation(&Vector3::new(0.1, 0.2, 0.3)), Vector3::new(1.0, 2.0, 3.0));
/// assert!((rotated(&q, &p) - q * p).norm() < 1e-14);
/// ```
#[exp(adjoint, crate = crate)]
pub fn rotated(q: &UnitQuaternion<f64>, p: &Vector3<f64>) -> Vector3<f64> {
    vector(super::rotated(wxyz(q), coordinates(p)))
}

/// The rigid motion with a velocity and an angular velocity, one after the other, for one unit of time: the exponential map of SE(3).
///
/// ```
/// use ad::rotations::nalgebra::motion;
/// use nalgebra::{Isometry3, Vector6};
/// assert_eq!(motion(&Vector6::new(1.0, 2.0, 3.0, 0.0, 0.0, 0.0)), Isometry3::translation(1.0, 2.0, 3.0));
/// ```
#[exp(adjoint, crate = crate)]
pub fn motion(tangent: &Vector6<f64>) -> Isometry3<f64> {
    let t = tangent;
    from_parts(super::motion(([t[0], t[1], t[2]], [t[3], t[4], t[5]])))
}

/// The velocity and the angular velocity of a rigid motion: the logarithm on SE(3).
///
/// ```
/// use ad::rotations::nalgebra::{motion, motion_vector};
/// use nalgebra::Vector6;
/// let v = Vector6::new(1.0, 2.0, 3.0, 0.1, 0.2, -0.3);
/// assert!((motion_vector(&motion(&v)) - v).norm() < 1e-14);
/// ```
#[exp(adjoint, crate = crate)]
pub fn motion_vector(a: &Isometry3<f64>) -> Vector6<f64> {
    let (t, r) = super::motion_vector(parts(a));
    Vector6::new(t[0], t[1], t[2], r[0], r[1], r[2])
}

/// The rigid motion `a` after `b`: `a * b`.
///
/// ```
/// use ad::rotations::nalgebra::{motion, motion_inverse, motions_composed};
/// use nalgebra::Vector6;
/// let a = motion(&Vector6::new(1.0, 2.0, 3.0, 0.1, 0.2, -0.3));
/// assert!(motions_composed(&a, &motion_inverse(&a)).translation.vector.norm() < 1e-15);
/// ```
#[exp(adjoint, crate = crate)]
pub fn motions_composed(a: &Isometry3<f64>, b: &Isometry3<f64>) -> Isometry3<f64> {
    from_parts(super::motions_composed(parts(a), parts(b)))
}

/// The inverse of a rigid motion.
///
/// ```
/// use ad::rotations::nalgebra::motion_inverse;
/// use nalgebra::Isometry3;
/// assert_eq!(motion_inverse(&Isometry3::translation(1.0, 2.0, 3.0)), Isometry3::translation(-1.0, -2.0, -3.0));
/// ```
#[exp(adjoint, crate = crate)]
pub fn motion_inverse(a: &Isometry3<f64>) -> Isometry3<f64> {
    from_parts(super::motion_inverse(parts(a)))
}

/// The point `p` after a rigid motion: its rotation and then its translation.
///
/// ```
/// use ad::rotations::nalgebra::moved;
/// use nalgebra::{Isometry3, Vector3};
/// let p = Vector3::new(1.0, 1.0, 1.0);
/// assert_eq!(moved(&Isometry3::translation(1.0, 2.0, 3.0), &p), Vector3::new(2.0, 3.0, 4.0));
/// ```
#[exp(adjoint, crate = crate)]
pub fn moved(a: &Isometry3<f64>, p: &Vector3<f64>) -> Vector3<f64> {
    vector(super::moved(parts(a), coordinates(p)))
}

#[exp(adjoint, crate = crate)]
fn coordinates(v: &Vector3<f64>) -> [f64; 3] {
    [v[0], v[1], v[2]]
}

#[exp(adjoint, crate = crate)]
fn vector(v: [f64; 3]) -> Vector3<f64> {
    Vector3::new(v[0], v[1], v[2])
}
