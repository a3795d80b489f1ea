//! The derivatives that depend on the number of results: one number has a gradient and a Hessian, and several have weighted ones.

use std::iter;
use std::marker::PhantomData;
use std::sync::Arc;

use ad::forward::{self, Forward};
use ad::generic::{Shape, Signature, TwiceDifferentiable};
use ad::numbers::Primal;
use ad::sparse::{self, AtPoint, Dependence, ForwardSweeps, Pattern};
use ad::stack::Stack;
use ad::{Exp, F64, Flat, call, reverse};

use crate::derivatives::{Numbers, Sparse};
use crate::failure::{Failure, Outcome};
use crate::layout::Structure;
use crate::local::Local;
use crate::made::Weighted;
use crate::rows::Points;
use crate::typed::{Expression, Typed, container, numbers, write};

/// How many numbers the result has.
#[allow(missing_docs, reason = "the methods are those of `Derivatives`")]
#[allow(clippy::missing_errors_doc, reason = "as above")]
pub trait Results<E: Expression>: Sized + 'static {
    const SCALAR: bool;
    type Memory: Default + Send + Sync;
    fn value_and_grad(of: &Typed<E, Self>, x: &[f64], gradient: &mut [f64]) -> Outcome<f64>;
    fn values_and_grads(
        of: &Typed<E, Self>,
        points: &Points<'_, E::In>,
        y: &mut [f64],
        gradients: &mut [f64],
    ) -> Outcome<()>;
    fn hessian(of: &Typed<E, Self>, x: &[f64], gradient: &mut [f64], rows: &mut [f64]) -> Outcome<f64>;
    fn hvp(of: &Typed<E, Self>, x: &[f64], v: &[f64], g: &mut [f64], product: &mut [f64]) -> Outcome<()>;
    fn sparse_hessian(of: &Typed<E, Self>, x: &[f64]) -> Outcome<(Vec<f64>, Sparse)>;
    fn sparse_weighted_hessian(of: &Typed<E, Self>, x: &[f64], weights: &[f64]) -> Outcome<Sparse>;
    /// Whether [`vjps`](Results::vjps) has lanes. A gradient alone has the bits of the function's own mode.
    const IN_LANES: bool = false;
    fn vjps(_: &Typed<E, Self>, _: &Points<'_, E::In>, _weights: &[f64], _: &mut [f64]) -> Outcome<()> {
        Ok(())
    }
    /// ∇(w·f).
    fn vjp(of: &Typed<E, Self>, x: &[f64], weights: &[f64], to: &mut [f64]) -> Outcome<()>;
    /// ∇(w·Df\[v\]).
    fn second(of: &Typed<E, Self>, x: &[f64], v: &[f64], weights: &[f64], to: &mut [f64]) -> Outcome<()>;
    /// ∇(w·D²f\[u, v\]).
    fn third(of: &Typed<E, Self>, x: &[f64], v: [&[f64]; 2], weights: &[f64], to: &mut [f64]) -> Outcome<()>;
}

/// The result is one number.
pub enum One {}

/// The result is anything else.
pub enum Several {}

/// Two tangents over floats.
type Tangents<'s, 't> = Forward<'s, Forward<'t, F64>>;

/// Gradients over [`Tangents`].
pub trait ThirdDerivatives:
    for<'s, 't> Exp<Primal<Tangents<'s, 't>>> + for<'r, 's, 't> Exp<Stack<'r, Tangents<'s, 't>>>
{
}
impl<E> ThirdDerivatives for E where
    E: for<'s, 't> Exp<Primal<Tangents<'s, 't>>> + for<'r, 's, 't> Exp<Stack<'r, Tangents<'s, 't>>>
{
}

/// ∇(D²e\[u, v\]) of an expression with one number as its result, by the program of `e` if there is one.
fn third<E>(e: &E, of: &ad::Flat<E::In>, x: &[f64], [u, v]: [&[f64]; 2]) -> Vec<f64>
where
    E: Signature<Out = f64, In: Structure> + ThirdDerivatives,
{
    let zero = vec![0.0; x.len()];
    let (x, u, v, zero) = (of.at(x), of.at(u), of.at(v), of.at(&zero));
    let product = forward::jvp(reverse::grad(e));
    numbers::<E::In>(&call::jvp(&product, &(&x, &u), &(&v, &zero)).1.1)
}

