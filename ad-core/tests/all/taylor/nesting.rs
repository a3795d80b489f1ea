//! Taylor mode over every strategy, and every strategy over Taylor mode.

use ad_core::{At, Exp, Given, I64, Num, Real, Semiring, Signature, backpropagator, forward, stack, taylor};
use ad_testing::{each_strategy, expression};

use super::nested;

expression!(Polynomial: f64 => f64, RingDict, |x| {
    let three = Num::<D>::natural(3);
    (x * x - three) * (x * x * x + x) - x * three
});
expression!(Transcendental: f64 => f64, RealDict, |x| x.sin().exp() / (1.0 + x * x) + (x * x + 0.5).sqrt().ln());

#[test]
fn every_nesting_is_exact() {
    // x⁵ - 2x³ - 6x, third and fourth derivative.
    let (third, fourth) = (60 * 49 - 12, 120 * 7);
    macro_rules! nest {
        ($other:ident) => {{
            use ad_testing::strategy::$other as other;
            assert_eq!(taylor::nth_derivative(other::diff(Polynomial), 2).eval(I64, 7), third);
            assert_eq!(other::diff(taylor::nth_derivative(Polynomial, 2)).eval(I64, 7), third);
            assert_eq!(other::diff(taylor::nth_derivative(other::diff(Polynomial), 2)).eval(I64, 7), fourth);
            assert_eq!(
                taylor::derivatives::<4, _>(other::diff(Polynomial)).eval(I64, 7)[2..],
                [third, fourth]
            );
            assert_eq!(
                other::jacobian(taylor::derivatives::<4, _>(Polynomial)).eval(I64, 7)[2..],
                [third, fourth]
            );
        }};
    }
    each_strategy!(grad: nest);
    assert_eq!(taylor::nth_derivative(taylor::nth_derivative(Polynomial, 1), 2).eval(I64, 7), third);
    assert_eq!(taylor::nth_derivative(taylor::nth_derivative(Polynomial, 2), 2).eval(I64, 7), fourth);
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes, and is about the values of floats")]
fn every_nesting_knows_the_elementary_functions() {
    let expected = nested(&Transcendental, 0.7)[3];
    let close = |found: f64| assert!((found / expected - 1.0).abs() < 1e-12, "{found} instead of {expected}");
    close(taylor::nth_derivative(Transcendental, 3).at(0.7));
    close(taylor::nth_derivative(taylor::nth_derivative(Transcendental, 1), 2).at(0.7));
    macro_rules! nest {
        ($other:ident) => {{
            use ad_testing::strategy::$other as other;
            close(taylor::nth_derivative(other::diff(Transcendental), 2).at(0.7));
            close(other::diff(taylor::nth_derivative(Transcendental, 2)).at(0.7));
            close(other::diff(taylor::nth_derivative(other::diff(Transcendental), 1)).at(0.7));
        }};
    }
    each_strategy!(grad: nest);
}

expression!(Energy: [f64; 3] => f64, RealDict, |x| (x[0] * x[1]).sin() * x[2].exp() + x[0] * x[0] * x[2]);

#[test]
fn a_gradient_follows_a_curve() {
    // The gradient along x + t·v: its second coefficient is half of the second derivative in direction v.
    let (x, v) = ([0.3, 0.7, -0.2], [1.0, -2.0, 0.5]);
    let curve = [0, 1, 2].map(|i| [x[i], v[i], 0.0]);
    let jet = taylor::jet::<3, _>(stack::grad(Energy)).at(curve);
    let (_, hvp) = forward::jvp(stack::grad(Energy)).at((x, v));
    for i in 0..3 {
        assert_eq!(jet[i][0], stack::grad(Energy).at(x)[i]);
        assert!((jet[i][1] - hvp[i]).abs() < 1e-14);
    }
}

expression!(Product: (f64, f64) => f64, Dict, |x| x.0 * x.1);
expression!(Confusing: f64 => f64, RingDict, |x| {
    x * taylor::nth_derivative(Product.given(*x), 1).at(x + x)
});

#[test]
fn perturbations_are_not_confused() {
    // x · d/dy (x·y) = x², whose derivative is 2x.
    assert_eq!(taylor::nth_derivative(Confusing, 1).eval(I64, 4), 8);
    assert_eq!(taylor::nth_derivative(Confusing, 2).eval(I64, 4), 2);
    assert_eq!(forward::diff(Confusing).eval(I64, 4), 8);
    assert_eq!(stack::diff(Confusing).eval(I64, 4), 8);
    assert_eq!(backpropagator::diff(Confusing).eval(I64, 4), 8);
}

#[test]
fn an_expression_chosen_at_run_time_has_a_series() {
    type Erased = dyn for<'t> Exp<taylor::Taylor<'t, I64, 3>, In = f64, Out = f64>;
    let e: Box<Erased> = Box::new(Polynomial);
    assert_eq!(taylor::coefficients::<3, _>(e).eval(I64, 1), [-7, -7, 4]);
}

/// x ↦ x + x + … + x
struct Repeated(usize);
impl Signature for Repeated {
    type In = f64;
    type Out = f64;
}
impl<D: ad_core::Dict> Exp<D> for Repeated {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        (0..self.0).fold(*x, |y, _| y + x)
    }
}

#[test]
#[cfg_attr(miri, ignore = "too many steps for Miri")]
fn a_long_computation_needs_no_deep_stack() {
    assert_eq!(taylor::derivatives::<3, _>(Repeated(1_000_000)).eval(I64, 1), [1_000_001, 1_000_001, 0]);
    assert_eq!(taylor::nth_derivative(Repeated(100_000), 1).eval(I64, 1), 100_001);
}
