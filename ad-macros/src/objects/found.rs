//! The traits of a module whose objects can be an enum: their methods, and the types that have them.

use super::public;
use crate::fields::is_fixed;
use crate::names::{Names, camel_case};
use crate::parameter::{mentions as names, type_name};
use crate::refusal;
use crate::tokens;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::{
    Attribute, FnArg, Generics, Item, ItemImpl, ItemTrait, Pat, Signature, TraitItem, TypeParamBound,
    Visibility, parse_quote,
};

/// A trait with objects.
pub(super) struct Object {
    pub(super) of: Ident,
    /// The name of the enum.
    pub(super) name: Ident,
    pub(super) vis: Visibility,
    /// The origin of `Debug`, if the trait demands it.
    pub(super) debug: Option<Debug>,
    /// The methods of the trait, and of the traits of the module above it.
    pub(super) traits: Vec<(Ident, Vec<Signature>)>,
    pub(super) variants: Vec<Variant>,
}

/// How an object is formatted.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Debug {
    Derived,
    /// Some type has an `impl` of its own, which is for plain floats.
    Written,
}

/// A type with the trait.
pub(super) struct Variant {
    pub(super) name: Ident,
    pub(super) ty: Ident,
}

impl Object {
    pub(super) fn variant(&self, ty: &Ident) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.ty == *ty)
    }
}

/// How often the tokens contain `dyn Name`.
pub(super) fn mentions(tokens: &TokenStream, name: &Ident) -> usize {
    let mut object = false;
    let mut count = 0;
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => {
                object = false;
                count += mentions(&group.stream(), name);
            }
            TokenTree::Ident(ident) => {
                count += usize::from(object && ident == *name);
                object = ident == "dyn"
                    || object && matches!(ident.to_string().as_str(), "crate" | "super" | "self");
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Punct(_) | TokenTree::Literal(_) => object = false,
        }
    }
    count
}

/// A trait among these items, whose objects the whole module mentions so many times.
pub(super) fn read(
    item: &ItemTrait,
    items: &[Item],
    mentioned: usize,
    names: &mut Names,
) -> syn::Result<Object> {
    let refuse = |at: &dyn ToTokens, why: &str| Err(refusal_of(&item.ident, at, why));
    if !item.generics.params.is_empty() {
        return refuse(&item.generics, "the trait has generic parameters");
    }
    let own = items.iter().filter(|item| !matches!(item, Item::Mod(_)));
    if own.map(|other| mentions(&other.to_token_stream(), &item.ident)).sum::<usize>() < mentioned {
        return refuse(&item.ident, "another module mentions it");
    }
    let written = implementors(items, &Ident::new("Debug", item.ident.span()));
    let mut traits = Vec::new();
    let debug = methods(item, item, items, &mut traits)?;
    let debug = debug.then_some(if written.is_empty() { Debug::Derived } else { Debug::Written });
    let mut variants = Vec::new();
    for other in implementors(items, &item.ident) {
        let ty = implementor(item, other, items)?;
        variants.push(Variant { name: format_ident!("Of{}", ty), ty });
    }
    if variants.is_empty() {
        return refuse(&item.ident, "no type of the module has the trait");
    }
    if let Some(at) = items.iter().find_map(changes_behind_references) {
        return refuse(
            at,
            "this type can change behind `&`, and a change of a copied object would be lost; use `&mut self`",
        );
    }
    public::check(items, &item.ident)?;
    let name = names.fresh(&format_ident!("{}Object", camel_case(&item.ident)).to_string());
    let name = Ident::new(&name.to_string(), item.ident.span());
    Ok(Object { of: item.ident.clone(), name, vis: item.vis.clone(), debug, traits, variants })
}

/// The name of a type with interior mutability.
fn changes_behind_references(item: &Item) -> Option<&Ident> {
    let name = match item {
        Item::Struct(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        _ => return None,
    };
    ["Cell", "RefCell", "OnceCell"].iter().any(|cell| names(item, cell)).then_some(name)
}

/// The refusal of a trait's objects.
pub(super) fn refusal_of(name: &Ident, at: &dyn ToTokens, why: &str) -> syn::Error {
    syn::Error::new_spanned(at.to_token_stream(), refusal::Item::Objects { name, why })
}

/// Adds the methods of a trait and of those above it, which an object has as well. Returns whether `Debug` is among them.
fn methods(
    object: &ItemTrait,
    item: &ItemTrait,
    items: &[Item],
    traits: &mut Vec<(Ident, Vec<Signature>)>,
) -> syn::Result<bool> {
    if traits.iter().any(|(known, _)| *known == item.ident) {
        return Ok(false);
    }
    let own = item.items.iter().filter_map(|member| method(object, member).transpose());
    traits.push((item.ident.clone(), own.collect::<syn::Result<_>>()?));
    let mut debug = false;
    for bound in &item.supertraits {
        let TypeParamBound::Trait(above) = bound else { continue };
        let name = above.path.segments.last().map(|last| &last.ident);
        let local = items.iter().find_map(|other| match other {
            Item::Trait(other) if Some(&other.ident) == name && other.generics.params.is_empty() => {
                Some(other)
            }
            _ => None,
        });
        match local {
            Some(above) => debug |= methods(object, above, items, traits)?,
            None if is_dropped(bound) => debug |= name.is_some_and(|name| name == "Debug"),
            None => {
                let why = "an object has the methods of this trait of another module as well";
                return Err(refusal_of(&object.ident, bound, why));
            }
        }
    }
    Ok(debug)
}

/// Whether a bound on a trait says nothing about its numbers: those of one evaluation are not formatted, and stay in one thread.
pub(super) fn is_dropped(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| ["Debug", "Send", "Sync"].iter().any(|name| last.ident == name))
        }
        TypeParamBound::Lifetime(_) => true,
        _ => false,
    }
}

