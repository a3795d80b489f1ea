//! The names in an expression: whether all are plain, which names it binds, and replacements for the others.

use super::{Binding, Lowering, Value, refuse};
use crate::adjoint::ir::*;
use crate::kind::Kind;
use crate::library::macros::{self, Role};
use crate::library::methods::{self, Row};
use crate::library::reverse::{OfIterator, OfList, OfPlain};
use crate::library::text::{self, Group};
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::{Expr, Pat};

/// Whether a call gives parts of a text, or a list of them. They are recomputed, since the reverse sweep receives the text again,
/// and a reference cannot be saved.
fn is_view(call: &syn::ExprMethodCall) -> bool {
    let row = methods::of(call);
    match row.and_then(|row| row.list) {
        Some(OfList::Parts(None, _)) => matches!(call.args.first(), Some(Expr::Lit(_) | Expr::Path(_))),
        _ if row.is_some_and(|row| row.iterator == Some(OfIterator::Collect)) => {
            matches!(&*call.receiver, Expr::MethodCall(_))
        }
        _ => row.is_some_and(|row| row.plain == Some(OfPlain::View)) || text::is_view(call),
    }
}

/// Whether a call costs less than to save its value.
pub(super) fn is_cheap(call: &syn::ExprMethodCall) -> bool {
    text::of(call) == Some(Group::Integers) || methods::of(call).is_some_and(Row::is_cheap)
}

/// The arguments of a macro, and whether they are those of `vec![element; count]`.
pub(super) fn arguments(mac: &syn::Macro) -> Option<(Vec<Expr>, bool)> {
    use syn::punctuated::Punctuated;
    if let Ok(list) = mac.parse_body_with(Punctuated::<Expr, syn::Token![,]>::parse_terminated) {
        return Some((list.into_iter().collect(), false));
    }
    let list = mac.parse_body_with(Punctuated::<Expr, syn::Token![;]>::parse_separated_nonempty).ok()?;
    Some((list.into_iter().collect(), true))
}

/// Whether code calls anything but known functions, and methods that a user's type hardly has with another meaning. The macro sees
/// no types, so the code must show that a method such as `sum` is one of an iterator.
pub(super) fn varies(expr: &Expr) -> bool {
    struct Varies(bool);
    impl<'ast> Visit<'ast> for Varies {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            if let Expr::Path(path) = super::expr::strip(&call.func) {
                let last = path.path.segments.last().map(|last| last.ident.to_string());
                let wraps = matches!(last.as_deref(), Some("Some" | "Ok" | "Err"));
                self.0 |= !wraps && !crate::parameter::mentions(path, "__private");
            }
            visit::visit_expr_call(self, call);
        }

        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            self.0 |= !is_pure(call);
            visit::visit_expr_method_call(self, call);
        }

        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            let role = mac.path.get_ident().and_then(|name| macros::named(&name.to_string()));
            let pure = matches!(role, Some(Role::Vector | Role::Asserts(_) | Role::Panics));
            match arguments(mac) {
                Some((arguments, _)) if pure => {
                    arguments.iter().for_each(|argument| self.visit_expr(argument));
                }
                _ => self.0 = true,
            }
        }
    }
    let mut varies = Varies(false);
    varies.visit_expr(expr);
    varies.0
}

/// Whether a method has no effects besides those of its operands.
pub(super) fn is_pure(call: &syn::ExprMethodCall) -> bool {
    let of_call =
        matches!(super::expr::strip(&call.receiver), Expr::Call(_) | Expr::MethodCall(_) | Expr::Range(_));
    methods::of(call).is_some_and(|row| row.is_pure(of_call)) || text::is_pure(call)
}

