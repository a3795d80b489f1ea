//! A strategy is one rule for one step.
//!
//! Every elementary operation is a value with its partial derivatives: `a + b` is (a+b, [1, 1]), `a × b` is (a×b, [b, a]),
//! `sin a` is (sin a, [cos a]). A [`Strategy`] defines the data that it attaches to a value, and the rule for such a step. The
//! rule makes it a dictionary, with all capabilities of the dictionary beneath, so strategies nest. A number that does not depend
//! on a variable is a *constant* and has nothing attached: it never enters a tape.
//!
//! # The order of operations
//!
//! An operation of the base may have effects: it may count, print, panic, or wait for an answer. So the contract specifies which
//! operations a strategy performs, how often, and in which order.
//!
//! *A step* first computes its value, by one operation. Then it computes the partial derivatives, from the first operand to the
//! last, of operands that are not constant. For `+` and `×` this needs no operation: it is 1 or the other operand. For `-` and
//! negation it is `neg(one())`. For `a / b` it is `one() / b`, and for the divisor `neg(v / b)` where `v` is the quotient.
//! Elementary functions compute it by their row in [`function`](crate::function). Derivatives of 1 / b
//! leave the range of floats where b is very large or small. There a power of two s scales it: `a / b` is the steps `t = b × s`,
//! `a / t` and `(a / t) × s`. The reciprocal, powers and logarithms have a step `x × s` likewise.
//!
//! *Forward mode* first performs `one()` for its seed. In a step it handles one operand after the other. It computes the partial
//! derivative, and `mul(tangent, partial)` unless the partial derivative is 1. If there is a sum already, `add(sum, term)` follows.
//! If the result is a constant, it performs `zero()` in the end.
//!
//! *The reverse modes* compute the value and the partial derivatives of each step when it is made. After the expression has
//! returned they perform `one()` for the seed. Then they visit the steps in the opposite order, skipping steps without influence on
//! the result. For each operand that is not constant, from the first to the last, they perform `mul(adjoint, partial)` unless that
//! is 1. Then, unless this is the operand's first term, they perform `add(sum, term)`. A step with one operand that is not
//! constant, and the partial derivative 1 (`x + 1`), is not visited. Its adjoint is the adjoint of its operand. Over floats the
//! same holds for a derivative that happens to be 1 (`1.0 * x`), since a product with 1 is the other factor. In the end they
//! perform `zero()` for each variable without an adjoint.
//!
//! *Sums and scalar products* are performed from the left, by `add` and `mul`, as if one by one. If the vertices of the terms are
//! an arithmetic progression, the stack reverses the sum as one step. Its adjoint is added to that of each term, from the first to
//! the last. For such a scalar product it first performs the products with the left numbers, which are added on the right, and then
//! the others.
//!
//! Over floats a product with -1 is a negation, so the stack and effects negate. They add 0 to each term, and then add it to -0,
//! the mark of an empty adjoint. So no adjoint is -0: where other modes find the derivative -0, they find 0. Both are among the
//! [`Shortcuts`] of floats.
//!
//! For x·x + 1, forward mode performs `one`, `v = x × x`, `1 × x`, `1 × x`, their sum, the literal, and `v + 1`. Reverse mode
//! performs `v = x × x`, the literal, `v + 1`, `one`, `1 × x`, `1 × x`, and their sum. The operations of a nested strategy are
//! steps of the outer one, so the order of a nesting is the composition of theirs. No other operation is performed.

use core::cmp::Ordering;
use core::fmt;

use crate::function::kinks::Smoothness;
use crate::function::{Function, Partial, Question};
use crate::number::exp::Repeatable;
use crate::number::num::{each, numbers};
use crate::number::print::Format;
use crate::{
    Above, Capture, Decimal, Dict, Exp, FieldDict, Num, Of, OrderedDict, RealDict, RingDict, Shape,
    Shortcuts, Signature,
};

