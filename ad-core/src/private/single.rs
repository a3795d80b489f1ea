//! The names for the expansions of functions over `f32`: those of [`private`](super), and others in place of some.

/// The module that such expansions name in place of [`private`](super).
pub mod __private {
    use core::borrow::Borrow;
    use core::marker::PhantomData;
    use core::ops::Deref;

    pub use crate::function::real::Elementary as Real;
    use crate::private::fit::Fit;
    use crate::private::floats::floats;
    pub use crate::private::*;

    floats!(f32, Real);

    impl Lift<&f32> {
        /// The constant.
        #[inline]
        pub fn number<N: Real>(self) -> N {
            constant(self.0)
        }
    }

    /// A plain float: `f32::EPSILON`. It may stand behind a reference, since numbers have no operators with `&f32`.
    #[inline]
    pub fn constant<N: Real>(c: impl Borrow<f32>) -> N {
        N::constant((*c.borrow()).into())
    }

    /// A constant of `f32::consts`, if `c` is it. A user's constant of the same name is a plain float.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the constants of `f32` are those of `f64`, rounded")]
    pub fn named<N: Real>(c: f32, of_std: impl Into<f64>) -> N {
        let of_std = of_std.into();
        if c.to_bits() == (of_std as f32).to_bits() { N::rounded(of_std) } else { N::constant(c.into()) }
    }

    /// An argument that may consist of `f32`, where the parameter may be over numbers or fixed.
    pub fn fit<T>(x: T) -> Fit<T, true> {
        Fit::new(x)
    }

    /// The shape of a type that an expansion knows by name only.
    pub trait Carried<const IS_SHAPE: bool> {
        /// Its shape over `f64`, or data without numbers.
        type Shape: Shape;
    }
    impl<T: Shape<Of<f64>: Shape>> Carried<true> for T {
        type Shape = T::Of<f64>;
    }
    impl<T: Clone> Carried<false> for T {
        type Shape = Data<T>;
    }

    /// A type of plain floats. A struct over `f32` is a shape over each of them.
    pub trait Float: Clone {}
    impl Float for f32 {}
    impl Float for f64 {}

    /// The names of adjoint programs.
    pub mod adjoint {
        use super::Real;
        pub use super::constant;
        use crate::Num;
        use crate::function::Function;
        use crate::private::adjoint;
        pub use crate::private::adjoint::*;

        /// The number under its dictionary, which has operators with `f64`.
        #[inline]
        fn under<N: Real>(x: N) -> Num<N::Dict> {
            Num::new(x.dict(), x.value())
        }

        #[inline]
        fn back<N: Real>(x: Num<N::Dict>) -> N {
            N::from_value(x.dict(), x.value())
        }

        /// See [`adjoint::through`].
        #[inline]
        pub fn through<N: Real, F: Function<K>, const K: usize>(
            f: F,
            i: usize,
            x: [N; K],
            y: N,
            d: N,
        ) -> Option<N> {
            adjoint::through(f, i, x.map(under), under(y), under(d)).map(back)
        }

        /// See [`adjoint::through_operands`].
        #[inline]
        pub fn through_operands<N: Real, F: Function<K>, const K: usize>(
            f: F,
            i: usize,
            x: [N; K],
            d: N,
        ) -> Option<N> {
            adjoint::through_operands(f, i, x.map(under), under(d)).map(back)
        }

        /// See [`adjoint::through_value`].
        #[inline]
        pub fn through_value<N: Real, F: Function<K>, const K: usize>(
            f: F,
            i: usize,
            y: N,
            d: N,
        ) -> Option<N> {
            adjoint::through_value(f, i, under(y), under(d)).map(back)
        }

        /// See [`adjoint::chain`].
        #[inline]
        pub fn chain<N: Real, F: Function<K>, const K: usize>(
            f: F,
            i: usize,
            x: [N; K],
            y: N,
            d: N,
            to: &adjoint::Slot<N>,
        ) {
            to.add_some(through(f, i, x, y, d));
        }

        /// See [`adjoint::unused`].
        #[inline]
        pub fn unused<N: Real>() -> N {
            N::constant(f64::NAN)
        }

        /// See [`adjoint::Part`].
        pub struct Part<T>(pub T);

        impl Part<f32> {
            /// The constant.
            #[inline]
            pub fn number<N: Real>(self) -> N {
                constant(self.0)
            }
        }

        impl Part<&f32> {
            /// The constant.
            #[inline]
            pub fn number<N: Real>(self) -> N {
                constant(self.0)
            }
        }

        impl<T> PartIsNumber for Part<T> {
            type Number = T;
            #[inline]
            fn number<N>(self) -> T {
                self.0
            }
        }
    }
}