/// The names that a format string captures: of `"{x} {y:?} {}"` they are `x` and `y`.
fn captured(arguments: &[Expr]) -> Vec<syn::Ident> {
    let mut names: Vec<syn::Ident> = Vec::new();
    for argument in arguments {
        let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = argument else { continue };
        let value = text.value().replace("{{", "");
        for hole in value.split('{').skip(1) {
            let name = hole.split(['}', ':']).next().unwrap_or_default();
            let named = |argument: &Expr| matches!(argument, Expr::Assign(named) if named.left.to_token_stream().to_string() == name);
            if let Ok(name) = syn::parse_str::<syn::Ident>(name)
                && !names.contains(&name)
                && !arguments.iter().any(named)
            {
                names.push(syn::Ident::new(&name.to_string(), text.span()));
            }
        }
        break;
    }
    names
}

/// Searches for parts that are not plain.
pub(super) struct Found<'a, 'n> {
    pub(super) lowering: &'a Lowering<'n>,
    pub(super) plain: bool,
    pub(super) bound: HashSet<String>,
}

impl<'ast> Visit<'ast> for Found<'_, '_> {
    /// `S::scale(2)`, for `trait Score { fn scale(n: usize) -> f64; }` and `S: Score`
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        let numbers = self.lowering.numbers;
        if let Expr::Path(path) = super::expr::strip(&call.func)
            && let [of, method] =
                &path.path.segments.iter().map(|name| name.ident.to_string()).collect::<Vec<_>>()[..]
        {
            let gives = numbers.known.functions.result(method).is_some_and(Kind::holds_number);
            self.plain &= !(gives && numbers.generics.contains_key(of));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let Some(first) = path.segments.first() else { return };
        if path.leading_colon.is_none() && path.segments.len() == 1 && path.segments[0].arguments.is_none() {
            let name = first.ident.to_string();
            let holds = match self.lowering.lookup(&name) {
                Some(Binding::Value(value)) => !self.lowering.type_of(value).is_plain(),
                Some(Binding::Scalar(id)) => !self.lowering.vars[*id].ty.is_plain(),
                Some(Binding::Closure(..) | Binding::Chain(_) | Binding::Cursor(_) | Binding::Endless(_)) => {
                    true
                }
                None => false,
            };
            self.plain &= !holds;
        }
        let number = &self.lowering.numbers.name;
        // The arguments of the segments are paths as well.
        self.plain &= !path.segments.iter().any(|part| part.ident == *number || part.ident == "__private");
        visit::visit_path(self, path);
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.bound.insert(pat.ident.to_string());
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if !self.plain {
            return;
        }
        match expr {
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_) => self.plain = false,
            Expr::Call(call) if self.lowering.makes(call) => self.plain = false,
            // A variant beside variants with numbers.
            Expr::Path(path) if self.lowering.names_variant(path) => self.plain = false,
            Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if self.lowering.names_variant(path)) =>
            {
                self.plain &= !self.lowering.makes_object(call);
                call.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            // A struct over numbers may have fields that are empty at first.
            Expr::Struct(literal)
                if matches!(self.lowering.struct_of(&literal.path.to_token_stream()), Ty::Struct(_)) =>
            {
                self.plain = false;
            }
            // Numbers may be pushed to it.
            Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.segments.iter().any(|s| s.ident == "Vec")) =>
            {
                self.plain = false;
            }
            expr => visit::visit_expr(self, expr),
        }
    }

    // Inside a closure, these leave only the closure.
    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        closure.inputs.iter().for_each(|input| self.visit_pat(input));
        self.visit_expr(&closure.body);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        // Numbers may be pushed to `vec![]`.
        self.plain &= !(mac.path.is_ident("vec") && mac.tokens.is_empty());
        let Some((arguments, _)) = arguments(mac) else {
            self.plain = false;
            return;
        };
        for name in captured(&arguments) {
            self.visit_path(&syn::Path::from(name));
        }
        arguments.iter().for_each(|argument| self.visit_expr(argument));
    }
}

/// The names inside of texts, as in `format!("at {i}")`.
pub(super) fn captured_in(expr: &Expr) -> HashSet<String> {
    struct Captured(HashSet<String>);
    impl<'ast> Visit<'ast> for Captured {
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            if let Some((arguments, _)) = arguments(mac) {
                self.0.extend(captured(&arguments).iter().map(ToString::to_string));
                arguments.iter().for_each(|argument| self.visit_expr(argument));
            }
        }
    }
    let mut captured = Captured(HashSet::new());
    captured.visit_expr(expr);
    captured.0
}

