//! The forward sweep: the function as it was written, one operation a statement, and what it keeps.

use super::analyse::Site;
use super::ir::*;
use super::text::Text;
use proc_macro2::{Span, TokenStream};
use quote::quote;

impl Text<'_> {
    /// The statements of a block, and what is left to do at its end.
    pub(super) fn forward(&self, body: &[Stmt], block: usize) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (index, statement) in body.iter().enumerate() {
            tokens.extend(self.forward_statement(statement, Site { block, index }));
        }
        tokens.extend(self.ending(block));
        tokens
    }

    /// Variables for what branches keep.
    pub(super) fn outside(&self, frame: usize) -> TokenStream {
        let private = self.private(Span::mixed_site());
        let number = self.number(Span::mixed_site());
        self.kept(frame)
            .into_iter()
            .filter_map(|kept| {
                let outside = kept.outside?;
                Some(if kept.number {
                    quote!(let mut #outside: #number = #private::adjoint::filler();)
                } else {
                    quote!(let mut #outside = ::core::option::Option::None;)
                })
            })
            .collect()
    }

    /// At the end of a block: the forms of its containers, and what leaves a branch.
    fn ending(&self, block: usize) -> TokenStream {
        let private = self.private(Span::mixed_site());
        let mut tokens = TokenStream::new();
        for id in 0..self.program.vars.len() {
            if self.has_form(id) && self.facts.sites.get(&id).is_some_and(|site| site.block == block) {
                let (form, ident) = (Self::form(id), &self.var(id).ident);
                tokens.extend(quote!(let #form = #private::adjoint::form(&#ident);));
            }
        }
        for kept in self.kept(self.facts.frame(block)) {
            if let Some(outside) = kept.outside
                && kept.block == block
            {
                let ident = &kept.ident;
                tokens.extend(if kept.number {
                    quote!(#outside = #ident;)
                } else {
                    quote!(#outside = ::core::option::Option::Some(#ident);)
                });
            }
        }
        tokens
    }

    fn forward_statement(&self, statement: &Stmt, site: Site) -> TokenStream {
        match statement {
            Stmt::Let { var, rhs: Rhs::Call(call) } => self.forward_call(*var, call, site),
            Stmt::Let { var, rhs } => {
                let (ident, annotation, rhs) =
                    (&self.var(*var).ident, self.annotation(*var), self.rhs(*var, rhs));
                quote!(let #ident #annotation = #rhs;)
            }
            Stmt::Declare { var, init } => {
                let (ident, annotation) = (&self.var(*var).ident, self.annotation(*var));
                match init {
                    Some(init) => {
                        let init = self.source(init);
                        quote!(let mut #ident #annotation = #init;)
                    }
                    None => quote!(let mut #ident #annotation;),
                }
            }
            Stmt::Write { place, value, old } => {
                let (place, value) = (self.place(place, false), self.source(value));
                if self.facts.undone.contains(old) {
                    let old = &self.var(*old).ident;
                    quote! {
                        let __new = #value;
                        let #old = ::core::mem::replace(&mut #place, __new);
                    }
                } else {
                    quote!(#place = #value;)
                }
            }
            Stmt::Push { place, value } => {
                let (place, value) = (self.place(place, false), self.source(value));
                quote!(#place.push(#value);)
            }
            Stmt::Branch { scrutinee, arms, is_if } => {
                let bodies: Vec<_> = arms.iter().map(|arm| self.forward(&arm.body, arm.id)).collect();
                Self::branch(scrutinee, arms, *is_if, &bodies)
            }
            Stmt::Loop(inner) => self.forward_loop(inner),
            Stmt::Forward(plain) => {
                let tokens = &plain.tokens;
                quote!(#tokens;)
            }
            Stmt::Unless(condition) => {
                let condition = &condition.tokens;
                quote!(if !(#condition) { break; })
            }
        }
    }

    /// A branch with these bodies.
    pub(super) fn branch(
        scrutinee: &Plain,
        arms: &[Arm],
        is_if: bool,
        bodies: &[TokenStream],
    ) -> TokenStream {
        let scrutinee = &scrutinee.tokens;
        if let (true, [then, otherwise]) = (is_if, bodies) {
            return if otherwise.is_empty() {
                quote!(if #scrutinee { #then })
            } else {
                quote!(if #scrutinee { #then } else { #otherwise })
            };
        }
        let arms = arms.iter().zip(bodies).map(|(arm, body)| {
            let (pattern, guard) = (&arm.pattern, arm.guard.as_ref().map(|guard| &guard.tokens));
            let guard = guard.map(|guard| quote!(if #guard));
            quote!(#pattern #guard => { #body })
        });
        quote!(match #scrutinee { #(#arms)* })
    }

    fn forward_loop(&self, inner: &Loop) -> TokenStream {
        let (outside, body) = (self.outside(inner.id), self.forward(&inner.body, inner.id));
        let matters = self.facts.matters(&inner.body);
        let kept: Vec<_> =
            self.kept(inner.id).into_iter().map(|kept| kept.outside.unwrap_or(kept.ident)).collect();
        let stack = &inner.stack;
        let push = (matters && !kept.is_empty()).then(|| quote!(#stack.push((#(#kept,)*));));
        match &inner.head {
            Head::For { pattern, iterator, .. } => {
                let iterator = self.iterator(iterator, false, true);
                quote!(for #pattern in #iterator { #outside #body #push })
            }
            Head::While => {
                let trips = &self.var(inner.trips).ident;
                quote! {
                    let mut #trips = 0_usize;
                    loop { #outside #body #push #trips += 1; }
                }
            }
        }
    }

    fn forward_call(&self, var: Id, call: &Call, site: Site) -> TokenStream {
        let (ident, pullback, made) = (&self.var(var).ident, &call.pullback, self.call(call));
        if !self.facts.useful[var] || call.recursive {
            return quote!(let (#ident, _) = #made;);
        }
        if !self.facts.in_loop(site.block) {
            return quote!(let (#ident, #pullback) = #made;);
        }
        let (kept, policy) = (Self::kept_pullback(call), self.policy(call));
        if self.facts.replayed.contains_key(&var) {
            quote! {
                let (#ident, #pullback) = #made;
                let #kept = #policy::keep((::core::clone::Clone::clone(&#ident), #pullback));
            }
        } else {
            quote! {
                let (#ident, #pullback) = #made;
                let #kept = #policy::keep(#pullback);
            }
        }
    }

    /// The stacks of all loops.
    pub(super) fn stacks(&self, body: &[Stmt]) -> Vec<TokenStream> {
        let mut stacks = Vec::new();
        super::loops(body, &mut |inner| {
            if self.facts.matters(&inner.body) && !self.kept(inner.id).is_empty() {
                let stack = &inner.stack;
                stacks.push(quote!(#stack));
            }
        });
        stacks
    }
}
