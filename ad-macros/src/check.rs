//! Refuses what cannot be differentiated, as far as the signature shows it. What a body may not do is found by the
//! walk, which knows the numbers.

use crate::class::{Bounds, Need};
use crate::errors::Errors;
use crate::numbers::Numbers;
use syn::spanned::Spanned;
use syn::{ReturnType, Signature, Type};

/// The rules for a signature.
pub(crate) fn signature(sig: &Signature, errors: &Errors) {
    // A future is polled when somebody else decides; a derivative needs the whole computation.
    if let Some(token) = &sig.asyncness {
        errors.at(
            token,
            "an `async fn` cannot be differentiated: compute the number in an ordinary `fn` and call that",
        );
    }
    // Generic arithmetic cannot run at compile time on stable Rust.
    if let Some(token) = &sig.constness {
        errors.at(token, "arithmetic on numbers is not `const`: remove `const`");
    }
    // The struct would offer the function without its precondition.
    if let Some(token) = &sig.unsafety {
        errors.at(
            token,
            "an `unsafe fn` cannot be an expression, which is safe to evaluate: wrap it in a safe function",
        );
    }
    // A generic function has no C calling convention.
    if let Some(abi) = &sig.abi {
        errors.at(
            abi,
            "an `extern` function cannot be generic over its numbers: move its body to an ordinary `fn` and call that",
        );
    }
    if let Some(variadic) = &sig.variadic {
        errors.at(variadic, "a variadic function cannot be an expression: take a slice");
    }
}

/// A result that refers to numbers that the caller may change is no value that could be differentiated.
pub(crate) fn result(output: &ReturnType, numbers: &Numbers, errors: &Errors) {
    if let ReturnType::Type(_, ty) = output
        && let Type::Reference(reference) = &**ty
        && let Some(mutability) = &reference.mutability
        && numbers.occurs_in(&reference.elem)
    {
        errors.span(
            mutability.span(),
            "a mutable reference to numbers cannot be a result: return the numbers, or change a `&mut` parameter",
        );
    }
}

/// A body that needs more than the user asserts.
pub(crate) fn asserted(asserted: Bounds, needs: &[Need], errors: &Errors) {
    for need in needs {
        if need.bounds.class > asserted.class {
            let (needed, class) = (need.bounds.class.name(), asserted.class.name());
            let order = if asserted.order { " + PartialOrd" } else { "" };
            errors.span(
                need.span,
                format!("{} needs a `{needed}`, but the class is asserted to be `{class}`: write `class = {needed}{order}`", need.what),
            );
        }
        if need.bounds.order && !asserted.order {
            let class = need.bounds.class.max(asserted.class).name();
            errors.span(
                need.span,
                format!(
                    "{} compares numbers, but the asserted class `{}` has no order: write `class = {class} + PartialOrd`",
                    need.what,
                    asserted.class.name(),
                ),
            );
        }
    }
}
