//! Functions with several results. Second derivatives are those of a sum of the results with weights.

use std::iter;
use std::marker::PhantomData;
use std::panic;
use std::sync::Arc;

use ad::generic::{Of, Shape, Signature};
use ad::sparse::{self, Pattern};
use ad::{Flat, call, forward, reverse};

use crate::derivatives::{Kind, Numbers, Sparse};
use crate::failure::{Failure, Outcome, guarded, zeros};
use crate::layout::Structure;
use crate::local::Local;
use crate::made::Weighted;
use crate::results::Results;
use crate::rows::{Points, write_rows};
use crate::scalar::One;
use crate::typed::{Expression, Typed, container, flattened, numbers, write};

/// The result is anything but one number.
pub enum Several {}

/// The memory of [`Several`].
pub struct Memory<E: Expression>
where
    Weighted<E>: Expression,
    One: Results<Weighted<E>>,
{
    sum: Local<Typed<Weighted<E>, One>>,
    jacobian: Local<sparse::Jacobian<E>>,
}

impl<E: Expression> Default for Memory<E>
where
    Weighted<E>: Expression,
    One: Results<Weighted<E>>,
{
    fn default() -> Self {
        Memory { sum: Local::default(), jacobian: Local::default() }
    }
}

impl<E> Results<E> for Several
where
    E: Expression,
    Weighted<E>: Expression + Signature<In = (E::In, Vec<f64>), Out = f64>,
    One: Results<Weighted<E>>,
{
    const SCALAR: bool = false;
    type Memory = Memory<E>;
    fn one(of: &Typed<E, Self>, kind: Kind, arguments: &[&[f64]], results: &mut [&mut [f64]]) -> Outcome<()> {
        let at = |x| of.flat.at(x);
        let (x, others) = (arguments[0], &arguments[1..]);
        let zero = &vec![0.0; x.len()];
        match (kind, others, results) {
            (Kind::Jacobian, [], [y, rows]) => {
                let (value, jacobian) = Self::jacobian(of, x)?;
                write(&value.numbers, y)?;
                write(&jacobian, rows)
            }
            (Kind::Tangent(1), [v], [dy]) => write(&numbers(&call::jvp(&of.e, &at(x), &at(v)).1), dy),
            (Kind::Tangent(2), [u, v], [dy]) => {
                let twice = forward::jvp(&of.e);
                let (x, u, v, zero) = (at(x), at(u), at(v), at(zero));
                write(&numbers(&call::jvp(&twice, &(&x, &u), &(&v, &zero)).1.1), dy)
            }
            (Kind::Tangent(3), [u, v, w], [dy]) => {
                let thrice = forward::jvp(forward::jvp(&of.e));
                let (x, u, v, w, zero) = (at(x), at(u), at(v), at(w), at(zero));
                let point = &(&(&x, &u), &(&v, &zero));
                write(&numbers(&call::jvp(&thrice, point, &(&(&w, &zero), &(&zero, &zero))).1.1.1), dy)
            }
            (Kind::Adjoint(1), [weights], [dx]) => {
                let mut lengths = Vec::new();
                if E::Out::COUNT.is_none() {
                    call::value(&of.e, &at(x)).lengths(&mut lengths);
                }
                let dy = container::<E::Out>(&Numbers { numbers: weights.to_vec(), lengths })?;
                of.flat.write(&call::vjp(&of.e, &at(x), &dy).1, dx);
                Ok(())
            }
            (Kind::Adjoint(order), [directions @ .., weights], [dx]) => {
                // The sum's argument ends with the weights, which no direction changes.
                let tail = vec![0.0; weights.len()];
                let directions: Vec<_> = directions.iter().map(|v| [v, &tail[..]].concat()).collect();
                let point = [x, weights].concat();
                let mut arguments = vec![&point[..]];
                arguments.extend(directions.iter().map(Vec::as_slice));
                arguments.push(&[1.0]);
                let mut adjoint = vec![0.0; point.len()];
                with_sum(of, weights.len(), |sum| {
                    One::one(sum, Kind::Adjoint(order), &arguments, &mut [&mut adjoint])
                })?;
                write(&adjoint[..x.len()], dx)
            }
            (Kind::ValueAndGrad, ..) => Err(none("a gradient; it has a Jacobian")),
            _ => unreachable!("`Kind::lengths` has counted the arguments"),
        }
    }
    fn in_lanes(
        of: &Typed<E, Self>,
        kind: Kind,
        points: &Points<'_, E::In>,
        arguments: &[&[f64]],
        results: &mut [&mut [f64]],
    ) -> Outcome<bool> {
        match (kind, results) {
            (Kind::Jacobian, [y, jacobians]) => {
                of.values(points, y)?;
                let all = call::jacobians(&of.e, points);
                write_rows(all.iter().map(entries::<E>), all.len(), jacobians)?;
            }
            (Kind::Tangent(1), [dy]) => {
                let directions = &Points { flat: &of.flat, numbers: arguments[1] };
                let pairs = call::values(&forward::jvp(&of.e), &(points, directions));
                write_rows(pairs.iter().map(|(_, dy)| numbers(dy)), pairs.len(), dy)?;
            }
            (Kind::Adjoint(1), [dx]) if E::Out::COUNT.is_some() => {
                let flat = Flat::of(&Same(PhantomData), &E::Out::zeros(&mut iter::empty()));
                let weights = &Points { flat: &flat, numbers: arguments[1] };
                let pairs = call::values(&reverse::vjp(&of.e), &(points, weights));
                write_rows(pairs.iter().map(|(_, dx)| numbers::<E::In>(dx)), pairs.len(), dx)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
    fn value_and_grad(_: &Typed<E, Self>, _: &[f64], _: &mut [f64]) -> Outcome<f64> {
        Err(none("a gradient; it has a Jacobian"))
    }
    fn jacobian(of: &Typed<E, Self>, x: &[f64]) -> Outcome<(Numbers, Vec<f64>)> {
        let y = flattened::<E::Out>(&call::value(&of.e, &of.flat.at(x)));
        let mut rows = zeros(y.numbers.len(), x.len())?;
        if !rows.is_empty() {
            of.with_prepared(|prepared| prepared.jacobian_into(&of.flat.at(x), &mut rows));
        }
        Ok((y, rows))
    }
    fn hessian(_: &Typed<E, Self>, _: &[f64], _: &mut [f64], _: &mut [f64]) -> Outcome<f64> {
        Err(none("a Hessian"))
    }
    fn hvp(_: &Typed<E, Self>, _: &[f64], _: &[f64], _: &mut [f64], _: &mut [f64]) -> Outcome<()> {
        Err(none("a Hessian"))
    }
    fn sparse_jacobian(of: &Typed<E, Self>, x: &[f64]) -> Outcome<(Numbers, Sparse)> {
        let make = || sparse::jacobian(of.e.clone(), &of.flat.at(x));
        of.memory.jacobian.with(make, |jacobian| {
            let run = |jacobian: &mut sparse::Jacobian<E>| {
                guarded(|| {
                    let (y, matrix) = jacobian.jacobian(&of.flat.at(x));
                    let entries = matrix.entries().to_vec();
                    Ok((flattened::<E::Out>(&y), (Arc::new(matrix.pattern().clone()), entries)))
                })
            };
            run(jacobian).or_else(|failure| {
                // The function may have fewer or more results than at the point of the pattern.
                if E::Out::count::<f64>(&call::value(&of.e, &of.flat.at(x))) == jacobian.pattern().rows() {
                    panic::panic_any(failure);
                }
                *jacobian = make();
                run(jacobian)
            })
        })
    }
    fn sparse_hessian(_: &Typed<E, Self>, _: &[f64]) -> Outcome<(Vec<f64>, Sparse)> {
        Err(none("a Hessian"))
    }
    fn sparse_weighted_hessian(of: &Typed<E, Self>, x: &[f64], weights: &[f64]) -> Outcome<Sparse> {
        let n = x.len();
        let (pattern, entries) =
            with_sum(of, weights.len(), |sum| One::sparse_hessian(sum, &[x, weights].concat()))?.1;
        let inner = |(i, j): &(usize, usize)| *i < n && *j < n;
        let kept = pattern.entries().zip(&entries).filter(|(place, _)| inner(place)).map(|(_, entry)| *entry);
        let entries = kept.collect();
        let places = pattern.entries().filter(inner);
        Ok((Arc::new(Pattern::from_pairs(n, n, places)), entries))
    }
}

/// The entries of a Jacobian by rows.
fn entries<E: Expression>(jacobian: &Of<E::Out, Of<E::In, f64>>) -> Vec<f64> {
    let mut entries = Vec::new();
    E::Out::for_each(jacobian, &mut |row| E::In::for_each(row, &mut |x| entries.push(*x)));
    entries
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

/// Runs `f` on the sum of the results with some number of weights, whose arguments end with the weights.
fn with_sum<E, T>(of: &Typed<E, Several>, weights: usize, f: impl FnOnce(&Typed<Weighted<E>, One>) -> T) -> T
where
    E: Expression,
    Weighted<E>: Expression,
    One: Results<Weighted<E>>,
    Several: Results<E, Memory = Memory<E>>,
{
    let lengths = [&of.lengths[..], &[weights]].concat();
    let make = || Typed::new(Weighted(of.e.clone()), &lengths, &[]);
    of.memory.sum.with(make, |sum| {
        if sum.lengths != lengths {
            *sum = make();
        }
        f(sum)
    })
}
