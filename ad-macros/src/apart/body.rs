//! Rewrites a body: fields of variables that are taken apart become variables.

use super::Apart;
use super::call::behind;
use super::scope::{Meaning, Variable};
use crate::parameter::mentions;
use crate::visit::{self, VisitMut};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprField, FieldValue, FnArg, Item, ItemFn, Member, Path, Stmt, Type, UnOp};

/// Rewrites the body of a function, in which these parameters are taken apart.
pub(super) fn rewrite(
    item: &mut ItemFn,
    apart: &Apart,
    (itself, module): (Option<&str>, &str),
    variables: &[(String, Variable)],
) -> syn::Result<()> {
    let (itself, module) = (itself.map(str::to_owned), module.to_owned());
    let mut body = Body {
        apart,
        itself,
        module,
        inlined: None,
        scope: Vec::new(),
        start: 0,
        depth: 0,
        count: 0,
        error: None,
    };
    for input in &mut item.sig.inputs {
        if let FnArg::Typed(typed) = input {
            body.bind(&mut typed.pat);
        }
    }
    let variables = variables.iter().cloned();
    body.scope.extend(variables.map(|(name, variable)| (name, Meaning::Apart(variable))));
    body.visit_block_mut(&mut item.block);
    body.error.map_or(Ok(()), Err)
}

pub(super) struct Body<'a> {
    pub(super) apart: &'a Apart,
    /// The name of `Self`.
    pub(super) itself: Option<String>,
    /// The path of the module.
    pub(super) module: String,
    /// The number of the inlined function around, whose variables get other names.
    pub(super) inlined: Option<usize>,
    pub(super) scope: Vec<(String, Meaning)>,
    /// The first name in scope of the inlined function around.
    pub(super) start: usize,
    /// The number of inlined functions around.
    pub(super) depth: usize,
    /// The number of names given.
    pub(super) count: usize,
    pub(super) error: Option<syn::Error>,
}

/// An expression without parentheses.
pub(super) fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        expr => expr,
    }
}

/// The name of a field.
pub(super) fn name_of(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

impl Body<'_> {
    pub(super) fn fresh(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    pub(super) fn lookup(&self, name: &str) -> Option<&Meaning> {
        self.scope[self.start..].iter().rev().find(|(other, _)| other == name).map(|(_, meaning)| meaning)
    }

    /// Runs `body` with names of its own.
    pub(super) fn scoped<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let names = self.scope.len();
        let value = body(self);
        self.scope.truncate(names);
        value
    }

    /// The type that a path names, if it is taken apart. A path with modules may name another type.
    pub(super) fn type_of(&self, path: &Path) -> Option<String> {
        let [of] = path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        let name = self.type_name(&of.ident);
        self.apart.types.contains_key(&name).then_some(name)
    }

    /// The name of a type, also of `Self`.
    pub(super) fn type_name(&self, name: &Ident) -> String {
        match &self.itself {
            Some(itself) if name == "Self" => itself.clone(),
            _ => name.to_string(),
        }
    }

    /// The variable that an expression is.
    pub(super) fn variable(&self, expr: &Expr) -> Option<Variable> {
        match strip(expr) {
            Expr::Path(path) => match self.lookup(&path.path.get_ident()?.to_string())? {
                Meaning::Apart(variable) => Some(variable.clone()),
                _ => None,
            },
            Expr::Field(field) => {
                let base = self.base(field)?;
                base.field(&name_of(&field.member), self.apart.types.get(&base.of)?)
            }
            _ => None,
        }
    }

    /// The variable whose field an expression is: `(*self).best`.
    pub(super) fn base(&self, field: &ExprField) -> Option<Variable> {
        match strip(&field.base) {
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => self.variable(&inner.expr),
            base => self.variable(base),
        }
    }

    /// The variable that an expression is or refers to: `&mut solver`.
    pub(super) fn referent(&self, expr: &Expr) -> Option<Variable> {
        match strip(expr) {
            Expr::Reference(reference) => match strip(&reference.expr) {
                Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => self.referent(&inner.expr),
                inner => self.referent(inner),
            },
            expr => self.variable(expr),
        }
    }

    /// The expression for the field of a variable, or of a new value.
    fn access(&mut self, expr: &Expr) -> Option<Expr> {
        let Expr::Field(field) = expr else { return None };
        let mut statements = Vec::new();
        let base = match self.base(field) {
            Some(variable) => variable,
            None => {
                let whole = self.whole(&field.base)?;
                self.new_variable("value", false, &whole, &mut statements)?
            }
        };
        let access = base.access(&name_of(&field.member), field.member.span())?;
        Some(behind(&statements, access))
    }

    fn path(&mut self, expr: &mut Expr) {
        if let Some(variable) = self.variable(expr) {
            self.refuse_whole(&*expr, &variable.of);
        }
        let Expr::Path(path) = expr else { return };
        let Some(name) = path.path.get_ident().map(ToString::to_string) else {
            visit::visit_expr_mut(self, expr);
            return;
        };
        match self.lookup(&name) {
            Some(Meaning::Renamed(renamed)) => path.path = renamed.clone().into(),
            None if self.scope[..self.start].iter().any(|(other, _)| *other == name) => {
                let message = format!(
                    "`{name}` has another meaning where this function is inlined; rename the variable there"
                );
                self.refuse(&path.path, message);
            }
            _ => {}
        }
    }

    /// Rewrites the statements of a block.
    fn statements(&mut self, block: &mut Block) {
        block.stmts.iter().for_each(|statement| self.note_item(statement));
        let mut statements = Vec::new();
        for statement in std::mem::take(&mut block.stmts) {
            self.statement(statement, &mut statements);
        }
        block.stmts = statements;
    }

    /// A function inside of the function hides one of the module.
    fn note_item(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Item(Item::Fn(of)) => self.scope.push((of.sig.ident.to_string(), Meaning::Other)),
            Stmt::Item(Item::Const(_) | Item::Static(_) | Item::Macro(_)) => {}
            Stmt::Item(item) => {
                if let Some(of) = self.apart.types.keys().find(|of| mentions(item, of)).cloned() {
                    self.refuse(
                        item,
                        format_args!("`{of}` borrows numbers; move the item out of the function"),
                    );
                }
            }
            _ => {}
        }
    }

    pub(super) fn statement(&mut self, mut statement: Stmt, statements: &mut Vec<Stmt>) {
        match statement {
            Stmt::Local(local) => self.local(local, statements),
            Stmt::Item(_) => statements.push(statement),
            Stmt::Expr(..) | Stmt::Macro(_) => {
                visit::visit_stmt_mut(self, &mut statement);
                statements.push(statement);
            }
        }
    }
}

