//! The dictionary that records steps with their second partial derivatives.

use core::cell::RefCell;
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::num::NonZeroU32;

use super::partials::{Partials, partials};
use super::steps::{Curvature, SecondOrderStep, Steps};
use super::sweep::Target;
use crate::function::scaled::Scaled;
use crate::function::{Function, real};
use crate::number::erased::made;
use crate::{Above, Capture, Decimal, Dict, F64, FieldDict, Ground, Num, OrderedDict, RealDict, RingDict};

/// The dictionary of floats that records steps with first and second partial derivatives. `'t` stands for one evaluation.
///
/// User code does not name it. The bound of a function that passes an expression on is
/// [`TwiceDifferentiable`](crate::TwiceDifferentiable).
#[derive(Clone, Copy, Default)]
pub struct SecondOrder<'t> {
    /// `None` while unbound, when there are only constants.
    recording: Option<&'t RefCell<Steps>>,
    evaluation: PhantomData<fn(&'t ()) -> &'t ()>,
}

/// A float, and the step that computed it, unless it is a constant.
#[derive(Clone, Copy, Debug)]
pub struct Active<'t> {
    /// The primal.
    pub v: f64,
    /// The factor of the vertex's derivatives. With it, `2.0 * x` and `1.0 - x` are no steps.
    factor: f64,
    vertex: Option<NonZeroU32>,
    evaluation: PhantomData<fn(&'t ()) -> &'t ()>,
}

impl Active<'_> {
    #[inline]
    fn new(v: f64, vertex: Option<NonZeroU32>) -> Self {
        Active { v, factor: 1.0, vertex, evaluation: PhantomData }
    }

    /// The number with the value v = c·a + constant.
    #[inline]
    fn times(self, v: f64, c: f64) -> Self {
        Active { v, factor: c * self.factor, ..self }
    }

    #[inline]
    pub(super) fn target(self) -> Target {
        (self.factor, self.vertex)
    }

    #[inline]
    fn constant(v: f64) -> Self {
        Active::new(v, None)
    }

    #[inline]
    fn is_constant(&self) -> bool {
        self.vertex.is_none()
    }
}

impl<'t> SecondOrder<'t> {
    #[inline]
    pub(super) fn new(recording: &'t RefCell<Steps>) -> Self {
        SecondOrder { recording: Some(recording), evaluation: PhantomData }
    }

    /// A variable.
    #[inline]
    pub(super) fn variable(self, v: f64) -> Active<'t> {
        self.push(v, SecondOrderStep::variable(), Curvature::Linear)
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is what the forward phase consists of")]
    fn push(self, v: f64, step: SecondOrderStep, curvature: Curvature) -> Active<'t> {
        let Some(recording) = self.recording else { unbound() };
        Active::new(v, Some(recording.borrow_mut().push(step, curvature)))
    }

    /// A step of two operands, not both of which are constant.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as for `push`")]
    fn step(self, v: f64, [a, b]: [Active<'t>; 2], [p, q]: [f64; 2], curvature: Curvature) -> Active<'t> {
        self.push(v, SecondOrderStep::new([a.vertex, b.vertex], [p * a.factor, q * b.factor]), curvature)
    }
}

#[cold]
fn unbound() -> ! {
    panic!(
        "a number that depends on a variable has been used under a handle that knows of none: pass the handle on, as \
         `Num::new(x.dict(), v)`, or evaluate under it"
    )
}

impl<'t> Dict for SecondOrder<'t> {
    type V = Active<'t>;
    type Level = Above<Above<Ground>>;

    #[inline]
    fn zero(self) -> Active<'t> {
        Active::constant(0.0)
    }
    #[inline]
    fn one(self) -> Active<'t> {
        Active::constant(1.0)
    }
    #[inline]
    fn natural(self, n: u64) -> Active<'t> {
        Active::constant(F64.natural(n))
    }
    #[inline]
    fn empty_sum(self) -> Active<'t> {
        Active::constant(F64.empty_sum())
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        SecondOrder { recording: self.recording.or(other.recording), ..self }
    }
    #[inline]
    fn power(self, a: Active<'t>, n: u32) -> Active<'t> {
        real::power(self, a, n)
    }
    #[inline]
    fn add(self, a: Active<'t>, b: Active<'t>) -> Active<'t> {
        let v = a.v + b.v;
        match (a.is_constant(), b.is_constant()) {
            (true, _) => Active { v, ..b },
            (false, true) => Active { v, ..a },
            (false, false) => self.step(v, [a, b], [1.0, 1.0], Curvature::Linear),
        }
    }
    #[inline]
    fn mul(self, a: Active<'t>, b: Active<'t>) -> Active<'t> {
        let v = a.v * b.v;
        match (a.is_constant(), b.is_constant()) {
            (true, _) => b.times(v, a.v),
            (false, true) => a.times(v, b.v),
            (false, false) => self.step(v, [a, b], [b.v, a.v], Curvature::Product(a.factor * b.factor)),
        }
    }
}

