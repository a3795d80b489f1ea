//! Interprets the rows of the table of `std`'s names: lowers the arguments of a call, and finds the kind of what it gives.

use super::Walk;
use crate::kind::Kind;
use crate::library::{Argument, Gives};
use proc_macro2::Span;
use syn::Expr;

/// The kinds that a row's terms are about.
pub(super) struct Given {
    receiver: Kind,
    /// Of each argument; of a function, that of its result.
    pub(super) arguments: Vec<Kind>,
    /// The slot of what is accumulated.
    accumulated: Option<usize>,
}

impl Walk<'_> {
    /// Lowers the arguments of a call, and learns what is stored in the `place` that it is called on.
    pub(super) fn arguments<'e>(
        &mut self,
        receiver: &Kind,
        place: Option<&Expr>,
        arguments: impl Iterator<Item = (&'e mut Expr, &'static Argument)>,
        want: &Kind,
        gives: Gives,
    ) -> Given {
        let mut given = Given { receiver: receiver.clone(), arguments: Vec::new(), accumulated: None };
        // Of a cell the macro knows no more than what is in it.
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
                Argument::Free => self.any(expr),
                Argument::Passed => self.expr(expr, want),
                Argument::Like => self.expr(expr, &element),
                Argument::LikeAll => self.expr(expr, &several),
                Argument::Stored => {
                    let kind = self.expr(expr, &element);
                    stored = Some(if cell { kind.clone() } else { Kind::list(kind.clone()) });
                    kind
                }
                Argument::StoredAll => {
                    let kind = self.expr(expr, &several);
                    stored = Some(Kind::list(kind.element()));
                    kind
                }
                Argument::Makes => {
                    let kind = self.callback(expr, &[]);
                    stored = Some(Kind::list(kind.clone()));
                    kind
                }
                Argument::Start => {
                    let slot = self.slot();
                    let wanted = self.wanted(slot, &Kind::Never);
                    let kind = self.expr(expr, &wanted);
                    self.learn(slot, kind.clone());
                    given.accumulated = Some(slot);
                    kind
                }
                Argument::Calls(with) => {
                    let with: Vec<Kind> = with.iter().map(|term| self.term(term, &given)).collect();
                    self.callback(expr, &with)
                }
                Argument::Same => {
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
        // What the function of an accumulation gives is what it will be given.
        if let (Some(slot), Some(result)) = (given.accumulated, given.arguments.last().cloned()) {
            match gives {
                Gives::Accumulated => self.learn(slot, result),
                Gives::List(Gives::Accumulated) => self.learn(slot, result.element()),
                _ => {}
            }
        }
        given
    }

    /// What the call gives, after noting what it needs.
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
