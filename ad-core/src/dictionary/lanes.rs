//! Lanes: a number is several floats, so one evaluation computes several points.
//!
//! An expression inspects its numbers only by comparisons and other questions. In a run the lanes vote on each answer, and the
//! majority decides. A lane that would have answered otherwise drops out: from there on its numbers are those of another path. The
//! caller evaluates it again.

mod functions;
mod kinks;
pub(crate) mod processor;
mod votes;

use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

use crate::function::{Entry, Function, Partial, Question, real};
use crate::number::erased::made;
use crate::number::num::numbers;
use crate::number::print::Format;
use crate::{
    Decimal, Dict, F64, FieldDict, Ground, Num, OrderedDict, RealDict, RingDict, Shortcuts, Untouched,
};

pub(crate) use votes::{ALONE, Run, Voting, Way};
use votes::{Ballot, Handle, disagree};

/// Double-precision floats, `W` at once: a number is `[f64; W]`, and each operation acts on each lane.
///
/// Results have the bits of [`F64`], lane by lane, for values and derivatives in all modes.
///
/// ```
/// use ad::{Exp, Lanes, exp, stack};
///
/// #[exp]
/// fn swing(x: f64, y: f64) -> f64 {
///     x * y.sin()
/// }
///
/// let (by_x, by_y) = stack::grad(Swing).eval(Lanes::<2>::new(), ([1.0, 2.0], [0.5, 0.25]));
/// assert_eq!(by_x, [0.5_f64.sin(), 0.25_f64.sin()]);
/// assert_eq!(by_y, [0.5_f64.cos(), 2.0 * 0.25_f64.cos()]);
/// ```
///
/// # Branches
///
/// All lanes of an evaluation take the same path. [`Many`](crate::Many) evaluates points that take different ones: use it instead of
/// this dictionary unless all lanes are known to agree.
///
/// # Panics
///
/// Panics if two lanes answer a comparison differently. The same holds for other observations: the side of a kink, the bits of a
/// [detached](crate::special::detached) number, or a printed number. `W` is at most 16. Only the lanes of [`Many`](crate::Many) vote. They
/// have a type of their own, so these lanes panic inside of such an evaluation, too.
///
/// # Cost
///
/// One vector operation for each operation, as wide as the target allows: SSE2 by default, and AVX2 or AVX-512 with
/// `-C target-cpu=native`. An elementary function is called once for each lane, except
/// [`normal_cdf`](crate::special::normal_cdf) and [`Vectorized`] ones. These run with AVX2 where the processor has it, whatever the
/// target, and 16 lanes with AVX-512 (and Rust 1.89). So do the gradients of [`Many`](crate::Many) by adjoint programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes<const W: usize, F = Exact> {
    votes: Handle,
    /// A number stays in its thread, as the votes do.
    thread: PhantomData<(F, *const ())>,
}

/// How [`Lanes`] compute elementary functions: [`Exact`] or [`Vectorized`].
pub trait Functions: Ballot + Copy + Default + fmt::Debug + 'static {
    /// The dictionary with the same bits for a point alone.
    type Alone: RealDict + OrderedDict;
    /// A number for a point alone.
    fn number(x: f64) -> Num<Self::Alone>;
    /// Its float.
    fn float(y: &Num<Self::Alone>) -> f64;
    /// The value of `f` in each lane, unless it is to be called once for each.
    #[doc(hidden)]
    fn together<F: Function<K>, const K: usize, const W: usize>(f: F, x: &[[f64; W]; K]) -> Option<[f64; W]>;
}

/// The function of [`F64`] for each lane, with its bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

