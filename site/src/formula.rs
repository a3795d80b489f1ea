//! Symbols as formulas that a person reads: like terms are collected, and powers have exponents.
//!
//! A formula is a sum of products with coefficients. A product of sums is not multiplied out. Formulas are equal as fractions of
//! polynomials, so 0 / 0 may have disappeared.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

use ad::numbers::{Graph, Operation, Rational, Symbol};

/// A formula of this size is not readable.
const SIZE: usize = 600;

/// A product of more terms is not multiplied out.
const TERMS: usize = 16;

/// The formula of `symbol`, or `None` if it is too long to be read. It is the shorter of two: products of sums stay, or are multiplied
/// out.
pub fn formula(graph: &Graph, symbol: Symbol) -> Option<String> {
    let operations = graph.operations();
    let texts = [1, TERMS].map(|terms| written(&operations, symbol, terms));
    texts.into_iter().flatten().min_by_key(|text| text.chars().count())
}

/// The formula in which products of at most so many terms are multiplied out.
fn written(operations: &[Operation], symbol: Symbol, terms: usize) -> Option<String> {
    let mut sums: Vec<Option<Rc<Sum>>> = Vec::with_capacity(operations.len());
    for operation in operations {
        let known = |symbol: &Symbol| match symbol {
            Symbol::Node(i) => sums[*i].clone(),
            constant => Some(Rc::new(Sum::constant(number(*constant)))),
        };
        let sum = Sum::of(operation, known, terms).filter(|sum| sum.size() <= SIZE);
        sums.push(sum.map(Rc::new));
    }
    let sum = match symbol {
        Symbol::Node(i) => sums[i].clone()?,
        constant => Rc::new(Sum::constant(number(constant))),
    };
    Some(sum.shown())
}

fn number(constant: Symbol) -> Number {
    match constant {
        Symbol::Rational(c) => Number::Exact(c),
        Symbol::Real(c) => Number::Real(c.to_bits()),
        Symbol::Node(_) => unreachable!("a node is no constant"),
    }
}

// -----------------------------------------------------------------------------------------------------------

/// A coefficient: a fraction, or the bits of a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    Exact(Rational),
    Real(u64),
}

impl Number {
    const ONE: Number = Number::Exact(Rational::ONE);

    #[allow(clippy::cast_precision_loss, reason = "the nearest double is meant")]
    fn double(self) -> f64 {
        match self {
            Number::Exact(c) => *c.numer() as f64 / *c.denom() as f64,
            Number::Real(bits) => f64::from_bits(bits),
        }
    }

    /// An operation, exactly if the operands are short fractions.
    fn operate(
        self,
        other: Number,
        exactly: impl Fn(Rational, Rational) -> Rational,
        nearly: impl Fn(f64, f64) -> f64,
    ) -> Number {
        let is_short = |c: &Rational| c.numer().unsigned_abs() < 1 << 60 && *c.denom() < 1 << 60;
        match (self, other) {
            (Number::Exact(a), Number::Exact(b)) if is_short(&a) && is_short(&b) => {
                Number::Exact(exactly(a, b))
            }
            (a, b) => Number::Real(nearly(a.double(), b.double()).to_bits()),
        }
    }

    fn plus(self, other: Number) -> Number {
        self.operate(other, |a, b| a + b, |a, b| a + b)
    }

    fn times(self, other: Number) -> Number {
        self.operate(other, |a, b| a * b, |a, b| a * b)
    }

    fn recip(self) -> Number {
        match self {
            Number::Exact(c) if c != Rational::ZERO => Number::Exact(c.recip()),
            c => Number::Real((1.0 / c.double()).to_bits()),
        }
    }

    fn is_zero(self) -> bool {
        self.double() == 0.0
    }
}

/// A sum of products, each with its coefficient. Coefficients are not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Sum(BTreeMap<Product, Number>);

/// Factors with their exponents, which are not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Product(BTreeMap<Factor, i32>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Factor {
    Variable(String),
    Call(String, Vec<Rc<Sum>>),
    /// A sum of several terms.
    Sum(Rc<Sum>),
}

impl Sum {
    fn constant(c: Number) -> Sum {
        Sum::term(c, Product::default())
    }

