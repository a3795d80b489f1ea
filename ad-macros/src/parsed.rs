//! Says that `parse` gives a float, where a type that is written says so. A number type cannot be parsed.
//!
//! ```text
//! // Input:  let x: f64 = text.trim().parse().unwrap();
//! // Output: let x: f64 = text.trim().parse::<f64>().unwrap();
//! ```

use crate::kind::Kind;
use crate::numbers::{Numbers, is_float};
use crate::structs::field_of_variant;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprClosure, ExprMethodCall, GenericArgument, Index, Local, Member, Pat, Path,
    PathArguments, ReturnType, Stmt, Type, parse_quote,
};

/// Completes the calls of `parse` in the body of a function with this result.
pub(crate) fn complete(block: &mut Block, output: &ReturnType, numbers: &Numbers) {
    let result = match output {
        ReturnType::Type(_, ty) => Expected::of(ty),
        ReturnType::Default => None,
    };
    let mut calls = Calls { numbers, result };
    if let Some(expected) = result {
        expected.of_block(block);
    }
    calls.visit_block_mut(block);
}

/// The type of an expression.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    /// `f64`
    Float,
    /// `Option<f64>` or `Result<f64, _>`
    Perhaps(Given),
    /// `Vec<f64>`
    List,
    /// `Option<Vec<f64>>` or `Result<Vec<f64>, _>`
    PerhapsList,
}

/// What becomes of a float in an `Option` or `Result`.
#[derive(Clone, Copy, PartialEq)]
enum Given {
    /// Its content is taken out of it.
    Inside,
    /// The `Option` becomes one of a number.
    Option,
    /// The `Result` becomes one of a number.
    Result,
}

impl Expected {
    fn of(ty: &Type) -> Option<Expected> {
        let Type::Path(path) = ty else { return None };
        if is_float(&path.path) {
            return Some(Expected::Float);
        }
        let last = path.path.segments.last()?;
        let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
        let GenericArgument::Type(inner) = list.args.first()? else { return None };
        let (of_number, inner) = (last.ident.to_string(), Expected::of(inner)?);
        match (of_number.as_str(), inner) {
            ("Option", Expected::Float) => Some(Expected::Perhaps(Given::Option)),
            ("Result", Expected::Float) => Some(Expected::Perhaps(Given::Result)),
            ("Option" | "Result", Expected::List) => Some(Expected::PerhapsList),
            ("Vec", Expected::Float) => Some(Expected::List),
            _ => None,
        }
    }

    /// The type inside of `Some` or `Ok`.
    fn inside(self) -> Option<Expected> {
        match self {
            Expected::Perhaps(_) => Some(Expected::Float),
            Expected::PerhapsList => Some(Expected::List),
            Expected::Float | Expected::List => None,
        }
    }

    fn perhaps(self) -> Option<Expected> {
        match self {
            Expected::Float => Some(Expected::Perhaps(Given::Inside)),
            Expected::List => Some(Expected::PerhapsList),
            Expected::Perhaps(_) | Expected::PerhapsList => None,
        }
    }

    fn of_block(self, block: &mut Block) {
        if let Some(Stmt::Expr(last, None)) = block.stmts.last_mut() {
            self.of_expr(last);
        }
    }

