//! Enums without content: code that only matches a value with patterns that bind nothing, and compares it, shows that its type has no
//! numbers.

use crate::tokens;
use crate::visit::{self, Visit};
use proc_macro2::Ident;
use quote::quote;
use syn::{Block, Expr, FnArg, Pat};

/// Whether a parameter is only a choice without content: the body matches it with patterns that bind nothing.
pub(super) fn is_choice(pattern: &Pat, body: &Block) -> bool {
    let Pat::Ident(pattern) = pattern else { return false };
    let choice = Choice::of(&pattern.ident, body);
    choice.matched && !choice.content
}

/// Whether the type of an `impl` block is a choice without content. Then the methods match `self` with patterns that bind nothing,
/// compare it, and call its methods, and do nothing else with it. Then the type has no numbers, and the methods are generic
/// themselves.
pub(crate) fn is_of_choice(block: &syn::ItemImpl) -> bool {
    let mut matched = false;
    let name = crate::parameter::type_name(&block.self_ty);
    let choices = block.items.iter().all(|member| {
        let syn::ImplItem::Fn(method) = member else { return false };
        let (sig, body) = (&method.sig, &method.block);
        let itself = Ident::new("self", proc_macro2::Span::call_site());
        let choice = Choice::of(&itself, body);
        matched |= choice.matched;
        let typed = sig.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
        let (inputs, output) = (quote!(#(#typed),*), &sig.output);
        let names_itself = |name: &str| {
            crate::parameter::mentions(&inputs, name) || crate::parameter::mentions(output, name)
        };
        sig.receiver().is_some()
            && !choice.content
            && choice.known == tokens::names(body).filter(|name| name == "self").count()
            && !names_itself("Self")
            && !name.as_ref().is_some_and(|name| names_itself(&name.to_string()))
    });
    matched && choices
}

/// Whether a pattern binds a name, or shows that a variant has fields.
fn has_content(pattern: &Pat) -> bool {
    match pattern {
        Pat::Or(or) => or.cases.iter().any(has_content),
        Pat::Paren(inner) => has_content(&inner.pat),
        Pat::Reference(inner) => has_content(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().any(has_content),
        Pat::Ident(name) => name.ident.to_string().starts_with(char::is_lowercase),
        Pat::Path(_) | Pat::Wild(_) | Pat::Lit(_) => false,
        _ => true,
    }
}

/// The uses of a name as a choice.
struct Choice<'a> {
    name: &'a Ident,
    /// Whether it is matched.
    matched: bool,
    /// Whether a pattern binds a part of it.
    content: bool,
    /// The number of uses that need no content.
    known: usize,
}

impl<'a> Choice<'a> {
    fn of(name: &'a Ident, body: &Block) -> Self {
        let mut choice = Choice { name, matched: false, content: false, known: 0 };
        choice.visit_block(body);
        choice
    }

    fn is_itself(&self, mut expr: &Expr) -> bool {
        while let Expr::Unary(syn::ExprUnary { expr: inner, .. })
        | Expr::Reference(syn::ExprReference { expr: inner, .. })
        | Expr::Paren(syn::ExprParen { expr: inner, .. }) = expr
        {
            expr = inner;
        }
        matches!(expr, Expr::Path(path) if path.path.is_ident(self.name))
    }
}

impl<'ast> Visit<'ast> for Choice<'_> {
    fn visit_expr_match(&mut self, inner: &'ast syn::ExprMatch) {
        if self.is_itself(&inner.expr) {
            self.matched = true;
            self.known += 1;
            for arm in &inner.arms {
                self.content |= has_content(&arm.pat);
            }
        }
        visit::visit_expr_match(self, inner);
    }

    fn visit_expr_binary(&mut self, inner: &'ast syn::ExprBinary) {
        if matches!(inner.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_)) {
            self.known +=
                usize::from(self.is_itself(&inner.left)) + usize::from(self.is_itself(&inner.right));
        }
        visit::visit_expr_binary(self, inner);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.known += usize::from(self.is_itself(&call.receiver));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let first =
            mac.tokens.clone().into_iter().find(|token| !matches!(token, proc_macro2::TokenTree::Punct(_)));
        let itself = matches!(first, Some(proc_macro2::TokenTree::Ident(name)) if name == *self.name);
        if itself && mac.path.is_ident("matches") {
            self.matched = true;
            self.known += 1;
        }
    }
}
