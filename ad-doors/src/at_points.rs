//! Derivatives at one point of some kind, and at several points at once.

use ad::generic::{Of, Shape};
use ad::{call, forward};

use crate::derivatives::Kind;
use crate::failure::Outcome;
use crate::results::Results;
use crate::rows::Points;
use crate::typed::{Expression, Typed, numbers, write};

impl<E: Expression, R: Results<E>> Typed<E, R> {
    /// A derivative at one point.
    fn one(&self, kind: Kind, arguments: &[&[f64]], results: &mut [&mut [f64]]) -> Outcome<()> {
        let at = |x| self.flat.at(x);
        let (x, others) = (arguments[0], &arguments[1..]);
        match (kind, others, results) {
            (Kind::Value, [], [y]) => write(&numbers(&call::value(&self.e, &at(x))), y),
            (Kind::ValueAndGrad, [], [y, gradient]) => {
                y[0] = R::value_and_grad(self, x, gradient)?;
                Ok(())
            }
            (Kind::Jacobian, [], [y, rows]) => {
                let (value, jacobian) = self.value_and_jacobian(x)?;
                write(&value.numbers, y)?;
                write(&jacobian, rows)
            }
            (Kind::Tangent(1), [v], [dy]) => write(&numbers(&call::jvp(&self.e, &at(x), &at(v)).1), dy),
            (Kind::Tangent(2), [u, v], [dy]) => {
                let zero = vec![0.0; x.len()];
                let twice = forward::jvp(&self.e);
                let (x, u, v, zero) = (at(x), at(u), at(v), at(&zero));
                write(&numbers(&call::jvp(&twice, &(&x, &u), &(&v, &zero)).1.1), dy)
            }
            (Kind::Tangent(3), [u, v, w], [dy]) => {
                let zero = vec![0.0; x.len()];
                let thrice = forward::jvp(forward::jvp(&self.e));
                let (x, u, v, w, zero) = (at(x), at(u), at(v), at(w), at(&zero));
                let point = &(&(&x, &u), &(&v, &zero));
                write(&numbers(&call::jvp(&thrice, point, &(&(&w, &zero), &(&zero, &zero))).1.1.1), dy)
            }
            (Kind::Adjoint(1), [weights], [dx]) => R::vjp(self, x, weights, dx),
            (Kind::Adjoint(2), [v, weights], [dx]) => R::second(self, x, v, weights, dx),
            (Kind::Adjoint(3), [u, v, weights], [dx]) => R::third(self, x, [u, v], weights, dx),
            _ => unreachable!("`Kind::lengths` has counted the arguments"),
        }
    }

    /// A derivative at `count` points, several at once if there are lanes for it.
    pub(crate) fn some(
        &self,
        kind: Kind,
        count: usize,
        arguments: &[&[f64]],
        results: &mut [&mut [f64]],
    ) -> Outcome<()> {
        let points = &Points { flat: &self.flat, numbers: arguments[0] };
        let in_lanes = count > 1 && !self.flat.is_empty();
        match (kind, results) {
            (Kind::Value, [y]) if in_lanes => self.values(points, y),
            (Kind::ValueAndGrad, [y, gradients]) if in_lanes => {
                R::values_and_grads(self, points, y, gradients)
            }
            (Kind::Jacobian, [y, jacobians]) if in_lanes => {
                self.values(points, y)?;
                let mut entries = Vec::new();
                for jacobian in call::jacobians(&self.e, points) {
                    add_entries::<E>(&jacobian, &mut entries);
                }
                write(&entries, jacobians)
            }
            (Kind::Tangent(1), [dy]) if in_lanes => {
                let directions = &Points { flat: &self.flat, numbers: arguments[1] };
                let pairs = call::values(&forward::jvp(&self.e), &(points, directions));
                write(&pairs.iter().flat_map(|(_, dy)| numbers(dy)).collect::<Vec<_>>(), dy)
            }
            (Kind::Adjoint(1), [dx]) if in_lanes && R::IN_LANES => R::vjps(self, points, arguments[1], dx),
            (_, results) => (0..count).try_for_each(|i| {
                let part = |length: usize| i * (length / count)..(i + 1) * (length / count);
                let arguments: Vec<_> = arguments.iter().map(|x| &x[part(x.len())]).collect();
                let parts = results.iter_mut().map(|y| {
                    let part = part(y.len());
                    &mut y[part]
                });
                let mut results: Vec<_> = parts.collect();
                self.one(kind, &arguments, &mut results)
            }),
        }
    }

    fn values(&self, points: &Points<'_, E::In>, y: &mut [f64]) -> Outcome<()> {
        let values = call::values(&self.e, points);
        write(&values.iter().flat_map(numbers).collect::<Vec<_>>(), y)
    }
}

/// Appends the entries of a Jacobian by rows.
fn add_entries<E: Expression>(jacobian: &Of<E::Out, Of<E::In, f64>>, entries: &mut Vec<f64>) {
    E::Out::for_each(jacobian, &mut |row| E::In::for_each(row, &mut |x| entries.push(*x)));
}