    fn of_expr(self, expr: &mut Expr) {
        match expr {
            Expr::Paren(inner) => self.of_expr(&mut inner.expr),
            Expr::Group(inner) => self.of_expr(&mut inner.expr),
            Expr::Block(inner) => self.of_block(&mut inner.block),
            Expr::If(inner) => {
                self.of_block(&mut inner.then_branch);
                if let Some((_, other)) = &mut inner.else_branch {
                    self.of_expr(other);
                }
            }
            Expr::Match(inner) => inner.arms.iter_mut().for_each(|arm| self.of_expr(&mut arm.body)),
            Expr::Try(inner) => {
                if let Some(expected) = self.perhaps() {
                    expected.of_expr(&mut inner.expr);
                }
            }
            Expr::Call(call) => {
                let named = |name: &str| matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name));
                if (named("Some") || named("Ok"))
                    && let (Some(inside), Some(argument)) = (self.inside(), call.args.first_mut())
                {
                    inside.of_expr(argument);
                }
            }
            Expr::MethodCall(call) => match self {
                Expected::Perhaps(given) => {
                    let changed = changes(call, |call| Expected::Perhaps(Given::Inside).of_method(call));
                    let number = as_number(&parse_quote!(__c));
                    match given {
                        Given::Option if changed => *expr = parse_quote!(#call.map(|__c| #number)),
                        Given::Result if changed => {
                            *expr = parse_quote! {
                                match #call {
                                    ::core::result::Result::Ok(__c) => ::core::result::Result::Ok(#number),
                                    ::core::result::Result::Err(__e) => ::core::result::Result::Err(__e),
                                }
                            };
                        }
                        _ => {}
                    }
                }
                _ => self.of_method(call),
            },
            _ => {}
        }
    }

    /// The same for an argument or the item of an iterator, which becomes a number.
    fn of_part(self, expr: &mut Expr) {
        if changes(expr, |expr| self.of_expr(expr)) && self == Expected::Float {
            *expr = as_number(expr);
        }
    }

    fn of_method(self, call: &mut ExprMethodCall) {
        let name = call.method.to_string();
        match (name.as_str(), self) {
            ("parse", Expected::Perhaps(_)) if call.turbofish.is_none() && call.args.is_empty() => {
                call.turbofish = Some(parse_quote!(::<f64>));
            }
            ("unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default", _) => {
                if let Some(expected) = self.perhaps() {
                    expected.of_expr(&mut call.receiver);
                }
            }
            ("map_err" | "ok" | "ok_or" | "ok_or_else" | "or_else", _) if self.inside().is_some() => {
                self.of_expr(&mut call.receiver);
            }
            ("collect", Expected::List | Expected::PerhapsList) if call.turbofish.is_none() => {
                let item = match self {
                    Expected::List => Expected::Float,
                    _ => Expected::Perhaps(Given::Result),
                };
                item.of_items(&mut call.receiver);
            }
            _ => {}
        }
    }

    /// The items of an iterator have this type.
    fn of_items(self, iterator: &mut Expr) {
        let Expr::MethodCall(call) = iterator else { return };
        let of = match call.method.to_string().as_str() {
            "map" => self,
            "filter_map" | "map_while" if self == Expected::Float => Expected::Perhaps(Given::Option),
            _ => return,
        };
        if let Some(Expr::Closure(ExprClosure { body, .. })) = call.args.first_mut() {
            of.of_part(body);
        }
    }
}

/// The expression as a number: a float that is bound as `f64` becomes one.
fn as_number(expr: &Expr) -> Expr {
    parse_quote!({ let __n: f64 = #expr; __n })
}

/// Whether a change of this code changes it.
fn changes<T: quote::ToTokens>(code: &mut T, change: impl FnOnce(&mut T)) -> bool {
    let before = quote!(#code).to_string();
    change(code);
    quote!(#code).to_string() != before
}

/// Finds the places whose type is written.
struct Calls<'a> {
    numbers: &'a Numbers,
    result: Option<Expected>,
}

impl Calls<'_> {
    /// Whether a field of a struct or variant is a number.
    fn is_number(&self, path: &Path, member: &Member) -> bool {
        let mut names = path.segments.iter().rev().map(|segment| &segment.ident);
        let (last, of) = (names.next(), names.next());
        let kind = |of: &syn::Ident, field: &str| self.numbers.field(&of.to_string(), field) == Kind::Number;
        let member_name = quote!(#member).to_string();
        let of_struct = last.is_some_and(|last| kind(last, &member_name));
        let of_variant = last
            .zip(of)
            .is_some_and(|(variant, of)| kind(of, &field_of_variant(&variant.to_string(), member)));
        of_struct || of_variant
    }
}

impl VisitMut for Calls<'_> {
    fn visit_local_mut(&mut self, local: &mut Local) {
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && let Some(expected) = Expected::of(&typed.ty)
        {
            expected.of_expr(&mut init.expr);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Return(inner) => {
                if let (Some(expected), Some(value)) = (self.result, &mut inner.expr) {
                    expected.of_expr(value);
                }
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return visit_mut::visit_expr_mut(self, expr) };
                let path = path.path.clone();
                for (i, argument) in call.args.iter_mut().enumerate() {
                    if self.is_number(&path, &Member::Unnamed(Index::from(i))) {
                        Expected::Float.of_part(argument);
                    }
                }
            }
            Expr::Struct(literal) => {
                for field in &mut literal.fields {
                    if self.is_number(&literal.path, &field.member) {
                        Expected::Float.of_part(&mut field.expr);
                    }
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    // A closure has its own result.
    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let outer = std::mem::replace(
            &mut self.result,
            match &closure.output {
                ReturnType::Type(_, ty) => Expected::of(ty),
                ReturnType::Default => None,
            },
        );
        if let Some(expected) = self.result {
            expected.of_expr(&mut closure.body);
        }
        visit_mut::visit_expr_closure_mut(self, closure);
        self.result = outer;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
