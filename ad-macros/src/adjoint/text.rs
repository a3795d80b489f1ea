//! Tokens for both sweeps: places, sources, iterators, and saved values.

use super::analyse::{Facts, Site};
use super::ir::*;
use super::reverse::Slice;
use crate::library::numbers::POWER;
use crate::library::reverse::OfIterator;
use crate::numbers::Numbers;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::{HashMap, HashSet};

/// The input of code generation.
pub(super) struct Text<'a> {
    pub(super) program: &'a Program,
    pub(super) facts: &'a Facts<'a>,
    pub(super) numbers: &'a Numbers,
    pub(super) types: &'a HashMap<Id, TokenStream>,
    /// Whether only the value is computed, and nothing is saved.
    pub(super) value_only: bool,
    /// The slices that replace places in the reverse code of a loop.
    pub(super) slices: &'a [Slice],
}

/// The tokens of a place, or of its shadow, and the values in them.
pub(super) fn place_tokens(vars: &[Var], place: &Place, shadow: bool) -> (TokenStream, Vec<Id>) {
    let var = &vars[place.root];
    let root = if shadow { &var.shadow } else { &var.ident };
    let mut values = Vec::new();
    for projection in &place.projections {
        if let Projection::Index(plain) = projection {
            values.extend(&plain.values);
        }
    }
    (projected(quote!(#root), &place.projections, shadow, false), values)
}

/// The tokens of a part, or of its shadow, which may be changed if it is `exclusive`.
pub(super) fn projected(
    mut tokens: TokenStream,
    projections: &[Projection],
    shadow: bool,
    exclusive: bool,
) -> TokenStream {
    for projection in projections {
        match projection {
            Projection::Index(Plain { tokens: key, key: true, .. }) if exclusive => {
                tokens = quote!((*#tokens.get_mut(#key).unwrap()));
            }
            Projection::Index(plain) => {
                let index = &plain.tokens;
                tokens = quote!(#tokens[#index]);
            }
            Projection::Field(member) => tokens = quote!(#tokens.#member),
            Projection::There if exclusive => tokens = quote!((*#tokens.__there_mut().unwrap())),
            Projection::There => tokens = quote!((*#tokens.__there().unwrap())),
            Projection::Variant(path, member) => tokens = field_of_variant(&tokens, path, member),
            Projection::Deref if shadow => {}
            Projection::Deref => tokens = quote!((*#tokens)),
        }
    }
    tokens
}

/// The field of a variant, or of its shadow.
pub(super) fn field_of_variant(of: &TokenStream, path: &TokenStream, member: &syn::Member) -> TokenStream {
    quote!((*match &#of { #path { #member: __field, .. } => __field, _ => ::core::unreachable!() }))
}

/// A value that the forward sweep saves for the reverse sweep.
#[allow(clippy::struct_excessive_bools, reason = "they are independent facts")]
pub(super) struct Saved {
    /// Its name in both sweeps.
    pub(super) ident: Ident,
    /// The name of the variable outside of the branches, if a branch computes it.
    pub(super) outside: Option<Ident>,
    /// Whether it is a number, with a filler if the branch was not taken.
    pub(super) number: bool,
    /// Whether it may be a reference, of whose content a copy is saved.
    pub(super) borrows: bool,
    /// Whether it is certainly one. The copy is made at once, since the referent may be moved: `match name.as_str() { _ => f(name) }`.
    pub(super) early: bool,
    pub(super) mutable: bool,
    /// The place of its computation.
    pub(super) site: Site,
    /// The number of iterations, which is known as soon as the loop has begun.
    pub(super) trips: bool,
}

impl Saved {
    /// The value that the forward sweep saves.
    pub(super) fn retained(&self) -> TokenStream {
        let (ident, private) = (&self.ident, Text::private(Span::mixed_site()));
        if self.early {
            Self::copy(ident).into_token_stream()
        } else if self.borrows {
            quote!(#private::adjoint::retain(#ident).retained())
        } else {
            quote!(#ident)
        }
    }

    /// The name of the copy of a referent.
    pub(super) fn copy(ident: &Ident) -> Ident {
        format_ident!("__copy{ident}", span = Span::mixed_site())
    }

    /// The code that makes it the value for the reverse sweep.
    pub(super) fn regained(&self) -> TokenStream {
        if !self.borrows {
            return TokenStream::new();
        }
        let (ident, private) = (&self.ident, Text::private(Span::mixed_site()));
        let memory = format_ident!("__memory{ident}", span = Span::mixed_site());
        quote! {
            let mut #memory = ::core::option::Option::Some(#ident);
            let #ident = #private::adjoint::regain(&mut #memory).regained();
        }
    }
}

/// The memory for saved values of a loop.
pub(super) struct Stack {
    pub(super) name: Ident,
    /// Whether it has a tuple for each iteration. Otherwise it has a block of numbers.
    pub(super) iterations: bool,
}

impl Stack {
    pub(super) fn begin(&self) -> TokenStream {
        let (name, private) = (&self.name, Text::private(Span::mixed_site()));
        let kind = self.kind();
        quote!(let mut #name = #private::adjoint::#kind::begin();)
    }

    /// Returns the memory to the thread.
    pub(super) fn end(&self) -> TokenStream {
        let (name, private) = (&self.name, Text::private(Span::mixed_site()));
        let kind = self.kind();
        quote!(#private::adjoint::#kind::end(#name);)
    }

    fn kind(&self) -> TokenStream {
        if self.iterations { quote!(Iterations) } else { quote!(Blocks) }
    }
}

impl Text<'_> {
    /// The code that computes the value alone.
    pub(super) fn value_only(&self) -> Text<'_> {
        Text { value_only: true, ..*self }
    }

    /// The value of a scalar in front of a statement of the function's body.
    pub(super) fn begun(memory: Id, index: usize) -> Ident {
        format_ident!("__begun_{memory}_{index}", span = Span::mixed_site())
    }

    /// The name of the exit number of a loop body, or of the function.
    pub(super) fn way(frame: usize) -> Ident {
        format_ident!("__way_{frame}", span = Span::mixed_site())
    }

    pub(super) fn var(&self, id: Id) -> &Var {
        &self.program.vars[id]
    }

    /// The module for names of the expansion. The companion imports it under this name, since most of its tokens would be paths.
    pub(super) fn private(span: Span) -> Ident {
        Ident::new("__ad", span)
    }

    pub(super) fn number(&self, span: Span) -> Ident {
        self.numbers.name_at(span)
    }

    /// A place, or its shadow.
    pub(super) fn place(&self, place: &Place, shadow: bool) -> TokenStream {
        let sliced = self.sliced_place(place, shadow);
        sliced.unwrap_or_else(|| place_tokens(&self.program.vars, place, shadow).0)
    }

    /// A place that is changed, or its shadow.
    pub(super) fn changed_place(&self, place: &Place, shadow: bool) -> TokenStream {
        let by_method = |projection: &Projection| {
            matches!(projection, Projection::There | Projection::Index(Plain { key: true, .. }))
        };
        if !place.projections.iter().any(by_method) {
            return self.place(place, shadow);
        }
        let var = self.var(place.root);
        let root = if shadow { &var.shadow } else { &var.ident };
        projected(quote!(#root), &place.projections, shadow, true)
    }

    /// A reference to a place, or to its shadow.
    pub(super) fn reference(&self, place: &Place, shadow: bool) -> TokenStream {
        let tokens = self.place(place, shadow);
        let var = self.var(place.root);
        let already = if shadow { var.shadow_is_reference() } else { matches!(var.ty, Ty::Reference(_)) };
        let bare = place.projections.iter().all(|p| shadow && matches!(p, Projection::Deref));
        if already && bare { tokens } else { quote!(&#tokens) }
    }

    /// The name of a variable's structure, from which its shadow is made.
    pub(super) fn structure(id: Id) -> Ident {
        format_ident!("__structure_{id}", span = Span::mixed_site())
    }

    /// The saved pullback of a call.
    pub(super) fn kept_pullback(call: &Call) -> Ident {
        format_ident!(
            "__kept_{}",
            call.pullback.to_string().trim_start_matches('_'),
            span = Span::mixed_site()
        )
    }

    /// Whether a variable has its own shadow, made at the beginning of its block's reverse code.
    pub(super) fn has_own_shadow(&self, id: Id) -> bool {
        let var = self.var(id);
        matches!(var.role, Role::Value | Role::Container)
            && !var.ty.is_plain()
            && var.ty != Ty::Number
            && (self.facts.index.useful[id] || var.role == Role::Container)
            && self.is_aggregate(id)
    }

    /// Whether a source, a call or a declaration binds it.
    fn is_aggregate(&self, id: Id) -> bool {
        self.facts.index.sites.contains_key(&id) && !self.is_old(id)
    }

    fn is_old(&self, id: Id) -> bool {
        self.facts.index.olds.contains(&id)
    }

    /// The saved values of a loop body or the function.
    pub(super) fn saved(&self, frame: usize) -> Vec<Saved> {
        let (mut kept, mut counters) = (Vec::new(), HashSet::new());
        super::loops(&self.program.body, &mut |inner| _ = counters.insert(inner.trips));
        let item =
            |kept: &mut Vec<Saved>, ident: Ident, number: bool, mutable: bool, site: Site, trips: bool| {
                if self.facts.index.frame(site.block) == frame {
                    let outside = (site.block != frame || self.facts.index.exits[frame] > 0)
                        .then(|| format_ident!("__out{ident}", span = Span::mixed_site()));
                    kept.push(Saved {
                        ident,
                        outside,
                        number,
                        borrows: false,
                        early: false,
                        mutable,
                        site,
                        trips,
                    });
                }
            };
        for id in self.facts.saved() {
            if let Some(site) = self.facts.index.sites.get(&id) {
                let var = self.var(id);
                item(
                    &mut kept,
                    var.ident.clone(),
                    var.ty == Ty::Number,
                    false,
                    *site,
                    counters.contains(&id),
                );
                let typed = || {
                    let primitive = |last: &str| last.starts_with(char::is_lowercase);
                    let last = self.types.get(&id).and_then(|ty| ty.clone().into_iter().last());
                    last.is_some_and(|last| primitive(&last.to_string()))
                };
                if self.facts.index.borrowing.contains(&id)
                    && !typed()
                    && let Some(last) = kept.last_mut().filter(|last| last.ident == var.ident)
                {
                    last.borrows = true;
                    last.early = matches!(var.ty, Ty::Reference(_));
                }
            }
        }
        for id in 0..self.program.vars.len() {
            let Some(site) = self.facts.index.sites.get(&id) else { continue };
            if self.var(id).role == Role::Container && self.facts.containers.contains(&id) {
                item(&mut kept, self.var(id).ident.clone(), false, true, *site, false);
            }
            if self.has_own_shadow(id) {
                item(&mut kept, Self::structure(id), false, false, *site, false);
            }
        }
        super::calls(self.program, &mut |site, id, call| {
            if self.facts.index.useful[id] && call.recursion == Recursion::No {
                let ident = if self.facts.again(call, site.block) {
                    Self::kept_pullback(call)
                } else {
                    call.pullback.clone()
                };
                item(&mut kept, ident, false, false, site, false);
            }
        });
        kept
    }

    /// A source, as an expression.
    pub(super) fn source(&self, source: &Source) -> TokenStream {
        match source {
            Source::Value(id) => {
                let ident = &self.var(*id).ident;
                quote!(#ident)
            }
            // The value itself is moved into the saved values.
            Source::Plain(plain)
                if plain.simple && plain.values.iter().any(|id| self.facts.is_saved(*id)) =>
            {
                let tokens = &plain.tokens;
                quote!(::core::clone::Clone::clone(&#tokens))
            }
            Source::Plain(plain) => plain.tokens.clone(),
            Source::Without(_) | Source::Changed => unreachable!("a change in place is not a value"),
            Source::Place(place) => {
                let reference = self.reference(place, false);
                quote!(::core::clone::Clone::clone(#reference))
            }
            Source::ToVec(place) => {
                let tokens = self.place(place, false);
                quote!(#tokens.to_vec())
            }
            Source::Build(Build { kind, parts }) => {
                let parts: Vec<_> = parts.iter().map(|part| self.source(part)).collect();
                match kind {
                    BuildKind::Array => quote!([#(#parts),*]),
                    BuildKind::Boxed => {
                        let private = Self::private(Span::mixed_site());
                        quote!(#private::adjoint::Box::new(#(#parts),*))
                    }
                    BuildKind::Vector => {
                        let private = Self::private(Span::mixed_site());
                        quote!(#private::Vec::from([#(#parts),*]))
                    }
                    BuildKind::Tuple if parts.len() == 1 => quote!((#(#parts,)*)),
                    BuildKind::Tuple => quote!((#(#parts),*)),
                    BuildKind::Struct(path, members) | BuildKind::Variant(path, members) => {
                        quote!(#path { #(#members: #parts),* })
                    }
                    BuildKind::There(path, None) => quote!(#path(#(#parts),*)),
                    BuildKind::There(_, Some(flag)) => {
                        let flag = &flag.tokens;
                        quote!((#flag).then_some(#(#parts),*))
                    }
                }
            }
            Source::Repeat { vector, element, count } => {
                let (element, count) = (self.source(element), &count.tokens);
                if *vector {
                    let private = Self::private(Span::mixed_site());
                    quote!(#private::adjoint::repeated(#element, #count))
                } else {
                    quote!([#element; #count])
                }
            }
            Source::Empty(_, tokens) => tokens.clone(),
        }
    }

    /// The pattern of a loop, or the one for the shadows.
    pub(super) fn header(&self, item: &Header, shadow: bool) -> TokenStream {
        match item {
            Header::One(id) => {
                let Var { ident, shadow: other, ty, .. } = self.var(*id);
                match (shadow, ty.is_plain()) {
                    (false, _) => quote!(#ident),
                    (true, false) => quote!(#other),
                    (true, true) => quote!(_),
                }
            }
            Header::Pair(left, right) => {
                let (left, right) = (self.header(left, shadow), self.header(right, shadow));
                quote!((#left, #right))
            }
        }
    }

    /// The iterator of a loop, or the one over the shadows.
    pub(super) fn iterator(&self, iterator: &Iteration, shadow: bool, bare: bool) -> TokenStream {
        match iterator {
            Iteration::Plain(plain) => {
                let data = &plain.tokens;
                quote!(::core::iter::IntoIterator::into_iter(#data))
            }
            Iteration::Range { start, end, closed } => {
                let (start, end) = (&start.tokens, &end.tokens);
                match (closed, bare) {
                    (true, true) => quote!((#start..=#end)),
                    // An inclusive range does not know its length.
                    (true, false) => quote!((#start..#end + 1)),
                    (false, _) => quote!((#start..#end)),
                }
            }
            Iteration::View { place, method, shadow: other, argument, .. } => {
                let method = if shadow { other } else { method };
                let mutable = method.to_string().ends_with("_mut");
                let place =
                    if mutable { self.changed_place(place, shadow) } else { self.place(place, shadow) };
                let argument = argument.as_ref().map(|plain| &plain.tokens);
                quote!(#place.#method(#argument))
            }
            Iteration::Zip(a, b) => {
                let (a, b) = (self.iterator(a, shadow, false), self.iterator(b, shadow, false));
                quote!(#a.zip(#b))
            }
            Iteration::Adapt { inner, adaptor, method, argument } => {
                let inner = self.iterator(inner, shadow, bare && *adaptor == OfIterator::Rev);
                let argument = argument.as_ref().map(|plain| &plain.tokens);
                quote!(#inner.#method(#argument))
            }
            Iteration::Copied(inner) if shadow => self.iterator(inner, shadow, false),
            Iteration::Copied(inner) => {
                let inner = self.iterator(inner, shadow, false);
                quote!(#inner.cloned())
            }
        }
    }

    /// The arguments of a call.
    pub(super) fn call_arguments(&self, call: &Call) -> Vec<TokenStream> {
        call.arguments
            .iter()
            .map(|argument| match argument {
                Argument::Value(source) => self.source(source),
                Argument::Borrow { place } => self.reference(place, false),
                Argument::Exclusive { place, .. } => self.exclusive(place),
                Argument::PlainBorrow(plain) => plain.tokens.clone(),
            })
            .collect()
    }

    /// `&mut place`
    pub(super) fn exclusive(&self, place: &Place) -> TokenStream {
        let tokens = self.changed_place(place, false);
        quote!(&mut #tokens)
    }

    /// `m::f::__adjoint::<…>(…, late)`
    pub(super) fn call(&self, call: &Call, late: &TokenStream) -> TokenStream {
        let (path, generics) = (&call.path, &call.generics);
        let mut arguments = self.call_arguments(call);
        arguments.push(late.clone());
        match (call.callee, arguments.split_first()) {
            (Callee::Method, Some((receiver, arguments))) => {
                let receiver = match &call.arguments[0] {
                    Argument::Borrow { place } => self.place(place, false),
                    Argument::Exclusive { place, .. } => self.changed_place(place, false),
                    _ => quote!((#receiver)),
                };
                quote!(#receiver.#path #generics(#(#arguments),*))
            }
            (Callee::Recorded, _) => self.call_recorded(call),
            (Callee::Function, _) => {
                let adjoint = Ident::new("__adjoint", super::span_of(path));
                quote!(#path::#adjoint #generics(#(#arguments),*))
            }
            _ => quote!(#path #generics(#(#arguments),*)),
        }
    }

    /// Compares the function of a call with that of the companion, in a debug build. The closure never runs.
    pub(super) fn comparison(&self, call: &Call) -> Option<TokenStream> {
        let (path, generics) = (&call.path, &call.generics);
        let plain = |argument: &Argument| {
            matches!(argument, Argument::PlainBorrow(_) | Argument::Value(Source::Plain(_)))
        };
        // Without numbers as arguments, rustc cannot infer the numbers of the function.
        if !call.doubted || call.arguments.iter().all(plain) {
            return None;
        }
        let (arguments, private) = (self.call_arguments(call), Self::private(super::span_of(path)));
        // A panic points to the call.
        let same_function = quote_spanned!(super::span_of(path)=> #private::adjoint::same_function);
        let compared = quote! {
            (
                || {
                    let __function = #path #generics;
                    __function(#(#arguments),*);
                    __function
                },
                #path::__NAME,
            )
        };
        Some(quote!(#[cfg(debug_assertions)] #same_function #compared;))
    }

    /// Whether the pullback of a call is saved.
    pub(super) fn policy(call: &Call) -> TokenStream {
        let (path, private) = (&call.path, Self::private(Span::mixed_site()));
        quote!(#private::adjoint::Cheap::<{ #path::__CHEAP }>)
    }

    /// Whether a call in a loop with independent iterations gives the same twice.
    pub(super) fn same(call: &Call) -> TokenStream {
        let (path, private) = (&call.path, Self::private(Span::mixed_site()));
        quote!(#private::adjoint::Same::<{ #path::__SAME }>)
    }

    /// The queue of the results of such a call.
    pub(super) fn queue(var: Id) -> Ident {
        format_ident!("__queue_{var}", span = Span::mixed_site())
    }

    /// Whether a value is in a loop that its variable is not in.
    fn repeats(&self, value: Id, memory: Id) -> bool {
        let index = self.facts.index;
        let frame = |id: &Id| index.sites.get(id).map(|site| index.frame(site.block));
        frame(&value) != frame(&memory)
    }

    /// The operation of a statement, as written.
    pub(super) fn rhs(&self, id: Id, rhs: &Rhs) -> TokenStream {
        let span = self.var(id).span;
        let ident = |id: &Id| &self.var(*id).ident;
        match rhs {
            Rhs::Constant(plain) | Rhs::Plain(plain) => plain.tokens.clone(),
            Rhs::Binary(Operator::Mul, a, b) if self.facts.index.constants.contains(b) => {
                Self::times_constant(ident(a), ident(b), false, span)
            }
            Rhs::Binary(Operator::Mul, a, b) if self.facts.index.constants.contains(a) => {
                Self::times_constant(ident(b), ident(a), true, span)
            }
            Rhs::Binary(operator, a, b) => {
                let (a, b) = (ident(a), ident(b));
                let op = match operator {
                    Operator::Add => quote::quote_spanned!(span=> +),
                    Operator::Sub => quote::quote_spanned!(span=> -),
                    Operator::Mul => quote::quote_spanned!(span=> *),
                    Operator::Div => quote::quote_spanned!(span=> /),
                };
                quote!(#a #op #b)
            }
            Rhs::Negate(a) => {
                let a = ident(a);
                quote!(-#a)
            }
            Rhs::Function { name, operands, parameter } => {
                let operands: Vec<_> = operands.iter().map(ident).collect();
                if name == "%" {
                    let (a, b) = (operands[0], operands[1]);
                    return quote!(#a % #b);
                }
                let (private, number) = (Self::private(span), self.number(span));
                let method = Ident::new(name, span);
                let parameter = parameter.as_ref().map(|plain| &plain.tokens).into_iter();
                if name == POWER {
                    return quote!(#private::adjoint::#method(#(#operands,)* #(#parameter)*));
                }
                quote!(<#number as #private::Real>::#method(#(#operands,)* #(#parameter)*))
            }
            // A value without numbers may be a `String`, which a loop must not move.
            Rhs::Version(memory)
                if self.program.vars[*memory].ty == Ty::Plain && self.repeats(id, *memory) =>
            {
                let memory = ident(memory);
                quote!(::core::clone::Clone::clone(&#memory))
            }
            Rhs::Version(memory) => {
                let memory = ident(memory);
                quote!(#memory)
            }
            Rhs::Read(place) => {
                let tokens = self.place(place, false);
                if place.ty == Ty::Number {
                    tokens
                } else {
                    let (private, number) = (Self::private(span), self.number(span));
                    quote!(#private::adjoint::number::<#number>(&#tokens))
                }
            }
            Rhs::Source(source) => self.source(source),
            Rhs::Call(call) => self.call(call, &quote!(false)),
        }
    }

    /// A product with a constant, the `first` factor or the second.
    fn times_constant(x: &dyn ToTokens, constant: &dyn ToTokens, first: bool, span: Span) -> TokenStream {
        let private = Self::private(span);
        quote!(#private::adjoint::times_constant(#x, #constant, #first))
    }

    /// The product of the adjoint `__d` with a number. A `seeded` adjoint is one of a sum that no partial derivative needs, or its
    /// negative. It is usually the seed times a constant, and has no tangent in forward mode over the program.
    pub(super) fn scaled(&self, factor: Id, seeded: bool, span: Span) -> TokenStream {
        let ident = &self.var(factor).ident;
        if self.facts.index.constants.contains(&factor) {
            return Self::times_constant(&quote!(__d), ident, false, span);
        }
        if seeded { Self::times_constant(ident, &quote!(__d), true, span) } else { quote!(__d * #ident) }
    }

    /// The type of a value, if it does not follow from its operands, which are numbers.
    pub(super) fn annotation_of(&self, id: Id, rhs: &Rhs) -> TokenStream {
        match rhs {
            Rhs::Binary(..) | Rhs::Negate(_) | Rhs::Function { .. } if !self.types.contains_key(&id) => {
                TokenStream::new()
            }
            _ => self.annotation(id),
        }
    }

    /// `: N`, or the user's type.
    pub(super) fn annotation(&self, id: Id) -> TokenStream {
        let var = self.var(id);
        if let Some(ty) = self.types.get(&id) {
            return quote!(: #ty);
        }
        if var.ty == Ty::Number {
            let number = self.number(var.span);
            return quote!(: #number);
        }
        TokenStream::new()
    }
}
