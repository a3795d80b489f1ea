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
use crate::library;
use crate::ty::{List, Ty};
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::cell::Cell;
use std::collections::HashMap;
use syn::{
    Attribute, Block, Expr, ImplItem, Item, ItemFn, ItemImpl, ItemMod, ItemTrait, Signature, TraitItem, Type,
    parse_quote,
};

/// A method of a trait for a type.
struct Extension {
    of_trait: String,
    of: Ty,
    receiver: Receiver,
    function: ItemFn,
}

/// Methods of floats, slices and vectors, some of which are not stable, that the table of the library does not have.
const OTHERS: &str = "is_subnormal classify to_ne_bytes to_le_bytes to_be_bytes abs_sub to_int_unchecked maximum minimum gamma ln_gamma erf \
    algebraic_add algebraic_sub algebraic_mul algebraic_div algebraic_rem split_last_chunk split_first_chunk split_at_checked \
    split_at_mut_checked as_ptr_range as_mut_ptr_range get_unchecked get_unchecked_mut rsplitn rsplitn_mut splitn splitn_mut \
    array_windows array_chunks align_to align_to_mut element_offset subslice_range as_flattened as_flattened_mut connect \
    get_disjoint_mut get_disjoint_unchecked_mut as_array as_mut_array sort_floats extract_if into_flattened spare_capacity_mut shrink_to \
    insert_mut push_mut into_raw_parts into_parts try_reserve try_reserve_exact push_within_capacity type_id borrow borrow_mut";

/// The methods by their names.
type Extensions = HashMap<String, Vec<Extension>>;

/// Rewrites the traits of a module, of those inside, and the calls of their methods.
/// Without adjoint programs, traits on vectors are over numbers.
pub(crate) fn write_out(items: &mut Vec<Item>, programs: bool) {
    let mut named = HashMap::new();
    count_methods(items, &mut named);
    in_module(items, &named, programs);
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

fn in_module(items: &mut Vec<Item>, named: &HashMap<String, usize>, programs: bool) {
    for item in &mut *items {
        if let Item::Mod(ItemMod { attrs, content: Some((_, items)), .. }) = item
            && !fields::stays(attrs)
        {
            in_module(items, named, programs);
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
    items.extend(extensions.values().flatten().map(|extension| Item::Fn(extension.function.clone())));
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
    let uses = items.iter().map(|item| count(item.to_token_stream(), name)).sum::<usize>();
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
        let of_std = library::methods::named(&named).next().is_some()
            || Items::of_std().has_method(&named)
            || OTHERS.split_whitespace().any(|other| other == named);
        if of_std || !is_simple(&method.sig) {
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
            extensions.push(Extension { of_trait: name.to_string(), of: of.clone(), receiver, function });
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
    let borrows = |tokens: TokenStream| tokens.into_iter().any(|token| token.to_string() == "&");
    let plain = receiver.is_some_and(|receiver| {
        receiver.colon_token.is_none()
            && receiver.reference.as_ref().is_none_or(|(_, lifetime)| lifetime.is_none())
    });
    plain && signature.generics.params.is_empty() && !borrows(signature.output.to_token_stream())
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

/// A method as a function. Its body may not name the type by `Self`, and no text of it may show `self`.
fn function_of(
    (attrs, signature, body): (&Vec<Attribute>, &Signature, &Block),
    of: &Type,
    function: Ident,
) -> Option<ItemFn> {
    let itself = super::name("self");
    let names_type = count(body.to_token_stream(), &Ident::new("Self", itself.span())) > 0;
    if names_type || is_shown(body.to_token_stream()) {
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
    let body = with_name(body.to_token_stream(), &itself);
    let attrs = attrs.iter().filter(|attr| !attr.path().is_ident("doc"));
    syn::parse2(quote!(#(#attrs)* #[allow(dead_code, non_snake_case)] #signature #body)).ok()
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

/// Replaces `self`. A module, as in `self::f`, keeps its name.
fn with_name(tokens: TokenStream, itself: &Ident) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut renamed = Vec::new();
    while let Some(token) = tokens.next() {
        let module = matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':');
        renamed.push(match token {
            TokenTree::Ident(name) if name == "self" && !module => {
                TokenTree::Ident(Ident::new(&itself.to_string(), itself.span().located_at(name.span())))
            }
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), with_name(group.stream(), itself));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token,
        });
    }
    renamed.into_iter().collect()
}

/// Whether a text shows `self`: `"{self}"`
fn is_shown(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Literal(text) => text.to_string().contains("{self"),
        TokenTree::Group(group) => is_shown(group.stream()),
        _ => false,
    })
}

/// How often a name occurs.
fn count(tokens: TokenStream, name: &Ident) -> usize {
    let of = |token: TokenTree| match token {
        TokenTree::Ident(other) => usize::from(other == *name),
        TokenTree::Group(group) => count(group.stream(), name),
        _ => 0,
    };
    tokens.into_iter().map(of).sum()
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