/// A way to differentiate, one step at a time.
///
/// The resulting dictionary computes under the [`Base`](Strategy::Base).
///
/// A user's strategy consists of this and an operator that evaluates under it:
///
/// ```
/// use ad::function::Partial;
/// use ad::{Dict, Exp, F64, Num, Strategy, exp};
///
/// /// Counts the steps that a number went through, on the longest way. It differentiates nothing, and is a strategy all the same.
/// #[derive(Clone, Copy, Default)]
/// struct Depth<D>(D);
///
/// impl<D: Dict> Strategy for Depth<D> {
///     type Base = D;
///     type Lifted = (D::V, u32);
///
///     fn base(self) -> D { self.0 }
///     fn join(self, other: Self) -> Self { Depth(self.0.join(other.0)) }
///     fn over(self, base: D) -> Self { Depth(base) }
///     fn constant(v: D::V) -> (D::V, u32) { (v, 0) }
///     fn primal((v, _): (D::V, u32)) -> D::V { v }
///     fn is_constant((_, depth): (D::V, u32)) -> bool { depth == 0 }
///     fn step<const K: usize>(
///         self,
///         v: D::V,
///         operands: [(D::V, u32); K],
///         _: impl Fn(usize) -> Partial<D::V>,
///     ) -> (D::V, u32) {
///         (v, operands.iter().map(|(_, depth)| depth + 1).max().unwrap_or(0))
///     }
/// }
///
/// #[exp]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// assert_eq!(Cube.eval(Depth(F64), (2.0, 1)), (8.0, 3));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a strategy",
    note = "a strategy attaches something to the values of a dictionary, as `Forward` and `Stack` do; evaluate under it by an operator such as `forward::diff`"
)]
pub trait Strategy: Copy + Default {
    /// The dictionary of the primals.
    type Base: Dict;
    /// A primal with the attached data of this strategy.
    type Lifted: Copy;

    /// See [`Dict::IN_PLACE`].
    #[doc(hidden)]
    const IN_PLACE: bool = false;

    /// See [`Dict::RECORDS_DOT`].
    #[doc(hidden)]
    const RECORDS_DOT: bool = false;

    /// The handle of the base.
    fn base(self) -> Self::Base;

    /// The bound handle of the two.
    fn join(self, other: Self) -> Self;

    /// The same, over another handle of the base.
    fn over(self, base: Self::Base) -> Self;

    /// A constant, with nothing attached.
    fn constant(v: <Self::Base as Dict>::V) -> Self::Lifted;

    /// The primal.
    fn primal(a: Self::Lifted) -> <Self::Base as Dict>::V;

    /// Whether nothing is attached.
    fn is_constant(a: Self::Lifted) -> bool;

    /// Whether 0 × `a` is 0 in all attached data as well: see [`Shortcuts::annihilates`]. `false` is always right.
    #[inline]
    fn annihilates(self, _a: Self::Lifted) -> bool {
        false
    }

    /// The rule: a step with value `v` from `operands`. `partial(i)` is its derivative with respect to operand `i`, and is called
    /// only if that operand is not constant.
    fn step<const K: usize>(
        self,
        v: <Self::Base as Dict>::V,
        operands: [Self::Lifted; K],
        partial: impl Fn(usize) -> Partial<<Self::Base as Dict>::V>,
    ) -> Self::Lifted;

