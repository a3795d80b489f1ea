//! Complex numbers: num-complex's pair as a container of two numbers, derivatives with respect to it, and replacements for some
//! of its functions.
//!
//! `Complex<N>` has the arithmetic and the functions of its crate if `N` has the traits of `num-traits`. So an expression has the
//! bound `where f64: num_traits::Float`. The derivatives are right, with one exception. **`Complex::sqrt` and `cbrt` compare a
//! part with 0 and take another branch there. So their derivatives are wrong on the axes.** `asin`, `acos`, `asinh` and `acosh`
//! use such roots, and inherit the error. The functions here have the same values, and right derivatives except at their branch
//! points.

use num_complex::Complex;

use crate::forward::{self, Forward};
use crate::number::slot::{Shadow, Shadowed, Structure};
use crate::{Argument, Exp, F64, Mismatch, Ordered, Path, Real, Shape, Signature};

/// The real part first.
impl<S: Shape> Shape for Complex<S> {
    type Of<T: Clone> = Complex<S::Of<T>>;
    const COUNT: Option<usize> = <[S; 2]>::COUNT;
    #[inline]
    fn map<T: Clone, U: Clone>(z: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        Complex { re: S::map(&z.re, f), im: S::map(&z.im, f) }
    }
    #[inline]
    fn into_map<T: Clone, U: Clone>(z: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        Complex { re: S::into_map(z.re, f), im: S::into_map(z.im, f) }
    }
    #[inline]
    fn for_each<T: Clone>(z: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        S::for_each(&z.re, f);
        S::for_each(&z.im, f);
    }
    #[inline]
    fn for_each_mut<T: Clone>(z: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        S::for_each_mut(&mut z.re, f);
        S::for_each_mut(&mut z.im, f);
    }
    #[inline]
    fn zip_mut<T: Clone, U: Clone>(z: &mut Self::Of<T>, w: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        S::zip_mut(&mut z.re, &w.re, f);
        S::zip_mut(&mut z.im, &w.im, f);
    }
    fn mismatch<T: Clone, U: Clone>(z: &Self::Of<T>, w: &Self::Of<U>) -> Option<Mismatch> {
        let re = S::mismatch(&z.re, &w.re).map(|mismatch| mismatch.within(".re"));
        re.or_else(|| S::mismatch(&z.im, &w.im).map(|mismatch| mismatch.within(".im")))
    }
    fn for_each_path<T: Clone>(z: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        path.within(".re", |path| S::for_each_path(&z.re, path, f));
        path.within(".im", |path| S::for_each_path(&z.im, path, f));
    }
}

impl<S: Shadowed> Shadowed for Complex<S> {
    type Structure = Complex<S::Structure>;
    type Shape = Complex<S::Shape>;
    #[inline]
    fn structure(&self) -> Self::Structure {
        Complex { re: self.re.structure(), im: self.im.structure() }
    }
}

impl<F: Structure> Structure for Complex<F> {
    type Slots = Complex<F::Slots>;
    #[inline]
    fn slots(&self) -> Self::Slots {
        Complex { re: self.re.slots(), im: self.im.slots() }
    }
}

impl<S: Shadow> Shadow for Complex<S> {
    #[inline]
    fn transfer(&self, to: &Self) {
        self.re.transfer(&to.re);
        self.im.transfer(&to.im);
    }
    #[inline]
    fn clear(&self) -> bool {
        self.re.clear() | self.im.clear()
    }
}

