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

/// The parts to which the types of a module dereference. A `DerefMut` does nothing else, and leads to the same part.
pub(super) fn parts(items: &[Item]) -> HashMap<Name, Member> {
    let mut found: HashMap<Name, Vec<Option<&Member>>> = HashMap::new();
    for item in items {
        if let Item::Impl(block) = item
            && let Some(of_trait) = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last())
            && (of_trait.ident == "Deref" || of_trait.ident == "DerefMut")
            && let Some(of) = type_name(&block.self_ty)
        {
            let methods = block.items.iter().filter_map(|member| match member {
                ImplItem::Fn(method) => Some(referent(&method.block)),
                _ => None,
            });
            found.entry(of.to_string().into()).or_default().extend(methods);
        }
    }
    let of_one = found.into_iter().filter_map(|(of, parts)| {
        let first = (*parts.first()?)?.clone();
        parts.iter().all(|part| *part == Some(&first)).then_some((of, first))
    });
    of_one.collect()
}

/// The part in `{ &self.part }`.
fn referent(block: &Block) -> Option<&Member> {
    let [Stmt::Expr(Expr::Reference(reference), None)] = &*block.stmts else { return None };
    let Expr::Field(ExprField { base, member, .. }) = &*reference.expr else { return None };
    matches!(&**base, Expr::Path(path) if path.path.is_ident("self")).then_some(member)
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
                within(*of, &mut call.receiver, &|name| declared.may_have_method(name, &method));
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
