//! Numbers: a value together with its dictionary, with Rust's operators.
//!
//! The variables of an expression are of type [`Num<D>`]. It implements the operators once, for all dictionaries, by operations
//! of the dictionary. A strategy never implements `Add` itself.

use core::cmp::Ordering;
use core::fmt;
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::number::print::{Format, Scalar, Show};
use crate::{Dict, FieldDict, Of, OrderedDict, RingDict, Shape};

/// A value of the dictionary `D`, and the handle of that dictionary.
///
/// It has Rust's operators, as far as the dictionary has them. Under a [`RealDict`](crate::RealDict) it has the methods of `f64`.
/// Only code that knows the dictionary can read the value, so an expression cannot inspect its numbers.
///
/// ```
/// use ad::{F64, I64, Num, Real};
///
/// let x = Num::new(F64, 3.0);
/// assert_eq!((x * x + 1.0).sqrt().value(), 10f64.sqrt());
///
/// let n = Num::new(I64, 1 << 62);
/// assert_eq!((n + n + n + n).value(), 0); // modulo 2⁶⁴
/// ```
#[derive(Clone, Copy)]
pub struct Num<D: Dict> {
    v: D::V,
    dict: D,
}

impl<D: Dict> Num<D> {
    /// The value `v` of the dictionary `dict`.
    #[inline]
    pub fn new(dict: D, v: D::V) -> Self {
        Num { v, dict }
    }

    /// The constant that `make` makes, under the unbound handle.
    #[inline]
    pub(crate) fn unbound(make: impl FnOnce(D) -> D::V) -> Self {
        let dict = D::default();
        Num { v: make(dict), dict }
    }

    /// The value. The value of a constant may still need a dictionary: see [`value_under`](Num::value_under).
    #[inline]
    pub fn value(self) -> D::V {
        self.v
    }

    /// The value in its place, which may be large.
    #[inline]
    pub(crate) fn value_ref(&self) -> &D::V {
        &self.v
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn value_mut(&mut self) -> &mut D::V {
        &mut self.v
    }

    /// The handle. It is unbound for a constant that has not met a variable.
    #[inline]
    pub fn dict(self) -> D {
        self.dict
    }

    /// The value under `dict`. It differs from the value only for a constant of the unbound handle.
    #[inline]
    pub fn value_under(self, dict: D) -> D::V {
        dict.join(self.dict).adopt(self.v)
    }

    /// The common handle of two numbers, and their values.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "a number can be so wide that to pass it takes longer than to add it"
    )]
    pub(crate) fn meet(self, other: Self) -> (D, D::V, D::V) {
        (self.dict.join(other.dict), self.v, other.v)
    }
}

/// Prints the value. An expression cannot use it to inspect a number, since it does not know that `D::V` is printable.
impl<D: Dict<V: fmt::Debug>> fmt::Debug for Num<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.v.fmt(f)
    }
}

/// Shows the primal to a person only: see [`print`](crate::number::print).
impl<D: Dict> Show for Num<D> {
    fn show(&self, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.dict.show(self.v, format, f)
    }
}

impl<D: Dict> Scalar for Num<D> {}

/// `impl Op for Num<D>` from one dictionary operation: by value and by reference, plain and assigning.
macro_rules! arithmetic {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident for $Class:ident: $operation:expr) => {
        impl<D: $Class> $Op for Num<D> {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                // Called directly: passed as a value, the operation would not be inlined.
                let (dict, a, b) = self.meet(other);
                Num::new(dict, ($operation)(dict, a, b))
            }
        }

        arithmetic!(forward $Op $op: Num<D> { Num<D>, &Num<D> }, &Num<D> { Num<D>, &Num<D> } for $Class);
        arithmetic!(assign $OpAssign $op_assign $op: Num<D>, &Num<D>; $Class);
    };

    // The three combinations with a reference, from the one without.
    (forward $Op:ident $op:ident: $A:ty { $B:ty, $RefB:ty }, $RefA:ty { $B2:ty, $RefB2:ty } for $Class:ident) => {
        impl<D: $Class> $Op<$RefB> for $A {
            type Output = Num<D>;
            #[inline(always)]
            fn $op(self, other: $RefB) -> Num<D> {
                self.$op(*other)
            }
        }
        impl<D: $Class> $Op<$B> for $RefA {
            type Output = Num<D>;
            #[inline(always)]
            fn $op(self, other: $B) -> Num<D> {
                (*self).$op(other)
            }
        }
        impl<D: $Class> $Op<$RefB> for $RefA {
            type Output = Num<D>;
            #[inline(always)]
            fn $op(self, other: $RefB) -> Num<D> {
                (*self).$op(*other)
            }
        }
    };

    (assign $OpAssign:ident $op_assign:ident $op:ident: $B:ty, $RefB:ty; $Class:ident) => {
        impl<D: $Class> $OpAssign<$B> for Num<D> {
            #[inline(always)]
            fn $op_assign(&mut self, other: $B) {
                *self = self.$op(other);
            }
        }
        impl<D: $Class> $OpAssign<$RefB> for Num<D> {
            #[inline(always)]
            fn $op_assign(&mut self, other: $RefB) {
                *self = self.$op(*other);
            }
        }
    };
}

