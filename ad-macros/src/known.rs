//! Facts about an annotated module for adjoint programs: the operators of its types, and the results of its functions.

use crate::kind::Kind;
use std::collections::HashMap;
use syn::BinOp;

/// The method of an operator.
pub(crate) fn method_of(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "sub",
        BinOp::Mul(_) => "mul",
        BinOp::Div(_) => "div",
        BinOp::AddAssign(_) => "add_assign",
        BinOp::SubAssign(_) => "sub_assign",
        BinOp::MulAssign(_) => "mul_assign",
        BinOp::DivAssign(_) => "div_assign",
        BinOp::Rem(_) => "rem",
        BinOp::RemAssign(_) => "rem_assign",
        _ => return None,
    })
}

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

    /// Whether all functions of this name give no numbers.
    pub(crate) fn gives_no_numbers(&self, function: &str) -> bool {
        matches!(self.results.get(function), Some(Some(kind)) if kind.is_plain())
    }
}
