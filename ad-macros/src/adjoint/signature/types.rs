//! The types of the interface: of shadows, and of arguments that are passed again. None has a lifetime.

use crate::adjoint::{of_type, varies};
use crate::numbers::Numbers;
use crate::visit::{self, VisitMut};
use proc_macro2::Span;
use std::collections::HashSet;
use syn::{Type, TypeReference, parse_quote};

/// `&mut T`
pub(super) fn is_exclusive(ty: &Type) -> bool {
    matches!(ty, Type::Reference(TypeReference { mutability: Some(_), .. }))
}

/// `&'a Vec<N>` as the closure's parameter: `&Vec<N>`, or `&Vec<Slot<N>>` for a shadow.
pub(super) fn plainly(ty: &Type, numbers: &Numbers, shadow: bool) -> Type {
    let (private, number) = (numbers.private_at(Span::mixed_site()), &numbers.name);
    rewritten(ty, numbers, shadow.then(|| parse_quote!(#private::adjoint::Slot<#number>)).as_ref())
}

/// The type of a shadow whose numbers have this type.
pub(super) fn rewritten(ty: &Type, numbers: &Numbers, shadow: Option<&Type>) -> Type {
    struct Rewrite<'a> {
        numbers: &'a Numbers,
        shadow: Option<&'a Type>,
    }
    impl VisitMut for Rewrite<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if let (Type::Path(path), Some(_)) = (&*ty, self.shadow)
                && let Some(last) = path.path.segments.last()
                && path.path.segments.len() <= 2
                && self.numbers.is_bounded(&last.ident.to_string())
            {
                *ty = slots_of(ty, self.numbers);
                return;
            }
            if let Type::Path(path) = ty
                && path.path.is_ident(&self.numbers.name)
            {
                if let Some(shadow) = self.shadow {
                    ty.clone_from(shadow);
                }
                return;
            }
            visit::visit_type_mut(self, ty);
        }

        fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
            reference.lifetime = None;
            if self.shadow.is_some() {
                reference.mutability = None;
            }
            visit::visit_type_reference_mut(self, reference);
        }

        fn visit_expr_mut(&mut self, _: &mut syn::Expr) {}
    }
    let mut ty = ty.clone();
    Rewrite { numbers, shadow }.visit_type_mut(&mut ty);
    ty
}

/// The type of the shadow of a parameter.
pub(super) fn shadow_type(ty: &Type, growing: bool, numbers: &Numbers) -> Type {
    if !numbers.in_lowered(ty) {
        return parse_quote!(&());
    }
    match plainly(ty, numbers, true) {
        Type::Reference(mut ty) => {
            ty.mutability = growing.then(Default::default);
            Type::Reference(ty)
        }
        ty => Type::Reference(TypeReference {
            and_token: syn::token::And::default(),
            lifetime: None,
            mutability: None,
            elem: Box::new(ty),
        }),
    }
}

/// Whether a call may change the structure of an argument of this type: `&mut Vec<N>`, and not `&mut [N]`.
pub(super) fn is_growing(ty: &Type, numbers: &Numbers, varying: &HashSet<String>) -> bool {
    let Type::Reference(TypeReference { mutability: Some(_), elem, .. }) = ty else { return false };
    let inside = match &**elem {
        Type::Slice(slice) => &slice.elem,
        elem => elem,
    };
    numbers.in_lowered(ty) && varies(&of_type(inside, numbers), varying)
}

pub(super) fn again_type(ty: &Type, numbers: &Numbers) -> Type {
    if matches!(ty, Type::Reference(_)) { plainly(ty, numbers, false) } else { parse_quote!(()) }
}

/// The type of the slots of a type that is not known.
fn slots_of(ty: &Type, numbers: &Numbers) -> Type {
    let private = numbers.private_at(Span::mixed_site());
    parse_quote!(<<#ty as #private::adjoint::Shadowed>::Structure as #private::adjoint::Structure>::Slots)
}