    fn factor(factor: Factor) -> Sum {
        Sum::term(Number::ONE, Product(BTreeMap::from([(factor, 1)])))
    }

    /// One term. If it is a multiple of a sum, it is multiplied out.
    fn term(c: Number, product: Product) -> Sum {
        if c.is_zero() {
            return Sum::default();
        }
        if let (1, Some((Factor::Sum(sum), 1))) = (product.0.len(), product.0.first_key_value()) {
            return sum.scaled(c);
        }
        Sum(BTreeMap::from([(product, c)]))
    }

    fn of(operation: &Operation, known: impl Fn(&Symbol) -> Option<Rc<Sum>>, terms: usize) -> Option<Sum> {
        Some(match operation {
            Operation::Variable(name) => Sum::factor(Factor::Variable(name.clone())),
            Operation::Add(a, b) => known(a)?.plus(&*known(b)?),
            Operation::Sub(a, b) => known(a)?.plus(&known(b)?.scaled(minus_one())),
            Operation::Neg(a) => known(a)?.scaled(minus_one()),
            Operation::Mul(a, b) => known(a)?.times(&*known(b)?, terms),
            Operation::Div(a, b) => known(a)?.times(&known(b)?.power(-1), terms),
            Operation::Function(name, arguments) => {
                let arguments: Vec<Rc<Sum>> = arguments.iter().map(known).collect::<Option<_>>()?;
                Sum::call(name, arguments)
            }
        })
    }

    /// A function. Powers, and functions of derivative rules that are polynomials, are written as such.
    fn call(name: &str, x: Vec<Rc<Sum>>) -> Sum {
        let one = Sum::constant(Number::ONE);
        let complement = |sum: &Sum| one.plus(&sum.scaled(minus_one()));
        let exponent = name.strip_prefix("powi[").and_then(|rest| rest.strip_suffix(']')?.parse().ok());
        match (name, &x[..]) {
            (_, [x]) if exponent.is_some() => x.power(exponent.unwrap_or(1)),
            ("recip", [x]) => x.power(-1),
            ("one_minus_square", [x]) => complement(&x.power(2)),
            ("tanh_slope", [_, y]) => complement(&y.power(2)),
            ("sigmoid_slope", [_, y]) => y.times(&complement(y), 1),
            _ => Sum::factor(Factor::Call(name.to_owned(), x)),
        }
    }

    fn plus(&self, other: &Sum) -> Sum {
        let mut sum = self.0.clone();
        for (product, c) in &other.0 {
            let total = sum.get(product).map_or(*c, |before| before.plus(*c));
            if total.is_zero() {
                sum.remove(product);
            } else {
                sum.insert(product.clone(), total);
            }
        }
        Sum(sum)
    }

    fn scaled(&self, c: Number) -> Sum {
        Sum(self
            .0
            .iter()
            .map(|(product, b)| (product.clone(), b.times(c)))
            .filter(|(_, c)| !c.is_zero())
            .collect())
    }

    /// The sum as one product with a coefficient.
    fn as_term(&self) -> (Number, Product) {
        match self.0.first_key_value() {
            None => (Number::Exact(Rational::ZERO), Product::default()),
            Some((product, c)) if self.0.len() == 1 => (*c, product.clone()),
            Some(_) => (Number::ONE, Product(BTreeMap::from([(Factor::Sum(Rc::new(self.clone())), 1)]))),
        }
    }

    /// The product, multiplied out if it then has at most so many terms.
    fn times(&self, other: &Sum, terms: usize) -> Sum {
        let count = self.0.len() * other.0.len();
        if (2..=terms).contains(&count) {
            let single = |(product, c): (&Product, &Number)| Sum::term(*c, product.clone());
            let pairs = self.0.iter().flat_map(|a| other.0.iter().map(move |b| (a, b)));
            return pairs.fold(Sum::default(), |sum, (a, b)| sum.plus(&single(a).times(&single(b), 1)));
        }
        let ((a, mut product), (b, factors)) = (self.as_term(), other.as_term());
        for (factor, exponent) in factors.0 {
            let total = product.0.get(&factor).map_or(exponent, |before| before.saturating_add(exponent));
            if total == 0 {
                product.0.remove(&factor);
            } else {
                product.0.insert(factor, total);
            }
        }
        Sum::term(a.times(b), product)
    }

