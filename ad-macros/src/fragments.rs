//! Items from `macro_rules!`. Fragments such as `$t:ty` are in invisible groups, and local variables may differ by hygiene only. Both are
//! removed before the expansion, so that it sees the item as if it were written out.

use crate::names::Names;
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::replace;
use syn::{Block, Expr, ExprParen, FieldPat, FieldValue, Item, Macro, Member, Pat, PatIdent};
use syn::{Signature, Stmt, Type, TypeParen, parse_quote};

/// Removes groups, and names that differ by hygiene only.
pub(crate) fn write_out(item: &mut Item) {
    Groups.visit_item_mut(item);
    Functions.visit_item_mut(item);
}

/// Removes invisible groups. Where the content may need a delimiter, parentheses take their place.
struct Groups;

impl VisitMut for Groups {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit::visit_expr_mut(self, expr);
        let inner = match expr {
            Expr::Group(group) => replace(&mut *group.expr, Expr::PLACEHOLDER),
            Expr::Call(call) if matches!(&*call.func, Expr::Closure(_)) => {
                let closure = replace(&mut *call.func, Expr::PLACEHOLDER);
                *call.func = parenthesized(closure);
                return;
            }
            _ => return,
        };
        *expr = if stands_alone(&inner) { inner } else { parenthesized(inner) };
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let Stmt::Expr(expr, _) = statement
            && let Expr::Group(group) = expr
        {
            *expr = replace(&mut *group.expr, Expr::PLACEHOLDER);
        }
        visit::visit_stmt_mut(self, statement);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit::visit_type_mut(self, ty);
        let Type::Group(group) = ty else { return };
        let paren_token = syn::token::Paren(silent(group.group_token.span));
        let inner = replace(&mut *group.elem, parse_quote!(_));
        *ty = match inner {
            Type::ImplTrait(_) | Type::TraitObject(_) | Type::BareFn(_) => {
                Type::Paren(TypeParen { paren_token, elem: Box::new(inner) })
            }
            inner => inner,
        };
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        mac.tokens = without_groups(mac.tokens.clone());
    }
}

fn parenthesized(expr: Expr) -> Expr {
    let paren_token = syn::token::Paren(silent(syn::spanned::Spanned::span(&expr)));
    Expr::Paren(ExprParen { attrs: Vec::new(), paren_token, expr: Box::new(expr) })
}

/// The span of parentheses that nobody wrote, so that no lint asks to remove them.
fn silent(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

/// Whether an expression needs no parentheses, wherever it is. A closure needs them where it is called.
fn stands_alone(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Array(_)
            | Expr::Call(_)
            | Expr::Closure(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Infer(_)
            | Expr::Lit(_)
            | Expr::Macro(_)
            | Expr::MethodCall(_)
            | Expr::Paren(_)
            | Expr::Path(_)
            | Expr::Repeat(_)
            | Expr::Tuple(_)
    )
}

/// The arguments of a macro. Groups that contain no expression stay.
fn without_groups(tokens: TokenStream) -> TokenStream {
    let mut output = TokenStream::new();
    for token in tokens {
        let TokenTree::Group(group) = token else {
            output.extend([token]);
            continue;
        };
        let content = without_groups(group.stream());
        let inner = match group.delimiter() {
            Delimiter::None => syn::parse2::<Expr>(content.clone()).ok(),
            _ => None,
        };
        if inner.as_ref().is_some_and(stands_alone) {
            output.extend(content);
            continue;
        }
        let (delimiter, span) = match inner {
            Some(_) => (Delimiter::Parenthesis, silent(group.span())),
            None => (group.delimiter(), group.span()),
        };
        let mut new = Group::new(delimiter, content);
        new.set_span(span);
        output.extend([TokenTree::Group(new)]);
    }
    output
}

/// The context of code that no macro has written.
const ROOT: &str = "#0";

/// The syntax context of a token, as rustc shows it: `#4 bytes(8..9)`. Spans have no other access to it.
///
/// Without it, all names have one context.
fn context(span: Span) -> String {
    let span = format!("{span:?}");
    span.split_once(' ')
        .filter(|(context, _)| context.starts_with('#'))
        .map_or_else(String::new, |(context, _)| context.to_owned())
}

/// A name and its context.
type Name = (String, String);

fn name_of(ident: &Ident) -> Name {
    (ident.to_string(), context(ident.span()))
}

/// The names of a function, without those of its items.
#[derive(Default)]
struct Mentions {
    bound: BTreeSet<Name>,
    contexts: BTreeMap<String, BTreeSet<String>>,
}

impl Mentions {
    fn mention(&mut self, ident: &Ident) {
        let (name, context) = name_of(ident);
        self.contexts.entry(name).or_default().insert(context);
    }

    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => self.mention(&ident),
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {}
            }
        }
    }
}

