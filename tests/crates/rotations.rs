//! nalgebra's rotations at numbers that are recorded and replayed. Many of its functions ask whether an angle is 0, and take a branch for
//! that point alone. There they are refused, and beside it they are right.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ad::prelude::*;
use ad::replay::Recorder;
use ad::{Num, Signature, replay};
use nalgebra::{
    Isometry3, IsometryMatrix3, Quaternion, RealField, Rotation2, Rotation3, Unit, UnitComplex,
    UnitQuaternion, Vector2, Vector3,
};

type Function<N> = fn(&Vector3<N>) -> Vec<N>;

/// A function at recorded numbers. All functions have this type, so the operators are compiled once.
#[derive(Clone, Copy)]
struct Recorded(Function<Num<Recorder>>);

impl Signature for Recorded {
    type In = Vector3<f64>;
    type Out = Vec<f64>;
}

impl Exp<Recorder> for Recorded {
    fn apply(&self, _: Recorder, x: &Vector3<Num<Recorder>>) -> Vec<Num<Recorder>> {
        (self.0)(x)
    }
}

macro_rules! functions {
    ($($name:ident($w:ident) $body:block)*) => {$(
        #[exp]
        fn $name($w: &Vector3<f64>) -> Vec<f64>
        where
            f64: RealField,
        {
            let y = $body;
            y.iter().copied().collect()
        }
    )*

    /// All of them by name, over plain floats and at recorded numbers.
    const ALL: &[(&str, Function<f64>, Recorded)] = &[$((stringify!($name), $name, Recorded($name))),*];
    };
}

