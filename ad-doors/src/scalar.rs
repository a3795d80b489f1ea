//! Functions with one number as their result.

use std::sync::Arc;

use ad::forward::{self, Forward};
use ad::generic::{Signature, TwiceDifferentiable};
use ad::sparse::{self, AtPoint, Dependence, ForwardSweeps, Pattern};
use ad::stack::Stack;
use ad::{Exp, F64, call, reverse};

use crate::derivatives::{Kind, Numbers, Sparse};
use crate::failure::Outcome;
use crate::layout::Structure;
use crate::local::Local;
use crate::results::Results;
use crate::rows::Points;
use crate::typed::{Expression, Typed, numbers, write};

/// The result is one number.
pub enum One {}

/// Two tangents over floats.
type Tangents<'s, 't> = Forward<'s, Forward<'t, F64>>;

/// Gradients over [`Tangents`].
pub trait ThirdDerivatives:
    for<'s, 't> Exp<Tangents<'s, 't>> + for<'r, 's, 't> Exp<Stack<'r, Tangents<'s, 't>>>
{
}
impl<E> ThirdDerivatives for E where
    E: for<'s, 't> Exp<Tangents<'s, 't>> + for<'r, 's, 't> Exp<Stack<'r, Tangents<'s, 't>>>
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

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl<E> Results<E> for One
where
    E: Expression + TwiceDifferentiable + ThirdDerivatives,
    E: for<'t> Exp<Dependence<'t, AtPoint>> + for<'s, 't> Exp<Stack<'s, Dependence<'t, AtPoint>>>,
    reverse::Grad<E>: ForwardSweeps<In = E::In, Out = E::In>,
{
    const SCALAR: bool = true;
    type Memory = Local<sparse::Hessian<reverse::Grad<E>>>;
    fn one(of: &Typed<E, Self>, kind: Kind, arguments: &[&[f64]], results: &mut [&mut [f64]]) -> Outcome<()> {
        let (x, others) = (arguments[0], &arguments[1..]);
        let scaled = |to: &mut [f64], factor: &[f64]| to.iter_mut().for_each(|to| *to *= factor[0]);
        let product = |v, to: &mut [f64]| Self::hvp(of, x, v, &mut vec![0.0; x.len()], to);
        match (kind, others, results) {
            (Kind::ValueAndGrad | Kind::Jacobian, [], [y, gradient]) => {
                y[0] = Self::value_and_grad(of, x, gradient)?;
            }
            (Kind::Tangent(1), [v], [dy]) => dy[0] = call::jvp(&of.e, &of.flat.at(x), &of.flat.at(v)).1,
            (Kind::Tangent(2), [u, v], [dy]) => {
                let mut row = vec![0.0; x.len()];
                product(u, &mut row)?;
                dy[0] = dot(&row, v);
            }
            (Kind::Tangent(3), [u, v, w], [dy]) => dy[0] = dot(&third(&of.e, &of.flat, x, [u, v]), w),
            (Kind::Adjoint(1), [weight], [dx]) => {
                Self::value_and_grad(of, x, dx)?;
                scaled(dx, weight);
            }
            (Kind::Adjoint(2), [v, weight], [dx]) => {
                product(v, dx)?;
                scaled(dx, weight);
            }
            (Kind::Adjoint(3), [u, v, weight], [dx]) => {
                write(&third(&of.e, &of.flat, x, [u, v]), dx)?;
                scaled(dx, weight);
            }
            _ => unreachable!("`Kind::lengths` has counted the arguments"),
        }
        Ok(())
    }
    fn in_lanes(
        of: &Typed<E, Self>,
        kind: Kind,
        points: &Points<'_, E::In>,
        _: &[&[f64]],
        results: &mut [&mut [f64]],
    ) -> Outcome<bool> {
        let (Kind::ValueAndGrad | Kind::Jacobian, [values, gradients]) = (kind, results) else {
            return Ok(false);
        };
        let mut rows = gradients.chunks_mut(of.flat.len());
        for ((value, gradient), y) in call::values_and_grads(&of.e, points).iter().zip(values.iter_mut()) {
            *y = *value;
            of.flat.write(gradient, rows.next().unwrap_or_default());
        }
        Ok(true)
    }
    fn value_and_grad(of: &Typed<E, Self>, x: &[f64], gradient: &mut [f64]) -> Outcome<f64> {
        let at = of.flat.at(x);
        Ok(of.with_prepared(|e| e.value_and_grad_into(&at, &mut of.flat.at_mut(gradient))))
    }
    fn jacobian(of: &Typed<E, Self>, x: &[f64]) -> Outcome<(Numbers, Vec<f64>)> {
        let mut row = vec![0.0; x.len()];
        let y = Self::value_and_grad(of, x, &mut row)?;
        Ok((Numbers { numbers: vec![y], lengths: Vec::new() }, row))
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
    /// The gradient as a row, which has all entries.
    fn sparse_jacobian(of: &Typed<E, Self>, x: &[f64]) -> Outcome<(Numbers, Sparse)> {
        let (y, row) = Self::jacobian(of, x)?;
        Ok((y, (Arc::new(Pattern::from_pairs(1, row.len(), (0..row.len()).map(|j| (0, j)))), row)))
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
}
