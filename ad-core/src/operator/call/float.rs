//! The types of plain floats of a call, and second derivatives at each of them.

use alloc::vec::Vec;

use super::{floats, numbers, plain};
use crate::forward::Forward;
use crate::number::shape::assert_same_structure;
use crate::operator::pool::with_tapes;
use crate::operator::second::{self, Second};
use crate::stack::Stack;
use crate::{
    Argument, Dict, Exp, F32, Matrix, Number, Of, RealDict, Shape, Signature, TwiceDifferentiable, hvp,
    laplacian, value_grad_hessian,
};

mod sealed {
    use crate::operator::pool::Tapes;
    use crate::stack::TapeMemory;
    use crate::{F32, F64, Number};

    pub trait Sealed: Number {
        /// The memory of the tape over these floats.
        fn tape(tapes: &mut Tapes) -> &mut TapeMemory<Self::Dict>;
    }

    impl Sealed for f64 {
        #[inline]
        fn tape(tapes: &mut Tapes) -> &mut TapeMemory<F64> {
            &mut tapes.first
        }
    }

    impl Sealed for f32 {
        #[inline]
        fn tape(tapes: &mut Tapes) -> &mut TapeMemory<F32> {
            &mut tapes.single
        }
    }
}

/// The plain floats of a call, `f64` or `f32`. An expression of a function over `f32` can be called at either, and the argument decides.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a plain float", label = "not `f64` or `f32`")]
pub trait Float: Number<Dict: RealDict + Dict<V = Self>> + sealed::Sealed + 'static {}
impl Float for f64 {}
impl Float for f32 {}

/// Expressions whose second derivatives can be taken at the plain floats `V`. At `f64` it is [`TwiceDifferentiable`].
#[diagnostic::on_unimplemented(
    message = "cannot take second derivatives of `{Self}`",
    label = "not an expression of real numbers with one real number as its result, under every dictionary"
)]
pub trait Curved<V: Float>: Signature {
    /// See [`value_grad_hessian`](super::value_grad_hessian).
    #[doc(hidden)]
    fn value_grad_hessian<X, H>(&self, x: &X) -> (V, Of<Self::In, V>, Of<Matrix<Self::In, Self::In>, V>)
    where
        X: Argument<Self::In, H, V> + ?Sized;

    /// See [`hvp`](super::hvp).
    #[doc(hidden)]
    fn gradient_and_product<X, T, H, K>(&self, x: &X, v: &T) -> (Of<Self::In, V>, Of<Self::In, V>)
    where
        X: Argument<Self::In, H, V> + ?Sized,
        T: Argument<Self::In, K, V> + ?Sized;

    /// See [`laplacian`](super::laplacian).
    #[doc(hidden)]
    fn laplacian<X, H>(&self, x: &X) -> V
    where
        X: Argument<Self::In, H, V> + ?Sized;
}

#[diagnostic::do_not_recommend]
impl<E: TwiceDifferentiable> Curved<f64> for E {
    #[inline]
    fn value_grad_hessian<X, H>(&self, x: &X) -> (f64, Of<E::In, f64>, Of<Matrix<E::In, E::In>, f64>)
    where
        X: Argument<E::In, H> + ?Sized,
    {
        if !second::are_few::<E::In>() || !second::by_program(self, None) {
            return by_rows(self, x);
        }
        let x = x.to_container();
        match second::at_once(self, &x) {
            Some(all) => all,
            None => by_duals(self, x),
        }
    }

    fn gradient_and_product<X, T, H, K>(&self, x: &X, v: &T) -> (Of<E::In, f64>, Of<E::In, f64>)
    where
        X: Argument<E::In, H> + ?Sized,
        T: Argument<E::In, K> + ?Sized,
    {
        let mut gradient = x.to_container();
        let mut product = v.to_container();
        assert_same_structure::<E::In, _, _>(("argument", &gradient), ("direction", &product));
        let mut direction = Vec::new();
        E::In::for_each(&product, &mut |v| direction.push(*v));
        let mut row = direction.clone();
        with_tapes(|tapes| {
            let second = &mut Second::default();
            second.products_into(&mut tapes.second, (self, None), x, &direction, &mut gradient, &mut row);
        });
        let mut entries = row.into_iter();
        E::In::for_each_mut(&mut product, &mut |entry| {
            *entry = entries.next().expect("there are n entries");
        });
        (gradient, product)
    }

