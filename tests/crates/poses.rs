//! nalgebra's quaternions, rotations, translations and isometries as arguments, results and fields, with and without adjoint programs.

#![allow(clippy::cast_precision_loss, reason = "indices are small")]

use crate::check;
use ad::nalgebra::{Rows, matrix};
use ad::prelude::*;
use ad::replay;
use ad::rotations::nalgebra as poses;
use nalgebra::{
    Isometry2, Isometry3, IsometryMatrix3, Matrix2x3, Matrix2x4, Matrix3, Matrix3x2, Matrix3x4, Matrix3x6,
    Matrix4, Matrix4x2, Matrix4x3, Quaternion, RealField, Rotation2, Rotation3, RowVector2, RowVector3,
    Translation2, Translation3, Unit, UnitComplex, UnitQuaternion, UnitVector3, Vector1, Vector2, Vector3,
    Vector4, Vector5, Vector6,
};

fn pose() -> Isometry3<f64> {
    Isometry3::new(Vector3::new(1.0, -2.0, 0.5), Vector3::new(0.3, -0.4, 1.1))
}

fn other() -> Isometry3<f64> {
    Isometry3::new(Vector3::new(-0.3, 0.7, 2.0), Vector3::new(-0.9, 0.2, 0.6))
}

fn point() -> Vector3<f64> {
    Vector3::new(0.7, 2.0, -1.5)
}

#[test]
fn their_containers_are_shapes() {
    let (a, r) = (pose(), pose().rotation.to_rotation_matrix());
    crate::is_a_shape::<Quaternion<f64>>(&a.rotation, 4, None);
    crate::is_a_shape::<UnitQuaternion<f64>>(&a.rotation, 4, None);
    crate::is_a_shape::<UnitVector3<f64>>(&Unit::new_normalize(point()), 3, None);
    crate::is_a_shape::<UnitComplex<f64>>(&UnitComplex::new(0.3), 2, None);
    crate::is_a_shape::<Translation3<f64>>(&a.translation, 3, None);
    crate::is_a_shape::<Rotation3<f64>>(&r, 9, None);
    crate::is_a_shape::<Rotation2<f64>>(&Rotation2::new(0.3), 4, None);
    crate::is_a_shape::<Isometry3<f64>>(&a, 7, None);
    crate::is_a_shape::<IsometryMatrix3<f64>>(&IsometryMatrix3::from_parts(a.translation, r), 12, None);
    crate::is_a_shape::<Isometry2<f64>>(&Isometry2::new(Vector2::new(1.0, 2.0), 0.3), 4, None);
    // Entries with a structure of their own.
    let lists = |length| Translation2 {
        vector: Vector2::from_array_storage(nalgebra::ArrayStorage([[vec![0.5], vec![0.5; length]]])),
    };
    crate::is_a_shape::<Translation2<Vec<f64>>>(
        &lists(1),
        2,
        Some((&lists(2), "lengths differ at `.vector[(1, 0)]`: 1 number and 2 numbers")),
    );
}

#[exp(adjoint)]
mod robot {
    use super::*;

    // `PartialEq` of an isometry needs `'static` numbers.
    #[derive(Clone, Debug)]
    pub(super) struct Camera {
        pub(super) pose: Isometry3<f64>,
        pub(super) mount: Rotation3<f64>,
        pub(super) offset: Translation3<f64>,
        pub(super) axis: UnitVector3<f64>,
        pub(super) focal: f64,
    }

