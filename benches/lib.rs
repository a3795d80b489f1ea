//! Nothing: the benches are the targets that `Cargo.toml` lists.
