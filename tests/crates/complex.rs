//! num-complex's numbers.

use ad::complex;
use ad::prelude::*;
use num_complex::Complex64;
use num_traits::Float;

type Function = fn(Complex64) -> Complex64;

const I: Complex64 = Complex64::new(0.0, 1.0);

/// Points in all quadrants, and on both axes away from 0.
fn points() -> Vec<Complex64> {
    let axis = [-2.5, -0.75, -0.0, 0.0, 0.3, 1.5];
    let all = axis.iter().flat_map(|&re| axis.iter().map(move |&im| Complex64::new(re, im)));
    all.filter(|z| z.norm() > 0.0).collect()
}

#[track_caller]
fn close(found: Complex64, expected: Complex64, what: &str) {
    let error = (found - expected).norm();
    assert!(error <= 1e-12 * expected.norm().max(1.0), "{what}: {found} and {expected} differ by {error}");
}

/// Expressions of functions of one complex number, each with the derivative of the textbook, at `f64`.
macro_rules! functions {
    ($($name:ident $Exp:ident: |$z:ident| $e:expr, $derivative:expr;)*) => {
        mod functions {
            use super::*;
            $(
                #[exp(name = $Exp)]
                pub(super) fn $name($z: num_complex::Complex<f64>) -> num_complex::Complex<f64>
                where
                    f64: Float,
                {
                    $e
                }
            )*
        }

        $(
            #[test]
            fn $name() {
                let derivative: Function = $derivative;
                for z in points() {
                    let what = format!("{} at {z}", stringify!($name));
                    close(complex::derivative(&functions::$Exp, &z), derivative(z), &what);
                    let (_, anti) = complex::wirtinger(&functions::$Exp, &z);
                    close(anti, Complex64::new(0.0, 0.0), &what);
                    ad_testing::nestings!([jacobian], functions::$Exp, |name, d| {
                        let rows = d.eval(F64, z);
                        let what = format!("{what}, {name}");
                        close(Complex64::new(rows.re.re, rows.im.re), derivative(z), &what);
                        close(Complex64::new(rows.re.im, rows.im.im), I * derivative(z), &what);
                    });
                }
            }
        )*
    };
}

functions! {
    arithmetic Arithmetic: |z| z * z * z - z / (z + 3.0) + z * 2.0,
        |z| 3.0 * z * z - 3.0 / ((z + 3.0) * (z + 3.0)) + 2.0;
    powers Powers: |z| z.powi(3) + z.inv() + z.powu(2), |z| 3.0 * z * z - (z * z).inv() + 2.0 * z;
    exponential Exponential: |z| z.exp(), |z| z.exp();
    logarithm Logarithm: |z| z.ln(), |z| z.inv();
    sine Sine: |z| z.sin() * z.cos(), |z| (2.0 * z).cos();
    tangent Tangent: |z| z.tanh(), |z| 1.0 - z.tanh() * z.tanh();
    square_root SquareRoot: |z| complex::sqrt(z), |z| 0.5 / z.sqrt();
    cube_root CubeRoot: |z| complex::cbrt(z), |z| z.cbrt() / (3.0 * z);
    arcsine Arcsine: |z| complex::asin(z), |z| 1.0 / (I * z + (1.0 - z * z).sqrt()) * (I - z / (1.0 - z * z).sqrt()) * -I;
    arccosine Arccosine: |z| complex::acos(z), |z| -1.0 / (1.0 - z * z).sqrt();
    area_sine AreaSine: |z| complex::asinh(z), |z| 1.0 / (Complex64::ONE + z * z).sqrt();
    area_cosine AreaCosine: |z| complex::acosh(z), |z| 1.0 / (complex::sqrt(z + Complex64::ONE) * complex::sqrt(Complex64::new(z.re - 1.0, z.im + 0.0)));
}

#[test]
fn our_roots_have_the_values_of_theirs() {
    let pairs: [(Function, Function, &str); 6] = [
        (complex::sqrt, Complex64::sqrt, "sqrt"),
        (complex::cbrt, Complex64::cbrt, "cbrt"),
        (complex::asin, Complex64::asin, "asin"),
        (complex::acos, Complex64::acos, "acos"),
        (complex::asinh, Complex64::asinh, "asinh"),
        (complex::acosh, Complex64::acosh, "acosh"),
    ];
    for (ours, theirs, name) in pairs {
        for z in points() {
            close(ours(z), theirs(z), &format!("{name} at {z}"));
        }
    }
    assert_eq!(complex::sqrt(Complex64::new(0.0, 0.0)), Complex64::new(0.0, 0.0));
    assert_eq!(complex::sqrt(Complex64::new(1e300, 1e300)).re, Complex64::new(1e300, 1e300).sqrt().re);
}

/// Their own square root is not to be differentiated on the axes. If this fails, it is, and the warnings can go.
#[exp]
fn their_root(z: num_complex::Complex<f64>) -> num_complex::Complex<f64>
where
    f64: Float,
{
    z.sqrt()
}

#[test]
fn their_root_is_wrong_on_the_axes() {
    let (derivative, anti) = complex::wirtinger(&TheirRoot, &Complex64::new(4.0, 0.0));
    assert_ne!(derivative, Complex64::new(0.25, 0.0));
    assert_ne!(anti, Complex64::new(0.0, 0.0));
    close(
        complex::derivative(&TheirRoot, &Complex64::new(3.0, 4.0)),
        0.5 / Complex64::new(2.0, 1.0),
        "off the axes",
    );
}

/// |z|² in a loss of complex weights: the gradient is twice the weight.
#[exp]
fn power(z: &[num_complex::Complex<f64>]) -> f64
where
    f64: Float,
{
    z.iter().map(num_complex::Complex::norm_sqr).sum()
}

#[test]
fn a_real_function_has_a_complex_gradient() {
    let z = [Complex64::new(1.0, 2.0), Complex64::new(-3.0, 0.0)];
    assert_eq!(call::grad(&Power, &z[..]), [2.0 * z[0], 2.0 * z[1]]);
}

/// A polynomial by Horner's rule, and Newton's method for its roots, with the derivative of the expression.
#[exp]
fn polynomial(#[fixed] coefficients: &[f64], z: num_complex::Complex<f64>) -> num_complex::Complex<f64>
where
    f64: Float,
{
    let mut value = num_complex::Complex { re: 0.0, im: 0.0 };
    for c in coefficients.iter().rev() {
        value *= z;
        value.re += *c;
    }
    value
}

#[test]
fn newtons_method_finds_a_root_that_is_not_real() {
    // z³ - 1
    let e = Polynomial { coefficients: &[-1.0, 0.0, 0.0, 1.0] };
    let mut z = Complex64::new(-1.0, 1.0);
    for _ in 0..20 {
        z -= call::value(&e, &z) / complex::derivative(&e, &z);
    }
    close(z, Complex64::from_polar(1.0, std::f64::consts::TAU / 3.0), "the root");
}

#[test]
fn a_pair_is_a_shape() {
    crate::is_a_shape::<Complex64>(&Complex64::new(1.0, 2.0), 2, None);
    let ragged = |n: usize| num_complex::Complex { re: vec![1.0], im: vec![2.0; n] };
    crate::is_a_shape::<num_complex::Complex<Vec<f64>>>(
        &ragged(2),
        3,
        Some((&ragged(3), "lengths differ at `.im`: 2 numbers and 3 numbers")),
    );
}
