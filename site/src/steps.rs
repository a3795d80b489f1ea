//! A derivative in reverse mode, step by step: the sequence, the graph, the table of adjoints, and the handlers at work.
//!
//! The numbers of the stack are those of [`ad::trace`], which observes [`ad::stack`]. The events are those of the handler of
//! [`effects`](crate::effects), over floats and symbols at once.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::HashMap;

use ad::F64;
use ad::function::Question;
use ad::numbers::{Graph, Operation as Node, Product, Symbol, Symbolic};
use ad::trace::{self, Table};

use crate::budget;
use crate::derivatives::OPERATIONS;
use crate::effects::{Observer, differentiate};
use crate::expression::Expression;
use crate::formula::double;
use crate::json::Json;
use crate::language::Relation;
use crate::numbers::{Direct, Erased, Numbers};
use crate::operation::Operation;
use crate::rule::Operand;

/// More steps are no picture.
const STEPS: usize = 80;

/// The longest adjoint that is printed, in nodes of its tree.
const LENGTH: usize = 40;

/// A derivative in reverse mode, step by step.
#[derive(Debug)]
pub struct Trace {
    /// The derivative, by the handlers.
    pub derivative: f64,
    /// The work of the handlers. An adjoint has its formula, if that is short.
    pub events: Vec<Event<Option<String>>>,
    /// The adjoints over time, by the stack.
    pub table: Table<f64>,
    steps: Json,
    x: f64,
}

/// The work of a handler. A vertex has a number; that of the variable is 0.
#[derive(Debug)]
pub enum Event<T> {
    /// The step of this vertex has the derivative 0, and is no effect.
    Pass(usize),
    /// The expression performs the effect of this vertex.
    Perform(usize),
    /// The handler resumes the expression with this vertex.
    Resume(usize),
    /// The expression returns a vertex, or a constant, with this value.
    Return(Option<usize>, f64),
    /// The activation of this vertex goes on. These are the vertices whose adjoints it changes, the adjoints, and their formulas.
    Reverse(usize, Vec<(usize, f64, T)>),
}

/// The trace of the derivative of `e` at `x`.
///
/// # Errors
///
/// The reason why there is none.
pub fn trace(e: &Expression, x: f64) -> Result<Trace, String> {
    let graph = Graph::new();
    let named = Named {
        direct: Direct::new(Product(F64, graph.dict()), (x, graph.variable("x"))),
        graph: &graph,
        count: Cell::new(0),
        begins: Cell::new(false),
    };
    let mut script = Script { named: &named, steps: Vec::new(), events: Vec::new(), adjoints: Vec::new() };
    let derivative = budget::within(OPERATIONS, || differentiate(e, &named, Erased::default(), &mut script))?;
    let Script { steps, events, .. } = script;
    let table = budget::within(OPERATIONS, || trace::numeric(e, F64, x))?;
    let mut texts = Texts::of(&graph);
    let events = events.into_iter().map(|event| event.map(|symbol| texts.text(symbol))).collect();
    Ok(Trace { derivative: named.direct.value(derivative).0, events, table, steps: Json::List(steps), x })
}

impl Trace {
    /// The vertices of the columns of the table. A step with the derivative 0 has no column.
    pub fn vertices(&self) -> Vec<usize> {
        let number = |name: &String| name.strip_prefix('u').and_then(|n| n.parse().ok()).unwrap_or(0);
        self.table.columns.iter().map(number).collect()
    }

    pub(crate) fn json(self) -> Json {
        let vertices = self.vertices();
        let rows = self.table.rows.iter().map(|row| {
            let adjoints = Json::list(row.adjoints.iter().copied());
            Json::Object(vec![("reversed", row.reversed.map(|i| vertices[i]).into()), ("adjoints", adjoints)])
        });
        Json::Object(vec![
            ("x", self.x.into()),
            ("derivative", self.derivative.into()),
            ("steps", self.steps),
            ("columns", Json::list(vertices.iter().copied())),
            ("rows", Json::list(rows)),
            ("events", Json::list(self.events.into_iter().map(Event::json))),
        ])
    }
}

