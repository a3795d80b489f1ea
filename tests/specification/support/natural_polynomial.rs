//! Polynomials with natural coefficients: the normal form of the free commutative semiring over one variable.
//!
//! Two terms are equal by the laws of commutative semirings if and only if their polynomials are. So what is
//! equal here is equal under every dictionary that satisfies the laws. The derivative of a polynomial
//! moves its coefficients, which is as far from automatic differentiation as a derivative can be.

use std::fmt;

use ad::{Dict, Graph, Operation, Rational, Symbol};

/// Polynomials of a degree below `N`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NaturalPolynomials<const N: usize>;

/// The coefficients, that of xⁱ at `i`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct NaturalPolynomial<const N: usize>([u64; N]);

impl<const N: usize> NaturalPolynomial<N> {
    pub(crate) fn natural(n: u64) -> Self {
        let mut p = [0; N];
        p[0] = n;
        NaturalPolynomial(p)
    }

    /// x
    pub(crate) fn variable() -> Self {
        let mut p = [0; N];
        p[1] = 1;
        NaturalPolynomial(p)
    }

    /// The derivative: (xⁱ)' = i xⁱ⁻¹.
    pub(crate) fn derivative(self) -> Self {
        let mut p = [0; N];
        for i in 1..N {
            p[i - 1] = self.0[i] * i as u64;
        }
        NaturalPolynomial(p)
    }

    /// The value at `x`, by Horner's rule.
    pub(crate) fn value<D: Dict>(self, dict: D, x: D::V) -> D::V {
        self.0.iter().rev().fold(dict.zero(), |sum, &c| dict.add(dict.mul(sum, x), dict.natural(c)))
    }
}

/// # Panics
///
/// Panics if a degree or a coefficient becomes too large, so that nothing is ever reduced.
impl<const N: usize> Dict for NaturalPolynomials<N> {
    type V = NaturalPolynomial<N>;
    fn zero(self) -> NaturalPolynomial<N> {
        NaturalPolynomial::natural(0)
    }
    fn one(self) -> NaturalPolynomial<N> {
        NaturalPolynomial::natural(1)
    }
    fn natural(self, n: u64) -> NaturalPolynomial<N> {
        NaturalPolynomial::natural(n)
    }
    fn add(self, mut a: NaturalPolynomial<N>, b: NaturalPolynomial<N>) -> NaturalPolynomial<N> {
        for i in 0..N {
            a.0[i] += b.0[i];
        }
        a
    }
    fn mul(self, a: NaturalPolynomial<N>, b: NaturalPolynomial<N>) -> NaturalPolynomial<N> {
        let mut p = [0; N];
        for i in 0..N {
            if a.0[i] != 0 {
                for j in 0..N {
                    if b.0[j] != 0 {
                        p[i + j] += a.0[i] * b.0[j];
                    }
                }
            }
        }
        NaturalPolynomial(p)
    }
}

/// The normal form of a symbol in a graph with one variable.
pub(crate) fn normal_form<const N: usize>(graph: &Graph, symbol: Symbol) -> NaturalPolynomial<N> {
    let mut forms: Vec<NaturalPolynomial<N>> = Vec::new();
    let form = |forms: &[NaturalPolynomial<N>], symbol| match symbol {
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

impl<const N: usize> fmt::Debug for NaturalPolynomial<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = true;
        for (i, c) in self.0.iter().enumerate().filter(|(_, c)| **c != 0) {
            write!(f, "{}{c} x^{i}", if empty { "" } else { " + " })?;
            empty = false;
        }
        if empty { write!(f, "0") } else { Ok(()) }
    }
}
