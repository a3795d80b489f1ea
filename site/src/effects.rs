//! Reverse mode by effect handlers, where there are no coroutines.
//!
//! The expression performs each step as an effect. The handler numbers the vertex and resumes the expression. When the resumption
//! returns, all later steps have been reversed, and the handler reverses this one. This is [`ad::effects`], but for the
//! continuation. There it is a part of the control stack. Here it runs the expression again from its start, with the answers so far,
//! up to the next effect. The activations of the handler are on the control stack all the same. Source: J. Koppel, G. Scherer and
//! A. Solar-Lezama, *Capturing the Future by Replaying the Past*, ICFP 2018.
//!
//! n steps take time O(n²), and n activations of the handler.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;

use ad::function::{Partial, Question};
use ad::numbers::Dict;

use crate::budget;
use crate::expression::{Expression, Record, Value};
use crate::language::Relation;
use crate::numbers::{Erased, Numbers};
use crate::operation::Operation;
use crate::rule::{Operand, step};

/// More activations of the handler could exceed the control stack.
const DEPTH: usize = 1000;

/// The derivative of `e`.
pub fn diff(e: Expression) -> Expression {
    Expression::of(move |base, x| differentiate(&e, base, x, &mut Unseen))
}

/// Observes the handler at work.
pub(crate) trait Observer {
    /// The step of this vertex has a value.
    fn computed(&mut self, _vertex: usize, _operation: Operation, _operands: &[Operand], _value: Erased) {}
    /// The derivative of the step is 0, so it is no effect.
    fn passed(&mut self, _vertex: usize) {}
    /// The step is an effect, which the handler has now.
    fn performed(&mut self, _vertex: usize) {}
    /// The handler resumes the expression with this vertex.
    fn resumed(&mut self, _vertex: usize) {}
    /// The expression has returned, and the adjoint of its value is 1.
    fn returned(&mut self, _y: Operand, _adjoints: &[Option<Erased>]) {}
    /// The resumption has returned to the activation of `vertex`, which has reversed its step.
    fn reversed(&mut self, _vertex: usize, _adjoints: &[Option<Erased>]) {}
}

struct Unseen;
impl Observer for Unseen {}

/// The derivative of `e` at `x`, under the number system `base`.
pub(crate) fn differentiate(
    e: &Expression,
    base: &dyn Numbers,
    x: Erased,
    observer: &mut dyn Observer,
) -> Erased {
    thread_local! { static LEVELS: Cell<usize> = const { Cell::new(0) } }
    let level = LEVELS.replace(LEVELS.get() + 1);
    let handler = Handler {
        base,
        level,
        nodes: RefCell::new(vec![Operand { value: x, vertex: Some(0), is_flat: false }]),
        next: Cell::new(1),
        answers: RefCell::default(),
        next_answer: Cell::new(0),
        performed: Cell::new(None),
    };
    let mut backward = Backward { handler: &handler, e, vertices: 1, adjoints: vec![None], observer };
    backward.handle();
    let derivative = backward.adjoints[0];
    LEVELS.set(level);
    let record = Record(Some(base));
    record.concrete(derivative.map_or_else(|| record.zero(), Value::Of))
}

// -----------------------------------------------------------------------------------------------------------

/// The handler's activations: one for each step, inside of each other.
struct Backward<'a, 'b> {
    handler: &'a Handler<'b>,
    e: &'a Expression,
    vertices: usize,
    adjoints: Vec<Option<Erased>>,
    observer: &'a mut dyn Observer,
}

impl Backward<'_, '_> {
    /// Runs the expression up to its next effect or its end, and handles that.
    fn handle(&mut self) {
        let record = Record(Some(self.handler.base));
        let (vertex, partials) = loop {
            let y = self.handler.resume(self.e);
            let Some(Performed { operation, operands, count }) = self.handler.performed.take() else {
                if !budget::is_stopped() {
                    if let Some(y) = y.active() {
                        self.adjoints[y] = Some(record.concrete(record.one()));
                    }
                    self.observer.returned(y, &self.adjoints);
                }
                return;
            };
            if self.vertices > DEPTH {
                budget::stop(&format!("`effects` has more than {DEPTH} steps: choose another strategy"));
                return;
            }
            let operands = &operands[..count];
            let (value, partials) = step(self.handler.base, operation, operands);
            let vertex = self.vertices;
            self.vertices += 1;
            self.adjoints.push(None);
            self.observer.computed(vertex, operation, operands, value);
            let is_flat = partials.is_empty();
            self.handler.answer_with(Operand { value, vertex: Some(vertex), is_flat });
            if !is_flat {
                break (vertex, partials);
            }
            self.observer.passed(vertex);
        };
        self.observer.performed(vertex);
        self.observer.resumed(vertex);

        self.handle();

        if budget::is_stopped() {
            return;
        }
        if let Some(adjoint) = self.adjoints[vertex] {
            for (operand, partial) in partials {
                let term = match partial {
                    Partial::Zero => continue,
                    Partial::One => Value::Of(adjoint),
                    Partial::MinusOne(p) | Partial::Value(p) => record.mul(Value::Of(adjoint), p),
                };
                let sum = self.adjoints[operand].map_or(term, |sum| record.add(Value::Of(sum), term));
                self.adjoints[operand] = Some(record.concrete(sum));
            }
        }
        self.observer.reversed(vertex, &self.adjoints);
    }
}

