//! Arguments of any shape as slices of numbers, with names.

use std::collections::{BTreeMap, HashMap, VecDeque};

use ad::prelude::*;
use ad::{Destination, Flat, Shape, Signature};

#[exp]
#[derive(Clone, Debug, PartialEq)]
struct Camera {
    focal: f64,
    center: [f64; 2],
    #[fixed]
    lens: u8,
}

#[exp]
#[derive(Clone, Debug, PartialEq)]
struct Pair(f64, Vec<f64>);

#[exp]
#[derive(Clone, Debug, PartialEq)]
enum Noise {
    Normal { deviation: f64 },
    Student(f64, f64),
}

fn camera() -> Camera {
    Camera { focal: 2.0, center: [3.0, 5.0], lens: 7 }
}

/// An expression by hand, whose parameters have no names.
struct Nothing<S>(std::marker::PhantomData<S>);

impl<S: Shape> Signature for Nothing<S> {
    type In = S;
    type Out = f64;
}

/// The names of a container's numbers. Numbers that are written into a slice are read again.
fn names<S: Shape<Of<f64> = S> + PartialEq + std::fmt::Debug>(x: &S) -> Vec<String> {
    let flat = Flat::of(&Nothing::<S>(std::marker::PhantomData), x);
    let entries = flat.to_vec(x);
    assert_eq!((entries.len(), flat.is_empty()), (flat.len(), entries.is_empty()));
    assert_eq!(flat.read(&entries), *x);
    let names = flat.names();
    assert_eq!(names.len(), flat.len());
    names
}

#[test]
fn each_number_of_each_shape_has_a_name() {
    assert_eq!(names(&1.0), [""]);
    assert_eq!(names(&[[1.0, 2.0]; 2]), ["[0][0]", "[0][1]", "[1][0]", "[1][1]"]);
    assert_eq!(names(&vec![vec![], vec![1.0, 2.0]]), ["[1][0]", "[1][1]"]);
    assert_eq!(names(&(1.0, (camera(), 3_u8))), ["0", "1.0.focal", "1.0.center[0]", "1.0.center[1]"]);
    assert_eq!(names(&Pair(1.0, vec![2.0])), ["0", "1[0]"]);
    assert_eq!(names(&vec![Pair(1.0, vec![2.0])]), ["[0].0", "[0].1[0]"]);
    assert_eq!(
        names(&vec![Noise::Normal { deviation: 1.0 }, Noise::Student(1.0, 2.0)]),
        ["[0].deviation", "[1].0", "[1].1"]
    );
    assert_eq!(names(&(Some([1.0]), None::<f64>)), ["0[0]"]);
    assert_eq!(names(&Ok::<_, String>(Box::new([1.0]))), ["[0]"]);
    assert_eq!(names(&VecDeque::from([1.0])), ["[0]"]);
    assert_eq!(names(&std::rc::Rc::new(camera()))[0], "focal");
    assert_eq!(names(&BTreeMap::from([("b", 1.0), ("a", 2.0)])), ["[\"a\"]", "[\"b\"]"]);
    assert_eq!(names(&HashMap::from([(2, 1.0), (1, 2.0)])), ["[1]", "[2]"]);
    assert!(names(&Vec::<f64>::new()).is_empty());
}

#[exp(adjoint)]
fn cost(camera: &Camera<f64>, weights: &[Vec<f64>], offset: f64) -> f64 {
    let mut sum = offset;
    for row in weights {
        for w in row {
            sum += w * w * camera.focal;
        }
    }
    sum * camera.center[1]
}

#[exp]
fn of_one(weights: &[f64]) -> f64 {
    weights[0] * weights[1]
}

#[exp]
fn of_a_pattern([x, y]: [f64; 2], scale: f64) -> f64 {
    scale * x * y
}

#[exp]
impl Camera {
    fn area(&self, scale: f64) -> f64 {
        scale * self.center[0] * self.center[1]
    }
}

