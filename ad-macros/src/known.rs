//! Facts about an annotated module for adjoint programs: the operators of its types, and the results of its functions.

use crate::kind::Kind;
use std::collections::HashMap;

/// An `impl` of an operator.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    /// `add`
    pub(crate) method: &'static str,
    /// The type of the left operand.
    pub(crate) left: String,
    /// The type of the right operand, if there is one.
    pub(crate) right: Option<String>,
    pub(crate) output: Kind,
}

impl Operator {
    /// The name of its adjoint program: `__adjoint_mul_number`.
    pub(crate) fn name(&self) -> String {
        match &self.right {
            Some(right) => format!("{}_{right}", self.method),
            None => self.method.to_owned(),
        }
    }
}

/// Facts about a module and the modules inside.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) operators: Vec<Operator>,
    /// The result of each function name, if all functions of this name agree.
    pub(crate) results: HashMap<String, Option<Kind>>,
}

impl Known {
    /// The result of the functions of this name, if it may be the operand of an operator.
    pub(crate) fn result(&self, function: &str) -> Option<Kind> {
        match self.results.get(function) {
            Some(Some(kind @ (Kind::Struct(_) | Kind::Number))) if !self.operators.is_empty() => {
                Some(kind.clone())
            }
            _ => None,
        }
    }
}
