//! Arguments of an expression: containers, slices, arrays, and tuples of references, for all functions that take any of them.

use ad_core::paper::Var;
use ad_core::{
    Argument, At, Dict, Exp, F64, I64, Mode, Num, Prepared, Real, RealDict, Signature, call, sparse, stack,
};

/// Σ xᵢ³
struct Cubes;

impl Signature for Cubes {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Cubes {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        x.iter().map(|x| x * x * x).sum()
    }
}

/// (a, x, y) ↦ (aΣxᵢ, (y₀, y₁))
struct Parameters;

impl Signature for Parameters {
    type In = (f64, Vec<f64>, [f64; 2]);
    type Out = (f64, Vec<f64>);
}

impl<D: Dict> Exp<D> for Parameters {
    fn apply(&self, _: D, (a, x, y): &(Num<D>, Vec<Num<D>>, [Num<D>; 2])) -> (Num<D>, Vec<Num<D>>) {
        (a * x.iter().sum::<Num<D>>(), y.to_vec())
    }
}

#[test]
fn a_vector_is_taken_as_a_vector_a_slice_or_an_array() {
    let (vector, array) = (vec![1.0, 2.0], [1.0, 2.0]);
    let expected = vec![3.0, 12.0];
    for found in [
        call::grad(&Cubes, &vector),
        call::grad(&Cubes, &array),
        call::grad(&Cubes, &vector[..]),
        call::grad(&Cubes, array.as_slice()),
        call::value_and_grad(&Cubes, &array[..]).1,
    ] {
        assert_eq!(found, expected);
    }
    assert!(call::grad(&Cubes, &vec![]).is_empty());
    let mut gradient = vec![0.0; 2];
    assert_eq!(Prepared::new(&Cubes).value_and_grad_into(&array[..], &mut gradient), 9.0);
    assert_eq!(gradient, expected);
    assert_eq!(call::value(&Cubes, &array[..]), 9.0);
    assert_eq!(call::jvp(&Cubes, &array[..], &vector), (9.0, 27.0));
    assert_eq!(call::vjp(&Cubes, &array[..], &2.0), (9.0, vec![6.0, 24.0]));
    assert_eq!(call::jacobian(&Cubes, &array[..]), expected);
    let hessian = vec![vec![6.0, 0.0], vec![0.0, 12.0]];
    assert_eq!(call::hessian(&Cubes, &array[..]), hessian);
    assert_eq!(call::value_grad_hessian(&Cubes, &array[..]), (9.0, expected, hessian));
    assert_eq!(call::hvp(&Cubes, &array[..], &[1.0, 0.0]).1, [6.0, 0.0]);
    assert_eq!(call::laplacian(&Cubes, &array[..]), 18.0);
}

#[test]
fn several_parameters_are_taken_as_a_tuple_or_as_a_tuple_of_references() {
    let (a, x, y) = (2.0, vec![1.0, 2.0, 3.0], [5.0, 7.0]);
    let moved = (a, x.clone(), y);
    let value = (12.0, vec![5.0, 7.0]);
    assert_eq!(call::value(&Parameters, &moved), value);
    assert_eq!(call::value(&Parameters, &(&a, &x, &y)), value);
    assert_eq!(call::value(&Parameters, &(&a, &x[..], &y)), value);
    assert_eq!(call::value(&Parameters, &(&a, &[1.0, 2.0, 3.0], &y)), value);
    let (_, adjoints) = call::vjp(&Parameters, &(&a, &x[..], &y), &(1.0, vec![1.0, 0.0]));
    assert_eq!(adjoints, (6.0, vec![2.0; 3], [1.0, 0.0]));
    assert_eq!(call::vjp(&Parameters, &moved, &(&1.0, &[1.0, 0.0])).1, adjoints);
}

#[test]
#[should_panic = "the gradient has another structure than the argument: lengths differ: 3 numbers, the gradient has 2"]
fn a_slice_is_compared_as_well() {
    Prepared::new(&Cubes).value_and_grad_into(&[1.0; 3][..], &mut vec![0.0; 2]);
}

/// (a, x) ↦ aΣxᵢ²
struct Scaled;

impl Signature for Scaled {
    type In = (f64, Vec<f64>);
    type Out = f64;
}

