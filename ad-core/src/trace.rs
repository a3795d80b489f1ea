//! How a derivative is computed: an expression as a sequence of steps, as a graph, and as the table of adjoints of the stack
//! strategy.
//!
//! The table shows the strategy itself at work, over symbols or any other dictionary. Source: the paper's figures about reverse
//! mode.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

use crate::function::Partial;
use crate::mode::reverse::tape::Tape;
use crate::mode::reverse::tape::memory::Memory;
use crate::mode::reverse::tape::vertex::{Node, Vertex};
use crate::stack::Stack;
use crate::{Dict, Exp, Graph, Num, Of, Shape, Signature, Strategy, Symbol, Symbolic};

/// A trace of an expression over symbols, which [`symbolic`] makes.
///
/// ```
/// use ad::{exp, trace};
///
/// #[exp]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// let trace = trace::symbolic(&Square, "x");
/// assert_eq!(trace.sequence().to_string(), "let u1 = x × x in\nu1");
/// assert!(trace.dot().to_string().starts_with("digraph"));
/// assert_eq!(trace.table().columns, ["x", "u1"]);
/// ```
#[derive(Debug)]
pub struct Trace {
    graph: Graph,
    result: Symbol,
    table: Table<String>,
}

impl Trace {
    /// The steps of the expression: `let u1 = x × 1 in …`.
    pub fn sequence(&self) -> impl fmt::Display {
        self.graph.bindings(self.result)
    }

    /// The graph of the expression, for Graphviz.
    pub fn dot(&self) -> impl fmt::Display {
        self.graph.dot(self.result)
    }

    /// The adjoints during the backward phase, as expressions of the variables and of the steps, without factors 1.
    pub fn table(&self) -> &Table<String> {
        &self.table
    }
}

/// Traces `e` over symbols: variables with these names.
///
/// ```
/// use ad::{exp, trace};
///
/// #[exp]
/// fn area(x: f64, y: f64) -> f64 {
///     x * y + 1.0
/// }
///
/// let trace = trace::symbolic(&Area, ("x", "y"));
/// assert_eq!(trace.sequence().to_string(), "\
/// let u1 = x × y in
/// let u2 = u1 + 1 in
/// u2");
/// assert_eq!(trace.table().to_string(), "\
/// adjoint of  x  y  u1  u2
/// start       0  0  0   1
/// undo u2     0  0  1   1
/// undo u1     y  x  1   1
/// ");
/// ```
///
/// Each step is there, also one without influence on the result:
///
/// ```
/// use ad::{paper::{Var, pow}, trace};
/// let trace = trace::symbolic(&pow(2, Var), "x");
/// assert_eq!(trace.sequence().to_string(), "\
/// let u1 = x × x in
/// let u2 = 1 × u1 in
/// let u3 = u1 × u1 in
/// u2");
/// assert_eq!(trace.table().to_string(), "\
/// adjoint of  x      u1  u2  u3
/// start       0      0   1   0
/// undo u3     0      0   1   0
/// undo u2     0      1   1   0
/// undo u1     x + x  1   1   0
/// ");
/// ```
///
/// # Cost
///
/// It is for short expressions. The table has (n + 1)² entries for n steps. Each entry is an expression, which can be
/// exponentially long.
pub fn symbolic<E>(e: &E, names: Of<E::In, &str>) -> Trace
where
    E: Signature<Out = f64> + for<'g> Exp<Symbolic<'g>> + for<'t, 'g> Exp<Watched<'t, Symbolic<'g>>>,
{
    let graph = Graph::new();
    let result = e.eval(graph.dict(), E::In::map(&names, &mut |name| graph.variable(*name)));

    // The same again, in a graph for the partial derivatives and the adjoints.
    let watched = Graph::new();
    let mut known = Vec::new();
    let mut variables = Vec::new();
    let x = E::In::into_map(names, &mut |name| {
        let x = watched.variable(name);
        variables.push(name.to_owned());
        known.push((x, name.to_owned()));
        x
    });
    let (steps, table) = watch(e, watched.dict(), x, variables);
    known.extend((1..).zip(&steps).map(|(i, step)| (*step, format!("u{i}"))));
    let table = table.map(|v| watched.tree_to(&known, watched.simplified_to(&known, *v)).to_string());
    Trace { graph, result, table }
}

