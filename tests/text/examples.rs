//! What users read: each public function and type has an example, and each example names the crate as its users do.
//!
//! The public items of `ad-core` are those that stand at the left margin of its source, marked `pub`: what is public there and not
//! reachable does not pass the lint `unreachable_pub`. What a macro writes out, such as a type for each elementary function, is not
//! seen here; the rows of the table that become functions are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What has no example, and why.
const WITHOUT: &[(&str, &[&str])] = &[
    (
        "it tells `rustc` how an argument is to be read, and is inferred; `Argument` has the example",
        &["argument::Itself", "argument::Elements", "argument::References", "argument::Is"],
    ),
    (
        "it counts the strategies above a captured number, and is inferred; `given` has the example",
        &["capture::Capture", "capture::Here", "capture::Above"],
    ),
    (
        "it is a bound that whatever fits satisfies by itself; what asks for it has the example",
        &["given::Arguments", "implicit::Equation", "solver::Solver"],
    ),
    (
        "it occurs in the type of an implicit function, which nobody writes down; `root`, `fixed_point` and `implicit` have examples",
        &[
            "implicit::Difference",
            "solver::UserSolver",
            "solver::Search",
            "solver::Newton",
            "solver::Repetition",
        ],
    ),
    (
        "adjoint programs are written with it, which is what `#[exp(adjoint)]` does; `Adjoint` has one that is written by hand",
        &["program::Sweep", "slot::Shadow", "slot::Form", "slot::Blank", "slot::Cells"],
    ),
    (
        "it is what a dictionary attaches to a number, which an expression cannot look at",
        &[
            "backpropagator::Backpropagator",
            "backpropagator::Value",
            "list::Placed",
            "dictionary::Active",
            "detect::Dependent",
            "trace::Seen",
            "trace::Watched",
        ],
    ),
    (
        "it is where a series keeps its coefficients; `Taylor` and `DynTaylor`, which are made of it, have examples",
        &[
            "storage::Storage",
            "storage::InPlace",
            "storage::InArena",
            "storage::Stored",
            "storage::Coefficients",
            "series::Series",
        ],
    ),
    (
        "it stands beneath `Dependence`, whose example names one and `ForwardSweeps`' the other",
        &["unseen::AtPoint", "unseen::Everywhere"],
    ),
    ("it is for whoever writes a strategy that remembers expressions", &["exp::Repeatable"]),
    (
        "nobody names it: the bound is `TwiceDifferentiable`, which has the example",
        &["dictionary::SecondOrder"],
    ),
    (
        "it takes the place of `effects` where there are no coroutines, and says so",
        &["without_coroutines::Coroutines"],
    ),
    (
        "it is on no page: expansions name it, or it is public to a module of this crate only",
        &[
            "memory::empty",
            "memory::keep",
            "slot::structures_differ",
            "print::Show",
            "print::Scalar",
            "print::Shown",
            "print::look",
            "print::Look",
            "print::Otherwise",
            "shape::sum",
        ],
    ),
];

/// Rust files below a folder of the repository.
fn files(folder: &str) -> Vec<PathBuf> {
    fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the source is there") {
            let path = entry.expect("the source is readable").path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs" || e == "md") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder), &mut found);
    found.sort();
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the source is text")
}

/// The public items of a source, each with its documentation: all that stands above it up to the item before.
fn items(source: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut items = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let Some(item) = line.strip_prefix("pub ") else { continue };
        let mut words = item.trim_start_matches("const ").split_whitespace();
        if !matches!(words.next(), Some("fn" | "struct" | "enum" | "trait" | "type" | "union")) {
            continue;
        }
        let name = words.next().expect("an item has a name");
        let name = name.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
        let above = lines[..i].iter().rev();
        let mut above: Vec<&str> = above
            .copied()
            .take_while(|line| ["///", "#", " ", ")", "]"].iter().any(|start| line.starts_with(start)))
            .collect();
        above.reverse();
        items.push((name.to_owned(), above.join("\n")));
    }
    items
}

/// Whether there is nothing to show: it is on no page, or it is what an operator makes, which has the example.
fn needs_none(docs: &str) -> bool {
    let makes =
        docs.starts_with("/// What [`") && docs.lines().next().is_some_and(|line| line.contains(" make"));
    makes || docs.contains("doc(hidden)")
}

#[test]
fn each_public_function_and_type_has_an_example() {
    let excepted: BTreeSet<&str> = WITHOUT.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let (mut seen, mut without) = (0, BTreeSet::new());
    for path in files("ad-core/src") {
        let module = path.with_extension("");
        let module =
            if module.ends_with("mod") { module.parent().expect("it is in a folder") } else { &module };
        let module = module.file_name().expect("a module has a name").to_string_lossy().into_owned();
        if path.components().any(|part| part.as_os_str() == "private") {
            continue;
        }
        for (name, docs) in items(&read(&path)) {
            seen += 1;
            if !docs.contains("/// ```") && !needs_none(&docs) {
                without.insert(format!("{module}::{name}"));
            }
        }
    }
    assert!(seen > 200, "only {seen} items were found");
    let missing: Vec<&String> = without.iter().filter(|name| !excepted.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "no example, and no reason in this test why: {missing:#?}");
    let needless: Vec<&&str> = excepted.iter().filter(|name| !without.contains(**name)).collect();
    assert!(needless.is_empty(), "these have an example, or are not there: {needless:?}");
}