impl<T> Event<T> {
    fn map<U>(self, mut f: impl FnMut(T) -> U) -> Event<U> {
        match self {
            Event::Pass(vertex) => Event::Pass(vertex),
            Event::Perform(vertex) => Event::Perform(vertex),
            Event::Resume(vertex) => Event::Resume(vertex),
            Event::Return(vertex, v) => Event::Return(vertex, v),
            Event::Reverse(vertex, changes) => {
                Event::Reverse(vertex, changes.into_iter().map(|(vertex, d, t)| (vertex, d, f(t))).collect())
            }
        }
    }
}

impl Event<Option<String>> {
    fn json(self) -> Json {
        let kind = |kind: &'static str| ("kind", Json::from(kind));
        Json::Object(match self {
            Event::Pass(vertex) => vec![kind("pass"), ("vertex", vertex.into())],
            Event::Perform(vertex) => vec![kind("perform"), ("vertex", vertex.into())],
            Event::Resume(vertex) => vec![kind("resume"), ("vertex", vertex.into())],
            Event::Return(vertex, v) => vec![kind("return"), ("vertex", vertex.into()), ("value", v.into())],
            Event::Reverse(vertex, changes) => {
                let changes = changes.into_iter().map(|(vertex, value, text)| {
                    Json::Object(vec![
                        ("vertex", vertex.into()),
                        ("value", value.into()),
                        ("text", text.into()),
                    ])
                });
                vec![kind("reverse"), ("vertex", vertex.into()), ("changes", Json::list(changes))]
            }
        })
    }
}

// -----------------------------------------------------------------------------------------------------------

/// Writes down the handler's work.
struct Script<'a, 'g> {
    named: &'a Named<'g>,
    steps: Vec<Json>,
    events: Vec<Event<Symbol>>,
    adjoints: Vec<Option<Erased>>,
}

impl Script<'_, '_> {
    fn operand(&self, operand: Operand) -> Json {
        let text = match operand.vertex {
            Some(0) => "x".to_owned(),
            Some(vertex) => format!("u{vertex}"),
            None => double(self.named.direct.value(operand.value).0),
        };
        Json::Object(vec![("text", text.into()), ("vertex", operand.vertex.into())])
    }
}

impl Observer for Script<'_, '_> {
    fn computed(&mut self, vertex: usize, operation: Operation, operands: &[Operand], value: Erased) {
        if vertex > STEPS {
            budget::stop(&format!("more than {STEPS} steps are no picture: take a shorter program"));
            return;
        }
        self.steps.push(Json::Object(vec![
            ("label", label(operation).into()),
            ("operands", Json::list(operands.iter().map(|operand| self.operand(*operand)))),
            ("value", self.named.direct.value(value).0.into()),
        ]));
    }

    fn passed(&mut self, vertex: usize) {
        self.events.push(Event::Pass(vertex));
    }

    fn performed(&mut self, vertex: usize) {
        self.events.push(Event::Perform(vertex));
    }

    fn resumed(&mut self, vertex: usize) {
        self.events.push(Event::Resume(vertex));
    }

    fn returned(&mut self, y: Operand, adjoints: &[Option<Erased>]) {
        self.events.push(Event::Return(y.active(), self.named.direct.value(y.value).0));
        self.adjoints = adjoints.to_vec();
    }

    fn reversed(&mut self, vertex: usize, adjoints: &[Option<Erased>]) {
        let mut changes = Vec::new();
        for (i, adjoint) in adjoints.iter().enumerate().take(vertex) {
            if let Some(d) = adjoint.filter(|_| self.adjoints[i] != *adjoint) {
                let (value, symbol) = self.named.direct.value(d);
                changes.push((i, value, symbol));
            }
        }
        self.adjoints.clear();
        self.adjoints.extend_from_slice(adjoints);
        self.events.push(Event::Reverse(vertex, changes));
    }
}

