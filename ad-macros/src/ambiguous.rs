//! Floats of unknown type: `let y = 2.0; y.sqrt()`. rustc infers types in the order of the source, and a method of a float of an
//! ambiguous type is an error. As a number, the float has a type, so the function would compile with `#[exp]` only.

use crate::body::read;
use crate::body::tree::Form;
use crate::errors::Errors;
use crate::infer::{Items, infer};
use crate::refusal::Body;
use quote::ToTokens;
use syn::{Block, Expr, Signature};

/// Refuses methods of floats of unknown type, in the original body.
///
/// Returns whether there are any.
pub(crate) fn check(signature: &Signature, block: &Block, errors: &Errors) -> bool {
    let body = read::read(signature, block);
    let typed = infer(&body, signature, None, None, &Items::default());
    for (id, receiver) in &typed.ambiguous {
        let Expr::MethodCall(call) = body.shell(*id) else { continue };
        let local = matches!(body.form(*receiver), Form::Local(local) if body.is_declared(*local));
        let receiver = body.print_one(*receiver).to_token_stream().to_string().replace(' ', "");
        let method = &call.method.to_string();
        errors.at(&call.method, Body::Ambiguous { method, receiver: &receiver, local });
    }
    !typed.ambiguous.is_empty()
}
