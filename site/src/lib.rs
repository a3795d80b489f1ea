//! The page in the browser: a small language, parsed into expressions of `ad`, and pictures of their derivatives.

pub mod budget;
mod curve;
pub mod derivatives;
pub mod effects;
pub mod exports;
pub mod expression;
pub mod formula;
mod json;
pub mod language;
pub mod numbers;
pub mod operation;
pub mod request;
mod rule;
pub mod semiring;
pub mod steps;
