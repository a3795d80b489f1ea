//! The program with its places: built once, and read by all analyses.

use super::activity::{active, is_cheap, steady, useful, values_of};
use super::independent::is_same;
use super::order::elementwise;
use super::sites::{BlockInfo, Numbering, Site, each};
use super::uses::{Uses, uses_of};
use crate::adjoint::by_id::ById;
use crate::adjoint::ir::*;
use crate::library::methods::{self, Row};
use crate::library::text;
use crate::lowered;
use crate::visit::{self, Visit};
use std::collections::{HashMap, HashSet};
use syn::Expr;

pub(in crate::adjoint) struct Index<'p> {
    pub(in crate::adjoint) program: &'p Program,
    pub(in crate::adjoint) blocks: Vec<BlockInfo>,
    /// The number of exits of each loop body, or of the function.
    pub(in crate::adjoint) exits: Vec<usize>,
    /// For each block, the statements from which on a number of exits of its frame come before.
    pub(in crate::adjoint) segments: Vec<Vec<(usize, usize)>>,
    /// The definition of each variable.
    pub(in crate::adjoint) sites: ById<Site>,
    /// The statement that binds each value.
    pub(super) statements: HashMap<Id, &'p Stmt>,
    /// The number of times that each value is an operand, or a part.
    pub(super) uses: HashMap<Id, usize>,
    /// The places where each container is changed.
    pub(super) changes: HashMap<Id, Vec<Site>>,
    /// The overwritten variables, by the names of their previous contents.
    pub(super) overwritten: HashMap<Id, Id>,
    /// The expensive values without numbers, which may be references.
    pub(in crate::adjoint) borrowing: HashSet<Id>,
    /// The names of overwritten values, and of numbers of iterations.
    pub(in crate::adjoint) olds: HashSet<Id>,
    /// Those of pushes.
    pub(super) pushes: HashSet<Id>,
    /// The numbers that are constants.
    pub(in crate::adjoint) constants: HashSet<Id>,
    /// The variables that have a value where they are declared, or in the caller.
    pub(super) initialised: HashSet<Id>,
    /// The structs whose type does not determine their structure.
    pub(super) varying: HashSet<String>,
    pub(in crate::adjoint) active: Vec<bool>,
    pub(in crate::adjoint) useful: Vec<bool>,
    /// The values that are the same in every iteration of the surrounding loop.
    pub(super) steady: Vec<bool>,
    /// The bodies of loops each iteration of which touches one element of a list, and the list.
    pub(super) elementwise: HashSet<(usize, Id)>,
    /// Whether the forward sweep is cheap enough for callers to repeat it.
    pub(in crate::adjoint) cheap: bool,
    /// Whether a second call gives the same result, if this holds for its callees.
    pub(in crate::adjoint) same: bool,
}

impl<'p> Index<'p> {
    pub(in crate::adjoint) fn new(
        program: &'p Program,
        numbering: Numbering,
        varying: HashSet<String>,
    ) -> Self {
        let Numbering { blocks, exits, segments } = numbering;
        let active = active(program);
        let mut index = Index {
            program,
            blocks,
            exits,
            segments,
            sites: ById::new(),
            statements: HashMap::new(),
            uses: HashMap::new(),
            changes: HashMap::new(),
            overwritten: HashMap::new(),
            borrowing: HashSet::new(),
            olds: HashSet::new(),
            pushes: HashSet::new(),
            constants: HashSet::new(),
            initialised: (0..program.vars.len()).filter(|id| program.vars[*id].growing).collect(),
            varying,
            useful: useful(program, &active),
            active,
            steady: Vec::new(),
            elementwise: HashSet::new(),
            cheap: is_cheap(program),
            same: is_same(program),
        };
        each(&program.body, 0, &mut |site, statement| index.add(site, statement));
        index.count(&values_of(&program.result));
        index.steady = steady(&index);
        index.elementwise = elementwise(&index);
        index
    }

