//! Patterns of structs behind exclusive references. Their names are the parts themselves.
//!
//! ```text
//! // Input:  let Self { t, k } = self; *t += *k;
//! // Output: self.t += self.k;
//! // Input:  for Part { rate, .. } in v.iter_mut() { *rate += x; }
//! // Output: for part in v.iter_mut() { part.rate += x; }
//! ```

use crate::body::print::block_of;
use crate::body::tree::{Block, Body, ExprId, Form, LocalId, Pattern, Rest, Statement};
use crate::infer::Typed;
use crate::numbers::Numbers;
use crate::ty::Ty;
use std::collections::HashMap;
use syn::{Expr, Member, Pat, Stmt, UnOp, parse_quote};

/// Rewrites the patterns of a body, if there are such.
pub(super) fn rewrite(body: &Body, typed: &Typed, numbers: &Numbers) -> Option<syn::Block> {
    let mut parts =
        Parts { body, typed, numbers, places: HashMap::new(), loops: HashMap::new(), lets: HashMap::new() };
    body.ids().for_each(|id| parts.read(id));
    (!parts.places.is_empty()).then(|| body.print(&|id, expr, _| parts.written(id, expr)))
}

struct Parts<'a> {
    body: &'a Body,
    typed: &'a Typed,
    numbers: &'a Numbers,
    /// The places that names stand for.
    places: HashMap<LocalId, Expr>,
    /// The patterns of loops.
    loops: HashMap<ExprId, Pat>,
    /// The patterns of `let`s, by their values. Without a pattern, the `let` is left out.
    lets: HashMap<ExprId, Option<Pat>>,
}

