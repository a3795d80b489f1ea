//! Functions that call each other. If each had its own program, the type of a saved pullback would contain itself. So the functions of a
//! circle become one function that calls itself, and the last of them has its program.
//!
//! ```text
//! // Input:  fn sum(&mut self) -> N { … self.atom() … }      fn atom(&mut self) -> N { … self.sum() … }
//! // Output: fn atom(&mut self) -> N { self.__circle_atom(1) }
//! //         fn __circle_atom(&mut self, which: usize) -> N {
//! //             match which { 0 => { … self.__circle_atom(1) … } _ => { … self.__circle_atom(0) … } }
//! //         }
//! ```

use crate::visit::{self, Visit, VisitMut};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident, quote};
use std::collections::{BTreeSet, HashSet};
use syn::{Expr, FnArg, ItemFn, Pat, Type, parse_quote};

/// A lowered function, as far as circles concern it.
pub(crate) struct Member {
    /// Its module and type.
    pub(crate) place: String,
    /// Whether it has a type.
    pub(crate) owned: bool,
    pub(crate) item: ItemFn,
    pub(crate) calls: HashSet<String>,
}

/// The function that the functions of a circle are together, and the body of the function that calls it.
#[derive(Clone)]
pub(crate) struct Circle {
    pub(crate) together: ItemFn,
    pub(crate) caller: ItemFn,
}

