//! Reverse mode by backpropagators: every value carries a linear map.
//!
//! The map takes the adjoint of the value to the adjoints of the variables. The map of a step is composed of those of its
//! operands. Calling a shared map twice would cost exponential time. Maps are linear, so the arguments of a map are summed, and
//! it is called once, after every later map. Sources: B. A. Pearlmutter and J. M. Siskind, *Reverse-mode AD in a functional
//! framework*, TOPLAS 30(2), 2008; A. Brunel, D. Mazza and M. Pagani, *Backpropagation in the simply typed lambda-calculus with
//! linear negation*, POPL 2020; T. Smeding and M. Vákár, *Efficient dual-numbers reverse AD via well-known program
//! transformations*, POPL 2023, for the numbering.
//!
//! ```
//! use ad::prelude::*;
//!
//! #[exp]
//! fn product(x: &[f64]) -> f64 {
//!     x.iter().product()
//! }
//!
//! // A gradient has the shape of the argument.
//! assert_eq!(backpropagator::grad(Product).at(vec![2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
//! // As every strategy, it nests in the others.
//! assert_eq!(forward::diff(backpropagator::diff(ad::paper::pow(3, ad::paper::Var))).eval(I64, 5), 30);
//! ```

use alloc::collections::BinaryHeap;
use core::cell::Cell;
use core::cmp::Ordering;

use bumpalo::Bump;

use crate::function::Partial;
use crate::mode::reverse::pullback::{arranged, operators_from_pullback};
use crate::mode::strategy::{bound, constant_step};
use crate::number::erased::{Applied, Collected, erased};
use crate::number::shape::assert_same_structure;
use crate::{Dict, Exp, Matrix, Num, Of, Shape, Signature, Strategy};

/// The maps of one evaluation, which are freed together.
#[derive(Debug, Default)]
struct Maps {
    memory: Bump,
    /// The number of maps.
    count: Cell<usize>,
}

impl Maps {
    /// Stores a map, and numbers it.
    #[inline]
    fn keep<'t, D: Dict>(
        &'t self,
        map: impl Fn(D::V, &mut Calls<'t, D>) + Copy + 't,
    ) -> Backpropagator<'t, D> {
        let number = self.count.get();
        self.count.set(number + 1);
        Backpropagator(self.memory.alloc(Numbered { number, argument: Cell::new(None), map }))
    }

    /// A variable, whose map is never called. It is compiled once for a base, and not for each expression.
    fn variable<D: Dict>(&self, v: D::V) -> Value<'_, D> {
        Value { v, backpropagator: Some(self.keep(|_, _| ())) }
    }
}

/// A linear map from the adjoint of a value to contributions to the adjoints of others. It calls only maps with
/// smaller numbers.
struct Numbered<V, F: ?Sized> {
    number: usize,
    /// The sum of its arguments.
    argument: Cell<Option<V>>,
    map: F,
}

/// A linear map, stored until the end of the evaluation.
#[derive(Clone, Copy)]
pub struct Backpropagator<'t, D: Dict>(&'t Numbered<D::V, LinearMap<'t, D>>);

type LinearMap<'t, D> = dyn Fn(<D as Dict>::V, &mut Calls<'t, D>) + 't;

/// The pending calls.
struct Calls<'t, D: Dict> {
    dict: D,
    /// The number of variables. Their maps have the smallest numbers and are never called, so in the end their arguments are the
    /// adjoints.
    variables: usize,
    waiting: BinaryHeap<Call<'t, D>>,
}

impl<'t, D: Dict> Calls<'t, D> {
    /// Makes the calls, the largest number first, so that the argument of each map is complete.
    fn make(mut self) {
        while let Some(Call { f, .. }) = self.waiting.pop() {
            if let Some(adjoint) = f.0.argument.take() {
                (f.0.map)(adjoint, &mut self);
            }
        }
    }

    /// f(a) + f(b) = f(a + b): a second call only increases the argument of the first.
    #[inline]
    fn call(&mut self, f: Backpropagator<'t, D>, adjoint: D::V) {
        let Numbered { number, argument, .. } = f.0;
        argument.set(Some(match argument.get() {
            Some(sum) => self.dict.add(sum, adjoint),
            None => {
                if *number >= self.variables {
                    self.waiting.push(Call { number: *number, f });
                }
                adjoint
            }
        }));
    }
}

struct Call<'t, D: Dict> {
    number: usize,
    f: Backpropagator<'t, D>,
}

