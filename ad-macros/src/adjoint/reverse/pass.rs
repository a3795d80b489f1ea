//! Rules that pass the adjoint of a value, a write or a container on to its origin.

use super::super::analyse::Site;
use super::super::functions;
use super::super::ir::*;
use super::super::text::Text;
use crate::library::numbers::POWER;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Member;

impl Text<'_> {
    /// The reverse code of a value with a slot.
    pub(super) fn reverse_let(&self, var: Id, rhs: &Rhs, site: Site) -> TokenStream {
        let shadow = &self.var(var).shadow;
        match rhs {
            Rhs::Source(source) => self.transfer(&quote!(#shadow), source, false),
            Rhs::Call(call) => self.reverse_call(var, call, site),
            Rhs::Constant(_) | Rhs::Plain(_) => TokenStream::new(),
            rhs => {
                if let Some(slot) = self.slot_of(rhs) {
                    return quote!(#slot.receive(&#shadow););
                }
                let pass = self.pass(var, rhs, false);
                quote!(if let __ad::Some(__d) = #shadow.take() { #pass })
            }
        }
    }

    /// Passes the adjoint `__d` of a value without a slot on. For `seeded`, see [`Text::scaled`].
    fn pass_inlined(&self, id: Id, seeded: bool) -> TokenStream {
        match self.facts.inlined(id).map(|inlined| &inlined.rhs) {
            Some(Rhs::Source(Source::Value(from))) => self.propagate(*from, None, seeded),
            Some(rhs) => self.pass(id, rhs, seeded),
            None => TokenStream::new(),
        }
    }

    /// Adds `d`, or `__d`, to the adjoint of a number: in its slot, or by its reverse code. For `seeded`, see [`Text::scaled`].
    pub(super) fn propagate(&self, id: Id, d: Option<TokenStream>, seeded: bool) -> TokenStream {
        if self.facts.stays(id) {
            return TokenStream::new();
        }
        if let Some(slot) = self.slot(id) {
            let d = d.unwrap_or(quote!(__d));
            return quote!(#slot.add(#d););
        }
        if let Some(inlined) = self.facts.inlined(id) {
            let pass = self.pass_inlined(id, seeded);
            let quotient = matches!(inlined.rhs, Rhs::Binary(Operator::Div, ..));
            return match (d, quotient) {
                (None, false) => pass,
                (None, true) => quote!({ #pass }),
                (Some(d), _) => quote!({ let __d = #d; #pass }),
            };
        }
        TokenStream::new()
    }

    /// The slot to which the adjoint of a number is added unchanged, if there is one.
    fn slot(&self, id: Id) -> Option<TokenStream> {
        if self.facts.stays(id) {
            return None;
        }
        match self.facts.inlined(id) {
            Some(inlined) => self.slot_of(&inlined.rhs),
            None => self.receives(id).then(|| self.var(id).shadow.to_token_stream()),
        }
    }

    fn slot_of(&self, rhs: &Rhs) -> Option<TokenStream> {
        let inactive = |id: Id| self.facts.stays(id) || !self.receives(id);
        match rhs {
            Rhs::Binary(Operator::Add | Operator::Sub, a, b) if inactive(*b) => self.slot(*a),
            Rhs::Binary(Operator::Add, a, b) if inactive(*a) => self.slot(*b),
            Rhs::Source(Source::Value(id)) | Rhs::Version(id) => self.slot(*id),
            Rhs::Read(place) => Some(self.place(place, true)),
            _ => None,
        }
    }

    /// Adds `d`, an optional adjoint, in the same way.
    fn propagate_some(&self, id: Id, d: &TokenStream) -> TokenStream {
        if let Some(slot) = self.slot(id) {
            return quote!(#slot.add_some(#d););
        }
        let pass = self.propagate(id, None, false);
        if pass.is_empty() { pass } else { quote!(if let __ad::Some(__d) = #d { #pass }) }
    }

    /// Passes the adjoint `__d` of an operation's result to its operands, the last one first. For `seeded`, see [`Text::scaled`].
    fn pass(&self, var: Id, rhs: &Rhs, seeded: bool) -> TokenStream {
        let span = self.var(var).span;
        let private = Self::private(span);
        let ident = |id: Id| &self.var(id).ident;
        let y = ident(var);
        match rhs {
            Rhs::Binary(Operator::Add, a, b) => {
                let (a, b) = (self.propagate(*a, None, seeded), self.propagate(*b, None, seeded));
                quote!(#b #a)
            }
            Rhs::Binary(Operator::Sub, a, b) => {
                let (a, b) =
                    (self.propagate(*a, None, seeded), self.propagate(*b, Some(quote!(-__d)), seeded));
                quote!(#b #a)
            }
            Rhs::Binary(Operator::Mul, a, b) => {
                let to = |id: Id, factor: Id| {
                    let d = self.scaled(factor, seeded, span);
                    self.propagate(id, Some(d), seeded && self.facts.index.constants.contains(&factor))
                };
                let (a, b) = (to(*a, *b), to(*b, *a));
                quote!(#b #a)
            }
            Rhs::Binary(Operator::Div, a, b) => {
                let (divisor, one) = (ident(*b), self.facts.index.is_one(*a));
                let to_b = self.propagate(*b, Some(quote!(-(__q * #y))), false);
                let to_a = self.propagate(*a, Some(quote!(__q)), false);
                // 1 / b is there already.
                let q = if one { quote!(__d * #y) } else { quote!(__d / #divisor) };
                quote!(let __q = #q; #to_b #to_a)
            }
            Rhs::Negate(a) => self.propagate(*a, Some(quote!(-__d)), seeded),
            Rhs::Function { name, operands, parameter: Some(n) } if name == POWER => {
                if !self.receives(operands[0]) {
                    return TokenStream::new();
                }
                let (x, n) = (ident(operands[0]), &n.tokens);
                self.propagate_some(operands[0], &quote!(#private::adjoint::through_power(#n, #x, __d)))
            }
            Rhs::Function { name, operands, parameter } => {
                let Some(row) = functions::row(name) else { return TokenStream::new() };
                let function =
                    functions::value(name, parameter.as_ref().map(|plain| &plain.tokens), &private, span);
                let x = operands.iter().map(|id| ident(*id));
                let (through, used) = match (row.operands, row.value) {
                    (true, true) => ("through", quote!([#(#x),*], #y)),
                    (true, false) => ("through_operands", quote!([#(#x),*])),
                    (false, true) => ("through_value", quote!(#y)),
                    (false, false) => ("through_value", quote!(#private::adjoint::unused())),
                };
                let through = Ident::new(through, span);
                operands
                    .iter()
                    .enumerate()
                    .filter(|(_, id)| self.receives(**id))
                    .map(|(i, id)| {
                        let i = Literal::usize_unsuffixed(i);
                        let through = quote!(#private::adjoint::#through(#function, #i, #used, __d));
                        self.propagate_some(*id, &through)
                    })
                    .collect()
            }
            Rhs::Version(_)
            | Rhs::Read(_)
            | Rhs::Source(_)
            | Rhs::Call(_)
            | Rhs::Constant(_)
            | Rhs::Plain(_) => TokenStream::new(),
        }
    }

    /// Whether a number has an adjoint.
    pub(super) fn receives(&self, id: Id) -> bool {
        self.facts.index.useful[id]
    }

    /// Moves the adjoint of a shadow to the origin of the source. If it is not `passed` on and the shadow `lives` on, the shadow
    /// is emptied.
    pub(super) fn transfer(&self, shadow: &TokenStream, source: &Source, lives: bool) -> TokenStream {
        let private = Self::private(Span::mixed_site());
        let clear = |lives: bool| {
            if lives { quote!(#private::adjoint::Shadow::clear(&#shadow);) } else { TokenStream::new() }
        };
        match source {
            Source::Value(id) => match (self.slot(*id), self.facts.inlined(*id)) {
                (Some(slot), _) => quote!(#slot.receive(&#shadow);),
                (None, Some(_)) => {
                    let pass = self.pass_inlined(*id, false);
                    quote!(if let __ad::Some(__d) = #shadow.take() { #pass })
                }
                (None, None) => clear(lives),
            },
            // The field of a struct elsewhere may contain no numbers.
            Source::Place(place) if is_field(place) && *place.ty.owned() == Ty::Unknown => {
                let target = self.reference(place, true);
                quote!({
                    #[allow(unused_imports)]
                    use #private::adjoint::NoShadow as _;
                    #private::adjoint::Shadows(&#shadow, #target).transfer();
                })
            }
            Source::Place(place) if place.ty == Ty::Number => {
                let target = self.place(place, true);
                quote!(#target.receive(&#shadow);)
            }
            Source::Place(place) if !place.ty.is_plain() => {
                let target = self.reference(place, true);
                quote!(#private::adjoint::Shadow::transfer(&#shadow, #target);)
            }
            Source::ToVec(place) if !place.ty.is_plain() => {
                let target = self.reference(place, true);
                quote!(#private::adjoint::Shadow::transfer(&#shadow[..], &(#target)[..]);)
            }
            Source::Build(Build { kind: BuildKind::There(..), parts }) => {
                let pass: TokenStream =
                    parts.iter().map(|part| self.transfer(&quote!((*__inside)), part, lives)).collect();
                quote!(if let __ad::Some(__inside) = #shadow.__there() { #pass })
            }
            Source::Build(Build { kind: BuildKind::Variant(path, members), parts }) => {
                let fields: Vec<_> = (0..parts.len())
                    .map(|i| format_ident!("__field_{i}", span = Span::mixed_site()))
                    .collect();
                let pass: TokenStream = fields
                    .iter()
                    .zip(parts)
                    .filter(|(_, part)| !matches!(part, Source::Plain(_)))
                    .map(|(field, part)| self.transfer(&quote!((*#field)), part, lives))
                    .collect();
                quote!(if let #path { #(#members: #fields,)* .. } = &#shadow { #pass })
            }
            Source::Build(Build { kind, parts }) => parts
                .iter()
                .enumerate()
                .map(|(i, part)| {
                    let index = syn::Index::from(i);
                    let part_of = match kind {
                        BuildKind::Array | BuildKind::Vector => quote!(#shadow[#index]),
                        BuildKind::Boxed => quote!((*#shadow)),
                        BuildKind::Tuple => quote!(#shadow.#index),
                        BuildKind::Struct(_, members) => {
                            let member = &members[i];
                            quote!(#shadow.#member)
                        }
                        BuildKind::Variant(..) | BuildKind::There(..) => return TokenStream::new(),
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
                if pass.is_empty() { pass } else { quote!(for __each in #shadow.iter() { #pass }) }
            }
            Source::Place(_)
            | Source::ToVec(_)
            | Source::Plain(_)
            | Source::Empty(..)
            | Source::Without(_)
            | Source::Changed => clear(lives),
        }
    }

    /// The shadow of a value, as an argument.
    pub(super) fn shadow_reference(&self, id: Id) -> TokenStream {
        let var = self.var(id);
        let shadow = &var.shadow;
        if var.shadow_is_reference() { quote!(#shadow) } else { quote!(&#shadow) }
    }
}

/// `p.mass`
fn is_field(place: &Place) -> bool {
    matches!(place.projections.last(), Some(Projection::Field(Member::Named(_))))
}