    fn laplacian<X, H>(&self, x: &X) -> f64
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let (n, rows) = (E::In::count(&x.to_container()), value_grad_hessian_rows(self, x).2);
        (0..n).map(|i| rows[i * n + i]).sum()
    }
}

/// The same for few inputs without a program of second order. It is cold and receives a copy. So where such a program is inlined, the
/// argument stays in registers, and no jump leads over this call.
#[inline(never)]
#[cold]
#[allow(clippy::needless_pass_by_value, reason = "the caller has no reference")]
fn by_duals<E: TwiceDifferentiable>(
    e: &E,
    x: Of<E::In, f64>,
) -> (f64, Of<E::In, f64>, Of<Matrix<E::In, E::In>, f64>) {
    second::few(e, &x).unwrap_or_else(|| by_rows(e, &x))
}

/// The same by rows in memory. It is not inlined, since a small program is.
#[inline(never)]
fn by_rows<E, X, H>(e: &E, x: &X) -> (f64, Of<E::In, f64>, Of<Matrix<E::In, E::In>, f64>)
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
{
    let (y, gradient, rows) = value_grad_hessian_rows(e, x);
    let mut entries = rows.into_iter();
    let mut next = || entries.next().unwrap_or_default();
    let hessian = E::In::map(&gradient, &mut |_| E::In::map(&gradient, &mut |_| next()));
    (y, gradient, hessian)
}

/// The same, with the Hessian row by row.
fn value_grad_hessian_rows<E, X, H>(e: &E, x: &X) -> (f64, Of<E::In, f64>, Vec<f64>)
where
    X: Argument<E::In, H> + ?Sized,
    E: TwiceDifferentiable,
{
    let mut gradient = x.to_container();
    let n = E::In::count(&gradient);
    let mut rows = Vec::new();
    rows.resize(n * n, 0.0);
    let y = with_tapes(|tapes| {
        Second::default().hessian_into(&mut tapes.second, (e, None), x, &mut gradient, &mut rows)
    });
    (y, gradient, rows)
}

/// Forward over reverse mode.
#[diagnostic::do_not_recommend]
impl<E> Curved<f32> for E
where
    E: Signature<Out = f64>
        + for<'u> Exp<Forward<'u, F32>>
        + for<'u> Exp<Forward<'u, F32, 8>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F32>>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F32, 8>>>
        + Exp<F32>,
{
    fn value_grad_hessian<X, H>(&self, x: &X) -> (f32, Of<E::In, f32>, Of<Matrix<E::In, E::In>, f32>)
    where
        X: Argument<E::In, H, f32> + ?Sized,
    {
        let (y, gradient, hessian) = value_grad_hessian(self).apply(F32, &numbers::<E::In, f32, _>(x));
        (y.value(), plain::<E::In, f32>(gradient), plain::<Matrix<E::In, E::In>, f32>(hessian))
    }

    fn gradient_and_product<X, T, H, K>(&self, x: &X, v: &T) -> (Of<E::In, f32>, Of<E::In, f32>)
    where
        X: Argument<E::In, H, f32> + ?Sized,
        T: Argument<E::In, K, f32> + ?Sized,
    {
        let x = (numbers::<E::In, f32, _>(x), numbers::<E::In, f32, _>(v));
        let (gradient, product) = hvp(self).apply(floats::<f32>(), &x);
        (plain::<E::In, f32>(gradient), plain::<E::In, f32>(product))
    }

    fn laplacian<X, H>(&self, x: &X) -> f32
    where
        X: Argument<E::In, H, f32> + ?Sized,
    {
        laplacian(self).apply(F32, &numbers::<E::In, f32, _>(x)).value()
    }
}
