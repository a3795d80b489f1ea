//! Definitions of methods of `std`, in Rust. An adjoint program runs the definition in place of a call.
//!
//! A definition is over `self` and its parameters:
//!
//! | parameter | meaning |
//! |---|---|
//! | `n` | a value, which is evaluated before the definition |
//! | `f()` | a function, which the definition calls |
//! | `move v` | an argument in the place of its only occurrence |
//!
//! A definition of an iterator mentions `self` once. The list or option of `&mut self` is a place. The methods `__with` and `__without`
//! of lists insert and remove an element.

use crate::visit::{self, Visit};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::{Block, Expr, ExprMethodCall, PatIdent};

/// The receiver of a definition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Of {
    Iterator,
    List,
    Option,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Passed {
    Value,
    Function,
    InPlace,
}

pub(crate) struct Definition {
    name: &'static str,
    of: Of,
    parameters: &'static [(&'static str, Passed)],
    body: &'static str,
}

macro_rules! definitions {
    ($($of:ident { $(fn $name:ident($($receiver:tt)*) $body:block)* })*) => {
        static DEFINITIONS: &[Definition] = &[$($(
            definitions!(@definition $of $name $body $($receiver)*),
        )*)*];
    };
    (@definition $of:ident $name:ident $body:block &mut self $(, $($parameters:tt)*)?) => {
        definitions!(@parameters $of $name $body [] $($($parameters)*)?)
    };
    (@definition $of:ident $name:ident $body:block self $(, $($parameters:tt)*)?) => {
        definitions!(@parameters $of $name $body [] $($($parameters)*)?)
    };
    (@parameters $of:ident $name:ident $body:block [$($done:tt)*] move $parameter:ident $(, $($rest:tt)*)?) => {
        definitions!(@parameters $of $name $body [$($done)* (stringify!($parameter), Passed::InPlace),] $($($rest)*)?)
    };
    (@parameters $of:ident $name:ident $body:block [$($done:tt)*] $parameter:ident() $(, $($rest:tt)*)?) => {
        definitions!(@parameters $of $name $body [$($done)* (stringify!($parameter), Passed::Function),] $($($rest)*)?)
    };
    (@parameters $of:ident $name:ident $body:block [$($done:tt)*] $parameter:ident $(, $($rest:tt)*)?) => {
        definitions!(@parameters $of $name $body [$($done)* (stringify!($parameter), Passed::Value),] $($($rest)*)?)
    };
    (@parameters $of:ident $name:ident $body:block [$($done:tt)*]) => {
        Definition { name: stringify!($name), of: Of::$of, parameters: &[$($done)*], body: stringify!($body) }
    };
}

