//! The names that code may assign to, found before the code is translated. A shadowed name counts as well.

use crate::class::is_assigning;
use crate::library::methods;
use crate::library::reverse::OfOption;
use crate::visit::{self, Visit};
use std::collections::{HashMap, HashSet};
use syn::{Expr, Pat};

/// The names, and whether there is opaque code.
#[derive(Clone, Default)]
pub(super) struct Assigned {
    names: HashSet<String>,
    /// Whether any name may be assigned to.
    all: bool,
    /// Names whose parts are assigned to, or that a method may change.
    pub(super) parts: HashSet<String>,
    /// Names that are borrowed mutably, and the arguments of the call, if it is for one.
    lent: Vec<(String, Option<Vec<Expr>>)>,
    /// Names with a call of a method.
    receivers: HashSet<String>,
    /// Names with a call of a method that is not known.
    touched: HashSet<String>,
}

impl Assigned {
    pub(super) fn contains(&self, name: &str) -> bool {
        self.all || self.names.contains(name)
    }

    /// The names of variables whose parts may change.
    fn changed(self) -> impl Iterator<Item = String> {
        self.names.into_iter().chain(self.parts).chain(self.touched)
    }

    /// Whether a variable of this name is borrowed mutably, other than by calls with such arguments only.
    pub(super) fn is_lent(&self, name: &str, plain: impl Fn(&Expr) -> bool) -> bool {
        let others = self.lent.iter().filter(|(other, _)| other == name);
        others.into_iter().any(|(_, arguments)| arguments.as_ref().is_none_or(|all| !all.iter().all(&plain)))
    }

    /// A mutable borrow of a whole variable.
    fn lend(&mut self, expr: &Expr, arguments: Option<Vec<Expr>>) -> bool {
        let Expr::Reference(syn::ExprReference { mutability: Some(_), expr, .. }) = expr else {
            return false;
        };
        let Expr::Path(path) = &**expr else { return false };
        let name = path.path.get_ident().map(ToString::to_string);
        self.parts.extend(name.clone());
        self.names.extend(name.clone());
        self.lent.extend(name.map(|name| (name, arguments)));
        true
    }

    /// Whether a method of this name may be called: an iterator may be asked for an item.
    pub(super) fn calls(&self, name: &str) -> bool {
        self.contains(name) || self.receivers.contains(name)
    }

    /// Whether a `let mut` of this name is for its methods: nothing else changes it.
    pub(super) fn only_by_methods(&self, name: &str) -> bool {
        self.receivers.contains(name) && !self.contains(name)
    }

    /// All names.
    pub(super) fn all() -> Self {
        Assigned { all: true, ..Assigned::default() }
    }

    pub(super) fn of_expr(expr: &Expr) -> Self {
        let mut assigned = Assigned::default();
        assigned.visit_expr(expr);
        assigned
    }

    pub(super) fn of_block(block: &syn::Block) -> Self {
        let mut assigned = Assigned::default();
        assigned.visit_block(block);
        assigned
    }

    /// The assigned names of the closures in a block.
    pub(super) fn of_closures(block: &syn::Block) -> Self {
        struct Closures(Assigned);
        impl<'ast> Visit<'ast> for Closures {
            fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
                let inner = Assigned::of_expr(&closure.body);
                self.0.add(inner);
            }
        }
        let mut closures = Closures(Assigned::default());
        closures.visit_block(block);
        closures.0
    }

    pub(super) fn and(mut self, other: Assigned) -> Self {
        self.add(other);
        self
    }

    pub(super) fn add(&mut self, other: Assigned) {
        self.names.extend(other.names);
        self.parts.extend(other.parts);
        self.lent.extend(other.lent);
        self.receivers.extend(other.receivers);
        self.touched.extend(other.touched);
    }

    fn place(&mut self, place: &Expr, whole: bool) {
        match place {
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident() {
                    self.names.insert(name.to_string());
                    if !whole {
                        self.parts.insert(name.to_string());
                    }
                }
            }
            Expr::Index(inner) => self.place(&inner.expr, false),
            Expr::Field(inner) => self.place(&inner.base, false),
            Expr::Paren(inner) => self.place(&inner.expr, whole),
            Expr::Unary(inner) => self.place(&inner.expr, whole),
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|element| self.place(element, whole)),
            Expr::Array(array) => array.elems.iter().for_each(|element| self.place(element, whole)),
            Expr::MethodCall(call) if !shares(call) => self.place(&call.receiver, false),
            Expr::Reference(inner) => self.place(&inner.expr, false),
            _ => {}
        }
    }
}

