//! What adjoint programs know of an annotated module: which operators its types have, and what its functions give.

use crate::kind::Kind;
use std::collections::HashMap;

/// An `impl` of an operator.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    /// `add`
    pub(crate) method: &'static str,
    /// The type of the left operand.
    pub(crate) left: String,
    /// That of the right one, `None` if there is none.
    pub(crate) right: Option<String>,
    pub(crate) output: Kind,
}

impl Operator {
    /// What its adjoint program is called: `__adjoint_mul_number`.
    pub(crate) fn name(&self) -> String {
        match &self.right {
            Some(right) => format!("{}_{right}", self.method),
            None => self.method.to_owned(),
        }
    }
}

/// What is known of a module and those inside of it.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) operators: Vec<Operator>,
    /// What each function gives, if all of its name give the same.
    pub(crate) results: HashMap<String, Option<Kind>>,
}

impl Known {
    /// What the functions of this name give, where it may be the operand of an operator.
    pub(crate) fn result(&self, function: &str) -> Option<Kind> {
        match self.results.get(function) {
            Some(Some(kind @ (Kind::Struct(_) | Kind::Number))) if !self.operators.is_empty() => {
                Some(kind.clone())
            }
            _ => None,
        }
    }
}
