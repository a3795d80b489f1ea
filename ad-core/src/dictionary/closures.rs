//! A record of closures, built at run time: the paper's `dict`.

use alloc::boxed::Box;
use core::fmt;

use crate::{Dict, Exp, Ground, Signature};

/// `{ zero; one; add; mul }`: a semiring as a record, as the paper's `float` and `int` are.
///
/// ```
/// use ad::{Exp, forward, paper::{Closures, Var, pow}};
///
/// // Saturating arithmetic, decided upon at run time.
/// let limit = 100;
/// let saturating = Closures {
///     zero: 0,
///     one: 1,
///     add: Box::new(move |a: i32, b| (a + b).min(limit)),
///     mul: Box::new(move |a, b| (a * b).min(limit)),
/// };
/// assert_eq!(saturating.eval(&pow(2, Var), 7), 49);
/// assert_eq!(saturating.eval(&pow(3, Var), 7), 100);
/// assert_eq!(saturating.eval(&forward::diff(pow(2, Var)), 7), 14);
/// ```
///
/// # Cost
///
/// Each operation is a call through a pointer.
pub struct Closures<'a, V> {
    /// 0
    pub zero: V,
    /// 1
    pub one: V,
    /// a + b
    pub add: BinaryOperation<'a, V>,
    /// a × b
    pub mul: BinaryOperation<'a, V>,
}

/// A closure of two values.
///
/// ```
/// use ad::paper::BinaryOperation;
///
/// let limit = 100;
/// let add: BinaryOperation<'_, i32> = Box::new(|a, b| (a + b).min(limit));
/// assert_eq!(add(70, 50), 100);
/// ```
pub type BinaryOperation<'a, V> = Box<dyn Fn(V, V) -> V + 'a>;

impl<V: fmt::Debug> fmt::Debug for Closures<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Closures").field("zero", &self.zero).field("one", &self.one).finish_non_exhaustive()
    }
}

/// The paper's `float`: the floats as a record that can be passed and changed at run time.
///
/// If the number system is known at compile time, use [`F64`](crate::F64): it is inlined, and has all functions.
///
/// ```
/// use ad::{forward, paper::{Var, pow}};
/// let mut counted = ad::paper::float();
/// counted.mul = Box::new(|a, b| { println!("{a} × {b}"); a * b });
/// assert_eq!(counted.eval(&forward::diff(pow(2, Var)), 3.0), 6.0);
/// ```
pub fn float() -> Closures<'static, f64> {
    Closures { zero: 0.0, one: 1.0, add: Box::new(|a, b| a + b), mul: Box::new(|a, b| a * b) }
}

/// The paper's `int`, modulo 2⁶⁴. The static form is [`I64`](const@crate::I64).
///
/// ```
/// use ad::{paper::{Var, pow}, stack};
/// assert_eq!(ad::paper::int().eval(&stack::diff(pow(3, Var)), 2), 12);
/// ```
pub fn int() -> Closures<'static, i64> {
    Closures { zero: 0, one: 1, add: Box::new(i64::wrapping_add), mul: Box::new(i64::wrapping_mul) }
}

impl<V: Copy> Closures<'_, V> {
    /// The dictionary of this record: an expression is evaluated by `e.eval(record.dict(), x)`.
    pub fn dict(&self) -> ClosuresDict<'_, V> {
        ClosuresDict(Some(self))
    }

    /// The value of `e` at `x`, computed by this record.
    pub fn eval<'r, E>(&'r self, e: &E, x: V) -> V
    where
        E: Exp<ClosuresDict<'r, V>> + Signature<In = f64, Out = f64>,
    {
        let dict = self.dict();
        dict.concrete(e.eval(dict, Deferred::Value(x)))
    }
}

/// The dictionary of a [`Closures`].
///
/// [`Closures::eval`] is the usual way to use it.
///
/// ```
/// use ad::paper::Deferred;
/// use ad::{Exp, paper::{Var, pow}};
///
/// let record = ad::paper::int();
/// let dict = record.dict();
/// let y = pow(3, Var).eval(dict, Deferred::Value(2));
/// assert_eq!(dict.concrete(y), 8);
/// ```
#[derive(Debug)]
pub struct ClosuresDict<'r, V>(Option<&'r Closures<'r, V>>);

/// A value of a [`Closures`], or a constant that has not met one.
///
/// ```
/// use ad::paper::Deferred;
///
/// let record = ad::paper::float();
/// assert_eq!(record.dict().concrete(Deferred::Value(0.5)), 0.5);
/// assert_eq!(record.dict().concrete(Deferred::Natural(3)), 3.0); // 1 + 1 + 1
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deferred<V> {
    /// A natural number.
    Natural(u64),
    /// A value.
    Value(V),
}

impl<V> Clone for ClosuresDict<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for ClosuresDict<'_, V> {}

impl<V> Default for ClosuresDict<'_, V> {
    fn default() -> Self {
        ClosuresDict(None)
    }
}

impl<V: Copy> ClosuresDict<'_, V> {
    /// The value. The record makes the value of a constant.
    ///
    /// # Panics
    ///
    /// Panics if this is the unbound handle and `a` is a constant.
    pub fn concrete(self, a: Deferred<V>) -> V {
        match (a, self.0) {
            (Deferred::Value(v), _) => v,
            (Deferred::Natural(n), Some(record)) => record.natural(n),
            (Deferred::Natural(n), None) => panic!("the constant {n} has met no record of operations"),
        }
    }

    /// An operation of the record, or of naturals if there is no record yet.
    fn operate(
        self,
        (a, b): (Deferred<V>, Deferred<V>),
        operation: impl for<'r, 'v> FnOnce(&'r Closures<'v, V>) -> &'r BinaryOperation<'v, V>,
        naturals: impl FnOnce(u64, u64) -> Option<u64>,
    ) -> Deferred<V> {
        match (self.0, a, b) {
            (None, Deferred::Natural(a), Deferred::Natural(b)) => {
                let n = naturals(a, b).unwrap_or_else(|| {
                    panic!("overflow in constants {a} and {b} that have met no record of operations")
                });
                Deferred::Natural(n)
            }
            (None, ..) => unreachable!("a value belongs to a record"),
            (Some(record), a, b) => Deferred::Value(operation(record)(self.concrete(a), self.concrete(b))),
        }
    }
}

impl<V: Copy> Closures<'_, V> {
    /// 1 + 1 + … + 1, by doubling.
    fn natural(&self, n: u64) -> V {
        match n {
            0 => self.zero,
            1 => self.one,
            _ => {
                let half = self.natural(n / 2);
                let even = (self.add)(half, half);
                if n % 2 == 0 { even } else { (self.add)(even, self.one) }
            }
        }
    }
}

impl<V: Copy> Dict for ClosuresDict<'_, V> {
    type V = Deferred<V>;
    type Level = Ground;
    fn zero(self) -> Deferred<V> {
        Deferred::Natural(0)
    }
    fn one(self) -> Deferred<V> {
        Deferred::Natural(1)
    }
    fn natural(self, n: u64) -> Deferred<V> {
        Deferred::Natural(n)
    }
    fn add(self, a: Deferred<V>, b: Deferred<V>) -> Deferred<V> {
        self.operate((a, b), |record| &record.add, u64::checked_add)
    }
    fn mul(self, a: Deferred<V>, b: Deferred<V>) -> Deferred<V> {
        self.operate((a, b), |record| &record.mul, u64::checked_mul)
    }
    fn join(self, other: Self) -> Self {
        ClosuresDict(self.0.or(other.0))
    }
}