    /// The same for an elementary function. A partial derivative of a function is expensive.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn function_step<const K: usize>(
        self,
        v: <Self::Base as Dict>::V,
        operands: [Self::Lifted; K],
        partial: impl Fn(usize) -> Partial<<Self::Base as Dict>::V>,
    ) -> Self::Lifted {
        self.step(v, operands, partial)
    }

    /// The result of a function that has kinks or jumps, or may have some.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bend(self, y: Self::Lifted) -> Self::Lifted {
        y
    }

    /// See [`Dict::sum`].
    #[inline]
    fn sum(numbers: impl Iterator<Item = Num<Self>>) -> Num<Self> {
        numbers.reduce(|a, b| a + b).unwrap_or_else(|| Num::unbound(Dict::empty_sum))
    }

    /// See [`Dict::dot`].
    #[inline]
    fn dot(a: &[Num<Self>], b: &[Num<Self>]) -> Num<Self> {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    /// See [`Dict::terms`].
    #[doc(hidden)]
    #[inline]
    fn terms<E>(self, terms: impl Iterator<Item = E>, x: &Of<E::In, Num<Self>>) -> Num<Self>
    where
        E: Exp<Self> + Signature<Out = f64>,
    {
        Strategy::sum(terms.map(|term| term.apply(self, x)))
    }

    /// `e` at `x`. A strategy that stores its steps may discard these, if it keeps the expression to evaluate it again.
    #[inline]
    fn checkpoint<E>(self, e: &E, x: &Of<E::In, Num<Self>>) -> Of<E::Out, Num<Self>>
    where
        E: Exp<Self> + Repeatable<Kept: Exp<Self>>,
    {
        e.apply(self, x)
    }
}

/// The step `$v` from `$operands`. An unoptimized build compiles the rule of a strategy once for a number of operands, and not once for
/// each closure.
macro_rules! step {
    ($strategy:ident.$step:ident($v:expr, $operands:expr, $partial:expr $(,)?)) => {{
        let partial = $partial;
        #[cfg(debug_assertions)]
        let partial: &dyn Fn(usize) -> Partial<_> = &partial;
        $strategy.$step($v, $operands, partial)
    }};
}

/// A step under the unbound handle, whose operands are constants, and so is its result.
///
/// # Panics
///
/// Panics if an operand is not constant, since it would be lost silently. This cannot happen if every number keeps its handle.
#[inline]
pub(crate) fn constant_step<S: Strategy, const K: usize>(
    v: <S::Base as Dict>::V,
    operands: [S::Lifted; K],
) -> S::Lifted {
    assert!(
        operands.into_iter().all(S::is_constant),
        "a number that depends on a variable has been used under a handle that knows of none: pass the handle on, \
         as `Num::new(x.dict(), v)`, or evaluate under it"
    );
    S::constant(v)
}

/// The handle of the base for `y`: that of `strategy`, unless only captured numbers of an expression were bound.
#[inline]
pub(crate) fn bound<S: Strategy, O: Shape>(strategy: S, y: &Of<O, Num<S>>) -> S::Base {
    let mut joined = strategy;
    O::for_each(y, &mut |y| joined = Strategy::join(joined, y.dict()));
    joined.base()
}

// A dictionary that lacks a capability need not become a strategy. `do_not_recommend` lets rustc name the capability instead.

#[diagnostic::do_not_recommend]
impl<S: Strategy> Dict for S {
    type V = S::Lifted;
    type Level = Above<<S::Base as Dict>::Level>;
    const IN_PLACE: bool = S::IN_PLACE;
    const RECORDS_DOT: bool = S::RECORDS_DOT;
    const SHORTCUTS: Shortcuts<S> = Shortcuts { annihilates: S::annihilates, ..Shortcuts::NONE };