impl Visit<'_> for Mentions {
    fn visit_pat_ident(&mut self, pattern: &PatIdent) {
        visit::visit_pat_ident(self, pattern);
        // A constant or variant is not a variable.
        if !pattern.ident.to_string().starts_with(char::is_uppercase) {
            self.bound.insert(name_of(&pattern.ident));
            self.mention(&pattern.ident);
        }
    }

    fn visit_expr_path(&mut self, path: &syn::ExprPath) {
        path.path.get_ident().into_iter().for_each(|ident| self.mention(ident));
    }

    fn visit_macro(&mut self, mac: &Macro) {
        self.tokens(mac.tokens.clone());
    }

    fn visit_item(&mut self, _: &Item) {}
}

/// Renames variables of functions whose names differ from other names by hygiene only. A parameter keeps its name.
///
/// ```text
/// // Input:  fn f(s: f64) -> f64 { let s' = 2.0; s' * s }
/// // Output: fn f(s: f64) -> f64 { let s_ = 2.0; s_ * s }
/// ```
struct Functions;

impl Functions {
    fn function(signature: &mut Signature, body: &mut Block) {
        // A macro that writes only some of the tokens writes the delimiters around them.
        let delimiters = [signature.paren_token.span.open(), body.brace_token.span.open()];
        if delimiters.into_iter().all(|span| context(span) == ROOT) {
            return;
        }
        let mut parameters = Mentions::default();
        parameters.visit_signature(signature);
        let mut mentions = Mentions { bound: parameters.bound.clone(), contexts: parameters.contexts };
        mentions.visit_block(body);
        let several = |name: &Name| mentions.contexts[&name.0].len() > 1;
        let mut renamed = Renamed(BTreeMap::new());
        let mut names = None;
        for name in mentions.bound.difference(&parameters.bound).filter(|name| several(name)) {
            let tokens = || quote!(#signature #body);
            let new = names.get_or_insert_with(|| Names::of(&tokens())).fresh(&name.0);
            renamed.0.insert(name.clone(), new.to_string());
        }
        if !renamed.0.is_empty() {
            renamed.visit_block_mut(body);
        }
    }
}

impl VisitMut for Functions {
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        Self::function(&mut function.sig, &mut function.block);
        visit::visit_item_fn_mut(self, function);
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        Self::function(&mut function.sig, &mut function.block);
        visit::visit_impl_item_fn_mut(self, function);
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut syn::TraitItemFn) {
        if let Some(body) = &mut function.default {
            Self::function(&mut function.sig, body);
        }
        visit::visit_trait_item_fn_mut(self, function);
    }
}

/// The new names of variables.
struct Renamed(BTreeMap<Name, String>);

impl Renamed {
    /// Renames a variable, and tells whether it has a new name.
    fn rename(&self, ident: &mut Ident) -> bool {
        let new = self.0.get(&name_of(ident)).map(|new| Ident::new(new, ident.span()));
        new.map(|new| *ident = new).is_some()
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let mut output: Vec<TokenTree> = Vec::new();
        for token in tokens {
            let dots = output
                .iter()
                .rev()
                .take_while(|token| matches!(token, TokenTree::Punct(dot) if dot.as_char() == '.'));
            // A field or a method, unless it is the end of a range.
            let member = dots.count() == 1;
            output.push(match token {
                TokenTree::Ident(mut ident) => {
                    if !member {
                        self.rename(&mut ident);
                    }
                    TokenTree::Ident(ident)
                }
                TokenTree::Group(group) => {
                    let mut new = Group::new(group.delimiter(), self.tokens(group.stream()));
                    new.set_span(group.span());
                    TokenTree::Group(new)
                }
                token => token,
            });
        }
        output.into_iter().collect()
    }
}

impl VisitMut for Renamed {
    fn visit_pat_ident_mut(&mut self, pattern: &mut PatIdent) {
        visit::visit_pat_ident_mut(self, pattern);
        self.rename(&mut pattern.ident);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.path.get_ident().is_some() {
            self.rename(&mut path.path.segments[0].ident);
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut FieldPat) {
        visit::visit_field_pat_mut(self, field);
        if let (Member::Named(member), Pat::Ident(pattern), None) =
            (&field.member, &*field.pat, &field.colon_token)
            && *member != pattern.ident
        {
            field.colon_token = Some(parse_quote!(:));
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        visit::visit_field_value_mut(self, field);
        if let (Member::Named(member), Expr::Path(path), None) =
            (&field.member, &field.expr, &field.colon_token)
            && !path.path.is_ident(member)
        {
            field.colon_token = Some(parse_quote!(:));
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        mac.tokens = self.tokens(mac.tokens.clone());
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
