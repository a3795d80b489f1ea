//! Each row against rustc, which compiles and runs its line, and against the walk, which finds the kind of the line.

use super::{functions, methods, numbers};
use crate::kind::Kind;
use crate::names::Names;
use crate::numbers::Numbers;
use crate::walk;
use std::collections::HashMap;
use std::rc::Rc;
use syn::visit::{self, Visit};
use syn::{Expr, Type};

/// A row with its line.
pub(super) struct Example {
    pub(super) row: &'static str,
    pub(super) arguments: usize,
    pub(super) ty: &'static str,
    pub(super) code: &'static str,
    pub(super) run: fn(),
}

fn examples() -> impl Iterator<Item = Example> {
    methods::examples().into_iter().chain(functions::examples())
}

#[test]
fn each_line_runs() {
    examples().for_each(|example| (example.run)());
}

#[test]
fn each_line_calls_its_row() {
    /// Finds a call of this name with this number of arguments.
    struct Calls<'a>(&'a Example, bool);
    impl<'ast> Visit<'ast> for Calls<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            self.1 |= call.method == self.0.row && call.args.len() == self.0.arguments;
            visit::visit_expr_method_call(self, call);
        }

        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            if let Expr::Path(path) = &*call.func {
                let last = path.path.segments.last().expect("a path has a name");
                self.1 |= last.ident == self.0.row && call.args.len() == self.0.arguments;
            }
            visit::visit_expr_call(self, call);
        }
    }
    for example in examples() {
        let mut calls = Calls(&example, false);
        calls.visit_expr(&syn::parse_str(example.code).expect("it has been compiled"));
        assert!(calls.1, "`{}` does not call `{}` as its row has it", example.code, example.row);
    }
}

#[test]
fn each_row_agrees_with_rustc() {
    let numbers = Numbers {
        name: Names::of(&proc_macro2::TokenStream::new()).fresh("N"),
        root: syn::parse_quote!(::ad),
        definitions: Rc::default(),
        known: Rc::default(),
        siblings: Rc::default(),
        traits: Rc::default(),
        itself: None,
        generics: HashMap::new(),
    };
    for Example { ty, code, .. } in examples() {
        let declared: Type = syn::parse_str(ty).expect("it has been compiled");
        let expected = Kind::of_type(&declared, &Kind::Number, &numbers);
        let mut line: Expr = syn::parse_str(code).expect("it has been compiled");
        let found = walk::kind_of(&mut line, &numbers);
        let both_plain =
            found.is_plain() && expected.is_plain() && !found.is_integer() && !expected.is_integer();
        assert!(
            found == expected || both_plain,
            "`{code}` is {found:?} and should be {expected:?}, for it is `{ty}`"
        );
    }
}

#[test]
fn no_two_rows_are_for_the_same() {
    let mut seen = std::collections::HashSet::new();
    for Example { row, arguments, .. } in methods::examples() {
        assert!(seen.insert((row, arguments)), "two rows for `{row}` with {arguments} arguments");
    }
    for name in numbers::NAMES {
        assert!(!numbers::inspects(name) && !numbers::compares(name), "`{name}` is both");
    }
}

/// Every documented item of `f64` in `std` has a row or is refused. The documentation is part of the toolchain, unless it was not
/// installed; then the test does nothing.
#[test]
fn every_stable_method_of_f64_has_a_row() {
    let sysroot = std::process::Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()))
        .args(["--print", "sysroot"])
        .output()
        .expect("rustc runs");
    let sysroot = String::from_utf8(sysroot.stdout).expect("a path");
    let page = std::path::Path::new(sysroot.trim()).join("share/doc/rust/html/std/primitive.f64.html");
    let Ok(page) = std::fs::read_to_string(page) else { return };
    let own = page.split("id=\"trait-implementations").next().expect("the first part");
    let methods = own.split("<section id=\"method.").skip(1);
    let mut stable = 0;
    for method in methods {
        let name = method.split('"').next().expect("a name");
        if method.contains("nightly-only") {
            assert!(numbers::find(name).is_none(), "`{name}` is unstable");
            continue;
        }
        stable += 1;
        let known = numbers::find(name).is_some() || numbers::inspects(name) || numbers::compares(name);
        assert!(known, "`{name}` has no row");
    }
    assert!(stable > 60, "only {stable} methods were found: has the page another form?");
}

#[test]
fn each_definition_has_a_row_and_each_defined_row_a_definition() {
    use super::definitions::{self, Of};
    use super::reverse::{OfIterator, OfList, OfOption};
    let mut used = 0;
    for example in methods::examples() {
        let row = methods::find(example.row, example.arguments).expect("a row");
        let defined = [
            (Of::List, row.list == Some(OfList::Defined)),
            (Of::Iterator, row.iterator == Some(OfIterator::Defined)),
            (Of::Option, matches!(row.option, Some(OfOption::Defined | OfOption::Assigned))),
        ];
        for (of, defined) in defined {
            let found = definitions::find(of, example.row, example.arguments).is_some();
            assert_eq!(found, defined, "{of:?} {}", example.row);
            used += usize::from(found);
        }
    }
    assert_eq!(used, definitions::count());
}
