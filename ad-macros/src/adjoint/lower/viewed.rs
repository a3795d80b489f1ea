//! Copies of parts of a list that nothing changes while they exist. In an adjoint program they are views: a loop would save each copy.
//!
//! ```text
//! // Input:  let past = h[..i].to_vec(); let s = dot(&past, w); h.push(s);
//! // Output: let past = &h[..i]; let s = dot(past, w); h.push(s);
//! ```
//!
//! The rest of the block only reads the copy and the list, without a reference that might live longer. After the last use of the copy it
//! may push to the list.

use crate::adjoint::functions::is_elementary;
use crate::class::is_assigning;
use crate::library::numbers;
use crate::tokens;
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt, parse_quote};

/// The methods that read a list.
const READS: [&str; 4] = ["len", "iter", "is_empty", "to_vec"];

/// Replaces copies by views.
pub(super) struct Copies;

impl VisitMut for Copies {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit::visit_block_mut(self, block);
        for at in 0..block.stmts.len() {
            if let Some((name, list)) = copied(&block.stmts[at])
                && is_unchanged(&block.stmts[at + 1..], &name, &list)
                && let Stmt::Local(local) = &mut block.stmts[at]
                && let Some(init) = &mut local.init
                && let Expr::MethodCall(call) = &*init.expr
            {
                let part = &call.receiver;
                *init.expr = parse_quote!(&#part);
                let mut reads = Reads { replaces: true, ..Reads::of(&name) };
                block.stmts[at + 1..].iter_mut().for_each(|statement| reads.visit_stmt_mut(statement));
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The names of `let name = list[range].to_vec();`.
fn copied(statement: &Stmt) -> Option<(Ident, Ident)> {
    let Stmt::Local(local) = statement else { return None };
    let Pat::Ident(pattern) = &local.pat else { return None };
    if pattern.by_ref.is_some() || pattern.mutability.is_some() || pattern.subpat.is_some() {
        return None;
    }
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let Expr::MethodCall(ExprMethodCall { receiver, method, args, turbofish: None, .. }) = &*init.expr else {
        return None;
    };
    let Expr::Index(part) = &**receiver else { return None };
    let (Expr::Path(list), Expr::Range(_)) = (&*part.expr, &*part.index) else { return None };
    let list = list.path.get_ident()?;
    let copies = method == "to_vec" && args.is_empty() && !mentions(&part.index, list);
    copies.then(|| (pattern.ident.clone(), list.clone()))
}

/// Whether the rest of the block changes neither the copy nor the list.
fn is_unchanged(rest: &[Stmt], name: &Ident, list: &Ident) -> bool {
    let Some(last) = rest.iter().rposition(|statement| mentions(statement, name)) else { return false };
    let (mut of_copy, mut of_list) = (Reads::of(name), Reads::of(list));
    rest.iter().enumerate().all(|(i, statement)| {
        of_list.pushes = i > last;
        of_copy.visit_stmt_mut(&mut statement.clone());
        of_list.visit_stmt_mut(&mut statement.clone());
        of_copy.only && of_list.only
    })
}

fn mentions(of: &dyn ToTokens, name: &Ident) -> bool {
    tokens::flat(of).any(|token| match token {
        TokenTree::Ident(other) => other == *name,
        // The text of a macro may name it.
        token => token.to_string().contains(&name.to_string()),
    })
}

/// Whether code only reads a list: `a[i]`, `a.len()`, `for v in &a`, `f(&a)`.
struct Reads<'n> {
    name: &'n Ident,
    only: bool,
    /// Whether it may push to the list.
    pushes: bool,
    /// Whether `&a` becomes `a`, since `a` is a view.
    replaces: bool,
}

impl<'n> Reads<'n> {
    fn of(name: &'n Ident) -> Self {
        Reads { name, only: true, pushes: false, replaces: false }
    }

    fn is_list(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path) if path.path.is_ident(self.name))
    }

    /// An element or a part of it: `a[i][j]`.
    fn is_part(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Index(index) => self.is_list(&index.expr) || self.is_part(&index.expr),
            Expr::Field(field) => self.is_part(&field.base),
            _ => false,
        }
    }

    /// An expression whose value may be a reference to the list.
    fn lent(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Reference(reference) if reference.mutability.is_none() && self.is_list(&reference.expr) => {
                if self.replaces {
                    *expr = (*reference.expr).clone();
                }
            }
            expr => self.visit_expr_mut(expr),
        }
    }

    fn method(&mut self, call: &mut ExprMethodCall) {
        let name = call.method.to_string();
        if self.is_list(&call.receiver) {
            self.only &= READS.contains(&name.as_str()) || name == "push" && self.pushes;
        } else if self.is_part(&call.receiver) {
            let is_read = is_elementary(&name) || numbers::is_predicate(&name) || numbers::compares(&name);
            self.only &= is_read;
            self.visit_expr_mut(&mut call.receiver);
        } else {
            self.visit_expr_mut(&mut call.receiver);
        }
        call.args.iter_mut().for_each(|argument| self.lent(argument));
    }
}