/// Wirtinger's derivatives of `e` at `z`: with respect to z, and with respect to the conjugate of z.
///
/// The first is ½(∂ₓf − i·∂ᵧf), and the second is ½(∂ₓf + i·∂ᵧf). The second is 0 if and only if `e` satisfies the Cauchy–Riemann
/// equations.
///
/// ```
/// use ad::{complex, exp};
/// use num_complex::{Complex, Complex64};
///
/// /// z ↦ z · z̄
/// #[exp]
/// fn square(z: Complex<f64>) -> Complex<f64> {
///     Complex { re: z.re * z.re + z.im * z.im, im: 0.0 }
/// }
///
/// let z = Complex64::new(1.0, 2.0);
/// assert_eq!(complex::wirtinger(&Square, &z), (z.conj(), z));
/// ```
///
/// # Cost
///
/// One evaluation in forward mode with two tangents.
pub fn wirtinger<E, Z, H>(e: &E, z: &Z) -> (Complex<f64>, Complex<f64>)
where
    Z: Argument<Complex<f64>, H> + ?Sized,
    E: Signature<In = Complex<f64>, Out = Complex<f64>> + for<'t> Exp<Forward<'t, F64, 2>>,
{
    let jacobian: Complex<Complex<f64>> = forward::jacobian(e).width::<2>().eval(F64, z.to_container());
    let Complex { re: u, im: v } = jacobian;
    let (x, y) = (Complex { re: u.re, im: v.re }, Complex { re: u.im, im: v.im });
    let half = |re: f64, im: f64| Complex { re: 0.5 * re, im: 0.5 * im };
    (half(x.re + y.im, x.im - y.re), half(x.re - y.im, x.im + y.re))
}

/// The derivative f′(z) of a holomorphic function: the first result of [`wirtinger`], if the second is 0.
///
/// The derivative of a function that is not holomorphic is the real Jacobian, of four numbers:
/// [`call::jacobian`](crate::call::jacobian) gives it as a `Complex` of its rows. For a real function of complex parameters,
/// [`call::grad`](crate::call::grad) gives ∂ₓL + i·∂ᵧL, the direction of steepest ascent.
///
/// ```
/// use ad::{complex, exp};
/// use num_complex::{Complex, Complex64};
///
/// #[exp]
/// fn square(z: Complex<f64>) -> Complex<f64> {
///     let Complex { re, im } = z;
///     Complex { re: re * re - im * im, im: 2.0 * re * im }
/// }
///
/// let z = Complex64::new(1.0, 2.0);
/// assert_eq!(complex::derivative(&Square, &z), 2.0 * z);
/// ```
///
/// # Cost
///
/// The cost of [`wirtinger`].
pub fn derivative<E, Z, H>(e: &E, z: &Z) -> Complex<f64>
where
    Z: Argument<Complex<f64>, H> + ?Sized,
    E: Signature<In = Complex<f64>, Out = Complex<f64>> + for<'t> Exp<Forward<'t, F64, 2>>,
{
    wirtinger(e, z).0
}

/// The principal square root, with the branch cut along the negative real axis. It has no derivative at the branch point 0.
///
/// ```
/// use ad::{complex, exp};
/// use num_complex::{Complex, Complex64};
///
/// #[exp]
/// fn root(z: Complex<f64>) -> Complex<f64> {
///     complex::sqrt(z)
/// }
///
/// // On the axis, where `Complex::sqrt` has the right value and a wrong derivative.
/// let four = Complex64::new(4.0, 0.0);
/// assert_eq!(root(four), Complex64::new(2.0, 0.0));
/// assert_eq!(complex::derivative(&Root, &four), Complex64::new(0.25, 0.0));
/// ```
#[inline]
pub fn sqrt<N: Real + Ordered>(z: Complex<N>) -> Complex<N> {
    let Complex { re, im } = z;
    let half = N::constant(0.5);
    if re == N::natural(0) && im == N::natural(0) {
        return Complex { re: re.abs().sqrt(), im };
    }
    // The larger part is a root without cancellation. The other follows from 2·a·b = im.
    if re.is_sign_positive() {
        let a = (half * re.hypot(im) + half * re).sqrt();
        return Complex { re: a, im: half * im / a };
    }
    let b = (half * re.hypot(im) - half * re).sqrt();
    let b = if im.is_sign_negative() { -b } else { b };
    Complex { re: half * im / b, im: b }
}

