//! Number classes: the bounds of user code.
//!
//! A function `fn f<N: Ring>(x: N) -> N` accepts plain `f64`s, at no cost, and numbers under a dictionary. `#[exp]` chooses the
//! least class that a body needs. A class implies the operators on references, so `&x * &y` needs no further clause.

use core::iter::{Product, Sum};
use core::marker::PhantomData;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::number::print;
use crate::number::slot::Shadowed;
use crate::{Capture, Decimal, Dict, FieldDict, Ground, Num, OrderedDict, RingDict};

pub(crate) mod imply {
    /// As a supertrait, `Self: Imply<T, Is: Bound>` makes `T: Bound` an implied bound. A where-clause of a trait is not implied.
    /// `Is` is always `T`.
    pub trait Imply<T>: ImplyInner<T, Is = T> {}
    impl<S: ?Sized, T> Imply<T> for S {}

    pub trait ImplyInner<T> {
        type Is;
    }
    impl<S: ?Sized, T> ImplyInner<T> for S {
        type Is = T;
    }
}
use imply::Imply;

/// A number that knows its dictionary: `f64` (under [`F64`](crate::F64)), an integer, or a [`Num`].
///
/// ```
/// use ad::{F64, Num, Number};
///
/// /// The same value, as a number under the dictionary that `x` belongs to.
/// fn spelled_out<N: Number>(x: N) -> Num<N::Dict> {
///     Num::new(x.dict(), x.value())
/// }
///
/// let two: Num<F64> = spelled_out(2.0);
/// assert_eq!(two.value(), 2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    note = "numbers are `f64`, `f32`, the integers, and `Num<D>` under a dictionary `D`",
    note = "`e.at(x)` and `e.eval(dict, x)` take their argument by value; for a borrowed one write `call::value(&e, \
        &x)`"
)]
pub trait Number: Copy + print::Scalar {
    /// The dictionary.
    type Dict: Dict + Capture<Self, Ground>;
    /// The number with value `v`.
    fn from_value(dict: Self::Dict, v: <Self::Dict as Dict>::V) -> Self;
    /// The handle of the dictionary.
    fn dict(self) -> Self::Dict;
    /// The value.
    fn value(self) -> <Self::Dict as Dict>::V;
}

/// Numbers with `0`, `1`, `+` and `×`: the paper's expressions.
///
/// ```
/// use ad::Semiring;
///
/// /// A polynomial, by Horner's rule.
/// fn horner<N: Semiring>(coefficients: &[N], x: N) -> N {
///     coefficients.iter().rev().fold(N::natural(0), |y, c| y * x + c)
/// }
///
/// assert_eq!(horner(&[1.0, 0.5], 3.0), 2.5);
/// assert_eq!(horner(&[1_i64, 2], 3), 7);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that can be added and multiplied",
    label = "not a `Semiring`"
)]
pub trait Semiring:
    Number
    + Default
    + Add<Output = Self>
    + for<'a> Add<&'a Self, Output = Self>
    + AddAssign
    + for<'a> AddAssign<&'a Self>
    + Mul<Output = Self>
    + for<'a> Mul<&'a Self, Output = Self>
    + MulAssign
    + for<'a> MulAssign<&'a Self>
    + Sum
    + for<'a> Sum<&'a Self>
    + Product
    + for<'a> Product<&'a Self>
    + for<'a> Imply<
        &'a Self,
        Is: Add<Self, Output = Self>
                + for<'b> Add<&'b Self, Output = Self>
                + Mul<Self, Output = Self>
                + for<'b> Mul<&'b Self, Output = Self>,
    >
{
    /// The natural number `n`.
    fn natural(n: u64) -> Self;

    /// `self` to the power `n`. In an annotated function, `x.powi(3)` with a literal exponent means this.
    ///
    /// ```
    /// use ad::{Exp, I64, Modular, exp, forward};
    ///
    /// #[exp]
    /// fn cube(x: f64) -> f64 {
    ///     (x + 1.0).powi(3)
    /// }
    ///
    /// assert_eq!(forward::diff(Cube).eval(I64, 2), 27);
    /// assert_eq!(forward::diff(Cube).eval(Modular::new(7), 2.into()), 6.into());
    /// ```
    #[must_use]
    #[inline]
    fn power(self, n: u32) -> Self {
        let dict = self.dict();
        Self::from_value(dict, dict.power(self.value(), n))
    }

    /// See [`dot`].
    #[doc(hidden)]
    #[inline]
    fn scalar_product(a: &[Self], b: &[Self]) -> Self {
        a.iter().zip(b).map(|(a, b)| *a * *b).sum()
    }
}

/// A type with a parameter, such as `[(&str, N)]` with the parameter `N`.
#[doc(hidden)]
pub trait Family<'x> {
    /// The type for this parameter.
    type Of<N: 'x>: ?Sized + 'x;
}

