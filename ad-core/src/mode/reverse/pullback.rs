//! The operators of all reverse strategies, made of `pullback` and `rows`.

use alloc::vec::Vec;

use crate::{Dict, Matrix, Num, Of, Shape};

/// The operators of the reverse mode in whose module this is invoked, under a dictionary `D` for expressions with these bounds. The
/// attribute is that of the examples. The module has:
///
/// * `fn pullback(e, dict, x, seed) -> (y, x̄)`, where `seed(i)` is the adjoint of output number `i`, and
/// * `fn rows(e, dict, x) -> (y, J)`, with a row for each output, whose adjoint is 1 and that of the others 0.
macro_rules! operators_from_pullback {
    ($module:literal $attribute:literal, $D:ident, $($bound:tt)*) => {
        fn gradient<$D: Dict, E: Signature<Out = f64> + $($bound)*>(
            e: &E,
            dict: $D,
            x: &Of<E::In, Num<$D>>,
        ) -> (Num<$D>, Of<E::In, Num<$D>>) {
            pullback(e, dict, x, crate::mode::reverse::pullback::unit(dict))
        }
        operators_from_pullback!(by gradient: $module $attribute, $D, $($bound)*);
    };

    // With a faster way to the gradient.
    (by gradient: $module:literal $attribute:literal, $D:ident, $($bound:tt)*) => {
        /// The derivative of `e`, from one number to one number.
        ///
        /// ```
        #[doc = concat!("use ad::{Exp, I64, exp, ", $module, "};")]
        ///
        #[doc = $attribute]
        /// fn fourth_power(x: f64) -> f64 {
        ///     (x * x) * (x * x)
        /// }
        ///
        #[doc = concat!("assert_eq!(", $module, "::diff(FourthPower).eval(I64, 2), 32);")]
        /// ```
        ///
        /// # Cost
        ///
        /// One evaluation and one reverse sweep, with memory in between. [`forward::diff`](crate::forward::diff) is cheaper.
        pub fn diff<E: Signature<In: crate::OneNumber, Out = f64>>(e: E) -> Grad<E> {
            Grad(e)
        }

        /// The gradient of `e`: its derivatives with respect to all numbers of the argument, in the shape of the argument.
        ///
        /// ```
        #[doc = concat!("use ad::{At, exp, ", $module, "};")]
        ///
        #[doc = $attribute]
        /// fn product(x: [f64; 3]) -> f64 {
        ///     x.iter().product()
        /// }
        ///
        #[doc = concat!("assert_eq!(", $module, "::grad(Product).at([2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);")]
        /// ```
        ///
        /// # Cost
        ///
        /// One evaluation and one reverse sweep for any number of inputs, with memory in between.
        pub fn grad<E: Signature<Out = f64>>(e: E) -> Grad<E> {
            Grad(e)
        }

        /// The value of `e` and its gradient: x ↦ (y, ∇e(x)).
        ///
        /// ```
        #[doc = concat!("use ad::{At, exp, ", $module, "};")]
        ///
        #[doc = $attribute]
        /// fn product(x: [f64; 3]) -> f64 {
        ///     x.iter().product()
        /// }
        ///
        #[doc = concat!("assert_eq!(", $module, "::value_and_grad(Product).at([2.0, 3.0, 5.0]), (30.0, [15.0, 10.0, 6.0]));")]
        /// ```
        ///
        /// # Cost
        ///
        /// That of [`grad`], which computes the value as well.
        pub fn value_and_grad<E: Signature<Out = f64>>(e: E) -> ValueAndGrad<E> {
            ValueAndGrad(e)
        }

        /// The vector-Jacobian product: (x, ȳ) ↦ (y, x̄), where x̄ = ȳ·J(x) has the shape of the argument, and ȳ that of the result.
        ///
        /// ```
        #[doc = concat!("use ad::{At, exp, ", $module, "};")]
        ///
        #[doc = $attribute]
        /// fn squares([x, y]: [f64; 2]) -> [f64; 2] {
        ///     [x * x, x * y]
        /// }
        ///
        /// // Three times the first row of the Jacobian and once the second.
        #[doc = concat!("assert_eq!(", $module, "::vjp(Squares).at(([2.0, 5.0], [3.0, 1.0])), ([4.0, 10.0], [17.0, 2.0]));")]
        /// ```
        ///
        /// # Cost
        ///
        /// One evaluation and one reverse sweep for any number of inputs and results, with memory in between.
        ///
        /// # Panics
        ///
        /// Evaluation panics if y and ȳ differ in [structure](Shape#structure).
        pub fn vjp<E: Signature>(e: E) -> Vjp<E> {
            Vjp(e)
        }

        /// The Jacobian of `e`, by rows: for few outputs. For few inputs, see [`forward::jacobian`](crate::forward::jacobian).
        ///
        /// Its shape is that of the result, with the shape of the argument in place of each number.
        ///
        /// ```
        #[doc = concat!("use ad::{At, exp, ", $module, "};")]
        ///
        #[doc = $attribute]
        /// fn squares([x, y]: [f64; 2]) -> [f64; 2] {
        ///     [x * x, x * y]
        /// }
        ///
        #[doc = concat!("assert_eq!(", $module, "::jacobian(Squares).at([2.0, 5.0]), [[4.0, 0.0], [5.0, 2.0]]);")]
        /// ```
        ///
        /// # Cost
        ///
        /// One evaluation, and a reverse sweep for each number of the result, with memory in between. `effects` evaluates once for each,
        /// since a control stack can be reversed only once.
        pub fn jacobian<E: Signature>(e: E) -> Jacobian<E> {
            Jacobian(e)
        }

        crate::number::exp::callable!([E] Grad<E>, [E] ValueAndGrad<E>, [E] Vjp<E>, [E] Jacobian<E>);

        /// The result of [`diff`] and [`grad`]: an expression again.
        #[derive(Clone, Copy, Debug)]
        pub struct Grad<E>(E);

        impl<E: Signature<Out = f64>> Signature for Grad<E> {
            type In = E::In;
            type Out = E::In;
        }

        impl<$D: Dict, E: Signature<Out = f64> + $($bound)*> Exp<$D> for Grad<E> {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply(&self, dict: $D, x: &Of<E::In, Num<$D>>) -> Of<E::In, Num<$D>> {
                gradient(&self.0, dict, x).1
            }
        }

        /// The result of [`value_and_grad`].
        #[derive(Clone, Copy, Debug)]
        pub struct ValueAndGrad<E>(E);

        impl<E: Signature<Out = f64>> Signature for ValueAndGrad<E> {
            type In = E::In;
            type Out = (f64, E::In);
        }

        impl<$D: Dict, E: Signature<Out = f64> + $($bound)*> Exp<$D> for ValueAndGrad<E> {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply(&self, dict: $D, x: &Of<E::In, Num<$D>>) -> (Num<$D>, Of<E::In, Num<$D>>) {
                gradient(&self.0, dict, x)
            }
        }

        /// The result of [`vjp`].
        #[derive(Clone, Copy, Debug)]
        pub struct Vjp<E>(E);

        impl<E: Signature> Signature for Vjp<E> {
            type In = (E::In, E::Out);
            type Out = (E::Out, E::In);
        }

        impl<$D: Dict, E: $($bound)*> Exp<$D> for Vjp<E> {
            #[inline]
            fn apply(&self, dict: $D, (x, dy): &Of<Self::In, Num<$D>>) -> Of<Self::Out, Num<$D>> {
                let (y, dx) = pullback(&self.0, dict, x, crate::mode::reverse::pullback::given::<$D, E::Out>(dy));
                assert_same_structure::<E::Out, _, _>(("result", &y), ("adjoint", dy));
                (y, dx)
            }
        }

        /// The result of [`jacobian`].
        #[derive(Clone, Copy, Debug)]
        pub struct Jacobian<E>(E);

        impl<E: Signature> Signature for Jacobian<E> {
            type In = E::In;
            type Out = Matrix<E::Out, E::In>;
        }

        impl<$D: Dict, E: $($bound)*> Exp<$D> for Jacobian<E> {
            #[inline]
            fn apply(&self, dict: $D, x: &Of<E::In, Num<$D>>) -> Of<Self::Out, Num<$D>> {
                rows(&self.0, dict, x).1
            }
        }
    };
}

pub(crate) use operators_from_pullback;

/// The `rows` of a Jacobian, in the shape of the result `y`.
pub(crate) fn arranged<D: Dict, I: Shape, O: Shape>(
    y: &Of<O, Num<D>>,
    rows: Vec<Of<I, Num<D>>>,
) -> Of<Matrix<O, I>, Num<D>> {
    let mut rows = rows.into_iter();
    O::map(y, &mut |_| rows.next().expect("there is a row for each output"))
}

/// The seed of a gradient. This and [`given`] do not depend on the expression. So they are compiled once for each shape.
pub(crate) fn unit<D: Dict>(dict: D) -> impl FnMut(usize) -> Option<D::V> {
    move |_| Some(dict.one())
}

/// The seeds of a vector-Jacobian product.
pub(crate) fn given<D: Dict, S: Shape>(dy: &Of<S, Num<D>>) -> impl FnMut(usize) -> Option<D::V> + use<D, S> {
    let mut seeds = Vec::new();
    S::for_each(dy, &mut |dy| seeds.push(dy.value()));
    move |i| seeds.get(i).copied()
}