#[test]
fn each_special_function_has_an_example() {
    let table = include_str!("../../ad-core/src/function/table.rs");
    let rows = table.split_once("            special {").expect("there are special functions").1;
    let rows = rows.split_once("            inner {").expect("and others behind them").0;
    // A row begins with its documentation, and the first line that is none has its name.
    let (mut docs, mut seen) = (String::new(), 0);
    for line in rows.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            docs.push_str(text);
        } else if !docs.is_empty() {
            assert!(docs.contains("```"), "no example: {line}");
            docs.clear();
            seen += 1;
        }
    }
    assert!(seen >= 10, "only {seen} special functions were found");
}

/// The files in which a user finds what differentiates.
const OPERATORS: &[&str] = &[
    "crates/num_complex",
    "expression/checkpoint",
    "expression/implicit/mod",
    "expression/terms",
    "mode/adjoint/call",
    "mode/adjoint/operators",
    "mode/adjoint/prepared",
    "mode/adjoint/recorded",
    "mode/forward",
    "mode/forward/prepared",
    "mode/forward/vector",
    "mode/reverse/prepared",
    "mode/reverse/pullback",
    "mode/second_order/prepared",
    "mode/taylor/mod",
    "operator/call",
    "operator/higher",
    "sparse/hessian",
    "sparse/jacobian",
    "sparse/mod",
];

/// What is public there and differentiates nothing: constructors, settings, what is known, elementary functions.
const COSTS_NOTHING: &[&str] = &[
    "new",
    "width",
    "checked",
    "tolerance",
    "steps",
    "snapshots",
    "with_pattern",
    "of_gradient",
    "by_substitution",
    "pattern",
    "sweeps",
    "sqrt",
    "cbrt",
    "asin",
    "acos",
    "asinh",
    "acosh",
    "iterate",
    "iterate_with",
];

/// What panics by something that it calls, which clippy's `missing_panics_doc` does not see: found by reading.
const PANICS: &[(&str, &[&str])] = &[
    ("operator/call", &["gradient", "value_and_gradient", "jacobian", "laplacian", "jvp", "vjp", "hvp"]),
    ("operator/higher", &["hvp"]),
    ("expression/implicit/mod", &["root", "fixed_point", "implicit"]),
    ("mode/forward", &["jvp"]),
    ("mode/reverse/pullback", &["vjp"]),
    ("mode/adjoint/operators", &["vjp"]),
    ("sparse/jacobian", &["at", "matrix_at"]),
    ("sparse/hessian", &["at", "matrix_at", "of_gradient"]),
    ("sparse/colouring/pattern", &["row", "position", "union"]),
    ("expression/replay/mod", &["replay"]),
    ("expression/rule", &["with_jvp"]),
];

/// The documented public functions of a source, wherever they stand, each with its documentation.
fn functions(source: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
    let mut functions = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let Some(rest) = line.strip_prefix("pub fn ").or_else(|| line.strip_prefix("pub const fn ")) else {
            continue;
        };
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let above =
            lines[..i].iter().rev().take_while(|line| line.starts_with("///") || line.starts_with('#'));
        let mut docs: Vec<&str> = above.copied().collect();
        docs.reverse();
        if docs.iter().any(|line| line.starts_with("///")) && !docs.contains(&"#[doc(hidden)]") {
            functions.push((name, docs.join("\n")));
        }
    }
    functions
}

fn functions_of(module: &str) -> Vec<(String, String)> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ad-core/src");
    functions(&read(&core.join(module).with_extension("rs")))
}

#[test]
fn each_operator_says_what_it_costs() {
    let (mut seen, mut silent) = (0, Vec::new());
    for module in OPERATORS {
        for (name, docs) in functions_of(module) {
            if name == "pattern" && *module == "sparse/mod" || !COSTS_NOTHING.contains(&name.as_str()) {
                seen += 1;
                if !docs.contains("/// # Cost\n") {
                    silent.push(format!("{module}::{name}"));
                }
            }
        }
    }
    assert!(seen > 70, "only {seen} operators were found");
    assert!(silent.is_empty(), "no section `# Cost`: {silent:#?}");
}

