//! Operators and calls that name no strategy run the adjoint program, and nothing else.

use ad::prelude::*;
use ad::{Dict, Num, Of, Seeding, Signature, sparse, terms};

/// An expression that can only be run by its adjoint program.
#[derive(Clone, Copy)]
pub(super) struct OnlyByProgram<E>(pub(super) E);

impl<E: Signature> Signature for OnlyByProgram<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: Dict, E: Exp<D>> Exp<D> for OnlyByProgram<E> {
    fn apply(&self, _: D, _: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        panic!("it is evaluated under {}", std::any::type_name::<D>());
    }
    fn has_program(&self) -> bool {
        self.0.has_program()
    }
    fn program(&self, dict: D, x: &Of<E::In, Num<D>>, seeding: &mut dyn Seeding<E::In, E::Out, D>) {
        self.0.program(dict, x, seeding);
    }
}

/// Σ w²·xᵢ²·xᵢ₊₁
#[exp(adjoint)]
fn weighted(w: f64, x: &[f64]) -> f64 {
    x.windows(2).map(|p| w * w * p[0] * p[0] * p[1]).sum()
}

/// Two results of three inputs.
#[exp(adjoint)]
fn both(x: &[f64]) -> [f64; 2] {
    [x[0] * x[1] * x[2], x[0] + 2.0 * x[1]]
}

/// Σ xᵢ²·xᵢ₊₁
#[exp(adjoint)]
fn chain(x: &[f64]) -> f64 {
    x.windows(2).map(|p| p[0] * p[0] * p[1]).sum()
}

#[exp(adjoint)]
fn misfit(#[fixed] point: f64, x: &[f64]) -> f64 {
    (x[0] * point + x[1]).powi(2)
}

const X: [f64; 3] = [2.0, 3.0, 5.0];

#[test]
fn gradients() {
    let e = OnlyByProgram(Weighted);
    let (a, by_x) = call::grad(&e, &(&3.0, &X[..]));
    assert_eq!((a, by_x), call::grad(&Weighted, &(&3.0, &X[..])));
    assert_eq!(call::value_and_grad(&e, &(&3.0, &X[..])).0, 513.0);
    let mut gradient = (0.0, vec![0.0; 3]);
    assert_eq!(Prepared::new(&e).value_and_grad_into(&(&3.0, &X[..]), &mut gradient), 513.0);
    assert_eq!(gradient, stack::grad(Weighted).at((3.0, X.to_vec())));
    assert_eq!(reverse::grad(e).at((3.0, X.to_vec())), gradient);
    assert_eq!(call::vjp(&e, &(&3.0, &X[..]), &1.0), (513.0, gradient));
}

#[test]
fn through_pointers_and_given_numbers() {
    let expected = stack::grad(Weighted.given(3.0)).at(X.to_vec());
    assert_eq!(call::grad(&OnlyByProgram(Weighted).given(3.0), &X), expected);
    assert_eq!(call::grad(&OnlyByProgram(&Weighted.given(3.0)), &X), expected);
    assert_eq!(call::grad(&&OnlyByProgram(Box::new(Weighted)).given(3.0), &X), expected);
}

#[test]
fn jacobians() {
    let rows = stack::jacobian(Both).at(X.to_vec());
    let e = OnlyByProgram(Both);
    assert_eq!(call::jacobian(&e, &X), rows);
    assert_eq!(reverse::jacobian(e).at(X.to_vec()), rows);
    let mut found = [0.0; 6];
    Prepared::new(e).jacobian_into(&X, &mut found);
    assert_eq!(found[..], rows.concat());
    let (mut y, mut dx) = ([0.0; 2], vec![0.0; 3]);
    Prepared::new(e).vjp_into(&X, &[1.0, 10.0], &mut y, &mut dx);
    assert_eq!((y, dx), call::vjp(&Both, &X, &[1.0, 10.0]));
}

/// An expression that cannot be recorded.
#[derive(Clone, Copy)]
struct NeverOnATape<E>(E);

