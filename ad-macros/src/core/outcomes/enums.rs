//! The enums in place of results.

use super::types::result;
use crate::core::has_numbers;
use crate::fields;
use crate::numbers::Numbers;
use crate::parameter;
use crate::ty::Ty;
use crate::visit::{self, VisitMut};
use proc_macro2::TokenTree;
use quote::{ToTokens, format_ident};
use std::cell::RefCell;
use std::collections::HashMap;
use syn::{Attribute, Ident, Item, Type, parse_quote};

/// The enums of the module.
pub(super) struct Enums<'a> {
    numbers: &'a Numbers,
    /// The first of their names.
    name: Ident,
    known: RefCell<Vec<(Ty, Type)>>,
    /// The tokens of each type, and the number of its enum.
    spelled: RefCell<HashMap<String, usize>>,
}

impl<'a> Enums<'a> {
    pub(super) fn new(numbers: &'a Numbers, name: Ident) -> Self {
        Enums { numbers, name, known: RefCell::default(), spelled: RefCell::default() }
    }

    pub(super) fn add(&self, ty: Ty, written: Type) -> usize {
        let mut known = self.known.borrow_mut();
        let tokens = written.to_token_stream().to_string();
        let number = known.iter().position(|(of, _)| *of == ty).unwrap_or_else(|| {
            known.push((ty, written));
            known.len() - 1
        });
        self.spelled.borrow_mut().insert(tokens, number);
        number
    }

    fn ident(&self, number: usize) -> Ident {
        if number == 0 { self.name.clone() } else { format_ident!("{}{number}", self.name) }
    }

    /// The enum of a written type.
    pub(super) fn named(&self, written: &Type) -> Option<Ident> {
        let number = self.spelled.borrow().get(&written.to_token_stream().to_string()).copied();
        number.map(|number| self.ident(number))
    }

    /// The enum of a result with numbers in its error.
    pub(super) fn of(&self, ty: &Ty) -> Option<Ident> {
        let Ty::Result(value, error) = ty else { return None };
        if !self.has_numbers(error) {
            return None;
        }
        let fits = |of: &Ty| match of {
            Ty::Result(v, e) => fits(value, v) && fits(error, e),
            _ => false,
        };
        let found = self.known.borrow().iter().position(|(of, _)| of == ty);
        let found = found.or_else(|| self.known.borrow().iter().position(|(of, _)| fits(of)));
        let number = match found {
            Some(number) => number,
            None => {
                // An integer whose width is not written is perhaps a length.
                let has_text = ty.to_string().contains("str");
                let mut written = ty.written().filter(|_| !has_text)?;
                Lengths.visit_type_mut(&mut written);
                self.add(ty.clone(), written)
            }
        };
        Some(self.ident(number))
    }

    pub(super) fn has_numbers(&self, ty: &Ty) -> bool {
        has_numbers(ty, self.numbers)
    }

    pub(super) fn items(&self, around: &[Item]) -> Vec<Item> {
        let known = self.known.borrow();
        let enums = known.iter().enumerate().filter_map(|(number, (_, written))| {
            let (name, (value, error)) = (self.ident(number), result(written)?);
            let derived = derived(written, around);
            Some(parse_quote! {
                #[doc(hidden)]
                #[derive(#(#derived),*)]
                #[allow(dead_code, private_interfaces, unreachable_pub, clippy::large_enum_variant)]
                pub enum #name { Value(#value), Error(#error) }
            })
        });
        enums.collect()
    }
}

/// The traits that a result of this type has, which may be derived.
fn derived(ty: &Type, items: &[Item]) -> Vec<Ident> {
    let named = |name: &Ident| items.iter().find(|item| fields::name(item).is_some_and(|of| of == *name));
    let has = |of: &str| {
        let mut tokens: Vec<_> = ty.to_token_stream().into_iter().collect();
        let mut all = true;
        while let Some(token) = tokens.pop() {
            match token {
                TokenTree::Ident(name) => {
                    let derives =
                        |attrs: &[Attribute]| attrs.iter().any(|attr| parameter::mentions(attr, of));
                    let known = match named(&name) {
                        Some(Item::Struct(item)) => derives(&item.attrs),
                        Some(Item::Enum(item)) => derives(&item.attrs),
                        Some(_) => false,
                        None => match &*name.to_string() {
                            "String" | "Vec" | "Box" => of != "Copy",
                            name => {
                                name.starts_with(char::is_lowercase) || name == "Option" || name == "Result"
                            }
                        },
                    };
                    all &= known;
                }
                TokenTree::Group(group) => tokens.extend(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        all
    };
    ["Copy", "Debug", "PartialEq"].into_iter().filter(|of| has(of)).map(|of| format_ident!("{of}")).collect()
}

/// Whether types are one, as far as the inference knows them.
fn fits(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Unknown | Ty::Never | Ty::Infer(_), _) | (_, Ty::Unknown | Ty::Never | Ty::Infer(_)) => true,
        (a, b) => {
            let (left, right) = (a.parts(), b.parts());
            std::mem::discriminant(a) == std::mem::discriminant(b)
                && left.len() == right.len()
                && a.name() == b.name()
                && left.into_iter().zip(right).all(|(a, b)| fits(a, b))
        }
    }
}

/// Lengths in place of `_`.
struct Lengths;

impl VisitMut for Lengths {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Infer(_) = ty {
            *ty = parse_quote!(usize);
        }
        visit::visit_type_mut(self, ty);
    }
}