/// The adjoints during the computation of the derivative of `e` at `x`, under any dictionary.
///
/// ```
/// use ad::{F64, paper::{Var, pow}, trace};
/// assert_eq!(trace::numeric(&pow(2, Var), F64, 5.0).to_string(), "\
/// adjoint of  x   u1  u2  u3
/// start       0   0   1   0
/// undo u3     0   0   1   0
/// undo u2     0   1   1   0
/// undo u1     10  1   1   0
/// ");
/// ```
///
/// Several variables are called x1, x2, …:
///
/// ```
/// use ad::{F64, exp, trace};
///
/// #[exp]
/// fn product(x: f64, y: f64) -> f64 {
///     x * y
/// }
///
/// assert_eq!(trace::numeric(&Product, F64, (5.0, 3.0)).to_string(), "\
/// adjoint of  x1  x2  u1
/// start       0   0   1
/// undo u1     3   5   1
/// ");
/// ```
///
/// # Cost
///
/// One forward and one backward phase of [`stack`](crate::stack), and (n + 1)² entries of the table for n steps.
pub fn numeric<D: Dict, E>(e: &E, dict: D, x: Of<E::In, D::V>) -> Table<D::V>
where
    E: Signature<Out = f64> + for<'t> Exp<Watched<'t, D>>,
{
    let variables = match E::In::count(&x) {
        1 => vec!["x".to_owned()],
        n => (1..=n).map(|i| format!("x{i}")).collect(),
    };
    watch(e, dict, x, variables).1
}

/// The adjoints during the backward phase. There is a column for each variable, and one for each step that depends on a variable.
/// There is a row for the beginning and one for each reversed step.
///
/// An adjoint is `None`, and printed as 0, until something is propagated to it.
///
/// ```
/// use ad::{F64, paper::{Var, pow}, trace};
///
/// let table = trace::numeric(&pow(2, Var), F64, 5.0);
/// assert_eq!(table.rows[0].adjoints, [None, None, Some(1.0), None]); // y = u2
/// assert_eq!(table.rows.last().unwrap().adjoints[0], Some(10.0));    // and its derivative by x
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table<V> {
    /// The names of the columns: those of the variables, then u1, u2, ….
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row<V>>,
}

/// The adjoints after the reversal of a step.
///
/// ```
/// use ad::{F64, paper::{Var, pow}, trace};
///
/// let table = trace::numeric(&pow(2, Var), F64, 5.0);
/// let last = table.rows.last().unwrap();
/// assert_eq!(last.reversed, Some(1)); // the column of u1
/// assert_eq!(last.adjoints[0], Some(10.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Row<V> {
    /// The column of the reversed step, or `None` at the beginning.
    pub reversed: Option<usize>,
    /// The adjoints, one for each column.
    pub adjoints: Vec<Option<V>>,
}

impl<V> Table<V> {
    /// Applies `f` to every adjoint.
    pub fn map<W>(&self, mut f: impl FnMut(&V) -> W) -> Table<W> {
        let mut row = |row: &Row<V>| Row {
            reversed: row.reversed,
            adjoints: row.adjoints.iter().map(|v| v.as_ref().map(&mut f)).collect(),
        };
        Table { columns: self.columns.clone(), rows: self.rows.iter().map(&mut row).collect() }
    }
}

impl<V: fmt::Display> fmt::Display for Table<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = core::iter::once("adjoint of".to_owned()).chain(self.columns.iter().cloned()).collect();
        let body = self.rows.iter().map(|row| {
            let reversed = row
                .reversed
                .map_or_else(|| "start".to_owned(), |column| format!("undo {}", self.columns[column]));
            let adjoints = row.adjoints.iter().map(|v| v.as_ref().map_or_else(|| "0".into(), V::to_string));
            core::iter::once(reversed).chain(adjoints).collect()
        });
        let lines: Vec<Vec<String>> = core::iter::once(head).chain(body).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        for line in &lines {
            let cells = line.iter().enumerate().map(|(i, cell)| format!("{cell:0$}", width(i)));
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The stack strategy, with a list of its steps.
#[derive(Clone, Copy)]
pub struct Watched<'t, D: Dict> {
    stack: Stack<'t, D>,
    steps: Option<&'t RefCell<Vec<Node<'t, D::V>>>>,
}

