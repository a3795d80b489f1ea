//! Patterns that borrow parts of an enum exclusively. Their names become copies of the parts, and the enum is assigned at the end of the
//! arm.
//!
//! ```text
//! // Input:  match self { Shape::Circle { r } => *r *= by, Shape::Point => {} }
//! // Output: match &*self {
//! //             Shape::Circle { r } => { let mut r = r.clone(); r *= by; *self = Shape::Circle { r: r }; }
//! //             Shape::Point => {}
//! //         }
//! ```

use crate::body::tree::{Body, ExprId, Form, LocalId, Pattern};
use crate::class::is_assigning;
use crate::infer::{Items, Receiver, Typed};
use crate::library::methods::{self, Row};
use crate::library::numbers;
use crate::numbers::Numbers;
use crate::ty::{Name, Ty};
use proc_macro2::Span;
use quote::{format_ident, quote};
use std::collections::{HashMap, HashSet};
use syn::spanned::Spanned;
use syn::{Block, Expr, FieldPat, Ident, Member, Pat, Token, UnOp, parse_quote, parse_quote_spanned};

/// Rewrites the arms of a body, if there are such.
pub(super) fn rewrite(body: &Body, typed: &Typed, declared: &Items, numbers: &Numbers) -> Option<Block> {
    // A copy of a part might not be the part.
    if declared.clones_by_hand() {
        return None;
    }
    let mut arms = Arms {
        body,
        typed,
        declared,
        numbers,
        uses: Uses::of(body, typed, declared),
        choices: HashMap::new(),
        copies: HashSet::new(),
        guards: Vec::new(),
    };
    body.ids().for_each(|id| arms.read(id));
    (!arms.choices.is_empty()).then(|| body.print(&|id, expr, _| arms.printed(id, expr)))
}

struct Arms<'a> {
    body: &'a Body,
    typed: &'a Typed,
    declared: &'a Items,
    numbers: &'a Numbers,
    uses: Uses,
    /// The changes in each arm of a `match` or `if let`.
    choices: HashMap<ExprId, Vec<Option<Written>>>,
    /// The names that are copies in their arms.
    copies: HashSet<LocalId>,
    /// The guards, which see the parts themselves.
    guards: Vec<ExprId>,
}

/// An arm that changes parts.
struct Written {
    /// The pattern, which binds each part.
    pattern: Pat,
    copies: Vec<Ident>,
    /// The value that is assigned.
    rebuilt: Expr,
    gives_value: bool,
}

