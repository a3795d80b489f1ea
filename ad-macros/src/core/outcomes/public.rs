//! The public functions whose results have an enum: each is divided into one that gives the enum, and one that gives the result.

use super::enums::Enums;
use super::types::Types;
use crate::args;
use crate::fields;
use crate::names::Names;
use crate::parameter;
use crate::visit::{self, Visit};
use quote::{format_ident, quote};
use std::collections::HashMap;
use syn::{
    Attribute, FnArg, Ident, ImplItem, ImplItemFn, Item, ReturnType, Signature, Type, Visibility, parse_quote,
};

/// The public functions.
#[derive(Default)]
pub(super) struct Twins {
    /// The functions that give the enums, by the names of their types and of the public functions.
    names: HashMap<(Option<String>, String), Ident>,
    /// The public functions that call these, with the number of their item.
    pub(super) public: Vec<(usize, ImplItemFn)>,
}

impl Twins {
    /// Renames the public functions, and declares those that call them.
    pub(super) fn of_items(
        items: &mut [Item],
        types: &Types<'_>,
        enums: &Enums<'_>,
        names: &mut Names,
    ) -> Self {
        let mut twins = Twins::default();
        for (number, item) in items.iter_mut().enumerate() {
            let mut divide =
                |holder: Option<&Ident>, vis: &Visibility, sig: &mut Signature, attrs: &mut _| {
                    if !matches!(vis, Visibility::Inherited)
                        && let Some(method) = twins.declare(holder, (sig, attrs), types, enums, names)
                    {
                        twins.public.push((number, ImplItemFn { vis: vis.clone(), ..method }));
                    }
                };
            match item {
                Item::Fn(of) if fields::is_fixed(&of.attrs) => {}
                Item::Fn(of) => divide(None, &of.vis, &mut of.sig, &mut of.attrs),
                Item::Impl(of) if of.trait_.is_none() && !types.leaves(of) => {
                    let holder = parameter::type_name(&of.self_ty);
                    for member in &mut of.items {
                        if let ImplItem::Fn(of) = member {
                            divide(holder.as_ref(), &of.vis, &mut of.sig, &mut of.attrs);
                        }
                    }
                }
                _ => {}
            }
        }
        twins
    }

    fn declare(
        &mut self,
        holder: Option<&Ident>,
        (sig, attrs): (&mut Signature, &mut Vec<Attribute>),
        types: &Types<'_>,
        enums: &Enums<'_>,
        names: &mut Names,
    ) -> Option<ImplItemFn> {
        let ReturnType::Type(_, output) = &sig.output else { return None };
        let result = types.read(output)?;
        let of = enums.named(&result)?;
        // A parameter of such a type has the enum in both.
        let mut inputs = Found { types, any: false };
        inputs.visit_signature(&Signature { output: ReturnType::Default, ..sig.clone() });
        if inputs.any {
            return None;
        }
        let name = sig.ident.to_string();
        let twin = names.fresh(&format!("outcome_of_{}", name.trim_start_matches("r#")));
        let block = passed_on(sig, holder.is_some(), &twin, &of);
        let mut public: ImplItemFn = parse_quote!(fn f() #block);
        (public.attrs, public.sig) = (attrs.clone(), sig.clone());
        public.attrs.push(args::without_program());
        // A name would hide the numbers.
        public.sig.output = parse_quote!(-> #result);
        for (i, input) in public.sig.inputs.iter_mut().enumerate() {
            if let FnArg::Typed(parameter) = input {
                let name = format_ident!("__ad_argument{i}");
                parameter.pat = parse_quote!(#name);
            }
        }
        attrs.push(parse_quote!(#[doc(hidden)]));
        sig.ident = twin.clone();
        self.names.insert((holder.map(ToString::to_string), name), twin);
        Some(public)
    }

    pub(super) fn of(&self, holder: Option<&str>, name: &Ident) -> Option<&Ident> {
        self.names.get(&(holder.map(str::to_owned), name.to_string()))
    }
}

/// Whether results with numbers in their errors are among types.
struct Found<'a> {
    types: &'a Types<'a>,
    any: bool,
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_type(&mut self, ty: &'ast Type) {
        self.any |= self.types.read(ty).is_some();
        visit::visit_type(self, ty);
    }
}

/// The body of a public function.
fn passed_on(signature: &Signature, of_type: bool, twin: &Ident, of: &Ident) -> syn::Block {
    let implied = signature.inputs.iter().any(|input| parameter::mentions(input, "impl"));
    let types = signature.generics.type_params().map(|parameter| &parameter.ident).filter(|_| !implied);
    let types: Vec<&Ident> = types.collect();
    let turbofish = (!types.is_empty()).then(|| quote!(::<#(#types),*>));
    let mut callee = if of_type { quote!(Self::#twin) } else { quote!(#twin) };
    let mut arguments = Vec::new();
    for (i, input) in signature.inputs.iter().enumerate() {
        match input {
            FnArg::Receiver(receiver) => {
                let itself = &receiver.self_token;
                callee = quote!(#itself.#twin);
            }
            FnArg::Typed(_) => arguments.push(format_ident!("__ad_argument{i}")),
        }
    }
    parse_quote!({
        match #callee #turbofish(#(#arguments),*) {
            #of::Value(__ad_value) => ::core::result::Result::Ok(__ad_value),
            #of::Error(__ad_error) => ::core::result::Result::Err(__ad_error),
        }
    })
}
