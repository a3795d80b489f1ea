//! The places of a loop whose index moves with its counter, and those that stay.

use super::super::super::analyse::{Restoration, Site, each};
use super::super::super::ir::*;
use super::super::super::text::Text;
use super::name;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, Lit};

/// An index in the first iteration.
pub(super) struct First {
    pub(super) tokens: TokenStream,
    /// Whether the next iteration has the next index.
    moves: bool,
    /// Whether it contains the counter of the loop itself, so that this is a `usize`.
    pub(super) counter: bool,
}

pub(super) struct Search<'a> {
    pub(super) text: &'a Text<'a>,
    pub(super) inner: &'a Loop,
    pub(super) counter: Id,
}

impl Search<'_> {
    /// The list before the loop whose elements a place has in turn, and the first index.
    pub(super) fn slice(&self, place: &Place) -> Option<(Place, First)> {
        let mut list = Place { projections: Vec::new(), ..place.clone() };
        for (i, projection) in place.projections.iter().enumerate() {
            let projection = match projection {
                Projection::Index(plain) => {
                    let first = self.plain(plain)?;
                    if first.moves {
                        let is_list =
                            self.outside(place.root) && matches!(self.text.type_of(place, i)?, Ty::List(_));
                        return is_list.then_some((list, first));
                    }
                    Projection::Index(Plain { tokens: first.tokens, ..plain.clone() })
                }
                Projection::Field(_) | Projection::Deref => projection.clone(),
                Projection::There | Projection::Variant(..) => return None,
            };
            list.projections.push(projection);
        }
        None
    }

    /// The place before the loop, if it is one element of a list, the same in each iteration.
    pub(super) fn same(&self, place: &Place) -> Option<Place> {
        let projections = place.projections.iter().map(|projection| match projection {
            Projection::Index(plain) => {
                let first = self.plain(plain).filter(|first| !first.moves)?;
                Some(Projection::Index(Plain { tokens: first.tokens, ..plain.clone() }))
            }
            Projection::Field(_) | Projection::Deref => Some(projection.clone()),
            Projection::There | Projection::Variant(..) => None,
        });
        let before = Place { projections: projections.collect::<Option<_>>()?, ..place.clone() };
        let indexed = place.projections.iter().any(|projection| matches!(projection, Projection::Index(_)));
        (indexed && *place.ty.owned() == Ty::Number && self.outside(place.root)).then_some(before)
    }

    /// Whether a variable is bound outside of the loop.
    fn outside(&self, id: Id) -> bool {
        let inside = |site: &Site| self.text.facts.index.ancestor(*site, self.inner.id).is_some();
        id != self.counter && !self.text.facts.index.sites.get(&id).is_some_and(inside)
    }

    fn plain(&self, plain: &Plain) -> Option<First> {
        if plain.expensive || plain.state || plain.varies || !plain.reads.is_empty() {
            return None;
        }
        self.expression(&syn::parse2(plain.tokens.clone()).ok()?, plain)
    }

    fn expression(&self, expression: &Expr, plain: &Plain) -> Option<First> {
        let fixed =
            |tokens: &dyn ToTokens| First { tokens: tokens.to_token_stream(), moves: false, counter: false };
        match expression {
            Expr::Paren(inner) => self.expression(&inner.expr, plain),
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)).then(|| fixed(literal)),
            Expr::Path(path) => {
                let ident = path.path.get_ident()?;
                let id = plain.values.iter().copied().find(|id| self.text.var(*id).ident == *ident)?;
                self.variable(id)
            }
            Expr::Binary(binary) => {
                let (a, b) = (self.expression(&binary.left, plain)?, self.expression(&binary.right, plain)?);
                let moves = match binary.op {
                    BinOp::Add(_) if !(a.moves && b.moves) => a.moves || b.moves,
                    BinOp::Sub(_) if !b.moves => a.moves,
                    BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) if !a.moves && !b.moves => false,
                    _ => return None,
                };
                let (left, op, right) = (a.tokens, &binary.op, b.tokens);
                Some(First { tokens: quote!((#left #op #right)), moves, counter: a.counter || b.counter })
            }
            _ => None,
        }
    }

    fn variable(&self, id: Id) -> Option<First> {
        if id == self.counter {
            let from = name("__from");
            return Some(First { tokens: quote!(#from), moves: true, counter: true });
        }
        let ident = &self.text.var(id).ident;
        if self.outside(id) {
            let constant = matches!(
                self.text.var(id).role,
                Role::Value | Role::Parameter | Role::Borrowed | Role::Header
            );
            return constant.then(|| First { tokens: quote!(#ident), moves: false, counter: false });
        }
        let mut statements = self.inner.body.iter().enumerate();
        let (at, plain) = statements.find_map(|(at, statement)| match statement {
            Stmt::Let { var, rhs: Rhs::Plain(plain) } if *var == id => Some((at, plain)),
            _ => None,
        })?;
        match plain.reads[..] {
            [] => self.plain(plain),
            [memory] if !plain.expensive && self.counts(memory, at, plain) => {
                let (memory, count) = (&self.text.var(memory).ident, name("__count"));
                Some(First { tokens: quote!((#memory - #count)), moves: true, counter: false })
            }
            _ => None,
        }
    }

    /// Whether this is the value, at this statement of the body, of an integer that each iteration increments by 1 once, afterwards.
    fn counts(&self, memory: Id, at: usize, plain: &Plain) -> bool {
        let text = self.text;
        let whole = text.var(memory).ident == plain.tokens.to_string();
        let (mut writes, mut one) = (0, false);
        each(&self.inner.body, self.inner.id, &mut |site, statement| {
            if let Stmt::Write { place, old, .. } = statement
                && place.root == memory
            {
                writes += 1;
                let by_one = text.facts.restoration(*old) == Some(Restoration::Stepped)
                    && text.facts.step(*old).is_some_and(|step| step.to_string() == "1");
                one = site.block == self.inner.id && site.index > at && by_one;
            }
        });
        whole && writes == 1 && one
    }
}
