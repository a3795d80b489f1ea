//! Nothing: the tests are the target that `Cargo.toml` lists.