    /// Each coordinate of each part has another factor.
    pub(super) fn sum(
        camera: &Camera,
        base: &Isometry2<f64>,
        turn: &Rotation2<f64>,
        spin: &Quaternion<f64>,
    ) -> f64 {
        let q = &camera.pose.rotation.coords;
        let mut sum = q[0] * q[1] + 2.0 * q[1] * q[2] + 3.0 * q[2] * q[3] * q[3];
        let m: Matrix3<f64> = matrix(&camera.mount);
        for i in 0..3 {
            for j in 0..3 {
                sum += (1.0 + i as f64 + 3.0 * j as f64) * m[(i, j)] * m[(j, i)] * m[(i, j)];
            }
            let t = camera.pose.translation.vector[i];
            sum += t * t * camera.offset.vector[i] * camera.axis[i];
        }
        let r = matrix(turn);
        sum *= base.rotation.re * base.rotation.im + base.translation.vector[1] * r[(0, 1)];
        sum * camera.focal + spin.coords[3] * spin.coords[0] * sum
    }

    /// All constructors.
    pub(super) fn made(x: f64, y: f64, z: f64) -> (Camera, Isometry2<f64>, Rotation2<f64>, Quaternion<f64>) {
        let q = Quaternion::new(x * y, y, 1.0, z * z);
        let mut rotation: UnitQuaternion<f64> = UnitQuaternion::new_unchecked(q);
        if x > 0.5 {
            rotation = poses::composed(&rotation, &rotation);
        }
        let pose = Isometry3 { rotation, translation: Translation3::new(x, 2.0 * y, z * x) };
        let m = Matrix3::new(x, y, z, x * x, 2.0, y * y, z * x, z * y, 0.0);
        let mount = Rotation3::from_matrix_unchecked(m);
        let axis = UnitVector3::new_unchecked(Vector3::new(y, x, x * z));
        let camera = Camera { pose, mount, offset: Translation3::new(y, x, 1.0), axis, focal: x * y * z };
        let base = Isometry2 {
            rotation: UnitComplex::new_unchecked(num_complex::Complex { re: x, im: y }),
            translation: Translation2::new(z, x),
        };
        let turn = Rotation2::from_matrix_unchecked(nalgebra::Matrix2::new(x, y, z, x * y));
        (camera, base, turn, q)
    }

    /// A trajectory: a list of poses that grows, is overwritten, and is read.
    pub(super) fn trajectory(
        start: Isometry3<f64>,
        steps: &[Vector6<f64>],
        p: &Vector3<f64>,
    ) -> Vector3<f64> {
        let mut poses = vec![start];
        for step in steps {
            let last = poses[poses.len() - 1];
            poses.push(poses::motions_composed(&last, &poses::motion(step)));
        }
        let mut here = *p;
        for pose in poses.iter().rev() {
            here = poses::moved(pose, &here);
        }
        poses[0] = poses::motion_inverse(&poses[poses.len() - 1]);
        poses::moved(&poses[0], &here)
    }
}
use robot::*;

type Parts = (Camera, Isometry2<f64>, Rotation2<f64>, Quaternion<f64>);

fn parts() -> Parts {
    let camera = Camera {
        pose: pose(),
        mount: other().rotation.to_rotation_matrix(),
        offset: Translation3::new(0.1, 0.2, -0.3),
        axis: Unit::new_normalize(point()),
        focal: 1.5,
    };
    (
        camera,
        Isometry2::new(Vector2::new(1.0, 2.0), 0.3),
        Rotation2::new(0.4),
        Quaternion::new(0.5, 1.0, -2.0, 3.0),
    )
}

#[test]
fn each_container_is_an_argument_and_a_field() {
    check::program(&Sum, &parts());
    testing::check_by_differences(&Sum, &parts()).unwrap();
    let by_program = adjoint::grad(Sum).at(parts());
    let (camera, base, turn, spin) = &by_program;
    let numbers =
        [camera.pose.rotation.coords.as_slice(), camera.mount.matrix().as_slice(), spin.coords.as_slice()];
    assert_eq!(numbers.concat().iter().filter(|d| **d == 0.0).count(), 2); // two coordinates of `spin`
    assert!(base.rotation.re != 0.0 && turn.matrix()[(0, 1)] != 0.0 && turn.matrix()[(1, 0)] == 0.0);
    let equal = |found: Parts, name: &str| {
        let flat = Flat::of(&Sum, &parts());
        for (a, b) in flat.to_vec(&found).iter().zip(flat.to_vec(&by_program)) {
            assert!((a - b).abs() < 1e-12 * b.abs().max(1.0), "{name}: {a} {b}");
        }
    };
    equal(call::grad(&Sum, &parts()), "call");
    equal(forward::grad(Sum).at(parts()), "forward");
    equal(stack::grad(Sum).at(parts()), "stack");
}