/// The circle that a function closes: those before it have programs that call it.
pub(crate) fn closed_by(last: usize, all: &[Option<Member>]) -> Option<Circle> {
    let of = all[last].as_ref()?;
    let like = |i: &usize| {
        all[*i].as_ref().is_some_and(|member| member.place == of.place && interface(member) == interface(of))
    };
    let before: Vec<usize> = (0..=last).filter(like).collect();
    let name = |i: usize| all[i].as_ref().map(|member| member.item.sig.ident.to_string()).unwrap_or_default();
    let calls = |i: usize, j: usize| all[i].as_ref().is_some_and(|member| member.calls.contains(&name(j)));
    let reached = |forwards: bool| {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        let mut open = vec![last];
        while let Some(i) = open.pop() {
            for &j in &before {
                if (if forwards { calls(i, j) } else { calls(j, i) }) && found.insert(j) {
                    open.push(j);
                }
            }
        }
        found
    };
    let back = reached(false);
    let circle: Vec<usize> = reached(true).into_iter().filter(|i| back.contains(i)).collect();
    if circle.len() < 2 || !circle.contains(&last) {
        return None;
    }
    let members: Vec<&Member> = circle.iter().filter_map(|i| all[*i].as_ref()).collect();
    // A local of the name of a function would be called instead.
    let mut bound = Bound { names: &members, found: false };
    members.iter().for_each(|member| bound.visit_block(&member.item.block));
    if bound.found {
        return None;
    }
    let together = format_ident!("__circle_{}", of.item.sig.ident, span = Span::mixed_site());
    let names: Vec<String> = members.iter().map(|member| member.item.sig.ident.to_string()).collect();
    let which = Ident::new("__which", Span::mixed_site());
    let mut item = of.item.clone();
    item.sig.ident = together.clone();
    let at = usize::from(item.sig.receiver().is_some());
    item.sig.inputs.insert(at, parse_quote!(#which: usize));
    let end = members.len() - 1;
    let arms = members.iter().enumerate().map(|(i, member)| {
        let mut block = member.item.block.clone();
        Calls { names: &names, together: &together, at }.visit_block_mut(&mut block);
        block.stmts.splice(0..0, renamed(&of.item, &member.item));
        let pattern = if i == end { quote!(_) } else { quote!(#i) };
        quote!(#pattern => #block)
    });
    item.block = parse_quote!({ match #which { #(#arms,)* } });
    let mut caller = of.item.clone();
    let arguments: Vec<_> = of.item.sig.inputs.iter().filter_map(name_of).collect();
    let index = names.iter().position(|name| of.item.sig.ident == name)?;
    caller.block = match (at, of.owned) {
        (1, _) => parse_quote!({ self.#together(#index, #(#arguments),*) }),
        (_, true) => parse_quote!({ Self::#together(#index, #(#arguments),*) }),
        _ => parse_quote!({ #together(#index, #(#arguments),*) }),
    };
    Some(Circle { together: item, caller })
}

/// The types of the parameters and the result, which the functions of a circle have in common.
fn interface(member: &Member) -> String {
    let sig = &member.item.sig;
    let types = sig.inputs.iter().map(|input| match input {
        FnArg::Receiver(receiver) => quote!(#receiver),
        // Another name for an exclusive reference would be a second variable.
        FnArg::Typed(input) if is_exclusive(&input.ty) => quote!(#input),
        FnArg::Typed(input) => input.ty.to_token_stream(),
    });
    let (generics, output) = (&sig.generics, &sig.output);
    let simple =
        sig.inputs.iter().all(|input| matches!(input, FnArg::Receiver(_)) || name_of(input).is_some());
    if simple { quote!(#generics #(#types),* #output).to_string() } else { sig.ident.to_string() }
}

fn is_exclusive(ty: &Type) -> bool {
    matches!(ty, Type::Reference(reference) if reference.mutability.is_some())
}

/// The parameters of the one function by the names that a function of the circle gives them.
fn renamed(from: &ItemFn, to: &ItemFn) -> Option<syn::Stmt> {
    let names = from.sig.inputs.iter().zip(&to.sig.inputs);
    let names = names.filter_map(|(from, to)| Some((name_of(from)?, name_of(to)?)));
    let (from, to): (Vec<_>, Vec<_>) = names.filter(|(from, to)| from != to).unzip();
    match (&from[..], &to[..]) {
        ([], _) => None,
        ([from], [to]) => Some(parse_quote!(let #to = #from;)),
        _ => Some(parse_quote!(let (#(#to),*) = (#(#from),*);)),
    }
}

/// The name of a parameter that is one, and is not `mut`.
fn name_of(input: &FnArg) -> Option<Ident> {
    match input {
        FnArg::Typed(input) => match &*input.pat {
            Pat::Ident(name) if name.mutability.is_none() && name.subpat.is_none() => {
                Some(name.ident.clone())
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }
}

/// Finds items, and patterns that bind the name of a function.
struct Bound<'a> {
    names: &'a [&'a Member],
    found: bool,
}

impl<'ast> Visit<'ast> for Bound<'_> {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.found |= self.names.iter().any(|member| member.item.sig.ident == pat.ident);
        visit::visit_pat_ident(self, pat);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        self.found = true;
    }
}

/// Lets calls of the circle's functions be calls of the one function.
struct Calls<'a> {
    names: &'a [String],
    together: &'a Ident,
    /// The index of the first parameter after the receiver.
    at: usize,
}

impl Calls<'_> {
    fn index(&self, name: &Ident) -> Option<Expr> {
        let index = self.names.iter().position(|own| name == own)?;
        Some(parse_quote!(#index))
    }
}

impl VisitMut for Calls<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit::visit_expr_mut(self, expr);
        match expr {
            Expr::MethodCall(call) => {
                let of_itself = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self"));
                if let (Some(index), true) = (self.index(&call.method), of_itself) {
                    call.method = self.together.clone();
                    call.args.insert(0, index);
                }
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &mut *call.func else { return };
                let of_itself = path.path.segments.len() == 1
                    || path.path.segments.len() == 2
                        && path.path.segments[0].ident.to_token_stream().to_string() == "Self";
                if let Some(last) = path.path.segments.last_mut().filter(|_| of_itself)
                    && let Some(index) = self.index(&last.ident)
                {
                    last.ident = self.together.clone();
                    call.args.insert(self.at.min(call.args.len()), index);
                }
            }
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
