//! The interpreter. It performs operations of a number system, and asks for comparisons.

use super::syntax::{Block, Condition, Function, Program, Statement, Term};
use crate::budget;
use crate::numbers::{Erased, Numbers};
use crate::operation::Operation;

/// Calls inside of each other. Each uses some kilobytes of the control stack.
const CALLS: usize = 100;

/// One call of a function.
struct Frame<'p> {
    program: &'p Program,
    numbers: &'p dyn Numbers,
    slots: Vec<Erased>,
    calls: usize,
}

impl Program {
    /// The value at `x`. If the evaluation is stopped meanwhile, the result is meaningless.
    pub fn run(&self, numbers: &dyn Numbers, x: Erased) -> Erased {
        Frame { program: self, numbers, slots: Vec::new(), calls: 0 }.call(&self.body, vec![x])
    }
}

impl Frame<'_> {
    fn call(&self, function: &Function, arguments: Vec<Erased>) -> Erased {
        if self.calls == CALLS {
            budget::stop(&format!(
                "`{}` calls itself more than {CALLS} times inside of each other",
                function.name
            ));
        }
        if budget::is_stopped() {
            return Erased::default();
        }
        let mut slots = arguments;
        slots.resize(function.slots, Erased::default());
        Frame { slots, calls: self.calls + 1, ..*self }.block(&function.body).unwrap_or_default()
    }

    fn block(&mut self, block: &Block) -> Option<Erased> {
        for statement in &block.statements {
            self.statement(statement);
        }
        block.value.as_ref().map(|value| self.term(value))
    }

    fn statement(&mut self, statement: &Statement) {
        if !budget::spend() {
            return;
        }
        match statement {
            Statement::Set(slot, value) => self.slots[*slot] = self.term(value),
            Statement::While(condition, body) => {
                while self.holds(condition) && budget::spend() {
                    self.block(body);
                }
            }
            Statement::If(condition, then, otherwise) => {
                let chosen = if self.holds(condition) { then } else { otherwise };
                self.block(chosen);
            }
            Statement::Term(term) => {
                self.term(term);
            }
        }
    }

    fn term(&mut self, term: &Term) -> Erased {
        match term {
            Term::Integer(n) => self.numbers.perform(Operation::Natural(*n), &[]),
            Term::Decimal(d) => self.numbers.perform(Operation::Decimal(*d), &[]),
            Term::Rounded(c) => self.numbers.perform(Operation::Rounded(*c), &[]),
            Term::Variable(slot) => self.slots[*slot],
            Term::Operation(operation, operands) => {
                let mut values = [Erased::default(); 3];
                for (value, operand) in values.iter_mut().zip(operands) {
                    *value = self.term(operand);
                }
                self.numbers.perform(*operation, &values[..operands.len()])
            }
            Term::Call(number, arguments) => {
                let arguments = arguments.iter().map(|argument| self.term(argument)).collect();
                self.call(&self.program.functions[*number], arguments)
            }
            Term::If(condition, then, otherwise) => {
                let chosen = if self.holds(condition) { then } else { otherwise };
                self.block(chosen).unwrap_or_default()
            }
            Term::Block(block) => self.block(block).unwrap_or_default(),
        }
    }

    fn holds(&mut self, condition: &Condition) -> bool {
        match condition {
            Condition::Relation(relation, a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                !budget::is_stopped() && self.numbers.holds(*relation, a, b)
            }
            Condition::And(a, b) => self.holds(a) && self.holds(b),
            Condition::Or(a, b) => self.holds(a) || self.holds(b),
            Condition::Not(a) => !self.holds(a) && !budget::is_stopped(),
        }
    }
}
