//! The checks of every program.

#![allow(dead_code, reason = "two binaries share them")]

use ad::Argument;
use ad::adjoint::{self, Adjoint};
use ad::{
    Differentiable, Exp, F64, Mode, Num, Of, Prepared, Product, Residue, Residues, Shape, Signature, forward,
    stack,
};

/// The numbers of a container.
pub(crate) fn list<S: Shape>(x: &Of<S, f64>) -> Vec<f64> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

#[track_caller]
pub(crate) fn close(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        let equal = a == b || a.is_nan() && b.is_nan();
        let bound = tolerance * a.abs().max(b.abs()).max(1.0);
        assert!(equal || (a - b).abs() <= bound, "number {i}: {a} and {b} differ");
    }
}

/// The gradient by the adjoint program against the tape and forward mode.
#[track_caller]
pub(crate) fn gradient<E>(e: E, x: Of<E::In, f64>)
where
    E: Differentiable<Out = f64> + Adjoint<F64> + Clone,
{
    let (y, g) = adjoint::value_and_grad(e.clone()).eval(F64, x.clone());
    let (z, h) = stack::value_and_grad(e.clone()).eval(F64, x.clone());
    close(&[z], &[y], 1e-14);
    close(&list::<E::In>(&h), &list::<E::In>(&g), 1e-11);
    // The value comes with either sweep, and is that of the function.
    let (first, pullback) = adjoint::pullback(&e, F64, x.clone());
    let plain = e.eval(F64, x.clone());
    close(&[plain, plain], &[first, y], 0.0);
    close(&list::<E::In>(&g), &list::<E::In>(&pullback.apply(&1.0)), 0.0);
    drop(pullback);
    // Again, in the same memory, twice.
    let mut prepared = Prepared::new(e).mode(Mode::Program);
    for _ in 0..2 {
        let mut gradient = g.clone();
        prepared.value_and_grad_into(&x, &mut gradient);
        close(&list::<E::In>(&g), &list::<E::In>(&gradient), 0.0);
    }
}

/// Second derivatives by nesting in forward mode, against the tape's.
#[track_caller]
pub(crate) fn hessian<E>(e: E, x: Of<E::In, f64>)
where
    E: Signature<Out = f64> + for<'t> Adjoint<forward::Forward<'t, F64>> + Clone,
    E: for<'s, 't> Exp<stack::Stack<'s, forward::Forward<'t, F64>>>,
    E: for<'t> Adjoint<stack::Stack<'t, F64>>,
    adjoint::Grad<E>: Signature<In = E::In, Out = E::In>,
{
    let n = E::In::count(&x);
    for i in 0..n.min(4) {
        let mut k = 0;
        let v = E::In::map(&x, &mut |_| {
            k += 1;
            if k == i + 1 { 1.0 } else { 0.0 }
        });
        let ours = forward::jvp(adjoint::grad(e.clone())).eval(F64, (x.clone(), v.clone())).1;
        let theirs = forward::jvp(stack::grad(e.clone())).eval(F64, (x.clone(), v.clone())).1;
        close(&list::<E::In>(&theirs), &list::<E::In>(&ours), 1e-9);
        let over = stack::vjp(adjoint::grad(e.clone())).eval(F64, (x.clone(), v)).1;
        close(&list::<E::In>(&theirs), &list::<E::In>(&over), 1e-9);
    }
}

/// The Jacobian by rows, against the tape's.
#[track_caller]
pub(crate) fn jacobian<E>(e: E, x: Of<E::In, f64>)
where
    E: Adjoint<F64> + for<'t> Exp<stack::Stack<'t, F64>> + Clone,
{
    let ours = adjoint::jacobian(e.clone()).eval(F64, x.clone());
    let theirs = stack::jacobian(e).eval(F64, x);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    <ad::Matrix<E::Out, E::In> as Shape>::for_each(&ours, &mut |v: &f64| a.push(*v));
    <ad::Matrix<E::Out, E::In> as Shape>::for_each(&theirs, &mut |v: &f64| b.push(*v));
    close(&b, &a, 1e-11);
}

/// Whatever a number is needed for.
pub(crate) type N = Num<F64>;

