//! Programs from choices: the generator of random code.

use super::{Assignment, CELLS, Code, Condition, Elementary, Formula, Place, Statement};

/// Which statements and formulas to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `+`, `×`, naturals, branches on integers.
    Semiring,
    /// Subtraction and branches on numbers as well.
    OrderedRing,
    /// Real constants and elementary functions as well.
    Real,
}

/// A sequence of choices that a program is made from. Fewer and smaller choices make a simpler program, so it
/// shrinks as the sequence does.
pub(crate) struct Choices<'a> {
    pub(crate) kind: Kind,
    pub(crate) inputs: usize,
    pub(crate) rest: std::slice::Iter<'a, u8>,
}

impl Choices<'_> {
    fn pick(&mut self, options: usize) -> usize {
        self.rest.next().map_or(0, |choice| usize::from(*choice) % options)
    }

    pub(crate) fn code(mut self) -> Code {
        let body = self.block(0, 12);
        let local = |this: &mut Self| Formula::Place(Place::Local(this.pick(4)));
        let result = match self.pick(4) {
            0 => self.formula(0, 0),
            1 => Formula::Add(Box::new([local(&mut self), local(&mut self)])),
            2 => Formula::Mul(Box::new([local(&mut self), local(&mut self)])),
            _ => Formula::Mul(Box::new([local(&mut self), self.formula(0, 1)])),
        };
        Code { inputs: self.inputs, body, result }
    }

    fn block(&mut self, loops: usize, longest: usize) -> Vec<Statement> {
        (0..self.pick(longest + 1)).map(|_| self.statement(loops, longest)).collect()
    }

    /// Inside of that many loops; inner blocks are shorter.
    fn statement(&mut self, loops: usize, longest: usize) -> Statement {
        match self.pick(10) {
            6 if longest > 2 && loops < 2 => {
                Statement::For { count: self.pick(4), body: self.block(loops + 1, longest / 2) }
            }
            7 if longest > 1 && (loops > 0 || self.kind != Kind::Semiring) => Statement::If {
                condition: self.condition(loops),
                then: self.block(loops, longest / 2),
                otherwise: self.block(loops, longest / 2),
            },
            8 if loops > 0 => Statement::BreakIf(self.condition(loops)),
            9 => {
                let i = self.pick(4);
                Statement::Swap(i, (i + 1 + self.pick(3)) % 4)
            }
            _ => {
                let assignment = match self.pick(8) {
                    0 => Assignment::Set,
                    1..=3 => Assignment::Add,
                    7 if self.kind != Kind::Semiring => Assignment::Sub,
                    _ => Assignment::Mul,
                };
                Statement::Assign(self.place(loops), assignment, self.formula(loops, 0))
            }
        }
    }

    fn condition(&mut self, loops: usize) -> Condition {
        if loops > 0 && (self.kind == Kind::Semiring || self.pick(2) == 0) {
            let modulus = 2 + self.pick(2);
            Condition::Counter { depth: self.pick(loops), modulus, residue: self.pick(2) }
        } else {
            Condition::Less(self.formula(loops, 1), self.formula(loops, 1))
        }
    }

    fn place(&mut self, loops: usize) -> Place {
        match self.pick(6) {
            4 => Place::Cell(self.pick(CELLS)),
            5 if loops > 0 => Place::Indexed(self.pick(loops), self.pick(CELLS)),
            i => Place::Local(i % 4),
        }
    }

    fn formula(&mut self, loops: usize, depth: usize) -> Formula {
        let pair =
            |this: &mut Self| Box::new([this.formula(loops, depth + 1), this.formula(loops, depth + 1)]);
        match (self.pick(if depth < 2 { 16 } else { 6 }), self.kind) {
            (1, _) => Formula::Input(self.pick(self.inputs)),
            (2, _) => Formula::Natural(self.pick(6) as u64),
            (3, _) if loops > 0 => Formula::Counter(self.pick(loops)),
            (4, Kind::Real) => Formula::Constant([0.5, 1.25, 3.0][self.pick(3)]),
            (3..=5 | 14.., _) => Formula::Place(self.place(loops)),
            (6..=8, _) => Formula::Add(pair(self)),
            (9..=11, _) => Formula::Mul(pair(self)),
            (12, Kind::OrderedRing | Kind::Real) => Formula::Sub(pair(self)),
            (13, Kind::OrderedRing) => Formula::Neg(Box::new(self.formula(loops, depth + 1))),
            (13, Kind::Real) => {
                // Those whose values stay small.
                let tame = [Elementary::Sin, Elementary::Cos, Elementary::Atan, Elementary::Tanh];
                Formula::Function(tame[self.pick(4)], Box::new(self.formula(loops, depth + 1)))
            }
            _ => Formula::Input(0),
        }
    }
}
