//! The places where a value becomes an object. Each gets the variant of its type.
//!
//! ```text
//! // Input:  effects.push(Box::new(Poison { damage })); total(&[&sphere, &floor])
//! // Output: effects.push(Box::new(EffectObject::OfPoison(Poison { damage })));
//! //         total(&[&ShapeObject::OfSphere(sphere.clone()), &ShapeObject::OfFloor(floor.clone())])
//! ```

use super::found::{Object, Variant};
use crate::body::functions::{self, Around};
use crate::body::read;
use crate::body::tree::{Body, ExprId};
use crate::errors::Errors;
use crate::infer::{Becomes, Behind, Items, Typed, infer};
use crate::numbers::Numbers;
use crate::refusal;
use crate::ty::Ty;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Attribute, Block, Expr, ExprCall, Item, PathArguments, Stmt, parse_quote, parse_quote_spanned};

/// Rewrites the bodies of the items.
pub(super) fn all(items: &mut [Item], objects: &[Object], numbers: &Numbers, errors: &Errors) {
    let declared = Items::of(&*items);
    let coercions = Coercions { objects, numbers, errors };
    functions::each(items, &mut |attrs, signature, block, Around { of_impl, of_trait }| {
        let body = read::read(signature, block);
        let typed = infer(&body, signature, of_impl, of_trait, &declared);
        *block = coercions.body(&body, &typed, attrs);
    });
}

struct Coercions<'a> {
    objects: &'a [Object],
    numbers: &'a Numbers,
    errors: &'a Errors,
}

impl Coercions<'_> {
    fn body(&self, body: &Body, typed: &Typed, attrs: &mut Vec<Attribute>) -> Block {
        let errors = self.errors.count();
        self.passed(body, typed);
        let block = body.print(&|id, expr, before| match typed.objects.get(&id) {
            Some(becomes) => self.object(body, id, becomes, expr, before),
            None => self.uncast(typed.of(id), expr),
        });
        if self.errors.count() == errors {
            return block;
        }
        // Other errors about a refused value would repeat the message.
        attrs.push(parse_quote!(#[allow(unused)]));
        parse_quote!({ ::core::unimplemented!() })
    }

    /// Refuses an object for a public parameter `&dyn Layer`, which has become `&impl Layer`.
    fn passed(&self, body: &Body, typed: &Typed) {
        for (id, ty, of) in &typed.bounded {
            let Some(object) = self.objects.iter().find(|object| object.of == **of) else { continue };
            if ty.name().is_none_or(|name| variant(object, name).is_none()) {
                let argument = body.print_one(*id);
                self.errors.at(&argument, refusal::Item::ObjectOpen { of: &object.of });
            }
        }
    }

    /// A cast to an object has become one of its enum, which needs no cast.
    fn uncast(&self, ty: &Ty, expr: Expr) -> Expr {
        match (expr, ty) {
            (Expr::Cast(cast), Ty::Pointer(_, of) | Ty::Ref { of, .. }) if self.is_object(of) => *cast.expr,
            (expr, _) => expr,
        }
    }

    fn is_object(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Object(of) if self.objects.iter().any(|object| object.of == **of))
    }

    /// A value as an object.
    fn object(&self, body: &Body, id: ExprId, becomes: &Becomes, expr: Expr, before: &mut Vec<Stmt>) -> Expr {
        let Some(object) = self.objects.iter().find(|object| object.of == *becomes.object) else {
            return expr;
        };
        let found = becomes.of.name().and_then(|name| variant(object, name));
        let value = value_of(&expr);
        let Some(Variant { name, .. }) = found else {
            let of = &object.of;
            match &becomes.of {
                Ty::Struct(ty, _) | Ty::Param(ty) => {
                    let ty = &Ident::new(ty, Span::call_site());
                    self.errors.at(value, refusal::Item::ObjectElsewhere { of, ty });
                }
                _ => self.errors.at(value, refusal::Item::ObjectUnknown { of }),
            }
            return expr;
        };
        let of = &object.name;
        match becomes.behind {
            Behind::Reference { exclusive: true } => {
                self.errors.at(&expr, refusal::Item::ObjectLent { of: &object.of });
                expr
            }
            Behind::Reference { exclusive: false } => {
                let copy: Expr = parse_quote_spanned!(value.span()=> (#value).clone());
                let copy: Expr = parse_quote_spanned!(expr.span()=> #of::#name(#copy));
                if !body.is_in_vec(id) {
                    return parse_quote_spanned!(expr.span()=> &#copy);
                }
                // The object must outlive the list.
                let local = format!("__object_{}_{}", id.index(), before.len());
                let local = Ident::new(&local, Span::mixed_site().located_at(expr.span()));
                before.push(parse_quote!(let #local = #copy;));
                parse_quote_spanned!(expr.span()=> &#local)
            }
            Behind::Pointer => match made(&expr) {
                Some((pointer, value)) => {
                    let value: Expr = parse_quote_spanned!(value.span()=> #of::#name(#value));
                    parse_quote_spanned!(expr.span()=> #pointer(#value))
                }
                None => {
                    let private = self.numbers.private_at(expr.span());
                    parse_quote_spanned!(expr.span()=> #private::adjoint::Box::new(#of::#name(*#expr)))
                }
            },
        }
    }
}

fn variant<'o>(object: &'o Object, ty: &str) -> Option<&'o Variant> {
    object.variants.iter().find(|variant| variant.ty == *ty)
}

/// The value itself, in `&value` and `Box::new(value)`.
fn value_of(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(reference) => &reference.expr,
        expr => made(expr).map_or(expr, |(_, value)| value),
    }
}

/// The function `Box::new` and its argument. `Box::<Linear>::new` loses its type.
fn made(expr: &Expr) -> Option<(syn::Path, &Expr)> {
    match expr {
        Expr::Paren(inner) => made(&inner.expr),
        Expr::Call(ExprCall { func, args, .. }) => {
            let Expr::Path(path) = &**func else { return None };
            let mut path = path.path.clone();
            let [.., pointer, new] =
                &path.segments.iter().map(|of| of.ident.to_string()).collect::<Vec<_>>()[..]
            else {
                return None;
            };
            if new != "new" || !["Box", "Rc", "Arc"].contains(&&**pointer) {
                return None;
            }
            path.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
            Some((path, args.first()?))
        }
        _ => None,
    }
}
