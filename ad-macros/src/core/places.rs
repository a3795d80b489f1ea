//! Places behind a name: a box that stays in its function is its content, and a reference that branches choose is one in each branch.
//!
//! ```text
//! // Input:  let mut b = Box::new(x); *b += y;
//! // Output: let mut b = x; b += y;
//! // Input:  let r = if c { &mut a } else { &mut b }; *r += y; a * b
//! // Output: if c { let r = &mut a; *r += y; a * b } else { let r = &mut b; *r += y; a * b }
//! ```

use crate::body::print::block_of;
use crate::body::tree::{Block, Body, ExprId, Form, LocalId, Pattern, Statement};
use crate::infer::Typed;
use crate::ty::{Pointer, Ty};
use std::cell::Cell;
use std::collections::HashMap;
use syn::{Expr, Local, LocalInit, Stmt, UnOp, parse_quote};

/// The choices of a function. Each doubles the code that follows it.
const CHOICES: usize = 3;

/// Rewrites the places of a body, if there are such.
pub(super) fn rewrite(body: &Body, typed: &Typed) -> Option<syn::Block> {
    let places = Places { body, typed, boxes: boxes(body, typed), choices: Cell::new(0) };
    let printed = body.print(&|id, expr, _| places.written(id, expr));
    (!places.boxes.is_empty() || places.choices.get() > 0).then_some(printed)
}

struct Places<'a> {
    body: &'a Body,
    typed: &'a Typed,
    /// The boxes that stay in their function, by the calls that make them.
    boxes: HashMap<ExprId, LocalId>,
    choices: Cell<usize>,
}

/// The boxes of which only the content is used.
fn boxes(body: &Body, typed: &Typed) -> HashMap<ExprId, LocalId> {
    let mut boxes: HashMap<ExprId, LocalId> = HashMap::new();
    for block in body.blocks() {
        for statement in &block.statements {
            if let Statement::Let {
                pattern: Pattern::Bind { local, by_ref: None, sub: None },
                value: Some(value),
                ..
            } = statement
                && let Ty::Pointer(Pointer::Box, content) = typed.local(*local)
                && content.holds_floats()
                && !matches!(**content, Ty::Object(_))
                && makes_box(body, *value)
            {
                boxes.insert(*value, *local);
            }
        }
    }
    boxes.retain(|_, local| {
        let uses = body.locals_in(body.value).filter(|(_, other)| other == local);
        uses.into_iter().all(|(id, _)| body.ids().any(|around| is_content(body, around, id)))
            && !body.is_mentioned(*local)
    });
    boxes
}

/// Whether an expression is the content of a box.
fn is_content(body: &Body, around: ExprId, of: ExprId) -> bool {
    match (body.form(around), body.shell(around)) {
        (Form::Unary(inner), Expr::Unary(unary)) => *inner == of && matches!(unary.op, UnOp::Deref(_)),
        (Form::Field(inner), _) => *inner == of,
        _ => false,
    }
}

fn makes_box(body: &Body, id: ExprId) -> bool {
    let Form::Call(callee, arguments) = body.form(id) else { return false };
    let Expr::Path(path) = body.shell(*callee) else { return false };
    let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    arguments.len() == 1 && matches!(&names[..], [.., of, new] if of == "Box" && new == "new")
}

