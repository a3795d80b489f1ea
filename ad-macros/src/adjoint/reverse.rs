//! The reverse sweep: the statements from the last to the first, each passing on what has arrived at what it defines.

use super::analyse::{Site, TOP};
use super::functions;
use super::ir::*;
use super::text::{Kept, Text};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

impl Text<'_> {
    /// The reverse text of a block: what it begins with, then its statements backwards, with the replays in between.
    pub(super) fn reverse(&self, body: &[Stmt], block: usize) -> TokenStream {
        if !self.facts.matters(body) {
            return TokenStream::new();
        }
        self.reverse_of(body, block, TokenStream::new())
    }

    /// The reverse text of the function, which begins with what has arrived at its result.
    pub(super) fn reverse_function(&self) -> TokenStream {
        let first = self.transfer(&quote!((*__d_result)), &self.program.result, false);
        self.reverse_of(&self.program.body, 0, first)
    }

    fn reverse_of(&self, body: &[Stmt], block: usize, first: TokenStream) -> TokenStream {
        let kept: Vec<_> =
            self.kept(self.facts.frame(block)).into_iter().filter(|kept| kept.site.block == block).collect();
        self.reverse_from(body, block, 0, &kept, first)
    }

    /// The reverse text of a segment and of those after it. A segment was done if the way out that was taken does not
    /// stand in front of it.
    fn reverse_from(
        &self,
        body: &[Stmt],
        block: usize,
        segment: usize,
        kept: &[Kept],
        first: TokenStream,
    ) -> TokenStream {
        let mut tokens = TokenStream::new();
        let private = self.private(Span::mixed_site());
        let segments = &self.facts.segments[block];
        let start = segments[segment].0;
        let end = segments.get(segment + 1).map_or(body.len(), |(start, _)| *start);
        for kept in kept.iter().filter(|kept| self.facts.segment(kept.site) == segment) {
            let (ident, mutable) = (&kept.ident, kept.mutable.then(|| quote!(mut)));
            if let Some(outside) = &kept.outside {
                tokens.extend(if kept.number {
                    quote!(let #ident = #outside;)
                } else {
                    quote!(let #mutable #ident = #private::adjoint::there(#outside);)
                });
            }
        }
        let here = |index: usize| index >= start && index < end;
        tokens.extend(self.shadows(block, &here));
        tokens.extend(self.replays(&body[start..end], TOP));
        tokens.extend(first);
        if let Some((_, before)) = segments.get(segment + 1) {
            let rest = self.reverse_from(body, block, segment + 1, kept, TokenStream::new());
            let (frame, before) = (self.facts.frame(block), Literal::usize_unsuffixed(*before));
            let way = Self::way(frame);
            tokens.extend(quote!(if #way > #before { #rest }));
            tokens.extend(self.replays(&body[start..end], 2 * end));
        }
        for (index, statement) in body.iter().enumerate().take(end).skip(start).rev() {
            tokens.extend(self.reverse_statement(statement, Site { block, index }));
            tokens.extend(self.replays(&body[start..end], 2 * index));
        }
        tokens.extend(self.ends(body, start, end));
        tokens
    }

    /// The memory of the lists of a segment, and of their slots, goes back to the thread. A list in an inner block is given
    /// back by the forward sweep if it is not kept.
    fn ends(&self, body: &[Stmt], start: usize, end: usize) -> TokenStream {
        let private = self.private(Span::mixed_site());
        let mut tokens = TokenStream::new();
        for statement in body[start..end].iter().rev() {
            let Some((id, source)) = defined(statement) else { continue };
            let (ident, shadow) = (&self.var(id).ident, &self.var(id).shadow);
            if self.has_form(id) && is_list(source) {
                tokens.extend(quote!(#private::adjoint::Cells::end(#shadow);));
            }
            if is_repeated(source) && self.facts.containers.contains(&id) {
                tokens.extend(quote!(#private::adjoint::keep(#ident);));
            }
        }
        tokens
    }

    /// The shadows of the variables of a block.
    fn shadows(&self, block: usize, here: &dyn Fn(usize) -> bool) -> TokenStream {
        let private = self.private(Span::mixed_site());
        let number = self.number(Span::mixed_site());
        let mut tokens = TokenStream::new();
        for id in 0..self.program.vars.len() {
            if self.facts.sites.get(&id).is_none_or(|site| site.block != block || !here(site.index)) {
                continue;
            }
            let shadow = &self.var(id).shadow;
            if self.has_form(id) {
                let form = Self::form(id);
                tokens.extend(quote!(let mut #shadow = #private::adjoint::Form::slots(&#form);));
            } else if self.var(id).ty == Ty::Number && self.facts.useful[id] {
                tokens.extend(quote!(let #shadow = #private::adjoint::Slot::<#number>::new();));
            }
        }
        tokens
    }

    /// The replays at one position.
    fn replays(&self, body: &[Stmt], position: usize) -> TokenStream {
        let mut tokens = TokenStream::new();
        for statement in body {
            let Stmt::Let { var, rhs } = statement else { continue };
            if self.facts.replayed.get(var) != Some(&position) || self.facts.saved.contains(var) {
                continue;
            }
            let ident = &self.var(*var).ident;
            if let Rhs::Call(call) = rhs {
                let (pullback, again) = (&call.pullback, self.again(call));
                tokens.extend(quote!(let (#ident, #pullback) = #again;));
                continue;
            }
            let (annotation, rhs) = (self.annotation(*var), self.rhs(*var, rhs));
            tokens.extend(quote!(let #ident #annotation = #rhs;));
        }
        tokens
    }

    /// What was kept of a call.
    fn again(&self, call: &Call) -> TokenStream {
        let (policy, kept, made) = (self.policy(call), Self::kept_pullback(call), self.call(call));
        quote!(#policy::again(#kept, || #made))
    }

    /// Whether something can arrive at a number.
    fn receives(&self, id: Id) -> bool {
        self.facts.useful[id]
    }

    /// `d` arrives at a number.
    fn add(&self, id: Id, d: &TokenStream) -> TokenStream {
        if self.receives(id) {
            let shadow = &self.var(id).shadow;
            quote!(#shadow.add(#d);)
        } else {
            TokenStream::new()
        }
    }

    fn reverse_statement(&self, statement: &Stmt, site: Site) -> TokenStream {
        match statement {
            Stmt::Let { var, rhs } if self.facts.useful[*var] => self.reverse_let(*var, rhs, site),
            Stmt::Declare { var, init: Some(init) } if self.facts.useful[*var] || self.has_form(*var) => {
                let shadow = &self.var(*var).shadow;
                self.transfer(&quote!(#shadow), init, false)
            }
            Stmt::Write { place, value, old } => self.reverse_write(place, value, *old),
            Stmt::Push { place, value } => {
                let undo = self.facts.unpushed.contains(&(site.block, site.index)).then(|| {
                    let place = self.place(place, false);
                    quote!(#place.pop();)
                });
                if self.program.vars[place.root].ty.is_plain() {
                    return quote!(#undo);
                }
                let shadow = self.place(place, true);
                let pass = self.transfer(&quote!(__last), value, false);
                quote! {
                    #undo
                    if let ::core::option::Option::Some(__last) = #shadow.pop() { #pass }
                }
            }
            Stmt::Branch { scrutinee, arms, is_if } => {
                let bodies: Vec<_> = arms.iter().map(|arm| self.reverse(&arm.body, arm.id)).collect();
                if bodies.iter().all(TokenStream::is_empty) {
                    return TokenStream::new();
                }
                Self::branch(scrutinee, arms, *is_if, &bodies)
            }
            Stmt::Loop(inner) => {
                let private = self.private(Span::mixed_site());
                let restored = self.wholes(inner).map(|(list, copies)| {
                    let list = &self.var(list).ident;
                    quote!(#private::adjoint::restore(&mut #list, &mut #copies);)
                });
                let text = self.reverse_loop(inner);
                quote!(#text #(#restored)*)
            }
            _ => TokenStream::new(),
        }
    }

    fn reverse_write(&self, place: &Place, value: &Source, old: Id) -> TokenStream {
        let whole = self.facts.whole.contains_key(&old);
        let undo = (self.facts.undone.contains(&old) && !whole).then(|| {
            let (place, ident) = (self.place(place, false), &self.var(old).ident);
            match self.program.steps.get(&old) {
                Some(step) => quote!(#place -= #step;),
                None => quote!(#place = #ident;),
            }
        });
        if !self.facts.useful[place.root] || place.ty.is_plain() {
            return quote!(#undo);
        }
        let shadow = self.place(place, true);
        let bare = place.projections.iter().all(|projection| matches!(projection, Projection::Deref));
        let shadow =
            if bare && self.var(place.root).shadow_is_reference() { quote!((*#shadow)) } else { shadow };
        let pass = self.transfer(&shadow, value, true);
        let again = (undo.is_some() && self.facts.replaces(place)).then(|| {
            let (private, primal) = (self.private(Span::mixed_site()), self.place(place, false));
            quote!(#shadow = #private::adjoint::Form::slots(&#private::adjoint::form(&#primal));)
        });
        quote!(#undo #pass #again)
    }

    /// What has arrived at a shadow goes to where the source came from; if it is not `passed` on and the shadow
    /// `lives` on, it is forgotten.
    fn transfer(&self, shadow: &TokenStream, source: &Source, lives: bool) -> TokenStream {
        let private = self.private(Span::mixed_site());
        let clear = |lives: bool| {
            if lives { quote!(#private::adjoint::Cells::clear(&#shadow);) } else { TokenStream::new() }
        };
        match source {
            Source::Value(id) if self.receives(*id) => {
                let target = self.shadow_reference(*id);
                quote!(#private::adjoint::Cells::transfer(&#shadow, #target);)
            }
            Source::Place(place) if !place.ty.is_plain() => {
                let target = self.reference(place, true);
                quote!(#private::adjoint::Cells::transfer(&#shadow, #target);)
            }
            Source::ToVec(place) if !place.ty.is_plain() => {
                let target = self.reference(place, true);
                quote!(#private::adjoint::Cells::transfer(&#shadow[..], &(#target)[..]);)
            }
            Source::Build(Build { kind: BuildKind::There(..), parts }) => {
                let pass: TokenStream =
                    parts.iter().map(|part| self.transfer(&quote!((*__inside)), part, lives)).collect();
                quote!(if let ::core::option::Option::Some(__inside) = #shadow.__there() { #pass })
            }
            Source::Build(Build { kind, parts }) => parts
                .iter()
                .enumerate()
                .map(|(i, part)| {
                    let index = syn::Index::from(i);
                    let part_of = match kind {
                        BuildKind::Array | BuildKind::Vector => quote!(#shadow[#index]),
                        BuildKind::Tuple => quote!(#shadow.#index),
                        BuildKind::Struct(_, members) => {
                            let member = &members[i];
                            quote!(#shadow.#member)
                        }
                        BuildKind::There(..) => return TokenStream::new(),
                    };
                    if matches!(part, Source::Plain(_)) {
                        TokenStream::new()
                    } else {
                        self.transfer(&part_of, part, lives)
                    }
                })
                .collect(),
            Source::Repeat { element, .. } => {
                let pass = self.transfer(&quote!((*__each)), element, lives);
                quote!(for __each in #shadow.iter() { #pass })
            }
            Source::Value(_) | Source::Place(_) | Source::ToVec(_) | Source::Plain(_) | Source::Empty(_) => {
                clear(lives)
            }
        }
    }

    fn shadow_reference(&self, id: Id) -> TokenStream {
        let var = self.var(id);
        let shadow = &var.shadow;
        if var.shadow_is_reference() { quote!(#shadow) } else { quote!(&#shadow) }
    }

    fn reverse_let(&self, var: Id, rhs: &Rhs, site: Site) -> TokenStream {
        let span = self.var(var).span;
        let private = self.private(span);
        let shadow = &self.var(var).shadow;
        let ident = |id: Id| &self.var(id).ident;
        let y = ident(var);
        let d = quote!(__d);
        let pass = match rhs {
            Rhs::Binary(Operator::Add, a, b) => {
                let (a, b) = (self.add(*a, &d), self.add(*b, &d));
                quote!(#a #b)
            }
            Rhs::Binary(Operator::Sub, a, b) => {
                let (a, b) = (self.add(*a, &d), self.add(*b, &quote!(-__d)));
                quote!(#a #b)
            }
            Rhs::Binary(Operator::Mul, a, b) => {
                let (x, z) = (ident(*a), ident(*b));
                let (a, b) = (self.add(*a, &quote!(__d * #z)), self.add(*b, &quote!(__d * #x)));
                quote!(#a #b)
            }
            Rhs::Binary(Operator::Div, a, b) => {
                let divisor = ident(*b);
                let to_b = self.add(*b, &quote!(-(__q * #y)));
                let to_a = self.add(*a, &quote!(__q));
                quote!(let __q = __d / #divisor; #to_a #to_b)
            }
            Rhs::Negate(a) => self.add(*a, &quote!(-__d)),
            Rhs::Version(memory) => self.add(*memory, &d),
            Rhs::Read(place) => {
                let target = self.place(place, true);
                quote!(#target.add(__d);)
            }
            Rhs::Function { name, operands, parameter } => {
                let Some(row) = functions::row(name) else { return TokenStream::new() };
                let unused = quote!(#private::adjoint::unused());
                let function =
                    functions::value(name, parameter.as_ref().map(|plain| &plain.tokens), &private, span);
                let x = operands.iter().map(|id| {
                    if row.operands {
                        let id = ident(*id);
                        quote!(#id)
                    } else {
                        unused.clone()
                    }
                });
                let x = quote!([#(#x),*]);
                let y = if row.value { quote!(#y) } else { unused.clone() };
                operands
                    .iter()
                    .enumerate()
                    .filter(|(_, id)| self.receives(**id))
                    .map(|(i, id)| {
                        let target = self.shadow_reference(*id);
                        quote!(#private::adjoint::chain(#function, #i, #x, #y, __d, #target);)
                    })
                    .collect()
            }
            Rhs::Source(source) => return self.transfer(&quote!(#shadow), source, false),
            Rhs::Call(call) => return self.reverse_call(var, call, site),
            Rhs::Constant(_) | Rhs::Plain(_) => return TokenStream::new(),
        };
        quote!(if let ::core::option::Option::Some(__d) = #shadow.take() { #pass })
    }

    fn reverse_call(&self, var: Id, call: &Call, site: Site) -> TokenStream {
        let private = self.private(Span::mixed_site());
        let (pullback, shadow) = (&call.pullback, &self.var(var).shadow);
        let made = if call.recursive {
            let made = self.call(call);
            Some(quote!(let (_, #pullback) = #made;))
        } else if self.facts.again(call, site.block) && !self.facts.replayed.contains_key(&var) {
            let (policy, kept, made) = (self.policy(call), Self::kept_pullback(call), self.call(call));
            Some(quote!(let #pullback = #policy::again(#kept, || #made.1);))
        } else {
            None
        };
        let again = call.arguments.iter().map(|argument| match argument {
            Argument::Value(_) => quote!(()),
            Argument::Borrow { place } => self.reference(place, false),
            Argument::Exclusive { place, .. } => self.exclusive(place),
            Argument::PlainBorrow(plain) => plain.tokens.clone(),
        });
        let shadows = call.arguments.iter().map(|argument| match argument {
            Argument::PlainBorrow(_) | Argument::Value(Source::Plain(_)) => quote!(&()),
            Argument::Value(Source::Value(id)) if self.receives(*id) => self.shadow_reference(*id),
            Argument::Exclusive { place, .. } if place.ty.is_plain() => quote!(&()),
            Argument::Value(Source::Place(place))
            | Argument::Borrow { place }
            | Argument::Exclusive { place, .. }
                if self.receives(place.root) =>
            {
                self.reference(place, true)
            }
            _ => quote!(&#private::adjoint::Slot::new()),
        });
        let undo = call.changed().filter(|(_, old)| self.facts.undone.contains(old)).map(|(place, old)| {
            let (place, old) = (self.place(place, false), &self.var(old).ident);
            quote!(#private::adjoint::Restore::restore(&mut #place, #old);)
        });
        quote!(#made #pullback(&#shadow, #(#again,)* #(#shadows),*); #(#undo)*)
    }

    fn reverse_loop(&self, inner: &Loop) -> TokenStream {
        if !self.facts.matters(&inner.body) {
            return TokenStream::new();
        }
        let private = self.private(Span::mixed_site());
        let kept = self.kept(inner.id);
        let names = kept.iter().map(|kept| {
            let name = kept.outside.as_ref().unwrap_or(&kept.ident);
            let mutable = (kept.mutable && kept.outside.is_none()).then(|| quote!(mut));
            quote!(#mutable #name,)
        });
        let way = (self.facts.exits[inner.id] > 0).then(|| Self::way(inner.id));
        let stack = &inner.stack;
        let pop =
            self.pushes(inner).then(|| quote!(let (#(#names)* #way) = #private::adjoint::pop(&mut #stack);));
        let buffers = self.buffers(inner.id).map(|id| {
            let (buffer, flat) = (&self.var(id).ident, Self::flat(id));
            quote!(#private::adjoint::restore(&mut #buffer, &mut #flat);)
        });
        let pop = quote!(#pop #(#buffers)*);
        let body = self.reverse(&inner.body, inner.id);
        if let (Some(onward), Head::For { pattern, shadow_pattern, iterator }) =
            (self.facts.onward.get(&inner.id), &inner.head)
        {
            let carried = onward.carried.iter().map(|(memory, beginning)| {
                let (memory, number) = (&self.var(*memory).ident, self.number(Span::mixed_site()));
                let beginning = &self.var(*beginning).ident;
                quote!(let mut #memory: #number = #beginning;)
            });
            let again = inner.body.iter().enumerate().filter(|(index, _)| onward.again.contains(index));
            let again = again
                .map(|(index, statement)| self.forward_statement(statement, Site { block: inner.id, index }));
            let header = if has_view(iterator) {
                let (primal, shadow) =
                    (self.iterator(iterator, false, false), self.iterator(iterator, true, false));
                quote!((#pattern, #shadow_pattern) in #primal.zip(#shadow))
            } else {
                let iterator = self.iterator(iterator, false, true);
                quote!(#pattern in #iterator)
            };
            return quote!({ #(#carried)* for #header { #(#again)* #body } });
        }
        let trips = &self.var(inner.trips).ident;
        let take = inner.left.then(|| quote!(.take(#trips)));
        match &inner.head {
            Head::For { pattern, shadow_pattern, iterator } => {
                if has_view(iterator) {
                    let (primal, shadow) =
                        (self.iterator(iterator, false, false), self.iterator(iterator, true, false));
                    quote!(for (#pattern, #shadow_pattern) in #primal.zip(#shadow) #take.rev() { #pop #body })
                } else {
                    let iterator = self.iterator(iterator, false, !inner.left);
                    quote!(for #pattern in #iterator #take.rev() { #pop #body })
                }
            }
            Head::While => quote!(for _ in 0..#trips { #pop #body }),
        }
    }
}

/// The variable of a statement, and what it is given.
pub(super) fn defined(statement: &Stmt) -> Option<(Id, &Source)> {
    match statement {
        Stmt::Let { var, rhs: Rhs::Source(source) } | Stmt::Declare { var, init: Some(source) } => {
            Some((*var, source))
        }
        _ => None,
    }
}

/// Whether it is a vector.
fn is_list(source: &Source) -> bool {
    match source {
        Source::ToVec(_) | Source::Empty(_) => true,
        Source::Build(build) => matches!(build.kind, BuildKind::Vector),
        source => is_repeated(source),
    }
}

/// `vec![e; n]`: a vector whose memory is that of the thread.
pub(super) fn is_repeated(source: &Source) -> bool {
    matches!(source, Source::Repeat { vector: true, .. })
}

/// Whether an iterator goes over numbers.
fn has_view(iterator: &Iteration) -> bool {
    match iterator {
        Iteration::Plain(_) | Iteration::Range { .. } => false,
        Iteration::View { place, .. } => !place.ty.is_plain(),
        Iteration::Zip(a, b) => has_view(a) || has_view(b),
        Iteration::Adapt { inner, .. } | Iteration::Copied(inner) => has_view(inner),
    }
}
