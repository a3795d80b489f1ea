//! Products of a Hessian with one direction, which go from the arguments straight to the results.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::check::{close, list};
use ad::prelude::*;
use ad::{Flat, Of, Signature, TwiceDifferentiable, forward};

type Input = <Sums as Signature>::In;

/// Independent iterations: the sums `s` and `t` have a seed that is constant, if the caller's is.
#[exp(adjoint)]
fn sums(a: f64, x: &[f64], rows: &[Vec<f64>], p: [f64; 2]) -> f64 {
    let (mut s, mut t) = (0.0, 1.0);
    for (x, row) in x.iter().zip(rows) {
        let y = x * a - p[0];
        s += 3.0 * (y * y * x) - y * a - (x * p[1]) * 0.5;
        for r in row {
            t += r * y / (2.0 + r * r) * (a * 4.0);
        }
    }
    2.0 * s - t
}

/// The seed of the sums depends on the arguments.
#[exp(adjoint)]
fn of_sums(a: f64, x: &[f64], rows: &[Vec<f64>], p: [f64; 2]) -> f64 {
    (sums(a, x, rows, p) * 0.01).sin() * a
}

fn point() -> Of<Input, f64> {
    (0.75, vec![0.5, -1.25, 2.0], vec![vec![1.0], vec![], vec![-0.5, 3.0]], [1.5, -0.5])
}

fn direction() -> Of<Input, f64> {
    (-1.0, vec![2.0, 0.0, 0.25], vec![vec![-3.0], vec![], vec![0.5, 1.0]], [0.0, 1.5])
}

/// The product is that of the same row of a matrix, to the last bit, and that of the tape.
#[track_caller]
fn agrees<E>(e: E)
where
    E: Differentiable + TwiceDifferentiable + Signature<In = Input> + Copy,
{
    let (x, v) = (point(), direction());
    let mut prepared = Prepared::new(e).mode(Mode::Program);
    let (mut gradient, mut product, mut row) = (x.clone(), x.clone(), vec![f64::NAN; 9]);
    prepared.hvps_into(&x, &list::<E::In>(&v), &mut gradient, &mut row);
    let expected = [list::<E::In>(&gradient), row].concat();
    let check = |gradient: &_, product: &_| {
        close(&expected, &[list::<E::In>(gradient), list::<E::In>(product)].concat(), 0.0);
    };
    prepared.hvp_into(&x, &v, &mut gradient, &mut product);
    check(&gradient, &product);
    // Borrows, and the other argument owned.
    prepared.hvp_into(&(&x.0, &x.1[..], &x.2, &x.3), &v, &mut gradient, &mut product);
    check(&gradient, &product);
    prepared.hvp_into(&x, &(&v.0, &v.1, &v.2[..], &v.3), &mut gradient, &mut product);
    check(&gradient, &product);
    let flat = Flat::of(&e, &x);
    let (mut slopes, mut bends) = (vec![0.0; 9], vec![0.0; 9]);
    let (at, along) = (flat.to_vec(&x), flat.to_vec(&v));
    prepared.hvp_into(
        &flat.at(&at),
        &flat.at(&along),
        &mut flat.at_mut(&mut slopes),
        &mut flat.at_mut(&mut bends),
    );
    check(&flat.read(&slopes), &flat.read(&bends));
    Prepared::new(e).mode(Mode::Tape).hvp_into(&x, &v, &mut gradient, &mut product);
    close(&expected, &[list::<E::In>(&gradient), list::<E::In>(&product)].concat(), 1e-12);
}

#[test]
fn a_product_is_the_row_of_a_matrix() {
    agrees(Sums);
    agrees(OfSums);
    let found = forward::jvp(ad::adjoint::grad(OfSums)).at((point(), direction()));
    let (gradient, product) = call::hvp(&OfSums, &point(), &direction());
    close(&list::<Input>(&found.0), &list::<Input>(&gradient), 0.0);
    close(&list::<Input>(&found.1), &list::<Input>(&product), 1e-12);
}

#[exp(adjoint)]
fn first_square(x: &[f64]) -> f64 {
    -(x[0] * x[0])
}

#[test]
fn no_entry_is_negative_zero() {
    let mut prepared = Prepared::new(FirstSquare);
    for _ in 0..3 {
        let (mut gradient, mut product) = ([f64::NAN; 3], [f64::NAN; 3]);
        prepared.hvp_into(&[0.0, 1.0, -0.0], &[-0.0, 1.0, 2.0], &mut gradient, &mut product);
        assert_eq!((gradient.map(f64::to_bits), product.map(f64::to_bits)), ([0; 3], [0; 3]));
    }
}

#[exp(adjoint)]
fn roots(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in x {
        sum += x.sqrt();
    }
    sum
}

/// The constant is infinite. As a number with a tangent, it gives 0 · ∞.
#[exp(adjoint)]
fn over_infinity(x: &[f64]) -> f64 {
    let mut big = 1e200;
    for _ in 0..2 {
        big = big * big;
    }
    x[0] * x[1] + x[0] / big
}

