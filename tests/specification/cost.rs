//! The cost of the strategies, in operations of the base, counted by a dictionary.
//!
//! # The bounds
//!
//! Let an expression perform A additions and M multiplications. A step is charged as follows.
//!
//! * *Forward.* `a + b`: itself, and the sum of two tangents. `a × b`: itself, a product for each operand, and the sum of
//!   the two. So A' ≤ 2A + M and M' ≤ 3M.
//! * *Reverse*, by the stack or by effects. The forward phase performs the step itself. In the backward phase, each operand has
//!   at most one addition to its adjoint, and for `a × b` one product before that. So A' ≤ 3A + 2M and M' ≤ 3M, *for the whole
//!   gradient*, for any number of variables. The inequalities are strict: the first term of an adjoint is not added.
//!
//! So a derivative needs at most 4 times the operations of the value, and a gradient at most 5 times. This is the cheap gradient
//! principle (W. Baur and V. Strassen, 1983). A nested strategy transforms the operations of the inner strategy, so the bounds
//! compose.
//!
//! In rings, forward mode needs four operations for `a - b`: itself, a negation (of 1), a product and an addition. Reverse mode
//! needs one addition more. Both need less for `-a`. So rings are within the bounds 4 and 5.

use ad::paper::Monomial;
use ad::{Dict, Exp, Num, Signature};
use ad_testing::nestings;

use crate::random::code;
use crate::small_scope::{self, Scope};
use crate::support::code::Kind;
use crate::support::counting::{Counting, Counts, lap};
use crate::support::{Class, Layer, Operand, OrderedRings, Over, Program, Semirings, Term};

/// The bound for a nesting of strategies, on additions and multiplications.
fn bound(nesting: &str, counts: Counts) -> Counts {
    let Counts { add, mul, sub } = counts;
    match nesting.split_once('∘') {
        Some((outside, inside)) => bound(outside, bound(inside, counts)),
        None if nesting == "forward" => Counts { add: 2 * add + mul, mul: 3 * mul, sub },
        None => Counts { add: 3 * add + 2 * mul, mul: 3 * mul, sub },
    }
}

/// Counts every nesting of one order and compares with its bound; how many attain it.
fn assert_bounded<T: Term>(order: usize, term: &T) -> usize {
    lap();
    term.apply::<Semirings, Counting>(Counting, &[Num::new(Counting, 3)]);
    let primal = lap();
    let mut attained = 0;
    Semirings::steps(order, term, Counting, 3, &mut |nesting, _| {
        let (found, bound) = (lap(), bound(nesting, primal));
        assert!(found.add <= bound.add && found.mul <= bound.mul, "{nesting}: {primal:?} becomes {found:?}");
        attained += usize::from(found == bound && primal.total() > 0);
    });
    attained
}

#[test]
fn every_small_program_is_within_the_bounds_and_some_attain_those_of_forward_mode() {
    let constants = [Layer::Natural(0), Layer::Natural(1)];
    let mut attained = 0;
    small_scope::all(2, constants, &mut |case| {
        attained += (1..=3).map(|order| assert_bounded(order, case.program)).sum::<usize>();
    });
    Scope { bindings: 3, any_result: false }.visit(constants, &mut |case| {
        attained += assert_bounded(1, case.program);
    });
    assert!(attained > 100, "{attained}");
}

#[test]
fn the_gradient_of_random_code_costs_at_most_five_times_its_value() {
    let mut state = 2;
    for i in 0..600 {
        let code = code(Kind::OrderedRing, 3, &mut state);
        let x = [3, -2, i];
        let numbers = x.map(|x| Num::new(Counting, x));
        lap();
        code.apply::<OrderedRings, Counting>(Counting, &numbers);
        let primal = lap();
        OrderedRings::gradients(&code, Counting, &x, &mut |strategy, _| {
            let found = lap().total();
            // Forward mode carries three tangents at once here, padded to its width.
            if strategy != "forward" {
                assert!(found <= 5 * primal.total(), "{strategy}: {primal:?} becomes {found} in\n{code}");
            }
        });
    }
}

/// Asserts how many additions and multiplications a value takes, its derivative in forward, and in reverse mode.
macro_rules! assert_costs {
    ($e:expr, [$value:expr, $forward:expr, $reverse:expr $(,)?]) => {{
        let e = $e;
        let counts = |(add, mul)| Counts { add, mul, sub: 0 };
        lap();
        let _ = e.eval(Counting, 3);
        assert_eq!(lap(), counts($value), "the value");
        nestings!(step: [diff], e, |name, derivative| {
            let _ = derivative.eval(Counting, 3);
            let expected = if name == "forward" { $forward } else { $reverse };
            assert_eq!(lap(), counts(expected), "{name}");
        });
    }};
}

/// x¹⁰⁰⁰ by repeated squaring: 10 squarings, the last of which is unused, and 6 products, the first of which is by the constant
/// 1.
#[test]
fn the_cost_of_powers() {
    let (squarings, products) = (10, 6);
    assert_costs!(
        Monomial { k: 1000 },
        [
            (0, squarings + products),
            (squarings + products - 1, 3 * (squarings + products) - 1),
            // The last square has no adjoint. Each other square has one or two adjoint terms from the next square, and one from
            // each product.
            (squarings - 1 + products - 1, squarings + products + 2 * (squarings - 1) + 2 * products - 1),
        ]
    );
}

/// A polynomial of degree n by Horner's rule: y = y·x + c, where y is first a constant.
#[test]
fn the_cost_of_polynomials() {
    for n in 1..20 {
        let mut e = Program::new();
        let mut y = e.push(Layer::Natural(7));
        for c in 0..n {
            let c = e.push(Layer::Natural(c));
            let product = e.push(Layer::Mul(y, Operand::Input(0)));
            y = e.push(Layer::Add(product, c));
        }
        e.result = y;
        let n = usize::try_from(n).unwrap();
        // In both modes: n - 1 sums of two terms, and two products a step but one for the first.
        let derivative = (n + n - 1, n + 2 * n - 1);
        assert_costs!(Over::new(Semirings, &e), [(n, n), derivative, derivative]);
    }
}

/// Σ xᵢyᵢ: its gradient takes two products more a term, and nothing else, however many variables there are.
#[test]
fn the_cost_of_the_gradient_of_a_scalar_product() {
    struct Dot;
    impl Signature for Dot {
        type In = (Vec<f64>, Vec<f64>);
        type Out = f64;
    }
    impl<D: Dict> Exp<D> for Dot {
        fn apply(&self, _: D, (x, y): &(Vec<Num<D>>, Vec<Num<D>>)) -> Num<D> {
            x.iter().zip(y).map(|(x, y)| x * y).sum()
        }
    }
    for n in 1..50_usize {
        let x = || (vec![2; n], vec![3; n]);
        lap();
        Dot.eval(Counting, x());
        assert_eq!(lap(), Counts { add: n - 1, mul: n, sub: 0 });
        nestings!([grad], Dot, |name, gradient| {
            gradient.eval(Counting, x());
            let found = lap();
            // Forward mode's cost grows with the number of variables.
            if name != "forward" {
                assert_eq!(found, Counts { add: n - 1, mul: 3 * n, sub: 0 }, "{name}");
            }
        });
    }
}
