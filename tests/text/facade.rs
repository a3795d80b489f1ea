//! What `ad-core` offers is on a page of `ad`.

/// The names that a source exports at its root: of modules, and of what is re-exported from others.
fn exported(source: &str) -> Vec<String> {
    let code =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut names = Vec::new();
    for statement in code.split(';') {
        let (attributes, item) = statement.rsplit_once("#[").map_or(("", statement), |(_, rest)| {
            let (attribute, item) = rest.split_once(']').expect("an attribute ends");
            (attribute, item)
        });
        if attributes.contains("hidden") {
            continue;
        }
        let item = item.trim();
        if let Some(module) = item.strip_prefix("pub mod ") {
            names.push(module.split_whitespace().next().unwrap_or_default().to_owned());
        } else if let Some(path) = item.strip_prefix("pub use ") {
            let (of, listed) = path.split_once('{').unwrap_or(("", path.rsplit("::").next().unwrap_or(path)));
            for name in listed.trim_end_matches('}').split(',').map(str::trim).filter(|name| !name.is_empty())
            {
                names.push(match name.split_once(" as ") {
                    Some((_, name)) => name.to_owned(),
                    None if name == "self" => {
                        of.trim_end_matches("::").rsplit("::").next().unwrap_or(of).to_owned()
                    }
                    None => name.to_owned(),
                });
            }
        }
    }
    names
}

#[test]
fn each_name_of_the_core_has_a_page() {
    let names = exported(include_str!("../../ad-core/src/lib.rs"));
    assert!(names.len() > 50 && names.contains(&"checkpoint".to_owned()), "{names:?}");
    let facade = include_str!("../../src/lib.rs");
    let words: Vec<&str> = facade.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for name in names.iter().filter(|name| *name != "*") {
        assert!(words.contains(&name.as_str()), "`{name}` is on no page of `ad`: name it in `src/lib.rs`");
    }
}
