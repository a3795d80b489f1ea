//! Links lead somewhere: those of texts to files and headings that exist, and those of documentation to items, which rustdoc checks.
//!
//! A page about a crate of this repository exists after its release, so other texts name the item or the file. The one exception is the
//! README in rustdoc, which is not beside the repository.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A link: the file with it, the line, and the target.
type Link = (PathBuf, usize, String);

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The files of the repository whose names end so.
fn files(ending: &str) -> Vec<PathBuf> {
    fn visit(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the source is there") {
            let path = entry.expect("the source is readable").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                if !name.starts_with('.') && name != "target" && name != "node_modules" {
                    visit(&path, ending, files);
                }
            } else if name.ends_with(ending) {
                files.push(path);
            }
        }
    }
    let mut found = Vec::new();
    visit(root(), ending, &mut found);
    found
}

/// The lines of a text, or of the documentation in a source, without code blocks.
fn prose(path: &Path) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path).expect("the source is text");
    let source = path.extension().is_some_and(|ending| ending == "rs");
    let mut lines = Vec::new();
    let mut code = false;
    for (i, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let Some(line) =
            (if source { line.strip_prefix("//!").or_else(|| line.strip_prefix("///")) } else { Some(line) })
        else {
            continue;
        };
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            lines.push((i + 1, line.to_owned()));
        }
    }
    lines
}

/// The targets of `[text](target)` and `[name]: target` in a line, where `code` is no link.
fn targets(line: &str) -> Vec<String> {
    let outside: String = line.split('`').step_by(2).collect::<Vec<_>>().join("_");
    let mut found: Vec<String> = outside
        .split("](")
        .skip(1)
        .filter_map(|rest| {
            let mut depth = 0;
            let end = rest.find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth < 0
            })?;
            Some(rest[..end].to_owned())
        })
        .collect();
    let definition = outside.trim().strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    found.extend(definition.filter(|(_, target)| !target.contains(' ')).map(|(_, target)| target.to_owned()));
    found
}

fn links(ending: &str) -> Vec<Link> {
    files(ending)
        .into_iter()
        .flat_map(|path| {
            prose(&path).into_iter().flat_map(move |(line, text)| {
                let path = path.clone();
                targets(&text).into_iter().map(move |target| (path.clone(), line, target))
            })
        })
        .collect()
}

/// The anchors of the headings of a text, as GitHub and rustdoc make them.
fn anchors(path: &Path) -> Vec<String> {
    let headings = prose(path).into_iter().filter(|(_, line)| line.trim_start().starts_with('#'));
    headings
        .map(|(_, line)| {
            let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
            let heading: String =
                line.trim_start_matches(['#', ' ']).trim_end().chars().filter(kept).collect();
            heading.to_lowercase().replace(' ', "-")
        })
        .collect()
}

/// The names of the packages of the repository.
fn packages() -> Vec<String> {
    let manifests = files("Cargo.toml").into_iter().map(|path| std::fs::read_to_string(path).unwrap());
    manifests
        .filter_map(|text| {
            let name = text.split_once("[package]\n")?.1.lines().find(|line| line.starts_with("name = "))?;
            Some(name.split('"').nth(1)?.to_owned())
        })
        .collect()
}

/// Why a target leads nowhere, if so.
fn fault((path, _, target): &Link, packages: &[String]) -> Option<String> {
    let documentation = path.extension().is_some_and(|ending| ending == "rs")
        || path.parent().is_some_and(|folder| folder.ends_with("src/guide"));
    if let Some((_, rest)) = target.split_once("://") {
        let page = rest.strip_prefix("docs.rs/").or_else(|| rest.strip_prefix("crates.io/crates/"));
        let name = page.map(|page| page.trim_start_matches("crate/").split('/').next().unwrap_or_default());
        let ours = name.is_some_and(|name| packages.iter().any(|package| package == name));
        let package = rest.strip_prefix("docs.rs/crate/exact-ad/latest/source/");
        if let Some(file) = package.filter(|_| path.ends_with("../src/lib.rs")) {
            return (!root().join(file).exists()).then(|| "the package has no such file".to_owned());
        }
        let former = ["ad", "ad-core", "ad-macros"];
        return (ours || name.is_some_and(|name| former.contains(&name)))
            .then(|| "a page about a crate, ours or of its name: name the item or the file".to_owned());
    }
    if let Some(anchor) = target.strip_prefix('#') {
        // Rustdoc's own anchors of items have a dot.
        let there = anchor.contains('.') || anchors(path).iter().any(|heading| heading == anchor);
        return (!there).then(|| "there is no such heading".to_owned());
    }
    let name = target.split('#').next().unwrap_or_default();
    let item = name.contains("::")
        || name.contains('@')
        || name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '!' | '(' | ')'));
    if documentation && item {
        return None;
    }
    if documentation {
        return Some("documentation names items: a file is not beside its page".to_owned());
    }
    let there = path.parent().is_some_and(|folder| folder.join(name).exists());
    (!there).then(|| "there is no such file".to_owned())
}

#[test]
fn links_lead_to_files_headings_and_items_that_exist() {
    let packages = packages();
    let all: Vec<Link> = links(".md").into_iter().chain(links(".rs")).collect();
    assert!(all.len() > 200, "links are found: {}", all.len());
    let faults: Vec<String> = all
        .iter()
        .filter_map(|link| {
            let why = fault(link, &packages)?;
            let path = link.0.strip_prefix(root()).unwrap_or(&link.0);
            Some(format!("{}:{}: {}: {why}", path.display(), link.1, link.2))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A name of the README's links, with its target in the repository, is also defined for rustdoc.
#[test]
fn the_links_of_the_readme_have_targets_in_rustdoc() {
    let definitions = |path: &str| -> BTreeMap<String, String> {
        prose(&root().join(path))
            .into_iter()
            .filter_map(|(_, line)| {
                let (name, target) = line.trim().strip_prefix('[')?.split_once("]: ")?;
                Some((name.to_owned(), target.to_owned()))
            })
            .collect()
    };
    let (readme, rustdoc) = (definitions("README.md"), definitions("src/lib.rs"));
    assert!(!readme.is_empty());
    assert_eq!(readme.keys().collect::<Vec<_>>(), rustdoc.keys().collect::<Vec<_>>());
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    for name in readme.keys() {
        assert!(text.contains(&format!("][{name}]")), "no link of the README is named `{name}`");
    }
    let paths = prose(&root().join("README.md")).into_iter().flat_map(|(_, line)| {
        line.split("](")
            .skip(1)
            .map(|rest| rest.split(')').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    });
    for path in paths {
        assert!(
            path.starts_with("https://"),
            "`{path}` is not a link in rustdoc: give it a name, and define it there"
        );
    }
}
