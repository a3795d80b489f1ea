//! The companion of a function, and the `impl` of `Adjoint` for its expression.

mod companion;
mod dispatch;
mod expression;
mod lends;
mod lifetimes;
mod recorded;
mod recursion;
mod step;
mod sweeps;
mod totals;
mod types;

use super::analyse;
use super::ir::Ty;
use super::lower::{Helpers, Lowering, Owned, Record, Result, copies, of_copies, refuse_interface as refuse};
use super::of_type;
use super::text::Text;
use crate::class::{Bounds, Class};
use crate::expression::Expression;
use crate::numbers::{Numbers, is_float};
use crate::parameter::{self, has_shadow};
use crate::visit::{self, VisitMut};
use companion::Companion;
use expression::{Kind, adjoint};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
pub(crate) use recorded::recorded;
pub(crate) use step::step;
pub(super) use sweeps::result;
use syn::{
    FnArg, GenericParam, Generics, ItemFn, Pat, PatIdent, PatType, Path, ReturnType, Type, TypeReference,
    Visibility, parse_quote,
};
use types::*;

/// Types that an item of their name would hide.
const PRIMITIVE: [&str; 17] = [
    "bool", "char", "str", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize",
];

/// The adjoint program of a lowered function, whose generics lack the number type.
#[allow(clippy::too_many_arguments, reason = "the parts of a function")]
pub(crate) fn program(
    item: &ItemFn,
    bounds: Bounds,
    numbers: &Numbers,
    expression: Option<&Expression>,
    owner: Option<&Owner>,
    home: Option<&Visibility>,
    record: &[Path],
    helpers: &Helpers,
) -> Result<TokenStream> {
    let write =
        |retains| program_retaining(item, bounds, numbers, expression, owner, home, record, helpers, retains);
    match write(false)? {
        Some(program) => Ok(program),
        None => write(true).map(Option::unwrap_or_default),
    }
}

