/// The power `x`ᵏ, by repeated squaring.
pub fn monomial<N: ::ad::__private::Semiring>(k: u32, x: N) -> N {
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
pub struct Monomial {
    /// The parameter `k` of [`monomial`], which is not differentiated.
    pub k: u32,
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