/// Vector instructions for the functions of the table, and [`Exact`] for all others. The result of a lane does not depend on the other
/// lanes, on `W`, on the target or on the processor.
///
/// | function | error, ulp |
/// |---|---:|
/// | `exp` | 1.1 |
/// | `ln`, `sin`, `cos` | 1 |
/// | `tanh`, [`sigmoid`](crate::special::sigmoid) | 3 |
/// | [`erfc`](crate::special::erfc), [`normal_cdf`](crate::special::normal_cdf) | 7 |
///
/// The bounds are tested against thirty digits, not proved. Subnormal results err by at most one unit in the last place more. Square
/// roots, absolute values and the like are exact. `powf` is that of [`Exact`]: vector code for it with such bounds was slower.
///
/// ```
/// use ad::{Exp, Lanes, exp};
///
/// #[exp]
/// fn decay(t: f64) -> f64 {
///     (-t).exp()
/// }
///
/// let y = Decay.eval(Lanes::<4, _>::vectorized(), [0.0, 1.0, 2.0, 3.0]);
/// assert!((y[3] - (-3f64).exp()).abs() < 1e-17);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Vectorized;

impl Functions for Exact {
    type Alone = F64;
    #[inline]
    fn number(x: f64) -> Num<F64> {
        Num::new(F64, x)
    }
    #[inline]
    fn float(y: &Num<F64>) -> f64 {
        y.value()
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn together<F: Function<K>, const K: usize, const W: usize>(f: F, x: &[[f64; W]; K]) -> Option<[f64; W]> {
        match f.entry() {
            // `F64` runs the same code.
            Some(Entry::NormalCdf(_)) => Some(functions::normal_cdf(last(x))),
            Some(entry) if entry.is_an_instruction() => {
                let mut y = [0.0; W];
                for (i, y) in y.iter_mut().enumerate() {
                    *y = f.value(lane(x, i));
                }
                Some(y)
            }
            _ => None,
        }
    }
}

impl Functions for Vectorized {
    type Alone = Lanes<1, Self>;
    #[inline]
    fn number(x: f64) -> Num<Self::Alone> {
        Num::new(Lanes::vectorized(), [x])
    }
    #[inline]
    fn float(y: &Num<Self::Alone>) -> f64 {
        y.value()[0]
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn together<F: Function<K>, const K: usize, const W: usize>(f: F, x: &[[f64; W]; K]) -> Option<[f64; W]> {
        Some(match f.entry() {
            Some(Entry::Exponential(_)) => functions::exp(last(x)),
            Some(Entry::Ln(_)) => functions::ln(last(x)),
            Some(Entry::Sin(_)) => functions::sin(last(x)),
            Some(Entry::Cos(_)) => functions::cos(last(x)),
            Some(Entry::Tanh(_)) => functions::tanh(last(x)),
            Some(Entry::TanhSlope(_)) => functions::tanh_slope(&[x[0], x[K - 1]]),
            Some(Entry::Sigmoid(_)) => functions::sigmoid(last(x)),
            Some(Entry::SigmoidSlope(_)) => functions::sigmoid_slope(&[x[0], x[K - 1]]),
            Some(Entry::Erfc(_)) => functions::erfc(last(x)),
            _ => return Exact::together(f, x),
        })
    }
}

impl<const W: usize> Lanes<W> {
    /// The dictionary with the functions of [`F64`].
    #[inline]
    pub fn new() -> Self {
        Lanes::of(Handle::default())
    }
}

impl<const W: usize> Lanes<W, Vectorized> {
    /// The dictionary with [`Vectorized`] functions.
    #[inline]
    pub fn vectorized() -> Self {
        Lanes::of(Handle::default())
    }
}

impl<const W: usize, M: Functions> Lanes<W, M> {
    const AT_MOST_16: () = assert!(0 < W && W <= 16, "there are 1 to 16 lanes");

    #[inline]
    fn of(votes: Handle) -> Self {
        const { Self::AT_MOST_16 };
        Lanes { votes, thread: PhantomData }
    }

    /// The answer that all lanes give to a question, or most lanes of a run.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a comparison is a few instructions")]
    fn choose(self, answers: [u64; W]) -> u64 {
        // Without a branch for each lane.
        let differences = answers.iter().fold(0, |set, answer| set | (answer ^ answers[0]));
        match (M::VOTES, differences) {
            (true, 0) => self.votes.note(answers[0]),
            (true, _) => return self.votes.settle(&answers),
            (false, 0) => {}
            (false, _) => disagree(),
        }
        answers[0]
    }