/// A number of the stack strategy.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'t, V> {
    node: Node<'t, V>,
    /// Whether the number depends on a variable, be it by a step of derivative 0.
    depends: bool,
}

impl<D: Dict> Default for Watched<'_, D> {
    fn default() -> Self {
        Watched { stack: Stack::default(), steps: None }
    }
}

impl<'t, D: Dict> Strategy for Watched<'t, D> {
    type Base = D;
    type Lifted = Seen<'t, D::V>;

    fn base(self) -> D {
        self.stack.base()
    }
    fn join(self, other: Self) -> Self {
        let stack = Strategy::join(self.stack, other.stack);
        Watched { stack, steps: self.steps.or(other.steps) }
    }
    fn over(self, base: D) -> Self {
        Watched { stack: self.stack.over(base), steps: self.steps }
    }
    fn constant(v: D::V) -> Seen<'t, D::V> {
        Seen { node: <Stack<'t, D> as Strategy>::constant(v), depends: false }
    }
    fn primal(a: Seen<'t, D::V>) -> D::V {
        <Stack<'t, D> as Strategy>::primal(a.node)
    }
    fn is_constant(a: Seen<'t, D::V>) -> bool {
        !a.depends
    }
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Seen<'t, D::V>; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Seen<'t, D::V> {
        let mut node = self.stack.step(v, operands.map(|operand| operand.node), partial);
        // Each step has its own column.
        if operands.iter().any(|operand| operand.node.vertex == node.vertex) {
            node = self.stack.apart(node);
        }
        let depends = operands.iter().any(|operand| operand.depends);
        if let (true, Some(steps)) = (depends, self.steps) {
            steps.borrow_mut().push(node);
        }
        Seen { node, depends }
    }
}

/// Differentiates `e` at `x`. Returns the steps, and the adjoints during their reversal.
fn watch<D: Dict, E>(e: &E, dict: D, x: Of<E::In, D::V>, names: Vec<String>) -> (Vec<D::V>, Table<D::V>)
where
    E: Signature<Out = f64> + for<'t> Exp<Watched<'t, D>>,
{
    let (tape, steps) = (Tape::new(Memory::new()), RefCell::default());
    let watched = Watched { stack: Stack::new(dict, &tape), steps: Some(&steps) };
    let variables = names.len();
    let mut nodes = Vec::with_capacity(variables);
    let x = E::In::into_map(x, &mut |x| {
        let node = tape.variable(x);
        nodes.push(node);
        Num::new(watched, Seen { node, depends: true })
    });
    let y = e.apply(watched, &x).value().node;

    let steps = steps.take();
    let columns: Vec<(Vertex, String)> = (nodes.into_iter().zip(names))
        .chain((1..).zip(&steps).map(|(i, step)| (*step, format!("u{i}"))))
        .filter_map(|(node, name)| Some((node.vertex?, name)))
        .collect();
    let mut rows: Vec<Row<D::V>> = Vec::new();
    let seeds = y.vertex.map(|y| (y, dict.one()));
    tape.watched(dict, seeds, |step, adjoints| {
        let reversed = columns.iter().position(|(vertex, _)| vertex.index() == step);
        // The adjoints of reversed steps are gone, and are known from the previous row.
        let known = |i: usize| rows.last().and_then(|last| last.adjoints[i]);
        let adjoint = |(i, (vertex, _)): (usize, &(Vertex, String))| {
            if vertex.index() < step { adjoints.get(*vertex) } else { known(i) }
        };
        let row = Row { reversed, adjoints: columns.iter().enumerate().map(adjoint).collect() };
        match (reversed, rows.last_mut()) {
            // Reversing a variable changes nothing.
            (Some(column), _) if column < variables => {}
            // A step of three operands is two steps on the tape. The later one has the column.
            (None, Some(last)) => last.adjoints = row.adjoints,
            _ => rows.push(row),
        }
    });
    let values = steps.iter().map(|step| step.v).collect();
    (values, Table { columns: columns.into_iter().map(|(_, name)| name).collect(), rows })
}
