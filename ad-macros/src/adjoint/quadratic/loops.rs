//! Sums: functions of many inputs, whose iterations read a few of them.

use super::parts::{Part, Scope};
use super::reverse::Sweep;
use super::step::Step;
use super::{Assembled, Number, Origin, Path, Writer, owned};
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
    /// Whether it is a slice of numbers.
    is_slice: bool,
}

/// The parameters with numbers.
pub(super) struct Lists {
    parameters: Vec<List>,
    /// The variables of loops that refer to parts of a parameter.
    references: Vec<(Id, Id)>,
}

/// The program of second order that adds to `__sink`, for a function with many inputs. If the result is no multiple of sums, each sum is a
/// part.
pub(in crate::adjoint) fn assembled(
    text: &Text<'_>,
    ids: &[Id],
    types: &[Type],
    real: bool,
) -> Option<Assembled> {
    [false, true].into_iter().find_map(|in_parts| {
        let (path, lists) = beginning(text, ids, types)?;
        let text = &text.value_only();
        let mut writer = Writer { lists: Some(lists), in_parts, ..Writer::new(text, real) };
        if in_parts {
            writer.require(&TokenStream::new());
        }
        let body: Vec<&Stmt> = text.program.body.iter().collect();
        let code = writer.path(&body, path)?;
        let Writer { conditions, memory, curved, .. } = writer;
        let linear = !curved && conditions.is_none();
        let otherwise = conditions.map(|conditions| {
            quote! {
                if !(#conditions) {
                    return __ad::None;
                }
            }
        });
        Some(Assembled { code: quote!(#otherwise #memory #code), linear })
    })
}

/// The beginning of a function with many inputs and a loop.
fn beginning(text: &Text<'_>, ids: &[Id], types: &[Type]) -> Option<(Path, Lists)> {
    let (private, number) = (Text::private(Span::mixed_site()), text.number(Span::mixed_site()));
    let (mut path, mut parameters) = (Path::default(), Vec::new());
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
            let input = path.input(Origin::Number(quote!(#offset), None));
            path.scope.bind(*id, Some(Part::Number(input)));
            count = quote!(#offset + 1);
            continue;
        }
        if matches!(ty, Type::Reference(ty) if ty.mutability.is_some()) || !is_flat(text, owned(ty)) {
            return None;
        }
        let base = if matches!(ty, Type::Reference(_)) { quote!(#ident) } else { quote!(&#ident) };
        count = quote!(#offset + #private::adjoint::numbers_in::<#number, _>(#base));
        let is_slice = matches!(owned(ty), Type::Slice(ty) if of_type(&ty.elem, text.numbers) == Ty::Number);
        parameters.push(List { id: *id, offset, base, is_slice });
    }
    let mut loops = false;
    crate::adjoint::loops(&text.program.body, &mut |_| loops = true);
    (loops && !parameters.is_empty()).then_some((path, Lists { parameters, references: Vec::new() }))
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
        let known = path.inputs.iter().position(|input| match &input.origin {
            Origin::Number(_, known) => code.is_some() && *known == code,
            Origin::Few | Origin::Row(_) | Origin::Part(_) => false,
        });
        if let Some(known) = known {
            return Some(path.number_of_input(known));
        }
        let (position, private) = (self.fresh("position"), Text::private(Span::mixed_site()));
        let number = self.text.number(Span::mixed_site());
        path.code.extend(quote! {
            let #position = #offset + #private::adjoint::position::<#number, _>(#base, &#tokens)?;
        });
        Some(path.input(Origin::Number(quote!(#position), code)))
    }

    /// The memory for the derivatives of a linear call by a list, or a part of it, and the place of the first number.
    pub(super) fn row(&mut self, place: &Place, path: &mut Path) -> Option<(Ident, Ident)> {
        let of = self.list_of(place.root)?;
        if !of.is_slice || *place.ty.owned() != Ty::List(Box::new(Ty::Number)) {
            return None;
        }
        let (offset, base) = (of.offset.clone(), of.base.clone());
        let (row, position) = (self.fresh("row"), self.fresh("position"));
        let (private, number) = (Text::private(Span::mixed_site()), self.text.number(Span::mixed_site()));
        let part = self.text.reference(place, false);
        self.memory.extend(quote!(let mut #row = #private::adjoint::Row::<#number>::of(#base);));
        path.code.extend(quote! {
            let #position = #offset + #private::adjoint::position_of_part::<#number>(#base, #part)?;
        });
        Some((row, position))
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
        let of_part = self.in_parts && path.totals.is_none();
        // An inactive number may change from iteration to iteration.
        let active = &self.text.facts.index.active;
        totals.retain(|id| active[*id]);
        let of_part = of_part && !totals.is_empty();
        if of_part {
            // A part is one sum.
            (totals.len() == 1).then_some(())?;
            path.code.extend(quote!(__ad::adjoint::Assemble::begin(__sink);));
        }
        let (mut steps, start) = (path.steps.clone(), path.steps.len());
        for total in &totals {
            steps.push(Step::Total);
            let number = Number { step: Some(steps.len() - 1), sums: true, ..Number::default() };
            scope.bind(*total, Some(Part::Number(number)));
        }
        let inputs = path.inputs.clone();
        let body: Vec<&Stmt> = inner.body.iter().collect();
        let inside = Path {
            scope,
            inputs,
            steps,
            start,
            totals: Some(totals.clone()),
            parts: path.parts,
            code: TokenStream::new(),
        };
        let body = self.path(&body, inside)?;
        // The path of an iteration without branches is part of a path through the function.
        self.paths -= 1;
        let (pattern, iterator) = (self.text.header(item, false), self.text.iterator(iterator, false, true));
        path.code.extend(quote!(for #pattern in #iterator { #body }));
        for total in totals {
            let before = path.scope.number(total)?.clone();
            let sum = if of_part {
                path.parts += 1;
                path.input(Origin::Part(path.parts - 1))
            } else {
                path.steps.push(Step::Total);
                Number { step: Some(path.steps.len() - 1), sums: true, ..Number::default() }
            };
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
            // At the end, a part without an adjoint is removed.
            let is_part = path.totals.is_none() && matches!(path.inputs[*i].origin, Origin::Part(_));
            entries || is_part || sweep.adjoints[path.inputs[*i].step].is_some()
        };
        let inputs: Vec<usize> = (0..path.inputs.len()).filter(given).collect();
        if inputs.is_empty() {
            return Some(());
        }
        (inputs.len() <= MOST).then_some(())?;
        self.curved |= !sweep.entries.is_empty();
        let (mut numbers, mut directions, mut along) = (Vec::new(), Vec::new(), false);
        for i in &inputs {
            directions.push(match &path.inputs[*i].origin {
                Origin::Few => return None,
                Origin::Number(position, _) => {
                    numbers.push(position);
                    quote!(__ad::adjoint::Along::Number(#position))
                }
                Origin::Row(row) => row.clone(),
                // The gradient of a part is known at the end.
                Origin::Part(_) if path.totals.is_some() => return None,
                Origin::Part(part) => quote!(__ad::adjoint::Along::Part(#part)),
            });
            along |= !matches!(&path.inputs[*i].origin, Origin::Number(..));
        }
        let gradient = inputs.iter().map(|i| self.or_zero(sweep.adjoints[path.inputs[*i].step].as_ref()));
        let places = inputs.iter().enumerate().flat_map(|(k, j)| inputs[..=k].iter().map(move |i| (*i, *j)));
        let triangle = places.map(|(i, j)| self.or_zero(sweep.entry(i, j)));
        let (method, at) =
            if along { ("add_along", directions) } else { ("add", numbers.into_iter().cloned().collect()) };
        let method = Ident::new(method, Span::mixed_site());
        let code = quote! {
            __ad::adjoint::Assemble::#method(__sink, [#(#at),*], [#(#gradient),*], [#(#triangle),*]);
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
