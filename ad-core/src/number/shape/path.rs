//! The way from a container to one of its numbers, as text.

use alloc::string::String;
use core::fmt::{self, Write};

/// The path from a container to one of its numbers, as in Rust: `.camera.focal`, `[2][0]`.
///
/// An implementation of [`Shape::for_each_path`](crate::Shape::for_each_path) extends it.
#[derive(Clone, Debug, Default)]
pub struct Path(String);

impl Path {
    /// The path that begins with `start`.
    pub(crate) fn new(start: &str) -> Self {
        Path(start.into())
    }

    /// Extends the path by `step`, such as `.field` or `[3]`, during `inner`.
    pub fn within(&mut self, step: impl fmt::Display, inner: impl FnOnce(&mut Self)) {
        let length = self.0.len();
        write!(self.0, "{step}").expect("text can grow");
        inner(self);
        self.0.truncate(length);
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
