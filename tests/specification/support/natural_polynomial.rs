//! Polynomials with natural coefficients: the normal form of the free commutative semiring over one variable.
//!
//! Two terms are equal by the laws of commutative semirings if and only if their polynomials are. So equal terms are equal under
//! every dictionary that satisfies the laws. The derivative of a polynomial shifts its coefficients, which has nothing in common
//! with automatic differentiation.

use std::fmt;

use ad::{Dict, Graph, Ground, Operation, Rational, Symbol};

/// The degree that five bindings can reach.
const DEGREE: usize = 32;

/// Polynomials of a degree up to [`DEGREE`]. They are of one type, so that all nestings over them are compiled once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NaturalPolynomials;

/// The coefficients, with that of xⁱ at `i`, and their number up to the last nonzero one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct NaturalPolynomial {
    coefficients: [u64; DEGREE + 1],
    len: usize,
}

impl NaturalPolynomial {
    const ZERO: Self = NaturalPolynomial { coefficients: [0; DEGREE + 1], len: 0 };

    pub(crate) fn natural(n: u64) -> Self {
        let mut p = Self::ZERO;
        p.coefficients[0] = n;
        p.len = usize::from(n != 0);
        p
    }

    /// x
    pub(crate) fn variable() -> Self {
        let mut p = Self::ZERO;
        p.coefficients[1] = 1;
        p.len = 2;
        p
    }

    fn coefficients(&self) -> &[u64] {
        &self.coefficients[..self.len]
    }

    /// The derivative: (xⁱ)' = i xⁱ⁻¹.
    pub(crate) fn derivative(self) -> Self {
        let mut p = Self::ZERO;
        for (i, c) in (0..).zip(self.coefficients()).skip(1) {
            p.coefficients[p.len] = c * i;
            p.len += 1;
        }
        p
    }

    /// The value at `x`, by Horner's rule.
    pub(crate) fn value<D: Dict>(self, dict: D, x: D::V) -> D::V {
        let coefficients = self.coefficients().iter();
        coefficients.rev().fold(dict.zero(), |sum, &c| dict.add(dict.mul(sum, x), dict.natural(c)))
    }
}

/// # Panics
///
/// Panics if a degree or a coefficient becomes too large, so that nothing is ever reduced.
impl Dict for NaturalPolynomials {
    type V = NaturalPolynomial;
    type Level = Ground;
    fn zero(self) -> NaturalPolynomial {
        NaturalPolynomial::ZERO
    }
    fn one(self) -> NaturalPolynomial {
        NaturalPolynomial::natural(1)
    }
    fn natural(self, n: u64) -> NaturalPolynomial {
        NaturalPolynomial::natural(n)
    }
    fn add(self, mut a: NaturalPolynomial, b: NaturalPolynomial) -> NaturalPolynomial {
        for (a, b) in a.coefficients.iter_mut().zip(b.coefficients()) {
            *a += b;
        }
        a.len = a.len.max(b.len);
        a
    }
    fn mul(self, a: NaturalPolynomial, b: NaturalPolynomial) -> NaturalPolynomial {
        let mut p = NaturalPolynomial::ZERO;
        if a.len == 0 || b.len == 0 {
            return p;
        }
        p.len = a.len + b.len - 1;
        for (i, a) in a.coefficients().iter().enumerate() {
            for (j, b) in b.coefficients().iter().enumerate() {
                p.coefficients[i + j] += a * b;
            }
        }
        p
    }
}

/// The normal form of a symbol in a graph with one variable.
pub(crate) fn normal_form(graph: &Graph, symbol: Symbol) -> NaturalPolynomial {
    let mut forms: Vec<NaturalPolynomial> = Vec::new();
    let form = |forms: &[NaturalPolynomial], symbol| match symbol {
        Symbol::Node(node) => forms[node],
        Symbol::Rational(c) if c.is_integer() && c >= Rational::ZERO => {
            NaturalPolynomial::natural(u64::try_from(*c.numer()).expect("a small constant"))
        }
        other => panic!("{other:?} is not in the free semiring"),
    };
    for operation in graph.operations() {
        let next = match operation {
            Operation::Variable(_) => NaturalPolynomial::variable(),
            Operation::Add(a, b) => NaturalPolynomials.add(form(&forms, a), form(&forms, b)),
            Operation::Mul(a, b) => NaturalPolynomials.mul(form(&forms, a), form(&forms, b)),
            other => panic!("{other:?} is not in the free semiring"),
        };
        forms.push(next);
    }
    form(&forms, symbol)
}

impl fmt::Debug for NaturalPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = true;
        for (i, c) in self.coefficients().iter().enumerate().filter(|(_, c)| **c != 0) {
            write!(f, "{}{c} x^{i}", if empty { "" } else { " + " })?;
            empty = false;
        }
        if empty { write!(f, "0") } else { Ok(()) }
    }
}
