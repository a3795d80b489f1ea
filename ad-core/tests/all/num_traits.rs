//! The traits of `num-traits` on numbers. At floats they agree with `f64` to the last bit, and derivatives are those of the
//! functions of the same names.

use ad_core::{At, Exp, F32, F64, Num, OrderedDict, RealDict, Signature, forward, stack};
use ad_testing::nestings;
use num_traits::{
    Bounded, Euclid, Float, FloatConst, FromPrimitive, Inv, MulAdd, MulAddAssign, NumCast, Pow, Signed,
    ToPrimitive,
};

/// All functions of `T` that are in the traits, at three numbers.
#[allow(clippy::too_many_lines, reason = "rustfmt writes a line for each function")]
fn all<T>(x: T, y: T, z: T) -> Vec<T>
where
    T: Float + FloatConst + FromPrimitive + Signed + Bounded + Euclid + Inv<Output = T>,
    T: MulAdd<Output = T> + MulAddAssign + Pow<T, Output = T> + Pow<i32, Output = T> + Pow<f64, Output = T>,
{
    let unary: [fn(T) -> T; 31] = [
        Float::floor,
        Float::ceil,
        Float::round,
        Float::trunc,
        Float::fract,
        Float::abs,
        Float::signum,
        Float::recip,
        Float::sqrt,
        Float::cbrt,
        Float::exp,
        Float::exp2,
        Float::exp_m1,
        Float::ln,
        Float::ln_1p,
        Float::log2,
        Float::log10,
        Float::sin,
        Float::cos,
        Float::tan,
        Float::asin,
        Float::acos,
        Float::atan,
        Float::sinh,
        Float::cosh,
        Float::tanh,
        Float::asinh,
        Float::acosh,
        Float::atanh,
        Float::to_degrees,
        Float::to_radians,
    ];
    let binary: [fn(T, T) -> T; 8] = [
        Float::powf,
        Float::log,
        Float::max,
        Float::min,
        Float::hypot,
        Float::atan2,
        Float::copysign,
        Float::abs_sub,
    ];
    let mut values = Vec::new();
    for a in [x, y, z] {
        values.extend(unary.iter().map(|f| f(a)));
        for b in [x, y, z] {
            values.extend(binary.iter().map(|f| f(a, b)));
            values.extend([a.div_euclid(&b), a.rem_euclid(&b), a % b, Signed::abs_sub(&a, &b), a.pow(b)]);
        }
        let (sin, cos) = a.sin_cos();
        let mut sum = a;
        sum.mul_add_assign(y, z);
        values.extend([
            sin,
            cos,
            sum,
            a.powi(-3),
            a.pow(3),
            a.pow(1.5),
            a.inv(),
            Float::clamp(a, x.min(y), x.max(y)),
        ]);
        values.extend([
            Float::mul_add(a, y, z),
            MulAdd::mul_add(a, z, y),
            Signed::abs(&a),
            Signed::signum(&a),
        ]);
    }
    values.extend([T::zero(), T::one(), T::nan(), T::infinity(), T::neg_infinity(), T::neg_zero()]);
    values.extend([
        <T as Float>::min_value(),
        <T as Float>::max_value(),
        Bounded::min_value(),
        Bounded::max_value(),
    ]);
    values.extend([T::min_positive_value(), T::epsilon(), T::PI(), T::E(), T::TAU(), T::LN_2(), T::LN_10()]);
    values.extend([T::SQRT_2(), T::FRAC_1_SQRT_2(), T::FRAC_2_SQRT_PI(), T::LOG2_E(), T::LOG10_E()]);
    values.extend([
        T::LOG10_2(),
        T::LOG2_10(),
        T::FRAC_1_PI(),
        T::FRAC_2_PI(),
        T::FRAC_PI_2(),
        T::FRAC_PI_3(),
    ]);
    values.extend([T::FRAC_PI_4(), T::FRAC_PI_6(), T::FRAC_PI_8()]);
    let made = [
        T::from_i64(-7),
        T::from_u64(7),
        T::from_f64(0.1),
        T::from_f32(0.5),
        T::from_u8(3),
        NumCast::from(2.5),
    ];
    values.extend(made.map(|made| made.expect("a float holds it")));
    values.extend(
        [T::from_str_radix("2.5", 10), T::from_str_radix("-101", 2)].map(|made| made.ok().expect("digits")),
    );
    values
}

/// All of `FloatCore`, which code without `std` is bounded by.
fn all_of_the_core<T: num_traits::float::FloatCore>(x: T, y: T) -> (Vec<T>, Vec<bool>) {
    let values = vec![
        x.floor(),
        x.ceil(),
        x.round(),
        x.trunc(),
        x.fract(),
        x.abs(),
        x.signum(),
        x.recip(),
        x.to_degrees(),
        x.to_radians(),
        x.max(y),
        x.min(y),
        x.powi(-3),
        x.clamp(-T::one(), T::one()),
        T::nan(),
        T::infinity(),
        T::neg_infinity(),
        T::neg_zero(),
        T::min_value(),
        T::max_value(),
        T::min_positive_value(),
        T::epsilon(),
    ];
    let answers = vec![
        x.is_nan(),
        x.is_infinite(),
        x.is_finite(),
        x.is_normal(),
        x.is_subnormal(),
        x.is_sign_positive(),
        x.is_sign_negative(),
        x.classify() == y.classify(),
    ];
    (values, answers)
}