impl<D: Dict> Exp<D> for Scaled {
    fn apply(&self, _: D, (a, x): &(Num<D>, Vec<Num<D>>)) -> Num<D> {
        a * x.iter().map(|x| x * x).sum::<Num<D>>()
    }
}

#[test]
fn a_prepared_gradient_takes_all_arguments_of_calls() {
    /// The value and the gradient, in the memory of previous evaluations.
    fn at<H>(prepared: &mut Prepared<Cubes>, x: &(impl Argument<Vec<f64>, H> + ?Sized)) -> (f64, Vec<f64>) {
        let mut gradient = vec![0.5; 2];
        (prepared.value_and_grad_into(x, &mut gradient), gradient)
    }
    let mut cubes = Prepared::new(Cubes).mode(Mode::Tape);
    let expected = (9.0, vec![3.0, 12.0]);
    assert_eq!(at(&mut cubes, &vec![1.0, 2.0]), expected);
    assert_eq!(at(&mut cubes, &[1.0, 2.0]), expected);
    assert_eq!(at(&mut cubes, &[1.0, 2.0][..]), expected);
    let mut longer = vec![0.0; 3];
    assert_eq!(cubes.value_and_grad_into(&[1.0, 2.0, 3.0], &mut longer), 36.0);
    assert_eq!(longer, [3.0, 12.0, 27.0]);
}

#[test]
fn a_prepared_gradient_takes_the_values_of_its_dictionary() {
    type Plain = (i64, Vec<i64>);
    fn at<H>(
        prepared: &mut Prepared<Scaled, I64>,
        x: &impl Argument<(f64, Vec<f64>), H, i64>,
    ) -> (i64, Plain) {
        let mut gradient = (0, vec![0; 2]);
        (prepared.value_and_grad_into(x, &mut gradient), gradient)
    }
    let mut scaled = Prepared::over(Scaled, I64).mode(Mode::Tape);
    let expected = (15, (5, vec![6, 12]));
    assert_eq!(at(&mut scaled, &(3, vec![1, 2])), expected);
    assert_eq!(at(&mut scaled, &(&3, &[1, 2])), expected);
    assert_eq!(at(&mut scaled, &(&3, &[1, 2][..])), expected);
}

#[test]
#[should_panic = "the gradient has another structure than the argument: lengths differ at `.1`: 3 numbers, the gradient has 2"]
fn a_tuple_of_references_is_compared_as_well() {
    Prepared::new(Scaled)
        .mode(Mode::Tape)
        .value_and_grad_into(&(&1.0, &[1.0; 3][..]), &mut (0.0, vec![0.0; 2]));
}

#[test]
fn prepared_second_derivatives_take_all_arguments_of_calls() {
    let (a, x) = (3.0, [1.0, 2.0]);
    let rows = [0.0, 2.0, 4.0, 2.0, 6.0, 0.0, 4.0, 0.0, 6.0];
    let mut scaled = Prepared::new(Scaled);
    let mut found = ((0.0, vec![0.0; 2]), [0.0; 9]);
    assert_eq!(scaled.value_grad_hessian_into(&(a, x.to_vec()), &mut found.0, &mut found.1), 15.0);
    assert_eq!(found, ((5.0, vec![6.0, 12.0]), rows));
    found = ((0.0, vec![0.0; 2]), [0.0; 9]);
    assert_eq!(scaled.value_grad_hessian_into(&(&a, &x[..]), &mut found.0, &mut found.1), 15.0);
    assert_eq!(found, ((5.0, vec![6.0, 12.0]), rows));
    let (mut gradient, mut product) = ((0.0, vec![0.0; 2]), (0.0, vec![0.0; 2]));
    scaled.hvp_into(&(&a, &x), &(&1.0, &[1.0, 0.0][..]), &mut gradient, &mut product);
    assert_eq!((&gradient, &product), (&(5.0, vec![6.0, 12.0]), &(2.0, vec![8.0, 4.0])));
    scaled.hvp_into(&(a, x.to_vec()), &(0.0, vec![0.0, 1.0]), &mut gradient, &mut product);
    assert_eq!((gradient, product), ((5.0, vec![6.0, 12.0]), (4.0, vec![0.0, 6.0])));
    // If a derivative is not finite, the exact way also uses the borrowed argument.
    let mut roots = Prepared::new(Roots);
    let (mut gradient, mut product) = (vec![0.0; 2], vec![0.0; 2]);
    roots.hvp_into(&[0.0, 4.0][..], &[1.0; 2][..], &mut gradient, &mut product);
    assert_eq!((gradient, product), (vec![f64::INFINITY, 0.25], vec![f64::NEG_INFINITY, -1.0 / 32.0]));
    let (mut gradient, mut hessian) = (vec![0.0; 2], [0.0; 4]);
    assert_eq!(roots.value_grad_hessian_into(&[0.0, 4.0][..], &mut gradient, &mut hessian), 2.0);
    assert_eq!((gradient[0], gradient[1], hessian[3]), (f64::INFINITY, 0.25, -1.0 / 32.0));
}