    #[inline]
    fn zero(self) -> Self::V {
        S::constant(self.base().zero())
    }
    #[inline]
    fn one(self) -> Self::V {
        S::constant(self.base().one())
    }
    #[inline]
    fn natural(self, n: u64) -> Self::V {
        S::constant(self.base().natural(n))
    }
    #[inline]
    fn empty_sum(self) -> Self::V {
        S::constant(self.base().empty_sum())
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        let v = self.base().add(S::primal(a), S::primal(b));
        step!(self.step(v, [a, b], |_| Partial::One))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul(self, a: Self::V, b: Self::V) -> Self::V {
        let v = self.base().mul(S::primal(a), S::primal(b));
        step!(self.step(v, [a, b], |i| Partial::Value(S::primal(if i == 0 { b } else { a }))))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times_constant(self, a: Self::V, c: Self::V, first: bool) -> Self::V {
        if !S::is_constant(c) {
            return if first { self.mul(c, a) } else { self.mul(a, c) };
        }
        let v = self.base().times_constant(S::primal(a), S::primal(c), first);
        step!(self.step(v, [a], |_| Partial::Value(S::primal(c))))
    }
    /// (aⁿ, [aⁿ⁻¹·n])
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn power(self, a: Self::V, n: u32) -> Self::V {
        let base = self.base();
        let x = S::primal(a);
        step!(self.step(base.power(x, n), [a], |_| match n {
            0 => Partial::Zero,
            1 => Partial::One,
            _ => Partial::Value(base.mul(base.power(x, n - 1), base.natural(n.into()))),
        }))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn vary(self, varies: bool) -> bool {
        self.base().vary(varies)
    }
    fn show(self, a: Self::V, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.base().show(S::primal(a), format, f)
    }
    #[inline]
    fn sum(numbers: impl Iterator<Item = Num<Self>>) -> Num<Self> {
        Strategy::sum(numbers)
    }
    #[inline]
    fn dot(a: &[Num<Self>], b: &[Num<Self>]) -> Num<Self> {
        Strategy::dot(a, b)
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Strategy::join(self, other)
    }
    #[inline]
    fn adopt(self, a: Self::V) -> Self::V {
        if S::is_constant(a) { S::constant(self.base().adopt(S::primal(a))) } else { a }
    }
    #[inline]
    fn terms<E>(self, terms: impl Iterator<Item = E>, x: &Of<E::In, Num<Self>>) -> Num<Self>
    where
        E: Exp<Self> + Signature<Out = f64>,
    {
        Strategy::terms(self, terms, x)
    }
    #[inline]
    fn checkpoint<E>(self, e: &E, x: &Of<E::In, Num<Self>>) -> Of<E::Out, Num<Self>>
    where
        E: Exp<Self> + Repeatable<Kept: Exp<Self>>,
    {
        Strategy::checkpoint(self, e, x)
    }
}

/// A constant of the base is a constant of the strategy.
#[diagnostic::do_not_recommend]
impl<N, S: Strategy, Z> Capture<N, Above<Z>> for S
where
    S::Base: Capture<N, Z>,
{
    #[inline]
    fn capture(self, x: N) -> Num<S> {
        let x = self.base().capture(x);
        Num::new(self.over(x.dict()), S::constant(x.value()))
    }
}

#[diagnostic::do_not_recommend]
impl<S: Strategy<Base: RingDict>> RingDict for S {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(self, a: Self::V) -> Self::V {
        let base = self.base();
        step!(self.step(base.neg(S::primal(a)), [a], |_| Partial::MinusOne(minus_one(base))))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        let base = self.base();
        let v = base.sub(S::primal(a), S::primal(b));
        step!(self.step(v, [a, b], |i| if i == 0 {
            Partial::One
        } else {
            Partial::MinusOne(minus_one(base))
        }))
    }
    #[inline]
    fn integer(self, n: i64) -> Self::V {
        S::constant(self.base().integer(n))
    }
}

/// Tells the base whether the operands of the next function vary under the strategy, and returns its state before, for [`restore`].
/// These two do not depend on the function, so rustc compiles them once.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn vary<D: Dict>(base: D, varies: bool) -> Option<bool> {
    if varies { Some(base.vary(true)) } else { None }
}

/// Restores the state of the base before [`vary`].
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn restore<D: Dict>(base: D, before: Option<bool>) {
    if let Some(before) = before {
        base.vary(before);
    }
}

/// Whether an operand is not constant under the strategy.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn any_varies<S: Strategy, const K: usize>(operands: &[S::Lifted; K]) -> bool {
    operands.iter().any(|operand| !S::is_constant(*operand))
}

/// A function of constants. If it were inlined, LLVM would merge this call of the function with the call in the other branch. A
/// branch would then separate the merged call from the derivative.
#[inline(never)]
fn of_constants<D: RealDict, F: Function<K>, const K: usize>(base: D, f: F, x: [D::V; K]) -> D::V {
    base.function(f, x)
}

/// See [`Strategy::bend`]. A function that is not in the table may have kinks.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn bent<S: Strategy, F: Function<K>, const K: usize>(strategy: S, f: F, y: S::Lifted) -> S::Lifted {
    match f.entry() {
        Some(entry) if entry.smoothness() == Smoothness::Smooth => y,
        _ => strategy.bend(y),
    }
}

