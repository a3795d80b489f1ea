#[inline]
fn semiring<N: ::ad::__private::Semiring>(x: N) -> N {
    ::ad::__private::natural::<N>(2) * x + x
}
/// The expression of [`semiring`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Semiring;
#[automatically_derived]
impl ::ad::__private::Signature for Semiring {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict> ::ad::__private::Exp<D> for Semiring {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        semiring(*__x)
    }
}
fn semiring_with_integers<N: ::ad::__private::Semiring>(n: i64, x: N) -> N {
    let half = (n - 1) / 2;
    let mut y = ::ad::__private::natural::<N>(0);
    for i in 0..half {
        if i % 2 != n - i {
            y += x;
        }
    }
    y
}
/// The expression of [`semiring_with_integers`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct SemiringWithIntegers {
    /// The parameter `n` of [`semiring_with_integers`], which is not differentiated.
    n: i64,
}
#[automatically_derived]
impl ::ad::__private::Signature for SemiringWithIntegers {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict> ::ad::__private::Exp<D> for SemiringWithIntegers {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        semiring_with_integers(self.n, *__x)
    }
}
fn semiring_of_lengths<N: ::ad::__private::Semiring>(v: &[N]) -> N {
    let half = v.len() / 2 - 1;
    v[half..].iter().zip(v).map(|(a, b)| a * b).sum::<N>()
        * ::ad::__private::natural_from::<N, _>(v.len())
}
/// The expression of [`semiring_of_lengths`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct SemiringOfLengths;
#[automatically_derived]
impl ::ad::__private::Signature for SemiringOfLengths {
    type In = ::ad::__private::Vec<f64>;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["v"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict> ::ad::__private::Exp<D> for SemiringOfLengths {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &<::ad::__private::Vec<
            f64,
        > as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
    ) -> ::ad::__private::Num<D> {
        semiring_of_lengths(__x)
    }
}
fn semiring_with_closures<N: ::ad::__private::Semiring>(k: usize, x: N) -> N {
    let half = |i| i / 2;
    let square = |y: N| y * y;
    (0..half(k)).fold(square(x), |acc, i| if i < 3 { acc * x } else { acc })
}
/// The expression of [`semiring_with_closures`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct SemiringWithClosures {
    /// The parameter `k` of [`semiring_with_closures`], which is not differentiated.
    k: usize,
}
#[automatically_derived]
impl ::ad::__private::Signature for SemiringWithClosures {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict> ::ad::__private::Exp<D> for SemiringWithClosures {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        semiring_with_closures(self.k, *__x)
    }
}
#[inline]
fn ring<N: ::ad::__private::Ring>(x: N) -> N {
    x - ::ad::__private::natural::<N>(1)
}
/// The expression of [`ring`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Ring;
#[automatically_derived]
impl ::ad::__private::Signature for Ring {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RingDict> ::ad::__private::Exp<D> for Ring {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        ring(*__x)
    }
}
#[inline]
fn ring_of_signed_integers<N: ::ad::__private::Ring>(k: i32, x: N) -> N {
    x * ::ad::__private::integer_from::<N, _>(k)
}
/// The expression of [`ring_of_signed_integers`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct RingOfSignedIntegers {
    /// The parameter `k` of [`ring_of_signed_integers`], which is not differentiated.
    k: i32,
}
#[automatically_derived]
impl ::ad::__private::Signature for RingOfSignedIntegers {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RingDict> ::ad::__private::Exp<D> for RingOfSignedIntegers {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        ring_of_signed_integers(self.k, *__x)
    }
}
#[inline]
fn field<N: ::ad::__private::Field>(x: N) -> N {
    x / ::ad::__private::natural::<N>(3)
}
/// The expression of [`field`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Field;
#[automatically_derived]
impl ::ad::__private::Signature for Field {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::FieldDict> ::ad::__private::Exp<D> for Field {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        field(*__x)
    }
}
#[inline]
fn field_of_decimals<N: ::ad::__private::Field>(x: N) -> N {
    ::ad::__private::decimal::<N>(1, -1, 0.1) * x
}
/// The expression of [`field_of_decimals`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct FieldOfDecimals;
#[automatically_derived]
impl ::ad::__private::Signature for FieldOfDecimals {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::FieldDict> ::ad::__private::Exp<D> for FieldOfDecimals {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        field_of_decimals(*__x)
    }
}
#[inline]
fn real<N: ::ad::__private::Real>(x: N) -> N {
    x.sin()
        + ::ad::__private::named::<N>(std::f64::consts::PI, ::ad::__private::consts::PI)
}
/// The expression of [`real`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Real;
#[automatically_derived]
impl ::ad::__private::Signature for Real {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict> ::ad::__private::Exp<D> for Real {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        real(*__x)
    }
}
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn real_by_mixing<N: ::ad::__private::Real>(r: f64, x: N) -> N {
    r * x
}
/// The expression of [`real_by_mixing`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct RealByMixing {
    /// The parameter `r` of [`real_by_mixing`], which is not differentiated.
    r: f64,
}
#[automatically_derived]
impl ::ad::__private::Signature for RealByMixing {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict> ::ad::__private::Exp<D> for RealByMixing {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        real_by_mixing(self.r, *__x)
    }
}
#[inline]
fn real_by_calling<N: ::ad::__private::Real + ::ad::__private::Ordered>(x: N) -> N {
    elsewhere(x)
}
/// The expression of [`real_by_calling`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct RealByCalling;
#[automatically_derived]
impl ::ad::__private::Signature for RealByCalling {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict + ::ad::__private::OrderedDict> ::ad::__private::Exp<D>
for RealByCalling {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        real_by_calling(*__x)
    }
}
#[inline]
fn ordered<N: ::ad::__private::Semiring + ::ad::__private::Ordered>(x: N) -> N {
    if x > ::ad::__private::natural::<N>(0) {
        x
    } else {
        ::ad::__private::natural::<N>(0)
    }
}
/// The expression of [`ordered`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Ordered;
#[automatically_derived]
impl ::ad::__private::Signature for Ordered {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict + ::ad::__private::OrderedDict> ::ad::__private::Exp<D>
for Ordered {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        ordered(*__x)
    }
}
fn ordered_by_method<N: ::ad::__private::Semiring + ::ad::__private::Ordered>(
    v: Vec<N>,
) -> N {
    v.into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap()
}
/// The expression of [`ordered_by_method`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct OrderedByMethod;
#[automatically_derived]
impl ::ad::__private::Signature for OrderedByMethod {
    type In = Vec<f64>;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["v"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict + ::ad::__private::OrderedDict> ::ad::__private::Exp<D>
for OrderedByMethod {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &<Vec<f64> as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
    ) -> ::ad::__private::Num<D> {
        ordered_by_method(::core::clone::Clone::clone(__x))
    }
}
#[inline]
fn asserted<N: ::ad::__private::Ring>(x: N) -> N {
    elsewhere(x) - x
}
/// The expression of [`asserted`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Asserted;
#[automatically_derived]
impl ::ad::__private::Signature for Asserted {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RingDict> ::ad::__private::Exp<D> for Asserted {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        asserted(*__x)
    }
}
#[inline]
fn recursive<N: ::ad::__private::Semiring>(n: u32, x: N) -> N {
    if n == 0 { ::ad::__private::natural::<N>(1) } else { x * recursive(n - 1, x) }
}
/// The expression of [`recursive`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Recursive {
    /// The parameter `n` of [`recursive`], which is not differentiated.
    n: u32,
}
#[automatically_derived]
impl ::ad::__private::Signature for Recursive {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict> ::ad::__private::Exp<D> for Recursive {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        recursive(self.n, *__x)
    }
}
