//! A value that becomes an object: the variant of its type.

use super::coerce::Coercions;
use super::evident::is_pointer;
use super::found::Object;
use super::signatures::{object, owned, pointee};
use crate::parameter::{mentions, type_name};
use crate::refusal;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, PathArguments, Type, parse_quote, parse_quote_spanned};

impl Coercions<'_> {
    /// The object that an owned value becomes in `Box::new(value)`. Without a wanted type, the only one that it may become.
    fn object_of(&self, value: &Expr, want: Option<&Type>) -> syn::Result<Option<&Object>> {
        let ty = self.scope.type_of(value);
        let name = match &ty {
            Some(ty @ Type::Path(_)) => type_name(ty),
            _ => None,
        };
        if let Some(object) = want.and_then(|want| object(want, self.objects)) {
            return match name {
                Some(name) if object.variant(&name).is_some() => Ok(Some(object)),
                Some(name) => {
                    let (of, ty) = (&object.of, &name);
                    Err(syn::Error::new_spanned(value, refusal::Item::ObjectElsewhere { of, ty }))
                }
                None => Err(syn::Error::new_spanned(value, refusal::Item::ObjectUnknown { of: &object.of })),
            };
        }
        let Some(name) = name else { return Ok(None) };
        let concrete = ["Box", "Rc", "Arc"].iter().any(|of| self.pointers.contains(&format!("{of}<{name}>")));
        let mut possible = self.objects.iter().filter(|object| object.variant(&name).is_some());
        Ok(possible.next().filter(|_| !concrete && possible.next().is_none()))
    }

    /// `value` as a variant.
    fn variant(&self, object: &Object, value: &Expr) -> Option<Expr> {
        let name = type_name(owned(&self.scope.type_of(value)?))?;
        let (of, variant) = (&object.name, &object.variant(&name)?.name);
        Some(parse_quote_spanned!(value.span()=> #of::#variant(#value)))
    }

    /// The argument of `Box::new`.
    pub(super) fn boxed(&mut self, call: &mut syn::ExprCall, want: Option<&Type>) {
        let Expr::Path(path) = &*call.func else { return };
        let names = self.scope.segments(&path.path);
        let [.., pointer, new] = &names[..] else { return };
        let Some(value) = call.args.first().filter(|_| is_pointer(pointer) && new == "new") else { return };
        match self.object_of(value, want.and_then(pointee)) {
            Ok(Some(object)) => {
                if let Some(value) = self.variant(object, value) {
                    call.args = parse_quote!(#value);
                    // `Box::<Linear>::new(first)`
                    if let Expr::Path(path) = &mut *call.func {
                        let segments = path.path.segments.iter_mut();
                        segments.for_each(|segment| segment.arguments = PathArguments::None);
                    }
                }
            }
            Ok(None) => {}
            Err(error) => {
                self.errors.push(error);
                // Other errors about this value would repeat it.
                call.args = parse_quote!(::core::unimplemented!());
            }
        }
    }

    /// A box of a known type as one of an object.
    ///
    /// ```text
    /// // Input:  let shape: Box<dyn Shape> = disc;
    /// // Output: let shape: Box<ShapeObject> = Box::new(ShapeObject::OfDisc(*disc));
    /// ```
    pub(super) fn reboxed(&self, expr: &mut Expr, want: &Type) {
        let Some(object) = pointee(want).and_then(|want| object(want, self.objects)) else { return };
        let Some(ty) = self.scope.type_of(expr) else { return };
        let name = pointee(&ty).filter(|_| matches!(ty, Type::Path(_))).and_then(type_name);
        let Some(variant) = name.and_then(|name| object.variant(&name)) else { return };
        let (of, variant) = (&object.name, &variant.name);
        if type_name(&ty).is_some_and(|pointer| pointer == "Box") {
            let private = self.numbers.private_at(expr.span());
            *expr = parse_quote_spanned!(expr.span()=> #private::adjoint::Box::new(#of::#variant(*#expr)));
        }
    }

    /// Refuses an object for a public parameter `&dyn Layer`, which has become `&impl Layer`.
    fn passed(&self, expr: &mut Expr, generic: &syn::TypeImplTrait) {
        let named = |object: &&Object| mentions(generic, &object.of.to_string());
        let Some(object) = self.objects.iter().find(named) else { return };
        let ty = self.scope.type_of(expr);
        let concrete = ty.as_ref().filter(|ty| pointee(ty).is_none()).and_then(|ty| type_name(owned(ty)));
        if concrete.is_none_or(|name| object.variant(&name).is_none()) {
            self.errors.at(&*expr, refusal::Item::ObjectOpen { of: &object.of });
        }
    }

    /// A shared reference as one to an object, which has a copy.
    pub(super) fn referenced(&mut self, expr: &mut Expr, want: &Type) {
        let Type::Reference(reference) = want else { return };
        if let Type::ImplTrait(generic) = &*reference.elem {
            return self.passed(expr, generic);
        }
        let Some(object) = object(&reference.elem, self.objects) else { return };
        let value = match &*expr {
            Expr::Reference(inner) => &inner.expr,
            expr => expr,
        };
        let copy: Expr = parse_quote_spanned!(value.span()=> (#value).clone());
        let ty = self.scope.type_of(value);
        let Some(name) = ty.as_ref().filter(|ty| pointee(ty).is_none()).and_then(|ty| type_name(owned(ty)))
        else {
            return;
        };
        let Some(variant) = object.variant(&name) else { return };
        if reference.mutability.is_some() {
            let refused = refusal::Item::ObjectLent { of: &object.of };
            self.errors.at(&*expr, refused);
            *expr = parse_quote!(::core::unimplemented!());
            return;
        }
        let (of, variant) = (&object.name, &variant.name);
        let value: Expr = parse_quote_spanned!(expr.span()=> #of::#variant(#copy));
        *expr = if self.lists > 0 {
            let name = format!("__object_{}_{}", self.scope.mark(), self.hoisted.len());
            let name = Ident::new(&name, Span::mixed_site().located_at(expr.span()));
            self.hoisted.push(parse_quote!(let #name = #value;));
            parse_quote_spanned!(expr.span()=> &#name)
        } else {
            parse_quote_spanned!(expr.span()=> &#value)
        };
    }
}