#[test]
fn each_container_is_a_result() {
    // On both sides of the branch.
    for x in [(0.3, -0.7, 0.9), (0.8, 0.4, -1.2)] {
        check::program(&Made, &x);
        testing::check_by_differences(&Made, &x).unwrap();
        let direction = parts();
        let (_, by_program) = adjoint::vjp(Made).at((x, direction.clone()));
        let (_, by_tape) = stack::vjp(Made).at((x, direction));
        for (a, b) in [(by_program.0, by_tape.0), (by_program.1, by_tape.1), (by_program.2, by_tape.2)] {
            assert!(a != 0.0 && (a - b).abs() < 1e-12 * b.abs(), "{a} {b}");
        }
    }
}

#[test]
fn the_order_of_numbers_is_that_of_memory() {
    let flat = Flat::of(&Sum, &parts());
    let names = flat.names();
    let quaternion: Vec<_> = (0..4).map(|i| format!("camera.pose.rotation.coords[{i}]")).collect();
    let translation: Vec<_> = (0..3).map(|i| format!("camera.pose.translation.vector[{i}]")).collect();
    assert_eq!((&names[..4], &names[4..7]), (&quaternion[..], &translation[..]));
    assert_eq!(names[8], "camera.mount.matrix()[(1, 0)]");
    assert_eq!((names[16].as_str(), names[19].as_str()), ("camera.offset.vector[0]", "camera.axis[0]"));
    assert_eq!((names[23].as_str(), names[24].as_str()), ("base.rotation.re", "base.rotation.im"));
    let (p, q) = (parts(), pose().rotation);
    let numbers = flat.to_vec(&p);
    assert_eq!(numbers[..4], [q.i, q.j, q.k, q.w]);
    assert_eq!(numbers[8], p.0.mount[(1, 0)]);
    let read: Parts = flat.read(&numbers);
    assert_eq!((read.0.pose, read.0.mount, read.1, read.2, read.3), (p.0.pose, p.0.mount, p.1, p.2, p.3));
    // As slices are differentiated.
    let (mut prepared, mut gradient) = (Prepared::new(Sum), vec![0.0; numbers.len()]);
    prepared.grad_into(&flat.at(&numbers), &mut flat.at_mut(&mut gradient));
    assert_eq!(gradient, flat.to_vec(&call::grad(&Sum, &p)));
}

#[exp(adjoint)]
fn entries(r: &Rotation3<f64>, a: &IsometryMatrix3<f64>) -> Matrix3<f64> {
    let m = matrix(&a.rotation);
    let mut product = matrix(r);
    for i in 0..3 {
        for j in 0..3 {
            let mut entry = a.translation.vector[i];
            for k in 0..3 {
                entry += m[(i, k)] * product[(k, j)] * product[(k, j)];
            }
            product[(i, j)] = entry;
        }
    }
    product
}

#[test]
fn the_matrix_of_a_rotation_is_changed_as_a_copy() {
    let r = pose().rotation.to_rotation_matrix();
    let a = IsometryMatrix3::from_parts(other().translation, other().rotation.to_rotation_matrix());
    assert_eq!(matrix(&r), *r.matrix());
    check::program(&Entries, &(r, a));
    testing::check_by_differences(&Entries, &(r, a)).unwrap();
}

