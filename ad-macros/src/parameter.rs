//! The role of a parameter: part of the differentiated variable, or a field of the struct.

use crate::library::types;
use crate::numbers::{Numbers, is_float};
use crate::signatures::Lends;
use crate::visit::{self, VisitMut};
use proc_macro2::Ident;
use syn::{Expr, GenericArgument, Lifetime, Path, PathArguments, Type, TypeReference, parse_quote};

/// How a parameter takes its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// By value, of a type that is certainly `Copy`.
    Copied,
    /// By value.
    Cloned,
    /// `&T`
    Shared,
    /// `&mut T`: the expression passes a reference to a clone.
    Mutable,
}

impl Passing {
    pub(crate) fn of(ty: &Type) -> Passing {
        match strip(ty) {
            Type::Reference(TypeReference { mutability: Some(_), .. }) => Passing::Mutable,
            Type::Reference(_) => Passing::Shared,
            ty if is_copy(ty) => Passing::Copied,
            _ => Passing::Cloned,
        }
    }

    /// The argument, from a place that owns it.
    pub(crate) fn argument(self, place: &Expr) -> Expr {
        match self {
            Passing::Copied => place.clone(),
            Passing::Cloned => parse_quote!(::core::clone::Clone::clone(&#place)),
            Passing::Shared => parse_quote!(&#place),
            Passing::Mutable => parse_quote!(&mut ::core::clone::Clone::clone(&#place)),
        }
    }
}

/// The type without parentheses.
fn strip(ty: &Type) -> &Type {
    match ty {
        Type::Paren(ty) => strip(&ty.elem),
        ty => ty,
    }
}

/// Whether a type is `Copy`, as far as the tokens tell.
pub(crate) fn is_copy(ty: &Type) -> bool {
    match strip(ty) {
        Type::Reference(ty) => ty.mutability.is_none(),
        Type::Array(ty) => is_copy(&ty.elem),
        Type::Tuple(ty) => ty.elems.iter().all(is_copy),
        Type::Path(ty) => is_primitive(&ty.path) || is_float(&ty.path),
        Type::BareFn(_) => true,
        _ => false,
    }
}

/// Whether a type is certainly not `Copy`.
pub(crate) fn is_never_copy(ty: &Type) -> bool {
    const OWNERS: [&str; 14] = [
        "Vec",
        "VecDeque",
        "String",
        "Box",
        "Rc",
        "Arc",
        "HashMap",
        "BTreeMap",
        "HashSet",
        "BTreeSet",
        "Cell",
        "RefCell",
        "Range",
        "RangeInclusive",
    ];
    match strip(ty) {
        Type::Reference(ty) => ty.mutability.is_some(),
        Type::Array(ty) => is_never_copy(&ty.elem),
        Type::Tuple(ty) => ty.elems.iter().any(is_never_copy),
        Type::Path(ty) => {
            ty.path.segments.last().is_some_and(|last| OWNERS.iter().any(|owner| last.ident == owner))
        }
        _ => false,
    }
}

/// Whether a type is `Debug`, as far as the tokens tell.
pub(crate) fn is_debug(ty: &Type) -> bool {
    match strip(ty) {
        Type::Reference(ty) => is_debug(&ty.elem),
        Type::Array(ty) => is_debug(&ty.elem),
        Type::Slice(ty) => is_debug(&ty.elem),
        Type::Tuple(ty) => ty.elems.iter().all(is_debug),
        Type::Path(ty) => is_primitive(&ty.path) || ty.path.is_ident("str") || ty.path.is_ident("f64"),
        _ => false,
    }
}

fn is_primitive(path: &Path) -> bool {
    path.get_ident().is_some_and(|ident| ident != "str" && types::is_primitive(&ident.to_string()))
}

/// The shape of the numbers in a parameter or result: its owned type, if it has one.
///
/// ```text
/// // Input:  &[(f64, f64)]
/// // Output: ::ad::__private::Vec<(f64, f64)>
/// ```
pub(crate) fn shape(ty: &Type, numbers: &Numbers) -> Option<Type> {
    let mut ty = strip(ty).clone();
    if let Type::Reference(reference) = ty {
        ty = owned(strip(&reference.elem), &numbers.root);
    }
    let mut borrows = Borrows { numbers, found: false };
    borrows.visit_type_mut(&mut ty);
    (!borrows.found).then_some(ty)
}

/// The owned form of a reference's content.
pub(crate) fn owned(ty: &Type, root: &Path) -> Type {
    match ty {
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote!(#root::__private::Vec<#element>)
        }
        ty => ty.clone(),
    }
}

/// Finds parts without a shape: references, slices, functions, `impl` and `dyn` types.
struct Borrows<'a> {
    numbers: &'a Numbers,
    found: bool,
}

impl VisitMut for Borrows<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            // Static text is a shape without numbers.
            Type::Reference(reference)
                if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
                    && matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str")) => {}
            Type::Reference(_)
            | Type::Slice(_)
            | Type::BareFn(_)
            | Type::ImplTrait(_)
            | Type::TraitObject(_)
            | Type::Ptr(_)
            | Type::Macro(_)
            | Type::Infer(_)
            | Type::Never(_)
            | Type::Verbatim(_) => self.found = true,
            Type::Path(path)
                if path.path.segments.last().is_some_and(|s| {
                    let name = s.ident.to_string();
                    types::has_no_shape(&name) && !self.numbers.is_struct(&s.ident)
                        || self.numbers.known.borrowing.contains(&name) && self.numbers.is_struct(&s.ident)
                }) =>
            {
                self.found = true;
            }
            Type::Path(path) => {
                // A boxed slice owns its elements.
                if let Some(last) = path.path.segments.last_mut()
                    && last.ident == "Box"
                    && let PathArguments::AngleBracketed(list) = &mut last.arguments
                    && let Some(GenericArgument::Type(Type::Slice(slice))) = list.args.first_mut()
                {
                    self.visit_type_mut(&mut slice.elem);
                // The error of a `Result` may be anything without numbers.
                } else if let Some(last) = path.path.segments.last_mut()
                    && last.ident == "Result"
                    && let PathArguments::AngleBracketed(list) = &mut last.arguments
                {
                    list.args
                        .iter_mut()
                        .enumerate()
                        .filter(|(i, argument)| *i == 0 || self.numbers.occurs_in(argument))
                        .for_each(|(_, argument)| self.visit_generic_argument_mut(argument));
                } else {
                    self.visit_type_path_mut(path);
                }
            }
            ty => visit::visit_type_mut(self, ty),
        }
    }

    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

/// Names the elided lifetimes of a type, for a field. Returns whether there were any.
///
/// ```text
/// // Input:  &[u32]
/// // Output: &'a [u32]
/// ```
pub(crate) fn name_lifetimes(ty: &mut Type, lifetime: &Lifetime) -> bool {
    let mut elided = Elided { lifetime, found: false };
    elided.visit_type_mut(ty);
    elided.found
}

struct Elided<'a> {
    lifetime: &'a Lifetime,
    found: bool,
}

impl VisitMut for Elided<'_> {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        if reference.lifetime.is_none() {
            reference.lifetime = Some(self.lifetime.clone());
            self.found = true;
        }
        visit::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.lifetime.clone();
            self.found = true;
        }
    }

    // `Fn(&u32) -> &u32` and `fn(&u32)` quantify over their own lifetimes.
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut syn::ParenthesizedGenericArguments) {}

    fn visit_type_bare_fn_mut(&mut self, _: &mut syn::TypeBareFn) {}

    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