    fn power(&self, n: i32) -> Sum {
        if n == 0 {
            return Sum::constant(Number::ONE);
        }
        let (c, product) = self.as_term();
        let base = if n < 0 { c.recip() } else { c };
        let c = (1..n.unsigned_abs().min(1024)).fold(base, |power, _| power.times(base));
        Sum::term(c, Product(product.0.into_iter().map(|(f, e)| (f, e.saturating_mul(n))).collect()))
    }

    fn size(&self) -> usize {
        let factor = |factor: &Factor| match factor {
            Factor::Variable(_) => 1,
            Factor::Call(_, arguments) => 1 + arguments.iter().map(|x| x.size()).sum::<usize>(),
            Factor::Sum(sum) => 1 + sum.size(),
        };
        self.0.keys().map(|product| 1 + product.0.keys().map(factor).sum::<usize>()).sum()
    }

    // -------------------------------------------------------------------------------------------------------

    /// The text. Terms of high degree come first.
    fn shown(&self) -> String {
        let mut terms: Vec<(&Product, Number)> = self.0.iter().map(|(product, c)| (product, *c)).collect();
        terms.sort_by_key(|(product, _)| -product.0.values().map(|e| i64::from(*e)).sum::<i64>());
        // A formula does not begin with a minus if another term can be the first.
        if let Some(positive) = terms.iter().position(|(_, c)| c.double() > 0.0)
            && terms[0].1.double() < 0.0
        {
            terms[..=positive].rotate_right(1);
        }
        let mut text = String::new();
        for (product, c) in terms {
            let is_negative = c.double() < 0.0;
            text.push_str(match (text.is_empty(), is_negative) {
                (true, false) => "",
                (true, true) => "−",
                (false, false) => " + ",
                (false, true) => " − ",
            });
            text.push_str(&product.shown(if is_negative { c.times(minus_one()) } else { c }));
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}

impl Product {
    /// The product with its coefficient, as a fraction if an exponent is negative.
    fn shown(&self, c: Number) -> String {
        let (mut above, mut below) = match c {
            Number::Exact(c) => (c.numer().to_string(), c.denom().to_string()),
            Number::Real(bits) => (double(f64::from_bits(bits)), "1".to_owned()),
        };
        let mut many_below = false;
        for (factor, exponent) in &self.0 {
            let text = factor.shown(exponent.unsigned_abs());
            let side = if *exponent > 0 { &mut above } else { &mut below };
            if side == "1" {
                *side = text;
            } else {
                many_below |= *exponent < 0;
                let _ = write!(side, "·{text}");
            }
        }
        match (&*below, many_below) {
            ("1", _) => above,
            (_, true) => format!("{above} / ({below})"),
            (_, false) => format!("{above} / {below}"),
        }
    }
}

impl Factor {
    fn shown(&self, exponent: u32) -> String {
        let base = match self {
            Factor::Variable(name) => name.clone(),
            Factor::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|x| x.shown()).collect();
                match (&**name, &arguments[..]) {
                    ("abs", [x]) => format!("|{x}|"),
                    ("sqrt", [x]) => format!("√({x})"),
                    _ => format!("{name}({})", arguments.join(", ")),
                }
            }
            Factor::Sum(sum) => format!("({})", sum.shown()),
        };
        if exponent == 1 { base } else { format!("{base}{}", superscript(exponent)) }
    }
}

fn minus_one() -> Number {
    Number::Exact(-Rational::ONE)
}

/// A double, with an exponent if it is far from 1.
pub(crate) fn double(c: f64) -> String {
    let magnitude = c.abs();
    if c == f64::INFINITY {
        "∞".to_owned()
    } else if c == f64::NEG_INFINITY {
        "-∞".to_owned()
    } else if c == 0.0 || (1e-5..1e16).contains(&magnitude) || c.is_nan() {
        c.to_string()
    } else {
        format!("{c:e}")
    }
}

fn superscript(n: u32) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    n.to_string().chars().filter_map(|c| c.to_digit(10)).map(|d| digits[d as usize]).collect()
}
