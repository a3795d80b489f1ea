//! Prepared derivatives equal those of the operators, repeatedly, after any other evaluation.

#![allow(clippy::eq_op, reason = "x - x is the edge that is meant")]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ad_core::{
    Dict, Exp, F64, I64, Mode, Num, Prepared, Real, RealDict, Signature, checkpoint, forward, hvp, stack,
};

/// x ↦ (Σ xᵢ², x₀·x₁, …, xₙ₋₁·x₀, x₀, 7), of whole numbers where they are.
#[derive(Clone)]
struct Ring;

impl Signature for Ring {
    type In = Vec<f64>;
    type Out = Vec<f64>;
}

impl<D: Dict> Exp<D> for Ring {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Vec<Num<D>> {
        let mut y = vec![x.iter().map(|x| x * x).sum()];
        y.extend((0..x.len()).map(|i| x[i] * x[(i + 1) % x.len()]));
        y.extend(x.first());
        y.push(ad_core::Semiring::natural(7));
        y
    }
}

/// Results that overflow, that have infinite slopes, and that depend on some inputs only.
struct Edges;

impl Signature for Edges {
    type In = [f64; 3];
    type Out = [f64; 4];
}

impl<D: RealDict> Exp<D> for Edges {
    fn apply(&self, _: D, [x, y, z]: &[Num<D>; 3]) -> [Num<D>; 4] {
        [(x - x).sqrt() + y * z, (x * 1000.0).exp() * y, z * z, Num::constant(1.0)]
    }
}

#[test]
fn every_derivative_is_that_of_the_operators() {
    let mut by_forward = Prepared::over(Ring, I64).mode(Mode::Forward);
    let mut by_stack = Prepared::over(Ring, I64).mode(Mode::Tape);
    let mut by_checkpoints = Prepared::over(checkpoint(Ring), I64).mode(Mode::Tape);
    for n in [3, 1, 7, 0, 4, 7] {
        let x: Vec<i64> = (0..n).map(|i| i * i - 3).collect();
        let value = Ring.eval(I64, x.clone());
        let rows = stack::jacobian(Ring).eval(I64, x.clone()).concat();
        assert_eq!(forward::jacobian(Ring).eval(I64, x.clone()).concat(), rows);
        let m = value.len();
        let (mut y, mut found) = (vec![9; m], vec![9; rows.len()]);
        for _ in 0..2 {
            by_forward.value_and_jacobian_into(&x, &mut y, &mut found);
            assert_eq!((&y, &found), (&value, &rows), "forward, {n}");
            found.fill(9);
            by_stack.value_and_jacobian_into(&x, &mut y, &mut found);
            assert_eq!((&y, &found), (&value, &rows), "stack, {n}");
            found.fill(9);
            by_checkpoints.value_and_jacobian_into(&x, &mut y, &mut found);
            assert_eq!((&y, &found), (&value, &rows), "stack with a checkpoint, {n}");
        }
        // Without inputs there is no direction.
        let count = if n == 0 { 0 } else { 11 };
        let directions: Vec<Vec<i64>> =
            (0..count).map(|k| x.iter().map(|x| x * k + k - 2).collect()).collect();
        let mut all = vec![9; directions.len() * m];
        by_forward.jvps_into(&x, &directions.concat(), &mut y, &mut all);
        for (dx, row) in directions.iter().zip(all.chunks(m)) {
            let (_, expected) = forward::jvp(Ring).eval(I64, (x.clone(), dx.clone()));
            let mut dy = vec![9; m];
            by_forward.jvp_into(&x, dx, &mut y, &mut dy);
            assert_eq!((&y, &dy), (&value, &expected));
            assert_eq!(row, expected);
        }
        let adjoints: Vec<Vec<i64>> = (0..4).map(|k| value.iter().map(|y| y - k).collect()).collect();
        let mut all = vec![9; 4 * x.len()];
        by_stack.vjps_into(&x, &adjoints.concat(), &mut y, &mut all);
        for (k, dy) in adjoints.iter().enumerate() {
            let (_, expected) = stack::vjp(Ring).eval(I64, (x.clone(), dy.clone()));
            let mut dx = vec![9; x.len()];
            by_stack.vjp_into(&x, dy, &mut y, &mut dx);
            assert_eq!((&y, &dx), (&value, &expected));
            assert_eq!(all[k * x.len()..][..x.len()], expected);
        }
    }
}

