//! Backpropagators: exact against the other strategies in every nesting, each map called once, and long chains.

use std::borrow::Cow;
use std::cell::Cell;

use ad_core::function::{Function, Partial};
use ad_core::paper::{Monomial, Var, pow};
use ad_core::{
    At, Dict, Exp, F64, Graph, Ground, I64, Num, Rational, Rationals, Real, RealDict, Ring, RingDict,
    Semiring, Signature, backpropagator, forward, stack,
};
use ad_testing::{each_strategy, nestings, strategy};

/// An expression from a function that is generic over its numbers.
macro_rules! expression {
    ($Name:ident $(($T:ty))?: $In:ty => $Out:ty, $Dict:ident; |$self:ident, $dict:ident, $x:ident| $body:expr) => {
        struct $Name $(($T))?;
        impl Signature for $Name {
            type In = $In;
            type Out = $Out;
        }
        impl<D: $Dict> Exp<D> for $Name {
            fn apply(&$self, $dict: D, $x: &ad_core::Of<$In, Num<D>>) -> ad_core::Of<$Out, Num<D>> {
                $body
            }
        }
    };
}

expression!(Polynomial: f64 => f64, RingDict; |self, _dict, x| {
    let three = Num::<D>::natural(3);
    (x * x - three) * (x * x * x + x) - x * three
});

/// `Polynomial` is x⁵ - 2x³ - 6x; its derivatives, in turn.
fn derivatives(x: i64) -> [i64; 5] {
    let p = |n: u32| x.wrapping_pow(n);
    [p(5) - 2 * p(3) - 6 * x, 5 * p(4) - 6 * p(2) - 6, 20 * p(3) - 12 * x, 60 * p(2) - 12, 120 * x]
}

#[test]
fn derivatives_of_a_polynomial_are_exact_to_the_fourth_order() {
    use backpropagator::diff;
    for x in [-3, 0, 1, 7] {
        let expected = derivatives(x);
        assert_eq!(Polynomial.eval(I64, x), expected[0]);
        assert_eq!(diff(Polynomial).eval(I64, x), expected[1]);
        assert_eq!(diff(diff(Polynomial)).eval(I64, x), expected[2]);
        assert_eq!(diff(diff(diff(Polynomial))).eval(I64, x), expected[3]);
        assert_eq!(diff(diff(diff(diff(Polynomial)))).eval(I64, x), expected[4]);
    }
}

#[test]
fn every_nesting_with_another_strategy_is_exact() {
    use backpropagator::diff;
    let expected = derivatives(7);
    nestings!([diff], &Polynomial, |name, d| assert_eq!(diff(d).eval(I64, 7), expected[2], "{name}"));
    nestings!([diff], diff(&Polynomial), |name, d| assert_eq!(d.eval(I64, 7), expected[2], "{name}"));
    nestings!([diff], diff(&Polynomial), |name, d| assert_eq!(diff(d).eval(I64, 7), expected[3], "{name}"));
    macro_rules! around {
        ($other:ident) => {
            let d = strategy::$other::diff(diff(strategy::$other::diff(&Polynomial)));
            assert_eq!(d.eval(I64, 7), expected[3], stringify!($other));
        };
    }
    each_strategy!(around);
}

#[test]
fn rational_and_symbolic_bases_are_exact() {
    let third = Rational::new(1, 3);
    assert_eq!(backpropagator::diff(pow(4, Var)).eval(Rationals, third), Rational::new(4, 27));

    let graph = Graph::new();
    let y = backpropagator::diff(pow(2, Var)).eval(graph.dict(), graph.variable("x"));
    assert_eq!(graph.tree(y).to_string(), "1 × x + 1 × x");
}

expression!(Towers(u32): f64 => f64, Dict; |self, _dict, x| {
    let mut y = *x;
    for _ in 0..self.0 {
        y = y + y;
    }
    y
});

#[test]
fn shared_maps_are_called_once() {
    // Without sharing, this would take 2⁶² calls.
    assert_eq!(backpropagator::diff(Towers(62)).eval(I64, 1), 1 << 62);
    assert_eq!(backpropagator::diff(Monomial { k: u32::MAX }).eval(I64, 1), i64::from(u32::MAX));
}

/// A dictionary of floats that counts its multiplications.
#[derive(Clone, Copy, Default)]
struct Counting;
thread_local!(static MULTIPLICATIONS: Cell<usize> = const { Cell::new(0) });

impl Dict for Counting {
    type V = f64;
    type Level = Ground;
    fn zero(self) -> f64 {
        0.0
    }
    fn one(self) -> f64 {
        1.0
    }
    fn add(self, a: f64, b: f64) -> f64 {
        a + b
    }
    fn mul(self, a: f64, b: f64) -> f64 {
        MULTIPLICATIONS.set(MULTIPLICATIONS.get() + 1);
        a * b
    }
}