/// A pose, moved by a tangent vector, acts on a point; then the logarithm of the difference from another pose.
#[exp(adjoint)]
fn chain(
    a: &Isometry3<f64>,
    b: &Isometry3<f64>,
    v: &Vector6<f64>,
    w: &Vector3<f64>,
    p: &Vector3<f64>,
) -> Vector6<f64> {
    let moved = poses::motions_composed(a, &poses::motion(v));
    let turned = poses::composed(&moved.rotation, &poses::rotation(w));
    let back = poses::motions_composed(&poses::motion_inverse(b), &moved);
    let log = poses::motion_vector(&back);
    let q = poses::moved(&moved, &poses::rotated(&poses::inverse(&turned), p));
    let r = poses::rotation_vector(&turned);
    Vector6::new(log[0] + q[0], log[1] * q[1], log[2], log[3] + r[0], log[4] - r[1] * r[2], log[5] * q[2])
}

#[test]
fn lie_groups_are_differentiated_to_second_order() {
    // At 0 and elsewhere; of the same pose twice, whose difference is 0.
    for (v, w) in [(0.0, 0.0), (0.3, -0.5)] {
        for b in [pose(), other()] {
            let x = (
                pose(),
                b,
                Vector6::new(v, -v, 0.5 * v, v, 0.3 * v, -v),
                Vector3::new(w, 0.5 * w, -w),
                point(),
            );
            testing::check(&Chain, &x).unwrap();
            testing::check_by_differences(&Chain, &x).unwrap();
        }
    }
}

#[test]
fn values_are_those_of_nalgebra() {
    let (a, b, p) = (pose(), other(), point());
    assert!((poses::moved(&a, &p) - (a * nalgebra::Point3::from(p)).coords).norm() < 1e-14);
    assert!((poses::rotated(&a.rotation, &p) - a.rotation * p).norm() < 1e-14);
    assert!((poses::motions_composed(&a, &b).to_matrix() - (a * b).to_matrix()).norm() < 1e-14);
    assert!((poses::motion_inverse(&a).to_matrix() - a.inverse().to_matrix()).norm() < 1e-14);
    assert!(
        (poses::composed(&a.rotation, &b.rotation).coords - (a.rotation * b.rotation).coords).norm() < 1e-15
    );
    assert!((poses::rotation_vector(&a.rotation) - a.rotation.scaled_axis()).norm() < 1e-14);
    let w = Vector3::new(0.3, -0.2, 0.5);
    assert!((poses::rotation(&w).coords - UnitQuaternion::from_scaled_axis(w).coords).norm() < 1e-15);
    assert_eq!(poses::from_parts(poses::parts(&a)), a);
}

/// The textbook's derivative of R·p: by a small rotation about the body's axes it is -R·[p]×.
#[exp(adjoint)]
fn seen(pose: &Isometry3<f64>, change: &Vector6<f64>, p: &Vector3<f64>) -> Vector3<f64> {
    poses::moved(&poses::motions_composed(pose, &poses::motion(change)), p)
}

#[test]
fn the_jacobian_of_an_action_is_that_of_the_textbook() {
    let (a, p) = (pose(), point());
    let jacobian = call::jacobian(&Seen.given(a), &(Vector6::zeros(), p));
    let by_change: Matrix3x6<f64> = jacobian.map(|(by_change, _)| by_change).to_matrix();
    let by_point: Matrix3<f64> = jacobian.map(|(_, by_point)| by_point).to_matrix();
    let r = a.rotation.to_rotation_matrix().into_inner();
    assert!((by_point - r).norm() < 1e-14);
    assert!((by_change.fixed_columns::<3>(0) - r).norm() < 1e-14);
    assert!((by_change.fixed_columns::<3>(3) + r * p.cross_matrix()).norm() < 1e-14);
}

#[test]
fn lists_of_poses_have_programs() {
    for n in 0..4 {
        let steps: Vec<_> =
            (0..n).map(|i| Vector6::new(0.1, 0.2, -0.1, 0.3, 0.1, -0.2) * (1.0 - f64::from(i))).collect();
        let x = (pose(), steps, point());
        check::program(&Trajectory, &x);
        testing::check_by_differences(&Trajectory, &x).unwrap();
    }
}

