//! The type of an expression, as far as the tokens tell. References do not count.

use super::signatures::{Signatures, element, name_behind, owned, pointee};
use proc_macro2::Ident;
use syn::{Expr, Pat, Path, Type, UnOp, parse_quote};

/// The names in scope.
pub(super) struct Scope<'a> {
    pub(super) signatures: &'a Signatures,
    /// The type of the surrounding `impl`.
    pub(super) itself: Option<Ident>,
    names: Vec<(String, Option<Type>)>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(signatures: &'a Signatures) -> Self {
        Scope { signatures, itself: None, names: Vec::new() }
    }

    /// The number of names so far.
    pub(super) fn mark(&self) -> usize {
        self.names.len()
    }

    /// Forgets the later names.
    pub(super) fn leave(&mut self, mark: usize) {
        self.names.truncate(mark);
    }

    pub(super) fn name(&mut self, name: &str, ty: Option<Type>) {
        self.names.push((name.to_owned(), ty));
    }

    /// The names of a pattern.
    pub(super) fn bind(&mut self, pattern: &Pat, ty: Option<&Type>) {
        match pattern {
            Pat::Ident(inner) => {
                self.name(&inner.ident.to_string(), ty.cloned());
                inner.subpat.iter().for_each(|(_, inner)| self.bind(inner, ty));
            }
            Pat::Type(inner) => self.bind(&inner.pat, Some(&inner.ty)),
            Pat::Paren(inner) => self.bind(&inner.pat, ty),
            Pat::Reference(inner) => self.bind(&inner.pat, ty),
            Pat::Tuple(inner) => {
                let types = match ty.map(owned) {
                    Some(Type::Tuple(types)) if types.elems.len() == inner.elems.len() => {
                        types.elems.iter().map(Some).collect()
                    }
                    _ => vec![None; inner.elems.len()],
                };
                inner.elems.iter().zip(types).for_each(|(inner, ty)| self.bind(inner, ty));
            }
            Pat::TupleStruct(inner) => {
                let optional = ["Some", "Ok"].iter().any(|name| inner.path.is_ident(name));
                let ty = ty.filter(|_| optional).and_then(element);
                inner.elems.iter().for_each(|inner| self.bind(inner, ty));
            }
            Pat::Struct(inner) => inner.fields.iter().for_each(|field| self.bind(&field.pat, None)),
            Pat::Slice(inner) => {
                inner.elems.iter().for_each(|part| self.bind(part, ty.and_then(element)));
            }
            Pat::Or(inner) => inner.cases.iter().for_each(|case| self.bind(case, None)),
            _ => {}
        }
    }

    /// The names of a path, with the type of the `impl` in place of `Self`.
    pub(super) fn segments(&self, path: &Path) -> Vec<String> {
        let segments = path.segments.iter().map(|segment| segment.ident.to_string());
        let own = |name: String| match &self.itself {
            Some(itself) if name == "Self" => itself.to_string(),
            _ => name,
        };
        segments.map(own).collect()
    }

    /// The type of an expression.
    pub(super) fn type_of(&self, expr: &Expr) -> Option<Type> {
        match expr {
            Expr::Paren(inner) => self.type_of(&inner.expr),
            Expr::Reference(inner) => self.type_of(&inner.expr),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => {
                let ty = self.type_of(&inner.expr)?;
                Some(pointee(&ty).cloned().unwrap_or(ty))
            }
            Expr::Cast(inner) => Some((*inner.ty).clone()),
            Expr::Path(path) if path.qself.is_none() => match &*self.segments(&path.path) {
                [name] => match self.names.iter().rev().find(|(other, _)| other == name) {
                    Some((_, ty)) => ty.clone(),
                    None => self.named(name),
                },
                [of, _] => self.named(of),
                _ => None,
            },
            Expr::Struct(literal) => self.named(self.segments(&literal.path).first()?),
            Expr::Call(call) => self.result(call),
            Expr::MethodCall(call) => self.result_of_method(call),
            Expr::Field(field) => {
                let of = name_behind(&self.type_of(&field.base)?)?;
                self.signatures.field(&of, &field.member).cloned()
            }
            Expr::Index(index) if !matches!(&*index.index, Expr::Range(_)) => {
                element(&self.type_of(&index.expr)?).cloned()
            }
            Expr::Array(array) => {
                let element = self.type_of(array.elems.first()?)?;
                Some(parse_quote!([#element]))
            }
            _ => None,
        }
    }

    /// A struct or enum of the module.
    fn named(&self, name: &str) -> Option<Type> {
        let ident = syn::parse_str::<Ident>(name).ok().filter(|_| self.signatures.is_type(name))?;
        Some(parse_quote!(#ident))
    }

    fn result(&self, call: &syn::ExprCall) -> Option<Type> {
        let Expr::Path(path) = &*call.func else { return None };
        match &*self.segments(&path.path) {
            [name] => match self.signatures.function(name) {
                Some(callee) => callee.result.clone(),
                None => self.named(name),
            },
            [pointer, new] if is_pointer(pointer) && new == "new" => {
                let (inner, pointer) =
                    (self.type_of(call.args.first()?)?, &path.path.segments.first()?.ident);
                Some(parse_quote!(#pointer<#inner>))
            }
            [of, name] => match self.signatures.method(of, name) {
                Some(callee) => callee.result.clone(),
                None if name == "default" || name.starts_with(char::is_uppercase) => self.named(of),
                None => None,
            },
            _ => None,
        }
    }

    fn result_of_method(&self, call: &syn::ExprMethodCall) -> Option<Type> {
        let of = self.type_of(&call.receiver)?;
        let name = call.method.to_string();
        if let Some(callee) = name_behind(&of).and_then(|of| self.signatures.method(&of, &name)) {
            return callee.result.clone();
        }
        match name.as_str() {
            "clone" | "to_owned" => Some(owned(&of).clone()),
            "iter" | "iter_mut" | "into_iter" | "cloned" | "copied" | "rev" | "skip" | "take" | "filter"
            | "by_ref" | "to_vec" | "as_slice" | "first" | "last" | "get" | "pop" => Some(of),
            "as_ref" | "as_mut" => Some(pointee(&of).cloned().unwrap_or(of)),
            "unwrap" | "expect" => element(&of).cloned(),
            _ => None,
        }
    }
}

pub(super) fn is_pointer(name: &str) -> bool {
    matches!(name, "Box" | "Rc" | "Arc")
}
