//! `snapshots/x.rs` expands to `snapshots/x-expanded.rs`. With `UPDATE_EXPECT=1` the latter are written anew, to be
//! read before they are committed.

use super::{expand_file, inputs};

#[test]
fn expansions_are_as_they_were_read() {
    for (name, source) in inputs() {
        let expanded = prettyplease::unparse(&expand_file(&source));
        let path = format!("{}/snapshots/{name}-expanded.rs", env!("CARGO_MANIFEST_DIR"));
        expect_test::expect_file![path].assert_eq(&expanded);
    }
}
