//! `examples/monomial-expanded.rs` is `examples/monomial.rs` with the attribute expanded. With `UPDATE_EXPECT=1` it is
//! written anew; `cargo fmt` does the rest.

use super::expand_file;

#[test]
fn the_expanded_example_is_the_expansion_of_the_example() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let source = std::fs::read_to_string(format!("{examples}/monomial.rs")).expect("the example");
    let path = format!("{examples}/monomial-expanded.rs");
    let expanded = std::fs::read_to_string(&path).unwrap_or_default();

    let mut expected = expand_file(&source);
    let mut actual: syn::File = syn::parse_str(&expanded).expect("Rust");
    let prose = std::mem::take(&mut actual.attrs);
    expected.attrs.clear();
    let (expected, actual) = (prettyplease::unparse(&expected), prettyplease::unparse(&actual));
    if expected != actual && std::env::var_os("UPDATE_EXPECT").is_some() {
        let file = syn::File {
            attrs: prose,
            items: syn::parse_str::<syn::File>(&expected).expect("Rust").items,
            shebang: None,
        };
        std::fs::write(path, prettyplease::unparse(&file)).expect("the expanded example is written");
    } else {
        assert_eq!(expected, actual, "run again with UPDATE_EXPECT=1, then `cargo fmt`");
    }
}