impl<E> Results<E> for One
where
    E: Expression + TwiceDifferentiable + ThirdDerivatives,
    E: for<'t> Exp<Primal<Dependence<'t, AtPoint>>> + for<'s, 't> Exp<Stack<'s, Dependence<'t, AtPoint>>>,
    reverse::Grad<E>: ForwardSweeps<In = E::In, Out = E::In>,
{
    const SCALAR: bool = true;
    type Memory = Local<sparse::Hessian<reverse::Grad<E>>>;
    fn value_and_grad(of: &Typed<E, Self>, x: &[f64], gradient: &mut [f64]) -> Outcome<f64> {
        let at = of.flat.at(x);
        Ok(of.with_prepared(|e| e.value_and_grad_into(&at, &mut of.flat.at_mut(gradient))))
    }
    fn values_and_grads(
        of: &Typed<E, Self>,
        points: &Points<'_, E::In>,
        y: &mut [f64],
        gradients: &mut [f64],
    ) -> Outcome<()> {
        let mut rows = gradients.chunks_mut(of.flat.len());
        for ((value, gradient), y) in call::values_and_grads(&of.e, points).iter().zip(y) {
            *y = *value;
            of.flat.write(gradient, rows.next().unwrap_or_default());
        }
        Ok(())
    }
    fn hessian(of: &Typed<E, Self>, x: &[f64], gradient: &mut [f64], rows: &mut [f64]) -> Outcome<f64> {
        let at = of.flat.at(x);
        Ok(of.with_prepared(|e| e.value_grad_hessian_into(&at, &mut of.flat.at_mut(gradient), rows)))
    }
    fn hvp(of: &Typed<E, Self>, x: &[f64], v: &[f64], g: &mut [f64], product: &mut [f64]) -> Outcome<()> {
        let (x, v) = (of.flat.at(x), of.flat.at(v));
        of.with_prepared(|e| e.hvp_into(&x, &v, &mut of.flat.at_mut(g), &mut of.flat.at_mut(product)));
        Ok(())
    }
    fn sparse_hessian(of: &Typed<E, Self>, x: &[f64]) -> Outcome<(Vec<f64>, Sparse)> {
        let make = || sparse::hessian(of.e.clone(), &of.flat.at(x));
        of.memory.with(make, |hessian| {
            let (gradient, matrix) = hessian.hessian(&of.flat.at(x));
            let entries = matrix.entries().to_vec();
            Ok((numbers::<E::In>(&gradient), (Arc::new(matrix.pattern().clone()), entries)))
        })
    }
    fn sparse_weighted_hessian(of: &Typed<E, Self>, x: &[f64], weights: &[f64]) -> Outcome<Sparse> {
        let (pattern, mut entries) = Self::sparse_hessian(of, x)?.1;
        entries.iter_mut().for_each(|entry| *entry *= weights[0]);
        Ok((pattern, entries))
    }
    fn vjp(of: &Typed<E, Self>, x: &[f64], weights: &[f64], to: &mut [f64]) -> Outcome<()> {
        Self::value_and_grad(of, x, to)?;
        to.iter_mut().for_each(|g| *g *= weights[0]);
        Ok(())
    }
    fn second(of: &Typed<E, Self>, x: &[f64], v: &[f64], weights: &[f64], to: &mut [f64]) -> Outcome<()> {
        Self::hvp(of, x, v, &mut vec![0.0; x.len()], to)?;
        to.iter_mut().for_each(|g| *g *= weights[0]);
        Ok(())
    }
    fn third(of: &Typed<E, Self>, x: &[f64], v: [&[f64]; 2], weights: &[f64], to: &mut [f64]) -> Outcome<()> {
        write(&third(&of.e, &of.flat, x, v), to)?;
        to.iter_mut().for_each(|g| *g *= weights[0]);
        Ok(())
    }
}

