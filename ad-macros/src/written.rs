//! The expression of a function that writes its result into `&mut` arguments, such as the right-hand side of an ODE: a function that
//! returns them.
//!
//! ```text
//! // Input:  fn rhs(y: &[f64], dy: &mut [f64]) { … }
//! // Output: #[exp(name = Rhs)]
//! //         fn __rhs_written(y: &[f64], dy: &[f64]) -> Vec<f64> {
//! //             let mut dy = dy.to_vec();
//! //             rhs(y, &mut dy);
//! //             dy
//! //         }
//! ```

use crate::args::Args;
use crate::names::camel_case;
use crate::numbers::Numbers;
use crate::parameter;
use quote::{format_ident, quote};
use syn::{Expr, FnArg, GenericParam, ItemFn, Pat, ReturnType, Stmt, Type, parse_quote};

/// That function, and the arguments of its attribute.
pub(crate) fn function(of: &ItemFn, args: &Args, numbers: &Numbers) -> Option<(ItemFn, Args)> {
    let generic = of.sig.generics.params.iter().any(|parameter| matches!(parameter, GenericParam::Type(_)));
    let qualified = of.sig.asyncness.is_some() || of.sig.unsafety.is_some() || of.sig.abi.is_some();
    if !matches!(of.sig.output, ReturnType::Default) || generic || qualified {
        return None;
    }
    let mut function = of.clone();
    let (mut copies, mut arguments) = (Vec::<Stmt>::new(), Vec::<Expr>::new());
    let (mut written, mut types) = (Vec::new(), Vec::<Type>::new());
    for input in &mut function.sig.inputs {
        let FnArg::Typed(typed) = input else { return None };
        let Pat::Ident(pattern) = &mut *typed.pat else { return None };
        pattern.mutability = None;
        let name = pattern.ident.clone();
        let active = numbers.occurs_in(&typed.ty) && !crate::fields::is_fixed(&typed.attrs);
        if active && parameter::shape(&typed.ty, numbers).is_none() {
            return None;
        }
        match &mut *typed.ty {
            Type::Reference(reference) if reference.mutability.is_some() => {
                if !active {
                    return None;
                }
                reference.mutability = None;
                copies.push(match &*reference.elem {
                    Type::Slice(_) => parse_quote!(let mut #name = #name.to_vec();),
                    _ => parse_quote!(let mut #name = #name.clone();),
                });
                types.push(parameter::owned(&reference.elem, &numbers.root));
                arguments.push(parse_quote!(&mut #name));
                written.push(name);
            }
            _ => arguments.push(parse_quote!(#name)),
        }
    }
    let (result, ty) = match (written.as_slice(), types.as_slice()) {
        ([], _) => return None,
        ([name], [ty]) => (quote!(#name), quote!(#ty)),
        _ => (quote!((#(#written),*)), quote!((#(#types),*))),
    };
    let name = &of.sig.ident;
    function.sig.output = parse_quote!(-> #ty);
    function.sig.ident = format_ident!("__{name}_written");
    function.block = parse_quote!({ #(#copies)* #name(#(#arguments),*); #result });
    function.attrs.retain(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("doc"));
    if !function.attrs.iter().any(|attr| attr.path().is_ident("doc")) {
        let text =
            format!(" The content of the `&mut` arguments after a call of [`{name}`], as an expression.");
        function.attrs.push(parse_quote!(#[doc = #text]));
    }
    let own = args.name.clone().unwrap_or_else(|| camel_case(name));
    let adjoint = args.adjoint || args.recorded.is_some();
    Some((
        function,
        Args { name: Some(own), adjoint, recorded: None, step: None, record: Vec::new(), ..args.clone() },
    ))
}
