//! `snapshots/x.rs` expands to `snapshots/x-expanded.rs`. `UPDATE_EXPECT=1` writes the latter anew. Read them before a commit.

use super::{expand_file, inputs};

#[test]
fn expansions_are_as_they_were_read() {
    for (name, source) in inputs() {
        let expanded = prettyplease::unparse(&expand_file(&source));
        let path = format!("{}/snapshots/{name}-expanded.rs", env!("CARGO_MANIFEST_DIR"));
        expect_test::expect_file![path].assert_eq(&expanded);
    }
}
