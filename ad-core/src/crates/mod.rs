//! Other crates: their traits for our numbers, and their containers as our shapes. Each file is named like its crate.

mod num_traits;
