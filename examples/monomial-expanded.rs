//! The effect of `#[exp]`, second half: `monomial.rs` with the attribute expanded. Each function is generic over its
//! numbers, with the least bound that its body needs, and has a struct. The fields of the struct are the parameters
//! that do not vary, and it evaluates the function under any dictionary.
#![allow(clippy::elidable_lifetime_names, reason = "the lifetime of a field is named wherever its struct is")]
use ad::prelude::*;
/// The power `x`ᵏ, by repeated squaring.
fn monomial<N: ::ad::__private::Semiring>(k: u32, x: N) -> N {
    let mut result = ::ad::__private::natural::<N>(1);
    let (mut x, mut k) = (x, k);
    while k > 0 {
        if k % 2 == 1 {
            result *= x;
        }
        x = x * x;
        k /= 2;
    }
    result
}
/// The expression of [`monomial`].
///
/// The power `x`ᵏ, by repeated squaring.
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Monomial {
    /// The parameter `k` of [`monomial`], which is not differentiated.
    k: u32,
}
#[automatically_derived]
impl ::ad::__private::Signature for Monomial {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
    fn documentation(&self) -> &'static ::core::primitive::str {
        ::core::concat!("The power `x`ᵏ, by repeated squaring.\n")
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict> ::ad::__private::Exp<D> for Monomial {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        monomial(self.k, *__x)
    }
}
/// The mean of the squared distances between a straight line and the points of a data set.
fn misfit<N: ::ad::__private::Real>(points: &[(f64, f64)], slope: N, offset: N) -> N {
    let mut sum = ::ad::__private::natural::<N>(0);
    for (x, y) in points {
        let residual = slope * x + offset - y;
        sum += residual * residual;
    }
    sum / ::ad::__private::natural_from::<N, _>(points.len())
}
/// The expression of [`misfit`].
///
/// The mean of the squared distances between a straight line and the points of a data set.
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Misfit<'a> {
    /// The parameter `points` of [`misfit`], which is not differentiated.
    points: &'a [(f64, f64)],
}
#[automatically_derived]
impl<'a> ::ad::__private::Signature for Misfit<'a> {
    type In = (f64, f64);
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["slope", "offset"]
    }
    fn documentation(&self) -> &'static ::core::primitive::str {
        ::core::concat!(
            "The mean of the squared distances between a straight line and the points of a data set.\n"
        )
    }
}
#[automatically_derived]
impl<'a, D: ::ad::__private::RealDict> ::ad::__private::Exp<D> for Misfit<'a> {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &(::ad::__private::Num<D>, ::ad::__private::Num<D>),
    ) -> ::ad::__private::Num<D> {
        misfit(self.points, __x.0, __x.1)
    }
}
fn main() {
    println!("2⁸ = {}", monomial(8, 2.0));
    println!("the slope of x⁴ at 2 is {}", forward::diff(Monomial { k: 4 }).eval(F64, 2.0));
    println!("and modulo 2⁶⁴ {}", stack::diff(Monomial { k: 4 }).eval(I64, 2));
    let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 4.0)];
    println!("a misfit of {}", Misfit { points: &points }.eval(F64, (1.5, 1.0)));
}
