//! Polynomials with integer coefficients, whose derivative shifts the coefficients: an oracle that shares no code with the tested
//! strategies. They are also the normal form of expressions over symbols.

use std::ops::{Add, Mul, Sub};

use ad_core::{Graph, Operation, Symbol};

/// A polynomial in one variable, the coefficient of xⁱ at index i, without zeros at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial(Vec<i128>);

impl Polynomial {
    /// The polynomial with these coefficients, the constant one first.
    pub fn new(coefficients: impl Into<Vec<i128>>) -> Self {
        let mut coefficients = coefficients.into();
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }

    /// x
    pub fn x() -> Self {
        Self::new([0, 1])
    }

    /// A constant.
    pub fn constant(c: i128) -> Self {
        Self::new([c])
    }

    /// Its `order`th derivative.
    pub fn derivative(&self, order: usize) -> Self {
        (0..order).fold(self.clone(), |p, _| {
            let terms = (0..).zip(&p.0).skip(1);
            Self::new(terms.map(|(i, c)| i * c).collect::<Vec<_>>())
        })
    }

    /// Its value at `x`, in the arithmetic of `x`, given how a coefficient gets there.
    pub fn at<T: Copy + Add<Output = T> + Mul<Output = T>>(&self, x: T, embed: fn(i128) -> T) -> T {
        self.0.iter().rev().fold(embed(0), |sum, c| sum * x + embed(*c))
    }

    /// The normal form of a symbol over a graph with one variable, in which all constants are integers.
    pub fn normal_form(graph: &Graph, symbol: Symbol) -> Self {
        let mut nodes: Vec<Polynomial> = Vec::new();
        let resolve = |nodes: &[Polynomial], symbol| match symbol {
            Symbol::Node(node) => nodes[node].clone(),
            Symbol::Rational(c) if c.is_integer() => Self::constant(c.to_integer()),
            _ => panic!("{symbol:?} is no integer"),
        };
        for operation in graph.operations() {
            let normal = |symbol| resolve(&nodes, symbol);
            nodes.push(match operation {
                Operation::Variable(_) => Self::x(),
                Operation::Add(a, b) => &normal(a) + &normal(b),
                Operation::Mul(a, b) => &normal(a) * &normal(b),
                Operation::Sub(a, b) => &normal(a) - &normal(b),
                Operation::Neg(a) => &Self::constant(0) - &normal(a),
                Operation::Div(..) | Operation::Function(..) => panic!("{operation:?} is not polynomial"),
            });
        }
        resolve(&nodes, symbol)
    }

    fn zip(&self, other: &Self, f: impl Fn(i128, i128) -> i128) -> Self {
        let coefficient = |p: &Self, i| p.0.get(i).copied().unwrap_or(0);
        let terms = 0..self.0.len().max(other.0.len());
        Self::new(terms.map(|i| f(coefficient(self, i), coefficient(other, i))).collect::<Vec<_>>())
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;
    fn add(self, other: Self) -> Polynomial {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;
    fn sub(self, other: Self) -> Polynomial {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;
    fn mul(self, other: Self) -> Polynomial {
        let mut product = vec![0; self.0.len() + other.0.len()];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial::new(product)
    }
}
