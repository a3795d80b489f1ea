//! Plain floats where numbers are needed. Functions over `f64` and those over `f32` have these names.

/// The names for one type of floats. A constant is a number of the class `$Real`.
macro_rules! floats {
    ($Float:ty, $Real:ident) => {
        /// A value that the macro takes for a plain float where a number is needed: `Lift(x).number::<N>()`.
        pub struct Lift<T>(pub T);

        impl Lift<$Float> {
            /// The constant.
            #[inline]
            pub fn number<N: $Real>(self) -> N {
                N::constant(self.0.into())
            }

            /// The constant, of a number type that is not inferred yet.
            #[inline]
            pub fn inferred<N: $Real>(self) -> N {
                N::constant(self.0.into())
            }

            /// The value itself. It tells rustc the type of a value made of literals only.
            #[inline]
            pub fn float(self) -> $Float {
                self.0
            }
        }

        impl<T> AlreadyNumber for Lift<T> {
            type Number = T;
            #[inline]
            fn number<N>(self) -> T {
                self.0
            }
            #[inline]
            fn inferred(self) -> T {
                self.0
            }
            #[inline]
            fn float(self) -> T {
                self.0
            }
        }

        /// The constants for a whole container of plain floats.
        #[inline]
        pub fn raise<S: Shape<Of<$Float> = S>, N: $Real>(x: S) -> S::Of<N> {
            S::into_map(x, &mut |c: $Float| N::constant(c.into()))
        }

        /// Whether a type contains numbers that its tokens do not show: `Unseen::<T>::SHAPE && !Unseen::<T>::EMPTY`. A constant of the
        /// type itself has precedence over one of a trait.
        pub struct Unseen<T: ?Sized>(PhantomData<T>);

        impl<T: Shape<Of<$Float> = T>> Unseen<T> {
            /// It is a shape.
            pub const SHAPE: bool = true;
        }

        impl<T: Shape<Of<Nothing> = T>> Unseen<T> {
            /// Its containers over all numbers are the same type: it has no numbers.
            pub const EMPTY: bool = true;
        }

        impl<T: ?Sized> NoShape for Unseen<T> {}

        impl<T: ?Sized> NotEmpty for Unseen<T> {}

        /// Converts the result of a function that the macro cannot see to a `W` over numbers `N`. `tag(&x).way()` is [`Same`] if it has
        /// that type already or is to be inferred, and [`Raised`] if it contains plain floats. Otherwise it is [`Same`], and rustc
        /// reports the mistake. Method lookup decides, from the outermost type inwards.
        pub fn tag<T, W, N>(_: &T) -> Tag<T, W, N> {
            Tag(Floats(Otherwise(PhantomData)))
        }

        /// See [`tag`].
        pub struct Tag<T, W, N>(Floats<T, W, N>);
        /// See [`tag`].
        pub struct Floats<T, W, N>(Otherwise<T, W, N>);
        /// See [`tag`].
        pub struct Otherwise<T, W, N>(PhantomData<(T, W, N)>);

        impl<X, N> Tag<X, X, N> {
            /// Unchanged.
            #[inline]
            pub fn way(&self) -> Same {
                Same
            }
        }

        impl<T, W, N> Deref for Tag<T, W, N> {
            type Target = Floats<T, W, N>;
            #[inline]
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl<T: Shape<Of<$Float> = T>, W, N: $Real> Floats<T, W, N> {
            /// As constants.
            #[inline]
            pub fn way(&self) -> Raised<N> {
                Raised(PhantomData)
            }
        }

        impl<T, W, N> Deref for Floats<T, W, N> {
            type Target = Otherwise<T, W, N>;
            #[inline]
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl<T, W, N> Otherwise<T, W, N> {
            /// Unchanged.
            #[inline]
            pub fn way(&self) -> Same {
                Same
            }
        }

        /// See [`tag`].
        pub struct Raised<N>(PhantomData<N>);

        impl<N: $Real> Raised<N> {
            /// The constants for plain floats.
            #[inline]
            pub fn lift<S: Shape<Of<$Float> = S>>(self, x: S) -> S::Of<N> {
                raise::<S, N>(x)
            }
        }
    };
}
pub(super) use floats;