/// The names that an expression binds, except for parameters of closures, and whether it is expensive.
#[derive(Default)]
pub(super) struct Bound {
    pub(super) names: HashSet<String>,
    pub(super) expensive: bool,
}

impl Bound {
    pub(super) fn of(expr: &Expr) -> Self {
        let mut bound = Bound::default();
        bound.visit_expr(expr);
        bound
    }
}

/// The names that a pattern binds, in their order.
pub(super) fn names_in(pattern: &syn::Pat) -> Vec<syn::Ident> {
    let mut names = Names(Vec::new());
    names.visit_pat(pattern);
    names.0
}

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat(&mut self, pat: &'ast Pat) {
        if let Pat::Ident(name) = pat {
            self.names.insert(name.ident.to_string());
        }
        visit::visit_pat(self, pat);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::MethodCall(call) => {
                self.expensive |= !is_cheap(call) && !is_view(call);
            }
            Expr::Call(_)
            | Expr::Macro(_)
            | Expr::Closure(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Block(_)
            | Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_)
            | Expr::Array(_)
            | Expr::Repeat(_)
            | Expr::Struct(_) => self.expensive = true,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.visit_expr(&closure.body);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let arguments = arguments(mac).map_or_else(Vec::new, |(arguments, _)| arguments);
        arguments.iter().for_each(|argument| self.visit_expr(argument));
    }
}

/// The names that an expression calls.
#[derive(Default)]
pub(super) struct Calls {
    pub(super) names: HashSet<String>,
    /// Whether it calls a function without arguments, or with integer literals only: a second call may give another result.
    pub(super) plain: bool,
}

impl Calls {
    pub(super) fn of(expr: &Expr) -> Self {
        let mut calls = Calls::default();
        calls.visit_expr(expr);
        calls
    }
}

impl<'ast> Visit<'ast> for Calls {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*call.func
            && !crate::parameter::mentions(path, "__private")
            && let Some(last) = path.path.segments.last()
        {
            let name = last.ident.to_string();
            let of_type =
                path.path.segments.iter().rev().nth(1).is_some_and(|segment| segment.ident == "Vec");
            let literal = |argument: &Expr| matches!(argument, Expr::Lit(_));
            self.plain |= !of_type && call.args.iter().all(literal);
            self.names.insert(name);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let arguments = arguments(mac).map_or_else(Vec::new, |(arguments, _)| arguments);
        arguments.iter().for_each(|argument| self.visit_expr(argument));
    }
}

/// The names that a pattern binds.
struct Names(Vec<syn::Ident>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        let constant = pat.ident.to_string().starts_with(char::is_uppercase);
        if !constant && !self.0.contains(&pat.ident) {
            self.0.push(pat.ident.clone());
        }
        visit::visit_pat_ident(self, pat);
    }
}

/// Replaces names.
pub(super) struct Replace<'a, 'n> {
    pub(super) lowering: &'a Lowering<'n>,
    pub(super) plain: Plain,
    pub(super) failed: Option<syn::Error>,
    /// The parameters of the closures around.
    pub(super) own: Vec<String>,
}

