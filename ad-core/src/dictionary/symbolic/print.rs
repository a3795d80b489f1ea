//! Symbols as text: a tree, a sequence of operations, or a graph for Graphviz.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Graph, Operation, Symbol};
use crate::Rational;

impl Graph {
    /// Prints a symbol as an expression tree: `(x + 1) × (x + 1)`.
    ///
    /// Shared nodes are printed at each use, so the text can be exponentially long. [`bindings`](Graph::bindings) prints them
    /// once.
    pub fn tree(&self, symbol: Symbol) -> impl fmt::Display + use<'_> {
        self.tree_to(&[], symbol)
    }

    /// The same, with the names of these nodes in place of their trees.
    pub(crate) fn tree_to<'a>(
        &'a self,
        names: &'a [(Symbol, String)],
        symbol: Symbol,
    ) -> impl fmt::Display + use<'a> {
        shown(move |f| self.fmt_tree(f, names, symbol, 0))
    }

    /// Prints a symbol as its sequence of operations: `let u1 = x × 1 in …`.
    pub fn bindings(&self, symbol: Symbol) -> impl fmt::Display + use<'_> {
        shown(move |f| {
            let names = self.names();
            for (node, operation) in self.0.borrow().iter().enumerate() {
                if !matches!(operation, Operation::Variable(_)) {
                    writeln!(f, "let {} = {} in", names[node], Flat(operation, &names))?;
                }
            }
            write!(f, "{}", Leaf(symbol, &names))
        })
    }

    /// Prints the graph beneath a symbol for Graphviz, with an arrow from each node to its operands.
    pub fn dot(&self, symbol: Symbol) -> impl fmt::Display + use<'_> {
        shown(move |f| {
            let operations = self.0.borrow();
            let names = self.names();
            writeln!(f, "digraph {{")?;
            writeln!(f, "  node [shape=circle];")?;
            let mut constants = 0;
            for (node, operation) in operations.iter().enumerate() {
                let (label, operands) = operation.parts();
                let outline = if symbol == Symbol::Node(node) { ", peripheries=2" } else { "" };
                let name =
                    if operands.is_empty() { String::new() } else { format!(", xlabel=\"{}\"", names[node]) };
                writeln!(f, "  n{node} [label=\"{label}\"{name}{outline}];")?;
                for operand in operands {
                    if let Symbol::Node(operand) = operand {
                        writeln!(f, "  n{node} -> n{operand};")?;
                    } else {
                        writeln!(f, "  c{constants} [label=\"{}\"];", Leaf(operand, &names))?;
                        writeln!(f, "  n{node} -> c{constants};")?;
                        constants += 1;
                    }
                }
            }
            writeln!(f, "}}")
        })
    }

    /// Variables keep their names; the operations are u1, u2, ….
    fn names(&self) -> Vec<String> {
        let mut operations = 0;
        let mut name = |operation: &Operation| {
            if let Operation::Variable(name) = operation {
                return name.clone();
            }
            operations += 1;
            format!("u{operations}")
        };
        self.0.borrow().iter().map(&mut name).collect()
    }

    /// Prints, with parentheses if the context binds tighter.
    fn fmt_tree(
        &self,
        f: &mut fmt::Formatter<'_>,
        names: &[(Symbol, String)],
        symbol: Symbol,
        context: u8,
    ) -> fmt::Result {
        if let Some((_, name)) = names.iter().find(|(named, _)| *named == symbol) {
            return f.write_str(name);
        }
        let Some(operation) = self.operation(symbol) else { return write!(f, "{}", Leaf(symbol, &[])) };
        let strength = operation.strength();
        if strength < context {
            f.write_str("(")?;
        }
        match &operation {
            Operation::Variable(name) => f.write_str(name)?,
            Operation::Neg(a) => {
                f.write_str("-")?;
                self.fmt_tree(f, names, *a, strength + 1)?;
            }
            Operation::Function(name, arguments) => {
                write!(f, "{name}(")?;
                for (i, argument) in arguments.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { ", " })?;
                    self.fmt_tree(f, names, *argument, 0)?;
                }
                f.write_str(")")?;
            }
            Operation::Add(a, b) | Operation::Mul(a, b) | Operation::Sub(a, b) | Operation::Div(a, b) => {
                self.fmt_tree(f, names, *a, strength)?;
                write!(f, " {} ", operation.parts().0)?;
                self.fmt_tree(f, names, *b, strength + 1)?;
            }
        }
        if strength < context { f.write_str(")") } else { Ok(()) }
    }
}

impl Operation {
    /// The operator or name, and the operands.
    fn parts(&self) -> (Cow<'_, str>, Vec<Symbol>) {
        match self {
            Operation::Variable(name) => (name.into(), vec![]),
            Operation::Add(a, b) => ("+".into(), vec![*a, *b]),
            Operation::Mul(a, b) => ("×".into(), vec![*a, *b]),
            Operation::Sub(a, b) => ("-".into(), vec![*a, *b]),
            Operation::Div(a, b) => ("/".into(), vec![*a, *b]),
            Operation::Neg(a) => ("-".into(), vec![*a]),
            Operation::Function(name, arguments) => (name.as_ref().into(), arguments.clone()),
        }
    }

    /// The binding strength of the operator.
    fn strength(&self) -> u8 {
        match self {
            Operation::Add(..) | Operation::Sub(..) => 1,
            Operation::Mul(..) | Operation::Div(..) | Operation::Neg(_) => 2,
            Operation::Variable(_) | Operation::Function(..) => 4,
        }
    }
}

/// A value that the closure prints.
fn shown(print: impl Fn(&mut fmt::Formatter<'_>) -> fmt::Result) -> impl fmt::Display {
    struct Shown<P>(P);
    impl<P: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Shown<P> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }
    Shown(print)
}

/// An operand: a constant, or the name of a node.
struct Leaf<'a>(Symbol, &'a [String]);

impl fmt::Display for Leaf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Symbol::Rational(c) if c < Rational::ZERO || !c.is_integer() => write!(f, "({c})"),
            Symbol::Rational(c) => write!(f, "{c}"),
            Symbol::Real(c) if c < 0.0 => write!(f, "({c})"),
            Symbol::Real(c) => write!(f, "{c}"),
            Symbol::Node(node) => f.write_str(&self.1[node]),
        }
    }
}

/// An operation on leaves that is not a variable.
struct Flat<'a>(&'a Operation, &'a [String]);

impl fmt::Display for Flat<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (label, operands) = self.0.parts();
        let leaf = |i: usize| Leaf(operands[i], self.1);
        match self.0 {
            Operation::Neg(_) => write!(f, "-{}", leaf(0)),
            Operation::Function(..) => {
                write!(f, "{label}(")?;
                for i in 0..operands.len() {
                    write!(f, "{}{}", if i == 0 { "" } else { ", " }, leaf(i))?;
                }
                f.write_str(")")
            }
            _ => write!(f, "{} {label} {}", leaf(0), leaf(1)),
        }
    }
}
