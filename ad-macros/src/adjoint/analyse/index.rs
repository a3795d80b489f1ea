//! The program with its places: built once, and read by all analyses.

use super::activity::values_of;
use super::sites::{Site, each};
use super::uses::{Uses, uses_of};
use crate::adjoint::ir::*;
use std::collections::HashMap;

pub(in crate::adjoint) struct Index<'p> {
    pub(in crate::adjoint) program: &'p Program,
    /// The statement that binds each value.
    pub(super) statements: HashMap<Id, &'p Stmt>,
    /// The number of times that each value is an operand, or a part.
    pub(super) uses: HashMap<Id, usize>,
    /// The places where each container is changed.
    pub(super) changes: HashMap<Id, Vec<Site>>,
    /// The overwritten variables, by the names of their previous contents.
    pub(super) overwritten: HashMap<Id, Id>,
}

impl<'p> Index<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let mut index = Index {
            program,
            statements: HashMap::new(),
            uses: HashMap::new(),
            changes: HashMap::new(),
            overwritten: HashMap::new(),
        };
        each(&program.body, 0, &mut |site, statement| index.add(site, statement));
        index.count(&values_of(&program.result));
        index
    }

    fn add(&mut self, site: Site, statement: &'p Stmt) {
        let mut uses = Uses::default();
        uses_of(self.program, statement, &mut uses);
        self.count(&uses.values);
        match statement {
            Stmt::Let { var, rhs } => {
                self.statements.insert(*var, statement);
                match rhs {
                    Rhs::Binary(_, a, b) => self.count(&[*a, *b]),
                    Rhs::Negate(a) => self.count(&[*a]),
                    Rhs::Function { operands, .. } => self.count(operands),
                    Rhs::Call(call) => call.changed().for_each(|(place, _)| self.change(place, site)),
                    _ => {}
                }
            }
            Stmt::Write { place, old, .. } => {
                self.overwritten.insert(*old, place.root);
                self.change(place, site);
            }
            Stmt::Push { place, .. } => self.change(place, site),
            _ => {}
        }
    }

    fn count(&mut self, ids: &[Id]) {
        ids.iter().for_each(|id| *self.uses.entry(*id).or_default() += 1);
    }

    fn change(&mut self, place: &Place, site: Site) {
        let var = &self.program.vars[place.root];
        if var.role != Role::Scalar {
            var.views.iter().for_each(|view| self.changes.entry(*view).or_default().push(site));
        }
    }

    /// An integer as code, where a name for an expression that does not change means that expression: `n` and `m`, after
    /// `let n = g.k; let m = g.k;`, are the same.
    pub(in crate::adjoint) fn spelled(&self, plain: &Plain) -> String {
        if let Some(value) = plain.variable()
            && let Some(Stmt::Let { rhs: Rhs::Plain(meant), .. }) = self.statements.get(&value)
            && !meant.dear
            && meant.reads.is_empty()
        {
            return self.spelled(meant);
        }
        plain.tokens.to_string()
    }

    /// Whether two places are the same if no container changes in between.
    pub(super) fn is_same_place(&self, a: &Place, b: &Place) -> bool {
        let is_same = |(a, b): (&Projection, &Projection)| match (a, b) {
            (Projection::Index(a), Projection::Index(b)) => self.spelled(a) == self.spelled(b),
            (Projection::Field(a), Projection::Field(b)) => a == b,
            (Projection::Variant(a, i), Projection::Variant(b, j)) => {
                i == j && a.to_string() == b.to_string()
            }
            (Projection::Deref, Projection::Deref) | (Projection::There, Projection::There) => true,
            _ => false,
        };
        a.root == b.root
            && a.projections.len() == b.projections.len()
            && a.projections.iter().zip(&b.projections).all(is_same)
    }
}
