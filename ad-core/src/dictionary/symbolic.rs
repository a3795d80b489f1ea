//! Symbols: an evaluation yields its expression tree, shared as a graph.
//!
//! Nothing is simplified, so for `+` and `×` this is the free commutative semiring before its laws. Only constants are computed:
//! 2 + 3 is 5.

mod print;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

use num_traits::ToPrimitive;

#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::function::{Function, real};
use crate::number::dict::by_squaring;
use crate::number::print::Format;
use crate::{Decimal, Dict, FieldDict, Ground, Rational, Rationals, RealDict, RingDict, Shortcuts};

/// The dictionary of symbols, whose operations become nodes of a [`Graph`].
///
/// ```
/// use ad::{Exp, Graph, forward, paper::{pow, Var}};
/// let graph = Graph::new();
/// let y = forward::diff(pow(2, Var)).eval(graph.dict(), graph.variable("x"));
/// assert_eq!(graph.tree(y).to_string(), "(1 × x + 1 × x) × 1");
/// ```
///
/// # Cost
///
/// Each operation makes a node of the graph, which lives as long as the graph.
#[derive(Clone, Copy, Debug, Default)]
pub struct Symbolic<'g>(Option<&'g Graph>);

/// A constant, or a node of its graph.
///
/// ```
/// use ad::Symbol;
/// use ad::{Exp, Graph, Rational, paper::{Var, pow}};
///
/// let graph = Graph::new();
/// let (x, two) = (graph.variable("x"), Symbol::Rational(Rational::from(2)));
/// assert!(matches!(x, Symbol::Node(_)));
/// assert_eq!(pow(3, Var).eval(graph.dict(), two), Symbol::Rational(Rational::from(8)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Symbol {
    /// An exact constant.
    Rational(Rational),
    /// A constant that is not a fraction.
    Real(f64),
    /// The node with this number.
    Node(usize),
}

/// The operation of a node.
///
/// ```
/// use ad::Operation;
/// use ad::{Exp, Graph, exp};
///
/// #[exp]
/// fn product(x: f64, y: f64) -> f64 {
///     x * y
/// }
///
/// let graph = Graph::new();
/// let (x, y) = (graph.variable("x"), graph.variable("y"));
/// Product.eval(graph.dict(), (x, y));
/// assert_eq!(graph.operations().last(), Some(&Operation::Mul(x, y)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// A variable, with its name.
    Variable(String),
    /// a + b
    Add(Symbol, Symbol),
    /// a × b
    Mul(Symbol, Symbol),
    /// a - b
    Sub(Symbol, Symbol),
    /// a / b
    Div(Symbol, Symbol),
    /// -a
    Neg(Symbol),
    /// An elementary function.
    Function(Cow<'static, str>, Vec<Symbol>),
}

/// The nodes, in order. Each refers to earlier nodes only.
///
/// ```
/// use ad::{Exp, Graph, exp};
///
/// #[exp]
/// fn square_of_sum(x: f64, y: f64) -> f64 {
///     let s = x + y;
///     s * s
/// }
///
/// let graph = Graph::new();
/// let z = SquareOfSum.eval(graph.dict(), (graph.variable("x"), graph.variable("y")));
/// assert_eq!(graph.tree(z).to_string(), "(x + y) × (x + y)");
/// assert_eq!(graph.bindings(z).to_string(), "let u1 = x + y in\nlet u2 = u1 × u1 in\nu2");
/// assert!(graph.dot(z).to_string().starts_with("digraph")); // for Graphviz
/// ```
///
/// # Cost
///
/// Each operation needs memory. The time of `bindings` and `dot` is proportional to the number of nodes. The text of `tree` can
/// be exponentially long.
#[derive(Debug, Default)]
pub struct Graph(RefCell<Vec<Operation>>);

impl Graph {
    /// An empty graph.
    pub fn new() -> Self {
        Graph::default()
    }

