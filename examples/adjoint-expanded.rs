//! The effect of `#[exp(adjoint)]`: `adjoint.rs` with the attribute expanded. Beside each function there is a type of its
//! name, whose function `adjoint` returns the value and a closure. The forward sweep is the function, one operation a
//! statement. It saves the values that the closure, the reverse sweep, uses and does not recompute. `step` receives
//! `state` again, and `energy` saves each overwritten `state` in a list.
#![allow(dead_code, clippy::inline_always)]
use ad::prelude::*;
/// One step of Euler's method for a pendulum with friction.
#[inline]
fn step<N: ::ad::__private::Real>(state: &[N; 2], friction: N) -> [N; 2] {
    let h = ::ad::__private::decimal::<N>(1, -2, 0.01);
    [state[0] + h * state[1], state[1] - h * (state[0].sin() + friction * state[1])]
}
/// The expression of [`step`].
///
/// One step of Euler's method for a pendulum with friction.
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Step;
#[automatically_derived]
impl ::ad::__private::Signature for Step {
    type In = ([f64; 2], f64);
    type Out = [f64; 2];
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["state", "friction"]
    }
    fn documentation(&self) -> &'static ::core::primitive::str {
        ::core::concat!("One step of Euler's method for a pendulum with friction.\n")
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict> ::ad::__private::Exp<D> for Step {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
    ) -> [::ad::__private::Num<D>; 2] {
        step(&__x.0, __x.1)
    }
    #[inline]
    fn has_program(&self) -> ::core::primitive::bool {
        true
    }
    #[inline]
    fn choose<__R>(
        &self,
        __program: impl ::core::ops::FnOnce() -> __R,
        _: impl ::core::ops::FnOnce() -> __R,
    ) -> __R {
        __program()
    }
    #[inline]
    fn program(
        &self,
        __dict: D,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
        __seeding: &mut dyn ::ad::__private::adjoint::Seeding<Self::In, Self::Out, D>,
    ) {
        ::ad::__private::adjoint::offer(self, __dict, __x, __seeding);
    }
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
enum step {}
#[automatically_derived]
#[allow(unused, unreachable_code, dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
impl step {
    #[doc(hidden)]
    const __CHEAP: ::core::primitive::bool = false;
    #[doc(hidden)]
    const __LINEAR: ::core::primitive::bool = false;
    #[doc(hidden)]
    const __SAME: ::core::primitive::bool = true;
    #[doc(hidden)]
    const __NAME: ::ad::__private::adjoint::Name = ::ad::__private::adjoint::name_of::<Self>;
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __adjoint<N: ::ad::__private::Real>(
        __state_0: &[N; 2],
        __friction_1: N,
        __late: ::core::primitive::bool,
    ) -> (
        [N; 2],
        impl ::core::ops::FnOnce(
            &[::ad::__private::adjoint::Slot<N>; 2],
            &[N; 2],
            (),
            &[::ad::__private::adjoint::Slot<N>; 2],
            &::ad::__private::adjoint::Slot<N>,
        ) -> ::core::option::Option<[N; 2]>
        + ::core::clone::Clone
        + use<N>,
    ) {
        #[allow(unused_imports)]
        use ::ad::__private::{self as __ad, adjoint::methods::*};
        let __t_2: N = ::ad::__private::decimal::<N>(1, -2, 0.01);
        let __t_3: N = __state_0[0];
        let __t_4: N = __state_0[1];
        let __t_5 = __ad::adjoint::times_constant(__t_4, __t_2, true);
        let __t_6 = __t_3 + __t_5;
        let __t_7: N = __state_0[1];
        let __t_8: N = __state_0[0];
        let __t_9 = <N as __ad::Real>::sin(__t_8);
        let __t_10: N = __state_0[1];
        let __t_11 = __friction_1 * __t_10;
        let __t_12 = __t_9 + __t_11;
        let __t_13 = __ad::adjoint::times_constant(__t_12, __t_2, true);
        let __t_14 = __t_7 - __t_13;
        let __result = [__t_6, __t_14];
        (
            __result,
            move |__d_result: &[::ad::__private::adjoint::Slot<N>; 2],
                  __state_0: &[N; 2],
                  _: (),
                  __d_state_0: &[::ad::__private::adjoint::Slot<N>; 2],
                  __d_friction_1: &::ad::__private::adjoint::Slot<N>| {
                let __d_t_6 = __ad::adjoint::Slot::<N>::new();
                let __d_t_14 = __ad::adjoint::Slot::<N>::new();
                let __t_2: N = ::ad::__private::decimal::<N>(1, -2, 0.01);
                let __t_8: N = __state_0[0];
                let __t_10: N = __state_0[1];
                __d_t_6.receive(&(*__d_result)[0]);
                __d_t_14.receive(&(*__d_result)[1]);
                if let __ad::Some(__d) = __d_t_14.take() {
                    {
                        let __d = -__d;
                        {
                            let __d = __ad::adjoint::times_constant(__d, __t_2, false);
                            __d_state_0[1].add(__d * __friction_1);
                            __d_friction_1.add(__d * __t_10);
                            __d_state_0[0].add_some(__ad::adjoint::through_operands(
                                __ad::adjoint::function::Sin,
                                0,
                                [__t_8],
                                __d,
                            ));
                        }
                    }
                    __d_state_0[1].add(__d);
                }
                if let __ad::Some(__d) = __d_t_6.take() {
                    __d_state_0[1].add(__ad::adjoint::times_constant(__d, __t_2, false));
                    __d_state_0[0].add(__d);
                }
                ::core::option::Option::None
            },
        )
    }
}
#[automatically_derived]
#[allow(unreachable_code, clippy::all, clippy::pedantic)]
impl<D: ::ad::__private::RealDict> ::ad::__private::adjoint::Adjoint<D> for Step {
    #[inline]
    fn pullback<'__a>(
        &'__a self,
        _: D,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
    ) -> (
        [::ad::__private::Num<D>; 2],
        impl ::core::ops::FnOnce(
            &[::ad::__private::adjoint::Slot<::ad::__private::Num<D>>; 2],
            &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
            &(
                [::ad::__private::adjoint::Slot<::ad::__private::Num<D>>; 2],
                ::ad::__private::adjoint::Slot<::ad::__private::Num<D>>,
            ),
        ) + ::core::clone::Clone
        + use<'__a, D>,
    ) {
        let (__y, __sweep) = step::__adjoint(&__x.0, __x.1, false);
        (__y, move |__dy: &_, __x: &_, __dx: &_| {
            __sweep(__dy, &__x.0, (), &__dx.0, &__dx.1);
        })
    }
}
/// The remaining energy after `steps` steps.
fn energy<N: ::ad::__private::Real + ::ad::__private::Ordered>(
    steps: usize,
    start: &[N; 2],
    friction: N,
) -> N {
    let mut state = *start;
    for _ in 0..steps {
        state = step(&state, friction);
    }
    ::ad::__private::decimal::<N>(5, -1, 0.5) * state[1] * state[1] + ::ad::__private::natural::<N>(1)
        - state[0].cos()
}
/// The expression of [`energy`].
///
/// The remaining energy after `steps` steps.
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
struct Energy {
    /// The parameter `steps` of [`energy`], which is not differentiated.
    steps: usize,
}
#[automatically_derived]
impl ::ad::__private::Signature for Energy {
    type In = ([f64; 2], f64);
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
        &["start", "friction"]
    }
    fn documentation(&self) -> &'static ::core::primitive::str {
        ::core::concat!("The remaining energy after `steps` steps.\n")
    }
}
#[automatically_derived]
impl<D: ::ad::__private::RealDict + ::ad::__private::OrderedDict> ::ad::__private::Exp<D> for Energy {
    #[inline]
    fn apply(
        &self,
        _: D,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
    ) -> ::ad::__private::Num<D> {
        energy(self.steps, &__x.0, __x.1)
    }
    #[inline]
    fn has_program(&self) -> ::core::primitive::bool {
        true
    }
    #[inline]
    fn choose<__R>(
        &self,
        __program: impl ::core::ops::FnOnce() -> __R,
        _: impl ::core::ops::FnOnce() -> __R,
    ) -> __R {
        __program()
    }
    #[inline]
    fn program(
        &self,
        __dict: D,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
        __seeding: &mut dyn ::ad::__private::adjoint::Seeding<Self::In, Self::Out, D>,
    ) {
        ::ad::__private::adjoint::offer(self, __dict, __x, __seeding);
    }
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn in_place(
        &self,
        __dict: D,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
        __sums: &mut (
            [::ad::__private::adjoint::Total<::ad::__private::Num<D>>; 2],
            ::ad::__private::adjoint::Total<::ad::__private::Num<D>>,
        ),
        __given: ::core::primitive::bool,
    ) -> ::core::option::Option<::ad::__private::Num<D>> {
        ::ad::__private::adjoint::offer_in_place(self, __dict, __x, __sums, __given)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quadratic(
        &self,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
    ) -> ::core::option::Option<::ad::__private::adjoint::Quadratic<Self::In, ::ad::__private::Num<D>>> {
        ::ad::__private::adjoint::Adjoint::quadratic_program(self, __x)
    }
    #[inline]
    fn assemble<__S: ::ad::__private::adjoint::Assemble<::ad::__private::Num<D>>>(
        &self,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
        __sink: &mut __S,
    ) -> ::core::option::Option<::ad::__private::Num<D>> {
        ::ad::__private::adjoint::Adjoint::assemble_program(self, __x, __sink)
    }
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
enum energy {}
#[automatically_derived]
#[allow(unused, unreachable_code, dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
impl energy {
    #[doc(hidden)]
    const __CHEAP: ::core::primitive::bool = false;
    #[doc(hidden)]
    const __LINEAR: ::core::primitive::bool = false;
    #[doc(hidden)]
    const __SAME: ::core::primitive::bool = {
        #[allow(unused_imports, clippy::wildcard_imports)]
        use ::ad::__private::adjoint::unannotated::*;
        {
            #[allow(unused_imports, deprecated)]
            use step as __callee_0;
            __callee_0::__SAME
        }
    };
    #[doc(hidden)]
    const __NAME: ::ad::__private::adjoint::Name = ::ad::__private::adjoint::name_of::<Self>;
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __adjoint<N: ::ad::__private::Real + ::ad::__private::Ordered>(
        __steps_0: usize,
        __start_1: &[N; 2],
        __friction_2: N,
        __late: ::core::primitive::bool,
    ) -> (
        N,
        impl ::core::ops::FnOnce(
            &::ad::__private::adjoint::Slot<N>,
            (),
            &[N; 2],
            (),
            &(),
            &[::ad::__private::adjoint::Slot<N>; 2],
            &::ad::__private::adjoint::Slot<N>,
        ) -> ::core::option::Option<N>
        + ::core::clone::Clone
        + use<N>,
    ) {
        #[allow(unused_imports, clippy::wildcard_imports)]
        use ::ad::__private::adjoint::unannotated::*;
        #[allow(unused_imports)]
        use ::ad::__private::{self as __ad, adjoint::methods::*};
        {
            #[allow(unused_imports, deprecated)]
            use step as __callee_0;
            let mut __kept_7 = __ad::adjoint::Iterations::begin();
            let mut __state_3 = ::core::clone::Clone::clone(&(*__start_1));
            let __iterator = (0..__steps_0);
            __kept_7.reserve(::core::iter::Iterator::size_hint(&__iterator).0);
            for __i_4 in __iterator {
                #[cfg(debug_assertions)]
                __ad::adjoint::same_function(
                    || {
                        let __function = __callee_0;
                        __function(&__state_3, __friction_2);
                        __function
                    },
                    __callee_0::__NAME,
                );
                let (__step_5, __pullback_5) = __callee_0::__adjoint(&__state_3, __friction_2, false);
                let __kept_pullback_5 = __ad::adjoint::Cheap::<{ __callee_0::__CHEAP }>::keep(__pullback_5);
                let __new = ::core::clone::Clone::clone(&__step_5);
                let __old_6 = ::core::mem::replace(&mut __state_3, __new);
                let __structure_5 = __ad::adjoint::structure(&__step_5);
                __kept_7.push_reserved((__old_6, __structure_5, __kept_pullback_5));
            }
            let __t_8: N = ::ad::__private::decimal::<N>(5, -1, 0.5);
            let __t_9: N = __state_3[1];
            let __t_10 = __ad::adjoint::times_constant(__t_9, __t_8, true);
            let __t_11: N = __state_3[1];
            let __t_12 = __t_10 * __t_11;
            let __t_13: N = ::ad::__private::natural::<N>(1);
            let __t_14 = __t_12 + __t_13;
            let __t_15: N = __state_3[0];
            let __t_16 = <N as __ad::Real>::cos(__t_15);
            let __t_17 = __t_14 - __t_16;
            let __structure_3 = __ad::adjoint::structure(&__state_3);
            let __result = __t_17;
            (
                __result,
                move |__d_result: &::ad::__private::adjoint::Slot<N>,
                      _: (),
                      __start_1: &[N; 2],
                      _: (),
                      __d_steps_0: &(),
                      __d_start_1: &[::ad::__private::adjoint::Slot<N>; 2],
                      __d_friction_2: &::ad::__private::adjoint::Slot<N>| {
                    let mut __kept_7 = __kept_7;
                    let mut __state_3 = __state_3;
                    let mut __d_state_3 = __ad::adjoint::Structure::slots(&__structure_3);
                    let __d_t_17 = __ad::adjoint::Slot::<N>::new();
                    let __t_8: N = ::ad::__private::decimal::<N>(5, -1, 0.5);
                    let __t_9: N = __state_3[1];
                    let __t_10 = __ad::adjoint::times_constant(__t_9, __t_8, true);
                    let __t_11: N = __state_3[1];
                    let __t_15: N = __state_3[0];
                    __d_t_17.receive(&(*__d_result));
                    if let __ad::Some(__d) = __d_t_17.take() {
                        {
                            let __d = -__d;
                            __d_state_3[0].add_some(__ad::adjoint::through_operands(
                                __ad::adjoint::function::Cos,
                                0,
                                [__t_15],
                                __d,
                            ));
                        }
                        __d_state_3[1].add(__d * __t_10);
                        {
                            let __d = __d * __t_11;
                            __d_state_3[1].add(__ad::adjoint::times_constant(__d, __t_8, false));
                        }
                    }
                    for __i_4 in (0..__steps_0).rev() {
                        let (__old_6, __structure_5, __kept_pullback_5) =
                            __ad::adjoint::Iterations::pop(&mut __kept_7);
                        let mut __d_step_5 = __ad::adjoint::Structure::slots(&__structure_5);
                        __state_3 = __old_6;
                        __ad::adjoint::Shadow::transfer(&__d_state_3, &__d_step_5);
                        __d_state_3 = __ad::adjoint::Structure::slots(&__ad::adjoint::structure(&__state_3));
                        let __pullback_5 =
                            __ad::adjoint::Cheap::<{ __callee_0::__CHEAP }>::again(__kept_pullback_5, || {
                                __callee_0::__adjoint(&__state_3, __friction_2, false).1
                            });
                        __pullback_5(&__d_step_5, &__state_3, (), &__d_state_3, __d_friction_2);
                    }
                    __ad::adjoint::Shadow::transfer(&__d_state_3, __d_start_1);
                    __ad::adjoint::Iterations::end(__kept_7);
                    ::core::option::Option::None
                },
            )
        }
    }
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn __in_place<N: ::ad::__private::Real + ::ad::__private::Ordered>(
        __steps_0: usize,
        __start_1: &[N; 2],
        __friction_2: N,
        __late: ::core::primitive::bool,
    ) -> (
        N,
        impl ::core::ops::FnOnce(
            &::ad::__private::adjoint::Slot<N>,
            (),
            &[N; 2],
            (),
            &(),
            &[::ad::__private::adjoint::Slot<N>; 2],
            &::ad::__private::adjoint::Slot<N>,
        ) -> ::core::option::Option<N>
        + ::core::clone::Clone
        + use<N>,
    ) {
        #[allow(unused_imports, clippy::wildcard_imports)]
        use ::ad::__private::adjoint::unannotated::*;
        #[allow(unused_imports)]
        use ::ad::__private::{self as __ad, adjoint::methods::*};
        {
            #[allow(unused_imports, deprecated)]
            use step as __callee_0;
            let mut __kept_7 = __ad::adjoint::Iterations::begin();
            let mut __state_3 = ::core::clone::Clone::clone(&(*__start_1));
            let __iterator = (0..__steps_0);
            __kept_7.reserve(::core::iter::Iterator::size_hint(&__iterator).0);
            for __i_4 in __iterator {
                #[cfg(debug_assertions)]
                __ad::adjoint::same_function(
                    || {
                        let __function = __callee_0;
                        __function(&__state_3, __friction_2);
                        __function
                    },
                    __callee_0::__NAME,
                );
                let (__step_5, __pullback_5) = __callee_0::__adjoint(&__state_3, __friction_2, false);
                let __kept_pullback_5 = __ad::adjoint::Cheap::<{ __callee_0::__CHEAP }>::keep(__pullback_5);
                let __new = ::core::clone::Clone::clone(&__step_5);
                let __old_6 = ::core::mem::replace(&mut __state_3, __new);
                let __structure_5 = __ad::adjoint::structure(&__step_5);
                __kept_7.push_reserved((__old_6, __structure_5, __kept_pullback_5));
            }
            let __t_8: N = ::ad::__private::decimal::<N>(5, -1, 0.5);
            let __t_9: N = __state_3[1];
            let __t_10 = __ad::adjoint::times_constant(__t_9, __t_8, true);
            let __t_11: N = __state_3[1];
            let __t_12 = __t_10 * __t_11;
            let __t_13: N = ::ad::__private::natural::<N>(1);
            let __t_14 = __t_12 + __t_13;
            let __t_15: N = __state_3[0];
            let __t_16 = <N as __ad::Real>::cos(__t_15);
            let __t_17 = __t_14 - __t_16;
            let __structure_3 = __ad::adjoint::structure(&__state_3);
            let __result = __t_17;
            (
                __result,
                #[inline(always)]
                move |__d_result: &::ad::__private::adjoint::Slot<N>,
                      _: (),
                      __start_1: &[N; 2],
                      _: (),
                      __d_steps_0: &(),
                      __d_start_1: &[::ad::__private::adjoint::Slot<N>; 2],
                      __d_friction_2: &::ad::__private::adjoint::Slot<N>| {
                    let mut __kept_7 = __kept_7;
                    let mut __state_3 = __state_3;
                    let mut __d_state_3 = __ad::adjoint::Structure::slots(&__structure_3);
                    let __d_t_17 = __ad::adjoint::Slot::<N>::new();
                    let __t_8: N = ::ad::__private::decimal::<N>(5, -1, 0.5);
                    let __t_9: N = __state_3[1];
                    let __t_10 = __ad::adjoint::times_constant(__t_9, __t_8, true);
                    let __t_11: N = __state_3[1];
                    let __t_15: N = __state_3[0];
                    __d_t_17.receive(&(*__d_result));
                    if let __ad::Some(__d) = __d_t_17.take() {
                        {
                            let __d = -__d;
                            __d_state_3[0].add_some(__ad::adjoint::through_operands(
                                __ad::adjoint::function::Cos,
                                0,
                                [__t_15],
                                __d,
                            ));
                        }
                        __d_state_3[1].add(__d * __t_10);
                        {
                            let __d = __d * __t_11;
                            __d_state_3[1].add(__ad::adjoint::times_constant(__d, __t_8, false));
                        }
                    }
                    for __i_4 in (0..__steps_0).rev() {
                        let (__old_6, __structure_5, __kept_pullback_5) =
                            __ad::adjoint::Iterations::pop(&mut __kept_7);
                        let mut __d_step_5 = __ad::adjoint::Structure::slots(&__structure_5);
                        __state_3 = __old_6;
                        __ad::adjoint::Shadow::transfer(&__d_state_3, &__d_step_5);
                        __d_state_3 = __ad::adjoint::Structure::slots(&__ad::adjoint::structure(&__state_3));
                        let __pullback_5 =
                            __ad::adjoint::Cheap::<{ __callee_0::__CHEAP }>::again(__kept_pullback_5, || {
                                __callee_0::__adjoint(&__state_3, __friction_2, false).1
                            });
                        __pullback_5(&__d_step_5, &__state_3, (), &__d_state_3, __d_friction_2);
                    }
                    __ad::adjoint::Shadow::transfer(&__d_state_3, __d_start_1);
                    __ad::adjoint::Iterations::end(__kept_7);
                    ::core::option::Option::None
                },
            )
        }
    }
}
#[automatically_derived]
#[allow(unreachable_code, clippy::all, clippy::pedantic)]
impl<D: ::ad::__private::RealDict + ::ad::__private::OrderedDict> ::ad::__private::adjoint::Adjoint<D>
    for Energy
{
    #[inline]
    fn pullback<'__a>(
        &'__a self,
        _: D,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
    ) -> (
        ::ad::__private::Num<D>,
        impl ::core::ops::FnOnce(
            &::ad::__private::adjoint::Slot<::ad::__private::Num<D>>,
            &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
            &(
                [::ad::__private::adjoint::Slot<::ad::__private::Num<D>>; 2],
                ::ad::__private::adjoint::Slot<::ad::__private::Num<D>>,
            ),
        ) + ::core::clone::Clone
        + use<'__a, D>,
    ) {
        let (__y, __sweep) = energy::__adjoint(self.steps, &__x.0, __x.1, false);
        (__y, move |__dy: &_, __x: &_, __dx: &_| {
            __sweep(__dy, (), &__x.0, (), &(), &__dx.0, &__dx.1);
        })
    }
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn totals_in_place(
        &self,
        _: D,
        __x: &([::ad::__private::Num<D>; 2], ::ad::__private::Num<D>),
        __seed: impl ::core::ops::FnOnce(
            &::ad::__private::Num<D>,
        ) -> ::ad::__private::adjoint::Slot<::ad::__private::Num<D>>,
        __dx: &mut (
            [::ad::__private::adjoint::Total<::ad::__private::Num<D>>; 2],
            ::ad::__private::adjoint::Total<::ad::__private::Num<D>>,
        ),
    ) -> ::ad::__private::Num<D> {
        let (__y, __sweep) = energy::__in_place(self.steps, &__x.0, __x.1, true);
        let __dy = &__seed(&__y);
        let __slots_1 = ::ad::__private::adjoint::slots::<[f64; 2], _>(&__x.0);
        let __slots_2 = ::ad::__private::adjoint::slots::<f64, _>(&__x.1);
        let __y = __sweep(__dy, (), &__x.0, (), &(), &__slots_1, &__slots_2).unwrap_or(__y);
        ::ad::__private::adjoint::total::<[f64; 2], _>(&__slots_1, &mut __dx.0);
        ::ad::__private::adjoint::total::<f64, _>(&__slots_2, &mut __dx.1);
        __y
    }
}
fn main() {
    let e = Energy { steps: 500 };
    let at = ([1.0, 0.0], 0.1);
    let (value, gradient) = adjoint::value_and_grad(e).eval(F64, at);
    println!("energy {value:.6}, gradient {gradient:.6?}");
    assert_eq!(stack::grad(e).eval(F64, at), gradient);
    let direction = ([1.0, 0.0], 0.0);
    let (_, hv) = forward::jvp(adjoint::grad(e)).eval(F64, (at, direction));
    println!("a column of the Hessian {hv:.6?}");
    let mut prepared = Prepared::new(e);
    let mut gradient = at;
    for friction in [0.1, 0.2, 0.4] {
        let value = prepared.value_and_grad_into(&([1.0, 0.0], friction), &mut gradient);
        println!("friction {friction}: energy {value:.6}, derivative by friction {:.6}", gradient.1);
    }
    let (next, pullback) = adjoint::pullback(&Step, F64, at);
    println!(
        "next {next:.6?}, rows {:.6?} and {:.6?}",
        pullback.apply(&[1.0, 0.0]),
        pullback.apply(&[0.0, 1.0])
    );
}
