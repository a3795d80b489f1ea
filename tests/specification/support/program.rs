//! Programs: sequences of bindings, the paper's `let u1 = a op b in let u2 = …`.

use std::fmt;

use ad::{Dict, Num};

use super::{Class, Term, Tree};

/// One operation, on operands of type `R`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Layer<R> {
    /// 0, made by the dictionary at hand.
    Zero,
    /// 1, made by the dictionary at hand.
    One,
    /// A literal, made before any dictionary is at hand.
    Natural(u64),
    /// A real literal.
    Constant(f64),
    Add(R, R),
    Mul(R, R),
    Neg(R),
    Sub(R, R),
    Div(R, R),
    Function(Elementary, R),
}

/// The elementary functions that occur in terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elementary {
    Sin,
    Cos,
    Exp,
    Ln,
    Sqrt,
    Atan,
    Tanh,
}

impl Elementary {
    pub(crate) const ALL: [Self; 7] =
        [Self::Sin, Self::Cos, Self::Exp, Self::Ln, Self::Sqrt, Self::Atan, Self::Tanh];

    /// The name of the method of `f64`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Exp => "exp",
            Self::Ln => "ln",
            Self::Sqrt => "sqrt",
            Self::Atan => "atan",
            Self::Tanh => "tanh",
        }
    }
}

impl<R> Layer<R> {
    /// The same operation on other operands.
    pub(crate) fn map<S>(self, mut f: impl FnMut(R) -> S) -> Layer<S> {
        match self {
            Layer::Zero => Layer::Zero,
            Layer::One => Layer::One,
            Layer::Natural(n) => Layer::Natural(n),
            Layer::Constant(c) => Layer::Constant(c),
            Layer::Add(a, b) => Layer::Add(f(a), f(b)),
            Layer::Mul(a, b) => Layer::Mul(f(a), f(b)),
            Layer::Neg(a) => Layer::Neg(f(a)),
            Layer::Sub(a, b) => Layer::Sub(f(a), f(b)),
            Layer::Div(a, b) => Layer::Div(f(a), f(b)),
            Layer::Function(g, a) => Layer::Function(g, f(a)),
        }
    }

    /// Whether it makes a constant.
    pub(crate) fn is_constant(&self) -> bool {
        matches!(self, Layer::Zero | Layer::One | Layer::Natural(_) | Layer::Constant(_))
    }
}

/// The operand of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// An argument.
    Input(usize),
    /// The result of an earlier step.
    Step(usize),
}

/// A sequence of bindings, each of which refers to arguments and earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Program {
    pub(crate) steps: Vec<Layer<Operand>>,
    pub(crate) result: Operand,
}

impl Program {
    /// The program that returns its first argument.
    pub(crate) fn new() -> Self {
        Program { steps: Vec::new(), result: Operand::Input(0) }
    }

    /// Appends a binding; its name.
    pub(crate) fn push(&mut self, step: Layer<Operand>) -> Operand {
        self.steps.push(step);
        Operand::Step(self.steps.len() - 1)
    }

    /// The tree that results when the bindings are substituted.
    pub(crate) fn tree(&self) -> Tree {
        let mut trees: Vec<Tree> = Vec::new();
        let get = |trees: &[Tree], operand| match operand {
            Operand::Input(i) => Tree::variable(i),
            Operand::Step(i) => trees[i].clone(),
        };
        for &step in &self.steps {
            trees.push(Tree::layer(step.map(|a| get(&trees, a))));
        }
        get(&trees, self.result)
    }
}

impl Term for Program {
    fn apply<C: Class<D>, D: Dict>(&self, dict: D, x: &[Num<D>]) -> Num<D> {
        let mut values: Vec<Num<D>> = Vec::with_capacity(self.steps.len());
        let get = |values: &[Num<D>], operand| match operand {
            Operand::Input(i) => x[i],
            Operand::Step(i) => values[i],
        };
        for &step in &self.steps {
            values.push(C::layer(dict, step.map(|a| get(&values, a))));
        }
        get(&values, self.result)
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Input(i) => write!(f, "x{i}"),
            Operand::Step(i) => write!(f, "u{i}"),
        }
    }
}

impl<R: fmt::Display> fmt::Display for Layer<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layer::Zero => write!(f, "zero"),
            Layer::One => write!(f, "one"),
            Layer::Natural(n) => write!(f, "{n}"),
            Layer::Constant(c) => write!(f, "{c:?}"),
            Layer::Add(a, b) => write!(f, "{a} + {b}"),
            Layer::Mul(a, b) => write!(f, "{a} × {b}"),
            Layer::Neg(a) => write!(f, "-{a}"),
            Layer::Sub(a, b) => write!(f, "{a} - {b}"),
            Layer::Div(a, b) => write!(f, "{a} / {b}"),
            Layer::Function(g, a) => write!(f, "{}({a})", g.name()),
        }
    }
}

/// One binding a line, then the result.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.steps.iter().enumerate() {
            writeln!(f, "u{i} = {step}")?;
        }
        write!(f, "{}", self.result)
    }
}
