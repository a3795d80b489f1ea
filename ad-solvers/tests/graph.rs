//! Factor graphs by factrs: Jacobians of poses, and a map.

use ad::prelude::*;
use ad::rotations::{motion_inverse, motion_vector, motions_composed};
use ad_solvers::factrs::Function;
use factrs::assign_symbols;
use factrs::containers::Key;
use factrs::core::{BetweenResidual, GaussNewton, Graph, Values};
use factrs::fac;
use factrs::linalg::{DiffResult, VectorX};
use factrs::traits::*;
use factrs::variables::{ImuBias, SE2, SE3, SE23, SO2, SO3, VectorVar2, VectorVar3};

assign_symbols!(P: SE3; S: SE2; L: VectorVar2; R: SO3; A: SO2; M: SE23; B: ImuBias; V: VectorVar3);

/// Rotation and translation.
type Pose = ([f64; 4], [f64; 3]);

/// The error of a measured motion from one pose to another.
#[exp(adjoint)]
fn between(delta: Pose, a: Pose, b: Pose) -> [f64; 6] {
    let (v, w) = motion_vector(motions_composed(motion_inverse(b), motions_composed(a, delta)));
    [w[0], w[1], w[2], v[0], v[1], v[2]]
}

fn pose(tangent: [f64; 6]) -> SE3 {
    SE3::exp(VectorX::from_row_slice(&tangent).as_view())
}

fn numbers(pose: &SE3) -> Pose {
    let (q, x) = (pose.rot(), pose.xyz());
    ([q.w(), q.x(), q.y(), q.z()], [x[0], x[1], x[2]])
}

#[test]
fn jacobians_of_poses_are_those_of_factrs() {
    let delta = pose([0.3, -0.2, 0.5, 1.0, 2.0, -1.0]);
    let keys: [Key; 2] = [P(0).into(), P(1).into()];
    let mut values = Values::new();
    values.insert(P(0), pose([0.1, 0.7, -0.4, 0.5, -0.5, 2.0]));
    values.insert(P(1), pose([-0.2, 0.9, 0.3, 1.5, 0.5, 1.0]));
    let zero = ([0.0; 4], [0.0; 3]);
    let ours = Function::<(SE3, SE3), _>::new(Between.given(numbers(&delta)), &(zero, zero));
    let theirs = BetweenResidual::new(delta);
    let (found, expected) =
        (ours.residual_jacobian(&values, &keys), theirs.residual_jacobian(&values, &keys));
    assert!((found.value - expected.value).amax() < 1e-13);
    assert!((&found.diff - &expected.diff).amax() < 1e-13, "{} and {}", found.diff, expected.diff);
    assert!((ours.residual(&values, &keys) - theirs.residual(&values, &keys)).amax() < 1e-13);
    assert_eq!((ours.dim_in(), ours.dim_out()), (12, 6));
    assert!(format!("{ours:?}").contains("a.0[3]"), "{ours:?}");
}

/// All kinds of variables in one residual.
#[exp(adjoint)]
fn mixed(
    angle: f64,
    plane: [f64; 3],
    rotation: [f64; 4],
    motion: ([f64; 4], [f64; 3], [f64; 3]),
    bias: [f64; 6],
    point: [f64; 3],
) -> [f64; 3] {
    let (q, velocity, place) = motion;
    let moved = ad::rotations::rotated(q, point);
    let turned = ad::rotations::rotated(rotation, [angle.sin(), plane[0].cos() * plane[1], plane[2]]);
    let mut r = [0.0; 3];
    for i in 0..3 {
        r[i] = moved[i] * velocity[i] + place[i] * bias[i] - turned[i] * bias[3 + i];
    }
    r
}

