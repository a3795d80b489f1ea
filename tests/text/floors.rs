//! The floors of `ad-core` and `ad-macros`, as the code map of `ARCHITECTURE.md` draws them: no module imports from a floor above its own.
//!
//! A path `crate::a::b`, in a `use` or elsewhere in the code, belongs to the floor of its file. A name at the root of the crate
//! belongs to the module from which `lib.rs` exports it. A name with `$crate` in a macro is not an import: it is used where the
//! macro is expanded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The floors from the ground up, each with the folders and files that are on it: the rows of the code map.
fn floors(package: &str) -> Vec<Vec<String>> {
    let map = include_str!("../../ARCHITECTURE.md");
    let map = map.split_once(&format!("### `{package}`")).expect("there is a map of the package").1;
    let rows = map.lines().skip_while(|line| !line.starts_with("|--")).skip(1);
    rows.take_while(|line| line.starts_with('|'))
        .map(|row| row.split('|').nth(1).expect("a row has cells"))
        .map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect())
        .collect()
}

/// The number of the floor that a file, or the module of a path, is on.
fn floor(floors: &[Vec<String>], path: &str) -> Option<usize> {
    let rooms = floors.iter().enumerate().flat_map(|(i, rooms)| rooms.iter().map(move |room| (i, room)));
    let holds = |room: &str| {
        let room = room.trim_end_matches(".rs").trim_end_matches('/');
        path.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
    };
    rooms.filter(|(_, room)| holds(room)).max_by_key(|(_, room)| room.len()).map(|(i, _)| i)
}

