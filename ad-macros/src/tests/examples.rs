//! `examples/monomial-expanded.rs` is the expansion of `examples/monomial.rs`, and likewise for adjoint programs.
//! `UPDATE_EXPECT=1` writes them anew; `cargo fmt` formats them.

use super::expand_file;

#[test]
fn the_expanded_examples_are_the_expansions_of_the_examples() {
    compare("monomial");
    compare("adjoint");
}

fn compare(name: &str) {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let source = std::fs::read_to_string(format!("{examples}/{name}.rs")).expect("the example");
    let path = format!("{examples}/{name}-expanded.rs");
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
