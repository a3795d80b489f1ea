//! Refuses functions by their signature. The walk refuses bodies, since it knows the numbers.

use crate::class::{Bounds, Need};
use crate::errors::Errors;
use crate::generics;
use crate::numbers::Numbers;
use crate::parameter;
use crate::refusal;
use crate::signatures::Lends;
use syn::spanned::Spanned;
use syn::{
    GenericArgument, ImplItem, Item, ItemImpl, PathArguments, ReturnType, Signature, Type, TypeParamBound,
};

/// The rules for a signature.
pub(crate) fn signature(sig: &Signature, errors: &Errors) {
    if let Some(token) = &sig.asyncness {
        errors.at(token, refusal::Signature::Async);
    }
    if let Some(token) = &sig.unsafety {
        errors.at(token, refusal::Signature::Unsafe);
    }
    if let Some(abi) = &sig.abi {
        errors.at(abi, refusal::Signature::Extern);
    }
    if let Some(variadic) = &sig.variadic {
        errors.at(variadic, refusal::Signature::Variadic);
    }
}

/// The rule for methods of a type with an `impl Ord` by hand. For values of the type, Rust prefers `Ord::max` to a method `max` by
/// reference. Over numbers the type has no order.
pub(crate) fn ordered_methods(items: &[Item], numbers: &Numbers, errors: &Errors) {
    let blocks =
        || items.iter().filter_map(|item| if let Item::Impl(item) = item { Some(item) } else { None });
    let of_ord = |block: &&ItemImpl| {
        let of_trait = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        of_trait.is_some_and(|of| of.ident == "Ord")
    };
    let ordered: Vec<_> =
        blocks().filter(of_ord).filter_map(|block| parameter::type_name(&block.self_ty)).collect();
    for block in blocks().filter(|block| block.trait_.is_none()) {
        let Some(of) = parameter::type_name(&block.self_ty) else { continue };
        if !ordered.contains(&of) || !numbers.is_struct(&of) {
            continue;
        }
        for member in &block.items {
            if let ImplItem::Fn(method) = member
                && method.sig.receiver().is_some_and(|receiver| receiver.reference.is_some())
                && ["max", "min", "clamp"].iter().any(|name| method.sig.ident == name)
            {
                errors.at(&method.sig.ident, refusal::Item::Ordered { method: &method.sig.ident });
            }
        }
    }
}

/// The rule for a result.
pub(crate) fn result(sig: &Signature, numbers: &Numbers, errors: &Errors) {
    let itself = numbers.itself.as_ref().map(ToString::to_string).unwrap_or_default();
    if parameter::lends(sig, &itself, numbers) == Lends::Receiver {
        return;
    }
    if let ReturnType::Type(_, ty) = &sig.output
        && let Type::Reference(reference) = &**ty
        && let Some(mutability) = &reference.mutability
        && numbers.occurs_in(&reference.elem)
    {
        errors.span(mutability.span(), refusal::Signature::MutableResult);
    }
}

/// The rule for functions in a result. `Box<dyn Fn(f64) -> f64>` lives for ever, unless `f64` is bounded.
pub(crate) fn boxed_function(sig: &Signature, numbers: &Numbers, errors: &Errors) {
    let lives = generics::bounds_floats(&sig.generics);
    if let (ReturnType::Type(_, ty), false) = (&sig.output, lives)
        && let Some(object) = find(ty, "Box", &["Fn", "FnMut", "FnOnce"])
        && numbers.occurs_in(object)
    {
        errors.at(object, refusal::Signature::BoxedFunction);
    }
}

/// The rule for an error in the result of an expression, which is cloned. If it is broken, returns the result without the error,
/// so that rustc need not report it as well.
pub(crate) fn error(output: &Type, errors: &Errors) -> Option<Type> {
    let Type::Path(path) = output else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Result")?;
    let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
    let mut types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    let (value, error) = (types.next()?, types.next()?);
    find(error, "Box", &["Error"])?;
    errors.at(error, refusal::Signature::BoxedError);
    Some(value.clone())
}

/// The type `Holder<dyn Trait>`, if it is this type or an argument of it.
fn find<'a>(ty: &'a Type, holder: &str, traits: &[&str]) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
    list.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(Type::TraitObject(object)) if last.ident == holder => {
            let mut bounds = object.bounds.iter();
            // With a lifetime, the user decides how long it lives.
            let one = object.bounds.iter().all(|bound| matches!(bound, TypeParamBound::Trait(_)));
            let named = |bound: &TypeParamBound| {
                traits.iter().any(|name| {
                    matches!(bound, TypeParamBound::Trait(bound)
                        if bound.path.segments.last().is_some_and(|last| last.ident == name))
                })
            };
            (one && bounds.any(named)).then_some(ty)
        }
        GenericArgument::Type(ty) => find(ty, holder, traits),
        _ => None,
    })
}

/// Refuses a body that needs more than the asserted class.
pub(crate) fn asserted(asserted: Bounds, needs: &[Need], errors: &Errors) {
    for Need { bounds: needed, span, what } in needs {
        if needed.class > asserted.class {
            errors.span(*span, refusal::Signature::Class { what, needed: *needed, asserted });
        }
        if needed.order && !asserted.order {
            errors.span(*span, refusal::Signature::Order { what, needed: *needed, asserted });
        }
    }
}
