//! Dictionaries, numbers, expressions and differentiation strategies of the `ad` crate.
