//! What an expression can be called with: containers, slices, arrays, and tuples of references, for every convenience call.

use ad_core::{Dict, Exp, Num, RealDict, Signature, call};

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
        call::gradient(&Cubes, &vector),
        call::gradient(&Cubes, &array),
        call::gradient(&Cubes, &vector[..]),
        call::gradient(&Cubes, array.as_slice()),
        call::value_and_gradient(&Cubes, &array[..]).1,
    ] {
        assert_eq!(found, expected);
    }
    assert_eq!(call::gradient(&Cubes, &vec![]), []);
    let mut gradient = vec![0.0; 2];
    assert_eq!(call::gradient_into(&Cubes, &array[..], &mut gradient), 9.0);
    assert_eq!(gradient, expected);
    assert_eq!(call::value(&Cubes, &array[..]), 9.0);
    assert_eq!(call::jvp(&Cubes, &array[..], &vector), (9.0, 27.0));
    assert_eq!(call::vjp(&Cubes, &array[..], &2.0), (9.0, vec![6.0, 24.0]));
    assert_eq!(call::jacobian(&Cubes, &array[..]), expected);
    let hessian = vec![vec![6.0, 0.0], vec![0.0, 12.0]];
    assert_eq!(call::hessian(&Cubes, &array[..]), hessian);
    assert_eq!(call::value_gradient_hessian(&Cubes, &array[..]), (9.0, expected, hessian));
    assert_eq!(call::hvp(&Cubes, &array[..], &[1.0, 0.0]), [6.0, 0.0]);
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
    call::gradient_into(&Cubes, &[1.0; 3][..], &mut vec![0.0; 2]);
}