pub(crate) use arithmetic;

arithmetic!(Add add AddAssign add_assign for Dict: D::add);
arithmetic!(Mul mul MulAssign mul_assign for Dict: D::mul);
arithmetic!(Sub sub SubAssign sub_assign for RingDict: D::sub);
arithmetic!(Div div DivAssign div_assign for FieldDict: D::div);

/// The numbers with these values.
#[inline]
pub(crate) fn numbers<D: Dict, const K: usize>(dict: D, values: [D::V; K]) -> [Num<D>; K] {
    each(values, |v| Num::new(dict, v))
}

/// `f` of each element: `map` of arrays without support for drops. Each function of each nesting has its own copy, so the smaller
/// code shortens builds without the optimizer noticeably.
#[inline]
pub(crate) fn each<T: Copy, U: Copy, const K: usize>(x: [T; K], f: impl Fn(T) -> U) -> [U; K] {
    // A constant condition, so that rustc does not compile the other case.
    if const { K == 0 } {
        return core::array::from_fn(|_| unreachable!("there is none"));
    }
    let mut y = [f(x[0]); K];
    for i in 1..K {
        y[i] = f(x[i]);
    }
    y
}

/// The handle of these numbers, if any of them is bound.
#[inline]
pub(crate) fn joined<D: Dict>(numbers: &[Num<D>]) -> D {
    numbers.iter().fold(D::default(), |dict, x| dict.join(x.dict()))
}

impl<D: RingDict> Neg for Num<D> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Num { v: self.dict.neg(self.v), dict: self.dict }
    }
}

impl<D: RingDict> Neg for &Num<D> {
    type Output = Num<D>;
    #[inline]
    fn neg(self) -> Num<D> {
        -*self
    }
}

/// The sum, from the left. The empty sum is the constant 0, and -0.0 for floats as for `f64`.
impl<D: Dict> Sum for Num<D> {
    #[inline]
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        D::sum(numbers)
    }
}

/// The product, from the left. The empty product is the constant 1.
impl<D: Dict> Product for Num<D> {
    #[inline]
    fn product<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.reduce(|a, b| a * b).unwrap_or_else(|| Num::unbound(D::one))
    }
}

impl<'a, D: Dict> Sum<&'a Num<D>> for Num<D> {
    #[inline]
    fn sum<I: Iterator<Item = &'a Num<D>>>(numbers: I) -> Self {
        numbers.copied().sum()
    }
}

impl<'a, D: Dict> Product<&'a Num<D>> for Num<D> {
    #[inline]
    fn product<I: Iterator<Item = &'a Num<D>>>(numbers: I) -> Self {
        numbers.copied().product()
    }
}

/// Compares the primals.
impl<D: OrderedDict> PartialEq for Num<D> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.dict.join(other.dict).eq(self.v, other.v)
    }
}

/// Compares the primals.
impl<D: OrderedDict> PartialOrd for Num<D> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.dict.join(other.dict).partial_cmp(self.v, other.v)
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.dict.join(other.dict).lt(self.v, other.v)
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.dict.join(other.dict).le(self.v, other.v)
    }
    #[inline]
    fn gt(&self, other: &Self) -> bool {
        other < self
    }
    #[inline]
    fn ge(&self, other: &Self) -> bool {
        other <= self
    }
}

/// The constant 0.
impl<D: Dict> Default for Num<D> {
    #[inline]
    fn default() -> Self {
        Num::unbound(D::zero)
    }
}

/// The numbers of `dict` with these values.
///
/// This and similar functions depend on a shape and a dictionary only. So all expressions share their compiled code. A closure in
/// a function that is generic over an expression would be compiled for each expression.
#[inline]
pub(crate) fn as_numbers<S: Shape, D: Dict>(dict: D, x: &Of<S, D::V>) -> Of<S, Num<D>> {
    S::map(x, &mut |v| Num::new(dict, *v))
}

/// The values of these numbers under `dict`.
#[inline]
pub(crate) fn as_values<S: Shape, D: Dict>(dict: D, y: &Of<S, Num<D>>) -> Of<S, D::V> {
    S::map(y, &mut |y| y.value_under(dict))
}