#[test]
fn the_jacobian_of_all_kinds_of_variables_is_that_of_differences() {
    let keys: [Key; 6] = [A(0).into(), S(0).into(), R(0).into(), M(0).into(), B(0).into(), V(0).into()];
    let small = |n: usize, scale: f64| VectorX::from_fn(n, |i, _| scale * ((i + 1) as f64).sin());
    let mut values = Values::new();
    values.insert(A(0), SO2::from_theta(0.4));
    values.insert(S(0), SE2::new(0.7, 1.2, -0.3));
    values.insert(R(0), SO3::exp(small(3, 0.8).as_view()));
    values.insert(M(0), SE23::exp(small(9, 0.6).as_view()));
    values.insert(B(0), ImuBias::exp(small(6, 1.1).as_view()));
    values.insert(V(0), VectorVar3::new(0.2, -0.9, 1.3));
    let zero = (0.0, [0.0; 3], [0.0; 4], ([0.0; 4], [0.0; 3], [0.0; 3]), [0.0; 6], [0.0; 3]);
    let residual = Function::<(SO2, SE2, SO3, SE23, ImuBias, VectorVar3), _>::new(Mixed, &zero);
    let DiffResult { value, diff } = residual.residual_jacobian(&values, &keys);
    assert_eq!(value, residual.residual(&values, &keys));

    // Central differences along factrs's own ⊕.
    let h = 1e-5;
    let mut column = 0;
    for (key, n) in keys.iter().zip([1, 3, 3, 9, 6, 3]) {
        for j in 0..n {
            let at = |step: f64| {
                let mut values = values.clone();
                let mut delta = VectorX::zeros(n);
                delta[j] = step;
                values.entry(*key).and_modify(|x| x.oplus_mut(delta.as_view()));
                residual.residual(&values, &keys)
            };
            let expected = (at(h) - at(-h)) / (2.0 * h);
            let error = (diff.column(column) - &expected).amax();
            assert!(error < 1e-8, "column {column}: {error}, {expected}");
            column += 1;
        }
    }
    assert_eq!((column, diff.shape()), (25, (3, 25)));
}

/// The error of a landmark that is seen in the frame of a pose.
#[exp(adjoint)]
fn sight(#[fixed] seen: [f64; 2], pose: [f64; 3], landmark: [f64; 2]) -> [f64; 2] {
    let [angle, x, y] = pose;
    let (u, v) = (landmark[0] - x, landmark[1] - y);
    [angle.cos() * u + angle.sin() * v - seen[0], angle.cos() * v - angle.sin() * u - seen[1]]
}

/// The error of an anchored pose.
#[exp(adjoint)]
fn anchor(#[fixed] known: [f64; 3], pose: [f64; 3]) -> [f64; 3] {
    [pose[0] - known[0], pose[1] - known[1], pose[2] - known[2]]
}

#[test]
fn a_map_is_recovered_from_what_is_seen() {
    let poses = [[0.1, 0.0, 0.0], [0.5, 2.0, 1.0], [-0.4, 4.0, -1.0]];
    let landmarks = [[3.0, 3.0], [-1.0, 4.0], [5.0, -2.0]];
    let (mut graph, mut values) = (Graph::new(), Values::new());
    graph.add_factor(fac![Function::<(SE2,), _>::new(Anchor { known: poses[0] }, &[0.0; 3]), S(0)]);
    for (i, pose) in (0..).zip(poses) {
        values.insert(S(i), SE2::new(pose[0] + 0.1, pose[1] - 0.2, pose[2] + 0.3));
        for (k, landmark) in (0..).zip(landmarks) {
            let seen = call::value(&Sight { seen: [0.0; 2] }, &(pose, landmark));
            let residual = Function::<(SE2, VectorVar2), _>::new(Sight { seen }, &([0.0; 3], [0.0; 2]));
            graph.add_factor(fac![residual, (S(i), L(k)), 0.1 as std]);
        }
    }
    for (k, landmark) in (0..).zip(landmarks) {
        values.insert(L(k), VectorVar2::new(landmark[0] - 0.3, landmark[1] + 0.2));
    }
    let mut solver: GaussNewton = GaussNewton::new_default(graph);
    let values = solver.optimize(values).unwrap();
    for (i, [angle, x, y]) in (0..).zip(poses) {
        let found = values.get(S(i)).unwrap();
        let error = [found.theta() - angle, found.x() - x, found.y() - y];
        assert!(error.iter().all(|e| e.abs() < 1e-6), "{i}: {error:?}");
    }
    for (k, [x, y]) in (0..).zip(landmarks) {
        let found = values.get(L(k)).unwrap();
        assert!((found[0] - x).abs() < 1e-6 && (found[1] - y).abs() < 1e-6, "{k}: {found}");
    }
}
