//! Interprets the rows of the table of `std`'s names: lowers the arguments of a call, and finds the kind of its result.

use super::Walk;
use crate::kind::Kind;
use crate::library::{Gives, Takes};
use proc_macro2::Span;
use syn::Expr;

/// The kinds for a row's terms.
pub(super) struct Given {
    receiver: Kind,
    /// For each argument. For a function it is the kind of its result.
    pub(super) arguments: Vec<Kind>,
    /// The slot of the accumulated value.
    accumulated: Option<usize>,
}

impl Walk<'_> {
    /// Lowers the arguments of a call, and learns the kinds of stored values for the `place` of the receiver.
    pub(super) fn arguments<'e>(
        &mut self,
        receiver: &Kind,
        place: Option<&Expr>,
        arguments: impl Iterator<Item = (&'e mut Expr, &'static Takes)>,
        want: &Kind,
        gives: Gives,
    ) -> Given {
        let mut given = Given { receiver: receiver.clone(), arguments: Vec::new(), accumulated: None };
        // The macro knows only the content of a cell.
        let cell = *receiver == Kind::Number;
        let element = if cell { Kind::Number } else { receiver.element() };
        let element = match element {
            _ if receiver.is_plain() => Kind::Fixed,
            Kind::Unknown => Kind::Never,
            element => element,
        };
        let several = if receiver.is_plain() { Kind::Fixed } else { Kind::Never };
        let mut first: Option<Expr> = None;
        for (expr, argument) in arguments {
            let mut stored = None;
            let kind = match argument {
                Takes::Free => self.any(expr),
                Takes::Passed => self.expr(expr, want),
                Takes::Like => self.expr(expr, &element),
                Takes::LikeAll => self.expr(expr, &several),
                Takes::Stored => {
                    let kind = self.expr(expr, &element);
                    stored = Some(if cell { kind.clone() } else { Kind::list(kind.clone()) });
                    kind
                }
                Takes::StoredAll => {
                    let kind = self.expr(expr, &several);
                    stored = Some(Kind::list(kind.element()));
                    kind
                }
                Takes::Makes => {
                    let kind = self.callback(expr, &[]);
                    stored = Some(Kind::list(kind.clone()));
                    kind
                }
                Takes::Start => {
                    let slot = self.slot();
                    let wanted = self.wanted(slot, &Kind::Never);
                    let mut kind = self.expr(expr, &wanted);
                    // `fold(DATA[i], |s, x| s - x)`
                    if matches!(self.slots[slot], Kind::Number | Kind::Unknown) && kind == Kind::Fixed {
                        self.number(expr, &kind);
                        kind = Kind::Number;
                    }
                    // `fold(data.to_vec(), |v, layer| layer.forward(&v))`
                    if self.slots[slot] == Kind::list(Kind::Number) && kind == Kind::list(Kind::Fixed) {
                        self.raise_list(expr);
                        kind = Kind::list(Kind::Number);
                    }
                    self.learn(slot, kind.clone());
                    given.accumulated = Some(slot);
                    kind
                }
                Takes::Calls(with) => {
                    let with: Vec<Kind> = with.iter().map(|term| self.term(term, &given)).collect();
                    self.callback(expr, &with)
                }
                Takes::Same => {
                    let kind = self.any(expr);
                    if let (Some(first), Some(other)) = (&first, given.arguments.first()) {
                        self.refine(first, kind.clone());
                        self.refine(expr, other.clone());
                    }
                    first.get_or_insert_with(|| expr.clone());
                    kind
                }
            };
            if let (Some(place), Some(stored)) = (place, stored) {
                self.refine(place, stored);
            }
            given.arguments.push(kind);
        }
        // The result of an accumulating function is its next argument.
        if let (Some(slot), Some(result)) = (given.accumulated, given.arguments.last().cloned()) {
            match gives {
                Gives::Accumulated => self.learn(slot, result),
                Gives::List(Gives::Accumulated) => self.learn(slot, result.element()),
                _ => {}
            }
        }
        given
    }

    /// The kind of the call's result, after noting its needs.
    pub(super) fn gives(&mut self, gives: &Gives, given: &Given, span: Span, name: &str) -> Kind {
        if matches!(gives, Gives::Compared) && !given.receiver.is_plain() {
            let element = given.receiver.element();
            self.compare(&element, &element, span, format!("`{name}`"));
        }
        self.term(gives, given)
    }

    fn term(&self, term: &Gives, given: &Given) -> Kind {
        let argument = |i: usize| given.arguments.get(i).cloned().unwrap_or(Kind::Unknown);
        match term {
            Gives::Receiver => given.receiver.clone(),
            Gives::Element => given.receiver.element(),
            Gives::Given(i) => argument(*i),
            Gives::Accumulated => given.accumulated.map_or(Kind::Unknown, |slot| self.slots[slot].clone()),
            Gives::Unsigned => Kind::Unsigned,
            Gives::Plain | Gives::Compared => Kind::Plain,
            Gives::Nothing => Kind::Never,
            Gives::List(term) => Kind::list(self.term(term, given)),
            Gives::Tuple(terms) => Kind::tuple(terms.iter().map(|term| self.term(term, given)).collect()),
            Gives::Inside(term) => self.term(term, given).element(),
            Gives::Either(a, b) => self.term(a, given).join(self.term(b, given)),
            Gives::At => match argument(0) {
                Kind::List(_) => Kind::list(given.receiver.clone()),
                _ => Kind::list(given.receiver.element()),
            },
            Gives::Unzipped => match given.receiver.element() {
                Kind::Tuple(kinds) => Kind::tuple(kinds.into_iter().map(Kind::list).collect()),
                _ => Kind::Unknown,
            },
        }
    }
}