functions! {
    scaled_axis(w) {
        UnitQuaternion::from_scaled_axis(*w) * Vector3::new(1.0, 2.0, 3.0)
    }
    scaled_axis_of(w) {
        UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2])).scaled_axis()
    }
    angle(w) {
        [UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2])).angle()]
    }
    exponential(w) {
        Quaternion::new(0.0, w[0], w[1], w[2]).exp().coords
    }
    logarithm(w) {
        Quaternion::new(2.0, w[0], w[1], w[2]).ln().coords
    }
    power(w) {
        UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2])).powf(0.5).into_inner().coords
    }
    slerp(w) {
        let a: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2, 0.0, 0.3));
        let b: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2 + w[0], w[1], 0.3 + w[2]));
        a.slerp(&b, 0.25).into_inner().coords
    }
    between(w) {
        let a = Vector3::new(1.0, 0.5, 0.25);
        let q = UnitQuaternion::rotation_between(&a, &(a + *w)).expect("they are not opposite");
        q.into_inner().coords
    }
    euler(w) {
        UnitQuaternion::from_euler_angles(w[0], w[1], w[2]) * Vector3::new(1.0, 2.0, 3.0)
    }
    euler_of(w) {
        let q: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2]));
        let (roll, pitch, yaw) = q.euler_angles();
        [roll, pitch, yaw]
    }
    matrix_of_scaled_axis(w) {
        Rotation3::new(*w) * Vector3::new(1.0, 2.0, 3.0)
    }
    matrix_of_axis_angle(w) {
        Rotation3::from_axis_angle(&Vector3::z_axis(), w[0]) * Vector3::new(1.0, 2.0, 3.0)
    }
    quaternion_of_axis_angle(w) {
        UnitQuaternion::from_axis_angle(&Vector3::z_axis(), w[0]) * Vector3::new(1.0, 2.0, 3.0)
    }
    matrix_axis_angle(w) {
        Rotation3::from_euler_angles(w[0], w[1], w[2]).scaled_axis()
    }
    quaternion_of_matrix(w) {
        UnitQuaternion::from_rotation_matrix(&Rotation3::from_euler_angles(w[0], w[1], w[2])).into_inner().coords
    }
    pose(w) {
        Isometry3::new(*w, *w) * Vector3::new(1.0, 2.0, 3.0)
    }
    matrix_pose(w) {
        IsometryMatrix3::new(*w, *w).inverse() * Vector3::new(1.0, 2.0, 3.0)
    }
    plane(w) {
        Rotation2::new(w[0]) * Vector2::new(1.0, 2.0)
    }
    plane_slerp(w) {
        let y: UnitComplex<f64> = UnitComplex::new(0.3).slerp(&UnitComplex::new(0.3 + w[0]), 0.25);
        [y.angle()]
    }
    plane_power(w) {
        let y: UnitComplex<f64> = UnitComplex::new(w[0]).powf(0.5);
        [y.angle()]
    }
    normalized(w) {
        Unit::new_normalize(Vector3::new(1.0 + w[0], w[1], w[2])).into_inner()
    }
    direction(w) {
        w.try_normalize(0.0).unwrap_or(*w)
    }
    length(w) {
        [w.norm()]
    }
    angle_to(w) {
        let a: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2, 0.0, 0.3));
        let b: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2 + w[0], w[1], 0.3 + w[2]));
        [a.angle_to(&b)]
    }
    nlerp(w) {
        let a: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2, 0.0, 0.3));
        let b: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2 + w[0], w[1], 0.3 + w[2]));
        a.nlerp(&b, 0.25).into_inner().coords
    }
    axis_angle(w) {
        let q: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, w[0], w[1], w[2]));
        match q.axis_angle() {
            Some((axis, angle)) => axis.into_inner() * angle,
            None => *w,
        }
    }
    quaternion_power(w) {
        Quaternion::new(2.0, w[0], w[1], w[2]).powf(1.5).coords
    }
    linearized(w) {
        let a: UnitQuaternion<f64> = UnitQuaternion::from_quaternion(Quaternion::new(1.0, 0.2, 0.0, 0.3));
        a.append_axisangle_linearized(w).into_inner().coords
    }
    matrix_between(w) {
        let a = Vector3::new(1.0, 0.5, 0.25);
        Rotation3::rotation_between(&a, &(a + *w)).expect("they are not opposite") * Vector3::new(1.0, 2.0, 3.0)
    }
    matrix_power(w) {
        Rotation3::from_euler_angles(w[0], w[1], w[2]).powf(0.5) * Vector3::new(1.0, 2.0, 3.0)
    }
    matrix_slerp(w) {
        let a: Rotation3<f64> = Rotation3::from_euler_angles(0.1, 0.2, 0.3);
        let b: Rotation3<f64> = Rotation3::from_euler_angles(0.1 + w[0], 0.2 + w[1], 0.3 + w[2]);
        a.slerp(&b, 0.25) * Vector3::new(1.0, 2.0, 3.0)
    }
    matrix_angle(w) {
        [Rotation3::from_euler_angles(w[0], w[1], w[2]).angle()]
    }
    plane_between(w) {
        let y = UnitComplex::rotation_between(&Vector2::new(1.0, 0.5), &Vector2::new(1.0 + w[0], 0.5 + w[1]));
        [y.angle()]
    }
    vector_slerp(w) {
        Vector3::new(1.0, 0.5, 0.25).slerp(&(Vector3::new(1.0, 0.5, 0.25) + *w), 0.25)
    }
    angle_between(w) {
        [Vector3::new(1.0, 0.5, 0.25).angle(&(Vector3::new(1.0, 0.5, 0.25) + *w))]
    }
    capped(w) {
        w.cap_magnitude(0.1)
    }
    facing(w) {
        let direction = Vector3::new(w[0], w[1], 1.0 + w[2]);
        UnitQuaternion::face_towards(&direction, &Vector3::y()).into_inner().coords
    }
    inverse(w) {
        match Quaternion::new(1.0, w[0], w[1], w[2]).try_inverse() {
            Some(q) => q.coords,
            None => Quaternion::new(1.0, w[0], w[1], w[2]).coords,
        }
    }
    pose_slerp(w) {
        let a: Isometry3<f64> = Isometry3::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.1, 0.2, 0.3));
        let b: Isometry3<f64> = Isometry3::new(Vector3::new(1.0, 2.0, 3.0) + *w, Vector3::new(0.1, 0.2, 0.3) + *w);
        a.lerp_slerp(&b, 0.25) * Vector3::new(1.0, 2.0, 3.0)
    }
}

