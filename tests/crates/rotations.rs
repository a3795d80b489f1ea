//! nalgebra's rotations at numbers that are recorded and replayed. Many of its functions ask whether an angle is 0, and take a branch for
//! that point alone. There they are refused, and beside it they are right.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ad::prelude::*;
use ad::replay;
use nalgebra::{
    Isometry3, IsometryMatrix3, Quaternion, RealField, Rotation2, Rotation3, Unit, UnitComplex,
    UnitQuaternion, Vector2, Vector3,
};

macro_rules! functions {
    ($($Name:ident $name:ident($w:ident) $body:block)*) => {$(
        #[exp]
        fn $name($w: &Vector3<f64>) -> Vec<f64>
        where
            f64: RealField,
        {
            let y = $body;
            y.iter().copied().collect()
        }
    )*};
}

functions! {
    ScaledAxis scaled_axis(w) {
        UnitQuaternion::from_scaled_axis(*w) * Vector3::new(1.0, 2.0, 3.0)
    }
    ScaledAxisOf scaled_axis_of(w) {
        UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2])).scaled_axis()
    }
    Angle angle(w) {
        [UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2])).angle()]
    }
    Exponential exponential(w) {
        Quaternion::new(0.0, w[0], w[1], w[2]).exp().coords
    }
    Logarithm logarithm(w) {
        Quaternion::new(2.0, w[0], w[1], w[2]).ln().coords
    }
    Power power(w) {
        UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2])).powf(0.5).into_inner().coords
    }
    Slerp slerp(w) {
        let a: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2, 0.0, 0.3));
        let b: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2 + w[0], w[1], 0.3 + w[2]));
        a.slerp(&b, 0.25).into_inner().coords
    }
    Between between(w) {
        let a = Vector3::new(1.0, 0.5, 0.25);
        let q = UnitQuaternion::rotation_between(&a, &(a + *w)).expect("they are not opposite");
        q.into_inner().coords
    }
    Euler euler(w) {
        UnitQuaternion::from_euler_angles(w[0], w[1], w[2]) * Vector3::new(1.0, 2.0, 3.0)
    }
    EulerOf euler_of(w) {
        let q: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2]));
        let (roll, pitch, yaw) = q.euler_angles();
        [roll, pitch, yaw]
    }
    MatrixOfScaledAxis matrix_of_scaled_axis(w) {
        Rotation3::new(*w) * Vector3::new(1.0, 2.0, 3.0)
    }
    MatrixOfAxisAngle matrix_of_axis_angle(w) {
        Rotation3::from_axis_angle(&Vector3::z_axis(), w[0]) * Vector3::new(1.0, 2.0, 3.0)
    }
    QuaternionOfAxisAngle quaternion_of_axis_angle(w) {
        UnitQuaternion::from_axis_angle(&Vector3::z_axis(), w[0]) * Vector3::new(1.0, 2.0, 3.0)
    }
    MatrixAxisAngle matrix_axis_angle(w) {
        Rotation3::from_euler_angles(w[0], w[1], w[2]).scaled_axis()
    }
    QuaternionOfMatrix quaternion_of_matrix(w) {
        UnitQuaternion::from_rotation_matrix(&Rotation3::from_euler_angles(w[0], w[1], w[2])).into_inner().coords
    }
    Pose pose(w) {
        Isometry3::new(*w, *w) * Vector3::new(1.0, 2.0, 3.0)
    }
    MatrixPose matrix_pose(w) {
        IsometryMatrix3::new(*w, *w).inverse() * Vector3::new(1.0, 2.0, 3.0)
    }
    Plane plane(w) {
        Rotation2::new(w[0]) * Vector2::new(1.0, 2.0)
    }
    PlaneSlerp plane_slerp(w) {
        let y: UnitComplex<f64> = UnitComplex::new(0.3).slerp(&UnitComplex::new(0.3 + w[0]), 0.25);
        [y.angle()]
    }
    PlanePower plane_power(w) {
        let y: UnitComplex<f64> = UnitComplex::new(w[0]).powf(0.5);
        [y.angle()]
    }
    Normalized normalized(w) {
        Unit::new_normalize(Vector3::new(1.0 + w[0], w[1], w[2])).into_inner()
    }
    Direction direction(w) {
        w.try_normalize(0.0).unwrap_or(*w)
    }
    Length length(w) {
        [w.norm()]
    }
    AngleTo angle_to(w) {
        let a: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2, 0.0, 0.3));
        let b: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2 + w[0], w[1], 0.3 + w[2]));
        [a.angle_to(&b)]
    }
    Nlerp nlerp(w) {
        let a: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2, 0.0, 0.3));
        let b: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2 + w[0], w[1], 0.3 + w[2]));
        a.nlerp(&b, 0.25).into_inner().coords
    }
    AxisAngle axis_angle(w) {
        let q: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2]));
        match q.axis_angle() {
            Some((axis, angle)) => axis.into_inner() * angle,
            None => *w,
        }
    }
    QuaternionPower quaternion_power(w) {
        Quaternion::new(2.0, w[0], w[1], w[2]).powf(1.5).coords
    }
    Linearized linearized(w) {
        let a: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2, 0.0, 0.3));
        a.append_axisangle_linearized(w).into_inner().coords
    }
    MatrixBetween matrix_between(w) {
        let a = Vector3::new(1.0, 0.5, 0.25);
        Rotation3::rotation_between(&a, &(a + *w)).expect("they are not opposite") * Vector3::new(1.0, 2.0, 3.0)
    }
    MatrixPower matrix_power(w) {
        Rotation3::from_euler_angles(w[0], w[1], w[2]).powf(0.5) * Vector3::new(1.0, 2.0, 3.0)
    }
    MatrixSlerp matrix_slerp(w) {
        let a: Rotation3<f64> = Rotation3::from_euler_angles(0.1, 0.2, 0.3);
        let b: Rotation3<f64> = Rotation3::from_euler_angles(0.1 + w[0], 0.2 + w[1], 0.3 + w[2]);
        a.slerp(&b, 0.25) * Vector3::new(1.0, 2.0, 3.0)
    }
    MatrixAngle matrix_angle(w) {
        [Rotation3::from_euler_angles(w[0], w[1], w[2]).angle()]
    }
    PlaneBetween plane_between(w) {
        let y = UnitComplex::rotation_between(&Vector2::new(1.0, 0.5), &Vector2::new(1.0 + w[0], 0.5 + w[1]));
        [y.angle()]
    }
    VectorSlerp vector_slerp(w) {
        Vector3::new(1.0, 0.5, 0.25).slerp(&(Vector3::new(1.0, 0.5, 0.25) + *w), 0.25)
    }
    AngleBetween angle_between(w) {
        [Vector3::new(1.0, 0.5, 0.25).angle(&(Vector3::new(1.0, 0.5, 0.25) + *w))]
    }
    Capped capped(w) {
        w.cap_magnitude(0.1)
    }
    Facing facing(w) {
        let direction = Vector3::new(w[0], w[1], 1.0 + w[2]);
        UnitQuaternion::face_towards(&direction, &Vector3::y()).into_inner().coords
    }
    Inverse inverse(w) {
        match Quaternion::new(1.0, w[0], w[1], w[2]).try_inverse() {
            Some(q) => q.coords,
            None => Quaternion::new(1.0, w[0], w[1], w[2]).coords,
        }
    }
    PoseSlerp pose_slerp(w) {
        let a: Isometry3<f64> = Isometry3::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.1, 0.2, 0.3));
        let b: Isometry3<f64> = Isometry3::new(Vector3::new(1.0, 2.0, 3.0) + *w, Vector3::new(0.1, 0.2, 0.3) + *w);
        a.lerp_slerp(&b, 0.25) * Vector3::new(1.0, 2.0, 3.0)
    }
}

