//! Conditions inside of an item: `#[cfg(…)]` on statements, arms, arguments, fields. rustc evaluates them after the expansion. So such an
//! item is expanded once for each combination of its conditions, and rustc retains one of the expansions.
//!
//! ```text
//! // Input:  fn f(x: f64) -> f64 { #[cfg(feature = "drag")] let x = x * 3.0; x }
//! // Output: #[cfg(not(feature = "drag"))] fn f(x: f64) -> f64 { x }
//! //         #[cfg(feature = "drag")] fn f(x: f64) -> f64 { let x = x * 3.0; x }
//! ```

use super::macros;
use crate::refusal;
use crate::visit::{self, VisitMut};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::{Pair, Punctuated};
use syn::{Attribute, Block, Expr, Item, Meta, Stmt, Token};

/// An item under one combination of its conditions, with the predicate of `cfg` for the combination.
pub(crate) struct Variant {
    pub(crate) item: Item,
    pub(crate) predicate: Option<TokenStream>,
}

/// The combinations of the conditions inside of an item. The last one has all conditions.
pub(crate) fn variants(item: Item) -> syn::Result<Vec<Variant>> {
    const MOST: usize = 4;
    let mut conditions = Conditions::default();
    conditions.visit_item_mut(&mut item.clone());
    let atoms = conditions.atoms;
    if !conditions.found {
        return Ok(vec![Variant { item, predicate: None }]);
    }
    if let Some(atom) = atoms.get(MOST) {
        return Err(syn::Error::new_spanned(atom, refusal::Item::Conditions { most: MOST }));
    }
    let combinations = 0..1_usize << atoms.len();
    Ok(combinations
        .map(|chosen| {
            let holds: Vec<bool> = (0..atoms.len()).map(|i| chosen >> i & 1 == 1).collect();
            let parts = atoms.iter().zip(&holds).map(|(atom, holds)| match holds {
                true => quote!(#atom),
                false => quote!(not(#atom)),
            });
            // `cfg(all())` is the same in each build.
            let predicate = (!atoms.is_empty()).then(|| quote!(all(#(#parts),*)));
            let mut item = item.clone();
            let mut conditions =
                Conditions { atoms: atoms.clone(), chosen: Some(holds), ..Conditions::default() };
            conditions.visit_item_mut(&mut item);
            Variant { item, predicate }
        })
        .collect())
}

/// Finds the conditions. If they are chosen, removes each node whose condition does not hold.
#[derive(Default)]
struct Conditions {
    /// The parts of predicates without `all`, `any` and `not`.
    atoms: Vec<TokenStream>,
    chosen: Option<Vec<bool>>,
    /// Whether there is a condition.
    found: bool,
}

impl Conditions {
    /// Whether a predicate holds. Without a choice, all atoms hold.
    fn holds(&mut self, predicate: TokenStream) -> bool {
        let tokens: Vec<TokenTree> = predicate.clone().into_iter().collect();
        if let [TokenTree::Ident(name), TokenTree::Group(group)] = &tokens[..] {
            let parts = split(group.stream());
            match name.to_string().as_str() {
                "all" => return parts.into_iter().fold(true, |all, part| self.holds(part) & all),
                "any" => return parts.into_iter().fold(false, |any, part| self.holds(part) | any),
                "not" => return !parts.into_iter().fold(true, |all, part| self.holds(part) & all),
                _ => {}
            }
        }
        match predicate.to_string().as_str() {
            "true" => return true,
            "false" => return false,
            _ => {}
        }
        let written = predicate.to_string();
        let known = self.atoms.iter().position(|atom| atom.to_string() == written);
        let i = known.unwrap_or(self.atoms.len());
        if known.is_none() {
            self.atoms.push(predicate);
        }
        self.chosen.as_ref().is_none_or(|chosen| chosen[i])
    }

    /// Whether a node with these attributes remains. If so, it loses its conditions.
    fn judge(&mut self, attrs: &mut Vec<Attribute>) -> bool {
        let mut remains = true;
        attrs.retain(|attr| match &attr.meta {
            Meta::List(list) if list.path.is_ident("cfg") => {
                self.found = true;
                remains &= self.holds(list.tokens.clone());
                false
            }
            _ => true,
        });
        remains || self.chosen.is_none()
    }

    /// The same for a node whose attributes are the first that a visitor meets.
    fn remains(&mut self, visit: impl FnOnce(&mut First<'_>)) -> bool {
        let mut first = First { conditions: self, remains: None };
        visit(&mut first);
        first.remains.unwrap_or(true)
    }

    fn statement(&mut self, statement: &mut Stmt) -> bool {
        match statement {
            Stmt::Local(local) => self.judge(&mut local.attrs),
            Stmt::Macro(mac) => self.judge(&mut mac.attrs),
            Stmt::Item(item) => self.remains(|first| first.visit_item_mut(item)),
            Stmt::Expr(expr, _) => self.expression(expr),
        }
    }

    /// The attributes of a statement are those of its first operand.
    fn expression(&mut self, expr: &mut Expr) -> bool {
        let own = self.remains(|first| first.visit_expr_mut(expr));
        own & match expr {
            Expr::Assign(assign) => self.expression(&mut assign.left),
            Expr::Binary(binary) => self.expression(&mut binary.left),
            Expr::Cast(cast) => self.expression(&mut cast.expr),
            _ => true,
        }
    }

    fn list<T, P: Default>(
        &mut self,
        list: &mut Punctuated<T, P>,
        remains: impl Fn(&mut Self, &mut T) -> bool,
    ) {
        let pairs = std::mem::take(list).into_pairs().map(Pair::into_tuple);
        for (mut node, comma) in pairs {
            if remains(self, &mut node) {
                list.push_value(node);
                if let Some(comma) = comma {
                    list.push_punct(comma);
                }
            }
        }
    }

    fn arguments(&mut self, arguments: &mut Punctuated<Expr, Token![,]>) {
        self.list(arguments, |conditions, argument| {
            conditions.remains(|first| first.visit_expr_mut(argument))
        });
    }
}

impl VisitMut for Conditions {
    // The conditions of an annotated item's members are outside of their bodies, and stay.
    fn visit_item_mod_mut(&mut self, item: &mut syn::ItemMod) {
        let test = |attr: &Attribute| matches!(&attr.meta, Meta::List(list) if list.path.is_ident("cfg") && list.tokens.to_string() == "test");
        if !item.attrs.iter().any(test) {
            visit::visit_item_mod_mut(self, item);
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain_mut(|statement| self.statement(statement));
        visit::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, expr: &mut syn::ExprMatch) {
        expr.arms.retain_mut(|arm| self.judge(&mut arm.attrs));
        visit::visit_expr_match_mut(self, expr);
    }

    fn visit_expr_struct_mut(&mut self, expr: &mut syn::ExprStruct) {
        self.list(&mut expr.fields, |conditions, field| conditions.judge(&mut field.attrs));
        visit::visit_expr_struct_mut(self, expr);
    }

    fn visit_expr_array_mut(&mut self, expr: &mut syn::ExprArray) {
        self.arguments(&mut expr.elems);
        visit::visit_expr_array_mut(self, expr);
    }

    fn visit_expr_tuple_mut(&mut self, expr: &mut syn::ExprTuple) {
        self.arguments(&mut expr.elems);
        visit::visit_expr_tuple_mut(self, expr);
    }

    fn visit_expr_call_mut(&mut self, expr: &mut syn::ExprCall) {
        self.arguments(&mut expr.args);
        visit::visit_expr_call_mut(self, expr);
    }

    fn visit_expr_method_call_mut(&mut self, expr: &mut syn::ExprMethodCall) {
        self.arguments(&mut expr.args);
        visit::visit_expr_method_call_mut(self, expr);
    }

    fn visit_expr_closure_mut(&mut self, expr: &mut syn::ExprClosure) {
        self.list(&mut expr.inputs, |conditions, input| {
            conditions.remains(|first| first.visit_pat_mut(input))
        });
        visit::visit_expr_closure_mut(self, expr);
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        self.list(&mut pattern.fields, |conditions, field| conditions.judge(&mut field.attrs));
        visit::visit_pat_struct_mut(self, pattern);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        // rustc passes the tokens of other macros as they are.
        let _ = macros::visit(mac, &mut |argument| self.visit_expr_mut(argument));
    }

    fn visit_signature_mut(&mut self, signature: &mut syn::Signature) {
        self.list(&mut signature.inputs, |conditions, input| {
            conditions.remains(|first| first.visit_fn_arg_mut(input))
        });
        visit::visit_signature_mut(self, signature);
    }

    fn visit_generics_mut(&mut self, generics: &mut syn::Generics) {
        self.list(&mut generics.params, |conditions, parameter| {
            conditions.remains(|first| first.visit_generic_param_mut(parameter))
        });
        visit::visit_generics_mut(self, generics);
    }

    fn visit_fields_named_mut(&mut self, fields: &mut syn::FieldsNamed) {
        self.list(&mut fields.named, |conditions, field| conditions.judge(&mut field.attrs));
        visit::visit_fields_named_mut(self, fields);
    }

    fn visit_fields_unnamed_mut(&mut self, fields: &mut syn::FieldsUnnamed) {
        self.list(&mut fields.unnamed, |conditions, field| conditions.judge(&mut field.attrs));
        visit::visit_fields_unnamed_mut(self, fields);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        self.list(&mut item.variants, |conditions, variant| conditions.judge(&mut variant.attrs));
        visit::visit_item_enum_mut(self, item);
    }
}

/// Judges the first attributes that it meets, which are those of the visited node.
struct First<'c> {
    conditions: &'c mut Conditions,
    remains: Option<bool>,
}

impl VisitMut for First<'_> {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        if self.remains.is_none() {
            self.remains = Some(self.conditions.judge(attrs));
        }
    }
}

/// The parts between commas.
fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => parts.push(TokenStream::new()),
            _ => parts.last_mut().expect("a part").extend([token]),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The items of an expansion under a condition.
pub(crate) fn under(predicate: &TokenStream, expansion: TokenStream) -> TokenStream {
    match syn::parse2::<syn::File>(expansion.clone()) {
        Ok(file) => file.items.iter().map(|item| quote!(#[cfg(#predicate)] #item)).collect(),
        Err(error) => expansion.into_iter().chain(error.to_compile_error().into_token_stream()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::variants;
    use quote::ToTokens;

    /// Each variant, and its predicate.
    #[track_caller]
    fn written(item: &str) -> Vec<(String, String)> {
        let item = syn::parse_str(item).unwrap_or_else(|error| panic!("{error} in {item}"));
        let text = |tokens: &dyn ToTokens| tokens.to_token_stream().to_string().replace(' ', "");
        let found = variants(item).unwrap_or_else(|error| panic!("{error}")).into_iter();
        found
            .map(|variant| (variant.predicate.map_or_else(String::new, |p| text(&p)), text(&variant.item)))
            .collect()
    }

    /// A node of each kind that may have a condition, without it and with it.
    const NODES: &[(&str, &str)] = &[
        ("fn f(){@ let x=1; y}", "fn f(){y}"),
        ("fn f(){@ x=1; y}", "fn f(){y}"),
        ("fn f(){@ x+=1; y}", "fn f(){y}"),
        ("fn f(){@ x.f(); y}", "fn f(){y}"),
        ("fn f(){@ x as u8; y}", "fn f(){y}"),
        ("fn f(){@ {x} y}", "fn f(){y}"),
        ("fn f(){@ return x; y}", "fn f(){y}"),
        ("fn f(){@ for x in y{} y}", "fn f(){y}"),
        ("fn f(){@ while x{} y}", "fn f(){y}"),
        ("fn f(){@ loop{} y}", "fn f(){y}"),
        ("fn f(){@ if x{} y}", "fn f(){y}"),
        ("fn f(){@ match x{} y}", "fn f(){y}"),
        ("fn f(){@ unsafe{} y}", "fn f(){y}"),
        ("fn f(){@ assert!(x); y}", "fn f(){y}"),
        ("fn f(){@ const K:u8=1; y}", "fn f(){y}"),
        ("fn f(){@ use a::b; y}", "fn f(){y}"),
        ("fn f(){g(||{@ let x=1; y})}", "fn f(){g(||{y})}"),
        ("fn f(){vec![{@ let x=1; y};2]}", "fn f(){vec![{y};2]}"),
        ("fn f(){assert_eq!({@ let x=1; y},2)}", "fn f(){assert_eq!({y},2)}"),
        ("fn f(){match x{@ 1=>a, _=>b}}", "fn f(){match x{_=>b}}"),
        ("fn f(){g(@ x,y)}", "fn f(){g(y)}"),
        ("fn f(){x.g(@ x,y)}", "fn f(){x.g(y)}"),
        ("fn f(){[@ x,y]}", "fn f(){[y]}"),
        ("fn f(){S{@ x:1,y}}", "fn f(){S{y}}"),
        ("fn f(){let S{@ x,y}=z;}", "fn f(){let S{y}=z;}"),
        ("fn f(@ x:f64,y:f64){}", "fn f(y:f64){}"),
        ("fn f<@ const K:u8,T>(){}", "fn f<T>(){}"),
        ("fn f(){|@ x,y|y}", "fn f(){|y|y}"),
        ("struct S{@ x:f64,y:f64}", "struct S{y:f64}"),
        ("struct S(@ f64,u8);", "struct S(u8);"),
        ("enum E{@ A,B}", "enum E{B}"),
        ("impl S{fn f(){@ let x=1; y}}", "impl S{fn f(){y}}"),
        ("mod m{fn f(){@ let x=1; y}}", "mod m{fn f(){y}}"),
        ("mod m{struct S{@ x:f64,y:f64}}", "mod m{struct S{y:f64}}"),
    ];

    #[test]
    fn a_node_remains_where_its_condition_holds() {
        for (node, without) in NODES {
            let found = written(&node.replace('@', "#[cfg(fast)]"));
            let strip = |text: &str| text.replace([' ', '@'], "");
            let expected = [("all(not(fast))", *without), ("all(fast)", *node)];
            assert_eq!(found.len(), 2, "{node}");
            for ((predicate, item), (of, text)) in found.iter().zip(expected) {
                assert_eq!((predicate.as_str(), strip(item)), (of, strip(text)), "{node}");
            }
        }
    }

    #[test]
    fn predicates_are_evaluated() {
        let of = |predicate: &str| written(&format!("fn f(){{#[cfg({predicate})]a(); #[cfg(x)]b(); c()}}"));
        let items = |predicate: &str| of(predicate).into_iter().map(|(_, item)| item).collect::<Vec<_>>();
        let (none, both) = ("fnf(){c()}", "fnf(){a();b();c()}");
        let (first, second) = ("fnf(){a();c()}", "fnf(){b();c()}");
        assert_eq!(items("not(x)"), [first, second]);
        assert_eq!(items("all()"), [first, both]);
        assert_eq!(items("any()"), [none, second]);
        assert_eq!(items("true"), [first, both]);
        assert_eq!(items("not(any(x, true))"), [none, second]);
        let alone = written("fn f(){#[cfg(any())]a(); #[cfg(all())]b(); c()}");
        assert_eq!(alone, [(String::new(), second.to_owned())]);
        assert_eq!(items("all(x, feature = \"y\")"), [none, second, none, both]);
    }

    #[test]
    fn conditions_of_items_and_members_stay() {
        for item in [
            "#[cfg(x)] fn f(){}",
            "mod m{#[cfg(x)] fn f(){} #[cfg(test)] mod tests{fn f(){#[cfg(y)] x();}}}",
            "impl S{#[cfg(x)] fn f(){}}",
            "#[cfg_attr(x, derive(Debug))] struct S{#[cfg_attr(x, serde(skip))] x:f64}",
        ] {
            assert_eq!(written(item), [(String::new(), item.replace(' ', ""))]);
        }
    }

    #[test]
    fn many_conditions_are_refused() {
        let item = "fn f(){#[cfg(a)]x();#[cfg(b)]x();#[cfg(c)]x();#[cfg(d)]x();#[cfg(e)]x();}";
        assert!(variants(syn::parse_str(item).expect("an item")).is_err());
    }
}
