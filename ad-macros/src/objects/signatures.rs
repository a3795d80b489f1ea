//! The types that the items of a module write: of functions, methods, fields.

use super::found::Object;
use crate::fields;
use crate::parameter::type_name;
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit_mut::VisitMut;
use syn::{FnArg, GenericArgument, ImplItem, Item, PathArguments, ReturnType, Signature, TraitItem, Type};

/// Functions, methods and fields by their names.
pub(super) struct Signatures {
    functions: HashMap<String, Callee>,
    /// By the type or trait, and the name.
    methods: HashMap<(String, String), Callee>,
    fields: HashMap<(String, String), Type>,
    types: HashSet<String>,
    /// The types, with the traits that they have.
    traits: Vec<(String, String)>,
}

/// The types of a function's parameters, without its receiver, and of its result.
pub(super) struct Callee {
    pub(super) receives: bool,
    pub(super) parameters: Vec<Type>,
    pub(super) result: Option<Type>,
}

impl Callee {
    fn of(signature: &Signature, of: Option<&Ident>) -> Self {
        let own = |ty: &Type| {
            let mut ty = ty.clone();
            if let Some(of) = of {
                Own(of).visit_type_mut(&mut ty);
            }
            ty
        };
        let parameters = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(own(&typed.ty)),
            FnArg::Receiver(_) => None,
        });
        let result = match &signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(own(ty)),
        };
        Callee { receives: signature.receiver().is_some(), parameters: parameters.collect(), result }
    }
}

/// Replaces `Self`.
struct Own<'a>(&'a Ident);

impl VisitMut for Own<'_> {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if ident == "Self" {
            *ident = self.0.clone();
        }
    }
}

impl Signatures {
    pub(super) fn of(items: &[Item]) -> Self {
        let (mut functions, mut methods, mut types) = (HashMap::new(), HashMap::new(), HashSet::new());
        let (mut fields, mut traits) = (HashMap::new(), Vec::new());
        for item in items {
            match item {
                Item::Fn(item) => {
                    functions.insert(item.sig.ident.to_string(), Callee::of(&item.sig, None));
                }
                Item::Impl(item) => {
                    let Some(of) = type_name(&item.self_ty) else { continue };
                    let path = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                    traits.extend(path.map(|last| (of.to_string(), last.ident.to_string())));
                    for member in &item.items {
                        let ImplItem::Fn(method) = member else { continue };
                        let key = (of.to_string(), method.sig.ident.to_string());
                        methods.insert(key, Callee::of(&method.sig, Some(&of)));
                    }
                }
                Item::Trait(item) => {
                    for member in &item.items {
                        let TraitItem::Fn(method) = member else { continue };
                        let key = (item.ident.to_string(), method.sig.ident.to_string());
                        methods.insert(key, Callee::of(&method.sig, None));
                    }
                }
                Item::Struct(_) | Item::Enum(_) => {
                    types.extend(fields::name(item).map(|name| name.to_string()));
                    for (path, of) in fields::variants(item) {
                        let path = path.to_string().replace(' ', "");
                        for (member, field) in of.members().zip(of) {
                            let member = member.to_token_stream().to_string();
                            fields.insert((path.clone(), member), field.ty.clone());
                        }
                    }
                }
                _ => {}
            }
        }
        Signatures { functions, methods, fields, types, traits }
    }

    pub(super) fn function(&self, name: &str) -> Option<&Callee> {
        self.functions.get(name)
    }

    /// A method of a type, or one that its traits provide.
    pub(super) fn method(&self, of: &str, name: &str) -> Option<&Callee> {
        let own = |of: &str| self.methods.get(&(of.to_owned(), name.to_owned()));
        own(of).or_else(|| {
            let mut traits = self.traits.iter().filter(|(ty, _)| ty == of);
            traits.find_map(|(_, provides)| own(provides))
        })
    }

    /// The type of a field of a struct `Net`, or of a variant `Net::Deep`.
    pub(super) fn field(&self, of: &str, member: &impl ToTokens) -> Option<&Type> {
        self.fields.get(&(of.to_owned(), member.to_token_stream().to_string()))
    }

    /// Whether it is a struct or enum of the module.
    pub(super) fn is_type(&self, name: &str) -> bool {
        self.types.contains(name)
    }
}

/// The first argument of a type such as `Box<T>`, if its name is one of these.
fn argument<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| names.iter().any(|name| last.ident == name))?;
    let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
    list.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The type without references and parentheses.
pub(super) fn owned(ty: &Type) -> &Type {
    match ty {
        Type::Reference(inner) => owned(&inner.elem),
        Type::Paren(inner) => owned(&inner.elem),
        ty => ty,
    }
}

/// The content of a `Box`, `Rc` or `Arc`.
pub(super) fn pointee(ty: &Type) -> Option<&Type> {
    argument(owned(ty), &["Box", "Rc", "Arc"])
}

/// The elements of a list, or the content of an `Option` or `Result`.
pub(super) fn element(ty: &Type) -> Option<&Type> {
    match owned(ty) {
        Type::Array(inner) => Some(&inner.elem),
        Type::Slice(inner) => Some(&inner.elem),
        ty => argument(ty, &["Vec", "VecDeque", "Option", "Result"]),
    }
}

/// The name of a type or trait behind references and pointers: `Layer` of `&Box<dyn Layer>`.
pub(super) fn name_behind(ty: &Type) -> Option<String> {
    match owned(ty) {
        Type::TraitObject(object) => super::replaced::trait_of(object).map(ToString::to_string),
        ty => match pointee(ty) {
            Some(inner) => name_behind(inner),
            None => type_name(ty).map(|name| name.to_string()),
        },
    }
}

/// The object that a type is behind its references.
pub(super) fn object<'o>(ty: &Type, objects: &'o [Object]) -> Option<&'o Object> {
    let Type::TraitObject(object) = owned(ty) else { return None };
    let name = super::replaced::trait_of(object)?;
    objects.iter().find(|object| object.of == *name)
}
