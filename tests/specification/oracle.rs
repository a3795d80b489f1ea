//! The oracle itself: the textbook's derivative, the polynomials and the two forms of a term agree with each other.

use ad::{Dict, FieldDict, I64, Modular};

use crate::small_scope::{self, Scope};
use crate::support::natural_polynomial::{NaturalPolynomial, NaturalPolynomials};
use crate::support::{Any, Class, Fields, Layer, Operand, Program, Semirings, Tree};

const LITERALS: [Layer<Operand>; 2] = [Layer::Natural(0), Layer::Natural(1)];

/// Two oracles that have nothing in common: derivatives of trees, and of polynomials.
#[test]
fn trees_and_polynomials_have_the_same_derivatives() {
    let mut programs = small_scope::all(2, LITERALS, &mut |case| {
        let (mut tree, mut polynomial) = (case.program.tree(), case.polynomial);
        for _ in 0..=3 {
            assert_eq!(
                tree.value(Semirings, NaturalPolynomials, &[NaturalPolynomial::variable()]),
                polynomial,
                "{tree}"
            );
            (tree, polynomial) = (tree.derivative(0), polynomial.derivative());
        }
    });
    programs += Scope { bindings: 3, any_result: false }.visit(LITERALS, &mut |case| {
        let derivative = case.program.tree().derivative(0);
        let value = derivative.value(Semirings, NaturalPolynomials, &[NaturalPolynomial::variable()]);
        assert_eq!(value, case.polynomial.derivative(), "{derivative}");
    });
    assert_eq!(programs, 2_955 + 28_800);
}

/// A term as a tree, where shared results are computed again at each use, has the derivatives of the bindings.
#[test]
fn sharing_makes_no_difference() {
    small_scope::all(2, LITERALS, &mut |case| {
        for order in 1..=2 {
            let derivative = (0..order).fold(case.polynomial, |p, _| p.derivative()).value(I64, 5);
            Semirings::nestings(order, &Any::Tree(&case.program.tree()), I64, 5, &mut |nesting, value| {
                assert_eq!(value, derivative, "{nesting} of {}", case.program.tree());
            });
        }
    });
}

/// All programs of two bindings over {X, 1, earlier names} and {+, ×, -, /} that divide by nothing that is 0.
#[test]
fn small_programs_of_fields() {
    let dict = Modular::new(2_147_483_647);
    let x = i128::into(1_234_567_890);
    let steps = |a, b| [Layer::Add(a, b), Layer::Mul(a, b), Layer::Sub(a, b), Layer::Div(a, b)];
    let mut start = Program::new();
    let one = start.push(Layer::Natural(1));
    let pairs = |names: &[Operand]| -> Vec<_> {
        names.iter().flat_map(|a| names.iter().map(|b| (*a, *b)).collect::<Vec<_>>()).collect()
    };
    let divides_by_zero = |program: &Program, step| match step {
        Layer::Div(_, b) => {
            let divisor = Program { result: b, ..program.clone() };
            divisor.tree().value(Fields, dict, &[x]) == dict.zero()
        }
        _ => false,
    };
    let (mut programs, mut skipped) = (0, 0);
    for first in pairs(&[Operand::Input(0), one]).into_iter().flat_map(|(a, b)| steps(a, b)) {
        let mut program = start.clone();
        let u = program.push(first);
        for second in pairs(&[Operand::Input(0), one, u]).into_iter().flat_map(|(a, b)| steps(a, b)) {
            if divides_by_zero(&program, second) {
                skipped += 1;
                continue;
            }
            let mut program = program.clone();
            program.result = program.push(second);
            let mut tree = program.tree();
            for order in 1..=3 {
                tree = tree.derivative(0);
                let expected = tree.value(Fields, dict, &[x]);
                Fields::nestings(order, &program, dict, x, &mut |nesting, value| {
                    assert_eq!(value, expected, "{nesting} of\n{program}\nis not {tree}");
                });
            }
            programs += 1;
        }
    }
    assert_eq!((programs, skipped), (576 - 6, 6));
    // The oracle's quotients are quotients.
    assert_eq!(dict.mul(dict.div(dict.one(), x), x), dict.one());
    assert_eq!(Tree::natural(5).value(Fields, dict, &[x]), i128::into(5));
}
