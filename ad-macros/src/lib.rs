//! The `#[exp]` attribute of the `ad` crate.