/// Σ √xᵢ
struct Roots;

impl Signature for Roots {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Roots {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        x.iter().copied().map(Real::sqrt).sum()
    }
}

#[test]
#[should_panic = "the direction has another structure than the argument"]
fn a_direction_that_is_a_slice_is_compared_as_well() {
    Prepared::new(Cubes).hvp_into(&[1.0; 3], &[1.0; 2][..], &mut vec![0.0; 3], &mut vec![0.0; 3]);
}

#[test]
fn sparse_derivatives_take_all_arguments_of_calls() {
    let (vector, array) = (vec![1.0, 2.0], [1.0, 2.0]);
    let pattern = sparse::pattern(&Cubes, &vector);
    assert_eq!(sparse::pattern(&Cubes, &array[..]), pattern);
    assert_eq!(sparse::pattern_everywhere(&Cubes, &array), pattern);
    assert_eq!(sparse::hessian_pattern(&Cubes, &array[..]), sparse::hessian_pattern(&Cubes, &vector));
    let expected = (9.0, vec![3.0, 12.0]);
    let mut jacobian = sparse::jacobian(Cubes, &array[..]);
    for (y, matrix) in [jacobian.jacobian(&vector), jacobian.jacobian(&array[..])] {
        assert_eq!((y, matrix.entries()), (expected.0, &expected.1[..]));
    }
    let mut entries = [0.0; 2];
    assert_eq!(jacobian.jacobian_into(&array, &mut entries), 9.0);
    assert_eq!(entries[..], expected.1);
    let expected = (expected.1, vec![6.0, 12.0]);
    let mut hessian = sparse::hessian(Cubes, &array);
    let (gradient, matrix) = hessian.hessian(&array[..]);
    assert_eq!((&gradient, matrix.entries()), (&expected.0, &expected.1[..]));
    assert_eq!(hessian.hessian_into(&array[..], &mut entries), expected.0);
    assert_eq!(entries[..], expected.1);
    assert_eq!(sparse::hessian_diagonal(Cubes, &array[..]).diagonal(&array[..]), expected);

    let (a, x, y) = (2.0, [1.0, 2.0], [5.0, 7.0]);
    let mut jacobian = sparse::jacobian(Parameters, &(&a, &x[..], &y));
    assert_eq!(jacobian.jacobian(&(&a, &x[..], &y)), jacobian.jacobian(&(a, x.to_vec(), y)));
    assert_eq!(jacobian.jacobian(&(&a, &x, &y)).1.entries(), [3.0, 2.0, 2.0, 1.0, 1.0]);
    assert_eq!(sparse::hessian(Scaled, &(&a, &x)).hessian(&(&3.0, &x[..])).0, (5.0, vec![6.0, 12.0]));

    let (parameters, columns) = ([1.0, 2.0, 3.0], [2, 0]);
    let mut assembly = sparse::Assembly::new::<[f64; 3]>(&parameters);
    assert_eq!(assembly.add(&Scaled, &(&1, &columns[..])), 20.0);
    assert_eq!(assembly.gradient(), [4.0, 10.0, 12.0]);
}

#[test]
fn the_type_of_an_argument_follows_from_the_expression() {
    assert_eq!(Cubes.eval(F64, (1..3).map(f64::from).collect()), 9.0);
    assert_eq!(Var.eval(I64, 7_u8.into()), 7);
    assert_eq!(Var.at(4.0).sqrt(), 2.0);
    // Borrowed, through an operator:
    assert_eq!(call::value(&stack::grad(Scaled), &(&3.0, &[1.0, 2.0][..])), (5.0, vec![6.0, 12.0]));
}