/// The principal cube root, with the branch cut along the negative real axis. It has no derivative at the branch point 0.
///
/// ```
/// use ad::complex;
/// use num_complex::Complex64;
///
/// let w = complex::cbrt(Complex64::new(-8.0, 0.0));
/// assert!((w - Complex64::new(1.0, 3f64.sqrt())).norm() < 1e-15);
/// ```
#[inline]
pub fn cbrt<N: Real + Ordered>(z: Complex<N>) -> Complex<N> {
    let (radius, angle) = (z.re.hypot(z.im).cbrt(), z.im.atan2(z.re) / 3.0);
    Complex { re: radius * angle.cos(), im: radius * angle.sin() }
}

/// The principal inverse sine, with branch cuts beyond ±1 on the real axis.
///
/// ```
/// use ad::complex;
/// use num_complex::Complex64;
///
/// let w = complex::asin(Complex64::new(1.0, 0.0));
/// assert!((w - Complex64::new(std::f64::consts::FRAC_PI_2, 0.0)).norm() < 1e-15);
/// ```
#[inline]
pub fn asin<N: Real + Ordered>(z: Complex<N>) -> Complex<N> {
    let root = sqrt(one_minus_square(z));
    let ln = ln(Complex { re: root.re - z.im, im: root.im + z.re });
    Complex { re: ln.im, im: -ln.re }
}

/// The principal inverse cosine, with branch cuts beyond ±1 on the real axis.
///
/// ```
/// use ad::complex;
/// use num_complex::Complex64;
///
/// let w = complex::acos(Complex64::new(1.0, 0.0));
/// assert!((w - Complex64::new(0.0, 0.0)).norm() < 1e-15);
/// ```
#[inline]
pub fn acos<N: Real + Ordered>(z: Complex<N>) -> Complex<N> {
    let root = sqrt(one_minus_square(z));
    let ln = ln(Complex { re: z.re - root.im, im: z.im + root.re });
    Complex { re: ln.im, im: -ln.re }
}

/// The principal inverse hyperbolic sine, with branch cuts beyond ±i on the imaginary axis.
///
/// ```
/// use ad::complex;
/// use num_complex::Complex64;
///
/// let w = complex::asinh(Complex64::new(0.0, 1.0));
/// assert!((w - Complex64::new(0.0, std::f64::consts::FRAC_PI_2)).norm() < 1e-15);
/// ```
#[inline]
pub fn asinh<N: Real + Ordered>(z: Complex<N>) -> Complex<N> {
    let root = sqrt(Complex { re: (z.re * z.re - z.im * z.im) + 1.0, im: 0.0 + z.re * z.im * 2.0 });
    ln(Complex { re: z.re + root.re, im: z.im + root.im })
}

/// The principal inverse hyperbolic cosine, with a branch cut below 1 on the real axis.
///
/// ```
/// use ad::complex;
/// use num_complex::Complex64;
///
/// let w = complex::acosh(Complex64::new(0.0, 0.0));
/// assert!((w - Complex64::new(0.0, std::f64::consts::FRAC_PI_2)).norm() < 1e-15);
/// ```
#[inline]
pub fn acosh<N: Real + Ordered>(z: Complex<N>) -> Complex<N> {
    // The branch cut belongs to the upper half plane: -0 + 0 is +0.
    let half_root = |shift: f64| sqrt(Complex { re: (z.re + shift) * 0.5, im: (z.im + 0.0) * 0.5 });
    let (plus, minus) = (half_root(1.0), half_root(-1.0));
    let ln = ln(Complex { re: plus.re + minus.re, im: plus.im + minus.im });
    Complex { re: ln.re * 2.0, im: ln.im * 2.0 }
}

#[inline]
fn ln<N: Real>(z: Complex<N>) -> Complex<N> {
    Complex { re: z.re.hypot(z.im).ln(), im: z.im.atan2(z.re) }
}

/// 1 - z². Its imaginary part is +0 and not -0 if that of z is 0, which determines the side of the branch cut.
#[inline]
fn one_minus_square<N: Real>(z: Complex<N>) -> Complex<N> {
    Complex { re: 1.0 - (z.re * z.re - z.im * z.im), im: 0.0 - z.re * z.im * 2.0 }
}