/// Types and functions that are no operators and of which a user wants to know what they cost: number systems, strategies, and what is
/// for people who want to see how things work.
const COSTS: &[(&str, &[&str])] = &[
    ("dictionary/float", &["F64: f64", "F32: f32"]),
    ("dictionary/integer", &["struct Wrapping", "struct Checked"]),
    ("dictionary/modular", &["struct Modular"]),
    ("dictionary/rational", &["struct Rationals"]),
    ("dictionary/symbolic", &["struct Symbolic", "struct Graph"]),
    ("dictionary/closures", &["struct Closures<"]),
    ("mode/forward", &["struct Forward"]),
    ("mode/reverse/stack", &["struct Stack<"]),
    ("mode/reverse/effects", &["struct Effects<"]),
    ("mode/reverse/backpropagator", &["struct Backpropagators<"]),
    ("mode/taylor/mod", &["type Taylor<", "type DynTaylor<"]),
    ("handler/mod", &["fn handle<"]),
    ("trace", &["fn symbolic", "fn numeric"]),
    ("lib", &["mod special"]),
];

#[test]
fn number_systems_and_strategies_say_what_they_cost() {
    for (module, names) in COSTS {
        let source = read(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("../ad-core/src").join(module).with_extension("rs"),
        );
        let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
        for name in *names {
            let found =
                lines.iter().position(|line| line.strip_prefix("pub ").unwrap_or(line).starts_with(name));
            let found = found.unwrap_or_else(|| panic!("{module}: {name} is not there"));
            let docs = lines[..found]
                .iter()
                .rev()
                .take_while(|line| line.starts_with("///") || line.starts_with('#'));
            assert!(
                docs.into_iter().any(|line| *line == "/// # Cost"),
                "{module}: {name} has no section `# Cost`"
            );
        }
    }
}

/// Of a constant that a signature names, the pages of `ad` show `ad_core::::…::{constant#0}`.
#[test]
fn signatures_name_no_constants() {
    for path in files("ad-core/src") {
        let source = read(&path);
        let named = |line: &&str| !line.trim_start().starts_with("//") && line.contains("WIDTH>");
        assert_eq!(source.lines().find(named), None, "{}", path.display());
    }
}

#[test]
fn what_panics_says_so() {
    for (module, names) in PANICS {
        let functions = functions_of(module);
        for name in *names {
            let named: Vec<_> = functions.iter().filter(|(found, _)| found == name).collect();
            assert!(!named.is_empty(), "{module}::{name} is not there");
            assert!(named.iter().all(|(_, docs)| docs.contains("/// # Panics\n")), "{module}::{name}");
        }
    }
    // What is given a container to fill panics if that does not fit.
    for path in files("ad-core/src") {
        for (name, docs) in functions(&read(&path)).iter().filter(|(name, _)| name.ends_with("_into")) {
            assert!(docs.contains("/// # Panics\n"), "{}: {name}", path.display());
        }
    }
}

#[test]
fn a_function_without_a_section_would_be_seen() {
    let source = "\
    /// One.
    ///
    /// # Cost
    ///
    /// Nothing.
    #[inline]
    pub fn one() {}
    pub fn not_documented() {}
    /// Two.
    #[must_use]
    pub const fn two<N: Copy>(
";
    let functions = functions(source);
    let found: Vec<_> =
        functions.iter().map(|(name, docs)| (&name[..], docs.contains("/// # Cost\n"))).collect();
    assert_eq!(found, [("one", true), ("two", false)]);
}

/// The examples in a text, each without the marks that make it documentation.
fn examples(text: &str) -> Vec<String> {
    let mut examples = Vec::new();
    let mut block: Option<(bool, String)> = None;
    for line in text.lines() {
        let line = line.trim_start();
        let line = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).unwrap_or(line).trim_start();
        match (&mut block, line.strip_prefix("```")) {
            (None, Some(kind)) => block = Some((!["text", "toml"].contains(&kind), String::new())),
            (Some(_), Some(_)) => {
                examples.extend(block.take().filter(|(is_rust, _)| *is_rust).map(|(_, block)| block));
            }
            (Some((_, block)), None) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, None) => {}
        }
    }
    examples
}

#[test]
fn examples_name_the_crate_as_its_users_do() {
    let mut seen = 0;
    let sources = ["ad-core/src", "src"].into_iter().flat_map(files);
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    for path in sources.chain([readme]) {
        for example in examples(&read(&path)) {
            seen += 1;
            let named = example.contains("use ad::") || example.contains("ad::");
            assert!(named && !example.contains("ad_core"), "{}:\n{example}", path.display());
        }
    }
    assert!(seen > 250, "only {seen} examples were found");
}

#[test]
fn an_item_without_an_example_would_be_seen() {
    let source = "\
/// One.
///
/// ```
/// use ad::one;
/// ```
#[inline]
pub fn one() {}

/// What [`one`] makes.
pub struct Made;

/// Two.
#[must_use]
pub const fn two<N: Copy>(
) {}

pub(crate) fn three() {}
";
    let items = items(source);
    let names: Vec<&str> = items.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["one", "Made", "two"]);
    let lacking = |docs: &str| !docs.contains("/// ```") && !needs_none(docs);
    assert_eq!(items.iter().map(|(_, docs)| lacking(docs)).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(examples(source), ["use ad::one;\n"]);
}
