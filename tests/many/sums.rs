//! Sums over points and their gradients: the order of summation, branches, structures, panics.

use std::array::from_fn;

use ad::prelude::*;
use ad::{Columns, Many, call};

use crate::machine::Random;

/// Each parameter has one adjoint for each point, so a sum has one order.
#[exp(adjoint)]
fn misfit(point: [f64; 2], slope: f64, offset: f64) -> f64 {
    let distance = slope * point[0] + offset - point[1];
    distance * distance.sin()
}

/// Numbers whose sums are rounded.
fn points(n: usize) -> Vec<[f64; 2]> {
    let mut random = Random(7);
    (0..n)
        .map(|_| from_fn(|_| f64::from(u32::try_from(random.below(1 << 20)).unwrap()) / 1e5 - 5.0))
        .collect()
}

/// The sum in the documented order.
fn by_hand<const W: usize>(points: &[[f64; 2]], x: (f64, f64)) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for part in points.chunks(32 * W) {
        let term = |point: &[f64; 2]| {
            let (y, (_, slope, offset)) = call::value_and_grad(&Misfit, &(*point, x.0, x.1));
            [y, slope, offset]
        };
        let mut lanes = [[0.0; W]; 3];
        let groups = part.chunks_exact(W);
        let mut of_part = [0.0; 3];
        let rest: Vec<_> = groups.remainder().iter().map(term).collect();
        for group in groups {
            for (lane, point) in group.iter().enumerate() {
                term(point).iter().zip(&mut lanes).for_each(|(y, lanes)| lanes[lane] += y);
            }
        }
        for (sum, lanes) in of_part.iter_mut().zip(&lanes) {
            lanes.iter().for_each(|lane| *sum += lane);
        }
        rest.iter().for_each(|term| (0..3).for_each(|i| of_part[i] += term[i]));
        (0..3).for_each(|i| sum[i] += of_part[i]);
    }
    sum
}

#[test]
fn lanes_are_added_in_the_documented_order() {
    let x = (0.7, -0.3);
    for n in [0, 1, 2, 7, 8, 9, 255, 256, 1000] {
        let points = points(n);
        let flat = |(y, (slope, offset))| [y, slope, offset];
        assert_eq!(
            flat(Many::new(Misfit).value_and_grad_of_sum(&points, &x)),
            by_hand::<8>(&points, x),
            "{n}"
        );
        let four = Many::new(Misfit).width::<4>().value_and_grad_of_sum(&points, &x);
        assert_eq!(flat(four), by_hand::<4>(&points, x), "{n} by 4");
        let columns = Columns([0, 1].map(|i| points.iter().map(|p| p[i]).collect::<Vec<_>>()));
        let by_column = Many::new(Misfit).value_and_grad_of_sum(&columns, &x);
        assert_eq!(flat(by_column), by_hand::<8>(&points, x), "{n} columns");
        // One by one is one lane.
        let alone = Many::new(Misfit).one_by_one().width::<1>().value_and_grad_of_sum(&points, &x);
        assert_eq!(flat(alone), by_hand::<1>(&points, x), "{n} alone");
    }
}

#[exp(adjoint)]
fn branching(point: &[f64], limit: f64, x: [f64; 2]) -> f64 {
    let mut sum = x[1];
    for p in point {
        assert!(*p < 1000.0, "too large");
        sum += if *p > limit { p * x[0] } else { x[0] * x[0] - limit };
    }
    sum * point[0]
}

#[exp]
fn branching_on_the_tape(point: &[f64], limit: f64, x: [f64; 2]) -> f64 {
    branching(point, limit, x)
}

/// Lists of several lengths, with quarters, so that no sum is rounded.
fn lists(n: usize) -> Vec<Vec<f64>> {
    let mut random = Random(5);
    let mut quarter = || f64::from(u32::try_from(random.below(64)).unwrap()) / 4.0 - 8.0;
    (0..n).map(|i| (0..=i / 40 % 3).map(|_| quarter()).collect()).collect()
}

#[test]
fn terms_may_branch_and_differ_in_structure() {
    let lists = lists(700);
    for limit in [-100.0, 0.25, 7.0] {
        let x = [1.5, -0.5];
        let mut expected = (0.0, (0.0, [0.0; 2]));
        for list in &lists {
            let (y, (_, by_limit, by_x)) = call::value_and_grad(&Branching, &(list.clone(), limit, x));
            expected.0 += y;
            expected.1.0 += by_limit;
            (0..2).for_each(|i| expected.1.1[i] += by_x[i]);
        }
        assert_eq!(Many::new(Branching).value_and_grad_of_sum(&lists, &(limit, x)), expected);
        assert_eq!(Many::new(BranchingOnTheTape).value_and_grad_of_sum(&lists, &(limit, x)), expected);
        assert_eq!(Many::new(Branching).one_by_one().value_and_grad_of_sum(&lists, &(limit, x)), expected);
    }
}

#[test]
fn the_gradient_without_a_given_list_is_a_part_of_the_whole() {
    for list in lists(100) {
        let point = (list, 0.25, [1.5, -0.5]);
        let (y, (_, by_limit, by_x)) = call::value_and_grad(&Branching, &point);
        let given = reverse::value_and_grad_given(Branching).at(point.clone());
        assert_eq!(given, (y, (by_limit, by_x)));
        assert_eq!(reverse::grad_given(BranchingOnTheTape).at(point), (by_limit, by_x));
    }
}

#[test]
#[should_panic(expected = "point 300 panicked: too large; so did another point")]
fn a_panic_names_its_point() {
    let mut lists = lists(700);
    lists[300][0] = 1000.0;
    lists[650][0] = 1e4;
    Many::new(Branching).value_and_grad_of_sum(&lists, &(-100.0, [1.0, 1.0]));
}