/// Value, gradient and a second derivative in the ring of integers modulo 2⁶⁴, to the last bit, from two compiled copies of a
/// program.
#[track_caller]
pub(crate) fn exact<E>(e: E, x: Of<E::In, i64>)
where
    E: Signature<Out = f64> + for<'t> Adjoint<forward::Forward<'t, ad::I64>> + Clone,
    E: for<'s, 't> Exp<stack::Stack<'s, forward::Forward<'t, ad::I64>>>,
{
    let v = direction::<E::In>(&x);
    let point = (x, v);
    let ((y, dx), (dy, ddx)) = forward::jvp(adjoint::value_and_grad(e.clone())).eval(ad::I64, point.clone());
    let ((z, dz), (rate, ddz)) = forward::jvp(stack::value_and_grad(e.clone())).eval(ad::I64, point.clone());
    assert_eq!((y, dy), (z, rate), "values and their derivatives");
    assert_eq!(integers::<E::In>(&dx), integers::<E::In>(&dz), "gradients");
    assert_eq!(integers::<E::In>(&ddx), integers::<E::In>(&ddz), "second derivatives");
    let alone = forward::jvp(adjoint::grad(e)).eval(ad::I64, point);
    assert_eq!(integers::<E::In>(&alone.0), integers::<E::In>(&dx), "the gradient without the value");
    assert_eq!(integers::<E::In>(&alone.1), integers::<E::In>(&ddx), "its derivatives");
}

fn direction<S: Shape>(x: &Of<S, i64>) -> Of<S, i64> {
    let mut k = 3;
    S::map(x, &mut |_| {
        k = (k * 5 + 1) % 7;
        k - 2
    })
}

fn integers<S: Shape>(x: &Of<S, i64>) -> Vec<i64> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

/// Floats, which decide the branches, and residues, which are compared.
type Both = Product<F64, Residues>;

/// Value, gradient and their derivatives in residues, to the last bit, at two points, for every shape of argument and result.
/// `testing::check` compares all nestings, from ten compiled copies of a program where this has three.
#[track_caller]
pub(crate) fn program<E, X, H>(e: &E, x: &X)
where
    E: Exp<Both> + for<'t> Adjoint<forward::Forward<'t, Both>> + Clone,
    E: for<'s, 't> Exp<stack::Stack<'s, forward::Forward<'t, Both>>>,
    X: Argument<E::In, H> + ?Sized,
{
    let mut seed = 1_u64;
    let at = x.to_container();
    for shift in [0.0, 1e-3] {
        program_at(e, &E::In::map(&at, &mut |x| x + shift * (1.0 + x.abs())), &mut seed);
    }
}

#[track_caller]
fn program_at<E>(e: &E, x: &Of<E::In, f64>, seed: &mut u64)
where
    E: Exp<Both> + for<'t> Adjoint<forward::Forward<'t, Both>> + Clone,
    E: for<'s, 't> Exp<stack::Stack<'s, forward::Forward<'t, Both>>>,
{
    let both = Product(F64, Residues);
    let x = filled::<E::In>(x, seed);
    let y = e.clone().eval(both, x.clone());
    let directions = (filled::<E::In>(&floats::<E::In>(&x), seed), still::<E::Out>(&y));
    let at = ((x, filled::<E::Out>(&floats::<E::Out>(&y), seed)), directions);
    let ours = forward::jvp(adjoint::vjp(e.clone())).eval(both, at.clone());
    let theirs = forward::jvp(stack::vjp(e.clone())).eval(both, at);
    agree(&list_of::<E::Out>(&y), &list_of::<E::Out>(&ours.0.0), "value");
    for (ours, theirs, quantity) in
        [(&ours.0, &theirs.0, "value or derivative"), (&ours.1, &theirs.1, "rate")]
    {
        agree(&list_of::<E::Out>(&ours.0), &list_of::<E::Out>(&theirs.0), quantity);
        agree(&list_of::<E::In>(&ours.1), &list_of::<E::In>(&theirs.1), quantity);
    }
}

fn filled<S: Shape>(x: &Of<S, f64>, seed: &mut u64) -> Of<S, (f64, Residue)> {
    S::map(x, &mut |x| {
        *seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (*x, Residue::new(*seed >> 3))
    })
}

fn floats<S: Shape>(x: &Of<S, (f64, Residue)>) -> Of<S, f64> {
    S::map(x, &mut |x| x.0)
}

fn still<S: Shape>(x: &Of<S, (f64, Residue)>) -> Of<S, (f64, Residue)> {
    S::map(x, &mut |_| (0.0, Residue::new(0)))
}

fn list_of<S: Shape>(x: &Of<S, (f64, Residue)>) -> Vec<(f64, Residue)> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

#[track_caller]
fn agree(ours: &[(f64, Residue)], theirs: &[(f64, Residue)], quantity: &str) {
    assert_eq!(ours.len(), theirs.len());
    for (i, (a, b)) in ours.iter().zip(theirs).enumerate() {
        let equal = a.1 == b.1 || a.0.is_nan() && b.0.is_nan();
        assert!(equal, "{quantity}, number {i}: {} by the program, {} by the tape", a.0, b.0);
    }
}