impl<D: Dict> Ord for Call<'_, D> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl<D: Dict> PartialOrd for Call<'_, D> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<D: Dict> PartialEq for Call<'_, D> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl<D: Dict> Eq for Call<'_, D> {}

/// A primal, and its backpropagator unless it is a constant.
#[derive(Clone, Copy)]
pub struct Value<'t, D: Dict> {
    /// The primal.
    pub v: D::V,
    /// The backpropagator, or `None` for a constant.
    pub backpropagator: Option<Backpropagator<'t, D>>,
}

/// The dictionary that composes the linear maps of its steps and computes their values in `D`.
///
/// The bound of a function that passes an expression to one of the operators here names it:
///
/// ```
/// use ad::backpropagator::{self, Backpropagators};
/// use ad::{At, Exp, F64, Signature, exp};
///
/// /// A step downhill, for any expression.
/// fn descend<E>(e: &E, rate: f64, x: &mut Vec<f64>)
/// where
///     E: Signature<In = Vec<f64>, Out = f64> + for<'t> Exp<Backpropagators<'t, F64>>,
/// {
///     let gradient = backpropagator::grad(e).at(x.clone());
///     x.iter_mut().zip(gradient).for_each(|(x, slope)| *x -= rate * slope);
/// }
///
/// #[exp]
/// fn bowl(x: &[f64]) -> f64 {
///     x.iter().map(|x| x * x).sum()
/// }
///
/// let mut x = vec![4.0, -2.0];
/// descend(&Bowl, 0.25, &mut x);
/// assert_eq!(x, [2.0, -1.0]);
/// ```
///
/// # Cost
///
/// Each step makes a closure in an arena, which is freed as a whole, and an entry in a priority queue of pending calls.
#[derive(Clone, Copy)]
pub struct Backpropagators<'t, D: Dict + 't> {
    base: D,
    /// `None` while unbound, when there are only constants.
    maps: Option<&'t Maps>,
}

impl<D: Dict> Default for Backpropagators<'_, D> {
    fn default() -> Self {
        Backpropagators { base: D::default(), maps: None }
    }
}

impl<'t, D: Dict> Strategy for Backpropagators<'t, D> {
    type Base = D;
    type Lifted = Value<'t, D>;

    #[inline]
    fn base(self) -> D {
        self.base
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Backpropagators { base: self.base.join(other.base), maps: self.maps.or(other.maps) }
    }
    #[inline]
    fn over(self, base: D) -> Self {
        Backpropagators { base, ..self }
    }
    #[inline]
    fn constant(v: D::V) -> Value<'t, D> {
        Value { v, backpropagator: None }
    }
    #[inline]
    fn primal(a: Value<'t, D>) -> D::V {
        a.v
    }
    #[inline]
    fn is_constant(a: Value<'t, D>) -> bool {
        a.backpropagator.is_none()
    }

    /// Composes the maps of the operands.
    #[inline]
    #[allow(clippy::needless_range_loop, reason = "two arrays, and the operand's number")]
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Value<'t, D>; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Value<'t, D> {
        let Some(maps) = self.maps else { return constant_step::<Self, K>(v, operands) };
        let mut terms: [Option<Term<'t, D>>; K] = [None; K];
        for i in 0..K {
            let Some(f) = operands[i].backpropagator else { continue };
            terms[i] = match partial(i) {
                Partial::Zero => None,
                Partial::One => Some(Term { f, p: None }),
                Partial::Value(p) | Partial::MinusOne(p) => Some(Term { f, p: Some(p) }),
            };
        }
        let mut present = terms.iter().flatten();
        let backpropagator = match (present.next(), present.next()) {
            // The identity: the result has the map of the operand.
            (Some(Term { f, p: None }), None) => Some(*f),
            (Some(term), None) => Some(maps.keep(compose([Some(*term)]))),
            (Some(_), Some(_)) => Some(maps.keep(compose(terms))),
            (None, _) => None,
        };
        Value { v, backpropagator }
    }
}

/// A map, and the partial derivative that multiplies its argument, unless that is 1.
#[derive(Clone, Copy)]
struct Term<'t, D: Dict> {
    f: Backpropagator<'t, D>,
    p: Option<D::V>,
}

