#[derive(Clone, Copy)]
pub struct Point<N = f64> {
    pub x: N,
    pub y: N,
    pub weight: f64,
}
#[automatically_derived]
#[allow(unused_variables, unreachable_patterns, clippy::all, clippy::pedantic)]
const _: () = {
    impl<N_: ::ad::__private::Semiring> ::ad::__private::adjoint::Shadowed
    for Point<N_> {
        type Structure = Point<::ad::__private::adjoint::PhantomData<N_>>;
        type Shape = Point<f64>;
        #[inline]
        fn structure(&self) -> Point<::ad::__private::adjoint::PhantomData<N_>> {
            <Point<
                f64,
            > as ::ad::__private::Shape>::map(
                self,
                &mut |_| ::ad::__private::adjoint::PhantomData,
            )
        }
    }
    impl<N_: ::ad::__private::Semiring> ::ad::__private::adjoint::Structure
    for Point<::ad::__private::adjoint::PhantomData<N_>> {
        type Slots = Point<::ad::__private::adjoint::Slot<N_>>;
        #[inline]
        fn slots(&self) -> Point<::ad::__private::adjoint::Slot<N_>> {
            <Point<
                f64,
            > as ::ad::__private::Shape>::map(
                self,
                &mut |_| ::ad::__private::adjoint::Slot::new(),
            )
        }
    }
    impl<N_: ::ad::__private::Semiring> ::ad::__private::adjoint::Shadow
    for Point<::ad::__private::adjoint::Slot<N_>> {
        #[inline]
        fn transfer(&self, __to: &Self) {
            match (self, __to) {
                (
                    Point { x: __0, y: __1, weight: __2 },
                    Point { x: __other_0, y: __other_1, weight: __other_2 },
                ) => {
                    ::ad::__private::adjoint::Shadow::transfer(__0, __other_0);
                    ::ad::__private::adjoint::Shadow::transfer(__1, __other_1);
                }
                _ => {
                    if ::ad::__private::adjoint::Shadow::clear(self) {
                        ::ad::__private::adjoint::structures_differ()
                    }
                }
            }
        }
        #[inline]
        fn clear(&self) -> ::core::primitive::bool {
            let mut __found = false;
            <Point<
                f64,
            > as ::ad::__private::Shape>::for_each(
                self,
                &mut |__slot| __found |= __slot.take().is_some(),
            );
            __found
        }
    }
};
#[automatically_derived]
#[allow(unused_variables, unreachable_patterns, clippy::all, clippy::pedantic)]
impl ::ad::__private::Shape for Point<f64> {
    type Of<T: ::core::clone::Clone> = Point<T>;
    const COUNT: ::core::option::Option<::core::primitive::usize> = ::ad::__private::sum(
        &[<f64 as ::ad::__private::Shape>::COUNT, <f64 as ::ad::__private::Shape>::COUNT],
    );
    #[inline]
    fn map<T: ::core::clone::Clone, U: ::core::clone::Clone>(
        __x: &Point<T>,
        __f: &mut impl ::core::ops::FnMut(&T) -> U,
    ) -> Point<U> {
        match __x {
            Point { x: __0, y: __1, weight: __2 } => {
                Point {
                    x: <f64 as ::ad::__private::Shape>::map(__0, __f),
                    y: <f64 as ::ad::__private::Shape>::map(__1, __f),
                    weight: ::core::clone::Clone::clone(__2),
                }
            }
        }
    }
    #[inline]
    fn into_map<T: ::core::clone::Clone, U: ::core::clone::Clone>(
        __x: Point<T>,
        __f: &mut impl ::core::ops::FnMut(T) -> U,
    ) -> Point<U> {
        match __x {
            Point { x: __0, y: __1, weight: __2 } => {
                Point {
                    x: <f64 as ::ad::__private::Shape>::into_map(__0, __f),
                    y: <f64 as ::ad::__private::Shape>::into_map(__1, __f),
                    weight: __2,
                }
            }
        }
    }
    #[inline]
    fn map_into<
        T: ::core::clone::Clone,
        U: ::core::clone::Clone,
        V: ::core::clone::Clone,
    >(
        __old: Point<V>,
        __x: &Point<T>,
        __f: &mut impl ::core::ops::FnMut(&T) -> U,
    ) -> Point<U> {
        match (__old, __x) {
            (
                Point { x: __other_0, y: __other_1, weight: __other_2 },
                Point { x: __0, y: __1, weight: __2 },
            ) => {
                Point {
                    x: <f64 as ::ad::__private::Shape>::map_into(__other_0, __0, __f),
                    y: <f64 as ::ad::__private::Shape>::map_into(__other_1, __1, __f),
                    weight: ::core::clone::Clone::clone(__2),
                }
            }
            (_, __x) => <Self as ::ad::__private::Shape>::map(__x, __f),
        }
    }
    #[inline]
    fn for_each<T: ::core::clone::Clone>(
        __x: &Point<T>,
        __f: &mut impl ::core::ops::FnMut(&T),
    ) {
        match __x {
            Point { x: __0, y: __1, weight: __2 } => {
                <f64 as ::ad::__private::Shape>::for_each(__0, __f);
                <f64 as ::ad::__private::Shape>::for_each(__1, __f);
            }
        }
    }
    #[inline]
    fn for_each_mut<T: ::core::clone::Clone>(
        __x: &mut Point<T>,
        __f: &mut impl ::core::ops::FnMut(&mut T),
    ) {
        match __x {
            Point { x: __0, y: __1, weight: __2 } => {
                <f64 as ::ad::__private::Shape>::for_each_mut(__0, __f);
                <f64 as ::ad::__private::Shape>::for_each_mut(__1, __f);
            }
        }
    }
    #[inline]
    fn zip_mut<T: ::core::clone::Clone, U: ::core::clone::Clone>(
        __x: &mut Point<T>,
        __y: &Point<U>,
        __f: &mut impl ::core::ops::FnMut(&mut T, &U),
    ) {
        match (__x, __y) {
            (
                Point { x: __0, y: __1, weight: __2 },
                Point { x: __other_0, y: __other_1, weight: __other_2 },
            ) => {
                <f64 as ::ad::__private::Shape>::zip_mut(__0, __other_0, __f);
                <f64 as ::ad::__private::Shape>::zip_mut(__1, __other_1, __f);
            }
            (__x, __y) => {
                if let ::core::option::Option::Some(__mismatch) = <Self as ::ad::__private::Shape>::mismatch(
                    &*__x,
                    __y,
                ) {
                    __mismatch.refuse("first container", "second")
                }
            }
        }
    }
    #[inline]
    fn mismatch<T: ::core::clone::Clone, U: ::core::clone::Clone>(
        __x: &Point<T>,
        __y: &Point<U>,
    ) -> ::core::option::Option<::ad::__private::Mismatch> {
        match (__x, __y) {
            (
                Point { x: __0, y: __1, weight: __2 },
                Point { x: __other_0, y: __other_1, weight: __other_2 },
            ) => {
                if let ::core::option::Option::Some(__mismatch) = <f64 as ::ad::__private::Shape>::mismatch(
                    __0,
                    __other_0,
                ) {
                    return ::core::option::Option::Some(__mismatch.within(".x"));
                }
                if let ::core::option::Option::Some(__mismatch) = <f64 as ::ad::__private::Shape>::mismatch(
                    __1,
                    __other_1,
                ) {
                    return ::core::option::Option::Some(__mismatch.within(".y"));
                }
                ::core::option::Option::None
            }
            (__x, __y) => {
                ::core::option::Option::Some(
                    ::ad::__private::Mismatch::of_variants(
                        match __x {
                            Point { .. } => "Point",
                        },
                        match __y {
                            Point { .. } => "Point",
                        },
                    ),
                )
            }
        }
    }
    fn for_each_path<T: ::core::clone::Clone>(
        __x: &Point<T>,
        __path: &mut ::ad::__private::Path,
        __f: &mut impl ::core::ops::FnMut(&::ad::__private::Path),
    ) {
        match __x {
            Point { x: __0, y: __1, weight: __2 } => {
                __path
                    .within(
                        ".x",
                        |__path| <f64 as ::ad::__private::Shape>::for_each_path(
                            __0,
                            __path,
                            __f,
                        ),
                    );
                __path
                    .within(
                        ".y",
                        |__path| <f64 as ::ad::__private::Shape>::for_each_path(
                            __1,
                            __path,
                            __f,
                        ),
                    );
            }
        }
    }
}
#[automatically_derived]
impl ::ad::__private::OverNumbers for Point<f64> {}
#[derive(::core::clone::Clone)]
enum Figure<const D: usize, N = f64> {
    Ball([N; D], N),
    Empty,
}
#[automatically_derived]
#[allow(unused_variables, unreachable_patterns, clippy::all, clippy::pedantic)]
const _: () = {
    impl<
        const D: usize,
        N_: ::ad::__private::Semiring,
    > ::ad::__private::adjoint::Shadowed for Figure<{ D }, N_> {
        type Structure = Figure<{ D }, ::ad::__private::adjoint::PhantomData<N_>>;
        type Shape = Figure<{ D }, f64>;
        #[inline]
        fn structure(&self) -> Figure<{ D }, ::ad::__private::adjoint::PhantomData<N_>> {
            <Figure<
                { D },
                f64,
            > as ::ad::__private::Shape>::map(
                self,
                &mut |_| ::ad::__private::adjoint::PhantomData,
            )
        }
    }
    impl<
        const D: usize,
        N_: ::ad::__private::Semiring,
    > ::ad::__private::adjoint::Structure
    for Figure<{ D }, ::ad::__private::adjoint::PhantomData<N_>> {
        type Slots = Figure<{ D }, ::ad::__private::adjoint::Slot<N_>>;
        #[inline]
        fn slots(&self) -> Figure<{ D }, ::ad::__private::adjoint::Slot<N_>> {
            <Figure<
                { D },
                f64,
            > as ::ad::__private::Shape>::map(
                self,
                &mut |_| ::ad::__private::adjoint::Slot::new(),
            )
        }
    }
    impl<const D: usize, N_: ::ad::__private::Semiring> ::ad::__private::adjoint::Shadow
    for Figure<{ D }, ::ad::__private::adjoint::Slot<N_>> {
        #[inline]
        fn transfer(&self, __to: &Self) {
            match (self, __to) {
                (
                    Figure::Ball { 0: __0, 1: __1 },
                    Figure::Ball { 0: __other_0, 1: __other_1 },
                ) => {
                    ::ad::__private::adjoint::Shadow::transfer(__0, __other_0);
                    ::ad::__private::adjoint::Shadow::transfer(__1, __other_1);
                }
                (Figure::Empty {}, Figure::Empty {}) => {}
                _ => {
                    if ::ad::__private::adjoint::Shadow::clear(self) {
                        ::ad::__private::adjoint::structures_differ()
                    }
                }
            }
        }
        #[inline]
        fn clear(&self) -> ::core::primitive::bool {
            let mut __found = false;
            <Figure<
                { D },
                f64,
            > as ::ad::__private::Shape>::for_each(
                self,
                &mut |__slot| __found |= __slot.take().is_some(),
            );
            __found
        }
    }
};
#[automatically_derived]
#[allow(unused_variables, unreachable_patterns, clippy::all, clippy::pedantic)]
impl<const D: usize> ::ad::__private::Shape for Figure<{ D }, f64> {
    type Of<T: ::core::clone::Clone> = Figure<{ D }, T>;
    #[inline]
    fn map<T: ::core::clone::Clone, U: ::core::clone::Clone>(
        __x: &Figure<{ D }, T>,
        __f: &mut impl ::core::ops::FnMut(&T) -> U,
    ) -> Figure<{ D }, U> {
        match __x {
            Figure::Ball { 0: __0, 1: __1 } => {
                Figure::Ball {
                    0: <[f64; D] as ::ad::__private::Shape>::map(__0, __f),
                    1: <f64 as ::ad::__private::Shape>::map(__1, __f),
                }
            }
            Figure::Empty {} => Figure::Empty {},
        }
    }
    #[inline]
    fn into_map<T: ::core::clone::Clone, U: ::core::clone::Clone>(
        __x: Figure<{ D }, T>,
        __f: &mut impl ::core::ops::FnMut(T) -> U,
    ) -> Figure<{ D }, U> {
        match __x {
            Figure::Ball { 0: __0, 1: __1 } => {
                Figure::Ball {
                    0: <[f64; D] as ::ad::__private::Shape>::into_map(__0, __f),
                    1: <f64 as ::ad::__private::Shape>::into_map(__1, __f),
                }
            }
            Figure::Empty {} => Figure::Empty {},
        }
    }
    #[inline]
    fn map_into<
        T: ::core::clone::Clone,
        U: ::core::clone::Clone,
        V: ::core::clone::Clone,
    >(
        __old: Figure<{ D }, V>,
        __x: &Figure<{ D }, T>,
        __f: &mut impl ::core::ops::FnMut(&T) -> U,
    ) -> Figure<{ D }, U> {
        match (__old, __x) {
            (
                Figure::Ball { 0: __other_0, 1: __other_1 },
                Figure::Ball { 0: __0, 1: __1 },
            ) => {
                Figure::Ball {
                    0: <[f64; D] as ::ad::__private::Shape>::map_into(
                        __other_0,
                        __0,
                        __f,
                    ),
                    1: <f64 as ::ad::__private::Shape>::map_into(__other_1, __1, __f),
                }
            }
            (Figure::Empty {}, Figure::Empty {}) => Figure::Empty {},
            (_, __x) => <Self as ::ad::__private::Shape>::map(__x, __f),
        }
    }
    #[inline]
    fn for_each<T: ::core::clone::Clone>(
        __x: &Figure<{ D }, T>,
        __f: &mut impl ::core::ops::FnMut(&T),
    ) {
        match __x {
            Figure::Ball { 0: __0, 1: __1 } => {
                <[f64; D] as ::ad::__private::Shape>::for_each(__0, __f);
                <f64 as ::ad::__private::Shape>::for_each(__1, __f);
            }
            Figure::Empty {} => {}
        }
    }
    #[inline]
    fn for_each_mut<T: ::core::clone::Clone>(
        __x: &mut Figure<{ D }, T>,
        __f: &mut impl ::core::ops::FnMut(&mut T),
    ) {
        match __x {
            Figure::Ball { 0: __0, 1: __1 } => {
                <[f64; D] as ::ad::__private::Shape>::for_each_mut(__0, __f);
                <f64 as ::ad::__private::Shape>::for_each_mut(__1, __f);
            }
            Figure::Empty {} => {}
        }
    }
    #[inline]
    fn zip_mut<T: ::core::clone::Clone, U: ::core::clone::Clone>(
        __x: &mut Figure<{ D }, T>,
        __y: &Figure<{ D }, U>,
        __f: &mut impl ::core::ops::FnMut(&mut T, &U),
    ) {
        match (__x, __y) {
            (
                Figure::Ball { 0: __0, 1: __1 },
                Figure::Ball { 0: __other_0, 1: __other_1 },
            ) => {
                <[f64; D] as ::ad::__private::Shape>::zip_mut(__0, __other_0, __f);
                <f64 as ::ad::__private::Shape>::zip_mut(__1, __other_1, __f);
            }
            (Figure::Empty {}, Figure::Empty {}) => {}
            (__x, __y) => {
                if let ::core::option::Option::Some(__mismatch) = <Self as ::ad::__private::Shape>::mismatch(
                    &*__x,
                    __y,
                ) {
                    __mismatch.refuse("first container", "second")
                }
            }
        }
    }
    #[inline]
    fn mismatch<T: ::core::clone::Clone, U: ::core::clone::Clone>(
        __x: &Figure<{ D }, T>,
        __y: &Figure<{ D }, U>,
    ) -> ::core::option::Option<::ad::__private::Mismatch> {
        match (__x, __y) {
            (
                Figure::Ball { 0: __0, 1: __1 },
                Figure::Ball { 0: __other_0, 1: __other_1 },
            ) => {
                if let ::core::option::Option::Some(__mismatch) = <[f64; D] as ::ad::__private::Shape>::mismatch(
                    __0,
                    __other_0,
                ) {
                    return ::core::option::Option::Some(__mismatch.within(".0"));
                }
                if let ::core::option::Option::Some(__mismatch) = <f64 as ::ad::__private::Shape>::mismatch(
                    __1,
                    __other_1,
                ) {
                    return ::core::option::Option::Some(__mismatch.within(".1"));
                }
                ::core::option::Option::None
            }
            (Figure::Empty {}, Figure::Empty {}) => ::core::option::Option::None,
            (__x, __y) => {
                ::core::option::Option::Some(
                    ::ad::__private::Mismatch::of_variants(
                        match __x {
                            Figure::Ball { .. } => "Ball",
                            Figure::Empty { .. } => "Empty",
                        },
                        match __y {
                            Figure::Ball { .. } => "Ball",
                            Figure::Empty { .. } => "Empty",
                        },
                    ),
                )
            }
        }
    }
    fn for_each_path<T: ::core::clone::Clone>(
        __x: &Figure<{ D }, T>,
        __path: &mut ::ad::__private::Path,
        __f: &mut impl ::core::ops::FnMut(&::ad::__private::Path),
    ) {
        match __x {
            Figure::Ball { 0: __0, 1: __1 } => {
                __path
                    .within(
                        ".0",
                        |__path| <[f64; D] as ::ad::__private::Shape>::for_each_path(
                            __0,
                            __path,
                            __f,
                        ),
                    );
                __path
                    .within(
                        ".1",
                        |__path| <f64 as ::ad::__private::Shape>::for_each_path(
                            __1,
                            __path,
                            __f,
                        ),
                    );
            }
            Figure::Empty {} => {}
        }
    }
}
#[automatically_derived]
impl<const D: usize> ::ad::__private::OverNumbers for Figure<{ D }, f64> {}
type Matrix<N = f64> = [[N; 3]; 3];
const _: () = {
    enum __Block {}
    impl ::ad::__private::ImplOf for __Block {
        type Type = Point;
    }
};
impl<N: ::ad::__private::Semiring> Point<N> {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn dot(self, other: Self) -> N {
        self.x * other.x + self.y * other.y
    }
}
/// The expression of [`Point::dot`].
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
pub struct PointDot;
#[automatically_derived]
impl<__Shape0: ::ad::__private::Shape> ::ad::__private::Signature for PointDot
where
    ((Point, Point),): ::ad::__private::Itself<Itself = (__Shape0,)>,
{
    type In = __Shape0;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["self", "other"]
    }
}
#[automatically_derived]
impl<D: ::ad::__private::Dict> ::ad::__private::Exp<D> for PointDot {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &(
            <Point as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
            <Point as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
        ),
    ) -> ::ad::__private::Num<D> {
        Point::dot(
            ::core::clone::Clone::clone(&__x.0),
            ::core::clone::Clone::clone(&__x.1),
        )
    }
}
impl<N: ::ad::__private::Semiring> Point<N> {
    #[doc(hidden)]
    #[allow(dead_code)]
    pub fn __adjoint_dot<__Value, __Sweep>(
        &self,
        _: impl ::core::marker::Sized,
        _: ::core::primitive::bool,
    ) -> (__Value, __Sweep)
    where
        for<'__a> ::ad::__private::unannotated::Method: ::ad::__private::unannotated::Programmed<
            '__a,
        >,
    {
        loop {}
    }
}
const _: () = {
    enum __Block {}
    impl ::ad::__private::ImplOf for __Block {
        type Type = Point;
    }
};
impl<N: ::ad::__private::Semiring> std::ops::Mul<N> for Point<N> {
    type Output = Point<N>;
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul(self, by: N) -> Point<N> {
        Point {
            x: self.x * by,
            y: self.y * by,
            weight: self.weight,
        }
    }
}
mod model {
    #[derive(::core::clone::Clone)]
    pub struct State<N = f64> {
        pub angle: N,
        pub step: usize,
    }
    #[automatically_derived]
    #[allow(unused_variables, unreachable_patterns, clippy::all, clippy::pedantic)]
    const _: () = {
        impl<N_: ::ad::__private::Semiring> ::ad::__private::adjoint::Shadowed
        for State<N_> {
            type Structure = State<::ad::__private::adjoint::PhantomData<N_>>;
            type Shape = State<f64>;
            #[inline]
            fn structure(&self) -> State<::ad::__private::adjoint::PhantomData<N_>> {
                <State<
                    f64,
                > as ::ad::__private::Shape>::map(
                    self,
                    &mut |_| ::ad::__private::adjoint::PhantomData,
                )
            }
        }
        impl<N_: ::ad::__private::Semiring> ::ad::__private::adjoint::Structure
        for State<::ad::__private::adjoint::PhantomData<N_>> {
            type Slots = State<::ad::__private::adjoint::Slot<N_>>;
            #[inline]
            fn slots(&self) -> State<::ad::__private::adjoint::Slot<N_>> {
                <State<
                    f64,
                > as ::ad::__private::Shape>::map(
                    self,
                    &mut |_| ::ad::__private::adjoint::Slot::new(),
                )
            }
        }
        impl<N_: ::ad::__private::Semiring> ::ad::__private::adjoint::Shadow
        for State<::ad::__private::adjoint::Slot<N_>> {
            #[inline]
            fn transfer(&self, __to: &Self) {
                match (self, __to) {
                    (
                        State { angle: __0, step: __1 },
                        State { angle: __other_0, step: __other_1 },
                    ) => {
                        ::ad::__private::adjoint::Shadow::transfer(__0, __other_0);
                    }
                    _ => {
                        if ::ad::__private::adjoint::Shadow::clear(self) {
                            ::ad::__private::adjoint::structures_differ()
                        }
                    }
                }
            }
            #[inline]
            fn clear(&self) -> ::core::primitive::bool {
                let mut __found = false;
                <State<
                    f64,
                > as ::ad::__private::Shape>::for_each(
                    self,
                    &mut |__slot| __found |= __slot.take().is_some(),
                );
                __found
            }
        }
    };
    #[automatically_derived]
    #[allow(unused_variables, unreachable_patterns, clippy::all, clippy::pedantic)]
    impl ::ad::__private::Shape for State<f64> {
        type Of<T: ::core::clone::Clone> = State<T>;
        const COUNT: ::core::option::Option<::core::primitive::usize> = ::ad::__private::sum(
            &[<f64 as ::ad::__private::Shape>::COUNT],
        );
        #[inline]
        fn map<T: ::core::clone::Clone, U: ::core::clone::Clone>(
            __x: &State<T>,
            __f: &mut impl ::core::ops::FnMut(&T) -> U,
        ) -> State<U> {
            match __x {
                State { angle: __0, step: __1 } => {
                    State {
                        angle: <f64 as ::ad::__private::Shape>::map(__0, __f),
                        step: ::core::clone::Clone::clone(__1),
                    }
                }
            }
        }
        #[inline]
        fn into_map<T: ::core::clone::Clone, U: ::core::clone::Clone>(
            __x: State<T>,
            __f: &mut impl ::core::ops::FnMut(T) -> U,
        ) -> State<U> {
            match __x {
                State { angle: __0, step: __1 } => {
                    State {
                        angle: <f64 as ::ad::__private::Shape>::into_map(__0, __f),
                        step: __1,
                    }
                }
            }
        }
        #[inline]
        fn map_into<
            T: ::core::clone::Clone,
            U: ::core::clone::Clone,
            V: ::core::clone::Clone,
        >(
            __old: State<V>,
            __x: &State<T>,
            __f: &mut impl ::core::ops::FnMut(&T) -> U,
        ) -> State<U> {
            match (__old, __x) {
                (
                    State { angle: __other_0, step: __other_1 },
                    State { angle: __0, step: __1 },
                ) => {
                    State {
                        angle: <f64 as ::ad::__private::Shape>::map_into(
                            __other_0,
                            __0,
                            __f,
                        ),
                        step: ::core::clone::Clone::clone(__1),
                    }
                }
                (_, __x) => <Self as ::ad::__private::Shape>::map(__x, __f),
            }
        }
        #[inline]
        fn for_each<T: ::core::clone::Clone>(
            __x: &State<T>,
            __f: &mut impl ::core::ops::FnMut(&T),
        ) {
            match __x {
                State { angle: __0, step: __1 } => {
                    <f64 as ::ad::__private::Shape>::for_each(__0, __f);
                }
            }
        }
        #[inline]
        fn for_each_mut<T: ::core::clone::Clone>(
            __x: &mut State<T>,
            __f: &mut impl ::core::ops::FnMut(&mut T),
        ) {
            match __x {
                State { angle: __0, step: __1 } => {
                    <f64 as ::ad::__private::Shape>::for_each_mut(__0, __f);
                }
            }
        }
        #[inline]
        fn zip_mut<T: ::core::clone::Clone, U: ::core::clone::Clone>(
            __x: &mut State<T>,
            __y: &State<U>,
            __f: &mut impl ::core::ops::FnMut(&mut T, &U),
        ) {
            match (__x, __y) {
                (
                    State { angle: __0, step: __1 },
                    State { angle: __other_0, step: __other_1 },
                ) => {
                    <f64 as ::ad::__private::Shape>::zip_mut(__0, __other_0, __f);
                }
                (__x, __y) => {
                    if let ::core::option::Option::Some(__mismatch) = <Self as ::ad::__private::Shape>::mismatch(
                        &*__x,
                        __y,
                    ) {
                        __mismatch.refuse("first container", "second")
                    }
                }
            }
        }
        #[inline]
        fn mismatch<T: ::core::clone::Clone, U: ::core::clone::Clone>(
            __x: &State<T>,
            __y: &State<U>,
        ) -> ::core::option::Option<::ad::__private::Mismatch> {
            match (__x, __y) {
                (
                    State { angle: __0, step: __1 },
                    State { angle: __other_0, step: __other_1 },
                ) => {
                    if let ::core::option::Option::Some(__mismatch) = <f64 as ::ad::__private::Shape>::mismatch(
                        __0,
                        __other_0,
                    ) {
                        return ::core::option::Option::Some(__mismatch.within(".angle"));
                    }
                    ::core::option::Option::None
                }
                (__x, __y) => {
                    ::core::option::Option::Some(
                        ::ad::__private::Mismatch::of_variants(
                            match __x {
                                State { .. } => "State",
                            },
                            match __y {
                                State { .. } => "State",
                            },
                        ),
                    )
                }
            }
        }
        fn for_each_path<T: ::core::clone::Clone>(
            __x: &State<T>,
            __path: &mut ::ad::__private::Path,
            __f: &mut impl ::core::ops::FnMut(&::ad::__private::Path),
        ) {
            match __x {
                State { angle: __0, step: __1 } => {
                    __path
                        .within(
                            ".angle",
                            |__path| <f64 as ::ad::__private::Shape>::for_each_path(
                                __0,
                                __path,
                                __f,
                            ),
                        );
                }
            }
        }
    }
    #[automatically_derived]
    impl ::ad::__private::OverNumbers for State<f64> {}
    impl<N: ::ad::__private::Semiring> State<N> {
        #[cfg_attr(debug_assertions, inline)]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn half(&self) -> usize {
            self.step / 2 - 1
        }
    }
    impl<N: ::ad::__private::Semiring> State<N> {
        #[doc(hidden)]
        #[allow(dead_code)]
        pub fn __adjoint_half<__Value, __Sweep>(
            &self,
            _: ::core::primitive::bool,
        ) -> (__Value, __Sweep)
        where
            for<'__a> ::ad::__private::unannotated::Method: ::ad::__private::unannotated::Programmed<
                '__a,
            >,
        {
            loop {}
        }
    }
    #[inline]
    pub fn next<N: ::ad::__private::Ring>(s: &State<N>) -> State<N> {
        State {
            angle: s.angle + previous(s.angle),
            step: s.step + 1,
        }
    }
    /// The expression of [`next`].
    #[allow(dead_code)]
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub struct Next;
    #[automatically_derived]
    impl<__Shape0: ::ad::__private::Shape> ::ad::__private::Signature for Next
    where
        (State,): ::ad::__private::Itself<Itself = (__Shape0,)>,
    {
        type In = __Shape0;
        type Out = __Shape0;
        fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
            &["s"]
        }
    }
    #[automatically_derived]
    impl<D: ::ad::__private::RingDict> ::ad::__private::Exp<D> for Next {
        #[inline]
        fn apply(
            &self,
            _: D,
            __x: &<State as ::ad::__private::Shape>::Of<::ad::__private::Num<D>>,
        ) -> <State as ::ad::__private::Shape>::Of<::ad::__private::Num<D>> {
            next(__x)
        }
    }
    #[inline]
    fn previous<N: ::ad::__private::Ring>(x: N) -> N {
        x - ::ad::__private::natural::<N>(1)
    }
    /// The expression of [`previous`].
    #[allow(dead_code)]
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    struct Previous;
    #[automatically_derived]
    impl ::ad::__private::Signature for Previous {
        type In = f64;
        type Out = f64;
        fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
            &["x"]
        }
    }
    #[automatically_derived]
    impl<D: ::ad::__private::RingDict> ::ad::__private::Exp<D> for Previous {
        #[inline]
        fn apply(&self, _: D, __x: &::ad::__private::Num<D>) -> ::ad::__private::Num<D> {
            previous(*__x)
        }
    }
    fn show(x: f64) -> String {
        format!("{x}")
    }
}