/// A step at which the expression has stopped.
#[derive(Clone, Copy)]
struct Performed {
    operation: Operation,
    operands: [Operand; 3],
    count: usize,
}

/// The number system of the expression. It answers operations that have been answered already, and stops the evaluation at the first
/// one that has not.
struct Handler<'b> {
    base: &'b dyn Numbers,
    level: usize,
    /// The answers so far, after the variable.
    nodes: RefCell<Vec<Operand>>,
    next: Cell<usize>,
    /// The outcomes of comparisons so far.
    answers: RefCell<Vec<u64>>,
    next_answer: Cell<usize>,
    performed: Cell<Option<Performed>>,
}

impl Handler<'_> {
    /// The continuation: runs the expression from its start, up to the next effect.
    fn resume(&self, e: &Expression) -> Operand {
        self.next.set(1);
        self.next_answer.set(0);
        let y = e.under(self, Erased::default());
        budget::performed(self.level);
        self.node(y)
    }

    fn node(&self, Erased(i): Erased) -> Operand {
        self.nodes.borrow()[i]
    }

    fn answer_with(&self, node: Operand) -> Erased {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        self.next.set(nodes.len());
        Erased(nodes.len() - 1)
    }

    /// An outcome of the base, or the same as in the runs before.
    fn decided(&self, operands: &[Erased], decide: impl FnOnce(&[Erased]) -> u64) -> u64 {
        if budget::is_stopped() {
            return 0;
        }
        let i = self.next_answer.replace(self.next_answer.get() + 1);
        let known = self.answers.borrow().get(i).copied();
        known.unwrap_or_else(|| {
            let nodes: Vec<Operand> = operands.iter().map(|a| self.node(*a)).collect();
            let values: Vec<Erased> = nodes.iter().map(|node| node.value).collect();
            let varies = nodes.iter().any(|node| node.active().is_some());
            let before = varies.then(|| self.base.vary(true));
            let answer = decide(&values);
            before.map(|before| self.base.vary(before));
            self.answers.borrow_mut().push(answer);
            answer
        })
    }
}

impl Numbers for Handler<'_> {
    fn perform(&self, operation: Operation, operands: &[Erased]) -> Erased {
        if !budget::spend() {
            return Erased::default();
        }
        let i = self.next.get();
        if i < self.nodes.borrow().len() {
            self.next.set(i + 1);
            return Erased(i);
        }
        let mut nodes = [self.node(Erased::default()); 3];
        for (node, operand) in nodes.iter_mut().zip(operands) {
            *node = self.node(*operand);
        }
        let operands = &nodes[..operands.len()];
        if operands.iter().all(|operand| operand.vertex.is_none()) {
            // A constant has no vertex.
            let mut values = [Erased::default(); 3];
            for (value, operand) in values.iter_mut().zip(operands) {
                *value = operand.value;
            }
            let value = self.base.perform(operation, &values[..operands.len()]);
            return self.answer_with(Operand::constant(value));
        }
        self.performed.set(Some(Performed { operation, operands: nodes, count: operands.len() }));
        budget::perform(self.level);
        Erased::default()
    }

    fn holds(&self, relation: Relation, a: Erased, b: Erased) -> bool {
        self.decided(&[a, b], |x| self.base.holds(relation, x[0], x[1]).into()) == 1
    }

    fn order_of(&self, a: Erased, b: Erased) -> Option<Ordering> {
        let order = |x: &[Erased]| match self.base.order_of(x[0], x[1]) {
            None => 0,
            Some(Ordering::Less) => 1,
            Some(Ordering::Equal) => 2,
            Some(Ordering::Greater) => 3,
        };
        [None, Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater)]
            [usize::try_from(self.decided(&[a, b], order)).unwrap_or(0)]
    }

    fn primal(&self, a: Erased) -> Option<f64> {
        self.base.primal(self.node(a).value)
    }

    fn answer(&self, a: Erased, question: &dyn Fn(f64) -> u64) -> Option<u64> {
        optional(self.decided(&[a], |x| encoded(self.base.answer(x[0], question))))
    }

    fn inspect(&self, operands: &[Erased], question: Question) -> Option<u64> {
        optional(self.decided(operands, |x| encoded(self.base.inspect(x, question))))
    }

    fn vary(&self, varies: bool) -> bool {
        self.base.vary(varies)
    }

    fn order(&self) -> usize {
        self.base.order() + 1
    }
}

/// An answer as a number. Answers are small.
fn encoded(answer: Option<u64>) -> u64 {
    answer.map_or(0, |answer| answer + 1)
}

fn optional(answer: u64) -> Option<u64> {
    answer.checked_sub(1)
}