impl<'t> RingDict for SecondOrder<'t> {
    #[inline]
    fn neg(self, a: Active<'t>) -> Active<'t> {
        a.times(-a.v, -1.0)
    }
    #[inline]
    fn sub(self, a: Active<'t>, b: Active<'t>) -> Active<'t> {
        let v = a.v - b.v;
        match (a.is_constant(), b.is_constant()) {
            (true, _) => b.times(v, -1.0),
            (false, true) => Active { v, ..a },
            (false, false) => self.step(v, [a, b], [1.0, -1.0], Curvature::Linear),
        }
    }
    #[inline]
    fn integer(self, n: i64) -> Active<'t> {
        Active::constant(F64.integer(n))
    }
}

impl<'t> FieldDict for SecondOrder<'t> {
    /// v = a/b has the first derivatives 1/b and -v/b, and the second derivatives 0, -1/b² and 2v/b².
    #[inline]
    fn div(self, a: Active<'t>, b: Active<'t>) -> Active<'t> {
        let v = a.v / b.v;
        let p = 1.0 / b.v;
        if b.is_constant() {
            return a.times(v, p);
        }
        if let Some(s) = F64.scale(b.v) {
            return self.div(a, b.times(b.v * s, s)).times(v, s);
        }
        let q = -(v / b.v);
        let second = [0.0, -(p / b.v) * a.factor * b.factor, -2.0 * (q / b.v) * b.factor * b.factor];
        self.step(v, [a, b], [p, q], Curvature::General(second))
    }
    #[inline]
    fn decimal(self, literal: Decimal) -> Active<'t> {
        Active::constant(F64.decimal(literal))
    }
}

impl<'t> RealDict for SecondOrder<'t> {
    #[inline]
    fn constant(self, c: f64) -> Active<'t> {
        Active::constant(c)
    }

    #[inline]
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Active<'t>; K]) -> Active<'t> {
        if F::SPLITS
            && !x[0].is_constant()
            && let Some(s) = F64.scale(x[0].v)
        {
            let mut scaled = x;
            scaled[0] = x[0].times(x[0].v * s, s);
            return self.curved(Scaled(f, s), scaled);
        }
        self.curved(f, x)
    }

    #[inline]
    fn primal(self, a: Active<'t>) -> Option<f64> {
        Some(a.v)
    }
    #[inline]
    fn order(self) -> usize {
        2
    }
}

impl<'t> SecondOrder<'t> {
    /// An elementary function. The second partial derivatives are the derivatives of the first.
    #[inline]
    fn curved<F: Function<K>, const K: usize>(self, f: F, x: [Active<'t>; K]) -> Active<'t> {
        let primals = x.map(|x| x.v);
        let y = f.value(primals);
        if x.iter().all(Active::is_constant) {
            return Active::constant(y);
        }
        let Partials { depends, first, second } =
            partials(F64, f, primals, y, x.each_ref().map(|x| !x.is_constant()));
        let vertices: [_; K] = made(|i| x[i].vertex.filter(|_| depends[i]));
        let first: [f64; K] = made(|i| first[i] * x[i].factor);
        let entry = |i: usize, j: usize| second[i][j].unwrap_or(0.0) * x[i].factor * x[j].factor;
        let curved = |i: usize, j: usize, of: [f64; 3]| {
            let linear = second[i][i].or(second[i][j]).or(second[j][j]).is_none();
            if linear { Curvature::Linear } else { Curvature::General(of) }
        };
        if K == 1 {
            return self.result(
                y,
                SecondOrderStep::new([vertices[0], None], [first[0], 0.0]),
                curved(0, 0, [entry(0, 0), 0.0, 0.0]),
            );
        }
        let step = SecondOrderStep::new([vertices[0], vertices[1]], [first[0], first[1]]);
        let mut sum = self.result(y, step, curved(0, 1, [entry(0, 0), entry(0, 1), entry(1, 1)]));
        // Adds a further operand, and by steps without a slope its products with the previous ones.
        for i in 2..K {
            let step = SecondOrderStep::new([sum.vertex, vertices[i]], [1.0, first[i]]);
            sum = self.result(y, step, curved(i, i, [0.0, 0.0, entry(i, i)]));
            for j in 0..i {
                let mixed = entry(j, i);
                if mixed != 0.0 && vertices[i].is_some() && vertices[j].is_some() {
                    let step = SecondOrderStep::new([vertices[j], vertices[i]], [0.0, 0.0]);
                    let product = self.push(0.0, step, Curvature::General([0.0, mixed, 0.0]));
                    sum = self.step(y, [sum, product], [1.0, 1.0], Curvature::Linear);
                }
            }
        }
        sum
    }

    /// A step that may depend on nothing.
    #[inline]
    fn result(self, v: f64, step: SecondOrderStep, curvature: Curvature) -> Active<'t> {
        if step.is_constant() { Active::constant(v) } else { self.push(v, step, curvature) }
    }
}

impl OrderedDict for SecondOrder<'_> {
    #[inline]
    fn eq(self, a: Self::V, b: Self::V) -> bool {
        a.v == b.v
    }
    #[inline]
    fn partial_cmp(self, a: Self::V, b: Self::V) -> Option<Ordering> {
        a.v.partial_cmp(&b.v)
    }
}

/// Two orders high, like forward over reverse mode.
impl<N, Z> Capture<N, Above<Above<Z>>> for SecondOrder<'_>
where
    F64: Capture<N, Z>,
{
    #[inline]
    fn capture(self, x: N) -> Num<Self> {
        Num::new(self, Active::constant(F64.capture(x).value()))
    }
}