/// All predicates of the traits.
fn answers<T: Float + Signed>(x: T) -> Vec<bool> {
    let yes = [
        x.is_nan(),
        x.is_infinite(),
        x.is_finite(),
        x.is_normal(),
        x.is_sign_positive(),
        x.is_sign_negative(),
    ];
    let mut answers = yes.to_vec();
    answers.extend([x.is_positive(), x.is_negative(), x.is_zero(), Float::is_subnormal(x), x == T::one()]);
    answers.extend([x.classify() == f64::NAN.classify(), x.classify() == 0.5f64.classify()]);
    answers
}

const POINTS: [f64; 9] = [0.0, -0.0, 0.3, -0.7, 1.0, 2.5, -3.5, 1e-310, f64::INFINITY];

#[test]
fn at_floats_the_traits_agree_with_f64() {
    for (i, x) in POINTS.into_iter().enumerate() {
        let [y, z] = [2, 5].map(|step| POINTS[(i + step) % POINTS.len()]);
        let [a, b, c] = [x, y, z].map(|v| Num::new(F64, v));
        let bits = |values: Vec<f64>| {
            values.into_iter().map(|v| if v.is_nan() { 0 } else { v.to_bits() }).collect::<Vec<_>>()
        };
        assert_eq!(
            bits(all(x, y, z)),
            bits(all(a, b, c).into_iter().map(Num::value).collect()),
            "{x} {y} {z}"
        );
        assert_eq!(answers(x), answers(a), "{x}");
        let (plain, (values, answers)) = (all_of_the_core(x, y), all_of_the_core(a, b));
        assert_eq!(bits(plain.0), bits(values.into_iter().map(Num::value).collect()), "{x} {y}");
        assert_eq!(plain.1, answers, "{x} {y}");
    }
    assert_eq!(answers(f64::NAN), answers(Num::new(F64, f64::NAN)));
}

#[test]
fn limits_are_those_of_the_floats_beneath() {
    assert_eq!(<Num<F32> as Float>::epsilon().value(), f32::EPSILON);
    assert_eq!(<Num<F32> as Bounded>::max_value().value(), f32::MAX);
    assert_eq!(<Num<F32> as Float>::min_value().value(), f32::MIN);
    assert_eq!(<Num<F32> as Float>::min_positive_value().value(), f32::MIN_POSITIVE);
    assert_eq!(Num::new(F32, 1e-40f32).classify(), std::num::FpCategory::Subnormal);
    assert_eq!(Num::new(F64, 1e-40f64).classify(), std::num::FpCategory::Normal);
}

/// Everything that is smooth at 0.3, by the traits and by the class.
struct Traits;
struct Class;

impl Signature for Traits {
    type In = f64;
    type Out = Vec<f64>;
}
impl Signature for Class {
    type In = f64;
    type Out = Vec<f64>;
}

impl<D: RealDict + OrderedDict> Exp<D> for Traits {
    fn apply(&self, _: D, x: &Num<D>) -> Vec<Num<D>> {
        fn theirs<T: Float + Inv<Output = T> + MulAdd<Output = T> + Pow<T, Output = T> + Signed>(
            x: T,
        ) -> Vec<T> {
            let three = T::one() + T::one() + T::one();
            let (sin, cos) = x.sin_cos();
            vec![
                sin,
                cos,
                x.inv(),
                Float::mul_add(x, x, three),
                Pow::pow(x, three),
                Float::powi(x, 5),
                x.powf(three),
                Signed::abs(&-x),
                x.hypot(three),
                three.atan2(x),
                x.log(three),
                x.max(-three),
                Float::abs_sub(three, x),
                x % three,
                Float::to_degrees(x),
                x.sqrt(),
                x.ln_1p(),
                x.atanh(),
                T::epsilon(),
            ]
        }
        theirs(*x)
    }
}

impl<D: RealDict + OrderedDict> Exp<D> for Class {
    fn apply(&self, _: D, &x: &Num<D>) -> Vec<Num<D>> {
        use ad_core::Real;
        let three = Num::constant(3.0);
        vec![
            Real::sin(x),
            Real::cos(x),
            1.0 / x,
            Real::mul_add(x, x, three),
            Real::powf(x, three),
            Real::powi(x, 5),
            Real::powf(x, three),
            Real::abs(-x),
            Real::hypot(x, three),
            Real::atan2(three, x),
            Real::ln(x) / Real::ln(three),
            x,
            three - x,
            x % three,
            Real::to_degrees(x),
            Real::sqrt(x),
            Real::ln_1p(x),
            Real::atanh(x),
            Num::constant(f64::EPSILON),
        ]
    }
}

#[test]
fn derivatives_are_those_of_the_functions_of_the_same_names() {
    let expected = forward::jacobian(forward::jacobian(Class)).at(0.3);
    nestings!([jacobian[jacobian]], Traits, |name, derivative| {
        ad_testing::assert_all_close(&derivative.at(0.3), &expected, 1e-12);
        let _ = name;
    });
    assert_eq!(stack::jacobian(Traits).at(0.3), stack::jacobian(Class).at(0.3));
}

#[test]
fn a_number_becomes_nothing_else() {
    let x = Num::new(F64, 2.0);
    assert_eq!((x.to_i64(), x.to_u64(), x.to_f64(), x.to_i8()), (None, None, None, None));
    assert!(<Num<F64> as NumCast>::from(x).is_none());
    assert!(<f64 as NumCast>::from(x).is_none());
}

#[test]
#[should_panic(expected = "cannot decode a number")]
fn digits_are_not_shown() {
    let _ = Num::new(F64, 2.0).integer_decode();
}