expression!(Unused: f64 => f64, Dict; |self, _dict, x| {
    let y = x * x;
    let mut unused = y;
    for _ in 0..100 {
        unused *= y;
    }
    y
});

#[test]
fn only_steps_with_influence_are_reached() {
    MULTIPLICATIONS.set(0);
    assert_eq!(backpropagator::diff(Unused).eval(Counting, 3.0), 6.0);
    assert_eq!(MULTIPLICATIONS.get(), 101 + 2);
}

expression!(Horner(usize): (f64, f64) => f64, RealDict; |self, _dict, x| {
    let mut y = Num::<D>::natural(0);
    for _ in 0..self.0 {
        y = y * x.0 + x.1;
    }
    y
});

#[test]
#[cfg_attr(miri, ignore = "too many steps for Miri")]
fn many_steps_neither_overflow_the_stack_nor_take_quadratic_time() {
    let steps = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };
    let gradient = backpropagator::grad(Horner(steps / 2)).at((0.5, 3.0));
    // Σ aⁿ·b = b/(1 - a), and after a thousand terms nothing is added any more.
    assert_eq!(gradient, stack::grad(Horner(1000)).at((0.5, 3.0)));
    assert!((gradient.0 - 12.0).abs() < 1e-14 && gradient.1 == 2.0);
}

expression!(Dot: (Vec<f64>, Vec<f64>) => f64, Dict; |self, _dict, x| {
    x.0.iter().zip(&x.1).map(|(x, y)| x * y).sum()
});

#[test]
#[cfg_attr(miri, ignore = "too many steps for Miri")]
fn a_hundred_thousand_inputs_have_a_gradient() {
    let x: Vec<i64> = (0..100_000).collect();
    let y: Vec<i64> = x.iter().map(|x| x * x).collect();
    let (dx, dy) = backpropagator::grad(Dot).eval(I64, (x.clone(), y.clone()));
    assert_eq!((dx, dy), (y, x));
}

#[test]
fn no_input_has_an_empty_gradient() {
    assert_eq!(backpropagator::grad(Dot).at::<f64>((vec![], vec![])), (vec![], vec![]));
}

/// a·b·c of three operands in one step; it does not depend on the second where that is 0.
#[derive(Clone, Copy)]
struct Triple;
impl Function<3> for Triple {
    fn name(&self) -> Cow<'static, str> {
        "triple".into()
    }
    fn value(self, [a, b, c]: [f64; 3]) -> f64 {
        a * b * c
    }
    fn partial<N: Real>(self, i: usize, [a, b, c]: [N; 3], _: N) -> Partial<N> {
        match i {
            0 => Partial::Value(b * c),
            1 if b.primal() == Some(0.0) => Partial::Zero,
            1 => Partial::Value(a * c),
            _ => Partial::Value(a * b),
        }
    }
}

expression!(Product: [f64; 3] => f64, RealDict; |self, _dict, x| Real::function(Triple, *x));
expression!(Powers: [f64; 2] => [f64; 3], RingDict; |self, _dict, x| {
    [x[0] * x[1], x[0] - x[1], Num::<D>::natural(5)]
});

#[test]
fn a_step_has_any_number_of_operands() {
    assert_eq!(backpropagator::grad(Product).at([2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
    assert_eq!(backpropagator::grad(Product).at([2.0, 0.0, 5.0]), [0.0, 0.0, 0.0]);
    let hessian = backpropagator::jacobian(backpropagator::grad(Product)).at([2.0, 3.0, 5.0]);
    assert_eq!(hessian, [[0.0, 5.0, 3.0], [5.0, 0.0, 2.0], [3.0, 2.0, 0.0]]);
}

#[test]
fn maps_can_be_called_again_for_another_row() {
    let jacobian = backpropagator::jacobian(Powers).eval(I64, [2, 3]);
    assert_eq!(jacobian, [[3, 2], [1, -1], [0, 0]]);
    let (y, dx) = backpropagator::vjp(Powers).eval(I64, ([2, 3], [1, 10, 100]));
    assert_eq!((y, dx), ([6, -1, 5], [13, -8]));
}

fn outer<N: Ring>(x: N) -> N
where
    backpropagator::Grad<Monomial>: Exp<N::Dict>,
{
    x * backpropagator::diff(Monomial { k: 3 }).at(x)
}

expression!(Outer: f64 => f64, RingDict; |self, _dict, x| outer(*x));

#[test]
fn a_derivative_inside_an_expression_is_differentiated() {
    // x · 3x² = 3x³, whose derivative is 9x².
    assert_eq!(backpropagator::diff(Outer).eval(I64, 5), 225);
    assert_eq!(forward::diff(Outer).eval(I64, 5), 225);
    assert_eq!(stack::diff(Outer).at(5.0), 225.0);
    assert_eq!(Outer.eval(F64, 5.0), 375.0);
}