/// A step whose partial derivatives are known. It does not depend on the function, so rustc compiles it once.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn known_step<S: Strategy, const K: usize>(
    strategy: S,
    y: <S::Base as Dict>::V,
    x: [S::Lifted; K],
    partials: [Partial<<S::Base as Dict>::V>; K],
) -> S::Lifted {
    step!(strategy.function_step(y, x, |i| partials[i]))
}

#[inline]
fn minus_one<D: RingDict>(dict: D) -> D::V {
    dict.neg(dict.one())
}

/// The quotient `v` = a / b as s·(a / (s·b)), where the derivatives of each step are in the range of floats.
#[cold]
#[inline(never)]
fn scaled_quotient<S: Strategy<Base: FieldDict>>(
    strategy: S,
    v: <S::Base as Dict>::V,
    [a, b]: [S::Lifted; 2],
    s: <S::Base as Dict>::V,
) -> S::Lifted {
    let quotient = strategy.div(a, strategy.times_constant(b, S::constant(s), false));
    step!(strategy.step(v, [quotient], |_| Partial::Value(s)))
}

/// The value `y` of a function of x₀ as one of s·x₀, if it has [factors](Function::factors) p and q. Its derivative is p·(q / s).
#[cold]
#[inline(never)]
fn scaled_function<S: Strategy<Base: RealDict>, F: Function<K>, const K: usize>(
    strategy: S,
    f: F,
    y: <S::Base as Dict>::V,
    x: [S::Lifted; K],
    s: <S::Base as Dict>::V,
) -> Option<S::Lifted> {
    let base = strategy.base();
    let (mut operands, x, value) = (x, numbers(base, each(x, S::primal)), Num::new(base, y));
    let [p, q] = f.factors(x, value)?;
    operands[0] = strategy.times_constant(operands[0], S::constant(s), false);
    let step = |i| match f.partial(i, x, value) {
        Partial::Value(_) if i == 0 => Partial::Value((p * (q / Num::new(base, s))).value()),
        partial => partial.map(Num::value),
    };
    Some(step!(strategy.function_step(y, operands, step)))
}

#[diagnostic::do_not_recommend]
impl<S: Strategy<Base: FieldDict>> FieldDict for S {
    /// (a/b, [1/b, -(a/b)/b])
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn div(self, a: Self::V, b: Self::V) -> Self::V {
        let base = self.base();
        let divisor = S::primal(b);
        let v = base.div(S::primal(a), divisor);
        if !S::is_constant(b)
            && let Some(s) = base.scale(divisor)
        {
            return scaled_quotient(self, v, [a, b], s);
        }
        step!(self.step(v, [a, b], |i| {
            Partial::Value(if i == 0 {
                base.div(base.one(), divisor)
            } else {
                base.neg(base.div(v, divisor))
            })
        }))
    }
    #[inline]
    fn exponent(self, a: Self::V) -> Option<i32> {
        self.base().exponent(S::primal(a))
    }
    #[inline]
    fn scale(self, a: Self::V) -> Option<Self::V> {
        self.base().scale(S::primal(a)).map(S::constant)
    }
    #[inline]
    fn decimal(self, literal: Decimal) -> Self::V {
        S::constant(self.base().decimal(literal))
    }
}

