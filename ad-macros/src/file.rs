//! Expansions in files, for readers.

use proc_macro2::TokenStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use syn::Item;

/// The variable of the environment that names the folder.
const FOLDER: &str = "AD_EXPANSIONS";

/// Writes an expansion into the folder that [`FOLDER`] names, if it is set. A file that cannot be written is an error at the attribute.
pub(crate) fn write(item: &TokenStream, expansion: &mut TokenStream) {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    // Each crate has a folder, since `ad` itself has annotated functions.
    let folder = Path::new(&folder).join(std::env::var_os("CARGO_CRATE_NAME").unwrap_or_default());
    if let Err(error) = write_to(&folder, item, expansion) {
        let message = format!("cannot write the expansion to `{FOLDER}`: {error}");
        expansion.extend(quote::quote!(::core::compile_error!(#message);));
    }
}

/// Writes an expansion into a file with the name of its item. `rustfmt` formats it, if it is installed.
fn write_to(folder: &Path, item: &TokenStream, expansion: &TokenStream) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(name(item)).with_extension("rs");
    std::fs::write(&path, expansion.to_string())?;
    // Without it, the file is on one line.
    let mut formatter = Command::new("rustfmt");
    formatter.args(["--edition", "2024"]).arg(&path).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = formatter.status();
    Ok(path)
}

/// `orbit` for a function, module or type of this name, and for a block `impl Orbit` the name `impl_Orbit`.
fn name(item: &TokenStream) -> String {
    let named =
        syn::parse2::<Item>(item.clone()).ok().and_then(|item| match item {
            Item::Fn(item) => Some(item.sig.ident.to_string()),
            Item::Mod(item) => Some(item.ident.to_string()),
            Item::Struct(item) => Some(item.ident.to_string()),
            Item::Enum(item) => Some(item.ident.to_string()),
            Item::Type(item) => Some(item.ident.to_string()),
            Item::Impl(item) => {
                let of = crate::parameter::type_name(&item.self_ty)?;
                let of_trait = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                Some(of_trait.map_or_else(
                    || format!("impl_{of}"),
                    |of_trait| format!("impl_{}_for_{of}", of_trait.ident),
                ))
            }
            _ => None,
        });
    named.unwrap_or_else(|| "item".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn an_expansion_is_a_file_with_the_name_of_its_item() {
        let folder = std::env::temp_dir().join(format!("expansions-{}", std::process::id()));
        let names = [
            (
                quote!(
                    fn orbit(speed: f64) -> f64 {
                        let square = speed * speed;
                        square * speed
                    }
                ),
                "orbit.rs",
            ),
            (
                quote!(
                    mod planets {
                        fn mass(x: f64) -> f64 {
                            x * x
                        }
                    }
                ),
                "planets.rs",
            ),
            (quote!(impl Add for Planar { }), "impl_Add_for_Planar.rs"),
        ];
        for (item, expected) in names {
            let expansion = crate::expand::expand(quote!(adjoint), item.clone());
            let path = write_to(&folder, &item, &expansion).expect("a file");
            assert_eq!(path.file_name().expect("a name"), expected);
            let text = std::fs::read_to_string(&path).expect("text");
            let again: TokenStream = text.parse().expect("the file is Rust");
            assert!(!again.is_empty());
            if expected == "orbit.rs" {
                // The sweeps have the names of the user's variables.
                assert!(text.contains("__speed_0") && text.contains("__d_speed_0"), "{text}");
            }
        }
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