/// The signature of a method, if objects have the method.
fn method(item: &ItemTrait, member: &TraitItem) -> syn::Result<Option<Signature>> {
    let refuse = |at: &dyn ToTokens, why: &str| Err(refusal_of(&item.ident, at, why));
    let TraitItem::Fn(method) = member else {
        return refuse(member, "an object has methods only");
    };
    if is_conditional(&method.attrs) {
        return refuse(&method.sig.ident, CONDITIONAL);
    }
    let mut signature = method.sig.clone();
    let of_types = |clause: &syn::WhereClause| names(clause, "Sized");
    if method.default.is_some() && signature.generics.where_clause.as_ref().is_some_and(of_types) {
        return Ok(None);
    }
    let name = signature.ident.clone();
    let exclusive = match signature.receiver() {
        Some(receiver) if receiver.colon_token.is_none() && receiver.reference.is_some() => {
            receiver.mutability.is_some()
        }
        _ => return refuse(&name, &format!("`{name}` takes neither `&self` nor `&mut self`")),
    };
    if exclusive && tokens::refer(&signature.output) {
        return refuse(&signature.output, &format!("`{name}` takes `&mut self` and returns a reference"));
    }
    if signature.generics.type_params().next().is_some() || signature.asyncness.is_some() {
        return refuse(&name, &format!("`{name}` is generic"));
    }
    let inputs = signature.inputs.iter_mut().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    for (i, typed) in inputs.enumerate() {
        let name = match &*typed.pat {
            Pat::Ident(name) => name.ident.clone(),
            _ => format_ident!("__argument_{i}", span = name.span()),
        };
        *typed.pat = parse_quote!(#name);
    }
    Ok(Some(signature))
}

/// The `impl`s of a trait, also those in modules inside.
fn implementors<'a>(items: &'a [Item], of: &Ident) -> Vec<&'a ItemImpl> {
    let named = |item: &ItemImpl| {
        let path = item.trait_.as_ref().map(|(_, path, _)| path);
        path.and_then(|path| path.segments.last()).is_some_and(|last| last.ident == *of)
    };
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Impl(item) if named(item) => found.push(item),
            Item::Mod(inner) => {
                found.extend(inner.content.iter().flat_map(|(_, items)| implementors(items, of)));
            }
            _ => {}
        }
    }
    found
}

const CONDITIONAL: &str = "it is compiled by `cfg` only";

/// Whether an item is there under some condition.
fn is_conditional(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg"))
}

const ELSEWHERE: &str = "this type with the trait is no struct or enum of the module, or it is generic";

/// The type of an `impl`: one of these items, without generic parameters.
fn implementor(of: &ItemTrait, item: &ItemImpl, items: &[Item]) -> syn::Result<Ident> {
    let ty = &item.self_ty;
    let refuse = |why: &str| Err(refusal_of(&of.ident, ty, why));
    let name = match (&**ty, type_name(ty)) {
        (syn::Type::Path(path), Some(name)) if path.path.get_ident().is_some() => name,
        _ => return refuse(ELSEWHERE),
    };
    let generics = items.iter().find_map(|other| match other {
        Item::Struct(other) if other.ident == name => Some((&other.generics, &other.attrs)),
        Item::Enum(other) if other.ident == name => Some((&other.generics, &other.attrs)),
        _ => None,
    });
    let none = |generics: &Generics| generics.params.is_empty();
    match generics {
        Some((generics, attrs)) if none(generics) && none(&item.generics) => {
            if is_fixed(attrs) || is_fixed(&item.attrs) {
                return refuse("a type with the trait is `#[fixed]`");
            }
            if is_conditional(attrs) || is_conditional(&item.attrs) {
                return refuse(CONDITIONAL);
            }
            Ok(name)
        }
        _ => refuse(ELSEWHERE),
    }
}
