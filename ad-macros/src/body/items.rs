//! Items in inner blocks. An adjoint program has the items of a function in front of both sweeps. There, an item of an inner block must not
//! hide an outer one, so it gets a name of its own.
//!
//! ```text
//! // Input:  { let a = x * K; { const K: f64 = 3.0; a * K } }
//! // Output: { let a = x * K; { const K_: f64 = 3.0; a * K_ } }
//! ```

use super::macros;
use crate::names::Names;
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use syn::{Block, Item, Macro, Member, Path, Stmt, UseTree};

const GLOB: &str = "a glob import is in an inner block; move it to the beginning of the function";
const TEXT: &str = "the text may name an item of an inner block; pass the item as an argument of the macro";

/// Gives the items of the inner blocks new names. An import of the function `itself` retains its name, by which calls are recursive.
pub(crate) fn rename(body: &mut Block, itself: &str) -> syn::Result<()> {
    if !has_inner_items(body) {
        return Ok(());
    }
    let mut inner = Inner { names: Names::of(body), itself, refused: Ok(()) };
    body.stmts.iter_mut().for_each(|statement| inner.visit_stmt_mut(statement));
    inner.refused
}

fn has_inner_items(body: &Block) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_block(&mut self, block: &'ast Block) {
            self.0 |= block.stmts.iter().any(|statement| matches!(statement, Stmt::Item(_)));
            visit::visit_block(self, block);
        }
        fn visit_item(&mut self, _: &'ast Item) {}
        fn visit_macro(&mut self, mac: &'ast Macro) {
            self.0 |= macros::concerns(mac);
        }
    }
    let mut found = Found(false);
    body.stmts.iter().for_each(|statement| found.visit_stmt(statement));
    found.0
}

/// Visits the inner blocks, innermost first.
struct Inner<'a> {
    names: Names,
    itself: &'a str,
    refused: syn::Result<()>,
}

impl VisitMut for Inner<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit::visit_block_mut(self, block);
        let mut declared = Vec::new();
        for statement in &block.stmts {
            if let Stmt::Item(item) = statement {
                self.declare(item, &mut declared);
            }
        }
        declared.retain(|name| name != self.itself);
        for old in declared {
            let new = Ident::new(&self.names.fresh(&old).to_string(), proc_macro2::Span::call_site());
            let mut renaming = Renaming { old, new, refused: Ok(()) };
            renaming.visit_block_mut(block);
            self.refuse(renaming.refused);
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        let visited = macros::visit(mac, &mut |argument| self.visit_expr_mut(argument));
        self.refuse(visited);
    }

    // Its blocks are its own.
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

impl Inner<'_> {
    fn refuse(&mut self, found: syn::Result<()>) {
        self.refused = std::mem::replace(&mut self.refused, Ok(())).and(found);
    }

    /// The names that an item declares.
    fn declare(&mut self, item: &Item, names: &mut Vec<String>) {
        match item {
            Item::Const(item) if item.ident != "_" => names.push(item.ident.to_string()),
            Item::Static(item) => names.push(item.ident.to_string()),
            Item::Fn(item) => names.push(item.sig.ident.to_string()),
            Item::Struct(item) => names.push(item.ident.to_string()),
            Item::Enum(item) => names.push(item.ident.to_string()),
            Item::Use(item) => self.import(&item.tree, None, names),
            // `lower` refuses other items with a name.
            _ => {}
        }
    }

    fn import(&mut self, tree: &UseTree, module: Option<&Ident>, names: &mut Vec<String>) {
        match tree {
            UseTree::Path(path) => self.import(&path.tree, Some(&path.ident), names),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, module, names)),
            UseTree::Name(name) if name.ident == "self" => names.extend(module.map(ToString::to_string)),
            UseTree::Name(name) => names.push(name.ident.to_string()),
            // `use Trait as _;`
            UseTree::Rename(rename) if rename.rename == "_" => {}
            UseTree::Rename(rename) => names.push(rename.rename.to_string()),
            UseTree::Glob(glob) => self.refuse(Err(syn::Error::new_spanned(
                glob,
                format!("cannot write the adjoint program: {GLOB}"),
            ))),
        }
    }
}

