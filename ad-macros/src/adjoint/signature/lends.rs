//! Functions that give references. The companion gives a copy of a part, and nothing in place of the receiver.

use super::Owner;
use crate::adjoint::lower::of_copies;
use crate::numbers::Numbers;
use crate::visit::VisitMut;
use syn::{Block, Expr, ItemFn, ReturnType, Stmt, Type, parse_quote};

/// The function with an owned result.
///
/// ```text
/// // Input:  fn row(&self, i: usize) -> &[N] { &self.rows[i] }
/// // Output: fn row(&self, i: usize) -> Vec<N> { (self.rows[i]).to_vec() }
/// // Input:  fn nearest(&self, x: N) -> Option<(N, &Point<N>)>
/// // Output: fn nearest(&self, x: N) -> Option<(N, Point<N>)>
/// // Input:  fn add(&mut self, x: N) -> &mut Self { self.sum += x; self }
/// // Output: fn add(&mut self, x: N) { self.sum += x; }
/// ```
pub(super) fn owned(item: &ItemFn, numbers: &Numbers, owner: Option<&Owner>) -> ItemFn {
    let ReturnType::Type(_, ty) = &item.sig.output else { return item.clone() };
    let Type::Reference(reference) = &**ty else {
        let inside = owner.is_some_and(|owner| owner.inside);
        let mut item = item.clone();
        if let (Some(copies), false) = (of_copies(ty, numbers), inside) {
            item.sig.output = parse_quote!(-> #copies);
        }
        return item;
    };
    let of_itself = quote::quote!(#reference).to_string().contains("Self");
    let over_numbers = numbers.in_lowered(&reference.elem) || of_itself && numbers.itself.is_some();
    if !over_numbers || owner.is_some_and(|owner| owner.inside) {
        return item.clone();
    }
    let (written, mut item) = (item, item.clone());
    if reference.mutability.is_some() {
        let mut ends = Ends { form: Form::Nothing, is_receiver: true };
        ends.block(&mut item.block);
        ends.visit_block_mut(&mut item.block);
        item.sig.output = ReturnType::Default;
        return if ends.is_receiver { item } else { written.clone() };
    }
    let (form, output): (_, Type) = match &*reference.elem {
        Type::Slice(slice) => {
            let element = &slice.elem;
            let private = numbers.private_at(proc_macro2::Span::mixed_site());
            (Form::Slice, parse_quote!(#private::Vec<#element>))
        }
        Type::Path(path) if path.path.is_ident(&numbers.name) => (Form::Number, (*reference.elem).clone()),
        elem => (Form::Other, elem.clone()),
    };
    let mut ends = Ends { form, is_receiver: true };
    ends.block(&mut item.block);
    ends.visit_block_mut(&mut item.block);
    item.sig.output = parse_quote!(-> #output);
    item
}

/// The form of the result.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Number,
    Slice,
    Other,
    /// The receiver.
    Nothing,
}

/// The expressions that give the result.
struct Ends {
    form: Form,
    /// Whether each of them is `self`.
    is_receiver: bool,
}

impl Ends {
    fn block(&mut self, block: &mut Block) {
        match block.stmts.last_mut() {
            Some(Stmt::Expr(last, None)) => self.value(last),
            Some(Stmt::Expr(Expr::Return(_), Some(_))) => {}
            _ => self.is_receiver = false,
        }
    }

    fn value(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Paren(inner) => return self.value(&mut inner.expr),
            Expr::Block(inner) if inner.label.is_none() => return self.block(&mut inner.block),
            Expr::If(inner) => {
                self.block(&mut inner.then_branch);
                if let Some((_, other)) = &mut inner.else_branch {
                    self.value(other);
                }
                return;
            }
            Expr::Match(inner) => return inner.arms.iter_mut().for_each(|arm| self.value(&mut arm.body)),
            Expr::Return(_) | Expr::Macro(_) => return,
            _ => {}
        }
        if self.form == Form::Nothing {
            self.is_receiver &= matches!(expr, Expr::Path(path) if path.path.is_ident("self"));
            *expr = parse_quote!(());
            return;
        }
        let place = match expr {
            Expr::Reference(reference) => Some((*reference.expr).clone()),
            _ => None,
        };
        *expr = match (self.form, place) {
            (Form::Number, Some(place)) => place,
            (Form::Number, None) => parse_quote!(*#expr),
            (Form::Slice, Some(place)) => parse_quote!((#place).to_vec()),
            (Form::Slice, None) => parse_quote!(#expr.to_vec()),
            (_, Some(place)) => parse_quote!((#place).clone()),
            (_, None) => parse_quote!(#expr.clone()),
        };
    }
}

impl VisitMut for Ends {
    fn visit_expr_return_mut(&mut self, exit: &mut syn::ExprReturn) {
        if let Some(value) = &mut exit.expr {
            self.value(value);
            if self.form == Form::Nothing {
                exit.expr = None;
            }
        }
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
