//! Declarations with a value: `let pattern = value;`.

use super::expr::strip;
use super::{Binding, LoopKind, Lowering, Result, Value, endless, helper, map, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::types;
use crate::lowered::{self, Lowered};
use crate::parameter::{mentions, type_name};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::rc::Rc;
use syn::{Expr, Pat};

/// `HashMap` of `HashMap<K, V>`.
fn map_path(ty: &syn::Type) -> Option<TokenStream> {
    let syn::Type::Path(path) = ty else { return None };
    let mut path = path.path.clone();
    path.segments.last_mut()?.arguments = syn::PathArguments::None;
    Some(path.to_token_stream())
}

impl Lowering<'_> {
    pub(super) fn local(&mut self, local: &syn::Local) -> Result<Value> {
        let Some(init) = &local.init else { return self.declare(local) };
        // The elements of `vec![None; n]` are inferred.
        let inferred: syn::Type = syn::parse_quote!(_);
        let (value, marked) = match lowered::read(strip(&init.expr)) {
            Some(Lowered::OverNumbers(value)) if !matches!(strip(value), Expr::Path(_)) => {
                (strip(value), true)
            }
            _ => (strip(&init.expr), false),
        };
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pattern if marked && !matches!(value, Expr::Call(_)) => (pattern, Some(&inferred)),
            pattern => (pattern, None),
        };
        if self.alias(pattern, value, ty, init.diverge.is_none())? {
            return Ok(Value::Unit);
        }
        if let Some(keys) = self.keys(value, ty)? {
            self.bind(pattern, Value::Plain(keys), None)?;
            return Ok(Value::Unit);
        }
        let value = self.first_value(value, ty, marked)?;
        if matches!(value, Value::Never) {
            return Ok(Value::Never);
        }
        if let Some((_, diverge)) = &init.diverge {
            self.let_else(pattern, value, diverge)?;
            return Ok(Value::Unit);
        }
        self.bind(pattern, value, ty)?;
        Ok(Value::Unit)
    }

    /// Declares a name for a function, iterator, range or place. Returns whether it has done so.
    fn alias(&mut self, pattern: &Pat, value: &Expr, ty: Option<&syn::Type>, fits: bool) -> Result<bool> {
        if let Pat::Ident(name) = pattern
            && fits
            && let arity = ty.and_then(|ty| helper::function_type(ty, None)).map(|(inputs, _)| inputs.len())
            && (arity.is_some() || self.is_function_value(value))
        {
            let function = self.function_value(value, arity)?;
            self.scope.push((name.ident.to_string(), function));
            return Ok(true);
        }
        if let (Pat::Ident(name), Expr::Reference(reference)) = (pattern, value)
            && reference.mutability.is_some()
            && name.mutability.is_none()
            && let Some(memory) = self.scalar_behind(value)
        {
            // Another name for the same number.
            self.scope.push((name.ident.to_string(), Binding::Scalar(memory)));
            return Ok(true);
        }
        if fits && self.name_part(pattern, value)? {
            return Ok(true);
        }
        if let Pat::Ident(name) = pattern
            && name.mutability.is_none()
            && endless::may_be(value)
            && let Some(endless) = self.endless(value)?
        {
            self.scope.push((name.ident.to_string(), Binding::Endless(Rc::new(endless))));
            return Ok(true);
        }
        if let (Pat::Ident(name), Expr::Range(range)) = (pattern, value)
            && name.mutability.is_none()
            && self.name_range(&name.ident, range)?
        {
            return Ok(true);
        }
        if let Pat::Ident(name) = pattern
            && self.is_chain(value)
            && (self.calls_iterator(value) || !self.is_plain(value))
        {
            let (names, now) = (self.scope.len(), self.references_now(value));
            let count = now.len();
            self.scope.extend(now);
            let chain = self.iterate(value)?;
            self.scope.drain(names..names + count);
            let binding = if name.mutability.is_some() {
                Binding::Cursor(Rc::new(self.new_cursor(chain, value)?))
            } else {
                Binding::Chain(Rc::new(chain))
            };
            self.scope.push((name.ident.to_string(), binding));
            return Ok(true);
        }
        Ok(false)
    }

    /// The list of the keys of a map, which contain no numbers.
    fn keys(&mut self, value: &Expr, ty: Option<&syn::Type>) -> Result<Option<Plain>> {
        let Expr::MethodCall(call) = value else { return Ok(None) };
        let of_map = ty.is_some_and(|ty| map::is_map(ty) || mentions(ty, "VecDeque"));
        if of_map || call.method != "collect" || !map::lists_keys(value) || self.is_plain(value) {
            return Ok(None);
        }
        let keys = self.keys_of(value)?;
        Ok(Some(self.now(keys, "keys", span_of(call), ty.map(ToTokens::to_token_stream))))
    }

    /// The value, whose type the annotation or the mark of the walk may tell.
    fn first_value(&mut self, value: &Expr, ty: Option<&syn::Type>, marked: bool) -> Result<Value> {
        if let (Some(syn::Type::Array(array)), Expr::Call(call)) = (ty, value)
            && mentions(&call.func, "from_fn")
            && self.ty(&array.elem) == Ty::Number
            && ty.is_some_and(|ty| self.annotation(ty).is_some())
            && let Some(function) = call.args.first()
        {
            return self.array_from(function, Some(array.len.to_token_stream()));
        }
        // A deque or map of numbers.
        let is = |tokens: &TokenStream, names: &[&str]| names.iter().any(|name| mentions(tokens, name));
        let [deque, map] = [&["VecDeque"][..], &["HashMap", "BTreeMap"]].map(|names| match (ty, value) {
            (Some(ty), _) => is(&ty.to_token_stream(), names) && !self.ty(ty).is_plain(),
            (None, Expr::Call(call)) => marked && is(&call.func.to_token_stream(), names),
            _ => false,
        });
        match value {
            Expr::Call(call) if deque && mentions(&call.func, "VecDeque") => self.deque(call),
            Expr::Call(call) if map && map::is_map(&call.func) => self.map_of(call),
            Expr::MethodCall(call) if map && call.method == "collect" => {
                let path = ty.and_then(map_path);
                let Some(path) = path else { return unclear(call) };
                self.collected_map(&path, &call.receiver)
            }
            Expr::MethodCall(call) if deque && (call.method == "collect" || call.method == "into") => {
                self.deque_of(&call.receiver)
            }
            Expr::Loop(inner) => {
                let declared = ty.map(|ty| self.ty(ty));
                self.loop_(inner, declared, LoopKind::Loop)
            }
            // `let list: Option<Vec<f64>> = items.collect();`
            Expr::MethodCall(call)
                if call.method == "collect"
                    && call.turbofish.is_none()
                    && ty.is_some_and(|ty| matches!(self.ty(ty), Ty::Option(_))) =>
            {
                let mut call = call.clone();
                call.turbofish = Some(syn::parse_quote!(::<#ty>));
                self.expr(&Expr::MethodCall(call))
            }
            // `let mut sorted: Vec<f64> = list.into();`
            Expr::MethodCall(call)
                if call.method == "into"
                    && ty.is_some_and(|ty| type_name(ty).is_some_and(|of| of == "Vec")) =>
            {
                let list = &call.receiver;
                self.expr(&syn::parse_quote!(#list.to_vec()))
            }
            expr @ Expr::MethodCall(_)
                if ty.is_some_and(types::is_certainly_plain) && !self.is_plain(expr) =>
            {
                match self.as_it_stands(expr)? {
                    Some(plain) => Ok(Value::Plain(plain)),
                    None => self.expr(expr),
                }
            }
            expr => self.expr(expr),
        }
    }
}