definitions! {
    Option {
        fn filter(self, keep()) { match self { Some(v) => if keep(&v) { Some(v) } else { None }, _ => None } }
        fn or(self, other) { match self { Some(v) => Some(v), _ => other } }
        fn or_else(self, other()) { match self { Some(v) => Some(v), _ => other() } }
        fn xor(self, other) { match self { Some(v) => match other { Some(_) => None, _ => Some(v) }, _ => other } }
        fn unwrap_or(self, other) { match self { Some(v) => v, _ => other } }
        fn unwrap_or_else(self, other()) { match self { Some(v) => v, _ => other() } }
        fn map(self, f()) { match self { Some(v) => Some(f(v)), _ => None } }
        fn and_then(self, f()) { match self { Some(v) => f(v), _ => None } }
        fn and(self, other) { match self { Some(_) => other, _ => None } }
        fn map_or(self, other, f()) { match self { Some(v) => f(v), _ => other } }
        fn map_or_else(self, other(), f()) { match self { Some(v) => f(v), _ => other() } }
        fn is_some_and(self, holds()) { match self { Some(v) => holds(v), _ => false } }
        fn is_ok_and(self, holds()) { match self { Some(v) => holds(v), _ => false } }
        fn is_none_or(self, holds()) { match self { Some(v) => holds(v), _ => true } }
        fn zip(self, other) { match self { Some(v) => match other { Some(w) => Some((v, w)), _ => None }, _ => None } }

        fn take(&mut self) { let old = self; self = None; old }
        fn replace(&mut self, new) { let old = self; self = Some(new); old }
        fn insert(&mut self, move new) { self = Some(new); &mut self.unwrap() }
        fn get_or_insert(&mut self, new) { if self.is_none() { self = Some(new); } &mut self.unwrap() }
        fn get_or_insert_with(&mut self, new()) { if self.is_none() { self = Some(new()); } &mut self.unwrap() }
    }

    Iterator {
        fn nth_back(self, move n) { self.rev().nth(n) }
        fn rfind(self, move keep) { self.rev().find(keep) }
        fn find_map(self, move f) { self.filter_map(f).nth(0) }
        fn rfold(self, move start, move f) { self.rev().fold(start, f) }
        fn min(self) { self.min_by(|a, b| a.cmp(b)) }
        fn max(self) { self.max_by(|a, b| a.cmp(b)) }
        fn min_by_key(self, key()) { self.min_by(|a, b| key(a).cmp(&key(b))) }
        fn max_by_key(self, key()) { self.max_by(|a, b| key(a).cmp(&key(b))) }
        fn count(self) { let mut count = 0_usize; for _ in self { count += 1; } count }
        fn any(self, holds()) {
            let mut any = false;
            for item in self { if holds(item) { any = true; break; } }
            any
        }
        fn all(self, holds()) {
            let mut all = true;
            for item in self { if !holds(item) { all = false; break; } }
            all
        }
        fn position(self, holds()) {
            let mut at = None;
            let mut i = 0_usize;
            for item in self { if holds(item) { at = Some(i); break; } i += 1; }
            at
        }
        fn try_fold(self, start, f()) {
            let mut sum = start;
            let mut whole = true;
            for item in self { match f(sum, item) { Some(next) => sum = next, None => { whole = false; break } } }
            if whole { Some(sum) } else { None }
        }
        fn unzip(self) {
            let mut left = Vec::new();
            let mut right = Vec::new();
            for (a, b) in self { left.push(a); right.push(b); }
            (left, right)
        }
        fn partition(self, keep()) {
            let mut yes = Vec::new();
            let mut no = Vec::new();
            for item in self { if keep(&item) { yes.push(item); } else { no.push(item); } }
            (yes, no)
        }
    }

    List {
        fn repeat(&mut self, move n) { (0..n).flat_map(|_| self.iter().cloned()).collect() }
        fn split_off(&mut self, k) { let rest = self[k..].to_vec(); self = self[..k].to_vec(); rest }
        fn pop(&mut self) {
            if self.is_empty() { None } else {
                let last = self.len() - 1;
                let value = self[last];
                self.__without(last);
                Some(value)
            }
        }
        fn pop_if(&mut self, holds()) {
            if self.is_empty() { None } else {
                let end = self.len() - 1;
                if holds(&mut self[end]) { self.pop() } else { None }
            }
        }
        fn pop_front(&mut self) {
            if self.is_empty() { None } else { let first = self[0]; self.__without(0); Some(first) }
        }
        fn pop_back(&mut self) { self.pop() }
        fn remove(&mut self, i) { let value = self[i]; self.__without(i); value }
        fn swap_remove(&mut self, i) {
            let last = self.len() - 1;
            self.swap(i, last);
            let value = self[last];
            self.__without(last);
            value
        }
        fn push_back(&mut self, move value) { self.push(value) }
        fn push_front(&mut self, move value) { self.insert(0, value) }
        fn insert(&mut self, i, value) { self.__with(i, value); }
        fn resize(&mut self, n, value) {
            self.truncate(n);
            for _ in self.len()..n { self.push(value); }
        }
        fn resize_with(&mut self, n, make()) {
            self.truncate(n);
            while self.len() < n { self.push(make()); }
        }
        fn concat(&mut self) { self.iter().flat_map(|list| list.iter()).collect() }
        fn extend(&mut self, move items) { for item in items { self.push(item); } }
        fn extend_from_slice(&mut self, move items) { for item in items { self.push(item); } }
        fn copy_from_slice(&mut self, move other) { for (to, from) in self.iter_mut().zip(other) { *to = *from; } }
        fn clone_from_slice(&mut self, move other) { for (to, from) in self.iter_mut().zip(other) { *to = from.clone(); } }
        fn fill(&mut self, value) { for item in self.iter_mut() { *item = value.clone(); } }
        fn fill_with(&mut self, make()) { for item in self.iter_mut() { *item = make(); } }
        fn append(&mut self, other) { self.extend(other.iter().cloned()); other.clear(); }
        fn extend_from_within(&mut self, move range) { let part = self[range].to_vec(); self.extend(part); }
        fn copy_within(&mut self, move range, move start) {
            let part = self[range].to_vec();
            let to = start;
            for i in 0..part.len() { self[to + i] = part[i]; }
        }
        fn reverse(&mut self) { let n = self.len(); for i in 0..n / 2 { self.swap(i, n - 1 - i); } }
        fn rotate_left(&mut self, k) {
            let old: Vec<_> = self.iter().cloned().collect();
            let n = old.len();
            for i in 0..n { self[i] = old[(i + k) % n]; }
        }
        fn rotate_right(&mut self, k) {
            let old: Vec<_> = self.iter().cloned().collect();
            let n = old.len();
            for i in 0..n { self[(i + k) % n] = old[i]; }
        }
        fn retain(&mut self, keep()) {
            let old: Vec<_> = self.iter().cloned().collect();
            self.clear();
            for item in old.iter() { if keep(item) { self.push(*item); } }
        }
        fn truncate(&mut self, n) {
            while self.len() > n { let last = self.len() - 1; self.__without(last); }
        }
        fn reserve(&mut self, move additional) { let _ = additional; }
        fn shrink_to_fit(&mut self) {}
    }
}

