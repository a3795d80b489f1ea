//! The small language of the page: numbers, `+ - * / %`, functions, `let mut`, `while`, `if`, `fn`.
//!
//! Its syntax is that of Rust. A program is a function of `x`. It is checked before it runs, so only its numbers can go wrong.

mod lexer;
mod parser;
mod run;
mod scope;
mod syntax;

pub use syntax::{Program, Relation};

impl Program {
    /// Parses a program.
    ///
    /// # Errors
    ///
    /// The first mistake, with its place.
    pub fn parse(text: &str) -> Result<Program, Mistake> {
        parser::program(text)
    }
}

/// A mistake in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The message, in the form `cannot X: Y is Z; write W`.
    pub message: String,
    /// The first byte of the place.
    pub start: usize,
    /// The byte after the place.
    pub end: usize,
}

impl Mistake {
    pub(crate) fn new(message: impl Into<String>, start: usize, end: usize) -> Self {
        Mistake { message: message.into(), start, end }
    }

    /// Line and column, both from 1. The column counts characters.
    pub fn position(&self, text: &str) -> (usize, usize) {
        let before = &text[..self.start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}