#[test]
fn edges_are_those_of_the_operators() {
    let bits = |rows: &[f64]| {
        rows.iter().map(|x| if x.is_nan() { 1 } else { (x + 0.0).to_bits() }).collect::<Vec<_>>()
    };
    for x in [[1.0, 2.0, 3.0], [0.5, 0.0, -1.0]] {
        let (mut y, mut rows) = ([0.0; 4], [7.0; 12]);
        Prepared::new(Edges).mode(Mode::Forward).value_and_jacobian_into(&x, &mut y, &mut rows);
        assert_eq!(bits(&rows), bits(&forward::jacobian(Edges).eval(F64, x).concat()));
        assert_eq!(bits(&y), bits(&Edges.eval(F64, x)));
        Prepared::new(Edges).mode(Mode::Tape).value_and_jacobian_into(&x, &mut y, &mut rows);
        assert_eq!(bits(&rows), bits(&stack::jacobian(Edges).eval(F64, x).concat()));
    }
}

/// Σ xᵢ²·xᵢ₊₁
struct Energy;

impl Signature for Energy {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Energy {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        x.windows(2).map(|w| w[0] * w[0] * w[1]).sum()
    }
}

#[test]
fn gradients_and_their_derivatives_are_those_of_the_operators() {
    let mut by_forward = Prepared::new(Energy).mode(Mode::Forward);
    let mut second = Prepared::new(Energy);
    for n in [9_u32, 2, 20, 9] {
        let x: Vec<f64> = (0..n).map(|i| f64::from(i % 5) - 2.0).collect();
        let expected = stack::value_and_grad(Energy).eval(F64, x.clone());
        let mut gradient = vec![7.0; x.len()];
        let y = by_forward.value_and_grad_into(&x, &mut gradient);
        assert_eq!((y, &gradient), (expected.0, &expected.1));
        let directions: Vec<Vec<f64>> =
            (0..3).map(|k| x.iter().map(|x| x + f64::from(k)).collect()).collect();
        let mut products = vec![7.0; 3 * x.len()];
        gradient.fill(7.0);
        second.hvps_into(&x, &directions.concat(), &mut gradient, &mut products);
        assert_eq!(gradient, expected.1);
        for (v, row) in directions.iter().zip(products.chunks(x.len())) {
            let mut product = vec![7.0; x.len()];
            gradient.fill(7.0);
            second.hvp_into(&x, v, &mut gradient, &mut product);
            assert_eq!(gradient, expected.1);
            assert_eq!(product, hvp(Energy).eval(F64, (x.clone(), v.clone())).1);
            assert_eq!(product, row);
        }
    }
}

#[test]
fn infinite_derivatives_come_from_the_operators() {
    /// (x - x)·√(y - y) + x·y
    struct Cusp;
    impl Signature for Cusp {
        type In = [f64; 2];
        type Out = f64;
    }
    impl<D: RealDict> Exp<D> for Cusp {
        fn apply(&self, _: D, [x, y]: &[Num<D>; 2]) -> Num<D> {
            (x - x) * (y - y).sqrt() + x * y
        }
    }
    let bits = |v: [f64; 2]| v.map(|x| if x.is_nan() { 1 } else { x.to_bits() });
    let mut second = Prepared::new(Cusp);
    let (mut gradient, mut product, mut rows) = ([0.0; 2], [0.0; 2], [0.0; 2]);
    second.hvp_into(&[2.0, 3.0], &[1.0, 0.0], &mut gradient, &mut product);
    second.hvps_into(&[2.0, 3.0], &[1.0, 0.0], &mut gradient, &mut rows);
    let expected = hvp(Cusp).eval(F64, ([2.0, 3.0], [1.0, 0.0])).1;
    assert_eq!((bits(product), bits(rows)), (bits(expected), bits(expected)));
    assert_eq!(bits(gradient), bits(stack::grad(Cusp).eval(F64, [2.0, 3.0])));
}

