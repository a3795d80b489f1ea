//! The forward sweep: the original function, one operation a statement, which also saves values.

use super::analyse::{Restoration, Site, Uses, each, source_uses};
use super::ir::*;
use super::reverse::{defined, is_repeated};
use super::signature::result;
use super::text::{Saved, Stack, Text};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

impl Text<'_> {
    /// The statements of a block, and the code at its end.
    pub(super) fn forward(&self, body: &[Stmt], block: usize) -> TokenStream {
        let mut tokens = TokenStream::new();
        let late = &self.facts.late;
        for (index, statement) in body.iter().enumerate() {
            if block == 0 {
                tokens.extend(self.beginnings(statement, index));
                if late.statements.contains(&index) {
                    continue;
                }
            }
            tokens.extend(self.forward_statement(statement, Site { block, index }));
        }
        tokens.extend(self.ending(block));
        tokens.extend(self.unkept(body));
        tokens
    }

    /// The initial values of scalars for the reverse sweep at this statement of the function's body.
    fn beginnings(&self, statement: &Stmt, index: usize) -> TokenStream {
        let late = &self.facts.late;
        let mut memories: Vec<Id> =
            late.begun.iter().filter(|(_, at)| **at == index).map(|(memory, _)| *memory).collect();
        if let Stmt::Loop(inner) = statement
            && let Some(independent) = late.loops.get(&inner.id)
        {
            memories.extend(&independent.read);
        }
        memories
            .into_iter()
            .map(|memory| {
                let (begun, ident) = (Self::begun(memory, index), &self.var(memory).ident);
                quote!(let #begun = #ident;)
            })
            .collect()
    }

    /// The statements whose value is late, and the result.
    pub(super) fn late(&self) -> TokenStream {
        let text = self.value_only();
        let statements = self.facts.late.statements.iter();
        let statements = statements.map(|index| {
            text.forward_statement(&self.program.body[*index], Site { block: 0, index: *index })
        });
        let result = result(self);
        quote!(#(#statements)* #result)
    }

    /// Lists of a block that the reverse sweep does not read return their memory to the thread.
    fn unkept(&self, body: &[Stmt]) -> TokenStream {
        let private = Self::private(Span::mixed_site());
        let mut uses = Uses::default();
        source_uses(self.program, &self.program.result, &mut uses);
        let lists = body.iter().rev().filter_map(defined).filter(|(id, source)| {
            let given = uses.values.contains(id) || uses.containers.contains(id);
            let container = self.var(*id).role == Role::Container;
            let kept = !self.value_only && self.facts.containers.contains(id);
            is_repeated(source) && container && !given && !kept
        });
        lists
            .map(|(id, _)| {
                let ident = &self.var(id).ident;
                quote!(#private::adjoint::keep(#ident);)
            })
            .collect()
    }

    /// Variables for values saved in branches.
    pub(super) fn outside(&self, frame: usize) -> TokenStream {
        if self.value_only {
            return TokenStream::new();
        }
        let private = Self::private(Span::mixed_site());
        let number = self.number(Span::mixed_site());
        self.saved(frame)
            .into_iter()
            .filter_map(|kept| {
                let outside = kept.outside?;
                Some(if kept.number {
                    quote!(let mut #outside: #number = #private::adjoint::filler();)
                } else {
                    quote!(let mut #outside = __ad::None;)
                })
            })
            .collect()
    }

    /// At the end of a block: the structures of its containers, and the values that leave a branch.
    fn ending(&self, block: usize) -> TokenStream {
        self.ending_before(block, usize::MAX)
    }

    /// The same for an exit before a statement.
    fn ending_before(&self, block: usize, index: usize) -> TokenStream {
        if self.value_only {
            return TokenStream::new();
        }
        let private = Self::private(Span::mixed_site());
        let mut tokens = TokenStream::new();
        for id in 0..self.program.vars.len() {
            if self.has_own_shadow(id)
                && self
                    .facts
                    .index
                    .sites
                    .get(&id)
                    .is_some_and(|site| site.block == block && site.index < index)
            {
                let (structure, ident) = (Self::structure(id), &self.var(id).ident);
                tokens.extend(quote!(let #structure = #private::adjoint::structure(&#ident);));
            }
        }
        // A later value may borrow an earlier one.
        for kept in self.saved(self.facts.index.frame(block)).into_iter().rev() {
            let before = kept.site.index < index || kept.trips && kept.site.index == index;
            if let Some(outside) = &kept.outside
                && kept.site.block == block
                && before
            {
                let value = kept.retained();
                tokens.extend(if kept.number {
                    quote!(#outside = #value;)
                } else {
                    quote!(#outside = __ad::Some(#value);)
                });
            }
        }
        tokens
    }

    /// Saves the values of each loop body that an exit leaves, and leaves them.
    fn exit(&self, exit: &Exit, site: Site) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut site = site;
        for (i, (frame, number)) in exit.ways.iter().enumerate() {
            loop {
                tokens.extend(self.ending_before(site.block, site.index));
                if site.block == *frame {
                    break;
                }
                let Some(parent) = self.facts.index.blocks[site.block].parent else { break };
                site = parent;
            }
            let number = Literal::usize_unsuffixed(*number);
            if *frame == 0 {
                let (result, way) = (result(self), Self::way(0));
                tokens.extend(quote! {
                    #way = #number;
                    break '__function #result;
                });
                return tokens;
            }
            let mut inner = None;
            super::loops(&self.program.body, &mut |each| {
                if each.id == *frame {
                    inner = Some(each);
                }
            });
            if let Some(inner) = inner {
                tokens.extend(self.keep(inner, &quote!(#number)));
            }
            if i + 1 == exit.ways.len() {
                let label = Self::label(*frame);
                tokens.extend(match exit.target {
                    Target::Continue(_) => quote!(continue #label;),
                    _ => quote!(break #label;),
                });
            }
            if let Some(parent) = self.facts.index.blocks[*frame].parent {
                site = parent;
            }
        }
        tokens
    }

    pub(super) fn label(frame: usize) -> syn::Lifetime {
        syn::Lifetime::new(&format!("'__loop_{frame}"), Span::mixed_site())
    }

    /// Pushes the saved values of an iteration.
    fn keep(&self, inner: &Loop, way: &TokenStream) -> TokenStream {
        if !self.keeps(inner) {
            return TokenStream::new();
        }
        let saved = self.saved(inner.id);
        // A later value may borrow an earlier one.
        let retained = saved.iter().rev().filter(|kept| kept.borrows && kept.outside.is_none()).map(|kept| {
            let (ident, value) = (&kept.ident, kept.retained());
            quote!(let #ident = #value;)
        });
        let kept = saved.iter().map(|kept| kept.outside.as_ref().unwrap_or(&kept.ident));
        let (stack, exits) = (self.stack(inner, &saved), self.facts.index.exits[inner.id] > 0);
        let buffers = self.buffers(inner.id).filter(|id| !self.in_place(inner, *id)).map(|id| {
            let (buffer, flat, private) =
                (&self.var(id).ident, Self::flat(id), Self::private(Span::mixed_site()));
            quote!(#private::adjoint::Blocks::save(&mut #flat, &#buffer);)
        });
        let way = exits.then(|| quote!(#way as u16));
        let push = self.pushes(inner).then(|| {
            let push = if self.reserves(inner) { quote!(push_reserved) } else { quote!(push) };
            quote!(#(#retained)* #stack.#push((#(#kept,)* #way));)
        });
        quote!(#(#buffers)* #push)
    }

    /// Whether the iterations of a loop save values.
    pub(super) fn keeps(&self, inner: &Loop) -> bool {
        self.pushes(inner)
            || !self.value_only
                && !self.facts.is_independent(inner.id)
                && self.facts.matters(&inner.body)
                && self.buffers(inner.id).next().is_some()
    }

    /// Whether they push a tuple.
    pub(super) fn pushes(&self, inner: &Loop) -> bool {
        !self.value_only
            && !self.facts.is_independent(inner.id)
            && self.facts.matters(&inner.body)
            && (!self.saved(inner.id).is_empty() || self.facts.index.exits[inner.id] > 0)
    }

    /// Whether a loop knows how many tuples it will push on a stack of its own.
    fn reserves(&self, inner: &Loop) -> bool {
        let Head::For { iterator, .. } = &inner.head else { return false };
        matches!(**iterator, Iteration::Range { .. })
            && !inner.left
            && self.facts.index.exits[inner.id] == 0
            && self.pushes(inner)
            && self.stack(inner, &self.saved(inner.id)) == inner.stack
    }

    /// The lists that a loop overwrites completely, to be restored, with the names of their copies.
    pub(super) fn wholes<'a>(
        &'a self,
        inner: &'a Loop,
    ) -> impl std::iter::Iterator<Item = (Id, proc_macro2::Ident)> + use<'a> {
        inner.body.iter().filter_map(|statement| match statement {
            Stmt::Write { place, old, .. } if self.facts.restoration(*old) == Some(Restoration::Copied) => {
                Some((place.root, quote::format_ident!("__whole_{old}", span = Span::mixed_site())))
            }
            _ => None,
        })
    }

    pub(super) fn forward_statement(&self, statement: &Stmt, site: Site) -> TokenStream {
        match statement {
            Stmt::Let { var, rhs: Rhs::Call(call) } => self.forward_call(*var, call, site),
            Stmt::Let { var, rhs } => {
                let (ident, annotation, rhs) =
                    (&self.var(*var).ident, self.annotation_of(*var, rhs), self.rhs(*var, rhs));
                let copy = self.is_copied_early(*var, site.block).then(|| {
                    let (copy, private) = (Saved::copy(ident), Self::private(Span::mixed_site()));
                    quote!(let #copy = #private::adjoint::retain(#ident).retained();)
                });
                quote!(let #ident #annotation = #rhs; #copy)
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
            Stmt::Write { place, value: Source::Without(at), old } => {
                let (place, at) = (self.changed_place(place, false), &at.tokens);
                let element = quote!(#place.__take(#at));
                let saved = self.facts.is_saved(*old);
                if saved && !self.value_only {
                    let old = &self.var(*old).ident;
                    quote!(let #old = #element;)
                } else {
                    quote!(_ = #element;)
                }
            }
            Stmt::Write { place, value: Source::Changed, old } => {
                let saved = self.facts.is_saved(*old) && !self.value_only;
                let copy = saved.then(|| {
                    let (private, old) = (Self::private(Span::mixed_site()), &self.var(*old).ident);
                    let place = self.changed_place(place, false);
                    quote!(let #old = #private::ToOwned::to_owned(&#place);)
                });
                quote!(#copy)
            }
            Stmt::Write { place, value, old } => {
                let (target, place) = (place, self.changed_place(place, false));
                let value = match value {
                    Source::Place(of) if self.program.replaced.contains(&target.root) => {
                        let (private, of) =
                            (Self::private(self.var(target.root).span), self.reference(of, false));
                        quote!(#private::adjoint::like(&#place, #of))
                    }
                    value => self.source(value),
                };
                let saved = self.facts.is_saved(*old);
                if saved && !self.value_only {
                    let old = &self.var(*old).ident;
                    quote! {
                        let __new = #value;
                        let #old = ::core::mem::replace(&mut #place, __new);
                    }
                } else {
                    quote!(#place = #value;)
                }
            }
            Stmt::Push { place, at, value, .. } => {
                let (place, value) = (self.changed_place(place, false), self.source(value));
                match at {
                    None => quote!(#place.push(#value);),
                    Some(Plain { tokens: at, .. }) => {
                        quote!(let __part = #value; #place.__put(#at, __part);)
                    }
                }
            }
            Stmt::Branch { scrutinee, arms, is_if } => {
                let bodies: Vec<_> = arms.iter().map(|arm| self.forward(&arm.body, arm.id)).collect();
                Self::branch(scrutinee, arms, *is_if, &bodies)
            }
            Stmt::Loop(inner) if self.value_only => self.forward_loop(inner),
            Stmt::Loop(inner) if self.facts.is_independent(inner.id) => {
                let text = self.value_only().forward_loop(inner);
                let (mut queues, mut varies) = (TokenStream::new(), TokenStream::new());
                Self::repeated_calls(inner, &mut |var, call| {
                    let (queue, same, path) = (Self::queue(var), Self::same(call), &call.path);
                    queues.extend(quote!(let mut #queue = #same::queue();));
                    varies.extend(quote!(|| !#path::__SAME));
                });
                quote!(#queues if !__late #varies { #text })
            }
            Stmt::Loop(inner) => {
                let copies = self.wholes(inner).map(|(list, copies)| {
                    let list = &self.var(list).ident;
                    let private = Self::private(Span::mixed_site());
                    quote!(#private::adjoint::Blocks::save(&mut #copies, &#list);)
                });
                let text = self.forward_loop(inner);
                quote!(#(#copies)* #text)
            }
            Stmt::Forward(plain) => {
                let tokens = &plain.tokens;
                quote!(#tokens;)
            }
            Stmt::Unless(condition) => {
                let condition = &condition.tokens;
                let trips = self.trips_of(site.block);
                quote! {
                    if !(#condition) { break; }
                    #trips += 1;
                }
            }
            Stmt::Exit(exit) => self.exit(exit, site),
        }
    }

    /// Whether a copy of the referent of this variable is saved.
    fn is_copied_early(&self, id: Id, block: usize) -> bool {
        let reference = matches!(self.var(id).ty, Ty::Reference(_)) && self.facts.is_saved(id);
        let saved = || self.saved(self.facts.index.frame(block)).into_iter();
        !self.value_only && reference && saved().any(|kept| kept.early && kept.ident == self.var(id).ident)
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

    pub(super) fn forward_loop(&self, inner: &Loop) -> TokenStream {
        let (outside, body) = (self.outside(inner.id), self.forward(&inner.body, inner.id));
        let blocks = self.blocks(inner);
        let last = Literal::usize_unsuffixed(self.facts.index.exits[inner.id] + 1);
        let push = self.keep(inner, &quote!(#last));
        let trips = &self.var(inner.trips).ident;
        let label = (self.facts.index.exits[inner.id] > 0)
            .then(|| Self::label(inner.id))
            .map(|label| quote!(#label:));
        match &inner.head {
            Head::For { item, iterator } => {
                let pattern = self.header(item, false);
                let iterator = self.iterator(iterator, false, true);
                let (count, one) = if inner.left {
                    (quote!(let mut #trips = 0_usize;), quote!(#trips += 1;))
                } else {
                    (TokenStream::new(), TokenStream::new())
                };
                let once = self.facts.index.blocks[inner.id]
                    .parent
                    .is_some_and(|parent| self.facts.index.frame(parent.block) == 0);
                // The required memory is allocated at once, unless an exit may leave most iterations out.
                if once && !inner.left && self.pushes(inner) || self.reserves(inner) {
                    let stack = self.stack(inner, &self.saved(inner.id));
                    return quote! {
                        #count
                        let __iterator = #iterator;
                        #stack.reserve(::core::iter::Iterator::size_hint(&__iterator).0);
                        #label for #pattern in __iterator { #one #outside #blocks #body #push }
                    };
                }
                quote!(#count #label for #pattern in #iterator { #one #outside #blocks #body #push })
            }
            Head::While => {
                // A `while` counts an iteration once its condition holds.
                let conditional = inner.body.iter().any(|statement| matches!(statement, Stmt::Unless(_)));
                let one = (!conditional).then(|| quote!(#trips += 1;));
                quote! {
                    let mut #trips = 0_usize;
                    #label loop { #one #outside #body #push }
                }
            }
        }
    }

    fn forward_call(&self, var: Id, call: &Call, site: Site) -> TokenStream {
        let comparison = self.comparison(call).filter(|_| !self.value_only);
        let made = self.made_call(var, call, site);
        quote!(#comparison #made)
    }

    fn made_call(&self, var: Id, call: &Call, site: Site) -> TokenStream {
        let private = Self::private(Span::mixed_site());
        let late = if self.facts.late.calls.contains(&var) { quote!(__late) } else { quote!(false) };
        let (ident, pullback, mut made) = (&self.var(var).ident, &call.pullback, self.call(call, &late));
        if self.facts.in_independent(site.block) {
            let (queue, same) = (Self::queue(var), Self::same(call));
            if self.value_only {
                return quote!(let #ident = #same::give(&mut #queue, #made););
            }
            made = quote!(#same::take(&mut #queue, || #made));
        }
        if self.value_only || !self.facts.index.useful[var] && !call.changes() {
            return quote!(let (#ident, _) = #made;);
        }
        let olds =
            call.changed().filter(|(_, old)| self.facts.restoration(*old).is_some()).map(|(place, old)| {
                let (old, tokens) = (&self.var(old).ident, self.place(place, false));
                quote!(let #old = #private::ToOwned::to_owned(&#tokens);)
            });
        if call.recursion == Recursion::Itself {
            let arguments = self.call_arguments(call);
            return quote!(#(#olds)* let #ident = __forward(#(#arguments),*););
        }
        if call.changes() {
            return quote!(#(#olds)* let (#ident, #pullback) = #made;);
        }
        if call.recursion == Recursion::Perhaps {
            return quote!(let (#ident, _) = #made;);
        }
        if !self.facts.again(call, site.block) {
            return quote!(let (#ident, #pullback) = #made;);
        }
        let (kept, policy) = (Self::kept_pullback(call), Self::policy(call));
        if self.facts.recomputed_at(var).is_some() {
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

    /// Visits the calls in a loop with independent iterations, which the reverse sweep repeats.
    pub(super) fn repeated_calls(inner: &Loop, visit: &mut dyn FnMut(Id, &Call)) {
        each(&inner.body, inner.id, &mut |_, statement| {
            if let Stmt::Let { var, rhs: Rhs::Call(call) } = statement {
                visit(*var, call);
            }
        });
    }

    /// The stack of the saved values of a loop. Loops that save equally many numbers share one, since they are reversed in opposite
    /// order.
    pub(super) fn stack(&self, inner: &Loop, kept: &[Saved]) -> proc_macro2::Ident {
        let numbers = kept.iter().all(|kept| kept.number && kept.outside.is_none());
        if !numbers || self.facts.index.exits[inner.id] > 0 {
            return inner.stack.clone();
        }
        let frame = if self.facts.in_independent(inner.id) { "independent" } else { "all" };
        quote::format_ident!("__numbers_{frame}_{}", kept.len(), span = Span::mixed_site())
    }

    /// The counter of the loop with this body.
    fn trips_of(&self, frame: usize) -> TokenStream {
        let mut trips = TokenStream::new();
        super::loops(&self.program.body, &mut |inner| {
            if inner.id == frame {
                let ident = &self.var(inner.trips).ident;
                trips = quote!(#ident);
            }
        });
        trips
    }

    /// The stacks of all loops, or of those in loops with independent iterations, which only the reverse sweep has.
    pub(super) fn stacks(&self, body: &[Stmt], independent: bool) -> Vec<Stack> {
        let mut stacks = Vec::new();
        super::loops(body, &mut |inner| {
            if self.facts.in_independent(inner.id) != independent {
                return;
            }
            let copies = |name| Stack { name, iterations: false };
            if self.pushes(inner) {
                let name = self.stack(inner, &self.saved(inner.id));
                if stacks.iter().all(|stack: &Stack| stack.name != name) {
                    stacks.push(Stack { name, iterations: true });
                }
            }
            stacks.extend(self.wholes(inner).map(|(_, name)| copies(name)));
            if self.keeps(inner) {
                let (blocks, flats): (Vec<Id>, Vec<Id>) =
                    self.buffers(inner.id).partition(|id| self.in_place(inner, *id));
                stacks.extend(blocks.first().map(|_| copies(Self::blocks_of(inner))));
                stacks.extend(flats.into_iter().map(|id| copies(Self::flat(id))));
            }
        });
        stacks
    }
}