/// The sign or the name of an operation.
fn label(operation: Operation) -> String {
    match operation {
        Operation::Add => "+".into(),
        Operation::Sub => "−".into(),
        Operation::Mul => "×".into(),
        Operation::Div => "÷".into(),
        Operation::Neg => "neg".into(),
        Operation::Function(_) => {
            // Its name is that of the node in a graph.
            let graph = Graph::new();
            operation.under(graph.dict(), &["a", "b", "c"].map(|name| graph.variable(name)));
            match graph.operations().pop() {
                Some(Node::Function(name, _)) => name.into_owned(),
                _ => "function".into(),
            }
        }
        Operation::Natural(_) | Operation::Decimal(_) | Operation::Constant(_) | Operation::Rounded(_) => {
            "constant".into()
        }
    }
}

/// Texts of symbols, which are computed once.
struct Texts<'g> {
    graph: &'g Graph,
    sizes: Vec<usize>,
    known: HashMap<usize, String>,
}

impl<'g> Texts<'g> {
    fn of(graph: &'g Graph) -> Self {
        let mut sizes: Vec<usize> = Vec::new();
        for operation in graph.operations() {
            let size = |symbol: &Symbol| if let Symbol::Node(i) = symbol { sizes[*i] } else { 1 };
            let total = match &operation {
                Node::Variable(_) => 0,
                Node::Add(a, b) | Node::Mul(a, b) | Node::Sub(a, b) | Node::Div(a, b) => {
                    size(a).saturating_add(size(b))
                }
                Node::Neg(a) => size(a),
                Node::Function(_, arguments) => arguments.iter().map(size).fold(0, usize::saturating_add),
            };
            sizes.push(total.saturating_add(1));
        }
        Texts { graph, sizes, known: HashMap::new() }
    }

    /// The text, if it is short.
    fn text(&mut self, symbol: Symbol) -> Option<String> {
        let Symbol::Node(i) = symbol else { return Some(self.graph.tree(symbol).to_string()) };
        if self.sizes[i] > LENGTH {
            return None;
        }
        let graph = self.graph;
        Some(self.known.entry(i).or_insert_with(|| graph.tree(graph.simplified(symbol)).to_string()).clone())
    }
}

// -----------------------------------------------------------------------------------------------------------

/// Floats and symbols at once. A step is called u1, u2, …, so an adjoint is a formula of steps.
struct Named<'g> {
    direct: Direct<Product<F64, Symbolic<'g>>>,
    graph: &'g Graph,
    count: Cell<usize>,
    /// Whether the next operation is that of a step.
    begins: Cell<bool>,
}

impl Numbers for Named<'_> {
    fn begin_step(&self) {
        self.begins.set(true);
    }
    fn perform(&self, operation: Operation, operands: &[Erased]) -> Erased {
        let y = self.direct.perform(operation, operands);
        if !self.begins.take() || budget::is_stopped() {
            return y;
        }
        self.count.set(self.count.get() + 1);
        let (v, _) = self.direct.value(y);
        self.direct.put((v, self.graph.variable(format!("u{}", self.count.get()))))
    }
    fn holds(&self, relation: Relation, a: Erased, b: Erased) -> bool {
        self.direct.holds(relation, a, b)
    }
    fn order_of(&self, a: Erased, b: Erased) -> Option<Ordering> {
        self.direct.order_of(a, b)
    }
    fn primal(&self, a: Erased) -> Option<f64> {
        self.direct.primal(a)
    }
    fn answer(&self, a: Erased, question: &dyn Fn(f64) -> u64) -> Option<u64> {
        self.direct.answer(a, question)
    }
    fn inspect(&self, operands: &[Erased], question: Question) -> Option<u64> {
        self.direct.inspect(operands, question)
    }
    fn vary(&self, varies: bool) -> bool {
        self.direct.vary(varies)
    }
    fn order(&self) -> usize {
        self.direct.order()
    }
}
