#[inline]
fn literals<N: ::ad::__private::Real>(x: N) -> N {
    let small = ::ad::__private::decimal::<N>(15, -4, 1.5e-3);
    x * ::ad::__private::integer::<N>(-1) + ::ad::__private::natural::<N>(2)
        + ::ad::__private::natural::<N>(1000)
        + ::ad::__private::constant::<
            N,
        >(3.14159265358979323846264338327950288419716939937510)
        + small * (::ad::__private::natural::<N>(1))
}
/// The expression of [`literals`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Literals;
#[automatically_derived]
impl ::ad::__private::Signature for Literals {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict> ::ad::__private::Exp<D> for Literals {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        literals(*__x)
    }
}
fn types<N: ::ad::__private::Semiring>(x: N) -> N {
    let v: Vec<[N; 2]> = Vec::<[N; 2]>::new();
    let f: fn(N) -> N = |y: N| -> N { y };
    f(x) + v.iter().map(|p| p[0]).sum::<N>()
        + ::ad::__private::natural_from::<N, _>(1.0f32 as u8)
}
/// The expression of [`types`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Types;
#[automatically_derived]
impl ::ad::__private::Signature for Types {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict> ::ad::__private::Exp<D> for Types {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        types(*__x)
    }
}
#[inline]
fn constants<N: ::ad::__private::Real + ::ad::__private::Ordered>(r: f64, x: N) -> N {
    let mut s = ::ad::__private::constant::<N>(G);
    s += G * x + ::ad::__private::constant::<N>(f64::EPSILON) + 0.5 * r;
    let c: N = ::ad::__private::constant::<N>(r * 2.0);
    if x < ::ad::__private::constant::<N>(G) {
        s
    } else {
        elsewhere(
            x,
            {
                #[allow(unused_imports)]
                use ::ad::__private::AlreadyNumber as _;
                ::ad::__private::Lift(G).inferred()
            },
            ::ad::__private::decimal::<_>(5, -1, 0.5),
            ::ad::__private::integer::<_>(-1),
        ) + ordinary(0.5) * c
    }
}
/// The expression of [`constants`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Constants {
    /// The parameter `r` of [`constants`], which is not differentiated.
    r: f64,
}
#[automatically_derived]
impl ::ad::__private::Signature for Constants {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict + ::ad::__private::OrderedDict> ::ad::__private::Exp<D>
for Constants {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        constants(self.r, *__x)
    }
}
#[inline]
fn functions<N: ::ad::__private::Real>(x: N) -> N {
    let m = <N as ::ad::__private::Real>::max(x, ::ad::__private::natural::<N>(1));
    [m, x]
        .iter()
        .copied()
        .map(<N as ::ad::__private::Real>::sqrt)
        .fold(
            ::ad::__private::constant::<N>(f64::NEG_INFINITY),
            <N as ::ad::__private::Real>::max,
        ) + ::ad::__private::natural::<N>(3)
}
/// The expression of [`functions`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Functions;
#[automatically_derived]
impl ::ad::__private::Signature for Functions {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict> ::ad::__private::Exp<D> for Functions {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        functions(*__x)
    }
}
#[inline]
fn macros<N: ::ad::__private::Semiring + ::ad::__private::Ordered>(x: N) -> N {
    assert!(x > ::ad::__private::natural:: < N > (0), "not above {}", 0.0);
    assert_eq!(
        ::ad::__private::look(& (x)).shown(), ::ad::__private::look(&
        (::ad::__private::natural:: < N > (1))).shown(), "message"
    );
    debug_assert_ne!(1, 2);
    let v = vec![::ad::__private::natural:: < N > (0); 3];
    let w = vec![x, ::ad::__private::natural:: < N > (1)];
    if matches!(Some(x), Some(y) if y > ::ad::__private::natural:: < N > (2)) {
        v[0]
    } else {
        w[1]
    }
}
/// The expression of [`macros`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Macros;
#[automatically_derived]
impl ::ad::__private::Signature for Macros {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict + ::ad::__private::OrderedDict> ::ad::__private::Exp<D>
for Macros {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        macros(*__x)
    }
}
#[inline]
fn nested_items_stay<N: ::ad::__private::Real>(x: N) -> N {
    const HALF: f64 = 0.5;
    fn double(n: u32) -> u32 {
        n * 2
    }
    x * HALF * ::ad::__private::integer_from::<N, _>(double(3))
}
/// The expression of [`nested_items_stay`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct NestedItemsStay;
#[automatically_derived]
impl ::ad::__private::Signature for NestedItemsStay {
    type In = f64;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict> ::ad::__private::Exp<D> for NestedItemsStay {
    #[inline]
    fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
        nested_items_stay(*__x)
    }
}
fn compound_assignments<N: ::ad::__private::Ring>(mut a: Vec<N>, x: N) -> N {
    let mut s = ::ad::__private::natural::<N>(0);
    for i in 1..a.len() {
        match x * a[i - 1] {
            __right => a[i] -= __right,
        };
        a[0] += ::ad::__private::natural::<N>(2) * x;
        s += a[i] * a[i];
    }
    s
}
/// The expression of [`compound_assignments`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct CompoundAssignments;
#[automatically_derived]
impl ::ad::__private::Signature for CompoundAssignments {
    type In = (Vec<f64>, f64);
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["a", "x"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RingDict> ::ad::__private::Exp<D> for CompoundAssignments {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &(
            <Vec<f64> as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
            ::ad::__private::Num<D>,
        ),
    ) -> ::ad::__private::Num<D> {
        compound_assignments(::core::clone::Clone::clone(&__x.0), __x.1)
    }
}