#[test]
fn the_names_start_with_the_parameters() {
    let x = (camera(), vec![vec![], vec![7.0, 11.0]], 13.0);
    let expected =
        ["camera.focal", "camera.center[0]", "camera.center[1]", "weights[1][0]", "weights[1][1]", "offset"];
    assert_eq!(Flat::of(&Cost, &x).names(), expected);
    assert_eq!(Flat::of(&&Cost, &(&x.0, &x.1[..], &x.2)).names(), expected);
    assert_eq!(Flat::of(&Cost.given(camera()), &(x.1, x.2)).names(), expected[3..]);
    assert_eq!(Flat::of(&OfOne, &[1.0, 2.0]).names(), ["weights[0]", "weights[1]"]);
    assert_eq!(Flat::of(&OfOne.clone(), &[1.0, 2.0]).len(), 2);
    assert_eq!(Flat::of(&OfAPattern, &([1.0; 2], 2.0)).names(), ["0[0]", "0[1]", "scale"]);
    assert_eq!(
        Flat::of(&CameraArea, &(camera(), 2.0)).names(),
        ["self.focal", "self.center[0]", "self.center[1]", "scale"]
    );
}

/// The numbers, in the mode that the expression has.
#[exp(adjoint)]
fn products(camera: &Camera<f64>, x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| x * camera.focal * camera.center[0]).collect()
}

#[exp]
fn cost_by_tape(camera: &Camera<f64>, weights: &[Vec<f64>], offset: f64) -> f64 {
    cost(camera, weights, offset)
}

fn every_derivative_at_slices<E>(e: E)
where
    E: Differentiable + ad::TwiceDifferentiable + Signature<In = <Cost as Signature>::In> + Copy,
{
    let x = (camera(), vec![vec![], vec![7.0, 11.0]], 13.0);
    let flat = Flat::of(&e, &x);
    let (n, entries) = (flat.len(), flat.to_vec(&x));
    let (mut prepared, mut gradient, mut product) = (Prepared::new(e), vec![0.0; n], vec![0.0; n]);
    let expected = call::grad(&e, &x);
    assert_eq!(prepared.value(&flat.at(&entries)), call::value(&e, &x));
    let y = prepared.value_and_grad_into(&flat.at(&entries), &mut flat.at_mut(&mut gradient));
    assert_eq!((y, &gradient), (call::value(&e, &x), &flat.to_vec(&expected)));
    assert_eq!(call::grad(&e, &flat.at(&entries)), expected);

    let v: Vec<f64> = [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0][..n].to_vec();
    let (slopes, bends) = (&mut gradient, &mut product);
    prepared.hvp_into(&flat.at(&entries), &flat.at(&v), &mut flat.at_mut(slopes), &mut flat.at_mut(bends));
    let (expected, expected_product) = call::hvp(&e, &x, &flat.read(&v));
    assert_eq!((gradient, product), (flat.to_vec(&expected), flat.to_vec(&expected_product)));

    let (mut gradient, mut rows) = (vec![0.0; n], vec![0.0; n * n]);
    prepared.value_grad_hessian_into(&flat.at(&entries), &mut flat.at_mut(&mut gradient), &mut rows);
    let hessian = flat.to_vec(&call::grad(&e, &x));
    assert_eq!(gradient, hessian);
    let product: Vec<f64> = rows.chunks(n).map(|row| ad::dot(row, &v)).collect();
    assert_eq!(product, flat.to_vec(&expected_product));
}

#[test]
fn every_derivative_is_taken_at_slices() {
    every_derivative_at_slices(Cost);
    every_derivative_at_slices(CostByTape);
    let x = (camera(), vec![7.0, 11.0]);
    let flat = Flat::of(&Products, &x);
    let entries = flat.to_vec(&x);
    let mut prepared = Prepared::new(Products);
    let (mut y, mut rows) = ([0.0; 2], [0.0; 10]);
    prepared.value_and_jacobian_into(&flat.at(&entries), &mut y[..], &mut rows);
    assert_eq!((y, rows), ([42.0, 66.0], [21.0, 14.0, 0.0, 6.0, 0.0, 33.0, 22.0, 0.0, 0.0, 6.0]));
    let (mut y, mut dy) = ([0.0; 2], [0.0; 2]);
    prepared.jvp_into(&flat.at(&entries), &flat.at(&[1.0, 0.0, 9.0, 0.0, 1.0]), &mut y, &mut dy);
    assert_eq!((y, dy), ([42.0, 66.0], [21.0, 39.0]));
    let (mut y, mut dx) = ([0.0; 2], [0.0; 5]);
    prepared.vjp_into(&flat.at(&entries), &[1.0, 10.0], &mut y[..], &mut flat.at_mut(&mut dx));
    assert_eq!((y, dx), ([42.0, 66.0], [351.0, 234.0, 0.0, 6.0, 60.0]));
    // The columns of a sparse Jacobian are the entries of the slice.
    let (_, sparse) = ad::sparse::jacobian(Products, &flat.at(&entries)).jacobian(&flat.at(&entries));
    assert_eq!(sparse.entries(), [21.0, 14.0, 6.0, 33.0, 22.0, 6.0]);
}

