//! The items of a module, and the declarations of `std`: the signatures, fields and operators that the inference instantiates.

use super::written::{Bound, Written};
use crate::fields;
use crate::library::types;
use crate::parameter::type_name;
use crate::ty::Name;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{
    FnArg, GenericParam, Generics, ImplItem, Item, ItemImpl, ItemMod, ReturnType, Signature, TraitItem, Type,
    TypeParamBound, WherePredicate,
};

/// A function, of the module or of `std`.
pub(crate) struct Callable {
    /// The type or trait that it belongs to.
    pub(super) of: Option<Owner>,
    pub(super) generics: Vec<Generic>,
    pub(super) receiver: Option<Receiver>,
    pub(super) parameters: Vec<Rc<Written>>,
    pub(super) output: Option<Rc<Written>>,
}

/// The receiver of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Receiver {
    Value,
    Shared,
    Exclusive,
}

/// The `impl` or trait around a function.
#[derive(Clone)]
pub(super) struct Owner {
    pub(super) name: Name,
    pub(super) generics: Vec<Generic>,
    pub(super) itself: Itself,
    /// The trait of an `impl`.
    of_trait: Option<Name>,
}

#[derive(Clone)]
pub(super) enum Itself {
    Type(Rc<Written>),
    /// Any type with the trait.
    Trait,
    /// The type of `std` that the declarations are about.
    Group,
}

/// A generic parameter, with its bounds.
#[derive(Clone)]
pub(super) struct Generic {
    pub(super) name: Name,
    pub(super) bounds: Vec<Bound>,
    /// Whether it is a number, as in `const N: usize`.
    pub(super) constant: bool,
}

/// A struct or enum.
pub(super) struct Declared {
    pub(super) generics: Vec<Generic>,
}

/// The fields of a struct or variant.
#[derive(Clone)]
pub(super) struct Parts {
    /// The struct or enum.
    pub(super) of: Name,
    pub(super) fields: Rc<[(Name, Rc<Written>)]>,
}

/// `impl Mul<f64> for Vector`
pub(super) struct Operator {
    pub(super) of: Name,
    pub(super) owner: Owner,
    /// The type of the right operand, if it is not that of the left.
    pub(super) right: Option<Rc<Written>>,
    pub(super) output: Option<Rc<Written>>,
}

#[derive(Default)]
pub(crate) struct Items {
    pub(super) types: HashMap<Name, Declared>,
    /// By `Net`, or by `Layer::Dense`.
    pub(super) parts: HashMap<Name, Parts>,
    /// Enums by the names of their variants.
    pub(super) enums: HashMap<Name, Name>,
    pub(super) aliases: HashMap<Name, (Vec<Generic>, Rc<Written>)>,
    /// By the type or trait, and the name.
    pub(super) functions: HashMap<(Option<Name>, Name), Rc<Callable>>,
    pub(super) constants: HashMap<Name, Rc<Written>>,
    pub(super) operators: Vec<Operator>,
    /// `type Item = f64` of a type.
    pub(super) associated: HashMap<(Name, Name), Rc<Written>>,
    /// The traits of a type, and those above a trait.
    pub(super) traits: Vec<(Name, Name)>,
    /// The traits of the module.
    own_traits: HashSet<Name>,
    of_std: bool,
    /// The imported constants of `std::f64::consts`.
    pub(super) of_consts: HashSet<Name>,
}

pub(super) fn name_of(ident: &proc_macro2::Ident) -> Name {
    ident.to_string().into()
}

