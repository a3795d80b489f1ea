//! Refuses what cannot be differentiated, as far as the signature shows it. What a body may not do is found by the
//! walk, which knows the numbers.

use crate::class::{Bounds, Need};
use crate::errors::Errors;
use crate::numbers::Numbers;
use crate::refusal;
use syn::spanned::Spanned;
use syn::{ReturnType, Signature, Type};

/// The rules for a signature.
pub(crate) fn signature(sig: &Signature, errors: &Errors) {
    if let Some(token) = &sig.asyncness {
        errors.at(token, refusal::Signature::Async);
    }
    if let Some(token) = &sig.constness {
        errors.at(token, refusal::Signature::Const);
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

/// The rule for a result.
pub(crate) fn result(output: &ReturnType, numbers: &Numbers, errors: &Errors) {
    if let ReturnType::Type(_, ty) = output
        && let Type::Reference(reference) = &**ty
        && let Some(mutability) = &reference.mutability
        && numbers.occurs_in(&reference.elem)
    {
        errors.span(mutability.span(), refusal::Signature::MutableResult);
    }
}

/// A body that needs more than the user asserts.
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
