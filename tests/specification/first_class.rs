//! Expressions as values: algorithms in a list, nested at run time, and the paper's test functor as an ordinary function.

use ad::paper::{Expression, Var, pow, subst};
use ad::prelude::*;
use ad::{Dict, Modular, Num, Signature};

/// A function from expressions to expressions.
type Algorithm = fn(Expression) -> Expression;

const ALGORITHMS: &[(&str, Algorithm)] = &[
    ("forward", |e| Expression::new(forward::diff(e))),
    ("stack", |e| Expression::new(stack::diff(e))),
    #[cfg(feature = "effects")]
    ("effects", |e| Expression::new(ad::effects::diff(e))),
    ("backpropagator", |e| Expression::new(backpropagator::diff(e))),
];

/// The paper's monomial.
#[exp]
fn monomial(k: u32, x: f64) -> f64 {
    let (mut result, mut x, mut k) = (1.0, x, k);
    while k > 0 {
        result *= if k % 2 == 0 { 1.0 } else { x };
        x = x * x;
        k /= 2;
    }
    result
}

/// k·(k-1)·…, with `order` factors: the coefficient of a derivative of xᵏ.
fn falling(k: u32, order: u32) -> u32 {
    (0..order).map(|i| k - i).product()
}

/// All lists of algorithms of an order, as numbers.
fn mixtures(order: u32) -> impl Iterator<Item = Vec<usize>> {
    let count = ALGORITHMS.len();
    (0..count.pow(order)).map(move |code| (0..order).map(|i| code / count.pow(i) % count).collect())
}

#[test]
fn all_mixtures_of_order_4_are_chosen_at_run_time() {
    let mut mixed = 0;
    for order in 0..=4 {
        for mixture in mixtures(order) {
            let mut e = Expression::new(Monomial { k: 6 });
            for &i in &mixture {
                e = ALGORITHMS[i].1(e);
            }
            let names: Vec<&str> = mixture.iter().map(|i| ALGORITHMS[*i].0).collect();
            let expected = falling(6, order) * 2_u32.pow(6 - order);
            assert_eq!(e.eval(I64, 2), expected.into(), "{names:?} on integers");
            assert_eq!(e.eval(F64, 2.0), expected.into(), "{names:?} on floats");
            let seven = Modular::new(7);
            assert_eq!(e.eval(seven, seven.natural(2)), seven.natural(expected.into()), "{names:?} modulo 7");
            mixed += 1;
        }
    }
    assert_eq!(mixed, (0..=4).map(|order| ALGORITHMS.len().pow(order)).sum::<usize>());
}

/// The test functor: an ordinary function of a function.
fn suite(name: &str, diff: Algorithm) {
    let value = |e: &Expression, x: i32, y: i32| {
        assert_eq!(e.eval(I64, x.into()), y.into(), "{name} on integers");
        assert_eq!(e.eval(F64, x.into()), y.into(), "{name} on floats");
        assert_eq!(ad::paper::int().eval(e, x.into()), y.into(), "{name} on a record of integers");
    };
    let e = |k| Expression::new(Monomial { k });
    value(&diff(Expression::new(Var)), 5, 1);
    value(&diff(e(4)), 2, 32);
    value(&diff(diff(e(4))), 2, 48);
    value(&diff(Expression::new(pow(2, pow(4, Var)))), 2, 1024);
    value(&diff(Expression::new(pow(2, diff(e(4))))), 2, 3 * 1024);
    value(&diff(Expression::new(subst(diff(e(3)), diff(e(2))))), 2, 24); // (2·3x²)′ = 12x
    // As an operand of the crate's own strategies.
    assert_eq!(stack::diff(diff(e(4))).eval(I64, 2), 48);
    assert_eq!(forward::diff(stack::diff(diff(e(4)))).eval(I64, 2), 48);
}

#[test]
fn the_test_functor_is_a_function() {
    for (name, diff) in ALGORITHMS {
        suite(name, *diff);
    }
}

/// x·f(x)
struct Times(Expression);

impl Signature for Times {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Times {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        *x * self.0.apply(dict, x)
    }
}

/// f₀(x) = x³ and fₙ(x) = x·fₙ₋₁′(x) = 3ⁿ·x³. Its depth is known at run time only.
fn itself(n: u32) -> Expression {
    match n.checked_sub(1) {
        None => Expression::new(Monomial { k: 3 }),
        Some(n) => {
            let diff = ALGORITHMS.iter().cycle().nth(n as usize).expect("a cycle has no end").1;
            Expression::new(Times(diff(itself(n))))
        }
    }
}

#[test]
fn a_function_may_differentiate_itself() {
    for n in 0..8 {
        assert_eq!(itself(n).eval(I64, 2), 3_i64.pow(n) * 8);
    }
}

/// A subject with a handler of its own, which answers with numbers: "it can perform effects, but must handle them".
#[cfg(feature = "effects")]
mod effects_of_its_own {
    use ad::paper::handler::{Continuation, Handler, handle};

    use super::*;

    /// (x² + … + xⁿ⁺¹)·xⁿ
    struct Powers {
        n: u32,
    }

    /// Answers with the next power of x. After the rest has returned, it multiplies the result by x.
    struct Next<D: Dict> {
        x: Num<D>,
        now: Num<D>,
    }

    impl<D: Dict> Handler for Next<D> {
        type Effect = ();
        type Answer = Num<D>;
        type Return = Num<D>;
        type Result = Num<D>;

        fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> Num<D> {
            self.now *= self.x;
            let (answer, x) = (self.now, self.x);
            k.resume(self, answer) * x
        }

        fn returns(&mut self, y: Num<D>) -> Num<D> {
            y
        }
    }

    impl Signature for Powers {
        type In = f64;
        type Out = f64;
    }

    impl<D: Dict> Exp<D> for Powers {
        fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
            handle(&mut Next { x: *x, now: *x }, |next| (0..self.n).map(|_| next.perform(())).sum())
        }
    }

    #[test]
    fn a_subject_may_handle_effects_of_its_own() {
        // x⁴ + x⁵ and its derivatives.
        for (order, expected) in [48, 112, 208, 288].into_iter().enumerate() {
            for mixture in mixtures(order.try_into().expect("a small number")) {
                let e = mixture.iter().fold(Expression::new(Powers { n: 2 }), |e, &i| ALGORITHMS[i].1(e));
                assert_eq!(e.eval(I64, 2), expected, "{mixture:?}");
            }
        }
    }
}
