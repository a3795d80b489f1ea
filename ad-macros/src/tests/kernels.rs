//! The published kernels in `tests/language/kernels` with an adjoint program, and the reasons of the others.

use std::collections::BTreeMap;
use syn::parse::{ParseStream, Parser};
use syn::{ImplItem, Item};

/// The items in `kernels!` and `kernel_module!`, with the mark `tape`.
fn kernels() -> Vec<(bool, Item)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/language/kernels");
    let mut kernels = Vec::new();
    let mut folders = vec![std::path::PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder of kernels") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(path).expect("text");
                collect(syn::parse_str::<syn::File>(&text).expect("Rust").items, &mut kernels);
            }
        }
    }
    kernels
}

fn collect(items: Vec<Item>, kernels: &mut Vec<(bool, Item)>) {
    for item in items {
        match item {
            Item::Mod(module) => collect(module.content.map(|(_, items)| items).unwrap_or_default(), kernels),
            Item::Macro(mac)
                if mac.mac.path.is_ident("kernels") || mac.mac.path.is_ident("kernel_module") =>
            {
                let whole = mac.mac.path.is_ident("kernel_module");
                let parser = |input: ParseStream<'_>| {
                    let mut tape = false;
                    let mut items = Vec::new();
                    while !input.is_empty() {
                        tape &= whole;
                        if input.fork().parse::<syn::Ident>().is_ok_and(|word| word == "tape") {
                            input.parse::<syn::Ident>()?;
                            tape = true;
                        }
                        items.push((tape, input.parse::<Item>()?));
                    }
                    Ok(items)
                };
                let found = parser.parse2(mac.mac.tokens).expect("items");
                if whole {
                    let tape = found.iter().any(|(tape, _)| *tape);
                    let items = found.into_iter().map(|(_, item)| item);
                    kernels.push((tape, syn::parse_quote!(mod annotated { #(#items)* })));
                } else {
                    kernels.extend(found);
                }
            }
            _ => {}
        }
    }
}

/// The number of functions of an item.
fn functions(item: &Item) -> usize {
    match item {
        Item::Fn(_) => 1,
        Item::Impl(of) => of.items.iter().filter(|item| matches!(item, ImplItem::Fn(_))).count(),
        Item::Mod(module) => module.content.iter().flat_map(|(_, items)| items).map(functions).sum(),
        _ => 0,
    }
}

/// The first sentence of the refusal of an item's adjoint program, if the macro refuses it.
fn refusal(item: &Item) -> Option<String> {
    let expanded = crate::expand::expand(quote::quote!(adjoint), quote::quote!(#item)).to_string();
    let message = expanded.split("cannot write the adjoint program: ").nth(1)?;
    Some(message.split([':', ';']).next().unwrap_or_default().to_owned())
}

#[test]
fn the_readme_counts_kernels_with_an_adjoint_program() {
    let (mut all, mut written) = (0, 0);
    let mut refused = BTreeMap::<String, usize>::new();
    for (tape, item) in kernels() {
        all += functions(&item);
        if tape {
            let why = refusal(&item).unwrap_or_else(|| "a callee has none, or rustc refuses it".to_owned());
            *refused.entry(why).or_default() += functions(&item);
        } else {
            written += functions(&item);
            assert_eq!(refusal(&item), None);
        }
    }
    println!("{written} of {all} functions have an adjoint program");
    refused.iter().for_each(|(why, count)| println!("{count:4} have none: {why}"));
    let readme = include_str!("../../../tests/language/kernels/README.md").replace('\n', " ");
    let said = format!("{written} of {all} functions have one");
    assert!(readme.split_whitespace().collect::<Vec<_>>().join(" ").contains(&said), "{said}, says the code");
}