impl<E> Results<E> for Several
where
    E: Expression,
    Weighted<E>: Expression + Signature<In = (E::In, Vec<f64>), Out = f64>,
    One: Results<Weighted<E>>,
{
    const SCALAR: bool = false;
    type Memory = Local<Typed<Weighted<E>, One>>;
    fn value_and_grad(_: &Typed<E, Self>, _: &[f64], _: &mut [f64]) -> Outcome<f64> {
        Err(none("a gradient; it has a Jacobian"))
    }
    fn values_and_grads(
        _: &Typed<E, Self>,
        _: &Points<'_, E::In>,
        _: &mut [f64],
        _: &mut [f64],
    ) -> Outcome<()> {
        Err(none("a gradient; it has a Jacobian"))
    }
    fn hessian(_: &Typed<E, Self>, _: &[f64], _: &mut [f64], _: &mut [f64]) -> Outcome<f64> {
        Err(none("a Hessian"))
    }
    fn hvp(_: &Typed<E, Self>, _: &[f64], _: &[f64], _: &mut [f64], _: &mut [f64]) -> Outcome<()> {
        Err(none("a Hessian"))
    }
    fn sparse_hessian(_: &Typed<E, Self>, _: &[f64]) -> Outcome<(Vec<f64>, Sparse)> {
        Err(none("a Hessian"))
    }
    fn sparse_weighted_hessian(of: &Typed<E, Self>, x: &[f64], weights: &[f64]) -> Outcome<Sparse> {
        let n = x.len();
        let (pattern, entries) =
            with_sum(of, weights, |sum| One::sparse_hessian(sum, &[x, weights].concat()))?.1;
        let inner = |(i, j): &(usize, usize)| *i < n && *j < n;
        let kept = pattern.entries().zip(&entries).filter(|(place, _)| inner(place)).map(|(_, entry)| *entry);
        let entries = kept.collect();
        let places = pattern.entries().filter(inner);
        Ok((Arc::new(Pattern::from_pairs(n, n, places)), entries))
    }
    const IN_LANES: bool = E::Out::COUNT.is_some();
    fn vjps(of: &Typed<E, Self>, points: &Points<'_, E::In>, weights: &[f64], to: &mut [f64]) -> Outcome<()> {
        let flat = Flat::of(&Same(PhantomData), &E::Out::zeros(&mut iter::empty()));
        let weights = &Points { flat: &flat, numbers: weights };
        let pairs = call::values(&reverse::vjp(&of.e), &(points, weights));
        write(&pairs.iter().flat_map(|(_, dx)| numbers::<E::In>(dx)).collect::<Vec<_>>(), to)
    }
    fn vjp(of: &Typed<E, Self>, x: &[f64], weights: &[f64], to: &mut [f64]) -> Outcome<()> {
        let mut lengths = Vec::new();
        if E::Out::layout().count().is_none() {
            call::value(&of.e, &of.flat.at(x)).lengths(&mut lengths);
        }
        let dy = container::<E::Out>(&Numbers { numbers: weights.to_vec(), lengths })?;
        of.flat.write(&call::vjp(&of.e, &of.flat.at(x), &dy).1, to);
        Ok(())
    }
    fn second(of: &Typed<E, Self>, x: &[f64], v: &[f64], weights: &[f64], to: &mut [f64]) -> Outcome<()> {
        let mut product = vec![0.0; x.len() + weights.len()];
        let mut gradient = product.clone();
        let (point, direction) = ([x, weights].concat(), [v, &vec![0.0; weights.len()]].concat());
        with_sum(of, weights, |sum| One::hvp(sum, &point, &direction, &mut gradient, &mut product))?;
        write(&product[..x.len()], to)
    }
    fn third(
        of: &Typed<E, Self>,
        x: &[f64],
        [u, v]: [&[f64]; 2],
        weights: &[f64],
        to: &mut [f64],
    ) -> Outcome<()> {
        let zero = vec![0.0; weights.len()];
        let (point, u, v) = ([x, weights].concat(), [u, &zero].concat(), [v, &zero].concat());
        let mut product = vec![0.0; point.len()];
        with_sum(of, weights, |sum| One::third(sum, &point, [&u, &v], &[1.0], &mut product))?;
        write(&product[..x.len()], to)
    }
}

/// The shape of a result as that of an argument.
struct Same<S>(PhantomData<S>);

impl<S: Shape> Signature for Same<S> {
    type In = S;
    type Out = S;
}

fn none(what: &str) -> Failure {
    Failure::Unsupported(format!("a function with several results does not have {what}"))
}

/// Runs `f` on the sum of the results with weights, whose arguments end with the weights.
fn with_sum<E, T>(of: &Typed<E, Several>, weights: &[f64], f: impl FnOnce(&Typed<Weighted<E>, One>) -> T) -> T
where
    E: Expression,
    Weighted<E>: Expression,
    One: Results<Weighted<E>>,
    Several: Results<E, Memory = Local<Typed<Weighted<E>, One>>>,
{
    let lengths = [&of.lengths[..], &[weights.len()]].concat();
    let make = || Typed::new(Weighted(of.e.clone()), &lengths, &[]);
    of.memory.with(make, |sum| {
        if sum.lengths != lengths {
            *sum = make();
        }
        f(sum)
    })
}