impl VisitMut for Reads<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            expr if self.is_list(expr) => self.only = false,
            Expr::Index(index) if self.is_list(&index.expr) => self.visit_expr_mut(&mut index.index),
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => {
                self.visit_expr_mut(&mut call.func);
                call.args.iter_mut().for_each(|argument| self.lent(argument));
            }
            Expr::ForLoop(inner) => {
                self.lent(&mut inner.expr);
                self.visit_pat_mut(&mut inner.pat);
                self.visit_block_mut(&mut inner.body);
            }
            Expr::Assign(assign) => {
                self.only &= !mentions(&assign.left, self.name);
                self.visit_expr_mut(&mut assign.right);
            }
            Expr::Binary(binary) if is_assigning(&binary.op) => {
                self.only &= !mentions(&binary.left, self.name);
                self.visit_expr_mut(&mut binary.right);
            }
            // Such values may be used later.
            Expr::Reference(_) | Expr::Closure(_) => self.only &= !mentions(expr, self.name),
            expr => visit::visit_expr_mut(self, expr),
        }
    }

    // Another declaration of the name gives it another meaning.
    fn visit_pat_ident_mut(&mut self, pattern: &mut syn::PatIdent) {
        self.only &= pattern.ident != *self.name;
        visit::visit_pat_ident_mut(self, pattern);
    }

    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        self.only &= !mentions(item, self.name);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        self.only &= !mentions(&mac.tokens, self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::Copies;
    use crate::visit::VisitMut;
    use quote::ToTokens;

    /// The block with the first statement `let past = h[..i].to_vec();`, and whether the copy is a view.
    fn viewed(rest: &str) -> (String, bool) {
        let mut block =
            syn::parse_str(&format!("{{ let past = h[..i].to_vec(); {rest} }}")).expect("a block");
        Copies.visit_block_mut(&mut block);
        let written = block.to_token_stream().to_string().replace(' ', "");
        let is_view = written.starts_with("{letpast=&h[..i];");
        (written, is_view)
    }

    #[test]
    fn a_copy_of_a_part_that_stays_is_a_view() {
        for rest in [
            "past[0] * h[1]",
            "let mut s = 0.0; for v in &past { s += v * h[0]; } s",
            "let s = past.iter().map(|v| v * v).sum::<f64>() + h[i].sin(); h.push(s); s * h[i]",
            "let s = f(&past, h.len()); h.push(s * h[0]);",
            "for j in 0..past.len() { t[j] += past[j]; } h.push(past.len() as f64);",
        ] {
            let pushes_early = rest.ends_with("h.push(past.len() as f64);");
            assert_eq!(viewed(rest).1, !pushes_early, "{rest}");
        }
        assert!(viewed("let s = f(&past); s").0.contains("f(past)"));
    }

    #[test]
    fn a_copy_that_may_see_a_change_stays_a_copy() {
        for rest in [
            "h[0] = 2.0; past[0]",
            "h[0] *= 2.0; past[0]",
            "h[0].add_assign(2.0); past[0]",
            "h.push(1.0); past[0]",
            "let s = past[0]; h.push(s); past[1]",
            "let s = past[0]; h.pop(); s",
            "let s = past[0]; h = vec![s]; s",
            "let s = past[0]; change(&mut h); s",
            "let s = past[0]; h[i..].reverse(); s",
            "let s = past[0]; for v in h.iter_mut() { *v = s; } s",
            "let s = past[0]; std::mem::swap(&mut h, &mut g); s",
            "let s = past[0]; println!(\"{s} {h:?}\"); s",
            "let f = |j: usize| past[j]; h.push(1.0); f(0)",
            "let r = &past[1..]; h.push(1.0); r[0]",
            "let r = &past; h.push(1.0); r[0]",
            "let s = S { past }; h.push(1.0); s.past[0]",
            "rows.push(past); h.push(1.0);",
            "past",
            "past[0] = 1.0; past[0]",
            "let h = 2.0; past[0] * h",
            "let past = past[0]; past",
            "let f = |s: f64| h.push(s); past[0]",
            "h",
        ] {
            assert!(!viewed(rest).1, "{rest}");
        }
    }
}
