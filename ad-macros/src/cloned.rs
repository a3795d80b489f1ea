//! The types of a module that need `Clone`: a derivative repeats the error of a `Result`, and an expression its parameters without
//! numbers. A type over numbers has it in any case (`structs.rs`).

use crate::library::types;
use crate::numbers::Numbers;
use crate::parameter;
use std::collections::{HashMap, HashSet};
use syn::{
    Expr, Fields, GenericArgument, Ident, ImplItem, Item, ItemImpl, Member, PathArguments, Signature, Stmt,
    Type, UnOp,
};

/// The types that get `Clone`. Such a type has no `Clone` of its own, and a signature with numbers names the type or a type that
/// contains it. All fields of the type can be cloned, as far as the tokens tell.
pub(crate) fn types(items: &[Item], numbers: &Numbers) -> HashSet<String> {
    let mut found = Found { types: HashMap::new(), cloned: HashSet::new(), named: Vec::new() };
    found.read(items, numbers);
    let mut given: HashSet<String> = HashSet::new();
    loop {
        let before = given.len();
        for name in found.types.keys() {
            // A part of such a type as well.
            let part = |other: &String| {
                given.contains(other)
                    && found.types[other].iter().flatten().any(|ty| parameter::mentions(ty, name))
            };
            let needed = found.named.iter().any(|signature| parameter::mentions(signature, name));
            if needed || found.types.keys().any(part) {
                given.insert(name.clone());
            }
        }
        if given.len() == before {
            break;
        }
    }
    loop {
        let before = given.len();
        let kept = given.iter().filter(|name| {
            let fields = found.types[*name].iter().flatten();
            fields.into_iter().all(|ty| found.is_cloned(ty, &given))
        });
        given = kept.cloned().collect();
        if given.len() == before {
            return given;
        }
    }
}

struct Found<'a> {
    /// The types without `Clone` and without numbers, with those of their fields. `None` if a name occurs twice.
    types: HashMap<String, Option<Vec<&'a Type>>>,
    /// The types with `Clone`.
    cloned: HashSet<String>,
    /// The signatures with numbers.
    named: Vec<&'a Signature>,
}

impl<'a> Found<'a> {
    fn read(&mut self, items: &'a [Item], numbers: &Numbers) {
        for item in items {
            match item {
                Item::Struct(of) => self.insert(item, &of.ident, [&of.fields], numbers),
                Item::Enum(of) => {
                    self.insert(item, &of.ident, of.variants.iter().map(|variant| &variant.fields), numbers);
                }
                Item::Fn(of) if has_numbers(&of.sig, numbers) => self.named.push(&of.sig),
                Item::Impl(of) => {
                    let name = parameter::type_name(&of.self_ty);
                    if let (Some((_, path, _)), Some(name)) = (&of.trait_, &name)
                        && path.segments.last().is_some_and(|last| last.ident == "Clone")
                    {
                        self.cloned.insert(name.to_string());
                    }
                    let over_numbers = name.is_some_and(|name| numbers.is_struct(&name));
                    for item in &of.items {
                        if let ImplItem::Fn(of) = item
                            && (over_numbers || has_numbers(&of.sig, numbers))
                        {
                            self.named.push(&of.sig);
                        }
                    }
                }
                Item::Mod(of) => self.read(of.content.as_ref().map_or(&[], |(_, items)| items), numbers),
                _ => {}
            }
        }
    }

    fn insert(
        &mut self,
        item: &Item,
        name: &syn::Ident,
        fields: impl IntoIterator<Item = &'a Fields>,
        numbers: &Numbers,
    ) {
        let name = name.to_string();
        let attrs = match item {
            Item::Struct(of) => &of.attrs,
            Item::Enum(of) => &of.attrs,
            _ => return,
        };
        let derives = attrs.iter().any(|attr| parameter::mentions(&attr.meta, "Clone"));
        if derives || numbers.definitions.contains_key(&name) {
            self.cloned.insert(name);
            return;
        }
        let fields = fields.into_iter().flatten().map(|field| &field.ty).collect();
        self.types.entry(name).and_modify(|other| *other = None).or_insert(Some(fields));
    }

    /// Whether a type can be cloned, as far as its tokens tell.
    fn is_cloned(&self, ty: &Type, given: &HashSet<String>) -> bool {
        let all = |ty: &Type| self.is_cloned(ty, given);
        match ty {
            Type::Paren(ty) => all(&ty.elem),
            Type::Array(ty) => all(&ty.elem),
            Type::Tuple(ty) => ty.elems.iter().all(all),
            Type::Reference(ty) => ty.mutability.is_none(),
            Type::Path(ty) => {
                let Some(last) = ty.path.segments.last() else { return false };
                let name = last.ident.to_string();
                let known = types::is_plain(&name)
                    || name == "f64"
                    || types::is_holder(&name) && name != "Mutex"
                    || matches!(name.as_str(), "HashSet" | "BTreeSet" | "ParseFloatError" | "ParseIntError")
                    || self.cloned.contains(&name)
                    || given.contains(&name);
                let arguments = match &last.arguments {
                    PathArguments::AngleBracketed(list) => list.args.iter().all(|argument| match argument {
                        GenericArgument::Type(ty) => all(ty),
                        _ => true,
                    }),
                    PathArguments::None => true,
                    PathArguments::Parenthesized(_) => false,
                };
                known && arguments
            }
            _ => false,
        }
    }
}

/// Whether a signature names numbers or types over numbers.
fn has_numbers(signature: &Signature, numbers: &Numbers) -> bool {
    parameter::mentions(signature, "f64")
        || numbers.definitions.keys().any(|name| parameter::mentions(signature, name))
}

/// Whether a `clone` written by hand copies each field, as the derived one does.
pub(crate) fn copies_each_field(item: &ItemImpl) -> bool {
    let methods = item.items.iter();
    let body = methods
        .filter_map(|method| if let ImplItem::Fn(method) = method { Some(&method.block) } else { None });
    body.map(|body| &body.stmts[..]).all(|body| match body {
        [Stmt::Expr(Expr::Struct(of), None)] => {
            of.rest.is_none() && of.fields.iter().all(|field| is_copy(&field.expr, Some(&field.member)))
        }
        [Stmt::Expr(Expr::Call(of), None)] => {
            let path = if let Expr::Path(path) = &*of.func { path.path.get_ident() } else { None };
            let itself =
                |name: &Ident| name == "Self" || parameter::type_name(&item.self_ty).as_ref() == Some(name);
            path.is_some_and(itself)
                && of.args.iter().enumerate().all(|(i, argument)| is_copy(argument, Some(&Member::from(i))))
        }
        [Stmt::Expr(whole, None)] => is_copy(whole, None),
        _ => false,
    })
}

/// `self.x`, `self.x.clone()`, `*self`
fn is_copy(expr: &Expr, member: Option<&Member>) -> bool {
    let is_self = |expr: &Expr| matches!(expr, Expr::Path(path) if path.path.is_ident("self"));
    match (expr, member) {
        (Expr::Field(field), Some(member)) => field.member == *member && is_self(&field.base),
        (Expr::MethodCall(call), Some(_)) => call.method == "clone" && is_copy(&call.receiver, member),
        (Expr::Unary(of), None) => matches!(of.op, UnOp::Deref(_)) && is_self(&of.expr),
        _ => false,
    }
}
