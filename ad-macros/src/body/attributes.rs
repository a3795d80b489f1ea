//! Attributes inside of a body. Two sweeps cannot have an attribute of unknown meaning.

use super::macros;
use crate::errors::Errors;
use crate::refusal;
use crate::visit::Visit;
use syn::punctuated::Punctuated;
use syn::{Attribute, Block, Meta, Path, Token};

/// The attributes that do not change the meaning of code.
const HARMLESS: [&str; 11] =
    ["allow", "warn", "deny", "forbid", "expect", "doc", "inline", "cold", "must_use", "fixed", "deprecated"];

/// Refuses each attribute of a body that may change the meaning of its node.
pub(crate) fn check(body: &Block, errors: &Errors) {
    Attributes(errors).visit_block(body);
}

struct Attributes<'e>(&'e Errors);

impl<'ast> Visit<'ast> for Attributes<'_> {
    fn visit_attribute(&mut self, attr: &'ast Attribute) {
        if !is_harmless(&attr.meta) {
            self.0.at(attr, refusal::Body::Attribute { name: &written(attr.path()) });
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let mut arguments = Vec::new();
        match macros::visit(&mut mac.clone(), &mut |argument| arguments.push(argument.clone())) {
            Ok(()) => arguments.iter().for_each(|argument| Attributes(self.0).visit_expr(argument)),
            Err(error) => self.0.push(error),
        }
    }

    // An item inside of the body stays as it is.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

fn is_harmless(meta: &Meta) -> bool {
    let path = meta.path();
    if let (Meta::List(list), true) = (meta, path.is_ident("cfg_attr")) {
        // The predicate has the form of an attribute, too.
        let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        return parts.is_ok_and(|parts| parts.iter().skip(1).all(is_harmless));
    }
    let tool = path.segments.first().is_some_and(|first| first.ident == "rustfmt" || first.ident == "clippy");
    tool || HARMLESS.iter().any(|name| path.is_ident(name))
}

fn written(path: &Path) -> String {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>().join("::")
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::errors::Errors;

    /// A node of each kind of `syn` that has attributes and can be inside of a body, with `@` for the attribute.
    const NODES: &[&str] = &[
        "@ let y = x;",
        "@ [x, y];",
        "f(@ [x, y]);",
        "f(@ x = y);",
        "@ async { x };",
        "f(@ x.await);",
        "f(@ x + y);",
        "@ { x };",
        "loop { @ break; }",
        "@ f(x);",
        "f(@ x as f64);",
        "f(@ |x| x);",
        "f(|@ x| x);",
        "f(|@ x: f64| x);",
        "f(@ const { x });",
        "loop { @ continue; }",
        "f(@ x.y);",
        "@ for x in y { x }",
        "@ if x { y }",
        "f(@ x[y]);",
        "f(@ 1.0);",
        "@ loop { x }",
        "@ assert!(x);",
        "f(@ vec![x]);",
        "f(vec![{ @ let x = y; x }]);",
        "@ match x { y => z }",
        "match x { @ y => z, }",
        "@ x.f(y);",
        "x.f(@ y);",
        "f(@ (x));",
        "f(@ x);",
        "f(@ &x);",
        "f(@ [x; 2]);",
        "@ return x;",
        "f(@ S { x });",
        "S { @ x: y };",
        "let S { @ x } = y;",
        "let S { x, @ .. } = y;",
        "f(@ x?);",
        "f(@ (x, y));",
        "(@ x, y);",
        "f(@ -x);",
        "@ unsafe { x }",
        "@ while x { y }",
        "let f: fn(@ x: f64) -> f64 = g;",
        "let f: unsafe extern \"C\" fn(f64, @ ...) = g;",
    ];

    fn refusals(body: &str) -> usize {
        let errors = Errors::new();
        check(
            &syn::parse_str(&format!("{{ {body} }}")).unwrap_or_else(|error| panic!("{error} in {body}")),
            &errors,
        );
        let count = errors.count();
        let _ = errors.finish();
        count
    }

    #[test]
    fn an_unknown_attribute_of_any_node_is_refused() {
        for node in NODES {
            assert_eq!(refusals(&node.replace('@', "#[trace]")), 1, "{node}");
            assert_eq!(refusals(&node.replace('@', "#[cfg_attr(fast, trace)]")), 1, "{node}");
            assert_eq!(refusals(&node.replace('@', "#[allow(unused)]")), 0, "{node}");
            assert_eq!(refusals(&node.replace('@', "#[cfg_attr(fast, inline, rustfmt::skip)]")), 0, "{node}");
        }
    }

    #[test]
    fn an_item_inside_of_a_body_has_its_own_attributes() {
        assert_eq!(refusals("#[trace] fn f(#[trace] x: f64) {}"), 0);
    }
}
