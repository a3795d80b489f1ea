//! The page without a browser: its language, its strategies, its pictures.

mod answers;
mod language;
mod strategies;

use std::rc::Rc;

use ad_site::expression::Expression;
use ad_site::language::Program;

/// The paper's program, as the page begins with it.
pub(crate) const MONOMIAL: &str = "
let mut k = 3;
let mut power = x;
let mut result = 1;
while k > 0 {
    if k % 2 == 1 {
        result = result * power;
    } else {
        result = result * 1;
    }
    power = power * power;
    k = floor(k / 2);
}
result";

#[track_caller]
pub(crate) fn expression(text: &str) -> Expression {
    Expression::of_program(Rc::new(Program::parse(text).unwrap()))
}
