//! Sums over points and their gradients: the order of summation, branches, structures, panics.

use std::array::from_fn;

use ad::prelude::*;
use ad::{Columns, Many, call, testing};

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

/// The sum in the documented order: values from the left, adjoints by lanes.
fn by_hand<const W: usize>(points: &[[f64; 2]], x: (f64, f64)) -> [f64; 3] {
    let mut sum = [points.iter().fold(-0.0, |sum, point| sum + misfit(*point, x.0, x.1)), 0.0, 0.0];
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
        (1..3).for_each(|i| sum[i] += of_part[i]);
    }
    sum
}

#[test]
fn lanes_are_added_in_the_documented_order() {
    let x = (0.7, -0.3);
    let flat = |(y, (slope, offset)): (f64, (f64, f64))| [y, slope, offset].map(f64::to_bits);
    for n in [0, 1, 2, 7, 8, 9, 255, 256, 1000] {
        let points = points(n);
        let eight = by_hand::<8>(&points, x).map(f64::to_bits);
        let sum = Many::new(Misfit).terms(&points);
        assert_eq!(flat(reverse::value_and_grad(&sum).at(x)), eight, "{n}");
        assert_eq!(flat(call::value_and_grad(&sum, &x)), eight, "{n} by call");
        assert_eq!(sum.at(x).to_bits(), eight[0], "the value of {n}");
        let four = Many::new(Misfit).width::<4>().terms(&points);
        assert_eq!(
            flat(reverse::value_and_grad(&four).at(x)),
            by_hand::<4>(&points, x).map(f64::to_bits),
            "{n} by 4"
        );
        let columns = Columns([0, 1].map(|i| points.iter().map(|p| p[i]).collect::<Vec<_>>()));
        let by_column = Many::new(Misfit).terms(&columns);
        assert_eq!(flat(reverse::value_and_grad(&by_column).at(x)), eight, "{n} columns");
        // One by one is one lane.
        let alone = Many::new(Misfit).one_by_one().width::<1>().terms(&points);
        assert_eq!(
            flat(reverse::value_and_grad(&alone).at(x)),
            by_hand::<1>(&points, x).map(f64::to_bits),
            "{n} alone"
        );
    }
}

/// Half of the points take another path, so a clock decides how they are evaluated.
#[exp(adjoint)]
fn one_sided(point: [f64; 2], x: f64) -> f64 {
    if point[0] > point[1] { (point[0] * x).sin() } else { point[1] * x }
}

#[test]
fn gradients_of_parts_that_branch_are_added_from_the_left() {
    let points = points(1000);
    let mut gradient = 0.0;
    for part in points.chunks(256) {
        gradient += part.iter().fold(0.0, |sum, point| sum + call::grad(&OneSided, &(*point, 0.7)).1);
    }
    let value = points.iter().fold(-0.0, |sum, point| sum + one_sided(*point, 0.7));
    for _ in 0..20 {
        let sum = Many::new(OneSided).terms(&points);
        assert_eq!(reverse::value_and_grad(&sum).at(0.7), (value, gradient));
        assert_eq!(sum.at(0.7), value);
    }
}

/// Whole numbers, whose sums are not rounded.
#[exp(adjoint)]
fn product(point: [f64; 2], x: f64, y: &[f64]) -> f64 {
    point[0] * x * x * y[0] + point[1] * y[1]
}

#[test]
fn a_sum_over_points_is_an_expression() {
    let points: Vec<[f64; 2]> = (0..20).map(|i| [f64::from(i % 7), f64::from(i % 3) - 1.0]).collect();
    let sum = Many::new(Product).terms(&points);
    let (a, b) = points.iter().fold((0.0, 0.0), |(a, b), p| (a + p[0], b + p[1]));
    let x = (3.0, vec![2.0, 5.0]);
    let gradient = (12.0 * a, vec![9.0 * a, b]);
    assert_eq!(call::value(&sum, &x), 18.0 * a + 5.0 * b);
    for (y, found) in [
        forward::value_and_grad(&sum).at(x.clone()),
        stack::value_and_grad(&sum).at(x.clone()),
        backpropagator::value_and_grad(&sum).at(x.clone()),
        call::value_and_grad(&sum, &x),
    ] {
        assert_eq!((y, found), (18.0 * a + 5.0 * b, gradient.clone()));
    }
    let direction = (1.0, vec![1.0, 0.0]);
    let (found, product) = call::hvp(&sum, &x, &direction);
    assert_eq!((found, product), (gradient, (4.0 * a + 6.0 * a, vec![6.0 * a, 0.0])));
    assert_eq!(hvp(&sum).at((x.clone(), direction)).1, (10.0 * a, vec![6.0 * a, 0.0]));
    assert_eq!(reverse::vjp(&sum).at((x.clone(), 2.0)).1, (24.0 * a, vec![18.0 * a, 2.0 * b]));
    testing::check(&sum, &x).unwrap();
    // A sum of sums: the inner ones have the gradient of the outer one as their receiver.
    let pair = [&points[..7], &points[7..]];
    let sums = terms(&pair, |points| Many::new(Product).terms(*points));
    assert_eq!(call::value_and_grad(&sums, &x), call::value_and_grad(&sum, &x));
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
        assert_eq!(reverse::value_and_grad(Many::new(Branching).terms(&lists)).at((limit, x)), expected);
        assert_eq!(
            reverse::value_and_grad(Many::new(BranchingOnTheTape).terms(&lists)).at((limit, x)),
            expected
        );
        assert_eq!(
            reverse::value_and_grad(Many::new(Branching).one_by_one().terms(&lists)).at((limit, x)),
            expected
        );
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
    call::grad(&Many::new(Branching).terms(&lists), &(-100.0, [1.0, 1.0]));
}