#[diagnostic::do_not_recommend]
impl<S: Strategy<Base: RealDict>> RealDict for S {
    #[inline]
    fn constant(self, c: f64) -> Self::V {
        S::constant(self.base().constant(c))
    }
    #[inline]
    fn rounded(self, c: f64) -> Self::V {
        S::constant(self.base().rounded(c))
    }
    #[inline]
    fn inferred(self, c: f64) -> Self::V {
        S::constant(self.base().inferred(c))
    }
    #[inline]
    fn parameter(self, i: usize, c: f64) -> Self::V {
        S::constant(self.base().parameter(i, c))
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Self::V; K]) -> Self::V {
        let base = self.base();
        let primals = each(x, S::primal);
        let partial = |i, y| f.partial(i, numbers(base, primals), Num::new(base, y)).map(Num::value);
        // Constant conditions, so that rustc does not compile the other cases.
        if const { K == 1 } {
            if base.order() == 0 && S::is_constant(x[0]) {
                return S::constant(of_constants(base, f, primals));
            }
            // Sine and cosine are one call of the system's library, if LLVM finds both in one place, without a branch in between.
            let before = vary(base, !S::is_constant(x[0]));
            let y = base.function(f, primals);
            restore(base, before);
            if S::is_constant(x[0]) {
                return S::constant(y);
            }
            if const { F::SPLITS }
                && let Some(s) = base.scale(primals[0])
                && let Some(y) = scaled_function(self, f, y, x, s)
            {
                return y;
            }
            return bent(self, f, known_step(self, y, x, [partial(0, y); K]));
        }
        if const { F::TOGETHER } {
            if !any_varies::<S, K>(&x) {
                return S::constant(base.function(f, primals));
            }
            let (y, partials) = base.with_partials(f, primals);
            return bent(self, f, known_step(self, y, x, partials));
        }
        let before = vary(base, any_varies::<S, K>(&x));
        let y = base.function(f, primals);
        restore(base, before);
        if const { F::SPLITS }
            && !S::is_constant(x[0])
            && let Some(s) = base.scale(primals[0])
            && let Some(y) = scaled_function(self, f, y, x, s)
        {
            return y;
        }
        bent(self, f, self.function_step(y, x, |i| partial(i, y)))
    }
    #[inline]
    fn primal(self, a: Self::V) -> Option<f64> {
        self.base().primal(S::primal(a))
    }
    #[inline]
    fn answer(self, a: Self::V, question: impl Fn(f64) -> u64) -> Option<u64> {
        let base = self.base();
        let before = vary(base, !S::is_constant(a));
        let answer = base.answer(S::primal(a), question);
        restore(base, before);
        answer
    }
    #[inline]
    fn inspect<const K: usize>(self, x: [Self::V; K], question: Question) -> Option<u64> {
        self.base().inspect(each(x, S::primal), question)
    }
    #[inline]
    fn still<const K: usize>(self, x: [Self::V; K], f: impl Fn([f64; K]) -> f64) -> Option<Self::V> {
        self.base().still(each(x, S::primal), f).map(S::constant)
    }
    #[inline]
    fn order(self) -> usize {
        self.base().order() + 1
    }
}

#[diagnostic::do_not_recommend]
impl<S: Strategy<Base: OrderedDict>> OrderedDict for S {
    #[inline]
    fn eq(self, a: Self::V, b: Self::V) -> bool {
        compared(self, a, b, S::Base::eq)
    }
    #[inline]
    fn partial_cmp(self, a: Self::V, b: Self::V) -> Option<Ordering> {
        compared(self, a, b, S::Base::partial_cmp)
    }
    #[inline]
    fn lt(self, a: Self::V, b: Self::V) -> bool {
        compared(self, a, b, S::Base::lt)
    }
    #[inline]
    fn le(self, a: Self::V, b: Self::V) -> bool {
        compared(self, a, b, S::Base::le)
    }
}

/// A comparison of primals.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn compared<S: Strategy, R>(
    strategy: S,
    a: S::Lifted,
    b: S::Lifted,
    comparison: impl FnOnce(S::Base, <S::Base as Dict>::V, <S::Base as Dict>::V) -> R,
) -> R {
    let base = strategy.base();
    let varies = !(S::is_constant(a) && S::is_constant(b));
    let before = vary(base, varies);
    let answer = comparison(base, S::primal(a), S::primal(b));
    restore(base, before);
    answer
}