/// Whether a type has lifetimes among its arguments: `Machine<'_>`.
pub(crate) fn has_lifetimes(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.iter().any(|segment| match &segment.arguments {
        PathArguments::AngleBracketed(list) => {
            list.args.iter().any(|argument| matches!(argument, GenericArgument::Lifetime(_)))
        }
        _ => false,
    })
}

/// Whether a type without numbers has a shadow, as far as the tokens tell. Callers need it to bind the value of a call.
pub(crate) fn has_shadow(ty: &Type) -> bool {
    match ty {
        Type::Paren(ty) => has_shadow(&ty.elem),
        Type::Array(ty) => has_shadow(&ty.elem),
        Type::Tuple(ty) => ty.elems.iter().all(has_shadow),
        Type::Path(ty) => ty.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::AngleBracketed(list) if matches!(name.as_str(), "Vec" | "Option" | "Box") => {
                    list.args
                        .iter()
                        .all(|argument| matches!(argument, GenericArgument::Type(ty) if has_shadow(ty)))
                }
                PathArguments::None => {
                    name != "str" && name != "f32" && (name == "String" || types::is_primitive(&name))
                }
                _ => false,
            }
        }),
        _ => false,
    }
}

/// The reference in the result of a function: `Self` is `itself`.
pub(crate) fn lends(signature: &syn::Signature, itself: &str, numbers: &Numbers) -> Lends {
    let syn::ReturnType::Type(_, ty) = &signature.output else { return Lends::Nothing };
    let Type::Reference(reference) = &**ty else { return Lends::Nothing };
    let of_itself = type_name(&reference.elem).is_some_and(|name| name == "Self" || name == itself);
    let over_numbers = numbers.occurs_in(&reference.elem) || of_itself && numbers.named(itself).is_some();
    let changes = signature
        .receiver()
        .is_some_and(|receiver| receiver.reference.is_some() && receiver.mutability.is_some());
    match &reference.mutability {
        Some(_) if of_itself && changes && over_numbers => Lends::Receiver,
        None if over_numbers => Lends::Part,
        _ => Lends::Nothing,
    }
}

/// The name of a block's type.
pub(crate) fn type_name(ty: &Type) -> Option<Ident> {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            path.path.segments.last().map(|segment| segment.ident.clone())
        }
        Type::Paren(inner) => type_name(&inner.elem),
        Type::Reference(inner) => type_name(&inner.elem),
        _ => None,
    }
}

/// Whether a type is a `Result`, also one of a module, as `io::Result`.
pub(crate) fn is_result(ty: &Type) -> bool {
    type_name(ty).is_some_and(|name| name == "Result")
}

/// Whether these tokens name a lifetime or type parameter.
pub(crate) fn mentions(tokens: &dyn quote::ToTokens, name: &str) -> bool {
    mentions_any(tokens, &[name])
}

/// Whether these tokens mention one of the names.
pub(crate) fn mentions_any(tokens: &dyn quote::ToTokens, names: &[&str]) -> bool {
    crate::tokens::names(tokens).any(|name| names.contains(&&*name.to_string()))
}