/// The changes in the rest of a block, or in a loop that runs again.
pub(super) struct Later {
    /// The last statement that may change a variable of this name.
    last: HashMap<String, usize>,
    /// Whether any variable may change.
    all: bool,
    /// The current statement.
    pub(super) at: usize,
}

impl Later {
    pub(super) fn of_block(block: &syn::Block) -> Self {
        let mut last = HashMap::new();
        for (i, statement) in block.stmts.iter().enumerate() {
            let mut assigned = Assigned::default();
            assigned.visit_stmt(statement);
            last.extend(assigned.changed().map(|name| (name, i)));
        }
        Later { last, all: false, at: 0 }
    }

    pub(super) fn of_loop(body: &Assigned) -> Self {
        Later { last: body.clone().changed().map(|name| (name, 0)).collect(), all: body.all, at: 0 }
    }

    /// Whether the current statement or a later one may change a variable of this name.
    pub(super) fn changes(&self, name: &str) -> bool {
        self.all || self.last.get(name).is_some_and(|last| *last >= self.at)
    }
}

impl<'ast> Visit<'ast> for Assigned {
    fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
        self.place(&assign.left, true);
        visit::visit_expr_assign(self, assign);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if is_assigning(&binary.op) {
            self.place(&binary.left, true);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
        if reference.mutability.is_some() && !self.lend(&Expr::Reference(reference.clone()), None) {
            self.place(&reference.expr, false);
        }
        visit::visit_expr_reference(self, reference);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        for argument in &call.args {
            let others = call.args.iter().filter(|other| !std::ptr::eq(*other, argument)).cloned().collect();
            if !self.lend(argument, Some(others)) {
                self.visit_expr(argument);
            }
        }
        self.visit_expr(&call.func);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if let Expr::Path(path) = &*call.receiver {
            self.receivers.extend(path.path.get_ident().map(ToString::to_string));
        }
        if changes(call) {
            self.place(&call.receiver, false);
        } else if may_change(&call.method.to_string()) {
            let mut of = Assigned::default();
            of.place(&call.receiver, false);
            self.touched.extend(of.names);
        }
        visit::visit_expr_method_call(self, call);
    }

    /// A name bound by `let` is not the outer one, but counting it does no harm.
    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(arguments) = mac.parse_body_with(parser) {
            let mut inner = Assigned::default();
            arguments.iter().for_each(|argument| inner.visit_expr(argument));
            self.add(inner);
        }
    }
}

/// Whether some method of this name may change its receiver: one that is not known, or one of another type.
fn may_change(name: &str) -> bool {
    let mut rows = methods::named(name).peekable();
    rows.peek().is_none() || rows.any(|row| row.mutable || matches!(row.option, Some(OfOption::Assigned)))
}

/// Whether a method of this name may change its receiver.
pub(super) fn changes(call: &syn::ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let known = methods::of(call).map(|row| row.mutable);
    if shares(call) {
        return false;
    }
    name.contains("mut")
        || name.starts_with("sort")
        || name.starts_with(super::list::WITH)
        || known.unwrap_or_else(|| methods::named(&name).any(|row| row.mutable))
}

/// Whether a method gives the content of a `RefCell`, whose name does not change.
pub(super) fn shares(call: &syn::ExprMethodCall) -> bool {
    (call.method == "borrow" || call.method == "borrow_mut") && call.args.is_empty()
}