    /// The dictionary whose operations become nodes of this graph.
    pub fn dict(&self) -> Symbolic<'_> {
        Symbolic(Some(self))
    }

    /// A new variable with this name. Two variables may have the same name.
    pub fn variable(&self, name: impl Into<String>) -> Symbol {
        self.push(Operation::Variable(name.into()))
    }

    /// The nodes, in the order of their operations.
    pub fn operations(&self) -> Vec<Operation> {
        self.0.borrow().clone()
    }

    /// The operation of a node, or `None` for a constant.
    pub(crate) fn operation(&self, symbol: Symbol) -> Option<Operation> {
        let Symbol::Node(node) = symbol else { return None };
        Some(self.0.borrow()[node].clone())
    }

    /// The same symbol without factors 1 and summands 0, for reading. It is rebuilt as a tree, so it can take as long as printing
    /// the symbol.
    ///
    /// ```
    /// use ad::{Exp, Graph, forward, paper::{pow, Var}};
    /// let graph = Graph::new();
    /// let y = forward::diff(pow(2, Var)).eval(graph.dict(), graph.variable("x"));
    /// assert_eq!(graph.tree(graph.simplified(y)).to_string(), "x + x");
    /// ```
    pub fn simplified(&self, symbol: Symbol) -> Symbol {
        self.simplified_to(&[], symbol)
    }

    /// The same, down to the nodes with one of these names, which stay.
    pub(crate) fn simplified_to(&self, names: &[(Symbol, String)], symbol: Symbol) -> Symbol {
        if names.iter().any(|(named, _)| *named == symbol) {
            return symbol;
        }
        let (dict, simplified) = (self.dict(), |symbol| self.simplified_to(names, symbol));
        match self.operation(symbol) {
            Some(Operation::Add(a, b)) => match (simplified(a), simplified(b)) {
                (zero, a) | (a, zero) if zero == dict.zero() => a,
                (a, b) => dict.add(a, b),
            },
            Some(Operation::Mul(a, b)) => match (simplified(a), simplified(b)) {
                (one, a) | (a, one) if one == dict.one() => a,
                (a, b) => dict.mul(a, b),
            },
            Some(Operation::Sub(a, b)) => dict.sub(simplified(a), simplified(b)),
            Some(Operation::Div(a, b)) => dict.div(simplified(a), simplified(b)),
            Some(Operation::Neg(a)) => dict.neg(simplified(a)),
            Some(Operation::Function(name, arguments)) => {
                self.push(Operation::Function(name, arguments.into_iter().map(simplified).collect()))
            }
            Some(Operation::Variable(_)) | None => symbol,
        }
    }

    fn push(&self, operation: Operation) -> Symbol {
        let mut operations = self.0.borrow_mut();
        operations.push(operation);
        Symbol::Node(operations.len() - 1)
    }
}

impl Symbol {
    fn to_f64(self) -> f64 {
        match self {
            #[allow(clippy::cast_precision_loss, reason = "the nearest double is what is wanted")]
            Symbol::Rational(c) => *c.numer() as f64 / *c.denom() as f64,
            Symbol::Real(c) => c,
            Symbol::Node(_) => unreachable!("only constants are computed"),
        }
    }
}

impl Symbolic<'_> {
    /// An operation: a node, unless all operands are constants.
    fn operate<const K: usize>(
        self,
        operands: [Symbol; K],
        exactly: impl FnOnce([Rational; K]) -> Option<Rational>,
        nearly: impl FnOnce([f64; K]) -> f64,
        node: impl FnOnce([Symbol; K]) -> Operation,
    ) -> Symbol {
        if operands.iter().any(|a| matches!(a, Symbol::Node(_))) {
            let graph = self.0.expect("a node belongs to a graph");
            return graph.push(node(operands));
        }
        let rationals = operands.map(|a| if let Symbol::Rational(c) = a { Some(c) } else { None });
        let exact = rationals.iter().all(Option::is_some).then(|| rationals.map(Option::unwrap_or_default));
        match exact.and_then(exactly) {
            Some(c) => Symbol::Rational(c),
            None => Symbol::Real(nearly(operands.map(Symbol::to_f64))),
        }
    }
}

