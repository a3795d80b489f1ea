//! The programs of `tests/natural`.

use std::path::PathBuf;
use syn::Item;

/// The names and sources, in order.
pub(super) fn programs() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/natural");
    let files = std::fs::read_dir(folder).expect("the folder of programs");
    let files = files.map(|entry| entry.expect("a file").path());
    let is_program = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        name.starts_with('p') && name.ends_with(".rs")
    };
    let mut files: Vec<PathBuf> = files.filter(is_program).collect();
    files.sort();
    let program = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("text"))
    };
    files.into_iter().map(program).collect()
}

/// The annotated module, or the annotated items in one without an attribute.
pub(super) fn module(source: &str) -> syn::ItemMod {
    let file: syn::File = syn::parse_str(source).expect("Rust");
    let module = file.items.into_iter().find_map(|item| match item {
        Item::Mod(module) if module.ident == "exp" => Some(module),
        _ => None,
    });
    module.expect("a module `exp`")
}
