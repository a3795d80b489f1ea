//! Calls of functions that are known by name to give no numbers, and the types of variables.

use super::expr::strip;
use super::{Binding, Lowering, Value};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::kind::Kind;
use crate::library::methods;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

impl Lowering<'_> {
    /// A call of a function of the module, or of an item further up, whose result has no numbers, with shared references to its
    /// operands.
    ///
    /// The function is known by its name alone, or by that of its type. If another function has this name and changes a number, rustc refuses the reference.
    pub(super) fn known_to_inspect(&self, expr: &Expr) -> Option<Expr> {
        let known = |name: &Ident| self.numbers.known.gives_no_numbers(&name.to_string());
        match expr {
            Expr::MethodCall(call)
                if methods::of(call).is_none() && known(&call.method)
                    || self
                        .struct_of_expr(&call.receiver)
                        .is_some_and(|of| self.numbers.known.inspects(&format!("{of}::{}", call.method))) =>
            {
                let mut call = call.clone();
                if !self.is_plain(&call.receiver) {
                    let receiver = &call.receiver;
                    *call.receiver = syn::parse_quote_spanned!(span_of(receiver)=> (&#receiver));
                }
                self.share(&mut call.args)?;
                Some(Expr::MethodCall(call))
            }
            Expr::Call(call) => {
                let Expr::Path(path) = strip(&call.func) else { return None };
                let last = path.path.segments.last()?.clone();
                let hidden = path.path.get_ident().is_some_and(|name| {
                    let name = name.to_string();
                    self.lookup(&name).is_some() || self.local_items.contains(&name)
                });
                if hidden || !known(&last.ident) && !self.numbers.known.inspects(&self.full_name(&path.path))
                {
                    return None;
                }
                let mut call = call.clone();
                let given = call.args.to_token_stream().to_string();
                self.share(&mut call.args)?;
                // Elsewhere, the function of this name may change numbers, which it receives by an exclusive reference.
                let shares = given != call.args.to_token_stream().to_string();
                (known(&last.ident) || !shares).then_some(Expr::Call(call))
            }
            _ => None,
        }
    }

    /// The name of a function, with that of its type: `regime`, `Spline::span`.
    fn full_name(&self, path: &syn::Path) -> String {
        let names = path.segments.iter().map(|segment| match &self.numbers.itself {
            Some(itself) if segment.ident == "Self" => itself.to_string(),
            _ => segment.ident.to_string(),
        });
        names.collect::<Vec<_>>().join("::")
    }

    /// The type over numbers of a variable or a part of one.
    fn struct_of_expr(&self, expr: &Expr) -> Option<String> {
        match self.known_type(expr)?.owned() {
            Ty::Struct(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// The type of a variable or a part of one, as far as it is known.
    pub(super) fn known_type(&self, expr: &Expr) -> Option<Ty> {
        self.type_in(&self.scope, expr)
    }

    /// The same for the names of another scope.
    pub(super) fn type_in(&self, scope: &[(String, Binding)], expr: &Expr) -> Option<Ty> {
        match strip(expr) {
            Expr::Path(path) => match super::binding_of(scope, &path.path.get_ident()?.to_string())? {
                Binding::Value(value) => Some(self.type_of(value)),
                _ => None,
            },
            Expr::Field(field) => {
                let ty = self.type_in(scope, &field.base)?;
                Some(self.project(Place::of(0, ty), &field.member).ty)
            }
            // `Parser::new(text)`, `Parser { text }`
            Expr::Call(call) => {
                let Expr::Path(path) = strip(&call.func) else { return None };
                match self.numbers.known.functions.result(&self.full_name(&path.path))? {
                    Kind::Struct(name) if path.path.segments.len() > 1 => Some(Ty::Struct(name.clone())),
                    _ => None,
                }
            }
            Expr::Struct(literal) => {
                let name = self.full_name(&literal.path);
                let known =
                    self.numbers.named(&name).is_some() || self.numbers.known.types.contains_key(&name);
                known.then_some(Ty::Struct(name))
            }
            Expr::Reference(inner) => self.type_in(scope, &inner.expr),
            Expr::Unary(inner) => self.type_in(scope, &inner.expr),
            Expr::Index(index) if !self.is_range(&index.index) => {
                match self.type_in(scope, &index.expr)?.owned() {
                    Ty::List(element) => Some((**element).clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Passes exclusive references as shared ones. `None` if an argument may hide an exclusive reference.
    fn share(&self, arguments: &mut Punctuated<Expr, Token![,]>) -> Option<()> {
        for argument in arguments {
            if self.is_plain(argument) {
                continue;
            }
            match strip(argument) {
                Expr::Path(path) => {
                    let name = path.path.get_ident()?.to_string();
                    let reference = match self.lookup(&name) {
                        Some(Binding::Value(Value::Borrow(_))) => true,
                        Some(Binding::Value(Value::Place(place))) => matches!(place.ty, Ty::Reference(_)),
                        _ => false,
                    };
                    if reference {
                        *argument = syn::parse_quote_spanned!(span_of(argument)=> &*#path);
                    }
                }
                Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::Unsafe(_) | Expr::Loop(_) => {
                    return None;
                }
                _ => {}
            }
        }
        Some(())
    }
}
