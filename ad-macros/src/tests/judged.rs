//! The inferred types, as assertions that rustc judges: `JUDGED=folder cargo test -p exact-ad-macros --lib judged -- --ignored`, and
//! `python3 tests/natural --types`, which compiles the folder.

use super::inference::bodies;
use super::natural::{module, programs};
use crate::body::read;
use crate::body::tree::{Body, ExprId, Form};
use crate::infer::{Items, infer};
use crate::ty::{List, Ty};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Item, parse_quote};

/// The kind of a type, of which rustc finds whether a value is of it. Nothing if there is nothing to judge.
fn kind(ty: &Ty) -> Option<TokenStream> {
    let of = |part: &Ty| kind(part).unwrap_or_else(|| quote!(Any));
    Some(match ty {
        Ty::Float => quote!(Float),
        Ty::Int => quote!(Int),
        Ty::Bool => quote!(Bool),
        Ty::Char => quote!(Char),
        Ty::Text => quote!(Text),
        Ty::Ref { exclusive, of: inner } => {
            let inner = of(inner);
            if *exclusive { quote!(Exclusive<#inner>) } else { quote!(Shared<#inner>) }
        }
        Ty::Pointer(_, inner) => {
            let inner = of(inner);
            quote!(Pointer<#inner>)
        }
        Ty::Tuple(parts) if parts.len() < 5 => {
            let name = format_ident!("Tuple{}", parts.len());
            let parts = parts.iter().map(of);
            quote!(#name<#(#parts),*>)
        }
        Ty::List(kind, element) => {
            let element = of(element);
            let name = match kind {
                List::Array => quote!(Array),
                List::Slice => quote!(Slice),
                List::Vec => quote!(List),
                List::Deque | List::Heap => return None,
            };
            quote!(#name<#element>)
        }
        Ty::Option(content) => {
            let content = of(content);
            quote!(Optional<#content>)
        }
        Ty::Result(value, error) => {
            let (value, error) = (of(value), of(error));
            quote!(Fallible<#value, #error>)
        }
        Ty::Iterator(item) => {
            let item = of(item);
            quote!(Items<#item>)
        }
        Ty::Map(_, key, value) => {
            let (key, value) = (of(key), of(value));
            quote!(Map<#key, #value>)
        }
        Ty::Struct(name, arguments) if arguments.is_empty() => {
            let name = format_ident!("Is{}", &**name);
            quote!(#name)
        }
        _ => return None,
    })
}

/// Whether the expression is a value, which a function may take and give back.
fn is_value(body: &Body, id: ExprId) -> bool {
    matches!(body.form(id), Form::Call(..) | Form::Method(..) | Form::Binary(..) | Form::Try(_))
}

struct Judged {
    bodies: std::vec::IntoIter<syn::Block>,
}

impl VisitMut for Judged {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        *block = self.bodies.next().expect("a body");
    }
    fn visit_trait_item_fn_mut(&mut self, item: &mut syn::TraitItemFn) {
        item.default.iter_mut().for_each(|block| self.visit_block_mut(block));
    }
}

struct Unmarked;

impl VisitMut for Unmarked {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.retain(|attr| ["derive", "default", "allow"].iter().any(|name| attr.path().is_ident(name)));
        attrs.iter_mut().for_each(|attr| visit_mut::visit_attribute_mut(self, attr));
    }
}

/// The modules and the markers of their structs.
fn marked(items: &mut Vec<Item>) {
    let mut markers: Vec<Item> = vec![parse_quote!(
        use crate::judge::*;
    )];
    for item in &mut *items {
        let (name, generics) = match item {
            Item::Struct(item) => (&item.ident, &item.generics),
            Item::Enum(item) => (&item.ident, &item.generics),
            Item::Mod(item) => {
                item.content.iter_mut().for_each(|(_, items)| marked(items));
                continue;
            }
            _ => continue,
        };
        let marker = format_ident!("Is{}", name);
        markers.push(parse_quote!(pub struct #marker;));
        if generics.type_params().next().is_none() {
            let (parameters, arguments, _) = generics.split_for_impl();
            markers.push(parse_quote!(impl #parameters Is<#marker> for #name #arguments {}));
        }
    }
    items.extend(markers);
}

#[test]
#[ignore = "rustc judges what it writes"]
fn types_are_written_for_rustc() {
    let folder = std::env::var("JUDGED").expect("a folder");
    let mut judged = 0;
    for (program, source) in programs() {
        let mut module = module(&source);
        Unmarked.visit_item_mod_mut(&mut module);
        let items = module.content.take().map(|(_, items)| items).unwrap_or_default();
        let declared = Items::of(&items);
        let mut written = Vec::new();
        bodies(&items, &mut |signature, block, of_impl, of_trait| {
            let body = read::read(signature, block);
            let typed = infer(&body, signature, of_impl, of_trait, &declared);
            if signature.constness.is_some() {
                return written.push(block.clone());
            }
            // The length of a list is a constant.
            let counts = body.ids().filter_map(|id| match body.form(id) {
                Form::Repeat(_, count) => Some(*count),
                _ => None,
            });
            let counts: Vec<ExprId> = counts.collect();
            let judged_here = |id: &ExprId| {
                is_value(&body, *id)
                    && !typed.objects.contains_key(id)
                    && !counts.iter().any(|count| body.contains(*count, *id))
            };
            written.push(body.print(&|id, expr, _| match kind(typed.of(id)).filter(|_| judged_here(&id)) {
                Some(kind) => parse_quote!(crate::judge::is::<#kind, _>(#expr)),
                None => expr,
            }));
            judged += body.ids().filter(|id| judged_here(id) && kind(typed.of(*id)).is_some()).count();
        });
        let mut file = syn::File { shebang: None, attrs: Vec::new(), items };
        Judged { bodies: written.into_iter() }.visit_file_mut(&mut file);
        file.items.retain(|item| !item.to_token_stream().to_string().contains("ad :: prelude"));
        marked(&mut file.items);
        std::fs::write(format!("{folder}/{program}.rs"), prettyplease::unparse(&file)).expect("a file");
    }
    println!("{judged} expressions");
}