#[test]
fn a_tangent_that_is_not_finite_is_computed_again() {
    let (mut gradient, mut product) = ([0.0; 2], [0.0; 2]);
    Prepared::new(OverInfinity).hvp_into(&[3.0, 5.0], &[1.0, 2.0], &mut gradient, &mut product);
    assert_eq!((gradient, product), ([5.0, 3.0], [2.0, 1.0]));
}

/// The sums are empty again after a derivative that is not finite, and the exact way takes over.
#[test]
fn a_derivative_that_is_not_finite_is_gone_in_the_next() {
    let mut prepared = Prepared::new(Roots);
    let finite = ([0.5, 0.25], [-0.25, -1.0 / 32.0]);
    let infinite = ([f64::INFINITY, 0.25], [f64::NEG_INFINITY, -1.0 / 32.0]);
    for (x, expected) in [([1.0, 4.0], finite), ([0.0, 4.0], infinite), ([1.0, 4.0], finite)] {
        let (mut gradient, mut product) = ([0.0; 2], [0.0; 2]);
        prepared.hvp_into(&x, &[1.0; 2], &mut gradient, &mut product);
        assert_eq!((gradient, product), expected);
    }
    // Only a tangent is not finite.
    let (mut gradient, mut product) = ([0.0; 2], [0.0; 2]);
    prepared.hvp_into(&[1.0, 4.0], &[f64::INFINITY, 1.0], &mut gradient, &mut product);
    assert_eq!((gradient, product), ([0.5, 0.25], [f64::NEG_INFINITY, -1.0 / 32.0]));
    let (mut gradient, mut product) = ([0.0; 2], [0.0; 2]);
    prepared.hvp_into(&[1.0, 4.0], &[1.0; 2], &mut gradient, &mut product);
    assert_eq!((gradient, product), finite);
}

#[test]
fn other_structures_follow_each_other() {
    let mut prepared = Prepared::new(Roots);
    for n in [2, 0, 3, 1, 3] {
        let (mut gradient, mut product) = (vec![0.0; n], vec![0.0; n]);
        prepared.hvp_into(&vec![1.0; n], &vec![4.0; n], &mut gradient, &mut product);
        assert_eq!((gradient, product), (vec![0.5; n], vec![-1.0; n]));
    }
}

thread_local! {
    static TOLD: Cell<bool> = const { Cell::new(false) };
}

fn stop_if_told() -> usize {
    assert!(!TOLD.get(), "as told");
    1
}

#[exp(adjoint)]
fn cubes(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i] * x[i];
        let _ = stop_if_told();
    }
    sum
}

#[test]
fn it_can_be_used_again_after_a_panic() {
    let mut prepared = Prepared::new(Cubes);
    for told in [false, true, false, false] {
        TOLD.set(told);
        let (mut gradient, mut product) = ([0.0; 2], [0.0; 2]);
        let run = || prepared.hvp_into(&[1.0, 2.0], &[1.0, 10.0], &mut gradient, &mut product);
        assert_eq!(catch_unwind(AssertUnwindSafe(run)).is_err(), told);
        assert!(told || (gradient, product) == ([3.0, 12.0], [6.0, 120.0]));
    }
    TOLD.set(false);
}

macro_rules! refused {
    ($($name:ident: $message:literal, $x:expr, $v:expr, $gradient:expr, $product:expr;)*) => {$(
        #[test]
        #[should_panic = $message]
        fn $name() {
            Prepared::new(Sums).hvp_into(&$x, &$v, &mut $gradient, &mut $product);
        }
    )*};
}

/// The point with another list of lists.
fn with(rows: Vec<Vec<f64>>) -> Of<Input, f64> {
    let (a, x, _, p) = point();
    (a, x, rows, p)
}

refused! {
    a_direction_of_another_structure:
        "the direction has another structure than the argument: lengths differ at `.2[2]`: 2 numbers, the direction has 1",
        point(), with(vec![vec![1.0], vec![], vec![1.0]]), point(), point();
    borrowed_parts_of_a_direction_of_another_structure:
        "the direction has another structure than the argument: lengths differ at `.1`: 3 numbers, the direction has 2",
        point(), (&1.0, &[1.0; 2], &point().2, &[1.0; 2]), point(), point();
    a_gradient_of_another_structure:
        "the gradient has another structure than the argument: lengths differ at `.2`: 3 elements, the gradient has 0",
        point(), direction(), with(vec![]), point();
    a_product_of_another_structure:
        "the product has another structure than the argument: lengths differ at `.2[1]`: 0 numbers, the product has 1",
        point(), direction(), point(), with(vec![vec![1.0], vec![1.0], vec![1.0; 2]]);
    the_product_is_compared_before_the_gradient: "the product has another structure than the argument",
        point(), direction(), with(vec![]), with(vec![]);
}