/// Renames one name, in a block where it means an item. A local of the name hides the item, and is renamed with it.
struct Renaming {
    old: String,
    new: Ident,
    refused: syn::Result<()>,
}

impl Renaming {
    fn ident(&self, ident: &mut Ident) {
        if *ident == self.old {
            *ident = Ident::new(&self.new.to_string(), ident.span());
        }
    }

    fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
        let mut behind = '\0';
        let renamed = tokens.into_iter().map(|token| {
            let before = std::mem::replace(
                &mut behind,
                match &token {
                    TokenTree::Punct(punct) => punct.as_char(),
                    _ => '\0',
                },
            );
            match token {
                // A field, a method, a label or the rest of a path.
                TokenTree::Ident(mut ident) if !matches!(before, '.' | ':' | '\'') => {
                    self.ident(&mut ident);
                    ident.into()
                }
                TokenTree::Group(group) => {
                    let mut renamed = Group::new(group.delimiter(), self.tokens(group.stream()));
                    renamed.set_span(group.span());
                    renamed.into()
                }
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    if text.contains('"') && text.contains(&self.old) && self.refused.is_ok() {
                        self.refused = Err(syn::Error::new(
                            literal.span(),
                            format!("cannot write the adjoint program: {TEXT}"),
                        ));
                    }
                    literal.into()
                }
                token => token,
            }
        });
        renamed.collect()
    }

    /// The first name of a use declaration is a path's, and its last ones are declared.
    fn import(&self, tree: &mut UseTree, first: bool) {
        match tree {
            UseTree::Path(path) => {
                let mut itself = false;
                if let UseTree::Group(group) = &mut *path.tree {
                    for tree in &mut group.items {
                        if let UseTree::Name(name) = tree
                            && name.ident == "self"
                            && path.ident == self.old
                        {
                            let new = Ident::new(&self.new.to_string(), path.ident.span());
                            *tree = UseTree::Rename(renamed(&name.ident, &new));
                            itself = true;
                        }
                    }
                }
                if first && !itself && !declares(&path.tree, &self.old) {
                    self.ident(&mut path.ident);
                }
                self.import(&mut path.tree, false);
            }
            UseTree::Name(name) if name.ident == self.old => {
                let new = Ident::new(&self.new.to_string(), name.ident.span());
                *tree = UseTree::Rename(renamed(&name.ident, &new));
            }
            UseTree::Rename(rename) => self.ident(&mut rename.rename),
            UseTree::Group(group) => group.items.iter_mut().for_each(|tree| self.import(tree, first)),
            UseTree::Name(_) | UseTree::Glob(_) => {}
        }
    }
}

fn renamed(name: &Ident, new: &Ident) -> syn::UseRename {
    syn::UseRename { ident: name.clone(), as_token: syn::token::As(name.span()), rename: new.clone() }
}

/// Whether a use declaration declares a name.
fn declares(tree: &UseTree, name: &str) -> bool {
    match tree {
        UseTree::Path(path) => declares(&path.tree, name),
        UseTree::Name(leaf) => leaf.ident == name,
        UseTree::Rename(leaf) => leaf.rename == name,
        UseTree::Group(group) => group.items.iter().any(|tree| declares(tree, name)),
        UseTree::Glob(_) => false,
    }
}

