//! The functions and methods of a module that take, or give, a type that is taken apart.

use super::Apart;
use super::types::{Itself, Taking, Way};
use crate::fields;
use crate::parameter::mentions;
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::{FnArg, ImplItem, ImplItemFn, Item, ItemFn, ReturnType};

/// The beginning of a twin's name.
pub(super) const PREFIX: &str = "__apart_";

/// A function with such a type in its signature.
pub(super) struct Function {
    /// The type of a method or associated function.
    pub(super) of: Option<Itself>,
    pub(super) item: ItemFn,
    /// The parameters, with the receiver, and the types among them that are taken apart.
    pub(super) inputs: Vec<Option<Taking>>,
    /// The type that it makes.
    pub(super) makes: Option<Taking>,
    /// Whether its signature contains such a type elsewhere: `Vec<Curve>`.
    pub(super) hides: bool,
    /// The path of its module.
    module: String,
}

impl Function {
    pub(super) fn new(item: &ItemFn, itself: Option<&Itself>, module: &str, apart: &Apart) -> Option<Self> {
        let inputs = item.sig.inputs.iter().map(|input| input_of(input, itself, apart));
        let inputs: Vec<_> = inputs.collect();
        let makes = match &item.sig.output {
            ReturnType::Type(_, ty) => apart.taking(ty, itself).filter(|taking| taking.way == Way::Value),
            ReturnType::Default => None,
        };
        let of_itself = itself.is_some_and(|itself| apart.types.contains_key(&itself.name));
        let names = |tokens: &dyn Fn(&str) -> bool| {
            apart.types.keys().any(|name| tokens(name)) || of_itself && tokens("Self")
        };
        let mut hides = makes.is_none() && names(&|name| mentions(&item.sig.output, name));
        hides |= inputs.iter().flatten().any(|taking| apart.is_nested(taking));
        for (input, taking) in item.sig.inputs.iter().zip(&inputs) {
            hides |= taking.is_none() && names(&|name| mentions(input, name));
        }
        let concerned = hides || makes.is_some() || inputs.iter().any(Option::is_some);
        let (of, module) = (itself.cloned(), module.to_owned());
        concerned.then(|| Function { of, item: item.clone(), inputs, makes, hides, module })
    }

    pub(super) fn name(&self) -> String {
        self.item.sig.ident.to_string()
    }

    pub(super) fn receives(&self) -> bool {
        self.item.sig.receiver().is_some()
    }

    /// Whether it has a twin.
    pub(super) fn has_twin(&self) -> bool {
        self.makes.is_none() && !self.hides
    }

    /// Whether its calls in a module are inlined. The names in its body may have other meanings elsewhere.
    pub(super) fn is_made_in(&self, module: &str) -> bool {
        self.makes.is_some() && self.module == module
    }

    fn is_of(&self, of: Option<&str>) -> bool {
        self.of.as_ref().map(|of| &*of.name) == of
    }
}

/// The type of a parameter, if it is taken apart.
fn input_of(input: &FnArg, itself: Option<&Itself>, apart: &Apart) -> Option<Taking> {
    match input {
        FnArg::Receiver(receiver) => apart.taking(&receiver.ty, itself),
        FnArg::Typed(typed) => apart.taking(&typed.ty, itself),
    }
}

/// The name of a function's twin.
pub(super) fn twin_of(name: &Ident) -> Ident {
    let name_without_prefix = name.to_string();
    format_ident!(
        "{PREFIX}{}",
        name_without_prefix.trim_start_matches("r#"),
        span = Span::mixed_site().located_at(name.span())
    )
}

impl Apart {
    /// Whether a type cannot be taken apart.
    fn is_nested(&self, taking: &Taking) -> bool {
        self.types.get(&taking.of).is_some_and(|of| of.nested.is_some())
    }

    /// The function, or function of a type, of this name. Of several, each of which would be inlined, none is known.
    pub(super) fn function(&self, of: Option<&str>, name: &str) -> Option<&Function> {
        let mut all = self.functions.iter().filter(|function| function.is_of(of) && function.name() == name);
        let first = all.next()?;
        all.all(|other| first.makes.is_none() && other.makes.is_none()).then_some(first)
    }

    /// The methods of other types that take such a type beside their receiver.
    pub(super) fn methods(&self, name: &str) -> Vec<&Function> {
        let receives = |function: &&Function| function.receives() && function.inputs[0].is_none();
        self.functions.iter().filter(receives).filter(|function| function.name() == name).collect()
    }
}

/// The functions of these items and of the modules inside.
pub(super) fn of(items: &[Item], module: &str, apart: &Apart) -> Vec<Function> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Fn(of) if !fields::stays(&of.attrs) => found.extend(Function::new(of, None, module, apart)),
            Item::Impl(block) if !fields::stays(&block.attrs) && block.trait_.is_none() => {
                let itself = Itself::of(&block.self_ty);
                found.extend(block.items.iter().filter_map(|member| match member {
                    ImplItem::Fn(method) => Function::new(&of_method(method), itself.as_ref(), module, apart),
                    _ => None,
                }));
            }
            Item::Mod(inner) if !fields::stays(&inner.attrs) => {
                let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
                found.extend(self::of(items, &super::inside(module, &inner.ident), apart));
            }
            _ => {}
        }
    }
    found
}

pub(super) fn of_method(method: &ImplItemFn) -> ItemFn {
    let ImplItemFn { attrs, vis, sig, block, .. } = method.clone();
    ItemFn { attrs, vis, sig, block: Box::new(block) }
}

pub(super) fn method_of(function: ItemFn) -> ImplItem {
    let ItemFn { attrs, vis, sig, block } = function;
    ImplItem::Fn(ImplItemFn { attrs, vis, defaultness: None, sig, block: *block })
}
