//! Types with a `Deref` of the module to one of their parts: the part is written out where Rust finds a field or method behind it.
//!
//! ```text
//! // Input:  impl Deref for Unit { type Target = Vector; fn deref(&self) -> &Vector { &self.0 } }     unit.norm() * unit.x
//! // Output: …                                                                                       unit.0.norm() * unit.0.x
//! ```

use crate::body::tree::{Body, ExprId, Form};
use crate::infer::{Items, Typed};
use crate::parameter::type_name;
use crate::ty::{Name, Ty};
use std::cell::Cell;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprField, ImplItem, Item, Member, Stmt, UnOp, parse_quote_spanned};

/// The parts to which the types of a module dereference.
pub(super) fn parts(items: &[Item]) -> HashMap<Name, Member> {
    let part = |item: &Item| {
        let Item::Impl(block) = item else { return None };
        let of_trait = block.trait_.as_ref()?.1.segments.last()?;
        let method = block.items.iter().find_map(|member| match member {
            ImplItem::Fn(method) => Some(method),
            _ => None,
        })?;
        match (&*of_trait.ident.to_string(), &*method.block.stmts) {
            ("Deref", [Stmt::Expr(Expr::Reference(reference), None)]) => match &*reference.expr {
                Expr::Field(ExprField { base, member, .. }) if matches!(&**base, Expr::Path(path) if path.path.is_ident("self")) => {
                    Some((Name::from(type_name(&block.self_ty)?.to_string()), member.clone()))
                }
                _ => None,
            },
            _ => None,
        }
    };
    items.iter().filter_map(part).collect()
}

/// Writes out the parts in a body, if there are such.
pub(super) fn rewrite(
    body: &Body,
    typed: &Typed,
    declared: &Items,
    parts: &HashMap<Name, Member>,
) -> Option<Block> {
    if parts.is_empty() {
        return None;
    }
    let changed = Cell::new(false);
    let within = |of: ExprId, place: &mut Expr, has_it: &dyn Fn(&Name) -> bool| {
        let name = typed.of(of).behind().name();
        if let Some(name) = name.filter(|name| !has_it(name))
            && let Some(member) = parts.get(name)
        {
            changed.set(true);
            *place = parse_quote_spanned!(place.span()=> #place.#member);
        }
    };
    let printed = body.print(&|id, mut expr, _| {
        match (body.form(id), &mut expr) {
            (Form::Field(of), Expr::Field(field)) => {
                let member = &field.member;
                within(*of, &mut field.base, &|name| declared.has_field(name, member));
            }
            (Form::Method(of, _), Expr::MethodCall(call)) => {
                let method = call.method.to_string();
                within(*of, &mut call.receiver, &|name| declared.has_method(name, &method));
            }
            (Form::Unary(of), Expr::Unary(unary)) if matches!(unary.op, UnOp::Deref(_)) => {
                if let Ty::Struct(name, _) = typed.of(*of)
                    && let Some(member) = parts.get(name)
                {
                    let place = &unary.expr;
                    changed.set(true);
                    return parse_quote_spanned!(place.span()=> #place.#member);
                }
            }
            _ => {}
        }
        expr
    });
    changed.get().then_some(printed)
}
