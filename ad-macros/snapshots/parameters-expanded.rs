#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn slices<N: ::ad::__private::Semiring>(a: &[N], b: &mut [N], c: &Vec<(N, N)>) -> N {
    a[0] * b[0] * c[0].0
}
/// The expression of [`slices`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Slices;
#[automatically_derived]
impl ::ad::__private::Signature for Slices {
    type In = (::ad::__private::Vec<f64>, ::ad::__private::Vec<f64>, Vec<(f64, f64)>);
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["a", "b", "c"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict> ::ad::__private::Exp<D> for Slices {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &(
            <::ad::__private::Vec<
                f64,
            > as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
            <::ad::__private::Vec<
                f64,
            > as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
            <Vec<(f64, f64)> as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
        ),
    ) -> ::ad::__private::Num<D> {
        slices(&__x.0, &mut ::core::clone::Clone::clone(&__x.1), &__x.2)
    }
}
#[inline]
pub(crate) fn fields<'a, T: Clone, const M: usize, N: ::ad::__private::Real>(
    names: &'a [&str],
    item: T,
    counter: &core::cell::Cell<usize>,
    pick: impl Fn(usize) -> usize,
    data: &[f64],
    (a, b): (u32, u32),
    x: [N; M],
) -> N
where
    T: PartialEq,
{
    x[pick(a as usize + b as usize)] * data[0]
}
/// The expression of [`fields`].
#[allow(dead_code)]
#[derive(::core::clone::Clone)]
pub(crate) struct Fields<'a_, 'a, T: Clone, const M: usize, F: Fn(usize) -> usize>
where
    T: PartialEq,
{
    /// The parameter `names` of [`fields`], which is not differentiated.
    pub(crate) names: &'a [&'a_ str],
    /// The parameter `item` of [`fields`], which is not differentiated.
    pub(crate) item: T,
    /// The parameter `counter` of [`fields`], which is not differentiated.
    pub(crate) counter: &'a_ core::cell::Cell<usize>,
    /// The parameter `pick` of [`fields`], which is not differentiated.
    pub(crate) pick: F,
    /// The parameter `data` of [`fields`], which is not differentiated.
    pub(crate) data: &'a_ [f64],
    /// The parameter `argument_5` of [`fields`], which is not differentiated.
    pub(crate) argument_5: (u32, u32),
}
#[automatically_derived]
impl<'a_, 'a, T: Clone, const M: usize, F: Fn(usize) -> usize> ::core::marker::Copy
for Fields<'a_, 'a, T, { M }, F>
where
    T: PartialEq,
    for<'__copy> T: ::ad::__private::CopyAt<'__copy>,
    for<'__copy> F: ::ad::__private::CopyAt<'__copy>,
{}
#[automatically_derived]
impl<'a_, 'a, T: Clone, const M: usize, F: Fn(usize) -> usize> ::ad::__private::Signature
for Fields<'a_, 'a, T, { M }, F>
where
    T: PartialEq,
{
    type In = [f64; M];
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<
    'a_,
    'a,
    T: Clone,
    const M: usize,
    F: Fn(usize) -> usize,
    D: ::ad::__private::RealDict,
> ::ad::__private::Exp<D> for Fields<'a_, 'a, T, { M }, F>
where
    T: PartialEq,
    T: ::core::clone::Clone,
    F: ::core::clone::Clone,
{
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &[::ad::__private::Num<D>; M],
    ) -> ::ad::__private::Num<D> {
        fields::<
            T,
            { M },
            _,
        >(
            self.names,
            ::core::clone::Clone::clone(&self.item),
            self.counter,
            ::core::clone::Clone::clone(&self.pick),
            self.data,
            self.argument_5,
            *__x,
        )
    }
}
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn plain_or_not<'a, T, const M: usize, N: ::ad::__private::Semiring>(
    settings: &Settings<'a>,
    body: [Body<M>; 2],
    item: Wrap<T>,
    x: N,
) -> N {
    const _: () = {
        #[allow(unused_imports)]
        use ::ad::__private::NotEmpty as _;
        ::core::assert!(
            ! { #[allow(unused_imports)] use ::ad::__private::NoShape as _;
            ::ad::__private::Unseen:: < Settings < '_ > > ::SHAPE } ||
            ::ad::__private::Unseen:: < Settings < '_ > > ::EMPTY,
            "cannot see the numbers in `Settings<'a>`: write `Settings<'a, f64>`, or its definition if it is an alias without `#[exp]`; or mark `settings` with `#[fixed]`, if it is data that is not differentiated"
        );
    };
    const _: () = {
        #[allow(unused_imports)]
        use ::ad::__private::NotEmpty as _;
        ::core::assert!(
            ! { #[allow(unused_imports)] use ::ad::__private::NoShape as _;
            ::ad::__private::Unseen:: < Body < 1 > > ::SHAPE } ||
            ::ad::__private::Unseen:: < Body < 1 > > ::EMPTY,
            "cannot see the numbers in `Body<M>`: write `Body<M, f64>`, or its definition if it is an alias without `#[exp]`; or mark `body` with `#[fixed]`, if it is data that is not differentiated"
        );
    };
    x
}
/// The expression of [`plain_or_not`].
#[allow(dead_code)]
#[derive(::core::clone::Clone)]
struct PlainOrNot<'a_, 'a, T, const M: usize> {
    /// The parameter `settings` of [`plain_or_not`], which is not differentiated.
    settings: &'a_ Settings<'a>,
    /// The parameter `body` of [`plain_or_not`], which is not differentiated.
    body: [Body<M>; 2],
    /// The parameter `item` of [`plain_or_not`], which is not differentiated.
    item: Wrap<T>,
}
#[automatically_derived]
impl<'a_, 'a, T, const M: usize> ::core::marker::Copy for PlainOrNot<'a_, 'a, T, { M }>
where
    for<'__copy> [Body<M>; 2]: ::ad::__private::CopyAt<'__copy>,
    for<'__copy> Wrap<T>: ::ad::__private::CopyAt<'__copy>,
{}
#[automatically_derived]
impl<'a_, 'a, T, const M: usize> ::ad::__private::Signature
for PlainOrNot<'a_, 'a, T, { M }> {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<'a_, 'a, T, const M: usize, D: ::ad::__private::Dict> ::ad::__private::Exp<D>
for PlainOrNot<'a_, 'a, T, { M }>
where
    Wrap<T>: ::core::clone::Clone,
{
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        plain_or_not::<
            T,
            { M },
            _,
        >(
            self.settings,
            ::core::clone::Clone::clone(&self.body),
            ::core::clone::Clone::clone(&self.item),
            *__x,
        )
    }
}
fn only_helps<N: ::ad::__private::Semiring>(v: &mut [N], by: N) {
    for x in v {
        *x *= by;
    }
}
#[doc(hidden)]
/// The content of the `&mut` arguments after a call of [`only_helps`], as an expression.
#[inline]
fn __only_helps_written<N: ::ad::__private::Real + ::ad::__private::Ordered>(
    v: &[N],
    by: N,
) -> ::ad::__private::Vec<N> {
    let mut v = v.to_vec();
    only_helps(&mut v, by);
    v
}
/// The content of the `&mut` arguments after a call of [`only_helps`], as an expression.
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct OnlyHelps;
#[automatically_derived]
impl ::ad::__private::Signature for OnlyHelps {
    type In = (::ad::__private::Vec<f64>, f64);
    type Out = ::ad::__private::Vec<f64>;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["v", "by"]
    }
    fn documentation(&self) -> &'static ::core::primitive::str {
        ::core::concat!(
            "The content of the `&mut` arguments after a call of [`only_helps`], as an expression.\n"
        )
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict + ::ad::__private::OrderedDict> ::ad::__private::Exp<D>
for OnlyHelps {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &(
            <::ad::__private::Vec<
                f64,
            > as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
            ::ad::__private::Num<D>,
        ),
    ) -> <::ad::__private::Vec<
        f64,
    > as ::ad::__private::Shape>::Of<::ad::__private::Num<D>> {
        __only_helps_written(&__x.0, __x.1)
    }
}
#[inline]
fn over_functions<N: ::ad::__private::Semiring>(f: &dyn Fn(N) -> N, x: N) -> N {
    f(x)
}
#[inline]
fn named<N: renamed::ad::__private::Semiring>(x: N) -> Result<N, String> {
    Ok(x)
}
/// The expression of [`named`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Chosen;
#[automatically_derived]
impl renamed::ad::__private::Signature for Chosen {
    type In = f64;
    type Out = Result<f64, String>;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: renamed::ad::__private::Dict> renamed::ad::__private::Exp<D> for Chosen {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &renamed::ad::__private::Num<D>,
    ) -> <Result<
        f64,
        String,
    > as renamed::ad::__private::Shape>::Of<renamed::ad::__private::Num<D>> {
        named(*__x)
    }
}
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn fresh_names<N, D, N_: ::ad::__private::Semiring>(n: N, d: D, x: N_) -> N_ {
    x
}
/// The expression of [`fresh_names`].
#[allow(dead_code)]
#[derive(::core::clone::Clone)]
struct FreshNames<N, D> {
    /// The parameter `n` of [`fresh_names`], which is not differentiated.
    n: N,
    /// The parameter `d` of [`fresh_names`], which is not differentiated.
    d: D,
}
#[automatically_derived]
impl<N, D> ::core::marker::Copy for FreshNames<N, D>
where
    for<'__copy> N: ::ad::__private::CopyAt<'__copy>,
    for<'__copy> D: ::ad::__private::CopyAt<'__copy>,
{}
#[automatically_derived]
impl<N, D> ::ad::__private::Signature for FreshNames<N, D> {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<N, D, D_: ::ad::__private::Dict> ::ad::__private::Exp<D_> for FreshNames<N, D>
where
    N: ::core::clone::Clone,
    D: ::core::clone::Clone,
{
    #[inline]
    fn apply(&self, _: D_, __x: &::ad::__private::Num<D_>) -> ::ad::__private::Num<D_> {
        fresh_names::<
            N,
            D,
            _,
        >(
            ::core::clone::Clone::clone(&self.n),
            ::core::clone::Clone::clone(&self.d),
            *__x,
        )
    }
}
#[inline]
fn loses<N: ::ad::__private::Semiring>(log: &mut Vec<String>, x: N) -> N {
    log.push(String::new());
    x
}
/// The expression of [`loses`].
#[allow(dead_code)]
#[derive(::core::clone::Clone)]
struct Loses<T: ::ad::__private::KeepsChanges> {
    /// The parameter `log` of [`loses`], which is not differentiated.
    log: T,
}
#[automatically_derived]
impl<T: ::ad::__private::KeepsChanges> ::core::marker::Copy for Loses<T>
where
    for<'__copy> T: ::ad::__private::CopyAt<'__copy>,
{}
#[automatically_derived]
impl<T: ::ad::__private::KeepsChanges> ::ad::__private::Signature for Loses<T> {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<T: ::ad::__private::KeepsChanges, D: ::ad::__private::Dict> ::ad::__private::Exp<D>
for Loses<T> {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        loop {}
    }
}
