//! Functions that call each other, each with its own attribute. If each had its own program, the type of a saved pullback would contain
//! itself. So the last of them records its calls of those above.
//!
//! ```text
//! // Input:  #[exp(adjoint)] fn sum(x: f64) -> f64 { … atom(x) … }   #[exp(adjoint)] fn atom(x: f64) -> f64 { … sum(x) … }
//! // Output: the same, with `#[exp(adjoint, record(sum))]` on `atom`
//! ```

use crate::known::Known;
use crate::signatures::{Signature, Signatures};
use crate::visit::{self, Visit};
use std::collections::BTreeSet;
use syn::{Expr, ItemFn, Path};

/// The functions that a function calls, if they call it, perhaps through others above. Of a name that occurs twice in a file, nothing is
/// known.
pub(crate) fn callers_among_callees(item: &ItemFn) -> Vec<Path> {
    let (own, above) = (item.sig.ident.to_string(), Known::above());
    let called = called(item);
    let returns = |name: &&String| **name != own && reaches(&above.functions, name, &own);
    let known = above.functions.get(&own).is_some_and(|of| of.calls.is_some());
    let found = called.iter().filter(returns).filter(|_| !known);
    let paths = found.filter_map(|name| syn::parse_str(name).ok()).collect();
    let signature = Signature { calls: Some(called), ..Signature::default() };
    Known { functions: Signatures::of(own, signature), ..Known::default() }.remember();
    paths
}

/// The names of the called functions.
fn called(item: &ItemFn) -> BTreeSet<String> {
    struct Called(BTreeSet<String>);
    impl<'ast> Visit<'ast> for Called {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            if let Expr::Path(path) = &*call.func {
                self.0.extend(path.path.get_ident().map(ToString::to_string));
            }
            visit::visit_expr_call(self, call);
        }
    }
    let mut called = Called(BTreeSet::new());
    called.visit_block(&item.block);
    called.0
}

/// Whether a function calls another one, perhaps through others.
fn reaches(functions: &Signatures, from: &str, to: &str) -> bool {
    let (mut open, mut seen) = (vec![from], BTreeSet::new());
    while let Some(name) = open.pop() {
        if name == to {
            return true;
        }
        if seen.insert(name) {
            let calls = functions.get(name).and_then(|of| of.calls.as_ref());
            open.extend(calls.into_iter().flatten().map(String::as_str));
        }
    }
    false
}
