//! All small programs, exhaustively.
//!
//! A program of k bindings is `let u1 = a ∘ b in … let uk = a ∘ b in r` with ∘ one of {+, ×} and operands among {X, 0, 1, earlier
//! names}. Its polynomial gives its derivative.

use std::fmt::Debug;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::thread;

use ad::{Dict, Graph, I64, Modular};

use crate::support::natural_polynomial::{NaturalPolynomial, NaturalPolynomials, normal_form};
use crate::support::{Class, Layer, Operand, Program, Semirings};

/// Which programs to visit.
#[derive(Clone, Copy)]
pub(crate) struct Scope {
    /// How many bindings.
    pub(crate) bindings: usize,
    /// Whether every name may be the result, or only the last one.
    pub(crate) any_result: bool,
}

/// A program, and the polynomial that it represents. With k bindings its degree is at most 2ᵏ.
#[derive(Clone, Copy)]
pub(crate) struct Case<'a> {
    pub(crate) program: &'a Program,
    pub(crate) polynomial: NaturalPolynomial,
}

impl Scope {
    /// Visits all programs, where 0 and 1 are these constants; how many there are.
    pub(crate) fn visit(self, [zero, one]: [Layer<Operand>; 2], visit: &mut dyn FnMut(Case<'_>)) -> usize {
        let mut program = Program::new();
        let mut names = vec![
            (Operand::Input(0), NaturalPolynomial::variable()),
            (program.push(zero), NaturalPolynomial::natural(0)),
            (program.push(one), NaturalPolynomial::natural(1)),
        ];
        self.extend(&mut program, &mut names, self.bindings, visit)
    }

    fn extend(
        self,
        program: &mut Program,
        names: &mut Vec<(Operand, NaturalPolynomial)>,
        bindings: usize,
        visit: &mut dyn FnMut(Case<'_>),
    ) -> usize {
        if bindings == 0 {
            let results = if self.any_result { 0..names.len() } else { names.len() - 1..names.len() };
            for (result, polynomial) in names[results.clone()].iter().copied() {
                program.result = result;
                visit(Case { program, polynomial });
            }
            return results.len();
        }
        let mut count = 0;
        for (a, p) in names.clone() {
            for (b, q) in names.clone() {
                let sum = (Layer::Add(a, b), NaturalPolynomials.add(p, q));
                let product = (Layer::Mul(a, b), NaturalPolynomials.mul(p, q));
                for (step, polynomial) in [sum, product] {
                    let name = program.push(step);
                    names.push((name, polynomial));
                    count += self.extend(program, names, bindings - 1, visit);
                    names.pop();
                    program.steps.pop();
                }
            }
        }
        count
    }
}

/// 0 and 1 as literals, which are made before the dictionary is known.
const LITERALS: [Layer<Operand>; 2] = [Layer::Natural(0), Layer::Natural(1)];

/// All programs of up to `bindings` bindings with any of the names as the result.
pub(crate) fn all(bindings: usize, constants: [Layer<Operand>; 2], visit: &mut dyn FnMut(Case<'_>)) -> usize {
    let scope = |bindings| Scope { bindings, any_result: true };
    (0..=bindings).map(|bindings| scope(bindings).visit(constants, visit)).sum()
}

/// Compares every nesting of these orders at `x` with the derivative that `expected` makes of the polynomial's.
///
/// How many evaluations that took.
fn check<D: Dict<V: PartialEq + Debug>>(
    case: &Case<'_>,
    orders: RangeInclusive<usize>,
    dict: D,
    x: D::V,
    expected: impl Fn(NaturalPolynomial) -> D::V,
) -> usize {
    let mut evaluations = 0;
    for order in orders {
        let derivative = (0..order).fold(case.polynomial, |p, _| p.derivative());
        let expected = expected(derivative);
        Semirings::nestings(order, case.program, dict, x, &mut |nesting, value| {
            evaluations += 1;
            assert!(
                value == expected,
                "{nesting} at {x:?} is {value:?}, not {expected:?}, of\n{}",
                case.program
            );
        });
    }
    evaluations
}

/// How many nestings there are of these orders.
pub(crate) fn nestings(orders: RangeInclusive<usize>) -> usize {
    let mut nestings = 0;
    for order in orders {
        Semirings::nestings(order, &Program::new(), I64, 0, &mut |_, _| nestings += 1);
    }
    nestings
}

/// How many of them are of strategies whose order of operations is documented.
pub(crate) fn steps(orders: RangeInclusive<usize>) -> usize {
    let mut nestings = 0;
    for order in orders {
        Semirings::steps(order, &Program::new(), I64, 0, &mut |_, _| nestings += 1);
    }
    nestings
}

/// Otherwise the tests below compare less than they say.
#[test]
fn all_nestings_are_visited() {
    let (mut strategies, mut paper) = (0, 0);
    ad_testing::nestings!([diff], ad::paper::Var, |_, _d| strategies += 1);
    ad_testing::nestings!(paper: [diff], ad::paper::Var, |_, _d| paper += 1);
    let coroutines = usize::from(cfg!(feature = "effects"));
    assert!(strategies >= 4 + coroutines);
    assert_eq!(paper, 2 + coroutines);
    let steps = self::steps(1..=1);
    assert!(steps >= 3 + coroutines);
    let numbers = |n: usize| [n, n.pow(2), paper.pow(3)];
    assert_eq!([1, 2, 3].map(|order| nestings(order..=order)), numbers(strategies));
    assert_eq!([1, 2, 3].map(|order| self::steps(order..=order)), numbers(steps));
}

/// A point of ℤ/2⁶⁴ that distinguishes polynomials. Two different polynomials of low degree and small coefficients agree at a few
/// of the 2⁶⁴ points at most.
const POINT: i64 = 0x9e37_79b9_7f4a_7c15_u64.cast_signed();

/// The symbols themselves, which nothing simplifies, brought to normal form afterwards. So the derivatives are right by the laws of semirings.
#[test]
fn two_bindings_in_the_free_semiring() {
    let mut evaluations = 0;
    let programs = all(2, LITERALS, &mut |case| {
        for order in 1..=3 {
            let derivative = (0..order).fold(case.polynomial, |p, _| p.derivative());
            let graph = Graph::new();
            let x = graph.variable("x");
            let mut derivatives = Vec::new();
            Semirings::nestings(order, case.program, graph.dict(), x, &mut |nesting, symbol| {
                derivatives.push((nesting.to_owned(), symbol));
            });
            for (nesting, symbol) in derivatives {
                evaluations += 1;
                let normal_form = normal_form(&graph, symbol);
                assert!(
                    normal_form == derivative,
                    "{nesting} is {}, which is {normal_form:?}, not {derivative:?}, of\n{}",
                    graph.tree(symbol),
                    case.program
                );
            }
        }
    });
    assert_eq!(programs, 2_955);
    assert_eq!(evaluations, programs * nestings(1..=3));
}

/// The arithmetic of users: the laws hold in these rings, unless they break the laws.
#[test]
fn two_bindings_modulo_a_power_of_two_and_a_prime() {
    let mut evaluations = 0;
    let (dict, x) = (Modular::new(2_147_483_647), i128::into(1_234_567_890));
    let programs = all(2, LITERALS, &mut |case| {
        evaluations += check(&case, 1..=3, I64, POINT, |p| p.value(I64, POINT));
        evaluations += check(&case, 1..=3, dict, x, |p| p.value(dict, x));
    });
    assert_eq!(programs, 2_955);
    assert_eq!(evaluations, 2 * programs * nestings(1..=3));
}

/// Every point of ℤ/7, where xᵖ and x are the same function with different derivatives.
#[test]
fn two_bindings_at_every_point_modulo_seven() {
    let (dict, mut evaluations) = (Modular::new(7), 0);
    let programs = all(2, LITERALS, &mut |case| {
        for x in (0..7).map(i128::into) {
            evaluations += check(&case, 1..=1, dict, x, |p| p.value(dict, x));
        }
    });
    assert_eq!(evaluations, 7 * programs * nestings(1..=1));
}

const THREE: Scope = Scope { bindings: 3, any_result: false };

#[test]
fn three_bindings_to_order_two_modulo_a_power_of_two() {
    let counts = in_parallel(THREE, |_, case| check(&case, 1..=2, I64, POINT, |p| p.value(I64, POINT)));
    assert_eq!(counts, [28_800, 28_800 * nestings(1..=2)]);
}

/// Every program of so many, 7 or a power of it. There are 18, 32, 50 and 72 steps to choose from for the first four bindings, and 7 divides none of
/// these numbers. So each step occurs at each place, and each pair of steps at each pair of places, about equally often.
fn check_every(step: usize, scope: Scope, order: usize) -> [usize; 2] {
    in_parallel(scope, |number, case| {
        if number % step == step - 1 {
            check(&case, order..=order, I64, POINT, |p| p.value(I64, POINT))
        } else {
            0
        }
    })
}

#[test]
fn a_seventh_of_three_bindings_to_order_three_modulo_a_power_of_two() {
    assert_eq!(check_every(7, THREE, 3), [28_800, 28_800 / 7 * nestings(3..=3)]);
}

#[test]
fn one_in_49_of_four_bindings_to_order_one_modulo_a_power_of_two() {
    let four = Scope { bindings: 4, any_result: false };
    assert_eq!(check_every(49, four, 1), [2_073_600, 2_073_600 / 49 * nestings(1..=1)]);
}

/// The whole of three bindings.
#[test]
#[ignore = "seconds in release mode: tests/README.md has the command"]
fn three_bindings_to_order_three() {
    let counts = in_parallel(THREE, |_, case| check(&case, 3..=3, I64, POINT, |p| p.value(I64, POINT)));
    assert_eq!(counts, [28_800, 28_800 * nestings(3..=3)]);
}

/// Visits all programs, numbered from 0, on all processors. Returns their number, and the sum of the results of `check`.
fn in_parallel(scope: Scope, check: impl Fn(usize, Case<'_>) -> usize + Sync) -> [usize; 2] {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let part = |thread: usize| {
        let (mut number, mut sum) = (0, 0);
        let programs = scope.visit(LITERALS, &mut |case| {
            if number % threads == thread {
                sum += check(number, case);
            }
            number += 1;
        });
        [programs, sum]
    };
    thread::scope(|workers| {
        let part = &part;
        let parts: Vec<_> = (0..threads).map(|thread| workers.spawn(move || part(thread))).collect();
        let join =
            |part: thread::ScopedJoinHandle<'_, _>| part.join().unwrap_or_else(|panic| resume_unwind(panic));
        let parts: Vec<[usize; 2]> = parts.into_iter().map(join).collect();
        [parts[0][0], parts.iter().map(|[_, sum]| sum).sum()]
    })
}

/// The whole of four bindings, to order three.
#[test]
#[ignore = "a minute and a half in release mode: tests/README.md has the command"]
fn four_bindings_to_order_three() {
    let mut evaluations = 0;
    let programs = Scope { bindings: 4, any_result: false }.visit(LITERALS, &mut |case| {
        evaluations += check(&case, 1..=3, I64, POINT, |p| p.value(I64, POINT));
    });
    assert_eq!(programs, 2_073_600);
    assert_eq!(evaluations, programs * nestings(1..=3));
}

/// Five bindings, to order one.
#[test]
#[ignore = "three minutes in release mode: tests/README.md has the command"]
fn five_bindings_to_order_one() {
    let mut evaluations = 0;
    let programs = Scope { bindings: 5, any_result: false }.visit(LITERALS, &mut |case| {
        evaluations += check(&case, 1..=1, I64, POINT, |p| p.value(I64, POINT));
    });
    assert_eq!(programs, 203_212_800);
    assert_eq!(evaluations, programs * nestings(1..=1));
}