/// The linear map ȳ ↦ Σ fᵢ(ȳ·pᵢ).
#[inline]
fn compose<'t, D: Dict, const K: usize>(
    terms: [Option<Term<'t, D>>; K],
) -> impl Fn(D::V, &mut Calls<'t, D>) + Copy + 't {
    move |adjoint, calls| {
        for Term { f, p } in terms.into_iter().flatten() {
            calls.call(f, p.map_or(adjoint, |p| calls.dict.mul(adjoint, p)));
        }
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The forward phase: the variables and the results, and the handle of the base.
fn evaluate<'t, I: Shape, O: Shape, D: Dict, E: Applied<I, O, Backpropagators<'t, D>> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<I, Num<D>>,
    maps: &'t Maps,
) -> (D, Of<I, Value<'t, D>>, Of<O, Value<'t, D>>) {
    let backpropagators = Backpropagators { base: dict, maps: Some(maps) };
    let x = I::map(x, &mut |x| Num::new(backpropagators, maps.variable(x.value())));
    let y = e.applied(backpropagators, &x);
    let backpropagators = backpropagators.over(bound::<_, O>(backpropagators, &y));
    let values = (I::map(&x, &mut |x| x.value()), O::map(&y, &mut |y| y.value_under(backpropagators)));
    (backpropagators.base, values.0, values.1)
}

/// The backward phase: the adjoints of the variables `x`, from those of the results `y`.
fn backward<'t, I: Shape, O: Shape, D: Dict>(
    dict: D,
    x: &Of<I, Value<'t, D>>,
    y: &Of<O, Value<'t, D>>,
    mut seed: impl FnMut(usize) -> Option<D::V>,
) -> Of<I, Num<D>> {
    let mut calls = Calls { dict, variables: I::count(x), waiting: BinaryHeap::new() };
    let mut index = 0;
    O::for_each(y, &mut |y| {
        if let (Some(f), Some(seed)) = (y.backpropagator, seed(index)) {
            calls.call(f, seed);
        }
        index += 1;
    });
    calls.make();
    I::map(x, &mut |x| {
        let adjoint = x.backpropagator.and_then(|f| f.0.argument.take());
        Num::new(dict, adjoint.unwrap_or_else(|| dict.zero()))
    })
}

#[inline]
fn pullback<D: Dict, E: for<'t> Exp<Backpropagators<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<E::Out, Num<D>>, Of<E::In, Num<D>>) {
    erased!(seed: FnMut(usize) -> Option<D::V>);
    #[cfg(debug_assertions)]
    let e: &dyn for<'t> Applied<E::In, E::Out, Backpropagators<'t, D>> = e;
    reversed::<E::In, E::Out, D, _>(e, dict, x, seed)
}

fn reversed<I: Shape, O: Shape, D: Dict, E: for<'t> Applied<I, O, Backpropagators<'t, D>> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<I, Num<D>>,
    seed: impl FnMut(usize) -> Option<D::V>,
) -> (Of<O, Num<D>>, Of<I, Num<D>>) {
    let maps = Maps::default();
    let (dict, x, y) = evaluate::<I, O, D, E>(e, dict, x, &maps);
    let dx = backward::<I, O, D>(dict, &x, &y, seed);
    (O::map(&y, &mut |y| Num::new(dict, y.v)), dx)
}

/// One forward phase, and a backward phase for each row.
#[inline]
fn rows<D: Dict, E: for<'t> Exp<Backpropagators<'t, D>>>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> (Of<E::Out, Num<D>>, Of<Matrix<E::Out, E::In>, Num<D>>) {
    #[cfg(debug_assertions)]
    let e: &dyn for<'t> Applied<E::In, E::Out, Backpropagators<'t, D>> = e;
    reversed_by_rows::<E::In, E::Out, D, _>(e, dict, x)
}

fn reversed_by_rows<
    I: Shape,
    O: Shape,
    D: Dict,
    E: for<'t> Applied<I, O, Backpropagators<'t, D>> + ?Sized,
>(
    e: &E,
    dict: D,
    x: &Of<I, Num<D>>,
) -> (Of<O, Num<D>>, Of<Matrix<O, I>, Num<D>>) {
    let maps = Maps::default();
    let (dict, x, y) = evaluate::<I, O, D, E>(e, dict, x, &maps);
    let row = |i| backward::<I, O, D>(dict, &x, &y, |j| (i == j).then(|| dict.one()));
    let rows = (0..O::count(&y)).map(row).collected();
    let y = O::map(&y, &mut |y| Num::new(dict, y.v));
    let rows = arranged::<D, I, O>(&y, rows);
    (y, rows)
}

operators_from_pullback!("backpropagator" "#[exp]", D, for<'t> Exp<Backpropagators<'t, D>>);
