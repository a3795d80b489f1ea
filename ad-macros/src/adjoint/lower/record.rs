//! Recorded calls: of callees without an adjoint program, `#[exp(adjoint, record(m::f))]`, and of expressions, `e.at(x)`.

use super::{Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::cell::Cell;
use syn::{Expr, ExprCall, ExprMethodCall, Path, PathArguments, parse_quote_spanned};

/// The functions in `record(…)`, and whether each is called.
pub(in crate::adjoint) struct Record<'a>(Vec<(&'a Path, Cell<bool>)>);

/// `m::f`, also for `m::f::<3>`.
fn name(path: &Path) -> String {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    path.to_token_stream().to_string()
}

impl<'a> Record<'a> {
    pub(in crate::adjoint) fn of(paths: &'a [Path]) -> Self {
        Record(paths.iter().map(|path| (path, Cell::new(false))).collect())
    }

    /// Whether a call of this function is recorded.
    pub(super) fn has(&self, callee: &Path) -> bool {
        let called = name(callee);
        let found = self.0.iter().find(|(path, _)| name(path) == called);
        found.iter().for_each(|(_, seen)| seen.set(true));
        found.is_some()
    }

    /// Refuses a path without a call.
    pub(in crate::adjoint) fn all_called(&self) -> Result<()> {
        match self.0.iter().find(|(_, seen)| !seen.get()) {
            Some((path, _)) => Err(syn::Error::new_spanned(
                path,
                format!(
                    "`{}` is not called with numbers in this function; write the path of the call, or remove it; a \
                    method is recorded by a call such as `Point::norm(p)`",
                    name(path).replace(' ', "")
                ),
            )),
            None => Ok(()),
        }
    }
}

impl Lowering<'_> {
    /// Whether a call of this function is recorded: it is in `record(…)`, or above in the file with `#[exp]` alone.
    pub(super) fn records(&self, callee: &Path) -> bool {
        let named = self.record.has(callee);
        let above = callee
            .segments
            .last()
            .and_then(|last| self.numbers.known.functions.get(&last.ident.to_string())?.recorded);
        named || above == Some(true) && callee.segments.iter().rev().nth(1).is_none()
    }

    /// A recorded call.
    pub(super) fn call_recorded(
        &mut self,
        path: TokenStream,
        generics: TokenStream,
        arguments: Vec<Argument>,
        lent: Vec<(Id, Place)>,
        call: &ExprCall,
    ) -> Result<Value> {
        if crate::parameter::mentions(&generics, &self.numbers.name.to_string()) {
            return refuse(
                &call.func,
                "the generic arguments of a recorded call mention `f64`, which is another number type there; remove \
                them",
            );
        }
        let name = path.clone().into_iter().last().map_or_else(String::new, |name| name.to_string());
        self.complete_call(
            &name,
            path,
            generics,
            Callee::Recorded,
            arguments,
            lent,
            Recursion::No,
            &call.func,
        )
    }
}

impl Lowering<'_> {
    /// `e.at(x)`, if `e` contains numbers only as arguments of `given`.
    ///
    /// ```text
    /// // Input:  forward::diff(Energy { n }.given(w)).at(x)
    /// // Output: the recorded call  (|__0, __1, __2| At::at(&forward::diff(Given::given(__0, __1)), __2))(Energy { n }, w, x)
    /// ```
    pub(super) fn call_at(&mut self, call: &ExprMethodCall) -> Result<Option<Value>> {
        let (span, receiver) = (span_of(&call.method), &call.receiver);
        let private = self.numbers.private_at(span);
        let (mut expression, mut arguments) = ((**receiver).clone(), Vec::new());
        if self.is_plain(receiver) {
            let whole = part(0);
            arguments.push(parse_quote_spanned!(span=> &#receiver));
            expression = parse_quote_spanned!(span=> #whole);
        } else {
            let mut parts = Parts { lowering: self, replaced: Vec::new(), supported: true };
            parts.visit_expr_mut(&mut expression);
            if !parts.supported {
                return Ok(None);
            }
            arguments.append(&mut parts.replaced);
        }
        let (names, last) = ((0..arguments.len()).map(part), part(arguments.len()));
        arguments.push(call.args[0].clone());
        let (arguments, lent) = self.handed_over(arguments.iter())?;
        let path = quote_spanned! {span=>
            (|#(#names,)* #last| #private::At::at(&#expression, #last))
        };
        let recorded = Callee::Recorded;
        self.complete_call("at", path, quote!(), recorded, arguments, lent, Recursion::No, &call.method)
            .map(Some)
    }
}

/// The parameter for a part of an expression.
fn part(i: usize) -> Ident {
    format_ident!("__{i}", span = Span::mixed_site())
}

/// Replaces the parts of an expression that depend on variables by parameters.
struct Parts<'a, 'n> {
    lowering: &'a Lowering<'n>,
    replaced: Vec<Expr>,
    supported: bool,
}

impl Parts<'_, '_> {
    fn replace(&mut self, expr: &mut Expr) {
        let name = part(self.replaced.len());
        self.replaced.push(std::mem::replace(expr, parse_quote_spanned!(name.span()=> #name)));
    }
}

impl VisitMut for Parts<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let lowering = self.lowering;
        if lowering.is_plain(expr) {
            if lowering.scope.iter().any(|(name, _)| crate::parameter::mentions(expr, name)) {
                self.replace(expr);
            }
            return;
        }
        match expr {
            Expr::MethodCall(call) if call.method == "given" && call.args.len() == 1 => {
                self.visit_expr_mut(&mut call.receiver);
                self.replace(&mut call.args[0]);
                // A parameter has no methods before rustc has inferred its type.
                let (span, receiver, number) = (span_of(&call.method), &call.receiver, &call.args[0]);
                let private = lowering.numbers.private_at(span);
                *expr = parse_quote_spanned!(span=> #private::Given::given(#receiver, #number));
            }
            Expr::MethodCall(_) | Expr::Call(_) | Expr::Reference(_) | Expr::Paren(_) => {
                if let Expr::MethodCall(call) = expr {
                    self.supported &=
                        !crate::parameter::mentions(&call.turbofish, &lowering.numbers.name.to_string());
                }
                visit::visit_expr_mut(self, expr);
            }
            _ => self.supported = false,
        }
    }
}