impl Parts<'_> {
    fn read(&mut self, id: ExprId) {
        if let (Form::For { item, .. }, Expr::ForLoop(shell)) = (self.body.form(id), self.body.shell(id)) {
            let mut pat = (*shell.pat).clone();
            if self.named(item, &mut pat) {
                self.loops.insert(id, pat);
            }
        }
        let mut shell = self.body.shell(id).clone();
        if let (Some(block), Some(written)) = (self.body.form(id).block(), block_of(&mut shell)) {
            self.read_block(block, written);
        }
    }

    fn read_block(&mut self, block: &Block, written: &syn::Block) {
        let lets = block.statements.iter().filter_map(|statement| match statement {
            Statement::Let { pattern, value, otherwise } => Some((pattern, *value, otherwise.is_some())),
            Statement::Expr(_) => None,
        });
        let locals = written.stmts.iter().filter_map(|statement| match statement {
            Stmt::Local(local) => Some(&local.pat),
            _ => None,
        });
        for ((pattern, value, refutable), pat) in lets.zip(locals) {
            let Some(value) = value.filter(|_| !refutable) else { continue };
            if matches!(self.body.form(value), Form::Local(_)) {
                if let Some(place) = self.place(value)
                    && self.binds_parts(pattern)
                    && self.collect(pattern, &place)
                {
                    self.lets.insert(value, None);
                }
                continue;
            }
            let mut pat = pat.clone();
            if self.named(pattern, &mut pat) {
                self.lets.insert(value, Some(pat));
            }
        }
    }

    /// The place of a value that is a variable, if no other variable has its name.
    fn place(&self, value: ExprId) -> Option<Expr> {
        let Form::Local(local) = self.body.form(value) else { return None };
        let name = self.body.name(*local);
        let hidden = self.body.named(name) > 1;
        (!hidden).then(|| self.body.shell(value).clone())
    }

    /// Replaces the patterns of structs inside of a pattern by names. Returns whether there are such.
    fn named(&mut self, pattern: &Pattern, pat: &mut Pat) -> bool {
        match (pattern, pat) {
            (pattern, pat) if self.binds_parts(pattern) => {
                let name = super::name(&format!("part{}", self.places.len()));
                let found = self.collect(pattern, &parse_quote!(#name));
                if found {
                    *pat = parse_quote!(#name);
                }
                found
            }
            (Pattern::Tuple(parts), Pat::Tuple(written)) if parts.rest.is_none() => {
                let parts = parts.before.iter().zip(&mut written.elems);
                parts.fold(false, |found, (part, written)| self.named(part, written) || found)
            }
            _ => false,
        }
    }

    /// Whether a pattern is one of a struct whose names are exclusive references, some of them to numbers.
    fn binds_parts(&self, pattern: &Pattern) -> bool {
        let (Pattern::Struct(path, _) | Pattern::Variant(path, _)) = pattern else { return false };
        let locals = pattern.locals();
        let lent = |local: &LocalId| matches!(self.typed.local(*local), Ty::Ref { exclusive: true, .. });
        !self.numbers.is_variant(path)
            && locals.iter().all(lent)
            && locals.iter().any(|local| self.typed.local(*local).holds_floats())
            && !locals.iter().any(|local| self.body.is_mentioned(*local) || self.is_shared(*local))
    }

    /// Whether a name is used otherwise than as a place, and as the only argument of its kind of a call. Two exclusive references to one
    /// place would overlap.
    fn is_shared(&self, local: LocalId) -> bool {
        let body = self.body;
        let is_it = |id: &ExprId| matches!(body.form(*id), Form::Local(other) if *other == local);
        let uses = body.locals_in(body.value).filter(|(_, other)| *other == local).count();
        let mut found = 0;
        for id in body.ids() {
            match (body.form(id), body.shell(id)) {
                (Form::Unary(of), Expr::Unary(unary)) if matches!(unary.op, UnOp::Deref(_)) => {
                    found += usize::from(is_it(of));
                }
                (Form::Field(of) | Form::Index(of, _) | Form::Method(of, _), _) => {
                    found += usize::from(is_it(of));
                }
                (Form::Call(_, arguments), _) => {
                    let given = arguments.iter().filter(|id| is_it(id)).count();
                    let inside = arguments
                        .iter()
                        .filter(|id| !is_it(id) && body.locals_in(**id).any(|(_, other)| other == local));
                    if given == 1 && inside.count() == 0 {
                        found += 1;
                    }
                }
                _ => {}
            }
        }
        found != uses
    }

    /// Collects the places of the names in a pattern of this place. Returns whether each name has one.
    fn collect(&mut self, pattern: &Pattern, place: &Expr) -> bool {
        let mut places = Vec::new();
        let all = of_pattern(pattern, place, &mut places);
        if all {
            self.places.extend(places);
        }
        all
    }

    fn written(&self, id: ExprId, mut expr: Expr) -> Expr {
        match (self.body.form(id), &mut expr) {
            (Form::Local(local), _) if self.places.contains_key(local) => {
                let place = &self.places[local];
                return parse_quote!((&mut #place));
            }
            (Form::Unary(of), Expr::Unary(unary)) if matches!(unary.op, UnOp::Deref(_)) => {
                if let Some(place) = self.place_of(*of) {
                    return place.clone();
                }
            }
            (Form::Method(of, _), Expr::MethodCall(call)) => {
                if let Some(place) = self.place_of(*of) {
                    *call.receiver = place.clone();
                }
            }
            (Form::Field(of), Expr::Field(field)) => {
                if let Some(place) = self.place_of(*of) {
                    *field.base = place.clone();
                }
            }
            (Form::Index(of, _), Expr::Index(index)) => {
                if let Some(place) = self.place_of(*of) {
                    *index.expr = place.clone();
                }
            }
            (Form::For { .. }, Expr::ForLoop(written)) => {
                if let Some(pat) = self.loops.get(&id) {
                    *written.pat = pat.clone();
                }
            }
            _ => {}
        }
        if let (Some(block), Some(written)) = (self.body.form(id).block(), block_of(&mut expr)) {
            self.write_block(block, written);
        }
        expr
    }

    fn place_of(&self, id: ExprId) -> Option<&Expr> {
        match self.body.form(id) {
            Form::Local(local) => self.places.get(local),
            _ => None,
        }
    }

    fn write_block(&self, block: &Block, written: &mut syn::Block) {
        let mut values = block.statements.iter().filter_map(|statement| match statement {
            Statement::Let { value, .. } => Some(*value),
            Statement::Expr(_) => None,
        });
        written.stmts.retain_mut(|statement| {
            let Stmt::Local(local) = statement else { return true };
            match values.next().flatten().and_then(|value| self.lets.get(&value)) {
                None => true,
                Some(None) => false,
                Some(Some(pat)) => {
                    local.pat = pat.clone();
                    true
                }
            }
        });
    }
}

/// The places of the names in a pattern. Returns whether each name has one.
fn of_pattern(pattern: &Pattern, place: &Expr, places: &mut Vec<(LocalId, Expr)>) -> bool {
    let part = |member: &Member| -> Expr { parse_quote!(#place.#member) };
    match pattern {
        Pattern::Any => true,
        Pattern::Bind { local, by_ref: None, sub: None } => {
            places.push((*local, place.clone()));
            true
        }
        Pattern::Struct(_, fields) => {
            fields.iter().all(|(member, pattern)| of_pattern(pattern, &part(member), places))
        }
        Pattern::Tuple(parts) | Pattern::Variant(_, parts) => {
            let open = !matches!(parts.rest, None | Some(Rest::Unnamed)) || !parts.after.is_empty();
            !open
                && parts
                    .before
                    .iter()
                    .enumerate()
                    .all(|(i, pattern)| of_pattern(pattern, &part(&Member::from(i)), places))
        }
        _ => false,
    }
}
