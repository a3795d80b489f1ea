//! The derivatives of a function whose type is known.

use std::panic;

use ad::generic::{Differentiable, Shape, Signature};
use ad::many::{Pointwise, PointwiseDifferentiable};
use ad::sparse::{AtPoint, Dependence, ForwardSweeps};
use ad::taylor::DynTaylor;
use ad::{Exp, F64, Flat, Prepared, call, forward};

use crate::derivatives::{Derivatives, Kind, Numbers, Sparse};
use crate::domain::{Domains, Remark};
use crate::failure::{Failure, Outcome, guarded};
use crate::layout::Structure;
use crate::local::Local;
use crate::made::Line;
use crate::results::Results;
use crate::rows::{Points, compare, in_rows, row, write_rows};

/// An expression that passes a door: a function with `#[exp]`, whose argument and result are [structures](Structure).
pub trait Expression:
    Signature<In: Structure, Out: Structure>
    + Clone
    + Send
    + Sync
    + 'static
    + Differentiable
    + Pointwise
    + PointwiseDifferentiable
    + ForwardSweeps
    + for<'t> Exp<Dependence<'t, AtPoint>>
    + for<'t> Exp<DynTaylor<'t, F64>>
    + for<'s, 't> Exp<forward::Forward<'s, forward::Forward<'t, F64>>>
    + for<'r, 's, 't> Exp<forward::Forward<'r, forward::Forward<'s, forward::Forward<'t, F64>>>>
{
}

impl<E> Expression for E where
    E: Signature<In: Structure, Out: Structure>
        + Clone
        + Send
        + Sync
        + 'static
        + Differentiable
        + Pointwise
        + PointwiseDifferentiable
        + ForwardSweeps
        + for<'t> Exp<Dependence<'t, AtPoint>>
        + for<'t> Exp<DynTaylor<'t, F64>>
        + for<'s, 't> Exp<forward::Forward<'s, forward::Forward<'t, F64>>>
        + for<'r, 's, 't> Exp<forward::Forward<'r, forward::Forward<'s, forward::Forward<'t, F64>>>>
{
}

/// An expression at arguments of one structure. `R` is the kind of its result: one number or several.
pub struct Typed<E: Expression, R: Results<E>> {
    pub(crate) e: E,
    pub(crate) flat: Flat<E::In>,
    domains: Domains,
    pub(crate) lengths: Vec<usize>,
    pub(crate) memory: R::Memory,
    zeros: E::In,
    /// Whether the number of numbers of a result determines its structure.
    has_counted_result: bool,
    prepared: Local<Prepared<E>>,
}