/// The parameters, with the bounds of the `where` clause.
pub(super) fn generics_of(generics: &Generics) -> Vec<Generic> {
    let mut list: Vec<Generic> = Vec::new();
    for parameter in &generics.params {
        match parameter {
            GenericParam::Type(of) => {
                let bounds = Bound::all(&of.bounds);
                list.push(Generic { name: name_of(&of.ident), bounds, constant: false });
            }
            GenericParam::Const(of) => {
                list.push(Generic { name: name_of(&of.ident), bounds: Vec::new(), constant: true });
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(predicate) = predicate
            && let Some(name) = type_name(&predicate.bounded_ty)
            && let Some(generic) = list.iter_mut().find(|generic| name == *generic.name)
        {
            generic.bounds.extend(Bound::all(&predicate.bounds));
        }
    }
    list
}

impl Callable {
    /// Whether it is declared for this type of `std`.
    pub(super) fn is_of(&self, group: &str) -> bool {
        matches!(&self.of, Some(Owner { itself: Itself::Group, name, .. }) if **name == *group)
    }

    pub(super) fn of(signature: &Signature, of: Option<Owner>) -> Self {
        let receiver =
            signature.receiver().map(|receiver| match (&receiver.reference, &receiver.mutability) {
                (Some(_), Some(_)) => Receiver::Exclusive,
                (Some(_), None) => Receiver::Shared,
                (None, _) => Receiver::Value,
            });
        let parameters = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(Rc::new(Written::of(&typed.ty))),
            FnArg::Receiver(_) => None,
        });
        let output = match &signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(Rc::new(Written::of(ty))),
        };
        Callable {
            of,
            generics: generics_of(&signature.generics),
            receiver,
            parameters: parameters.collect(),
            output,
        }
    }
}

