//! Floats with 31 further digits, and a record of all that an evaluation decides by them.
//!
//! Two evaluations with equal records took the same branches and the same sides of kinks. So the derivative is continuous between them,
//! except where a partial derivative is infinite.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::cmp::Ordering;
use core::fmt;

use crate::dictionary::product::firsts;
#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::function::{Entry, Function, Partial, Question};
use crate::number::erased::made;
use crate::number::num::numbers;
use crate::number::print::Format;
use crate::{
    Decimal, Dict, DoubleDouble, DoubleDoubles, F64, FieldDict, Ground, Num, OrderedDict, Product, RealDict,
    RingDict,
};

/// The floats decide, and the others compute.
type Inner = Product<F64, DoubleDoubles>;
type V = (f64, DoubleDouble);

/// A comparison of numbers, or a function with several sides, in an evaluation.
///
/// [`Neighbours`](super::Neighbours) names the decision that makes a point special.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    kind: Kind,
    operands: [f64; 3],
    /// `bool` and `Ordering` as numbers, or the side of a function.
    answer: u64,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// Whether two numbers are equal, less, or at most equal.
    Comparison(&'static str),
    Order,
    /// Such as whether a number is finite.
    Observation,
    /// The name and the number of operands.
    Function(Cow<'static, str>, usize),
}

impl Decision {
    /// Whether the evaluation may go on with other steps.
    pub(super) fn is_a_branch(&self) -> bool {
        !matches!(self.kind, Kind::Function(..))
    }

    /// The same question with the same answer.
    pub(super) fn agrees(&self, other: &Decision) -> bool {
        self.kind == other.kind && self.answer == other.answer
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, _] = self.operands;
        match &self.kind {
            Kind::Comparison(sign) => write!(f, "`{a:?} {sign} {b:?}` is {}", self.answer == 1),
            Kind::Order if self.answer == 1 => write!(f, "`{a:?}` and `{b:?}` are equal"),
            Kind::Order => write!(f, "`{a:?}` and `{b:?}` are in this order"),
            Kind::Observation => write!(f, "`{a:?}` is inspected with this answer"),
            Kind::Function(name, count) => {
                write!(f, "`{name}(")?;
                for (i, x) in self.operands[..*count].iter().enumerate() {
                    write!(f, "{}{x:?}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str(")` has a kink or jump")
            }
        }
    }
}

/// The handle leads to the record. Decisions about constants alone may have no handle, and are not recorded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deciding<'r>(pub(super) Option<&'r RefCell<Vec<Decision>>>);

impl Deciding<'_> {
    const INNER: Inner = Product(F64, DoubleDoubles);

    fn record(self, kind: Kind, operands: [f64; 3], answer: u64) {
        if let Some(record) = self.0 {
            record.borrow_mut().push(Decision { kind, operands, answer });
        }
    }

    fn compare(self, sign: &'static str, a: V, b: V, answer: bool) -> bool {
        self.record(Kind::Comparison(sign), [a.0, b.0, 0.0], answer.into());
        answer
    }
}

/// The side of a function that has several ones. `None` if its derivatives are continuous.
fn side(entry: Entry, x: &[f64], y: f64) -> Option<u64> {
    let order = |a: f64, b: f64| a.partial_cmp(&b).map_or(3, |order| (order as i8 + 1).unsigned_abs().into());
    Some(match (entry, x) {
        (Entry::Abs(_), [x]) => order(*x, 0.0),
        (Entry::Copysign(_), [a, b]) => order(*a, 0.0) + 4 * u64::from(b.is_sign_negative()),
        (Entry::Max(_) | Entry::Min(_), [a, b]) => order(*a, *b),
        (Entry::Clamp(_), [x, low, high]) => order(*x, *low) + 4 * order(*x, *high),
        (
            Entry::Signum(_)
            | Entry::Floor(_)
            | Entry::Ceil(_)
            | Entry::Round(_)
            | Entry::RoundTiesEven(_)
            | Entry::Trunc(_)
            | Entry::DivEuclid(_)
            | Entry::Heaviside(_),
            _,
        ) => y.to_bits(),
        (Entry::Fract(_), [x]) => (x - y).to_bits(),
        (Entry::Rem(_) | Entry::RemEuclid(_), [a, b]) => ((a - y) / b).round().to_bits(),
        (Entry::Hypot(_) | Entry::Cosine(_) | Entry::Atan2(_), [a, b]) => (*a == 0.0 && *b == 0.0).into(),
        (Entry::Powf(_), [a, b]) => u64::from(*a == 0.0) + u64::from(*a == 0.0 && *b == 0.0),
        _ => return None,
    })
}

impl Dict for Deciding<'_> {
    type V = V;
    type Level = Ground;

    fn zero(self) -> V {
        Self::INNER.zero()
    }
    fn one(self) -> V {
        Self::INNER.one()
    }
    fn add(self, a: V, b: V) -> V {
        Self::INNER.add(a, b)
    }
    fn mul(self, a: V, b: V) -> V {
        Self::INNER.mul(a, b)
    }
    fn natural(self, n: u64) -> V {
        Self::INNER.natural(n)
    }
    fn power(self, a: V, n: u32) -> V {
        Self::INNER.power(a, n)
    }
    fn empty_sum(self) -> V {
        Self::INNER.empty_sum()
    }
    fn join(self, other: Self) -> Self {
        Deciding(self.0.or(other.0))
    }
    fn show(self, v: V, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::INNER.show(v, format, f)
    }
}

impl RingDict for Deciding<'_> {
    fn neg(self, a: V) -> V {
        Self::INNER.neg(a)
    }
    fn sub(self, a: V, b: V) -> V {
        Self::INNER.sub(a, b)
    }
}

impl FieldDict for Deciding<'_> {
    fn div(self, a: V, b: V) -> V {
        Self::INNER.div(a, b)
    }
    fn decimal(self, literal: Decimal) -> V {
        Self::INNER.decimal(literal)
    }
}

/// Three operands, of which those after the last one are 0.
fn three(operands: &[f64]) -> [f64; 3] {
    let mut three = [0.0; 3];
    three[..operands.len().min(3)].copy_from_slice(&operands[..operands.len().min(3)]);
    three
}

impl RealDict for Deciding<'_> {
    fn constant(self, c: f64) -> V {
        Self::INNER.constant(c)
    }
    fn rounded(self, c: f64) -> V {
        Self::INNER.rounded(c)
    }

    fn function<F: Function<K>, const K: usize>(self, f: F, x: [V; K]) -> V {
        if let Some(y) = f.composed(numbers(self, x)) {
            return y.value();
        }
        let y = Self::INNER.function(f, x);
        let leaders = firsts(x);
        if let Some(side) = f.entry().and_then(|entry| side(entry, &leaders, y.0)) {
            self.record(Kind::Function(f.name(), K), three(&leaders), side);
        }
        y
    }

    fn with_partials<F: Function<K>, const K: usize>(self, f: F, x: [V; K]) -> (V, [Partial<V>; K]) {
        let y = self.function(f, x);
        let partial = |i| f.partial(i, numbers(self, x), Num::new(self, y)).map(Num::value);
        (y, made(partial))
    }

    fn primal(self, a: V) -> Option<f64> {
        Some(a.0)
    }

    fn answer(self, a: V, question: impl Fn(f64) -> u64) -> Option<u64> {
        let answer = question(a.0);
        // An answer that is a number differs from point to point, and decides nothing.
        self.record(Kind::Observation, [a.0, 0.0, 0.0], answer.min(2));
        Some(answer)
    }

    fn inspect<const K: usize>(self, x: [V; K], question: Question) -> Option<u64> {
        Self::INNER.inspect(x, question)
    }

    fn order(self) -> usize {
        0
    }
}

impl OrderedDict for Deciding<'_> {
    fn eq(self, a: V, b: V) -> bool {
        self.compare("==", a, b, a.0 == b.0)
    }
    fn partial_cmp(self, a: V, b: V) -> Option<Ordering> {
        let order = a.0.partial_cmp(&b.0);
        self.record(
            Kind::Order,
            [a.0, b.0, 0.0],
            order.map_or(3, |order| (order as i8 + 1).unsigned_abs().into()),
        );
        order
    }
    fn lt(self, a: V, b: V) -> bool {
        self.compare("<", a, b, a.0 < b.0)
    }
    fn le(self, a: V, b: V) -> bool {
        self.compare("<=", a, b, a.0 <= b.0)
    }
}