impl Places<'_> {
    fn written(&self, id: ExprId, expr: Expr) -> Expr {
        match (self.body.form(id), expr) {
            (Form::Call(..), Expr::Call(call)) if self.boxes.contains_key(&id) => {
                let content = &call.args[0];
                parse_quote!((#content))
            }
            (Form::Unary(of), Expr::Unary(unary)) if self.is_box(*of) => *unary.expr,
            (form, mut expr) => {
                if let (Some(block), Some(written)) = (form.block(), block_of(&mut expr)) {
                    self.choose(written, block);
                }
                expr
            }
        }
    }

    fn is_box(&self, id: ExprId) -> bool {
        matches!(self.body.form(id), Form::Local(local) if self.boxes.values().any(|of| of == local))
    }

    /// Puts the statements behind a chosen reference into the branches.
    fn choose(&self, written: &mut syn::Block, block: &Block) {
        let values: Vec<Option<ExprId>> = block
            .statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Let { value, .. } => Some(*value),
                Statement::Expr(_) => None,
            })
            .collect();
        let locals: Vec<usize> =
            (0..written.stmts.len()).filter(|at| matches!(written.stmts[*at], Stmt::Local(_))).collect();
        // The last one first: its branches are then in those of the one before.
        for (at, value) in locals.into_iter().zip(values).rev() {
            let Some(value) = value else { continue };
            if !self.is_chosen(value) || self.choices.get() == CHOICES {
                continue;
            }
            let rest = written.stmts.split_off(at + 1);
            let Some(Stmt::Local(local)) = written.stmts.pop() else { continue };
            match branches(&local, &rest) {
                Some(chosen) => {
                    self.choices.set(self.choices.get() + 1);
                    written.stmts.push(Stmt::Expr(chosen, None));
                }
                None => {
                    written.stmts.push(Stmt::Local(local));
                    written.stmts.extend(rest);
                }
            }
        }
    }

    /// Whether branches choose an exclusive reference to numbers, and bind no name, which might hide another behind them.
    fn is_chosen(&self, value: ExprId) -> bool {
        let binds = |id: ExprId| match self.body.form(id) {
            Form::Let(..) | Form::Closure { .. } => true,
            Form::Match(_, arms) => arms.iter().any(|arm| !arm.pattern.locals().is_empty()),
            _ => false,
        };
        let lends = |ty: &Ty| matches!(ty, Ty::Ref { exclusive: true, of } if of.holds_floats());
        let ty = self.typed.of(value);
        matches!(self.body.form(value), Form::If { .. } | Form::Match(..))
            && (lends(ty) || matches!(ty, Ty::Tuple(parts) if parts.iter().any(lends)))
            && !self.body.inside(value).any(binds)
    }
}

/// The `let` with the statements behind it, in each branch of its value.
fn branches(local: &Local, rest: &[Stmt]) -> Option<Expr> {
    let LocalInit { expr, diverge: None, .. } = local.init.as_ref()? else { return None };
    Choice { local, rest }.with_rest(expr)
}

struct Choice<'a> {
    local: &'a Local,
    rest: &'a [Stmt],
}

impl Choice<'_> {
    fn with_rest(&self, value: &Expr) -> Option<Expr> {
        match value {
            Expr::If(of) => {
                let mut of = of.clone();
                of.then_branch = self.block(&of.then_branch.stmts)?;
                let (_, otherwise) = of.else_branch.as_mut()?;
                **otherwise = self.with_rest(otherwise)?;
                Some(Expr::If(of))
            }
            Expr::Match(of) => {
                let mut of = of.clone();
                for arm in &mut of.arms {
                    *arm.body = self.with_rest(&arm.body)?;
                }
                if is_place(&of.expr) {
                    return Some(Expr::Match(of));
                }
                // The borrows of the value end before the statements that follow.
                let (name, value) = (super::name("chosen"), of.expr.clone());
                *of.expr = parse_quote!(#name);
                Some(parse_quote!({ let #name = #value; #of }))
            }
            Expr::Block(of) if of.label.is_none() => {
                let block = self.block(&of.block.stmts)?;
                Some(parse_quote!(#block))
            }
            value => {
                let block = self.block(&[Stmt::Expr(value.clone(), None)])?;
                Some(parse_quote!(#block))
            }
        }
    }

    fn block(&self, statements: &[Stmt]) -> Option<syn::Block> {
        // Names of the branch would hide those of the statements behind.
        let [Stmt::Expr(value, _)] = statements else { return None };
        match value {
            Expr::If(_) | Expr::Match(_) => {
                let value = self.with_rest(value)?;
                Some(parse_quote!({ #value }))
            }
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => Some(parse_quote!({ #value })),
            value => {
                let (mut local, rest) = (self.local.clone(), self.rest);
                *local.init.as_mut()?.expr = value.clone();
                Some(parse_quote!({ #local #(#rest)* }))
            }
        }
    }
}

fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Paren(inner) => is_place(&inner.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_place(&unary.expr),
        _ => false,
    }
}