impl Arms<'_> {
    /// Reads a `match` or `if let` of an enum behind an exclusive reference.
    fn read(&mut self, id: ExprId) {
        let body = self.body;
        let (of, arms): (ExprId, Vec<(&Pattern, &Pat, Vec<ExprId>, Option<ExprId>)>) =
            match (body.form(id), body.shell(id)) {
                (Form::Match(of, arms), Expr::Match(shell)) => {
                    let arms = arms.iter().zip(&shell.arms).map(|(arm, shell)| {
                        self.guards.extend(arm.guard);
                        let inside = arm.guard.into_iter().chain([arm.value]).collect();
                        (&arm.pattern, &shell.pat, inside, Some(arm.value))
                    });
                    (*of, arms.collect())
                }
                (Form::If { condition, then, .. }, Expr::If(_)) => {
                    let (Form::Let(pattern, of), Expr::Let(shell)) =
                        (body.form(*condition), body.shell(*condition))
                    else {
                        return;
                    };
                    (*of, vec![(pattern, &*shell.pat, then.expressions(), then.value)])
                }
                _ => return,
            };
        if !self.is_lent_enum(of) {
            return;
        }
        let mut copies = HashSet::new();
        let mut written = Vec::new();
        for (pattern_of, shell, inside, value) in arms {
            let bound: Vec<LocalId> =
                pattern_of.locals().into_iter().filter(|of| self.is_exclusive(*of)).collect();
            if bound.iter().any(|local| self.uses.hidden.contains(local)) {
                return;
            }
            let changed: Vec<LocalId> =
                bound.iter().copied().filter(|local| self.uses.changed.contains(local)).collect();
            if changed.is_empty() {
                written.push(None);
                continue;
            }
            let names = bound.iter().map(|local| (body.name(*local).to_string(), changed.contains(local)));
            let mut rebuilding =
                Rebuilding { names: names.collect(), copies: Vec::new(), declared: self.declared, fresh: 0 };
            let Some((pattern, rebuilt)) = rebuilding.part(shell) else { return };
            if inside.iter().any(|id| self.leaves(*id) || self.sees(of, *id) || self.moves(&changed, *id)) {
                return;
            }
            if value.is_some_and(|id| matches!(self.typed.of(id), Ty::Ref { .. }))
                || self.hides(pattern_of, of)
            {
                return;
            }
            written.push(Some(Written {
                pattern,
                copies: rebuilding.copies,
                rebuilt,
                gives_value: value.is_some_and(|id| {
                    !matches!(self.typed.of(id), Ty::Never) && *self.typed.of(id) != Ty::unit()
                }),
            }));
            copies.extend(changed);
        }
        self.choices.insert(id, written);
        self.copies.extend(copies);
    }

    /// Whether a closure takes copies with it.
    fn moves(&self, copies: &[LocalId], around: ExprId) -> bool {
        self.body.inside(around).any(|id| {
            matches!(self.body.shell(id), Expr::Closure(closure) if closure.capture.is_some())
                && self.body.locals_in(id).any(|(_, local)| copies.contains(&local))
        })
    }

    /// Whether a name of the pattern is one in the place.
    fn hides(&self, pattern: &Pattern, of: ExprId) -> bool {
        let body = self.body;
        let names = pattern.locals();
        body.locals_in(of).any(|(_, local)| names.iter().any(|name| body.name(*name) == body.name(local)))
    }

    /// Whether an arm may see or change the enum itself, or the index in its place.
    fn sees(&self, of: ExprId, around: ExprId) -> bool {
        let body = self.body;
        let (owner, field) = self.owner(of);
        // Another field of the same struct is another place.
        let apart: HashSet<ExprId> = body
            .ids()
            .filter_map(|id| match (body.form(id), body.shell(id)) {
                (Form::Field(base), Expr::Field(shell))
                    if field.as_ref().is_some_and(|of| *of != shell.member) =>
                {
                    Some(body.inner(*base))
                }
                _ => None,
            })
            .collect();
        let mut places = body.locals_in(of).map(|(_, local)| local);
        body.locals_in(around).any(|(id, local)| Some(local) == owner && !apart.contains(&id))
            || places.any(|local| {
                let changes = Some(local) != owner && self.uses.changed.contains(&local);
                self.uses.hidden.contains(&local)
                    || changes && body.locals_in(around).any(|(_, other)| other == local)
            })
    }

    /// The local that a place belongs to, and its field on the way.
    fn owner(&self, of: ExprId) -> (Option<LocalId>, Option<Member>) {
        let mut field = None;
        let mut id = of;
        loop {
            id = match (self.body.form(id), self.body.shell(id)) {
                (Form::Local(local), _) => return (Some(*local), field),
                (Form::Field(of), Expr::Field(shell)) => {
                    field = Some(shell.member.clone());
                    *of
                }
                (Form::Paren(of) | Form::Unary(of) | Form::Reference(of) | Form::Index(of, _), _) => *of,
                _ => return (None, None),
            };
        }
    }

    fn is_exclusive(&self, local: LocalId) -> bool {
        matches!(self.typed.local(local), Ty::Ref { exclusive: true, .. })
    }

    /// Whether an expression is an exclusive reference to an enum over numbers in a place.
    fn is_lent_enum(&self, id: ExprId) -> bool {
        let Ty::Ref { exclusive: true, of } = self.typed.of(id) else { return false };
        let place = match self.body.form(self.body.inner(id)) {
            Form::Reference(inner) => *inner,
            _ => id,
        };
        let over_numbers = |name: &Name| self.declared.is_enum(name) && self.numbers.is_named(name);
        of.name().is_some_and(over_numbers) && self.is_place(place)
    }

    fn is_place(&self, id: ExprId) -> bool {
        match self.body.form(id) {
            Form::Local(_) => true,
            Form::Paren(of) | Form::Field(of) => self.is_place(*of),
            Form::Unary(of) => is_deref(self.body, id) && self.is_place(*of),
            Form::Index(of, index) => {
                let index = self.body.form(self.body.inner(*index));
                self.is_place(*of) && matches!(index, Form::Local(_) | Form::Literal | Form::Path)
            }
            _ => false,
        }
    }

    /// Whether an expression may leave the arm that it is in.
    fn leaves(&self, around: ExprId) -> bool {
        let body = self.body;
        let has_loop = |id: ExprId| {
            body.inside(around).any(|of| {
                matches!(body.form(of), Form::For { .. } | Form::While(..) | Form::Loop(..))
                    && body.contains(of, id)
            })
        };
        body.inside(around).any(|id| match (body.form(id), body.shell(id)) {
            (Form::Return(_) | Form::Try(_), _) => true,
            (Form::Break(..), Expr::Break(of)) => of.label.is_some() || !has_loop(id),
            (Form::Continue, Expr::Continue(of)) => of.label.is_some() || !has_loop(id),
            _ => false,
        })
    }

    fn printed(&self, id: ExprId, expr: Expr) -> Expr {
        if self.guards.iter().any(|guard| self.body.contains(*guard, id)) {
            return expr;
        }
        match (self.body.form(id), expr) {
            (Form::Local(local), expr) if self.copies.contains(local) && !self.uses.through.contains(&id) => {
                parse_quote_spanned!(expr.span()=> (&mut #expr))
            }
            (Form::Unary(of), Expr::Unary(unary)) if self.is_copy(*of) && is_deref(self.body, id) => {
                *unary.expr
            }
            (Form::Match(..), Expr::Match(mut choice)) if self.choices.contains_key(&id) => {
                let place = lend(&mut choice.expr);
                for (arm, written) in choice.arms.iter_mut().zip(&self.choices[&id]) {
                    if let Some(written) = written {
                        arm.pat = written.pattern.clone();
                        *arm.body = written.block(&arm.body, &place);
                    }
                }
                Expr::Match(choice)
            }
            (Form::If { .. }, Expr::If(mut choice)) if self.choices.contains_key(&id) => {
                if let (Expr::Let(condition), [written]) = (&mut *choice.cond, &self.choices[&id][..]) {
                    let place = lend(&mut condition.expr);
                    if let Some(written) = written {
                        *condition.pat = written.pattern.clone();
                        let block = &choice.then_branch;
                        let block = written.block(&parse_quote!(#block), &place);
                        choice.then_branch = parse_quote!({ #block });
                    }
                }
                Expr::If(choice)
            }
            (_, expr) => expr,
        }
    }

    fn is_copy(&self, id: ExprId) -> bool {
        matches!(self.body.form(self.body.inner(id)), Form::Local(local) if self.copies.contains(local))
    }
}

/// Makes an exclusive reference a shared one. Returns the place.
fn lend(of: &mut Expr) -> Expr {
    let referent = |of: &Expr| match of {
        Expr::Reference(reference) => Some((*reference.expr).clone()),
        _ => None,
    };
    let place: Expr = match &*of {
        Expr::Paren(inner) => referent(&inner.expr),
        of => referent(of),
    }
    .unwrap_or_else(|| parse_quote_spanned!(of.span()=> *#of));
    *of = parse_quote_spanned!(of.span()=> &#place);
    place
}

impl Written {
    fn block(&self, body: &Expr, place: &Expr) -> Expr {
        let Written { copies, rebuilt, gives_value, .. } = self;
        let span = Span::mixed_site().located_at(body.span());
        if *gives_value {
            parse_quote_spanned!(span=> {
                #(let mut #copies = #copies.clone();)*
                let __ad_value = #body;
                #place = #rebuilt;
                __ad_value
            })
        } else {
            parse_quote_spanned!(span=> { #(let mut #copies = #copies.clone();)* #body; #place = #rebuilt; })
        }
    }
}

/// How locals are used.
#[derive(Default)]
struct Uses {
    /// The locals before `.`, `[` or behind `*`.
    through: HashSet<ExprId>,
    /// The locals that may be changed.
    changed: HashSet<LocalId>,
    /// The locals in tokens that are not read.
    hidden: HashSet<LocalId>,
}

impl Uses {
    fn of(body: &Body, typed: &Typed, declared: &Items) -> Self {
        let mut uses = Uses::default();
        let mut through = |id: ExprId| _ = uses.through.insert(body.inner(id));
        for id in body.ids() {
            match body.form(id) {
                Form::Unary(of) if is_deref(body, id) => through(*of),
                Form::Field(of) | Form::Index(of, _) | Form::Method(of, _) => through(*of),
                _ => {}
            }
        }
        for id in body.ids() {
            match (body.form(id), body.shell(id)) {
                (Form::Local(local), _) if !uses.through.contains(&id) => _ = uses.changed.insert(*local),
                (Form::Assign(of, _), _) => uses.changed.extend(root(body, *of)),
                (Form::Binary(of, _), Expr::Binary(shell)) if is_assigning(&shell.op) => {
                    uses.changed.extend(root(body, *of));
                }
                (Form::Reference(of), Expr::Reference(shell)) if shell.mutability.is_some() => {
                    uses.changed.extend(root(body, *of));
                }
                (Form::Method(of, arguments), Expr::MethodCall(call)) => {
                    let name = call.method.to_string();
                    let ty = match typed.of(*of) {
                        Ty::Ref { of, .. } => of,
                        ty => ty,
                    };
                    // A method of the module may have the name of one of `std`.
                    let own = ty.name().and_then(|ty| declared.receiver(ty, &name, arguments.len()));
                    let reads = methods::of(call).is_some_and(Row::reads) || numbers::find(&name).is_some();
                    if own.map_or(!reads, |receiver| receiver != Receiver::Shared) {
                        uses.changed.extend(root(body, *of));
                    }
                }
                (Form::Opaque(locals), _) => uses.hidden.extend(locals),
                _ => {}
            }
        }
        uses
    }
}

fn is_deref(body: &Body, id: ExprId) -> bool {
    matches!(body.shell(id), Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)))
}

/// The local that a place is a part of.
fn root(body: &Body, id: ExprId) -> Option<LocalId> {
    match body.form(id) {
        Form::Local(local) => Some(*local),
        Form::Paren(of) | Form::Field(of) | Form::Index(of, _) | Form::Unary(of) | Form::Method(of, _) => {
            root(body, *of)
        }
        _ => None,
    }
}

/// Makes values of patterns.
struct Rebuilding<'a> {
    /// The names of the pattern, and whether they become copies.
    names: HashMap<String, bool>,
    /// The copies.
    copies: Vec<Ident>,
    declared: &'a Items,
    fresh: usize,
}

impl Rebuilding<'_> {
    /// The pattern with names for all parts, and its value.
    fn part(&mut self, pattern: &Pat) -> Option<(Pat, Expr)> {
        Some(match pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let ident = &name.ident;
                let copied = self.names.get(&ident.to_string());
                self.copies.extend(copied.filter(|copied| **copied).map(|_| ident.clone()));
                let clone = copied.filter(|copied| !**copied).map(|_| quote!(.clone()));
                let value = parse_quote!(#ident #clone);
                (pattern.clone(), value)
            }
            Pat::Wild(_) => self.unnamed(),
            Pat::Paren(inner) => self.part(&inner.pat)?,
            Pat::Path(path) => (pattern.clone(), parse_quote!(#path)),
            Pat::Lit(literal) => (pattern.clone(), parse_quote!(#literal)),
            Pat::Tuple(tuple) => {
                let (parts, values) = self.parts(tuple.elems.iter())?;
                (parse_quote!((#(#parts,)*)), parse_quote!((#(#values,)*)))
            }
            Pat::TupleStruct(of) => {
                let (path, (parts, values)) = (&of.path, self.parts(of.elems.iter())?);
                (parse_quote!(#path(#(#parts),*)), parse_quote!(#path(#(#values),*)))
            }
            Pat::Struct(of) => {
                let path = &of.path;
                let (parts, mut values) = self.parts(of.fields.iter().map(|field| &*field.pat))?;
                let mut pattern = of.clone();
                pattern.fields.iter_mut().zip(parts).for_each(|(field, part)| *field.pat = part);
                if pattern.rest.take().is_some() {
                    for member in self.declared.members(path)? {
                        if of.fields.iter().all(|field| field.member != member) {
                            let (part, value) = self.unnamed();
                            let (colon_token, pat) = (Some(Token![:](Span::mixed_site())), Box::new(part));
                            pattern.fields.push(FieldPat { attrs: Vec::new(), member, colon_token, pat });
                            values.push(value);
                        }
                    }
                }
                let members = pattern.fields.iter().map(|field| &field.member);
                let value = parse_quote!(#path { #(#members: #values),* });
                (Pat::Struct(pattern), value)
            }
            _ => return None,
        })
    }

    fn parts<'p>(&mut self, patterns: impl Iterator<Item = &'p Pat>) -> Option<(Vec<Pat>, Vec<Expr>)> {
        patterns.map(|pattern| self.part(pattern)).collect()
    }

    /// A part without a name of the user.
    fn unnamed(&mut self) -> (Pat, Expr) {
        let name = format_ident!("__ad_part{}", self.fresh, span = Span::mixed_site());
        self.fresh += 1;
        (parse_quote!(#name), parse_quote!(#name.clone()))
    }
}