    /// Whether `holds` for most lanes.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as for `choose`")]
    fn decide(self, a: [f64; W], b: [f64; W], holds: impl Fn(f64, f64) -> bool) -> bool {
        let mut answers = [0; W];
        for i in 0..W {
            answers[i] = holds(a[i], b[i]).into();
        }
        self.choose(answers) == 1
    }

    /// The float of most lanes. A lane with other bits disagrees.
    #[inline]
    fn one_float(self, a: [f64; W]) -> f64 {
        f64::from_bits(self.choose(a.map(f64::to_bits)))
    }
}

/// `f` of each lane.
#[inline(always)]
#[allow(clippy::inline_always, reason = "an operation is a few instructions")]
fn each<const W: usize>(mut a: [f64; W], f: impl Fn(f64) -> f64) -> [f64; W] {
    for a in &mut a {
        *a = f(*a);
    }
    a
}

/// `f` of each lane of two numbers.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as for `each`")]
fn pairs<const W: usize>(mut a: [f64; W], b: [f64; W], f: impl Fn(f64, f64) -> f64) -> [f64; W] {
    for i in 0..W {
        a[i] = f(a[i], b[i]);
    }
    a
}

/// The only operand.
#[inline]
fn last<const W: usize, const K: usize>(x: &[[f64; W]; K]) -> &[[f64; W]; 1] {
    core::array::from_ref(&x[K - 1])
}

/// The operands of lane `i`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as for `each`")]
fn lane<const W: usize, const K: usize>(x: &[[f64; W]; K], i: usize) -> [f64; K] {
    made(|k| x[k][i])
}

impl<const W: usize, M: Functions> Dict for Lanes<W, M> {
    type V = [f64; W];
    type Level = Ground;

    /// So that the whole program is compiled for the processor's vectors: see `processor`.
    const IN_PLACE: bool = M::VOTES;

    /// Those of [`F64`], lane by lane. A shortcut that depends on the value is a question like any other.
    const SHORTCUTS: Shortcuts<Self> = Shortcuts {
        annihilates: |lanes, v| lanes.choose(v.map(|v| v.is_finite().into())) == 1,
        // An adjoint is never -0 in any lane, and all lanes are touched at once.
        untouched: Some(Untouched {
            value: [-0.0; W],
            is: |v| v[0].to_bits() == f64::to_bits(-0.0),
            accumulate: |_, sum, term| pairs(sum, term, |sum, term| sum + (term + 0.0)),
        }),
        negate: Some(|v| each(v, |v| -v)),
        is_unit: |lanes, v| lanes.choose(v.map(|v| (v == 1.0).into())) == 1,
    };