impl VisitMut for Renaming {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if let (None, Some(first)) = (&path.leading_colon, path.segments.first_mut()) {
            self.ident(&mut first.ident);
        }
        path.segments.iter_mut().for_each(|segment| self.visit_path_arguments_mut(&mut segment.arguments));
    }

    fn visit_pat_ident_mut(&mut self, pattern: &mut syn::PatIdent) {
        self.ident(&mut pattern.ident);
        visit::visit_pat_ident_mut(self, pattern);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        if matches!(&field.member, Member::Named(name) if *name == self.old) {
            field.colon_token.get_or_insert_default();
        }
        self.visit_expr_mut(&mut field.expr);
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if matches!(&field.member, Member::Named(name) if *name == self.old) {
            field.colon_token.get_or_insert_default();
        }
        self.visit_pat_mut(&mut field.pat);
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        self.visit_path_mut(&mut mac.path);
        mac.tokens = self.tokens(mac.tokens.clone());
    }

    fn visit_item_use_mut(&mut self, item: &mut syn::ItemUse) {
        self.import(&mut item.tree, item.leading_colon.is_none());
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Const(item) => self.ident(&mut item.ident),
            Item::Static(item) => self.ident(&mut item.ident),
            Item::Fn(item) => self.ident(&mut item.sig.ident),
            Item::Struct(item) => self.ident(&mut item.ident),
            Item::Enum(item) => self.ident(&mut item.ident),
            _ => {}
        }
        visit::visit_item_mut(self, item);
    }

    fn visit_type_param_mut(&mut self, parameter: &mut syn::TypeParam) {
        self.ident(&mut parameter.ident);
        visit::visit_type_param_mut(self, parameter);
    }

    fn visit_const_param_mut(&mut self, parameter: &mut syn::ConstParam) {
        self.ident(&mut parameter.ident);
        visit::visit_const_param_mut(self, parameter);
    }

    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
}

#[cfg(test)]
mod tests {
    use super::rename;
    use quote::ToTokens;

    #[track_caller]
    fn renamed(written: &str) -> String {
        let mut body = syn::parse_str(written).expect("a block");
        match rename(&mut body, "f") {
            Ok(()) => body.to_token_stream().to_string().replace(' ', ""),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn an_item_of_an_inner_block_gets_a_name_of_its_own() {
        for (written, expected) in [
            ("{const K:f64=2.0;x*K}", "{constK:f64=2.0;x*K}"),
            ("{x*K;{const K:f64=3.0;K}}", "{x*K;{constK_:f64=3.0;K_}}"),
            (
                "{K;{const K:f64=3.0;K;{const K:f64=5.0;K}}K}",
                "{K;{constK__:f64=3.0;K__;{constK_:f64=5.0;K_}}K}",
            ),
            ("{{use a::K;K+x.K+x.K()+b::K}}", "{{usea::KasK_;K_+x.K+x.K()+b::K}}"),
            ("{{use a::{self,K as L};L+a::K}}", "{{usea::{selfasa_,KasL_};L_+a_::K}}"),
            ("{{const K:u8=1;S{K,a}}}", "{{constK_:u8=1;S{K:K_,a}}}"),
            ("{{const K:u8=1;match y{S{K}=>K,K=>2}}}", "{{constK_:u8=1;matchy{S{K:K_}=>K_,K_=>2}}}"),
            ("{{struct S;impl S{const S:u8=1;}S::S}}", "{{structS_;implS_{constS:u8=1;}S_::S}}"),
            ("{{fn g()->f64{1.0}let g=g();g}}", "{{fng_()->f64{1.0}letg_=g_();g_}}"),
            ("{vec![{const K:u8=1;K},K]}", "{vec![{constK_:u8=1;K_},K]}"),
            ("{vec![{use a::K;K};K]}", "{vec![{usea::KasK_;K_};K]}"),
            ("{assert!({fn g()->bool{true}g()},\"{}\",g)}", "{assert!({fng_()->bool{true}g_()},\"{}\",g)}"),
            ("{{use crate::f;f(x)}}", "{{usecrate::f;f(x)}}"),
            ("{{const K:u8=1;vec![K,x.K,a::K]}}", "{{constK_:u8=1;vec![K_,x.K,a::K]}}"),
        ] {
            assert_eq!(renamed(written), expected, "{written}");
        }
    }

    #[test]
    fn what_a_new_name_could_miss_is_refused() {
        assert!(renamed("{{use a::*;K}}").contains("glob"));
        assert!(renamed("{{const K:u8=1;println!(\"{K}\")}}").contains("text"));
        assert!(renamed("{matches!({const K:u8=1;K},y @ 1)}").contains("macro"));
    }
}