impl<E: Expression, R: Results<E>> Typed<E, R> {
    pub(crate) fn new(e: E, lengths: &[usize], remarks: &[(&'static str, Remark)]) -> Self {
        let mut rest = lengths.iter().copied();
        let zeros = E::In::zeros(&mut rest);
        if rest.len() > 0 {
            let (given, needed) = (lengths.len(), lengths.len() - rest.len());
            let message = format!("{given} lengths are given, and the argument needs {needed}");
            panic::panic_any(Failure::Argument(message));
        }
        let flat = Flat::of(&e, &zeros);
        Typed {
            e,
            domains: Domains::new(flat.len(), || names(&flat), remarks),
            flat,
            lengths: lengths.to_vec(),
            memory: R::Memory::default(),
            zeros,
            has_counted_result: E::Out::layout().is_determined_by_count(),
            prepared: Local::default(),
        }
    }

    pub(crate) fn with_prepared<T>(&self, f: impl FnOnce(&mut Prepared<E>) -> T) -> T {
        self.prepared.with(|| Prepared::new(self.e.clone()), f)
    }

    /// Compares lengths, and runs `f`, which may panic.
    pub(crate) fn guarded<T, const K: usize>(
        &self,
        x: &[f64],
        lengths: [usize; K],
        f: impl FnOnce() -> Outcome<T>,
    ) -> Outcome<T> {
        let n = self.flat.len();
        match [x.len()].iter().chain(&lengths).find(|length| **length != n) {
            Some(length) => {
                Err(Failure::Argument(format!("{length} numbers are given, and the argument has {n}")))
            }
            None => {
                self.domains.check(x)?;
                guarded(f)
            }
        }
    }
}

/// The names of the numbers, without the `r#` of Rust.
fn names<S: Structure>(flat: &Flat<S>) -> Vec<String> {
    flat.names().into_iter().map(|name| name.replace("r#", "")).collect()
}

/// The numbers of a container.
pub(crate) fn numbers<S: Shape<Of<f64> = S>>(x: &S) -> Vec<f64> {
    let mut numbers = Vec::with_capacity(S::count::<f64>(x));
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

/// A container as flat numbers.
pub(crate) fn flattened<S: Structure>(x: &S) -> Numbers {
    let mut lengths = Vec::new();
    x.lengths(&mut lengths);
    Numbers { numbers: numbers(x), lengths }
}

/// Writes into a slice, whose length is compared.
pub(crate) fn write(from: &[f64], to: &mut [f64]) -> Outcome<()> {
    compare(Some(from.len()), to.len(), "places")?;
    to.copy_from_slice(from);
    Ok(())
}

/// A container of flat numbers.
pub(crate) fn container<S: Structure>(from: &Numbers) -> Outcome<S> {
    let mut container = S::zeros(&mut from.lengths.iter().copied());
    let count = S::count::<f64>(&container);
    compare(Some(count), from.numbers.len(), "weights")?;
    let mut numbers = from.numbers.iter();
    S::for_each_mut(&mut container, &mut |x| *x = *numbers.next().expect("the numbers are counted"));
    Ok(container)
}

impl<E: Expression, R: Results<E>> Typed<E, R> {
    /// A derivative at `count` points, several at once if there are lanes for it.
    fn some(
        &self,
        kind: Kind,
        count: usize,
        arguments: &[&[f64]],
        results: &mut [&mut [f64]],
    ) -> Outcome<()> {
        let points = &Points { flat: &self.flat, numbers: arguments[0] };
        if count > 1 && !self.flat.is_empty() {
            if kind == Kind::Value {
                return self.values(points, results[0]);
            }
            if R::in_lanes(self, kind, points, arguments, results)? {
                return Ok(());
            }
        }
        let one = |arguments: &[&[f64]], results: &mut [&mut [f64]]| {
            if kind == Kind::Value {
                return write(&numbers(&call::value(&self.e, &self.flat.at(arguments[0]))), results[0]);
            }
            R::one(self, kind, arguments, results)
        };
        if count == 1 {
            return one(arguments, results);
        }
        (0..count).try_for_each(|i| {
            let (arguments, mut results) = row((arguments, results), (count, i));
            one(&arguments, &mut results)
        })
    }

    pub(crate) fn values(&self, points: &Points<'_, E::In>, y: &mut [f64]) -> Outcome<()> {
        let values = call::values(&self.e, points);
        write_rows(values.iter().map(numbers), values.len(), y)
    }
}

impl<E: Expression, R: Results<E>> Derivatives for Typed<E, R> {
    fn inputs(&self) -> usize {
        self.flat.len()
    }
    fn names(&self) -> Vec<String> {
        names(&self.flat)
    }
    fn is_scalar(&self) -> bool {
        R::SCALAR
    }
    fn value(&self, x: &[f64]) -> Outcome<Numbers> {
        self.guarded(x, [], || Ok(flattened::<E::Out>(&call::value(&self.e, &self.flat.at(x)))))
    }
    fn value_and_grad(&self, x: &[f64], gradient: &mut [f64]) -> Outcome<f64> {
        self.guarded(x, [gradient.len()], || R::value_and_grad(self, x, gradient))
    }
    fn jvp(&self, x: &[f64], dx: &[f64]) -> Outcome<(Numbers, Vec<f64>)> {
        self.guarded(x, [dx.len()], || {
            let (y, dy) = call::jvp(&self.e, &self.flat.at(x), &self.flat.at(dx));
            Ok((flattened::<E::Out>(&y), numbers::<E::Out>(&dy)))
        })
    }
    fn vjp(&self, x: &[f64], dy: &Numbers, dx: &mut [f64]) -> Outcome<Numbers> {
        let result = self.guarded(x, [dx.len()], || {
            let dy = container::<E::Out>(dy)?;
            let (y, adjoint) = call::vjp(&self.e, &self.flat.at(x), &dy);
            self.flat.write(&adjoint, dx);
            Ok(flattened::<E::Out>(&y))
        });
        // An adjoint of another structure is a panic. The structure of the result is only known from its value.
        result.map_err(|failure| match self.value(x) {
            Ok(y) if y.lengths != dy.lengths => {
                Failure::Argument("`dy` has other lengths than the result".into())
            }
            _ => failure,
        })
    }
    fn jacobian(&self, x: &[f64]) -> Outcome<(Numbers, Vec<f64>)> {
        self.guarded(x, [], || R::jacobian(self, x))
    }
    fn hessian(&self, x: &[f64], gradient: &mut [f64], rows: &mut [f64]) -> Outcome<f64> {
        self.guarded(x, [gradient.len()], || R::hessian(self, x, gradient, rows))
    }
    fn hvp(&self, x: &[f64], v: &[f64], gradient: &mut [f64], product: &mut [f64]) -> Outcome<()> {
        self.guarded(x, [v.len(), gradient.len(), product.len()], || R::hvp(self, x, v, gradient, product))
    }
    fn nth_derivative(&self, n: usize, x: &[f64], v: &[f64]) -> Outcome<Numbers> {
        self.guarded(x, [v.len()], || {
            let mut y = flattened::<E::Out>(&call::value(&self.e, &self.flat.at(x)));
            for (i, y) in y.numbers.iter_mut().enumerate() {
                let line = Line { e: &self.e, structure: &self.zeros, x, v, i };
                *y = call::nth_derivative(&line, n, &0.0);
            }
            Ok(y)
        })
    }
    fn sparse_jacobian(&self, x: &[f64]) -> Outcome<(Numbers, Sparse)> {
        self.guarded(x, [], || R::sparse_jacobian(self, x))
    }
    fn sparse_hessian(&self, x: &[f64]) -> Outcome<(Vec<f64>, Sparse)> {
        self.guarded(x, [], || R::sparse_hessian(self, x))
    }
    fn sparse_weighted_hessian(&self, x: &[f64], weights: &[f64]) -> Outcome<Sparse> {
        compare(E::Out::COUNT, weights.len(), "weights")?;
        self.guarded(x, [], || R::sparse_weighted_hessian(self, x, weights))
    }
    fn compare_lengths(&self, points: &[f64], lengths: &[usize]) -> Outcome<()> {
        if self.has_counted_result || self.flat.is_empty() {
            return Ok(());
        }
        for (i, x) in points.chunks_exact(self.flat.len()).enumerate() {
            let found = self.value(x)?.lengths;
            if found != lengths {
                return Err(Failure::Argument(format!(
                    "the result at point {i} has lists of the lengths {found:?} instead of {lengths:?}"
                )));
            }
        }
        Ok(())
    }
    fn points(
        &self,
        kind: Kind,
        count: usize,
        arguments: &[&[f64]],
        results: &mut [&mut [f64]],
    ) -> Outcome<()> {
        self.domains.check(arguments.first().copied().unwrap_or_default())?;
        in_rows(
            (self.flat.len(), E::Out::COUNT),
            kind,
            count,
            (arguments, results),
            |count, arguments, results| guarded(|| self.some(kind, count, arguments, results)),
        )
    }
}