#[test]
fn it_can_be_used_again_after_a_panic() {
    struct Panics<'c>(&'c Cell<bool>);
    impl Signature for Panics<'_> {
        type In = Vec<f64>;
        type Out = [f64; 1];
    }
    impl<D: Dict> Exp<D> for Panics<'_> {
        fn apply(&self, _: D, x: &Vec<Num<D>>) -> [Num<D>; 1] {
            let product = x.iter().product();
            assert!(!self.0.get(), "as told");
            [product]
        }
    }
    let panics = Cell::new(false);
    let mut by_forward = Prepared::new(Panics(&panics)).mode(Mode::Forward);
    let mut by_stack = Prepared::new(Panics(&panics)).mode(Mode::Tape);
    let x = vec![2.0, 3.0, 5.0];
    for told in [false, true, false] {
        panics.set(told);
        let (mut y, mut rows) = ([0.0], [0.0; 3]);
        let run = AssertUnwindSafe(|| by_forward.value_and_jacobian_into(&x, &mut y, &mut rows));
        assert_eq!(catch_unwind(run).is_err(), told);
        assert!(told || rows == [15.0, 10.0, 6.0]);
        let mut dx = vec![0.0; 3];
        let run = AssertUnwindSafe(|| by_stack.vjp_into(&x, &[2.0], &mut y, &mut dx));
        assert_eq!(catch_unwind(run).is_err(), told);
        assert!(told || dx == [30.0, 20.0, 12.0]);
    }
}

macro_rules! refused {
    ($($name:ident: $message:literal, $run:expr;)*) => {$(
        #[test]
        #[should_panic = $message]
        fn $name() {
            $run;
        }
    )*};
}

refused! {
    a_matrix_of_another_length_by_forward_mode: "6 rows of 3 entries take 18, the slice of rows has 14",
        Prepared::new(Ring).mode(Mode::Forward).value_and_jacobian_into(&vec![1.0; 3], &mut vec![0.0; 6], &mut [0.0; 14]);
    a_matrix_of_another_length_by_the_stack: "6 rows of 3 entries take 18, the slice of rows has 1",
        Prepared::new(Ring).mode(Mode::Tape).value_and_jacobian_into(&vec![1.0; 3], &mut vec![0.0; 6], &mut [0.0]);
    a_value_of_another_structure: "the container for it has another structure than the result",
        Prepared::new(Ring).mode(Mode::Tape).value_and_jacobian_into(&vec![1.0; 3], &mut vec![0.0; 5], &mut [0.0; 15]);
    half_a_direction: "1 row of 3 entries take 3, the slice of directions has 4",
        Prepared::new(Ring).mode(Mode::Forward).jvps_into(&vec![1.0; 3], &[1.0; 4], &mut vec![0.0; 6], &mut [0.0; 6]);
    half_an_adjoint: "1 row of 6 entries take 6, the slice of adjoints has 7",
        Prepared::new(Ring).mode(Mode::Tape).vjps_into(&vec![1.0; 3], &[1.0; 7], &mut vec![0.0; 6], &mut [0.0; 3]);
    a_direction_of_another_structure: "the direction has another structure than the argument",
        Prepared::new(Ring).mode(Mode::Forward).jvp_into(&vec![1.0; 3], &vec![1.0; 2], &mut vec![0.0; 6], &mut vec![0.0; 6]);
    an_adjoint_of_another_structure: "the adjoint has another structure than the result",
        Prepared::new(Ring).mode(Mode::Tape).vjp_into(&vec![1.0; 3], &vec![1.0; 2], &mut vec![0.0; 6], &mut vec![0.0; 3]);
    products_of_another_length: "2 rows of 3 entries take 6, the slice of products has 5",
        Prepared::new(Energy).hvps_into(&vec![1.0; 3], &[1.0; 6], &mut vec![0.0; 3], &mut [0.0; 5]);
}