impl VisitMut for Body<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.scoped(|body| body.statements(block));
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(access) = self.access(expr) {
            *expr = access;
            return;
        }
        match expr {
            Expr::Path(_) => self.path(expr),
            Expr::Field(_) if self.variable(expr).is_some() => self.path(expr),
            Expr::Assign(of) => {
                self.refuse_assigned(&of.left);
                self.visit_expr_assign_mut(of);
            }
            Expr::Call(call) => {
                if let Some(new) = self.call(call) {
                    *expr = new;
                }
            }
            Expr::MethodCall(call) => {
                if let Some(new) = self.method_call(call) {
                    *expr = new;
                }
            }
            Expr::Struct(of) => {
                if let Some(name) = self.type_of(&of.path) {
                    self.refuse_unbound(&of.path, &name);
                } else if let Some(last) = of.path.segments.last()
                    && self.apart.types.contains_key(&last.ident.to_string())
                {
                    let message = format!("`{0}` borrows numbers; import it, and write `{0}`", last.ident);
                    self.refuse(&of.path, message);
                }
                visit::visit_expr_struct_mut(self, of);
            }
            Expr::Closure(closure) => self.scoped(|body| {
                closure.inputs.iter_mut().for_each(|input| body.bind(input));
                body.visit_expr_mut(&mut closure.body);
            }),
            Expr::ForLoop(of) => {
                self.visit_expr_mut(&mut of.expr);
                self.scoped(|body| {
                    body.bind(&mut of.pat);
                    body.visit_block_mut(&mut of.body);
                });
            }
            Expr::While(of) => self.scoped(|body| {
                body.visit_expr_mut(&mut of.cond);
                body.visit_block_mut(&mut of.body);
            }),
            Expr::If(of) => {
                self.scoped(|body| {
                    body.visit_expr_mut(&mut of.cond);
                    body.visit_block_mut(&mut of.then_branch);
                });
                of.else_branch.iter_mut().for_each(|(_, otherwise)| self.visit_expr_mut(otherwise));
            }
            Expr::Let(of) => {
                self.visit_expr_mut(&mut of.expr);
                self.bind(&mut of.pat);
            }
            Expr::Match(of) => {
                self.visit_expr_mut(&mut of.expr);
                for arm in &mut of.arms {
                    self.scoped(|body| {
                        body.bind(&mut arm.pat);
                        arm.guard.iter_mut().for_each(|(_, guard)| body.visit_expr_mut(guard));
                        body.visit_expr_mut(&mut arm.body);
                    });
                }
            }
            expr => visit::visit_expr_mut(self, expr),
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        if field.colon_token.is_none() && self.inlined.is_some() {
            field.colon_token = Some(<syn::Token![:]>::default());
        }
        visit::visit_field_value_mut(self, field);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        self.arguments_of_macro(mac);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        // `Self` is another type where a function is inlined.
        if let (Some(itself), Some(first), true) =
            (&self.itself, path.segments.first_mut(), self.inlined.is_some())
            && first.ident == "Self"
        {
            first.ident = Ident::new(itself.trim_start_matches("r#"), first.ident.span());
        }
        visit::visit_path_mut(self, path);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some(of) = self.apart.types.keys().find(|of| mentions(ty, of)).cloned() {
            let message = format!(
                "`{of}` borrows numbers, and its fields become variables here; write a function of this module for the closure, or \
                leave the type out"
            );
            self.refuse(&*ty, message);
        }
        visit::visit_type_mut(self, ty);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