/// With nalgebra's own operators.
#[exp]
fn by_operators(a: &Isometry3<f64>, r: &Rotation3<f64>, p: &Vector3<f64>) -> Vector3<f64>
where
    f64: RealField,
{
    let q: UnitQuaternion<f64> = a.rotation * a.rotation;
    let v: Vector3<f64> = q * (r * p);
    v + a.translation.vector
}

#[exp(adjoint)]
fn by_hand(a: &Isometry3<f64>, r: &Rotation3<f64>, p: &Vector3<f64>) -> Vector3<f64> {
    let m = matrix(r);
    let u = Vector3::new(
        m[(0, 0)] * p[0] + m[(0, 1)] * p[1] + m[(0, 2)] * p[2],
        m[(1, 0)] * p[0] + m[(1, 1)] * p[1] + m[(1, 2)] * p[2],
        m[(2, 0)] * p[0] + m[(2, 1)] * p[1] + m[(2, 2)] * p[2],
    );
    let twice = Isometry3 { rotation: poses::composed(&a.rotation, &a.rotation), translation: a.translation };
    poses::moved(&twice, &u)
}

/// Also off the group: both formulas of q·p·q⁻¹ are the same polynomial.
#[test]
fn replayed_operators_have_the_derivatives_of_the_functions() {
    let x = (pose(), other().rotation.to_rotation_matrix(), point());
    let (by_operators, by_hand) = (call::jacobian(&replay(ByOperators), &x), call::jacobian(&ByHand, &x));
    let flat = Flat::of(&ByHand, &x);
    for (a, b) in by_operators.iter().zip(&by_hand) {
        for (a, b) in flat.to_vec(a).iter().zip(flat.to_vec(b)) {
            assert!((a - b).abs() < 1e-13, "{a} {b}");
        }
    }
}

/// Each entry has another factor, by its place.
#[exp(adjoint)]
fn sizes(x: &[f64]) -> f64 {
    let (a, b) = (RowVector2::new(x[0], x[1]), RowVector3::new(x[1], x[2], x[0]));
    let (c, d) = (
        Matrix2x3::new(x[0], x[1], x[2], x[3], x[4], x[5]),
        Matrix3x2::new(x[5], x[4], x[3], x[2], x[1], x[0]),
    );
    let e = Matrix3x4::new(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11]);
    let f = Matrix4x3::new(x[3], x[2], x[1], x[0], x[7], x[6], x[5], x[4], x[11], x[10], x[9], x[8]);
    let g = Matrix2x4::new(x[0], x[2], x[4], x[6], x[1], x[3], x[5], x[7]);
    let h = Matrix4x2::new(x[9], x[2], x[4], x[6], x[1], x[3], x[5], x[7]);
    let k = Matrix4::new(
        x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15],
    );
    let u = Vector5::new(x[4], x[3], x[2], x[1], x[0]);
    let v = Vector4::new(x[6], x[5], x[7], x[8]);
    let mut sum = a[0] * b[1] + a[1] * b[2] * b[0] * Vector1::new(x[3])[0];
    for i in 0..4 {
        for j in 0..4 {
            let mut entry = k[(i, j)] * v[j] * u[i];
            if i < 2 {
                entry += g[(i, j)] * h[(j, i)];
            }
            if j < 3 {
                entry *= e[(j, i)] + 2.0 * f[(i, j)];
            }
            if i < 2 && j < 3 {
                entry += c[(i, j)] * d[(j, i)] * u[4];
            }
            sum += (1.0 + i as f64 + 4.0 * j as f64) * entry;
        }
    }
    sum
}

#[test]
fn static_matrices_of_all_sizes_are_made() {
    let x: Vec<f64> = (0..16).map(|i| (0.7 * f64::from(i * i + 1)).sin()).collect();
    check::program(&Sizes, &x);
    testing::check_by_differences(&Sizes, &x).unwrap();
}