impl Items {
    /// The items of a module, and of those inside.
    pub(crate) fn of<'i>(items: impl IntoIterator<Item = &'i Item>) -> Self {
        let mut known = Items::default();
        items.into_iter().for_each(|item| known.item(item));
        known
    }

    /// Adds an item.
    pub(crate) fn item(&mut self, item: &Item) {
        match item {
            Item::Mod(ItemMod { content: Some((_, items)), .. }) => {
                items.iter().for_each(|item| self.item(item));
            }
            Item::Fn(item) => self.function(None, &item.sig, None),
            Item::Const(item) => {
                self.constants.insert(name_of(&item.ident), Rc::new(Written::of(&item.ty)));
            }
            Item::Static(item) => {
                self.constants.insert(name_of(&item.ident), Rc::new(Written::of(&item.ty)));
            }
            Item::Type(item) => {
                let alias = (generics_of(&item.generics), Rc::new(Written::of(&item.ty)));
                self.aliases.insert(name_of(&item.ident), alias);
            }
            Item::Struct(of) => {
                let declared = Declared { generics: generics_of(&of.generics) };
                self.types.insert(name_of(&of.ident), declared);
                self.parts_of(&of.ident, item);
            }
            Item::Enum(of) => {
                let declared = Declared { generics: generics_of(&of.generics) };
                self.types.insert(name_of(&of.ident), declared);
                self.parts_of(&of.ident, item);
                for variant in &of.variants {
                    self.enums.insert(name_of(&variant.ident), name_of(&of.ident));
                }
            }
            Item::Use(item) => self.imported(&item.tree, false),
            Item::Trait(item) => self.of_trait(item),
            Item::Impl(item) => self.of_impl(item),
            _ => {}
        }
    }

    /// `use std::f64::consts::{PI, TAU}`
    fn imported(&mut self, tree: &syn::UseTree, of_consts: bool) {
        match tree {
            syn::UseTree::Path(path) => self.imported(&path.tree, of_consts || path.ident == "consts"),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.imported(tree, of_consts)),
            syn::UseTree::Name(name) if of_consts => _ = self.of_consts.insert(name_of(&name.ident)),
            syn::UseTree::Rename(name) if of_consts => _ = self.of_consts.insert(name_of(&name.rename)),
            _ => {}
        }
    }

    fn parts_of(&mut self, of: &proc_macro2::Ident, item: &Item) {
        for (path, fields) in fields::variants(item) {
            let path: Name = path.to_string().replace(' ', "").into();
            let fields = fields.members().zip(fields);
            let fields = fields.map(|(member, field)| {
                (member.to_token_stream().to_string().into(), Rc::new(Written::of(&field.ty)))
            });
            self.parts.insert(path, Parts { of: name_of(of), fields: fields.collect() });
        }
    }

    fn function(&mut self, of: Option<Name>, signature: &Signature, owner: Option<Owner>) {
        let key = (of, name_of(&signature.ident));
        self.functions.insert(key, Rc::new(Callable::of(signature, owner)));
    }

    fn of_trait(&mut self, item: &syn::ItemTrait) {
        let name = name_of(&item.ident);
        let itself = if self.of_std { Itself::Group } else { Itself::Trait };
        let owner =
            Owner { name: name.clone(), generics: generics_of(&item.generics), itself, of_trait: None };
        self.own_traits.insert(name.clone());
        for bound in &item.supertraits {
            if let TypeParamBound::Trait(above) = bound
                && let Some(last) = above.path.segments.last()
            {
                self.traits.push((name.clone(), name_of(&last.ident)));
            }
        }
        for member in &item.items {
            if let TraitItem::Fn(method) = member {
                self.function(Some(name.clone()), &method.sig, Some(owner.clone()));
            }
            if let TraitItem::Const(constant) = member {
                let key = format!("{name}::{}", constant.ident);
                self.constants.insert(key.into(), Rc::new(Written::of(&constant.ty)));
            }
        }
    }

    fn of_impl(&mut self, item: &ItemImpl) {
        let Some(of) = head_name(&item.self_ty) else { return };
        let path = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        let owner = Owner {
            name: of.clone(),
            generics: generics_of(&item.generics),
            itself: Itself::Type(Rc::new(Written::of(&item.self_ty))),
            of_trait: path.map(|path| name_of(&path.ident)),
        };
        for member in &item.items {
            match member {
                ImplItem::Fn(method) => self.function(Some(of.clone()), &method.sig, Some(owner.clone())),
                ImplItem::Type(inner) => {
                    let key = (of.clone(), name_of(&inner.ident));
                    self.associated.insert(key, Rc::new(Written::of(&inner.ty)));
                }
                ImplItem::Const(inner) => {
                    let key = format!("{of}::{}", inner.ident);
                    self.constants.insert(key.into(), Rc::new(Written::of(&inner.ty)));
                }
                _ => {}
            }
        }
        let Some(path) = path else { return };
        let right = match &path.arguments {
            syn::PathArguments::AngleBracketed(list) => {
                list.args.iter().find_map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Some(Rc::new(Written::of(ty))),
                    _ => None,
                })
            }
            _ => None,
        };
        let output = item.items.iter().find_map(|member| match member {
            ImplItem::Type(inner) if inner.ident == "Output" => Some(Rc::new(Written::of(&inner.ty))),
            _ => None,
        });
        self.operators.push(Operator { of: name_of(&path.ident), owner, right, output });
        self.traits.push((of, name_of(&path.ident)));
    }

    /// A method of a type, or one that its traits and those above provide.
    pub(super) fn method(&self, of: &str, name: &str) -> Option<Rc<Callable>> {
        let mut owners = vec![Name::from(of)];
        let mut next = 0;
        while let Some(owner) = owners.get(next).cloned() {
            if let Some(own) = self.functions.get(&(Some(owner.clone()), Name::from(name))) {
                return Some(own.clone());
            }
            for (ty, provides) in &self.traits {
                if *ty == owner && !owners.contains(provides) {
                    owners.push(provides.clone());
                }
            }
            next += 1;
        }
        None
    }

    /// The receiver of a method with this number of arguments that a type of the module has by itself, or by a trait of the module.
    /// rustc reports another number best in the words of the program.
    pub(crate) fn receiver(&self, of: &str, method: &str, arguments: usize) -> Option<Receiver> {
        let callable = self.method(of, method).filter(|callable| callable.parameters.len() == arguments)?;
        let of_trait = callable.of.as_ref().and_then(|owner| owner.of_trait.as_ref());
        callable.receiver.filter(|_| of_trait.is_none_or(|of| self.own_traits.contains(of)))
    }

    /// Whether a type has an associated function of this name by itself.
    pub(crate) fn has_inherent(&self, of: &str, name: &str) -> bool {
        let found = self.functions.get(&(Some(of.into()), name.into()));
        found.and_then(|function| function.of.as_ref()).is_some_and(|owner| owner.of_trait.is_none())
    }

    pub(super) fn function_named(&self, name: &str) -> Option<Rc<Callable>> {
        self.functions.get(&(None, Name::from(name))).cloned()
    }

    /// The fields of a struct or variant.
    pub(super) fn parts(&self, path: &[Name]) -> Option<(Name, Parts)> {
        let two = |of: &str, name: &str| Name::from(format!("{of}::{name}"));
        let candidates = match path {
            [.., of, name] => vec![two(of, name), name.clone()],
            [name] => vec![name.clone()],
            [] => return None,
        };
        let variant = path.last().and_then(|name| Some(two(self.enums.get(name)?, name)));
        let mut keys = candidates.into_iter().chain(variant);
        keys.find_map(|key| self.parts.get(&key).map(|parts| (key.clone(), parts.clone())))
    }

    pub(crate) fn has_field(&self, of: &Name, member: &syn::Member) -> bool {
        let name = member.to_token_stream().to_string();
        self.parts.get(of).is_some_and(|parts| parts.fields.iter().any(|(other, _)| **other == *name))
    }

    /// Whether a type may have a method of this name, by itself, by a trait that is not one of `std`, or as most types have.
    pub(crate) fn may_have_method(&self, of: &Name, name: &str) -> bool {
        let has_it = |of_trait: &Name| {
            let own = self.own_traits.contains(of_trait);
            !types::is_trait(of_trait)
                && (!own || self.functions.contains_key(&(Some(of_trait.clone()), Name::from(name))))
        };
        let mut traits = self.traits.iter().filter(|(ty, _)| ty == of || !self.types.contains_key(ty));
        self.method(of, name).is_some()
            || traits.any(|(_, of_trait)| has_it(of_trait))
            || Items::of_std().method("Any", name).is_some()
    }

    /// The members of a struct or variant.
    pub(crate) fn members(&self, path: &syn::Path) -> Option<Vec<syn::Member>> {
        let (_, parts) = self.parts(&super::names_of(path))?;
        parts.fields.iter().map(|(name, _)| syn::parse_str(name).ok()).collect()
    }

    /// Whether a type of the module has a `Clone` that is written by hand.
    pub(crate) fn clones_by_hand(&self) -> bool {
        self.traits.iter().any(|(_, of_trait)| **of_trait == *"Clone")
    }

    /// Whether a type of the module is an iterator.
    pub(crate) fn is_iterator(&self, of: &Name) -> bool {
        self.types.contains_key(of)
            && self.traits.iter().any(|(ty, of_trait)| ty == of && **of_trait == *"Iterator")
    }

    /// Whether a name is that of an enum of the module.
    pub(crate) fn is_enum(&self, name: &Name) -> bool {
        self.enums.values().any(|of| of == name)
    }

    pub(crate) fn is_trait(&self, name: &str) -> bool {
        self.own_traits.contains(name)
    }

    /// The declarations of `std`.
    pub(super) fn of_std() -> Rc<Items> {
        thread_local! {
            static DECLARED: Rc<Items> = {
                let file = syn::parse_file(include_str!("../library/std.rs")).expect("declarations of std");
                let mut declared = Items { of_std: true, ..Items::default() };
                file.items.iter().for_each(|item| declared.item(item));
                Rc::new(declared)
            };
        }
        DECLARED.with(Rc::clone)
    }
}

/// The name of a type that has methods: `Vec` of `Vec<f64>`, `Slice` of `&[f64]`.
fn head_name(ty: &Type) -> Option<Name> {
    match ty {
        Type::Path(_) => type_name(ty).map(|name| name_of(&name)),
        Type::Reference(reference) => head_name(&reference.elem),
        Type::Paren(inner) => head_name(&inner.elem),
        Type::Group(inner) => head_name(&inner.elem),
        Type::Slice(_) => Some("Slice".into()),
        Type::Array(_) => Some("Array".into()),
        Type::Tuple(_) => Some("Tuple".into()),
        _ => None,
    }
}