/// Central differences of the fourth order: the first derivatives of all results, and the second ones.
fn differences(f: Function<f64>, x: Vector3<f64>) -> [Vec<f64>; 2] {
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

fn near(found: &[f64], expected: &[f64], tolerance: f64) -> bool {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= tolerance * b.abs().max(1.0))
}

fn jacobian(e: Recorded, x: Vector3<f64>) -> Vec<f64> {
    let rows: Vec<Vector3<f64>> = call::jacobian(&replay(e), &x);
    rows.iter().flat_map(|row| row.iter().copied()).collect()
}

fn hessian(e: Recorded, x: Vector3<f64>) -> Vec<f64> {
    let rows = forward::jacobian(forward::jacobian(replay(e))).at(x);
    rows.iter().flat_map(|row| row.iter().flat_map(|row| row.iter().copied())).collect()
}

/// The accuracy at a point: `2` to second order, `1` to first order only, `0` not to first order, `n` if it is NaN, `-` if it is refused.
fn verdict(f: Function<f64>, e: Recorded, x: Vector3<f64>) -> char {
    let [first, second] = differences(f, x);
    match catch_unwind(AssertUnwindSafe(|| (jacobian(e, x), hessian(e, x)))) {
        Err(panic) => {
            let words = panic.downcast_ref::<String>().expect("words");
            assert!(words.starts_with("cannot differentiate a test for a point"), "{words}");
            '-'
        }
        Ok((found, _)) if found.iter().any(|d| d.is_nan()) => 'n',
        Ok((found, _)) if !near(&found, &first, 1e-8) => '0',
        Ok((_, found)) if !near(&found, &second, 1e-6) => '1',
        Ok(_) => '2',
    }
}

/// Everywhere, at 0, and at an angle whose square underflows beside 1. A norm has a kink at 0, and so has an angle, whose derivatives are NaN
/// there; close to it, differences mean nothing. Second derivatives at the tiny angle suffer from cancellation.
#[test]
fn rotations_are_right_or_refused() {
    let places = [Vector3::new(0.3, -0.2, 0.5), Vector3::zeros(), Vector3::new(1e-17, -2e-17, 0.0)];
    let table: Vec<String> = ALL
        .iter()
        .map(|(name, f, e)| {
            let [a, b, c] = places.map(|x| verdict(*f, *e, x));
            format!("{a}{b}{c} {name}")
        })
        .collect();
    let expected = [
        "2-- scaled_axis",
        "2-1 scaled_axis_of",
        "2n0 angle",
        "2-- exponential",
        "2nn logarithm",
        "2-1 power",
        "2-- slerp",
        "2-- between",
        "222 euler",
        "222 euler_of",
        "2-1 matrix_of_scaled_axis",
        "2-2 matrix_of_axis_angle",
        "222 quaternion_of_axis_angle",
        "2-- matrix_axis_angle",
        "222 quaternion_of_matrix",
        "2-- pose",
        "2-1 matrix_pose",
        "222 plane",
        "222 plane_slerp",
        "222 plane_power",
        "222 normalized",
        "2-0 direction",
        "2n0 length",
        "2n0 angle_to",
        "222 nlerp",
        "2-1 axis_angle",
        "2n- quaternion_power",
        "222 linearized",
        "2-- matrix_between",
        "2-- matrix_power",
        "2-- matrix_slerp",
        "2n0 matrix_angle",
        "222 plane_between",
        "2-- vector_slerp",
        "2-- angle_between",
        "222 capped",
        "222 facing",
        "222 inverse",
        "2-- pose_slerp",
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
