//! Traits of a module on floats and lists of floats: their methods become functions. The traits stay, over plain floats.
//!
//! ```text
//! // Input:  trait Shifted { fn shifted(&self, by: f64) -> f64; } impl Shifted for [f64] { fn shifted(&self, by: f64) -> f64 { self[0] + by } }
//! //         … x.shifted(a)
//! // Output: fn shifted(itself: &[f64], by: f64) -> f64 { itself[0] + by } … shifted(&x[..], a)
//! ```

use super::receivers::{self, Function};
use crate::body::functions;
use crate::body::read;
use crate::body::tree::{Body, ExprId, Form};
use crate::fields;
use crate::infer::{Items, Receiver, Typed, infer};
use crate::tokens;
use crate::ty::{List, Ty};
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use syn::{
    Attribute, Block, Expr, ImplItem, Item, ItemFn, ItemImpl, ItemMod, ItemTrait, Path, Signature, TraitItem,
    Type, parse_quote,
};

/// A method of a trait for a type.
struct Extension {
    of_trait: String,
    of: Ty,
    /// The type, where arrays have the length 1.
    written: Type,
    receiver: Receiver,
    function: ItemFn,
    span: Span,
}

impl Extension {
    /// Lets rustc check that the type has no method of this name by itself, which Rust would call.
    ///
    /// ```text
    /// // Input:  trait Shifted { fn shifted(&self, by: f64) -> f64; }
    /// // Output: mod shifted { trait Own { fn shifted<A>(&self, _: A) -> Marker; } … fn check(x: &mut f64) { own((*x).shifted(())) } }
    /// ```
    fn checked(&self, name: &str, root: &Path) -> Item {
        let (method, of) = (Ident::new(name, self.span), &self.written);
        let module = format_ident!("{}_check", self.function.sig.ident);
        let count = self.function.sig.inputs.len() - 1;
        let generics: Vec<_> = (0..count).map(|i| format_ident!("A{i}")).collect();
        // One span, since a local of a `macro_rules!` macro is not seen from the user's tokens.
        let x = Ident::new("x", self.span);
        let (receiver, taken, place) = match self.receiver {
            Receiver::Value => (quote!(self), quote!(#of), quote_spanned!(self.span=> #x)),
            Receiver::Shared => (quote!(&self), quote!(&mut #of), quote_spanned!(self.span=> (*#x))),
            Receiver::Exclusive => (quote!(&mut self), quote!(&mut #of), quote_spanned!(self.span=> (*#x))),
        };
        let nothing = generics.iter().map(|_| quote_spanned!(self.span=> ::core::unreachable!()));
        let signature = quote!(fn #method<#(#generics),*>(#receiver #(, _: #generics)*) -> Own);
        let call = quote_spanned!(self.span=> own(#place.#method(#(#nothing),*)));
        Item::Verbatim(quote! {
            #[allow(dead_code, non_snake_case, unused, unstable_name_collisions, deprecated, clippy::all, clippy::pedantic)]
            mod #module {
                use #root::__private::{Own, own};
                trait Extension { #signature; }
                impl Extension for #of { #signature { ::core::unreachable!() } }
                fn check(#x: #taken) { #call }
            }
        })
    }
}

/// The methods by their names.
type Extensions = BTreeMap<String, Vec<Extension>>;

/// Rewrites the traits of a module, of those inside, and the calls of their methods.
/// Without adjoint programs, traits on vectors are over numbers.
pub(crate) fn write_out(items: &mut Vec<Item>, root: &Path, programs: bool) {
    let mut named = HashMap::new();
    count_methods(items, &mut named);
    in_module(items, &named, (root, programs));
}

/// Counts the methods of traits by their names.
fn count_methods(items: &[Item], named: &mut HashMap<String, usize>) {
    for item in items {
        match item {
            Item::Trait(of) => of.items.iter().for_each(|member| {
                if let TraitItem::Fn(method) = member {
                    *named.entry(method.sig.ident.to_string()).or_default() += 1;
                }
            }),
            Item::Mod(ItemMod { content: Some((_, items)), .. }) => count_methods(items, named),
            _ => {}
        }
    }
}

fn in_module(items: &mut Vec<Item>, named: &HashMap<String, usize>, (root, programs): (&Path, bool)) {
    for item in &mut *items {
        if let Item::Mod(ItemMod { attrs, content: Some((_, items)), .. }) = item
            && !fields::stays(attrs)
        {
            in_module(items, named, (root, programs));
        }
    }
    let mut extensions = Extensions::new();
    for of_trait in items.iter().filter_map(as_trait) {
        let methods = methods(of_trait, items).unwrap_or_default();
        // Which of two traits Rust takes depends on their receivers.
        let alone = methods.iter().all(|(name, _)| named.get(name) == Some(&1));
        let vector = |extension: &Extension| matches!(extension.of, Ty::List(List::Vec, _));
        let of_vectors = methods.iter().flat_map(|(_, extensions)| extensions).all(vector);
        if !alone || of_vectors && !programs {
            continue;
        }
        for (name, methods) in methods {
            extensions.entry(name).or_default().extend(methods);
        }
    }
    if extensions.is_empty() {
        return;
    }
    for item in &mut *items {
        let (name, attrs) = match item {
            Item::Trait(of) => (Some(of.ident.to_string()), &mut of.attrs),
            Item::Impl(of) => (trait_of(of).map(ToString::to_string), &mut of.attrs),
            _ => continue,
        };
        let is_plain = |extension: &Extension| name.as_ref().is_some_and(|name| extension.of_trait == **name);
        if extensions.values().flatten().any(is_plain) {
            attrs.push(parse_quote!(#[fixed]));
            attrs.push(parse_quote!(#[allow(dead_code)]));
        }
    }
    let all = || extensions.iter().flat_map(|(name, all)| all.iter().map(move |extension| (name, extension)));
    items.extend(all().map(|(_, extension)| Item::Fn(extension.function.clone())));
    items.extend(all().map(|(name, extension)| extension.checked(name, root)));
    let declared = Items::of(&*items);
    functions::each(items, &mut |_, signature, block, around| {
        let attrs = around.of_impl.map(|of| &of.attrs).or(around.of_trait.map(|of| &of.attrs));
        if attrs.is_some_and(|attrs| fields::is_fixed(attrs)) {
            return;
        }
        let body = read::read(signature, block);
        let typed = infer(&body, signature, around.of_impl, around.of_trait, &declared);
        let changed = Cell::new(false);
        let printed = body.print(&|id, expr, _| match called(&body, &typed, id, &expr, &extensions) {
            Some(call) => {
                changed.set(true);
                call
            }
            None => expr,
        });
        if changed.get() {
            *block = printed;
        }
    });
}

fn as_trait(item: &Item) -> Option<&ItemTrait> {
    match item {
        Item::Trait(of) => Some(of),
        _ => None,
    }
}

/// The trait of an `impl`, without a path.
fn trait_of(block: &ItemImpl) -> Option<&Ident> {
    block.trait_.as_ref().and_then(|(not, path, _)| path.get_ident().filter(|_| not.is_none()))
}

/// The methods of a trait as functions, if all of it extends types from elsewhere, and nothing but calls of methods uses it.
fn methods(of_trait: &ItemTrait, items: &[Item]) -> Option<Vec<(String, Vec<Extension>)>> {
    let name = &of_trait.ident;
    let blocks: Vec<&ItemImpl> = items
        .iter()
        .filter_map(|item| match item {
            Item::Impl(block) if trait_of(block) == Some(name) => Some(block),
            _ => None,
        })
        .collect();
    let simple = of_trait.generics.params.is_empty() && of_trait.supertraits.is_empty();
    let uses = items.iter().flat_map(|item| tokens::names(item)).filter(|used| used == name).count();
    if !simple || fields::stays(&of_trait.attrs) || blocks.is_empty() || uses != blocks.len() + 1 {
        return None;
    }
    let types = blocks.iter().map(|block| shape(&block.self_ty)).collect::<Option<Vec<Ty>>>()?;
    // Arrays of another length than that of the `impl` would be slices.
    let array = |ty: &Ty| matches!(ty, Ty::List(List::Array, of) if types.contains(&Ty::List(List::Slice, of.clone())));
    let distinct = types.iter().enumerate().all(|(k, ty)| !types[..k].contains(ty) && !array(ty));
    if !distinct || !types.iter().any(Ty::holds_floats) {
        return None;
    }
    let mut all = Vec::new();
    for member in &of_trait.items {
        let TraitItem::Fn(method) = member else { return None };
        let named = method.sig.ident.to_string();
        if !is_simple(&method.sig) {
            return None;
        }
        let mut extensions = Vec::new();
        for (k, (block, of)) in blocks.iter().zip(&types).enumerate() {
            let own = block.items.iter().find_map(|member| match member {
                ImplItem::Fn(own) if own.sig.ident == method.sig.ident => {
                    Some((&own.attrs, &own.sig, &own.block))
                }
                _ => None,
            });
            let default = method.default.as_ref().map(|block| (&method.attrs, &method.sig, block));
            let (attrs, signature, body) = own.or(default)?;
            let receiver = match signature.receiver()? {
                receiver if receiver.reference.is_none() => Receiver::Value,
                receiver if receiver.mutability.is_some() => Receiver::Exclusive,
                _ => Receiver::Shared,
            };
            let function = super::name(&format!("{name}_{named}_{k}"));
            let function = function_of((attrs, signature, body), &block.self_ty, function)?;
            let mut written = (*block.self_ty).clone();
            Short.visit_type_mut(&mut written);
            let (of_trait, of, span) = (name.to_string(), of.clone(), signature.ident.span());
            extensions.push(Extension { of_trait, of, written, receiver, function, span });
        }
        all.push((named, extensions));
    }
    let whole = blocks.iter().all(|block| {
        block.generics.params.is_empty()
            && block.attrs.iter().all(|attr| attr.path().is_ident("doc"))
            && block.items.iter().all(|member| matches!(member, ImplItem::Fn(_)))
    });
    whole.then_some(all)
}

/// Whether the method of a trait has a signature that is also one of a function.
fn is_simple(signature: &Signature) -> bool {
    let receiver = signature.receiver();
    let plain = receiver.is_some_and(|receiver| {
        receiver.colon_token.is_none()
            && receiver.reference.as_ref().is_none_or(|(_, lifetime)| lifetime.is_none())
    });
    plain && signature.generics.params.is_empty() && !tokens::refer(&signature.output)
}

/// The type of an `impl`, if it consists of floats, integers and lists of them.
fn shape(ty: &Type) -> Option<Ty> {
    Some(match ty {
        Type::Slice(of) => Ty::list(List::Slice, shape(&of.elem)?),
        Type::Array(of) => Ty::list(List::Array, shape(&of.elem)?),
        Type::Tuple(of) => Ty::Tuple(of.elems.iter().map(shape).collect::<Option<_>>()?),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            match (&*last.ident.to_string(), &last.arguments) {
                ("f64", syn::PathArguments::None) => Ty::Float,
                ("usize", syn::PathArguments::None) => Ty::Int,
                ("bool", syn::PathArguments::None) => Ty::Bool,
                ("Vec", syn::PathArguments::AngleBracketed(list)) => match list.args.first()? {
                    syn::GenericArgument::Type(of) => Ty::list(List::Vec, shape(of)?),
                    _ => return None,
                },
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// A method as a function.
fn function_of(
    (attrs, signature, body): (&Vec<Attribute>, &Signature, &Block),
    of: &Type,
    function: Ident,
) -> Option<ItemFn> {
    let itself = super::name("self");
    if !is_renamed(body) {
        return None;
    }
    let mut signature = signature.clone();
    let receiver = signature.receiver().cloned()?;
    let mutable = receiver.mutability.filter(|_| receiver.reference.is_none());
    signature.ident = function;
    signature.inputs[0] = match (&receiver.reference, receiver.mutability) {
        (Some(_), exclusive) => parse_quote!(#itself: &#exclusive #of),
        (None, _) => parse_quote!(#mutable #itself: #of),
    };
    OfType(of).visit_signature_mut(&mut signature);
    let body = tokens::renamed(body.to_token_stream(), "self", &itself);
    let attrs = attrs.iter().filter(|attr| !attr.path().is_ident("doc"));
    syn::parse2(quote!(#(#attrs)* #[allow(dead_code, non_snake_case)] #signature #body)).ok()
}

/// Whether `self` may get another name in a body: it does not name the type by `Self`, or a module as in `self::f`, and no text shows it.
fn is_renamed(body: &Block) -> bool {
    let all: Vec<TokenTree> = tokens::flat(body).collect();
    let other = |token: &TokenTree| match token {
        TokenTree::Ident(name) => name == "Self",
        TokenTree::Literal(text) => text.to_string().contains("{self"),
        _ => false,
    };
    let of_module = |pair: &[TokenTree]| matches!(pair, [TokenTree::Ident(name), TokenTree::Punct(next)] if name == "self" && next.as_char() == ':');
    !all.iter().any(other) && !all.windows(2).any(of_module)
}

/// Makes arrays short, since a check need not know their length.
struct Short;

impl VisitMut for Short {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Array(array) = ty {
            array.len = parse_quote!(1);
        }
        visit::visit_type_mut(self, ty);
    }
}

/// Replaces `Self` in types.
struct OfType<'t>(&'t Type);

impl VisitMut for OfType<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.path.is_ident("Self") => *ty = self.0.clone(),
            _ => visit::visit_type_mut(self, ty),
        }
    }
}

/// The function for a call of a method.
fn called(body: &Body, typed: &Typed, id: ExprId, expr: &Expr, extensions: &Extensions) -> Option<Expr> {
    let (Form::Method(of, arguments), Expr::MethodCall(call)) = (body.form(id), expr) else { return None };
    let named = extensions.get(&call.method.to_string())?;
    let (mut ty, mut behind) = (typed.of(*of).clone(), 0);
    let (found, of_slice) = loop {
        if let Some(found) = named.iter().find(|extension| extension.of == ty) {
            break (found, false);
        }
        ty = match ty {
            Ty::Ref { of, .. } | Ty::Pointer(_, of) => (*of).clone(),
            Ty::List(List::Vec | List::Array, element) => {
                let slice = Ty::List(List::Slice, element);
                break (named.iter().find(|extension| extension.of == slice)?, true);
            }
            _ => return None,
        };
        behind += 1;
    };
    let mut path = found.function.sig.ident.clone();
    path.set_span(path.span().located_at(call.method.span()));
    let function = Function { path: &path, receiver: found.receiver, behind, of_slice };
    receivers::called((body, typed), &function, (*of, arguments), call)
}
