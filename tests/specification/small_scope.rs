//! All small programs, exhaustively.
//!
//! A program of k bindings is `let u1 = a ∘ b in … let uk = a ∘ b in r` with ∘ one of {+, ×} and operands among
//! {X, 0, 1, earlier names}. The derivative of what it represents is known from its polynomial.

use std::ops::Range;

use ad::{Dict, Exp, Graph, I64, Modular};

use crate::support::polynomial::{Polynomial, Polynomials, normal_form};
use crate::support::{Class, Layer, Operand, Over, Program, Rings, Semirings};

/// Degrees are at most 2³ for three bindings and 2⁴ for four.
type P<const N: usize> = Polynomial<N>;

/// Which programs to visit.
#[derive(Clone, Copy)]
struct Scope {
    /// How many bindings.
    bindings: usize,
    /// Whether every name may be the result, or only the last one.
    any_result: bool,
    /// Whether `a ∘ b` and `b ∘ a` are both visited, or only one of them.
    both_orders: bool,
}

/// A program, and the polynomials of 0, 1, X and all of its bindings.
struct Case<'a, const N: usize> {
    program: &'a Program,
    polynomial: Polynomial<N>,
}

impl Scope {
    /// Visits all programs; how many there are.
    fn visit<const N: usize>(self, visit: &mut dyn FnMut(Case<'_, N>)) -> usize {
        // The names: X, then the bindings, of which the first two are 0 and 1.
        let mut program = Program::new();
        let zero = program.push(Layer::Natural(0));
        let one = program.push(Layer::Natural(1));
        let mut names = vec![
            (Operand::Input(0), P::variable()),
            (zero, P::natural(0)),
            (one, P::natural(1)),
        ];
        self.extend(&mut program, &mut names, self.bindings, visit)
    }

    fn extend<const N: usize>(
        self,
        program: &mut Program,
        names: &mut Vec<(Operand, Polynomial<N>)>,
        bindings: usize,
        visit: &mut dyn FnMut(Case<'_, N>),
    ) -> usize {
        if bindings == 0 {
            let results: Range<usize> = if self.any_result { 0..names.len() } else { names.len() - 1..names.len() };
            for (result, polynomial) in names[results.clone()].iter().copied() {
                program.result = result;
                visit(Case { program, polynomial });
            }
            return results.len();
        }
        let mut count = 0;
        for i in 0..names.len() {
            let ((a, p), first) = (names[i], if self.both_orders { 0 } else { i });
            for (b, q) in names[first..].to_vec() {
                let sum = (Layer::Add(a, b), Polynomials.add(p, q));
                let product = (Layer::Mul(a, b), Polynomials.mul(p, q));
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

/// All programs of up to `bindings` bindings with any of the names as the result.
fn all<const N: usize>(bindings: usize, visit: &mut dyn FnMut(Case<'_, N>)) -> usize {
    (0..=bindings).map(|bindings| Scope { bindings, any_result: true, both_orders: true }.visit(visit)).sum()
}

/// All programs of `bindings` bindings whose result is the last one.
fn last<const N: usize>(bindings: usize, visit: &mut dyn FnMut(Case<'_, N>)) -> usize {
    Scope { bindings, any_result: false, both_orders: true }.visit(visit)
}

/// Compares every nesting of order `orders` at `x` with `expected(order)`; how many evaluations that took.
fn check<D: Dict>(
    program: &Program,
    orders: Range<usize>,
    dict: D,
    x: D::V,
    expected: impl Fn(usize) -> D::V,
) -> usize
where
    D::V: PartialEq + std::fmt::Debug,
    Semirings: Class<D>,
{
    let mut evaluations = 0;
    for order in orders {
        let expected = expected(order);
        Semirings::nestings(order, program, dict, x, &mut |nesting, value| {
            evaluations += 1;
            assert!(value == expected, "{nesting} at {x:?} is {value:?}, not {expected:?}, for\n{program}");
        });
    }
    evaluations
}

/// The derivative of order `n`.
fn derivative<const N: usize>(polynomial: Polynomial<N>, n: usize) -> Polynomial<N> {
    (0..n).fold(polynomial, |p, _| p.derivative())
}