impl Dict for Symbolic<'_> {
    type V = Symbol;
    type Level = Ground;
    const SHORTCUTS: Shortcuts<Self> = Shortcuts::EXACT;
    fn zero(self) -> Symbol {
        self.natural(0)
    }
    fn one(self) -> Symbol {
        self.natural(1)
    }
    fn natural(self, n: u64) -> Symbol {
        Symbol::Rational(Rationals.natural(n))
    }
    /// The tree, up to a thousand characters, since it may be exponentially long.
    fn show(self, a: Symbol, _: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ENOUGH: usize = 1000;
        struct Beginning(String);
        impl fmt::Write for Beginning {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0.push_str(text);
                if self.0.len() > ENOUGH { Err(fmt::Error) } else { Ok(()) }
            }
        }
        let mut text = Beginning(String::new());
        let unbound = Graph::new();
        let tree = self.0.unwrap_or(&unbound).tree(a);
        match fmt::Write::write_fmt(&mut text, format_args!("{tree}")) {
            Ok(()) => f.pad(&text.0),
            Err(fmt::Error) => write!(f, "{} …", text.0),
        }
    }
    fn add(self, a: Symbol, b: Symbol) -> Symbol {
        self.operate(
            [a, b],
            |[a, b]| Some(Rationals.add(a, b)),
            |[a, b]| a + b,
            |[a, b]| Operation::Add(a, b),
        )
    }
    fn mul(self, a: Symbol, b: Symbol) -> Symbol {
        self.operate(
            [a, b],
            |[a, b]| Some(Rationals.mul(a, b)),
            |[a, b]| a * b,
            |[a, b]| Operation::Mul(a, b),
        )
    }
    fn power(self, a: Symbol, n: u32) -> Symbol {
        if n < 2 { by_squaring(self, a, n) } else { real::power(self, a, n) }
    }
    fn join(self, other: Self) -> Self {
        Symbolic(self.0.or(other.0))
    }
}

impl RingDict for Symbolic<'_> {
    fn neg(self, a: Symbol) -> Symbol {
        self.operate([a], |[a]| Some(Rationals.neg(a)), |[a]| -a, |[a]| Operation::Neg(a))
    }
    fn sub(self, a: Symbol, b: Symbol) -> Symbol {
        self.operate(
            [a, b],
            |[a, b]| Some(Rationals.sub(a, b)),
            |[a, b]| a - b,
            |[a, b]| Operation::Sub(a, b),
        )
    }
}

impl FieldDict for Symbolic<'_> {
    fn div(self, a: Symbol, b: Symbol) -> Symbol {
        let exactly = |[a, b]: [Rational; 2]| (b != Rational::ZERO).then(|| Rationals.div(a, b));
        self.operate([a, b], exactly, |[a, b]| a / b, |[a, b]| Operation::Div(a, b))
    }
    fn decimal(self, literal: Decimal) -> Symbol {
        Symbol::Rational(Rationals.decimal(literal))
    }
}

impl RealDict for Symbolic<'_> {
    /// A whole number is exact.
    fn constant(self, c: f64) -> Symbol {
        match (c.fract() == 0.0, c.to_i64()) {
            (true, Some(n)) => Symbol::Rational(i128::from(n).into()),
            _ => Symbol::Real(c),
        }
    }
    fn function<F: Function<K>, const K: usize>(self, f: F, x: [Symbol; K]) -> Symbol {
        self.operate(x, |_| None, |x| f.value(x), |x| Operation::Function(f.name(), x.to_vec()))
    }
    fn primal(self, a: Symbol) -> Option<f64> {
        (!matches!(a, Symbol::Node(_))).then(|| a.to_f64())
    }
    fn order(self) -> usize {
        0
    }
}