/// The program whose reverse sweep may retain references to data (`retains`). `None` if it retains some and may not.
#[allow(clippy::too_many_arguments, reason = "the parts of a function")]
fn program_retaining(
    written: &ItemFn,
    bounds: Bounds,
    numbers: &Numbers,
    expression: Option<&Expression>,
    owner: Option<&Owner>,
    home: Option<&Visibility>,
    record: &[Path],
    helpers: &Helpers,
    retains: bool,
) -> Result<Option<TokenStream>> {
    if owner.is_none() && PRIMITIVE.iter().any(|ty| written.sig.ident == ty) {
        return refuse(
            &written.sig.ident,
            "the macro writes a type of the function's name, which would hide the primitive type; rename the function",
        );
    }
    let (item, lent) = &lifetimes::named(written, numbers, retains);
    let item = &lends::owned(item, numbers, owner);
    let mut parameters = parameters(item, numbers)?;
    let mut output: Type = match &item.sig.output {
        ReturnType::Type(_, output) => (**output).clone(),
        ReturnType::Default => parse_quote!(()),
    };
    if let Some(owner) = owner {
        let mut itself = Itself(owner);
        parameters.iter_mut().for_each(|(_, ty)| itself.visit_type_mut(ty));
        itself.visit_type_mut(&mut output);
    }
    let over_numbers = |ty: &Type| numbers.in_lowered(ty);
    let changes = parameters.iter().any(|(_, ty)| is_exclusive(ty) && over_numbers(ty));
    let inspects = !over_numbers(&output) && !changes;
    if inspects && !has_shadow(&output) {
        return Ok(Some(TokenStream::new()));
    }
    if matches!(output, Type::Reference(_)) {
        return refuse(output_of(item), "the result is a reference; return an owned value");
    }
    // The type of data may have no shadow.
    let data = !over_numbers(&output) && !has_shadow(&output) && !is_unit(&output);
    let declared = output.clone();
    if data {
        let private = numbers.private_at(Span::mixed_site());
        output = parse_quote!(#private::adjoint::Data<#output>);
    }
    let output = &output;
    let receiver = match item.sig.inputs.first() {
        Some(FnArg::Receiver(receiver)) => Some(receiver),
        _ => None,
    };
    let objects = owner.and_then(|owner| dispatch::Dispatch::of(owner, numbers));
    let record = Record::of(record);
    let varying = crate::adjoint::varying(numbers);
    let mut lowering = Lowering::new(numbers, item.sig.ident.to_string(), &record, helpers);
    let generics = item.sig.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
        GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    });
    lowering.generics = generics.collect();
    lowering.local_items.extend(lowering.generics.iter().cloned());
    lowering.owner = owner.map(|owner| Owned {
        name: name_of(&owner.ty),
        receives: receiver.is_some(),
        changes: receiver
            .is_some_and(|receiver| receiver.reference.is_some() && receiver.mutability.is_some()),
    });
    lowering.fails = parameter::is_result(&declared);
    let mut patterns = Vec::new();
    let mut ids = Vec::new();
    for (pattern, ty) in &parameters {
        let name = match pattern {
            Pat::Ident(name) => name.ident.to_string(),
            _ => "p".to_owned(),
        };
        // The implementations of a trait have one interface, and keep the structure of the type.
        let itself = owner.is_some_and(|owner| owner.inside) && name == "self";
        let id = lowering.parameter(
            &name,
            crate::adjoint::span_of(pattern),
            match of_copies(ty, numbers) {
                Some(_) => copies(of_type(ty, numbers)),
                None => of_type(ty, numbers),
            },
            is_exclusive(ty),
            !itself && is_growing(ty, numbers, &varying),
        );
        if parameter::mentions(ty, "VecDeque") {
            lowering.deques.insert(id);
        }
        ids.push(id);
        patterns.push((pattern.clone(), id));
    }
    let unchanged = inspects || objects.is_some() || owner.is_some_and(|owner| owner.declared);
    let (mut program, types, items) = if unchanged {
        lowering.unchanged(&ids, &recorded::itself(item, owner))
    } else {
        lowering.function(patterns, &item.block, &of_type(&declared, numbers))?
    };
    record.all_called()?;
    program.gives_data = data;
    crate::adjoint::buffers::counters(&mut program);
    crate::adjoint::fillings::apart(&mut program);
    let imports = crate::adjoint::callees::named(&mut program, numbers);
    let blocks = analyse::number(&mut program);
    let index = analyse::Index::new(&program, blocks, varying);
    let facts = analyse::analyse(&index);
    if !retains && lifetimes::retained(&program, &facts, &types) {
        return Ok(None);
    }
    let text =
        Text { program: &program, facts: &facts, numbers, types: &types, value_only: false, slices: &[] };
    // A container of references is one of copies.
    let owned = |ty: &Type| of_copies(ty, numbers).unwrap_or_else(|| ty.clone());
    let types: Vec<Type> = parameters.iter().map(|(_, ty)| owned(ty)).collect();
    let totals = match (expression, owner) {
        (Some(_), None) => totals::totals(&program, &ids, &types, numbers),
        _ => vec![false; types.len()],
    };
    let in_place = expression
        .is_some_and(|expression| matches!(&expression.output, Type::Path(ty) if is_float(&ty.path)))
        && owner.is_none()
        && !crate::adjoint::is_recursive(&program);
    let quadratic = match (expression, owner, &objects) {
        (Some(_), None, None) if of_type(output, numbers) == Ty::Number => {
            crate::adjoint::quadratic::quadratic(&text, &ids, &types, bounds.class == Class::Real)
        }
        _ => None,
    };
    let assembled = match (expression, owner, &objects) {
        (Some(_), None, None) if quadratic.is_none() && of_type(output, numbers) == Ty::Number => {
            crate::adjoint::quadratic::assembled(&text, &ids, &types, bounds.class == Class::Real)
        }
        _ => None,
    };
    let companion = Companion {
        item,
        bounds,
        text: &text,
        ids: &ids,
        types: &types,
        totals: &totals,
        output,
        items: &items,
        imports: &imports,
        owner,
        home,
        in_place,
        quadratic: quadratic.as_ref(),
        assembled: assembled.as_ref(),
        lent,
        objects: objects.as_ref(),
    };
    let companion = companion.write();
    let adjoint = expression.map(|expression| {
        let kind = Kind {
            method: owner.is_some(),
            home: home.is_some(),
            receiver: receiver.is_some(),
            late: facts.late.is_some(),
            totals,
            in_place,
            quadratic: quadratic.is_some(),
            assembled: assembled.is_some(),
            growing: ids.iter().map(|id| program.vars[*id].growing).collect(),
        };
        adjoint(expression, bounds, numbers, &types, kind, None)
    });
    Ok(Some(quote!(#companion #adjoint)))
}

/// The `impl` of an expression whose program could not be written, so that its uses are not errors as well.
pub(crate) fn stub(bounds: Bounds, numbers: &Numbers, expression: &Expression) -> TokenStream {
    let body = quote!((loop {}, |_: &_, _: &_, _: &_| {}));
    adjoint(expression, bounds, numbers, &[], Kind::default(), Some(body))
}

/// The parameters, if the interface supports them.
fn parameters(item: &ItemFn, numbers: &Numbers) -> Result<Vec<(Pat, Type)>> {
    let mut parameters = Vec::new();
    for input in &item.sig.inputs {
        let FnArg::Typed(PatType { pat, ty, .. }) = input else {
            let FnArg::Receiver(receiver) = input else { continue };
            if receiver.colon_token.is_some() {
                return refuse(receiver, "`self` has a written type; write `self`, `&self` or `&mut self`");
            }
            let mutability = receiver.reference.is_none().then_some(receiver.mutability).flatten();
            let pattern = PatIdent {
                attrs: Vec::new(),
                by_ref: None,
                mutability,
                ident: Ident::new("self", receiver.self_token.span),
                subpat: None,
            };
            parameters.push((Pat::Ident(pattern), (*receiver.ty).clone()));
            continue;
        };
        match &**ty {
            Type::ImplTrait(opaque) => {
                return refuse(
                    opaque,
                    "a parameter has an `impl` type; put `#[exp(adjoint)]` on a module with this function and its callers, \
                    which inlines it",
                );
            }
            Type::Reference(_) => {}
            Type::BareFn(_) if parameter::mentions(ty, &numbers.name.to_string()) => {
                return refuse(ty, "a parameter is a function over numbers; call the function by name");
            }
            ty => {
                let mut borrows = Borrows(false);
                borrows.visit_type_mut(&mut of_copies(ty, numbers).unwrap_or_else(|| ty.clone()));
                if borrows.0 {
                    return refuse(
                        ty,
                        "the type of a parameter contains references, and the parameter is passed by value; take it by reference",
                    );
                }
            }
        }
        parameters.push(((**pat).clone(), (**ty).clone()));
    }
    Ok(parameters)
}

/// The type of a method, over numbers. The generics of its block lack the number type.
#[derive(Clone)]
pub(crate) struct Owner {
    pub(crate) ty: Type,
    pub(crate) generics: Generics,
    /// The name of the function among those of the type.
    pub(crate) name: String,
    /// Whether the type has no numbers, so that the method itself is generic over them, and stands alone in a plain block.
    pub(crate) alone: bool,
    /// Whether its program is in the trait, or in the `impl` of the trait.
    pub(crate) inside: bool,
    /// Whether the trait declares the function only.
    pub(crate) declared: bool,
    /// The trait of the `impl`, over numbers.
    pub(crate) implements: Option<Path>,
    /// The type `Self::Output` of an operator, `Self::Error` of a conversion, or `Self::Item` of an iterator.
    pub(crate) output: Option<Type>,
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// The last name of a type.
fn name_of(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    }
    .unwrap_or_default()
}

/// Replaces `Self` by the type.
struct Itself<'a>(&'a Owner);

impl VisitMut for Itself<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.path.is_ident("Self") => *ty = self.0.ty.clone(),
            Type::Path(path)
                if matches!(
                    &*quote!(#path).to_string(),
                    "Self :: Output" | "Self :: Error" | "Self :: Item"
                ) =>
            {
                if let Some(output) = &self.0.output {
                    *ty = output.clone();
                    self.visit_type_mut(ty);
                }
            }
            ty => visit::visit_type_mut(self, ty),
        }
    }
}

/// The result type as written.
fn output_of(item: &ItemFn) -> TokenStream {
    match &item.sig.output {
        ReturnType::Type(_, output) => output.to_token_stream(),
        ReturnType::Default => item.sig.ident.to_token_stream(),
    }
}

/// Finds references inside a type.
struct Borrows(bool);

impl VisitMut for Borrows {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        self.0 |= reference.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static");
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        self.0 |= lifetime.ident != "static";
    }
}
