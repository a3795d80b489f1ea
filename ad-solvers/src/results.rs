//! The results of a function as one slice. [`Flat`] knows arguments, and a result is the argument of the identity.

use std::marker::PhantomData;

use ad::{Argument, Exp, F64, Flat, Shape, Signature, call};

/// The structure of the result of `e` at `x`.
pub(crate) fn structure<E, X, H>(e: &E, x: &X) -> Flat<E::Out>
where
    E: Signature + Exp<F64>,
    X: Argument<E::In, H> + ?Sized,
{
    Flat::of(&Identity::<E::Out>(PhantomData), &call::value(e, x))
}

struct Identity<S: Shape>(PhantomData<S>);

impl<S: Shape> Signature for Identity<S> {
    type In = S;
    type Out = S;
}
