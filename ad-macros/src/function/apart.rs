//! The part that a function has in taking types apart (`crate::apart`).

use super::{Function, State};
use crate::apart::{self, Apart};
use crate::args::Args;
use crate::errors::Errors;
use crate::model::Position;
use crate::walk::Callees;
use syn::ItemFn;

impl Function {
    /// A twin is no expression, its function has no program, and a function that makes such values has the program of another body.
    pub(crate) fn take_apart(&mut self, apart: &Apart, module: &str) {
        if matches!(self.position, Position::Trait(..)) {
            return;
        }
        let itself = self.numbers.itself.as_ref().map(ToString::to_string);
        if apart::is_twin(&self.original.sig) {
            self.expression = None;
            self.refused = true;
        } else if apart.replaces(&self.original.sig, itself.as_deref()) {
            self.args = Args { adjoint: false, record: Vec::new(), step: None, ..self.args.clone() };
        } else if self.args.adjoint && self.args.recorded.is_none() && self.state == State::Sound {
            self.apart = apart.body(&self.source.item, itself.as_deref(), module);
        }
    }

    /// Lowers the function whose program it has.
    pub(super) fn lower_apart(&mut self, callees: &Callees, errors: &Errors) {
        let item = match self.apart.take().filter(|_| self.state == State::Sound) {
            Some(Ok(item)) => item,
            Some(Err(error)) => {
                errors.push(error);
                self.state = State::Broken;
                return;
            }
            None => return,
        };
        let (names, attempt) = (&self.source.names, Errors::new());
        let mut apart =
            Function::new(item, self.args.clone(), &self.numbers, self.position.clone(), names, &attempt);
        apart.lower(callees, &attempt);
        self.calls.extend(apart.calls);
        self.apart = Some(Ok(apart.item));
        errors.absorb(&attempt);
    }

    /// The lowered function whose program it has.
    pub(super) fn programmed(&self) -> &ItemFn {
        match &self.apart {
            Some(Ok(item)) => item,
            _ => &self.item,
        }
    }
}
