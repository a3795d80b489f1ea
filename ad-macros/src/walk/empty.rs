//! Containers that are empty at first. A later statement may show that they get numbers, which adjoint programs must know at the
//! declaration. So the walk marks the empty value.

use super::Walk;
use crate::lowered;
use crate::parameter::mentions;
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, Pat};

impl Walk<'_> {
    /// ```text
    /// // Input:  let mut best = None;                              best = Some(x * x);
    /// // Output: let mut best = ::ad::__private::over_numbers(None);
    /// ```
    pub(super) fn mark_empty(&self, pattern: &Pat, value: &mut Expr) {
        match (pattern, value) {
            (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
                let parts = names.elems.iter().zip(&mut values.elems);
                parts
                    .filter(|(_, value)| is_none(value))
                    .for_each(|(name, value)| self.mark_empty(name, value));
            }
            (Pat::Ident(name), value)
                if self.context.adjoint
                    && name.mutability.is_some()
                    && is_empty(value)
                    && self.local(&name.ident).is_some_and(|slot| self.gets_numbers(slot)) =>
            {
                let span = value.span();
                *value = lowered::over_numbers(value, span, &self.numbers.private_at(span));
            }
            _ => {}
        }
    }

    /// Whether a local contains numbers sooner or later. The kind of a map is unknown.
    fn gets_numbers(&self, slot: usize) -> bool {
        let kind = &self.slots[slot];
        kind.holds_number() || self.filled.contains(&slot) && !kind.is_plain()
    }

    /// Numbers are written into the local that a place is a part of: `map` of `map.entry(k).or_insert(1.0)`.
    pub(super) fn fill(&mut self, place: &Expr) {
        match place {
            Expr::Path(path) => {
                let slot = path.path.get_ident().and_then(|name| self.local(name));
                self.filled.extend(slot);
            }
            Expr::Index(inner) => self.fill(&inner.expr),
            Expr::Field(inner) => self.fill(&inner.base),
            Expr::Paren(inner) => self.fill(&inner.expr),
            Expr::Unary(inner) => self.fill(&inner.expr),
            Expr::Reference(inner) => self.fill(&inner.expr),
            Expr::MethodCall(call) => self.fill(&call.receiver),
            _ => {}
        }
    }

    /// A function over numbers may write into an argument `&mut place`.
    pub(super) fn fill_argument(&mut self, argument: &Expr) {
        if let Expr::Reference(reference) = argument
            && reference.mutability.is_some()
        {
            self.fill(&reference.expr);
        }
    }

    /// The same for the arguments of a function whose parameters may be known.
    pub(super) fn fill_arguments(&mut self, call: &ExprCall, names: &[String]) {
        let Some((name, of)) = names.split_last() else { return };
        let of = of.last().map(|of| match &self.numbers.itself {
            Some(itself) if of == "Self" => itself.to_string(),
            _ => of.clone(),
        });
        let known = Rc::clone(&self.numbers.known);
        let given = known.parameters_of(of.as_deref(), name);
        for (i, argument) in call.args.iter().enumerate() {
            if given.is_none_or(|given| given.get(i).is_some_and(|given| given.active)) {
                self.fill_argument(argument);
            }
        }
    }
}

/// `None`, `vec![None; n]`, `HashMap::new()`
fn is_empty(value: &Expr) -> bool {
    const CONTAINERS: [&str; 4] = ["VecDeque", "HashMap", "BTreeMap", "BinaryHeap"];
    match value {
        Expr::Path(_) => is_none(value),
        Expr::Macro(_) | Expr::Array(_) | Expr::Repeat(_) => mentions(value, "None"),
        Expr::Call(call) => CONTAINERS.iter().any(|name| mentions(&call.func, name)),
        Expr::Paren(inner) => is_empty(&inner.expr),
        _ => false,
    }
}

fn is_none(value: &Expr) -> bool {
    matches!(value, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None"))
}
