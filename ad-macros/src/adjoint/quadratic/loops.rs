//! Sums: functions of many inputs, whose iterations read a few of them.

use super::parts::{Part, Scope};
use super::reverse::Sweep;
use super::step::Step;
use super::{Number, Path, Writer, owned};
use crate::adjoint::ir::*;
use crate::adjoint::of_type;
use crate::adjoint::text::Text;
use crate::library::reverse::OfIterator;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

/// The most inputs of an iteration.
const MOST: usize = 8;

/// A parameter with numbers.
struct List {
    id: Id,
    /// The place of its first number among all.
    offset: Ident,
    /// A reference to it.
    base: TokenStream,
}

/// The parameters with numbers.
pub(super) struct Lists {
    parameters: Vec<List>,
    /// The variables of loops that refer to parts of a parameter.
    references: Vec<(Id, Id)>,
}

/// The code of a program of second order that adds to `__sink`, for a function with many inputs.
pub(in crate::adjoint) fn assembled(
    text: &Text<'_>,
    ids: &[Id],
    types: &[Type],
    real: bool,
) -> Option<TokenStream> {
    let (private, number) = (Text::private(Span::mixed_site()), text.number(Span::mixed_site()));
    let (mut path, mut lists) = (Path::default(), Vec::new());
    let mut count = quote!(0_usize);
    for (k, (id, ty)) in ids.iter().zip(types).enumerate() {
        if !text.numbers.in_lowered(ty) {
            path.scope.bind(*id, Some(Part::Plain));
            continue;
        }
        let ident = &text.var(*id).ident;
        let offset = format_ident!("__{k}offset", span = Span::mixed_site());
        path.code.extend(quote!(let #offset = #count;));
        if of_type(ty, text.numbers) == Ty::Number {
            let input = path.input(quote!(#offset), None);
            path.scope.bind(*id, Some(Part::Number(input)));
            count = quote!(#offset + 1);
            continue;
        }
        if matches!(ty, Type::Reference(ty) if ty.mutability.is_some()) || !is_flat(text, owned(ty)) {
            return None;
        }
        let base = if matches!(ty, Type::Reference(_)) { quote!(#ident) } else { quote!(&#ident) };
        count = quote!(#offset + #private::adjoint::numbers_in::<#number, _>(#base));
        lists.push(List { id: *id, offset, base });
    }
    let mut loops = false;
    crate::adjoint::loops(&text.program.body, &mut |_| loops = true);
    if lists.is_empty() || !loops {
        return None;
    }
    let text = &text.value_only();
    let lists = Some(Lists { parameters: lists, references: Vec::new() });
    let mut writer = Writer { text, shapes: Vec::new(), lists, real, names: 0, paths: 0, steps: 0 };
    let body: Vec<&Stmt> = text.program.body.iter().collect();
    writer.path(&body, path)
}

/// Whether a type is slices and arrays of numbers, so that all numbers are side by side.
fn is_flat(text: &Text<'_>, ty: &Type) -> bool {
    match ty {
        Type::Slice(ty) => is_flat(text, &ty.elem),
        Type::Array(ty) => is_flat(text, &ty.elem),
        Type::Path(_) => of_type(ty, text.numbers) == Ty::Number,
        _ => false,
    }
}

impl Writer<'_> {
    /// The parameter that a variable is, or refers to.
    fn list_of(&self, id: Id) -> Option<&List> {
        let Lists { parameters, references } = self.lists.as_ref()?;
        let id = references.iter().find(|(reference, _)| *reference == id).map_or(id, |(_, list)| *list);
        parameters.iter().find(|list| list.id == id)
    }

    /// The number of a place in a parameter.
    pub(super) fn element(&mut self, var: Id, place: &Place, path: &mut Path) -> Option<Number> {
        let of = self.list_of(place.root)?;
        let (offset, base) = (of.offset.clone(), of.base.clone());
        if place.ty != Ty::Number && self.text.var(var).ty != Ty::Number {
            return None;
        }
        let still = |projection: &Projection| match projection {
            Projection::Index(plain) => !plain.state && !plain.varies && plain.reads.is_empty(),
            _ => true,
        };
        let tokens = self.text.place(place, false);
        let code = place.projections.iter().all(still).then(|| tokens.to_string());
        let known = path.inputs.iter().position(|input| code.is_some() && input.code == code);
        if let Some(known) = known {
            return Some(path.number_of_input(known));
        }
        let (position, private) = (self.fresh("position"), Text::private(Span::mixed_site()));
        let number = self.text.number(Span::mixed_site());
        path.code.extend(quote! {
            let #position = #offset + #private::adjoint::position::<#number, _>(#base, &#tokens)?;
        });
        Some(path.input(quote!(#position), code))
    }

    /// A loop that only adds to numbers.
    pub(super) fn iterations(&mut self, inner: &Loop, path: &mut Path) -> Option<()> {
        let Head::For { item, iterator } = &inner.head else { return None };
        if self.lists.is_none() || inner.left {
            return None;
        }
        let mut scope = path.scope.clone();
        self.header(item, Some(iterator), &mut scope);
        let mut totals = written(&inner.body);
        totals.retain(|id| !self.text.var(*id).ty.is_plain() && path.scope.knows(*id));
        // A container from outside of the loop would have other contents behind it.
        if totals.iter().any(|id| path.scope.number(*id).is_none()) {
            return None;
        }
        let (mut steps, start) = (path.steps.clone(), path.steps.len());
        // An inactive number may change from iteration to iteration.
        let active = &self.text.facts.index.active;
        totals.retain(|id| active[*id]);
        for total in &totals {
            steps.push(Step::Total);
            let number = Number { step: Some(steps.len() - 1), sums: true, ..Number::default() };
            scope.bind(*total, Some(Part::Number(number)));
        }
        let inputs = path.inputs.clone();
        let body: Vec<&Stmt> = inner.body.iter().collect();
        let inside =
            Path { scope, inputs, steps, start, totals: Some(totals.clone()), code: TokenStream::new() };
        let body = self.path(&body, inside)?;
        let (pattern, iterator) = (self.text.header(item, false), self.text.iterator(iterator, false, true));
        path.code.extend(quote!(for #pattern in #iterator { #body }));
        for total in totals {
            let before = path.scope.number(total)?.clone();
            path.steps.push(Step::Total);
            let sum = Number { step: Some(path.steps.len() - 1), sums: true, ..Number::default() };
            let after = self.sum_of(vec![(before, false), (sum, false)], path);
            path.scope.bind(total, Some(Part::Number(after)));
        }
        Some(())
    }

    /// Binds the variables of a loop.
    fn header(&mut self, item: &Header, iterator: Option<&Iteration>, scope: &mut Scope) {
        match (item, iterator) {
            (Header::Pair(a, b), Some(Iteration::Zip(left, right))) => {
                self.header(a, Some(left), scope);
                self.header(b, Some(right), scope);
            }
            (Header::Pair(a, b), Some(Iteration::Adapt { inner, adaptor: OfIterator::Enumerate, .. })) => {
                self.header(a, None, scope);
                self.header(b, Some(inner), scope);
            }
            (item, Some(Iteration::Adapt { inner, .. })) => self.header(item, Some(inner), scope),
            (Header::Pair(a, b), _) => {
                self.header(a, None, scope);
                self.header(b, None, scope);
            }
            (Header::One(id), iterator) => {
                scope.bind(*id, self.text.var(*id).ty.is_plain().then_some(Part::Plain));
                if let Some(Iteration::View { place, .. }) = iterator
                    && let Some(list) = self.list_of(place.root).map(|list| list.id)
                    && let Some(lists) = &mut self.lists
                {
                    lists.references.push((*id, list));
                }
            }
        }
    }

    /// The reverse sweep of an iteration.
    pub(super) fn end_of_iteration(&mut self, mut path: Path) -> Option<TokenStream> {
        let totals = path.totals.clone()?;
        let seeds = totals.iter().map(|total| path.scope.number(*total)?.step);
        let seeds = seeds.collect::<Option<_>>()?;
        let sweep = self.sweep(seeds, &mut path)?;
        self.add(&sweep, &mut path)?;
        Some(path.code)
    }

    /// Adds the derivatives by the inputs that have some.
    pub(super) fn add(&mut self, sweep: &Sweep, path: &mut Path) -> Option<()> {
        let given = |i: &usize| {
            let entries = sweep.entries.keys().any(|(a, b)| a == i || b == i);
            entries || sweep.adjoints[path.inputs[*i].step].is_some()
        };
        let inputs: Vec<usize> = (0..path.inputs.len()).filter(given).collect();
        if inputs.is_empty() {
            return Some(());
        }
        (inputs.len() <= MOST).then_some(())?;
        let positions = inputs.iter().map(|i| &path.inputs[*i].position);
        let gradient = inputs.iter().map(|i| self.or_zero(sweep.adjoints[path.inputs[*i].step].as_ref()));
        let places = inputs.iter().enumerate().flat_map(|(k, j)| inputs[..=k].iter().map(move |i| (*i, *j)));
        let triangle = places.map(|(i, j)| self.or_zero(sweep.entry(i, j)));
        let private = Text::private(Span::mixed_site());
        let code = quote! {
            #private::adjoint::Assemble::add(__sink, [#(#positions),*], [#(#gradient),*], [#(#triangle),*]);
        };
        path.code.extend(code);
        Some(())
    }
}

/// The variables that statements write.
fn written(body: &[Stmt]) -> Vec<Id> {
    let mut written = Vec::new();
    crate::adjoint::analyse::each(body, 0, &mut |_, statement| {
        if let Stmt::Write { place, .. } = statement
            && !written.contains(&place.root)
        {
            written.push(place.root);
        }
    });
    written
}