/// The definition of a method with this number of arguments.
pub(crate) fn find(of: Of, name: &str, arguments: usize) -> Option<&'static Definition> {
    let mut named = DEFINITIONS.iter().filter(|definition| definition.of == of && definition.name == name);
    named.find(|definition| definition.parameters.len() == arguments)
}

#[cfg(test)]
pub(super) fn count() -> usize {
    DEFINITIONS.len()
}

impl Definition {
    /// Whether the first argument is evaluated before the definition.
    pub(crate) fn takes_value(&self) -> bool {
        matches!(self.parameters.first(), Some((_, Passed::Value)))
    }

    /// The definition with a receiver, and with the arguments of a call. `first` takes the place of the first one.
    pub(crate) fn with(
        &self,
        receiver: &TokenStream,
        call: &ExprMethodCall,
        first: Option<&Ident>,
    ) -> Option<Block> {
        let body: Block = syn::parse_str(self.body).ok()?;
        let mut names: HashSet<String> = self.parameters.iter().map(|(name, _)| (*name).to_owned()).collect();
        Locals(&mut names).visit_block(&body);
        let (mut before, mut holes) = (TokenStream::new(), Vec::new());
        for (i, ((name, passed), argument)) in self.parameters.iter().zip(&call.args).enumerate() {
            let argument = match first {
                Some(first) if i == 0 => first.to_token_stream(),
                _ => argument.to_token_stream(),
            };
            holes.push((
                *name,
                match passed {
                    Passed::Function => quote!((#argument)),
                    Passed::InPlace => argument,
                    Passed::Value if first.is_some() && i == 0 => argument,
                    Passed::Value => {
                        let local = local(name);
                        before.extend(quote!(let #local = #argument;));
                        quote!(#local)
                    }
                },
            ));
        }
        let statements =
            filled(body.stmts.iter().map(ToTokens::to_token_stream).collect(), receiver, &holes, &names);
        syn::parse2(quote!({ #before #statements })).ok()
    }

    /// The same as an expression.
    pub(crate) fn expression(&self, call: &ExprMethodCall) -> Option<Expr> {
        let block = self.with(&call.receiver.to_token_stream(), call, None)?;
        Some(match block.stmts.as_slice() {
            [syn::Stmt::Expr(value, None)] => value.clone(),
            _ => Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block }),
        })
    }
}

/// A local of a definition, whose name no user has.
fn local(name: &str) -> Ident {
    format_ident!("__{name}", span = Span::call_site())
}

/// The names that a definition binds.
struct Locals<'a>(&'a mut HashSet<String>);

impl<'ast> Visit<'ast> for Locals<'_> {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        if pattern.ident != "None" {
            self.0.insert(pattern.ident.to_string());
        }
        visit::visit_pat_ident(self, pattern);
    }
}

/// The tokens of a definition with its receiver, arguments and locals.
fn filled(
    tokens: TokenStream,
    receiver: &TokenStream,
    holes: &[(&str, TokenStream)],
    locals: &HashSet<String>,
) -> TokenStream {
    // The dots in front: one is that of a member, and two are a range.
    let mut dots = 0;
    let part = |token: TokenTree| {
        let member = dots == 1;
        dots = if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.') { dots + 1 } else { 0 };
        match &token {
            TokenTree::Ident(name) if !member && name == "self" => receiver.clone(),
            TokenTree::Ident(name) if !member && locals.contains(&name.to_string()) => {
                let hole = holes.iter().find(|(hole, _)| name == hole);
                hole.map_or_else(|| local(&name.to_string()).to_token_stream(), |(_, tokens)| tokens.clone())
            }
            TokenTree::Group(group) => {
                let content = filled(group.stream(), receiver, holes, locals);
                TokenTree::Group(proc_macro2::Group::new(group.delimiter(), content)).into()
            }
            _ => token.into(),
        }
    };
    tokens.into_iter().map(part).collect()
}