/// Central differences of the fourth order: the first derivatives of all results, and the second ones.
fn differences(f: impl Fn(&Vector3<f64>) -> Vec<f64>, x: Vector3<f64>) -> [Vec<f64>; 2] {
    let at = |steps: &[(usize, f64)]| {
        let mut x = x;
        steps.iter().for_each(|&(i, by)| x[i] += by);
        f(&x)
    };
    let results = at(&[]).len();
    let richardson = |d: &dyn Fn(f64) -> f64, h: f64| (4.0 * d(h) - d(2.0 * h)) / 3.0;
    let first = |k: usize, i, h: f64| (at(&[(i, h)])[k] - at(&[(i, -h)])[k]) / (2.0 * h);
    let second = |k: usize, i, j, h: f64| {
        let corner = |a: f64, b: f64| at(&[(i, a * h), (j, b * h)])[k];
        (corner(1.0, 1.0) - corner(1.0, -1.0) - corner(-1.0, 1.0) + corner(-1.0, -1.0)) / (4.0 * h * h)
    };
    let places = || (0..results).flat_map(|k| (0..3).map(move |i| (k, i)));
    [
        places().map(|(k, i)| richardson(&|h| first(k, i, h), 1e-3)).collect(),
        places()
            .flat_map(|(k, i)| (0..3).map(move |j| (k, i, j)))
            .map(|(k, i, j)| richardson(&|h| second(k, i, j, h), 3e-3))
            .collect(),
    ]
}

