//! The twin of a function: its parameters are the parts.
//!
//! ```text
//! // Input:  fn rate(&self, curve: &Curve, t: f64) -> f64 { curve.zeros[0] * t }
//! // Output: fn __apart_rate(&self, __curve_pillars: &[f64], __curve_zeros: &[f64], t: f64) -> f64 { __curve_zeros[0] * t }
//! ```

use super::functions::{Function, twin_of};
use super::scope::{self, Variable};
use super::types::{Itself, Taking, Way, inferred};
use super::{Apart, body, refusal};
use crate::parameter;
use crate::visit::Visit;
use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, GenericArgument, ItemFn, Lifetime, Pat, PatType, ReturnType, Token, WherePredicate,
    parse_quote,
};

impl Apart {
    /// The twin of a function that takes such a type.
    pub(super) fn twin(
        &self,
        item: &ItemFn,
        itself: Option<&Itself>,
        module: &str,
        refuse: &dyn Fn(syn::Error),
    ) -> Option<ItemFn> {
        let function = Function::new(item, itself, module, self).filter(Function::has_twin)?;
        let mut twin = item.clone();
        twin.sig.ident = twin_of(&item.sig.ident);
        twin.sig.constness = None;
        let is_documentation =
            |attr: &Attribute| attr.path().is_ident("doc") || attr.path().is_ident("inline");
        twin.attrs.retain(|attr| !is_documentation(attr));
        twin.attrs.push(parse_quote!(#[doc(hidden)]));
        twin.attrs.push(parse_quote!(#[allow(unused, clippy::all, clippy::pedantic)]));
        let lifetime = lent(&mut twin, &function);
        let lends = names_lifetime(&twin.sig.output);
        let mut variables = Vec::new();
        let mut inputs: Punctuated<FnArg, Token![,]> = Punctuated::new();
        for (input, taking) in twin.sig.inputs.iter().zip(&function.inputs) {
            let Some(taking) = taking else {
                inputs.push(input.clone());
                continue;
            };
            match self.parts(input, taking, (lends, lifetime.as_ref())) {
                Ok((name, variable, parts)) => {
                    inputs.extend(parts);
                    variables.push((name, variable));
                }
                Err(error) => refuse(error),
            }
        }
        twin.sig.inputs = inputs;
        let place = (itself.map(|itself| &*itself.name), module);
        if let Err(error) = body::rewrite(&mut twin, self, place, &variables) {
            refuse(error);
            *twin.block = parse_quote!({ ::core::unimplemented!() });
        }
        Some(twin)
    }

    /// The parameters of the parts.
    fn parts(
        &self,
        input: &FnArg,
        taking: &Taking,
        (lends, lent): (bool, Option<&Lifetime>),
    ) -> syn::Result<(String, Variable, Vec<FnArg>)> {
        let (name, mutable, attrs) = match input {
            FnArg::Receiver(receiver) => (
                "self".to_owned(),
                receiver.reference.is_none() && receiver.mutability.is_some(),
                &receiver.attrs,
            ),
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                    (name.ident.to_string(), name.mutability.is_some(), &typed.attrs)
                }
                pattern => {
                    return Err(refusal(
                        pattern,
                        format_args!(
                            "a pattern takes `{}` apart; write a name, and use its fields",
                            taking.of
                        ),
                    ));
                }
            },
        };
        let Some(of) = self.types.get(&taking.of) else {
            return Err(refusal(input, "the type is not known"));
        };
        let variable = Variable::new(of.with(&taking.arguments), &name, taking.way);
        let made = taking.lifetime.as_ref().or(lent.filter(|_| matches!(input, FnArg::Receiver(_))));
        let mutable = mutable && taking.way == Way::Value;
        let parameters = variable.variables(input.span(), made).into_iter().map(|(name, ty, fixed)| {
            let mut ty = if lends { ty } else { inferred(ty) };
            lent.map(|lent| parameter::name_lifetimes(&mut ty, lent));
            let fixed: Option<Attribute> = fixed.then(|| parse_quote!(#[fixed]));
            FnArg::Typed(PatType {
                attrs: attrs.iter().cloned().chain(fixed).collect(),
                pat: Box::new(scope::pattern(name, mutable)),
                colon_token: <Token![:]>::default(),
                ty: Box::new(ty),
            })
        });
        let parameters = parameters.collect();
        Ok((name, variable, parameters))
    }
}

/// Names the lifetime that the result has from the receiver.
///
/// ```text
/// // Input:  fn row(&self, i: usize) -> &[f64]
/// // Output: fn __apart_row<'__lent>(__self_cells: &'__lent Vec<f64>, __self_width: usize, i: usize) -> &'__lent [f64]
/// ```
fn lent(twin: &mut ItemFn, function: &Function) -> Option<Lifetime> {
    let receiver = function.inputs.first().filter(|_| function.receives())?.as_ref()?;
    let ReturnType::Type(_, output) = &mut twin.sig.output else { return None };
    let lifetime =
        Lifetime { apostrophe: Span::mixed_site(), ident: Ident::new("__lent", Span::mixed_site()) };
    let named = parameter::name_lifetimes(output, &lifetime);
    named.then(|| {
        twin.sig.generics.params.insert(0, parse_quote!(#lifetime));
        let outer = receiver.arguments.iter().filter(|argument| match argument {
            GenericArgument::Lifetime(outer) => outer.ident != "_",
            _ => false,
        });
        let clauses = outer.map(|outer| -> WherePredicate { parse_quote!(#outer: #lifetime) });
        twin.sig.generics.make_where_clause().predicates.extend(clauses);
        lifetime
    })
}

/// Whether a result has a lifetime, which the parameters share then.
fn names_lifetime(output: &ReturnType) -> bool {
    struct Named(bool);
    impl<'ast> Visit<'ast> for Named {
        fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
            self.0 |= lifetime.ident != "static";
        }
    }
    let mut named = Named(false);
    named.visit_return_type(output);
    named.0
}