impl VisitMut for Replace<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && path.qself.is_none()
            && let Some(name) = path.path.get_ident()
        {
            if self.own.iter().any(|own| name == own) {
                return;
            }
            let value = match self.lowering.lookup(&name.to_string()) {
                Some(Binding::Value(value)) => value.clone(),
                Some(Binding::Scalar(memory)) => match self.lowering.versions.get(memory) {
                    Some(version) => self.lowering.of_var(*version),
                    None => return,
                },
                _ => return,
            };
            match self.part(&value) {
                Some(tokens) => *expr = Expr::Verbatim(tokens),
                None => {
                    self.failed =
                        refuse::<()>(&*path, "this cannot be part of an expression of plain values").err();
                }
            }
            return;
        }
        visit::visit_expr_mut(self, expr);
    }

    // `vec![n; 3]`: the arguments of a macro are replaced as well.
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let Some((mut arguments, repeats)) = arguments(mac) else { return };
        let captured = captured(&arguments);
        for argument in &mut arguments {
            // `name = value` is not an assignment here.
            match argument {
                Expr::Assign(named) => self.visit_expr_mut(&mut named.right),
                argument => self.visit_expr_mut(argument),
            }
        }
        for name in captured {
            let mut value: Expr = syn::parse_quote!(#name);
            self.visit_expr_mut(&mut value);
            arguments.push(syn::parse_quote!(#name = #value));
        }
        mac.tokens = if repeats { quote!(#(#arguments);*) } else { quote!(#(#arguments),*) };
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let own = self.own.len();
        let mut names = Names(Vec::new());
        closure.inputs.iter().for_each(|input| names.visit_pat(input));
        self.own.extend(names.0.iter().map(ToString::to_string));
        self.visit_expr_mut(&mut closure.body);
        self.own.truncate(own);
    }

    fn visit_expr_struct_mut(&mut self, literal: &mut syn::ExprStruct) {
        for field in &mut literal.fields {
            field.colon_token = Some(syn::token::Colon::default());
        }
        visit::visit_expr_struct_mut(self, literal);
    }
}

impl Replace<'_, '_> {
    /// A value as part of a plain expression.
    fn part(&mut self, value: &Value) -> Option<TokenStream> {
        match value {
            Value::Number(id) => {
                self.plain.values.push(*id);
                Some(self.lowering.vars[*id].ident.to_token_stream())
            }
            Value::Plain(plain) => {
                self.plain.values.extend(&plain.values);
                self.plain.reads.extend(&plain.reads);
                self.plain.expensive |= plain.expensive;
                self.plain.state |= plain.state;
                self.plain.varies |= plain.varies;
                Some(Lowering::operand(plain))
            }
            Value::Place(place) | Value::Borrow(place) => {
                let (tokens, values) = super::super::place_tokens(&self.lowering.vars, place, false);
                self.plain.values.extend(values);
                self.plain.values.push(place.root);
                self.plain.reads.extend(self.lowering.containers(place));
                Some(if matches!(value, Value::Borrow(_)) { quote!((&#tokens)) } else { tokens })
            }
            Value::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.part(part)).collect::<Option<_>>()?;
                Some(quote!((#(#parts),*)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::varies;

    #[test]
    fn only_calls_that_are_known_give_the_same_twice() {
        let pure = |code: &str| !varies(&syn::parse_str(code).expect("an expression"));
        for code in [
            "k + 1",
            "x.len()",
            "rows[i].len() - (k + 1)",
            "x.get(k).copied()",
            "x.iter().map(|v| v + 1).sum::<usize>()",
            "(0..n).filter(|i| i % 2 == 0).count()",
            "x.iter().zip(y.iter()).enumerate().skip(1)",
            "::ad::__private::constant::<N>(2.0)",
            "<N as ::ad::__private::Real>::sin(u)",
            "other::__private::adjoint::plain(k)",
            "Some(3).is_some()",
            "vec![0; x.len()]",
            "assert!(x.len() > k, \"short\")",
            "k.pow(2).abs_diff(3)",
        ] {
            assert!(pure(code), "{code}");
        }
        for code in [
            "tick()",
            "m::tick(k)",
            "constant(2.0)",
            "m::constant::<N>(2.0)",
            "plain(k)",
            "sin(k)",
            "f64::sin(k)",
            "cell.get()",
            "cell.take()",
            "clock.count()",
            "rng.sum()",
            "self.rng.map(k)",
            "(rng).sum()",
            "queue.borrow().len()",
            "x.get(tick())",
            "x.iter().map(|v| tick() + v).sum::<usize>()",
            "x[tick()]",
            "vec![tick(); 3]",
            "log!(k)",
        ] {
            assert!(!pure(code), "{code}");
        }
    }
}
