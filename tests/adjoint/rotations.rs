//! Rotations and rigid motions, at the identity and elsewhere: all strategies agree exactly, and derivatives are right to the second
//! order.

use ad::prelude::*;
use ad::rotations::*;
use ad::testing;

#[exp(adjoint)]
fn turned(v: [f64; 3], p: [f64; 3]) -> [f64; 3] {
    rotated(rotation(v), p)
}

/// The identity, if the logarithm is right.
#[exp(adjoint)]
fn there_and_back(v: [f64; 3]) -> [f64; 3] {
    rotation_vector(rotation(v))
}

#[exp(adjoint)]
fn motion_there_and_back(a: ([f64; 3], [f64; 3])) -> ([f64; 3], [f64; 3]) {
    motion_vector(motion(a))
}

/// A point seen from a camera that moves a little.
#[exp(adjoint)]
fn seen(step: ([f64; 3], [f64; 3]), pose: ([f64; 4], [f64; 3]), p: [f64; 3]) -> [f64; 2] {
    let q = moved(motion_inverse(motions_composed(pose, motion(step))), p);
    [q[0] / q[2], q[1] / q[2]]
}

const VECTORS: [[f64; 3]; 9] = [
    [0.0, 0.0, 0.0],
    [0.0, 1e-17, 0.0],
    [1e-200, 0.0, -2e-200],
    [3e-9, -1e-9, 2e-9],
    [0.3, -0.2, 0.5],
    [1.0, 1.1, -0.9],
    // Angles above and below half a turn.
    [0.0, 0.0, 1.6],
    [-2.0, 2.0, 1.2],
    [0.1, 3.1, 0.2],
];

#[test]
fn every_strategy_agrees() {
    for v in VECTORS {
        let pose = (v, [0.2, -1.0, 2.0]);
        testing::check(&Turned, &(v, [1.0, 2.0, 3.0])).unwrap();
        testing::check(&ThereAndBack, &v).unwrap();
        testing::check(&MotionThereAndBack, &pose).unwrap();
        testing::check(&Seen, &(pose, motion(([1.0, 2.0, -0.5], [0.5, 0.1, 0.2])), [3.0, 2.0, 8.0])).unwrap();
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// At the identity: R(v) p = p + v × p + ½ v × (v × p) + ⅙ v × (v × (v × p)) + …
#[test]
fn derivatives_at_the_identity_are_those_of_the_series() {
    let (p, v) = ([1.0, 2.0, 3.0], [0.5, -0.25, 2.0]);
    #[exp(adjoint)]
    fn curve(#[fixed] v: [f64; 3], t: f64) -> [f64; 3] {
        turned([v[0] * t, v[1] * t, v[2] * t], [1.0, 2.0, 3.0])
    }
    let e = Curve { v };
    let first = cross(v, p);
    let second = cross(v, first);
    let third = cross(v, second);
    assert_eq!(curve(v, 0.0), p);
    assert_eq!(reverse::jacobian(&e).at(0.0), first);
    assert_eq!(forward::diff(reverse::jacobian(&e)).at(0.0), second);
    assert_eq!(forward::diff(forward::diff(&e)).at(0.0), second);
    let found = forward::diff(forward::diff(reverse::jacobian(&e))).at(0.0);
    assert!(found.iter().zip(third).all(|(a, b)| (a - b).abs() < 1e-14));
}

/// The Jacobian of the identity is 1, and its second derivatives are 0.
#[test]
fn the_logarithm_inverts_the_exponential_map_to_the_second_order() {
    for v in VECTORS {
        let angle = v.iter().map(|v| v * v).sum::<f64>().sqrt();
        assert!(angle < std::f64::consts::PI);
        // The logarithm is singular at half a turn.
        let tolerance = 1e-14 / (1.0 - angle / std::f64::consts::PI).powi(2);
        let back = there_and_back(v);
        assert!(
            back.iter().zip(v).all(|(a, b)| (a - b).abs() <= tolerance * b.abs().max(1e-18)),
            "{v:?} {back:?}"
        );
        for (i, row) in call::jacobian(&ThereAndBack, &v).iter().enumerate() {
            let unit: [f64; 3] = std::array::from_fn(|j| f64::from(u8::from(i == j)));
            assert!(row.iter().zip(unit).all(|(a, b)| (a - b).abs() < tolerance), "{v:?}: {row:?}");
        }
        let seconds = forward::jacobian(forward::jacobian(ThereAndBack)).at(v);
        assert!(
            seconds.iter().flatten().flatten().all(|d| d.abs() < 100.0 * tolerance),
            "{v:?}: {seconds:?}"
        );

        let pose = ([0.4, -2.0, 1.0], v);
        let (rho, _) = motion_there_and_back(pose);
        assert!(rho.iter().zip(pose.0).all(|(a, b)| (a - b).abs() < 10.0 * tolerance), "{v:?}: {rho:?}");
        let (rows, _) = forward::jacobian(MotionThereAndBack).at(pose);
        for (i, (by_rho, by_v)) in rows.iter().enumerate() {
            let unit: [f64; 3] = std::array::from_fn(|j| f64::from(u8::from(i == j)));
            assert!(by_rho.iter().zip(unit).all(|(a, b)| (a - b).abs() < 10.0 * tolerance));
            assert!(by_v.iter().all(|d| d.abs() < 30.0 * tolerance), "{v:?}: {by_v:?}");
        }
    }
}

/// (a b) p = a (b p), and the inverse moves back.
#[test]
fn motions_compose() {
    let (a, b) = (motion(([1.0, -2.0, 0.5], [0.3, 2.0, 0.1])), motion(([0.2, 0.1, -1.0], [-1.0, 0.5, 0.7])));
    let p = [0.3, -0.7, 2.0];
    let close = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-14);
    assert!(close(moved(motions_composed(a, b), p), moved(a, moved(b, p))));
    assert!(close(moved(motion_inverse(a), moved(a, p)), p));
    let q = rotation([0.3, 2.0, 0.1]);
    assert!(close(rotated(inverse(q), rotated(q, p)), p));
    assert!(close(rotation_vector(q.map(|q| -3.0 * q)), [0.3, 2.0, 0.1]));
}

/// The logarithm does not depend on the length of the quaternion, and its derivative falls with it.
#[test]
fn the_logarithm_of_a_long_or_short_quaternion() {
    #[exp(adjoint)]
    fn logarithm(q: [f64; 4]) -> [f64; 3] {
        rotation_vector(q)
    }
    for v in VECTORS {
        let q = rotation(v);
        let (expected, slopes) = (rotation_vector(q), call::jacobian(&Logarithm, &q));
        for size in [1e-300, 1e-200, 1e-160, 1e160, 1e200, 1e300] {
            let sized = q.map(|x| size * x);
            let found = rotation_vector(sized);
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-14 * b.abs().max(1e-280 / size);
            assert!((0..3).all(|i| close(found[i], expected[i])), "{size} · {q:?}: {found:?}, {expected:?}");
            for jacobian in [call::jacobian(&Logarithm, &sized), forward::jacobian(Logarithm).at(sized)] {
                for (found, expected) in jacobian.iter().flatten().zip(slopes.iter().flatten()) {
                    let error = (found * size - expected).abs();
                    assert!(error <= 1e-13 * expected.abs().max(1.0), "{size} · {q:?}: {jacobian:?}");
                }
            }
        }
    }
    assert!(rotation_vector([0.0; 4]).iter().all(|x| x.is_nan()));
}