impl<E: Signature> Signature for NeverOnATape<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: Dict, E: Exp<D>> Exp<D> for NeverOnATape<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        assert!(!std::any::type_name::<D>().contains("::Stack<"), "it is recorded");
        self.0.apply(dict, x)
    }
    fn has_program(&self) -> bool {
        self.0.has_program()
    }
    fn program(&self, dict: D, x: &Of<E::In, Num<D>>, seeding: &mut dyn Seeding<E::In, E::Out, D>) {
        self.0.program(dict, x, seeding);
    }
}

/// Cubes, and two results that depend on all numbers.
#[exp(adjoint)]
fn long_rows(x: &[f64]) -> Vec<f64> {
    let product: f64 = x.iter().product();
    let squares: f64 = x.iter().map(|x| x * x).sum();
    let mut results: Vec<f64> = x.iter().map(|x| x * x * x).collect();
    results.push(product);
    results.push(squares);
    results
}

#[test]
fn long_rows_of_a_sparse_jacobian() {
    let x: Vec<f64> = (1..=40).map(|i| f64::from(i) / 8.0).collect();
    let mut sparse = sparse::jacobian(NeverOnATape(LongRows), &x);
    assert_eq!(sparse.sweeps(), (1, 2));
    let (y, matrix) = sparse.jacobian(&x);
    assert_eq!(y, long_rows(&x));
    let mut dense = vec![vec![0.0; 40]; 42];
    matrix.triplets().for_each(|(i, j, entry)| dense[i][j] = entry);
    assert_eq!(dense, adjoint::jacobian(LongRows).at(x));
}

#[test]
fn second_derivatives() {
    let e = OnlyByProgram(Chain);
    let expected = forward::jacobian(forward::grad(Chain)).at(X.to_vec());
    assert_eq!(call::hessian(&e, &X), expected);
    assert_eq!(hessian(&e).at(X.to_vec()), expected);
    let mut rows = [0.0; 9];
    Prepared::new(&e).hessian_into(&X, &mut rows);
    assert_eq!(rows[..], expected.concat());
    let column: Vec<f64> = expected.iter().map(|row| row[1]).collect();
    assert_eq!(call::hvp(&e, &X, &[0.0, 1.0, 0.0]).1, column);
    let (mut gradient, mut product) = (vec![0.0; 3], vec![0.0; 3]);
    Prepared::new(&e).hvp_into(&X, &[0.0, 1.0, 0.0], &mut gradient, &mut product);
    assert_eq!((gradient, product), (call::grad(&e, &X), column));
    assert_eq!(call::laplacian(&e, &X), expected[0][0] + expected[1][1] + expected[2][2]);
    assert_eq!(sparse::hessian(e, &X).hessian(&X).1.entries(), [6.0, 4.0, 4.0, 10.0, 6.0, 6.0]);
}

#[test]
fn second_derivatives_with_a_given_number() {
    let expected = forward::jacobian(forward::grad(Weighted.given(3.0))).at(X.to_vec());
    assert_eq!(call::hessian(&OnlyByProgram(Weighted).given(3.0), &X), expected);
    assert_eq!(call::hvp(&OnlyByProgram(Weighted).given(3.0), &X, &[1.0, 0.0, 0.0]).1, expected[0]);
    let mut sparse = sparse::hessian(OnlyByProgram(Weighted).given(3.0), &X);
    assert_eq!(sparse.hessian(&X).1.entries(), [54.0, 36.0, 36.0, 90.0, 54.0, 54.0]);
}

#[test]
fn sums_over_data() {
    let data = [1.0, -2.0, 4.0];
    let sum = terms(&data, |point| OnlyByProgram(Misfit { point: *point }));
    let by_loop = terms(&data, |point| Misfit { point: *point });
    let x = [0.5, 2.0];
    assert_eq!(call::value_and_grad(&sum, &x), stack::value_and_grad(&by_loop).at(x.to_vec()));
    let expected = forward::jacobian(stack::grad(&by_loop)).at(x.to_vec());
    assert_eq!(call::hessian(&sum, &x), expected);
    // A sum of no terms has no program to run.
    assert_eq!(call::grad(&terms(&data[..0], |point| Misfit { point: *point }), &x), [0.0; 2]);
}