/// The accuracy at a point: `2` to second order, `1` to first order only, `0` not to first order, `n` if it is NaN, `-` if it is refused.
macro_rules! verdicts {
    ($at:expr; $($Name:ident $name:ident)*) => {[$({
        let x: Vector3<f64> = $at;
        let [first, second] = differences($name, x);
        let near = |found: &[f64], expected: &[f64], tolerance: f64| {
            assert_eq!(found.len(), expected.len());
            found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= tolerance * b.abs().max(1.0))
        };
        let jacobian = || {
            let rows: Vec<Vector3<f64>> = call::jacobian(&replay($Name), &x);
            rows.iter().flat_map(|row| row.iter().copied()).collect::<Vec<f64>>()
        };
        let hessian = || {
            let rows = forward::jacobian(forward::jacobian(replay($Name))).at(x);
            rows.iter().flat_map(|r| r.iter().flat_map(|r| r.iter().copied())).collect::<Vec<f64>>()
        };
        let verdict = match catch_unwind(AssertUnwindSafe(|| (jacobian(), hessian()))) {
            Err(panic) => {
                let words = panic.downcast_ref::<String>().expect("words");
                assert!(words.starts_with("cannot differentiate a test for a point"), "{words}");
                '-'
            }
            Ok((found, _)) if found.iter().any(|d| d.is_nan()) => 'n',
            Ok((found, _)) if !near(&found, &first, 1e-8) => '0',
            Ok((_, found)) if !near(&found, &second, 1e-6) => '1',
            Ok(_) => '2',
        };
        (stringify!($Name), verdict)
    }),*]};
}

macro_rules! all {
    ($at:expr) => {
        verdicts! { $at;
            ScaledAxis scaled_axis
            ScaledAxisOf scaled_axis_of
            Angle angle
            Exponential exponential
            Logarithm logarithm
            Power power
            Slerp slerp
            Between between
            Euler euler
            EulerOf euler_of
            MatrixOfScaledAxis matrix_of_scaled_axis
            MatrixOfAxisAngle matrix_of_axis_angle
            QuaternionOfAxisAngle quaternion_of_axis_angle
            MatrixAxisAngle matrix_axis_angle
            QuaternionOfMatrix quaternion_of_matrix
            Pose pose
            MatrixPose matrix_pose
            Plane plane
            PlaneSlerp plane_slerp
            PlanePower plane_power
            Normalized normalized
            Direction direction
            Length length
            AngleTo angle_to
            Nlerp nlerp
            AxisAngle axis_angle
            QuaternionPower quaternion_power
            Linearized linearized
            MatrixBetween matrix_between
            MatrixPower matrix_power
            MatrixSlerp matrix_slerp
            MatrixAngle matrix_angle
            PlaneBetween plane_between
            VectorSlerp vector_slerp
            AngleBetween angle_between
            Capped capped
            Facing facing
            Inverse inverse
            PoseSlerp pose_slerp
        }
    };
}

/// Everywhere, at 0, and at an angle whose square underflows beside 1. A norm has a kink at 0, and so has an angle, whose derivatives are NaN
/// there; close to it, differences mean nothing. Second derivatives at the tiny angle suffer from cancellation.
#[test]
fn rotations_are_right_or_refused() {
    let generic = all!(Vector3::new(0.3, -0.2, 0.5));
    let zero = all!(Vector3::zeros());
    let tiny = all!(Vector3::new(1e-17, -2e-17, 0.0));
    let places = generic.into_iter().zip(zero).zip(tiny);
    let table: Vec<String> =
        places.map(|(((name, a), (_, b)), (_, c))| format!("{a}{b}{c} {name}")).collect();
    let expected = [
        "2-- ScaledAxis",
        "2-1 ScaledAxisOf",
        "2n0 Angle",
        "2-- Exponential",
        "2nn Logarithm",
        "2-1 Power",
        "2-- Slerp",
        "2-- Between",
        "222 Euler",
        "222 EulerOf",
        "2-1 MatrixOfScaledAxis",
        "2-2 MatrixOfAxisAngle",
        "222 QuaternionOfAxisAngle",
        "2-- MatrixAxisAngle",
        "222 QuaternionOfMatrix",
        "2-- Pose",
        "2-1 MatrixPose",
        "222 Plane",
        "222 PlaneSlerp",
        "222 PlanePower",
        "222 Normalized",
        "2-0 Direction",
        "2n0 Length",
        "2n0 AngleTo",
        "222 Nlerp",
        "2-1 AxisAngle",
        "2n- QuaternionPower",
        "222 Linearized",
        "2-- MatrixBetween",
        "2-- MatrixPower",
        "2-- MatrixSlerp",
        "2n0 MatrixAngle",
        "222 PlaneBetween",
        "2-- VectorSlerp",
        "2-- AngleBetween",
        "222 Capped",
        "222 Facing",
        "222 Inverse",
        "2-- PoseSlerp",
    ];
    assert_eq!(table, expected);
}

/// Without derivatives nothing is refused.
#[test]
fn the_value_at_0_is_nalgebras() {
    let at = Vector3::zeros();
    assert_eq!(call::value(&replay(ScaledAxis), &at), scaled_axis(&at));
    assert_eq!(call::value(&replay(MatrixOfAxisAngle), &at), matrix_of_axis_angle(&at));
}