    fn add(&mut self, site: Site, statement: &'p Stmt) {
        let mut uses = Uses::default();
        uses_of(self.program, statement, &mut uses);
        self.count(&uses.values);
        match statement {
            Stmt::Let { var, rhs } => {
                self.statements.insert(*var, statement);
                self.sites.insert(*var, site);
                match rhs {
                    Rhs::Binary(_, a, b) => self.count(&[*a, *b]),
                    Rhs::Negate(a) => self.count(&[*a]),
                    Rhs::Function { operands, .. } => self.count(operands),
                    Rhs::Constant(_) => _ = self.constants.insert(*var),
                    Rhs::Plain(plain) if plain.expensive && may_borrow(self.divided(plain)) => {
                        self.borrow(*var);
                    }
                    Rhs::Version(_) => self.borrow(*var),
                    Rhs::Call(call) => call.changed().for_each(|(place, old)| {
                        self.olds.insert(old);
                        self.sites.insert(old, site);
                        self.change(place, site);
                    }),
                    _ => {}
                }
            }
            Stmt::Declare { var, init } => {
                self.sites.insert(*var, site);
                let variable = &self.program.vars[*var];
                if init.is_some() && variable.role == Role::Container && !variable.ty.is_plain() {
                    self.initialised.insert(*var);
                }
            }
            Stmt::Write { place, old, .. } => {
                self.olds.insert(*old);
                self.sites.insert(*old, site);
                self.overwritten.insert(*old, place.root);
                self.change(place, site);
            }
            Stmt::Push { place, old, .. } => {
                self.olds.insert(*old);
                self.pushes.insert(*old);
                self.sites.insert(*old, site);
                self.change(place, site);
            }
            Stmt::Loop(inner) => {
                self.olds.insert(inner.trips);
                self.sites.insert(inner.trips, site);
            }
            _ => {}
        }
    }

    /// The value itself, or the one of which it is a part.
    fn divided<'a>(&self, plain: &'a Plain) -> &'a Plain
    where
        'p: 'a,
    {
        match plain.values.first().and_then(|of| self.statements.get(of)) {
            Some(Stmt::Let { rhs: Rhs::Plain(of), .. }) if plain.held => of,
            _ => plain,
        }
    }

    fn borrow(&mut self, var: Id) {
        if self.program.vars[var].ty.is_plain() {
            self.borrowing.insert(var);
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
            && !meant.expensive
            && meant.reads.is_empty()
        {
            return self.spelled(meant);
        }
        plain.tokens.to_string()
    }

    /// Whether a value is the constant 1.
    pub(in crate::adjoint) fn is_one(&self, id: Id) -> bool {
        let Some(Stmt::Let { rhs: Rhs::Constant(plain), .. }) = self.statements.get(&id) else {
            return false;
        };
        syn::parse2(plain.tokens.clone()).is_ok_and(|expr| lowered::is_one(&expr))
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

fn is_type(name: &proc_macro2::Ident) -> bool {
    name.to_string().starts_with(char::is_uppercase)
}

/// Whether a value may be a reference, of whose content the reverse sweep may get a copy. The result of `parse` has the type that
/// later code requires, and is none.
fn may_borrow(plain: &Plain) -> bool {
    struct Infers(bool);
    impl<'ast> Visit<'ast> for Infers {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            // A key has the type of the map's keys, so a copy of its content is none.
            let key = call.method == "__of_key";
            self.0 |= key || text::infers(&call.method) || methods::of(call).is_some_and(Row::infers);
            visit::visit_expr_method_call(self, call);
        }

        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            // `Into::into`, and not `Term::parse`, which gives the type that it says.
            let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
            let infers = names.next().is_some_and(text::infers);
            self.0 |= infers && names.next().is_none_or(|of| text::is_conversion(of) || !is_type(of));
        }
    }
    let Ok(expr) = syn::parse2(plain.tokens.clone()) else { return true };
    let mut infers = Infers(matches!(
        expr,
        Expr::Binary(_) | Expr::Unary(_) | Expr::Lit(_) | Expr::Macro(_) | Expr::Cast(_)
    ));
    infers.visit_expr(&expr);
    !infers.0
}
