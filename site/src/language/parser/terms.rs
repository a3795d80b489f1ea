//! Terms: arithmetic, calls, and choices with values.

use ad::function::{Entry, Powf, Powi, Rem};

use super::Parser;
use crate::language::Mistake;
use crate::language::lexer::{Kind, Token};
use crate::language::syntax::{BINARY, Block, Term, UNARY};
use crate::operation::Operation;

impl Parser {
    pub(super) fn term(&mut self) -> Result<Term, Mistake> {
        let mut left = self.product()?;
        while let Kind::Sign(sign @ ("+" | "-")) = *self.kind() {
            self.advance();
            left = Term::Operation(operator(sign), vec![left, self.product()?]);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Term, Mistake> {
        let mut left = self.signed()?;
        while let Kind::Sign(sign @ ("*" | "/" | "%")) = *self.kind() {
            self.advance();
            left = Term::Operation(operator(sign), vec![left, self.signed()?]);
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Term, Mistake> {
        if self.eat("-") {
            return Ok(Term::Operation(Operation::Neg, vec![self.deeper(Parser::signed)?]));
        }
        let mut term = self.primary()?;
        // `x.sin()`, as in Rust.
        while self.eat(".") {
            let named = self.token();
            let name = self.name("the name of a function")?;
            self.expect("(", "after the name of a function")?;
            let mut arguments = vec![term];
            arguments.extend(self.arguments()?);
            term = self.call(&name, &named, arguments)?;
        }
        Ok(term)
    }

    fn primary(&mut self) -> Result<Term, Mistake> {
        let token = self.token();
        match token.kind.clone() {
            Kind::Integer(n) => {
                self.advance();
                Ok(Term::Integer(n))
            }
            Kind::Decimal(d) => {
                self.advance();
                Ok(Term::Decimal(d))
            }
            Kind::Rounded(c) => {
                self.advance();
                Ok(Term::Rounded(c))
            }
            Kind::Sign("(") => {
                self.advance();
                let term = self.deeper(Parser::term)?;
                self.expect(")", "at the end of a parenthesis")?;
                Ok(term)
            }
            Kind::Sign("{") => {
                let block = Term::Block(self.block()?);
                with_value(block, &token)
            }
            Kind::Name(name) if name == "if" => {
                let choice = self.deeper(Parser::choice)?;
                with_value(choice, &token)
            }
            Kind::Name(name) => {
                self.advance();
                if self.eat("(") {
                    let arguments = self.arguments()?;
                    return self.call(&name, &token, arguments);
                }
                match (self.scope.find(&name), name.as_str()) {
                    (Some((slot, _)), _) => Ok(Term::Variable(slot)),
                    (None, "pi") => Ok(Term::Rounded(std::f64::consts::PI)),
                    _ => Err(self.unknown(&name, &token)),
                }
            }
            _ => Err(self.wrong(format!("expected a number, a name or `(`, and found {}", self.shown()))),
        }
    }

    /// `if a < b { … } else { … }`
    pub(super) fn choice(&mut self) -> Result<Term, Mistake> {
        self.advance();
        let condition = self.condition()?;
        let then = self.block()?;
        let mut otherwise = Block::default();
        if self.next_is_name("else") {
            self.advance();
            otherwise = if self.next_is_name("if") {
                Block { statements: Vec::new(), value: Some(Box::new(self.deeper(Parser::choice)?)) }
            } else {
                self.block()?
            };
        }
        Ok(Term::If(Box::new(condition), then, otherwise))
    }

    fn arguments(&mut self) -> Result<Vec<Term>, Mistake> {
        let mut arguments = Vec::new();
        while !self.next_is(")") {
            arguments.push(self.deeper(Parser::term)?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")", "after the arguments")?;
        Ok(arguments)
    }

    fn call(&self, name: &str, at: &Token, arguments: Vec<Term>) -> Result<Term, Mistake> {
        let named = |table: &[(&str, Entry)]| table.iter().find(|(known, _)| *known == name).map(|(_, f)| *f);
        let (function, parameters) = if let Some(f) = named(UNARY) {
            (Operation::Function(f), 1)
        } else if let Some(f) = named(BINARY) {
            (Operation::Function(f), 2)
        } else if name == "pow" {
            (Operation::Function(Entry::Powf(Powf)), 2)
        } else if let Some(number) = self.functions.iter().position(|function| function.name == name) {
            let parameters = self.functions[number].parameters;
            check_count(name, at, parameters, arguments.len())?;
            return Ok(Term::Call(number, arguments));
        } else {
            return Err(self.unknown(name, at));
        };
        check_count(name, at, parameters, arguments.len())?;
        Ok(match whole_exponent(&arguments) {
            Some(n) if name == "pow" => {
                let base = arguments.into_iter().take(1).collect();
                Term::Operation(Operation::Function(Entry::Powi(Powi(n))), base)
            }
            _ => Term::Operation(function, arguments),
        })
    }
}

pub(super) fn operator(sign: &str) -> Operation {
    match sign {
        "+" => Operation::Add,
        "-" => Operation::Sub,
        "*" => Operation::Mul,
        "/" => Operation::Div,
        _ => Operation::Function(Entry::Rem(Rem)),
    }
}

/// The term, if all its blocks end with a value.
fn with_value(term: Term, at: &Token) -> Result<Term, Mistake> {
    if has_value(&term) {
        return Ok(term);
    }
    let message = "a block without a value is used as a number: end it with an expression without `;`, and write `else`";
    Err(Mistake::new(message, at.start, at.end))
}

/// Whether all blocks of the term end with a value.
pub(super) fn has_value(term: &Term) -> bool {
    let ends = |block: &Block| block.value.as_ref().is_some_and(|value| has_value(value));
    match term {
        Term::If(_, then, otherwise) => ends(then) && ends(otherwise),
        Term::Block(block) => ends(block),
        _ => true,
    }
}

/// The exponent of `pow(x, 3)` or `pow(x, -3)`.
fn whole_exponent(arguments: &[Term]) -> Option<i32> {
    match arguments.get(1)? {
        Term::Integer(n) => i32::try_from(*n).ok(),
        Term::Operation(Operation::Neg, inner) => match inner.first()? {
            Term::Integer(n) => i32::try_from(*n).ok().map(|n| -n),
            _ => None,
        },
        _ => None,
    }
}

fn check_count(name: &str, at: &Token, expected: usize, found: usize) -> Result<(), Mistake> {
    if expected == found {
        return Ok(());
    }
    let plural = if expected == 1 { "" } else { "s" };
    let message = format!("`{name}` takes {expected} argument{plural}, and {found} are given");
    Err(Mistake::new(message, at.start, at.end))
}
