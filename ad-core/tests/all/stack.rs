//! The stack strategy's use of memory, in runs that are small enough for Miri: all operations on a tape, also with panics in
//! between.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ad_core::forward;
use ad_core::paper::Monomial;
use ad_core::stack::{self, Stack};
use ad_core::{At, Dict, Exp, F64, Given, I64, Mode, Num, Prepared, Signature, checkpoint, iterate};

/// Σ xᵢ³, which panics when the fuse has burnt down.
struct Cubes {
    /// How many numbers it will add, if not all.
    fuse: Cell<usize>,
}

impl Cubes {
    const ALL: usize = usize::MAX;

    fn new() -> Self {
        Cubes { fuse: Cell::new(Self::ALL) }
    }
}

impl Signature for Cubes {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Cubes {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        let mut sum = Num::default();
        for (i, x) in x.iter().enumerate() {
            assert!(i < self.fuse.get(), "the fuse has burnt down");
            sum += x * x * x;
        }
        sum
    }
}

#[test]
fn operators_nest_on_one_another() {
    let x = vec![1, 2, 3];
    assert_eq!(stack::grad(Cubes::new()).eval(I64, x.clone()), [3, 12, 27]);
    let hessian = vec![vec![6, 0, 0], vec![0, 12, 0], vec![0, 0, 18]];
    assert_eq!(stack::jacobian(stack::grad(Cubes::new())).eval(I64, x.clone()), hessian);
    assert_eq!(stack::jacobian(forward::grad(Cubes::new())).eval(I64, x.clone()), hessian);
    assert_eq!(forward::jacobian(stack::grad(Cubes::new())).eval(I64, x.clone()), hessian);
    assert_eq!(stack::vjp(stack::grad(Cubes::new())).eval(I64, (x, vec![1; 3])).1, [6, 12, 18]);
    assert_eq!(stack::diff(stack::diff(stack::diff(Monomial { k: 5 }))).eval(I64, 2), 240);
}

/// (x, y) ↦ x·y
struct Product;

impl Signature for Product {
    type In = (f64, f64);
    type Out = f64;
}

impl<D: Dict> Exp<D> for Product {
    fn apply(&self, _: D, (x, y): &(Num<D>, Num<D>)) -> Num<D> {
        x * y
    }
}

/// x ↦ x·d/dy(x·y)
struct Inside;

impl Signature for Inside {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Inside {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        x * stack::diff(Product.given(*x)).at(*x)
    }
}

#[test]
fn an_evaluation_within_an_evaluation_has_its_own_tape() {
    assert_eq!(stack::diff(Inside).eval(I64, 5), 10);
    assert_eq!(stack::diff(stack::diff(Inside)).eval(I64, 5), 2);
}

#[test]
fn checkpoints_are_recorded_and_forgotten() {
    let cube = || Monomial { k: 3 };
    assert_eq!(stack::diff(checkpoint(cube())).eval(I64, 2), 12);
    assert_eq!(stack::diff(iterate(cube(), 4)).eval(I64, -1), 81);
    assert_eq!(stack::diff(stack::diff(checkpoint(checkpoint(cube())))).eval(I64, 2), 12);
    assert_eq!(stack::diff(stack::diff(iterate(checkpoint(cube()), 4).snapshots(2))).eval(I64, -1), -81 * 80);
    // Each of several backward phases passes the same checkpoints.
    assert_eq!(stack::jacobian(forward::jacobian(iterate(cube(), 3))).eval(I64, -1), -27 * 26);
}

#[test]
fn a_prepared_gradient_can_be_used_after_a_panic() {
    for fuse in 0..4 {
        let cubes = Cubes::new();
        let mut prepared = Prepared::new(&cubes).mode(Mode::Tape);
        let mut gradient = vec![0.0; 4];
        // The panic comes first, and then after an evaluation whose memory is used again.
        for x in [[1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 5.0]].map(Vec::from) {
            cubes.fuse.set(fuse);
            let panics = AssertUnwindSafe(|| prepared.value_and_grad_into(&x, &mut gradient));
            assert!(catch_unwind(panics).is_err());
            cubes.fuse.set(Cubes::ALL);
            assert_eq!(
                prepared.value_and_grad_into(&x, &mut gradient),
                x.iter().map(|x| x * x * x).sum::<f64>()
            );
            assert_eq!(gradient, x.iter().map(|x| 3.0 * x * x).collect::<Vec<_>>());
        }
        // A shorter argument takes another container.
        assert_eq!(prepared.value_and_grad_into(&vec![2.0], &mut vec![0.0]), 8.0);
    }
}

#[test]
fn a_prepared_gradient_can_be_sent_to_another_thread() {
    let mut gradient = vec![0.0; 2];
    let mut prepared = Prepared::new(Cubes::new()).mode(Mode::Tape);
    assert_eq!(prepared.value_and_grad_into(&vec![1.0, 2.0], &mut gradient), 9.0);
    let there = std::thread::spawn(move || {
        let value = prepared.value_and_grad_into(&vec![2.0, 3.0], &mut gradient);
        (value, gradient, prepared)
    });
    let (value, mut gradient, mut prepared) = there.join().expect("nothing panics there");
    assert_eq!((value, &gradient[..]), (35.0, &[12.0, 27.0][..]));
    assert_eq!(prepared.value_and_grad_into(&vec![1.0, 2.0], &mut gradient), 9.0);
    assert_eq!(gradient, [3.0, 12.0]);
}

#[test]
fn a_panic_in_an_inner_evaluation_leaves_nothing_behind() {
    for fuse in 0..3 {
        let e = stack::jacobian(stack::grad(Cubes { fuse: Cell::new(fuse) }));
        assert!(catch_unwind(AssertUnwindSafe(|| e.eval(I64, vec![1, 2, 3]))).is_err());
    }
    assert_eq!(stack::grad(Cubes::new()).eval(I64, vec![1, 2, 3]), [3, 12, 27]);
}

/// Prints its argument.
struct Printed<'c>(&'c RefCell<String>);

impl Signature for Printed<'_> {
    type In = f64;
    type Out = f64;
}

impl<'t> Exp<Stack<'t, F64>> for Printed<'_> {
    fn apply(&self, _: Stack<'t, F64>, x: &Num<Stack<'t, F64>>) -> Num<Stack<'t, F64>> {
        *self.0.borrow_mut() = format!("{x:?}");
        *x
    }
}

#[test]
fn a_node_can_be_printed() {
    let printed = RefCell::new(String::new());
    assert_eq!(stack::diff(Printed(&printed)).eval(F64, 0.5), 1.0);
    assert_eq!(printed.into_inner(), "Node { v: 0.5, vertex: Some(Vertex(1)) }");
}