/// The scalar product Σ aᵢ·bᵢ of two vectors, from the left.
///
/// The tape of `stack` stores the product as three steps, if the vertices of each side are an arithmetic progression. The
/// vertices of variables are one. So are the vertices of results that were computed in the same way one after the other, as in a
/// layer of a neural network. The reverse sweep is then two vectorized loops.
///
/// ```
/// use ad::{call, dot, exp};
///
/// #[exp]
/// fn square_of_length(x: &[f64]) -> f64 {
///     dot(x, x)
/// }
///
/// assert_eq!(call::value_and_grad(&SquareOfLength, &[3.0, 4.0]), (25.0, vec![6.0, 8.0]));
/// ```
///
/// # Panics
///
/// Panics if the lengths differ.
#[inline]
pub fn dot<N: Semiring>(a: &[N], b: &[N]) -> N {
    let (left, right) = (a.len(), b.len());
    assert!(left == right, "lengths differ: a vector of {left} numbers meets one of {right}");
    N::scalar_product(a, b)
}

/// A [`Semiring`] with subtraction.
///
/// ```
/// use ad::Ring;
///
/// fn determinant<N: Ring>([[a, b], [c, d]]: [[N; 2]; 2]) -> N {
///     a * d - b * c
/// }
///
/// assert_eq!(determinant([[1_i64, 2], [3, 4]]), -2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that can be subtracted",
    label = "not a `Ring`",
    note = "the callee subtracts; if the caller asserts its class, write `class = Ring`, or no class"
)]
pub trait Ring:
    Semiring<Dict: RingDict>
    + Sub<Output = Self>
    + for<'a> Sub<&'a Self, Output = Self>
    + SubAssign
    + for<'a> SubAssign<&'a Self>
    + Neg<Output = Self>
    + for<'a> Imply<
        &'a Self,
        Is: Sub<Self, Output = Self> + for<'b> Sub<&'b Self, Output = Self> + Neg<Output = Self>,
    >
{
    /// The integer `n`.
    #[inline]
    fn integer(n: i64) -> Self {
        let dict = Self::Dict::default();
        Self::from_value(dict, dict.integer(n))
    }
}

/// A [`Ring`] with division and decimal literals.
///
/// ```
/// use ad::Field;
///
/// fn mean<N: Field>(a: N, b: N) -> N {
///     (a + b) / N::natural(2)
/// }
///
/// assert_eq!(mean(1.0, 2.0), 1.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that can be divided",
    label = "not a `Field`",
    note = "the callee divides or has a decimal literal; if the caller asserts its class, write `class = Field`, or \
        no class"
)]
pub trait Field:
    Ring<Dict: FieldDict>
    + Div<Output = Self>
    + for<'a> Div<&'a Self, Output = Self>
    + DivAssign
    + for<'a> DivAssign<&'a Self>
    + for<'a> Imply<&'a Self, Is: Div<Self, Output = Self> + for<'b> Div<&'b Self, Output = Self>>
{
    /// A decimal literal.
    fn decimal(literal: Decimal) -> Self;

    /// Data of plain floats as data of constants, if that needs no copy.
    #[doc(hidden)]
    #[inline]
    fn of_floats<'x, F: Family<'x> + ?Sized>(_: &'x F::Of<f64>) -> Option<&'x F::Of<Self>>
    where
        Self: 'x,
    {
        None
    }

    /// The same for data of `f32`.
    #[doc(hidden)]
    #[inline]
    fn of_singles<'x, F: Family<'x> + ?Sized>(_: &'x F::Of<f32>) -> Option<&'x F::Of<Self>>
    where
        Self: 'x,
    {
        None
    }
}

/// Numbers that can be compared. A comparison, `==` included, inspects the primal only.
///
/// ```
/// use ad::{Ordered, Semiring};
///
/// fn relu<N: Semiring + Ordered>(x: N) -> N {
///     let zero = N::natural(0);
///     if x > zero { x } else { zero }
/// }
///
/// assert_eq!((relu(-2.0), relu(3.0)), (0.0, 3.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that can be compared",
    label = "not `Ordered`",
    note = "the callee compares numbers; if the caller asserts its class, write `class = … + Ordered`"
)]
pub trait Ordered: Number<Dict: OrderedDict> + PartialOrd {}

impl<D: Dict> Number for Num<D> {
    type Dict = D;
    #[inline]
    fn from_value(dict: D, v: D::V) -> Self {
        Num::new(dict, v)
    }
    #[inline]
    fn dict(self) -> D {
        Num::dict(self)
    }
    #[inline]
    fn value(self) -> D::V {
        Num::value(self)
    }
}

impl<D: Dict> Shadowed for Num<D> {
    type Structure = PhantomData<Self>;
    type Shape = f64;
    #[inline]
    fn structure(&self) -> PhantomData<Self> {
        PhantomData
    }
}

impl<D: Dict> Semiring for Num<D> {
    #[inline]
    fn natural(n: u64) -> Self {
        Num::unbound(|d: D| d.natural(n))
    }
    #[inline]
    fn scalar_product(a: &[Self], b: &[Self]) -> Self {
        D::dot(a, b)
    }
}

impl<D: RingDict> Ring for Num<D> {}

impl<D: FieldDict> Field for Num<D> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a literal is known to the compiler")]
    fn decimal(literal: Decimal) -> Self {
        let dict = D::default();
        Num::new(dict, dict.decimal(literal))
    }
}

impl<D: OrderedDict> Ordered for Num<D> {}