    #[inline]
    fn zero(self) -> [f64; W] {
        [0.0; W]
    }
    #[inline]
    fn one(self) -> [f64; W] {
        [1.0; W]
    }
    #[inline]
    fn add(self, a: [f64; W], b: [f64; W]) -> [f64; W] {
        pairs(a, b, |a, b| a + b)
    }
    #[inline]
    fn mul(self, a: [f64; W], b: [f64; W]) -> [f64; W] {
        pairs(a, b, |a, b| a * b)
    }
    #[inline]
    fn natural(self, n: u64) -> [f64; W] {
        [F64.natural(n); W]
    }
    #[inline]
    fn power(self, a: [f64; W], n: u32) -> [f64; W] {
        real::power(self, a, n)
    }
    #[inline]
    fn empty_sum(self) -> [f64; W] {
        [F64.empty_sum(); W]
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Lanes::of(self.votes.join(other.votes))
    }
    #[inline]
    fn incoming(self, d: [f64; W], partial: bool) -> [f64; W] {
        self.check(&d, partial);
        each(d, |d| d + 0.0)
    }
    /// Prints the float of most lanes. A lane with another one disagrees.
    fn show(self, v: [f64; W], format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        F64.show(self.one_float(v), format, f)
    }
}

impl<const W: usize, M: Functions> RingDict for Lanes<W, M> {
    #[inline]
    fn neg(self, a: [f64; W]) -> [f64; W] {
        each(a, |a| -a)
    }
    #[inline]
    fn sub(self, a: [f64; W], b: [f64; W]) -> [f64; W] {
        pairs(a, b, |a, b| a - b)
    }
    #[inline]
    fn integer(self, n: i64) -> [f64; W] {
        [F64.integer(n); W]
    }
}

impl<const W: usize, M: Functions> FieldDict for Lanes<W, M> {
    #[inline]
    fn div(self, a: [f64; W], b: [f64; W]) -> [f64; W] {
        pairs(a, b, |a, b| a / b)
    }
    #[inline]
    fn scale(self, a: [f64; W]) -> Option<[f64; W]> {
        let mut scales = [1.0; W];
        let mut any = false;
        for i in 0..W {
            if let Some(s) = F64.scale(a[i]) {
                (scales[i], any) = (s, true);
            }
        }
        any.then_some(scales)
    }
    #[inline]
    fn decimal(self, literal: Decimal) -> [f64; W] {
        [literal.nearest; W]
    }
}

impl<const W: usize, M: Functions> RealDict for Lanes<W, M> {
    #[inline]
    fn constant(self, c: f64) -> [f64; W] {
        [c; W]
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [[f64; W]; K]) -> [f64; W] {
        if let Some(y) = M::together(f, &x) {
            return y;
        }
        // Nobody reads the lanes that left a run.
        let live = if M::VOTES { self.votes.some_left(W) } else { None }.unwrap_or(usize::MAX);
        let mut y = [0.0; W];
        for (i, y) in y.iter_mut().enumerate().filter(|(i, _)| live >> i & 1 == 1) {
            *y = f.value(lane(&x, i));
        }
        y
    }
    #[inline]
    fn with_partials<F: Function<K>, const K: usize>(
        self,
        f: F,
        x: [[f64; W]; K],
    ) -> ([f64; W], [Partial<[f64; W]>; K]) {
        let (y, partials) = f.with_partials(numbers(self, x));
        (y.value(), partials.map(|p| p.map(Num::value)))
    }
    #[inline]
    fn primal(self, a: [f64; W]) -> Option<f64> {
        Some(self.one_float(a))
    }
    #[inline]
    fn answer(self, a: [f64; W], question: impl Fn(f64) -> u64) -> Option<u64> {
        Some(self.choose(a.map(question)))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inspect<const K: usize>(self, x: [[f64; W]; K], question: Question) -> Option<u64> {
        Some(self.choose(made(|i| question.ask(lane(&x, i)))))
    }
    #[inline]
    fn still<const K: usize>(self, x: [[f64; W]; K], f: impl Fn([f64; K]) -> f64) -> Option<[f64; W]> {
        Some(made(|i| f(lane(&x, i))))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pass<F: Function<K>, const K: usize>(
        self,
        f: F,
        i: usize,
        x: [[f64; W]; K],
        d: [f64; W],
    ) -> Option<[f64; W]> {
        self.select(f, i, &x, d)
    }
    #[inline]
    fn order(self) -> usize {
        0
    }
}

impl<const W: usize, M: Functions> OrderedDict for Lanes<W, M> {
    #[inline]
    fn eq(self, a: [f64; W], b: [f64; W]) -> bool {
        self.decide(a, b, |a, b| a == b)
    }
    #[inline]
    fn partial_cmp(self, a: [f64; W], b: [f64; W]) -> Option<Ordering> {
        let order = |i: usize| match a[i].partial_cmp(&b[i]) {
            Some(Ordering::Less) => 0,
            Some(Ordering::Equal) => 1,
            Some(Ordering::Greater) => 2,
            None => 3,
        };
        match self.choose(made(order)) {
            0 => Some(Ordering::Less),
            1 => Some(Ordering::Equal),
            2 => Some(Ordering::Greater),
            _ => None,
        }
    }
    #[inline]
    fn lt(self, a: [f64; W], b: [f64; W]) -> bool {
        self.decide(a, b, |a, b| a < b)
    }
    #[inline]
    fn le(self, a: [f64; W], b: [f64; W]) -> bool {
        self.decide(a, b, |a, b| a <= b)
    }
}