#[test]
fn the_adjoint_program_runs_at_slices() {
    use ad::adjoint::{Adjoint, Slot};
    use ad::{Dict, Num, Seeding};

    /// An expression whose evaluation and program differ, so that the result shows which one ran.
    struct Telling;
    impl Signature for Telling {
        type In = (f64, Vec<f64>);
        type Out = f64;
    }
    impl<D: Dict> Exp<D> for Telling {
        fn apply(&self, _: D, (a, _): &(Num<D>, Vec<Num<D>>)) -> Num<D> {
            *a
        }
        fn has_program(&self) -> bool {
            true
        }
        fn program(
            &self,
            dict: D,
            x: &(Num<D>, Vec<Num<D>>),
            seeding: &mut dyn Seeding<Self::In, Self::Out, D>,
        ) {
            ad::adjoint::offer(self, dict, x, seeding);
        }
    }
    impl<D: Dict> Adjoint<D> for Telling {
        fn pullback<'a>(
            &'a self,
            _: D,
            x: &(Num<D>, Vec<Num<D>>),
        ) -> (
            Num<D>,
            impl FnOnce(&Slot<Num<D>>, &(Num<D>, Vec<Num<D>>), &(Slot<Num<D>>, Vec<Slot<Num<D>>>))
            + Clone
            + use<'a, D>,
        ) {
            (x.0, |dy: &Slot<Num<D>>, _: &(Num<D>, Vec<Num<D>>), dx: &(Slot<Num<D>>, Vec<Slot<Num<D>>>)| {
                dy.with(|d| dx.1[0].add(d));
            })
        }
    }

    let flat = Flat::of(&Telling, &(1.0, vec![0.0]));
    let mut gradient = [0.0; 2];
    Prepared::new(Telling).grad_into(&flat.at(&[1.0, 2.0]), &mut flat.at_mut(&mut gradient));
    assert_eq!(gradient, [0.0, 1.0]);
}

#[test]
fn slices_of_containers_are_destinations() {
    #[exp]
    fn sum(x: &[Vec<f64>]) -> f64 {
        x.iter().flatten().map(|x| x * x).sum()
    }
    let mut gradient = [vec![0.0; 2], vec![0.0]];
    Prepared::new(Sum).grad_into(&[[1.0, 2.0].to_vec(), vec![3.0]][..], &mut gradient[..]);
    assert_eq!(gradient, [vec![2.0, 4.0], vec![6.0]]);
    assert_eq!(Destination::<Vec<Vec<f64>>, _>::numbers(&gradient), 3);
}

#[test]
#[should_panic(expected = "a slice of 3 numbers is given, and there are 2")]
fn a_slice_of_another_length_is_refused() {
    let flat = Flat::of(&OfOne, &[1.0, 2.0]);
    call::grad(&OfOne, &flat.at(&[1.0, 2.0, 3.0]));
}

#[test]
#[should_panic(
    expected = "the container has another structure than the flat argument: lengths differ: 2 numbers, the container has 3"
)]
fn a_container_of_another_structure_is_refused() {
    let flat = Flat::of(&OfOne, &[1.0, 2.0]);
    flat.to_vec(&[1.0, 2.0, 3.0]);
}

#[test]
#[should_panic(
    expected = "the gradient has another structure than the argument: lengths differ at `[1]`: 1 number"
)]
fn a_destination_of_another_structure_is_refused() {
    #[exp(adjoint)]
    fn sum(x: &[Vec<f64>]) -> f64 {
        x.iter().flatten().map(|x| x * x).sum()
    }
    let mut gradient = [vec![0.0; 2], vec![0.0; 2]];
    Prepared::new(Sum).grad_into(&[vec![1.0, 2.0], vec![3.0]], &mut gradient);
}
