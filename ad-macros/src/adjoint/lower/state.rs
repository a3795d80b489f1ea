//! Names of mutable references into locals without numbers. Such a name is the place itself, wherever it is used.
//!
//! ```text
//! // Input:  let count = seen.entry(word).or_insert(0); *count += 1;
//! // Output: let key = word; seen.entry(key.clone()).or_insert(0); *seen.get_mut(&key).unwrap() += 1;
//! ```

use super::expr::strip;
use super::{Binding, Lowering, Result, Value};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use quote::quote;
use syn::{Expr, ExprMethodCall, Pat};

impl Lowering<'_> {
    /// `let name = reference;`, if the reference is one into a local without numbers.
    pub(super) fn name_part(&mut self, pattern: &Pat, reference: &Expr) -> Result<bool> {
        let Pat::Ident(name) = pattern else { return Ok(false) };
        let Some(place) = self.lent_part(reference)? else { return Ok(false) };
        self.scope.push((name.ident.to_string(), Binding::Value(Value::Plain(place))));
        Ok(true)
    }

    /// Whether there is such a reference, and the reference: `counts.get_mut(&key)`.
    pub(super) fn perhaps_part(&mut self, option: &Expr) -> Result<Option<(Plain, Plain)>> {
        let Expr::MethodCall(call) = strip(option) else { return Ok(None) };
        if !matches!(
            (&*call.method.to_string(), call.args.len()),
            ("get_mut", 1) | ("first_mut" | "last_mut" | "front_mut" | "back_mut", 0)
        ) {
            return Ok(None);
        }
        let Some(of) = self.state(&call.receiver)? else { return Ok(None) };
        let mut parts = vec![of];
        for argument in &call.args {
            let at = self.plain(argument)?;
            parts.push(self.now(at, "at", span_of(argument), None));
        }
        let (method, list, at) = (&call.method, &parts[0].tokens, parts.get(1).map(|at| &at.tokens));
        let parts: Vec<&Plain> = parts.iter().collect();
        let there = Self::compose(&parts, quote!(#list.#method(#at).is_some()), true);
        let place = Self::compose(&parts, quote!(#list.#method(#at).unwrap()), true);
        let there = self.now(there, "there", span_of(method), None);
        Ok(Some((there, Plain { simple: true, ..place })))
    }

    fn lent_part(&mut self, reference: &Expr) -> Result<Option<Plain>> {
        match strip(reference) {
            Expr::Reference(inner) if inner.mutability.is_some() => {
                let Some(place) = self.state(&inner.expr)? else { return Ok(None) };
                let tokens = &place.tokens;
                Ok(Some(Plain { tokens: quote!((&mut #tokens)), ..place }))
            }
            Expr::MethodCall(call) if call.method == "unwrap" => {
                let found = self.perhaps_part(&call.receiver)?;
                Ok(found.map(|(_, place)| place))
            }
            Expr::MethodCall(call) if call.method.to_string().starts_with("or_") => self.part_of_entry(call),
            _ => Ok(None),
        }
    }

    /// `counts.entry(key).or_insert(0)`
    fn part_of_entry(&mut self, call: &ExprMethodCall) -> Result<Option<Plain>> {
        let Expr::MethodCall(entry) = strip(&call.receiver) else { return Ok(None) };
        let (true, Some(key), 1) = (entry.method == "entry", entry.args.first(), entry.args.len()) else {
            return Ok(None);
        };
        if !self.is_plain(&Expr::MethodCall(call.clone())) {
            return Ok(None);
        }
        let Some(map) = self.state(&entry.receiver)? else { return Ok(None) };
        let key = self.plain(key)?;
        let key = self.now(key, "key", span_of(&entry.method), None);
        let mut parts = vec![map, key];
        for argument in &call.args {
            parts.push(self.plain_later(argument)?);
        }
        let (map, key, method) = (&parts[0].tokens, &parts[1].tokens, &call.method);
        let given = parts.get(2).map(|given| &given.tokens);
        let made = quote!(#map.entry(::core::clone::Clone::clone(&#key)).#method(#given));
        let place = quote!(#map.get_mut(&#key).unwrap());
        let all: Vec<&Plain> = parts.iter().collect();
        let place = Self::compose(&all[..2], place, true);
        self.push(Stmt::Forward(Self::compose(&all, made, true)));
        Ok(Some(Plain { simple: true, ..place }))
    }
}