/// All files of a package, by their paths in `src`, without comments and tests.
fn sources(package: &str) -> BTreeMap<String, String> {
    fn visit(root: &Path, folder: &Path, files: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).expect("the source is there") {
            let path = entry.expect("the source is readable").path();
            if path.is_dir() {
                visit(root, &path, files);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("the source is text");
            let code = text.lines().take_while(|line| *line != "#[cfg(test)]");
            let code: Vec<&str> =
                code.map(|line| line.split("//").next().expect("a line has a beginning")).collect();
            let name = path.strip_prefix(root).expect("it is inside").to_string_lossy().replace('\\', "/");
            files.insert(name, code.join("\n"));
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src");
    let mut files = BTreeMap::new();
    visit(&root, &root, &mut files);
    files
}

/// The paths `a::b` of a tree of imports `a::{b, c::{d, e as f}}`.
fn paths(tree: &str, prefix: &str, found: &mut Vec<String>) {
    let tree = tree.trim();
    let Some((head, group)) = tree.split_once('{') else {
        let name = tree.split(" as ").next().expect("a path").trim();
        found.push(format!("{prefix}{name}").trim_end_matches("::self").to_owned());
        return;
    };
    let prefix = format!("{prefix}{}", head.trim());
    let group = group.rfind('}').map_or(group, |end| &group[..end]);
    let (mut depth, mut start) = (0, 0);
    for (i, c) in group.char_indices().chain([(group.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !group[start..i].trim().is_empty() {
                    paths(&group[start..i], &prefix, found);
                }
                start = i + 1;
            }
            _ => {}
        }
    }
}

/// The text up to the end of the tree of imports that it begins with.
fn tree(text: &str) -> &str {
    let mut depth = 0;
    let end = text.char_indices().find(|&(_, c)| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth < 0 || depth == 0 && !(c.is_alphanumeric() || matches!(c, '_' | ':' | '}'))
    });
    text[..end.map_or(text.len(), |(i, _)| i)].trim_end_matches(':')
}

/// All that the code of a file names from the root of the crate, or from the module above its own.
fn named(file: &str, code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    let above = module.rsplit_once("::").map_or(String::new(), |(above, _)| format!("{above}::"));
    for (keyword, prefix) in [("crate::", ""), ("super::", &above)] {
        for (start, _) in code.match_indices(keyword) {
            if !code[..start].ends_with(|c: char| c.is_alphanumeric() || "_:$".contains(c)) {
                paths(tree(&code[start + keyword.len()..]), prefix, &mut found);
            }
        }
    }
    found
}

/// The exports of `lib.rs`: a name at the root, and the path in its module.
fn exports(library: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for (start, keyword) in library.match_indices("\npub use ") {
        let mut found = Vec::new();
        paths(tree(&library[start + keyword.len()..]), "", &mut found);
        for path in found {
            let name = path.rsplit("::").next().expect("a path has an end").to_owned();
            exports.insert(name, path);
        }
    }
    exports
}

#[test]
fn no_module_imports_from_a_floor_above() {
    let (floors, sources) = (floors("ad-core"), sources("ad-core"));
    let exports = exports(&sources["lib.rs"]);
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, code) in sources.iter().filter(|(file, _)| *file != "lib.rs") {
        // The `mod.rs` of a folder with several floors only lists them.
        let Some(own) = floor(&floors, file) else {
            assert!(file == "mode/mod.rs", "{file} is on no floor of the code map");
            continue;
        };
        assert!(!code.contains("super::super"), "{file}: name it from the root of the crate");
        for path in named(file, code) {
            let first = path.split("::").next().expect("a path has a beginning");
            let path = exports.get(first).map_or(path.clone(), |full| path.replacen(first, full, 1));
            if let Some(other) = floor(&floors, &path.replace("::", "/")) {
                seen += 1;
                if other > own {
                    wrong.push(format!("{file} uses {path}, from {:?}", floors[other]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports from a floor above:\n{}", wrong.join("\n"));
    assert!(seen > 150, "only {seen} imports were found");
}

/// The imports between the files and folders at the root of `ad-macros`.
fn uses(sources: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    let root = |path: &str| path.split(['/', '.', ':']).next().expect("a path has a beginning").to_owned();
    let rooms: BTreeSet<String> = sources.keys().map(|file| root(file)).collect();
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, code) in sources {
        let used = named(file, code).iter().map(|path| root(path)).collect::<BTreeSet<_>>();
        let others = used.into_iter().filter(|room| *room != root(file) && rooms.contains(room));
        uses.entry(root(file)).or_default().extend(others);
    }
    uses
}

#[test]
fn the_macro_has_floors_and_no_circles() {
    let floors = floors("ad-macros");
    let mut sources = sources("ad-macros");
    // The root of the crate, and its tests, may name anything.
    sources.retain(|file, _| file != "lib.rs" && !file.contains("tests"));
    let mut uses = uses(&sources);
    let wrong: Vec<String> = uses
        .iter()
        .flat_map(|(room, used)| used.iter().map(move |other| (room, other)))
        .filter(|(room, other)| {
            let of = |room: &str| {
                floor(&floors, room).unwrap_or_else(|| panic!("{room} is on no floor of the code map"))
            };
            of(other) > of(room)
        })
        .map(|(room, other)| format!("{room} uses {other}"))
        .collect();
    assert!(wrong.is_empty(), "imports from a floor above:\n{}", wrong.join("\n"));
    let seen: usize = uses.values().map(BTreeSet::len).sum();
    assert!(seen > 60, "only {seen} imports were found");
    // Modules without remaining imports are removed, until none is left, or only a cycle and the modules above it.
    while let Some(lowest) = uses.iter().find(|(_, used)| used.is_empty()).map(|(room, _)| room.clone()) {
        uses.remove(&lowest);
        uses.values_mut().for_each(|used| _ = used.remove(&lowest));
    }
    assert!(uses.is_empty(), "there is a circle in {uses:?}");
}

#[test]
fn an_import_upwards_would_be_seen() {
    let floors =
        [vec!["number/".to_owned()], vec!["mode/strategy.rs".to_owned(), "mode/capture.rs".to_owned()]];
    assert_eq!(floor(&floors, "number/num.rs"), Some(0));
    assert_eq!(floor(&floors, "mode/strategy.rs"), Some(1));
    assert_eq!(floor(&floors, "mode/strategy/Strategy"), Some(1));
    assert_eq!(floor(&floors, "mode/strategies.rs"), None);
    let code = "use crate::{Dict, mode::strategy::{self, Strategy as S}};\nlet y = crate::call::value(x);";
    let found = ["Dict", "mode::strategy", "mode::strategy::Strategy", "call::value"];
    assert_eq!(named("number/num.rs", code), found);
    assert_eq!(named("mode/strategy.rs", "use super::forward::Dual;"), ["mode::forward::Dual"]);
    assert_eq!(named("mode/taylor/mod.rs", "use super::forward::Dual;"), ["mode::forward::Dual"]);
    let exports = exports("\npub use mode::strategy::Strategy;\npub use number::{dict::Dict, num::Num};");
    assert_eq!(exports["Strategy"], "mode::strategy::Strategy");
    assert_eq!(exports["Dict"], "number::dict::Dict");
}
