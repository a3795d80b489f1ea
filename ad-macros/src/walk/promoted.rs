//! References to literals. rustc promotes `&0.0` to a static, which lives as long as the function needs it. A constant of the number
//! type is a call, whose value ends with its statement. So it gets a variable at the beginning of the function.
//!
//! ```text
//! // Input:  let here = x.get(i).unwrap_or(&0.0);
//! // Output: let __literal_0 = ::ad::__private::natural::<N>(0);
//! //         let here = x.get(i).unwrap_or(&__literal_0);
//! ```

use crate::lowered::{self, Constant, Lowered};
use crate::visit::{self, VisitMut};
use proc_macro2::Span;
use quote::format_ident;
use syn::{Block, Expr, ExprMethodCall, Item, Stmt, parse_quote};

/// Promotes the literals of a lowered body.
pub(crate) fn promote(body: &mut Block) {
    let mut promotion = Promotion(Vec::new());
    promotion.visit_block_mut(body);
    body.stmts.splice(0..0, promotion.0);
}

struct Promotion(Vec<Stmt>);

impl VisitMut for Promotion {
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit::visit_expr_method_call_mut(self, call);
        if call.method != "unwrap_or" {
            return;
        }
        for argument in &mut call.args {
            let Expr::Reference(reference) = argument else { continue };
            let literal = match lowered::read(&reference.expr) {
                Some(Lowered::Constant { function, inferred, .. }) => {
                    !inferred && matches!(function, Constant::Natural | Constant::Integer | Constant::Decimal)
                }
                _ => false,
            };
            if literal && reference.mutability.is_none() {
                let name = format_ident!("__literal_{}", self.0.len(), span = Span::mixed_site());
                let value = std::mem::replace(&mut *reference.expr, parse_quote!(#name));
                self.0.push(parse_quote!(let #name = #value;));
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
