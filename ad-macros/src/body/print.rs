//! Prints a tree: the user's tokens, with some expressions changed.

use super::read::with_rest;
use super::tree::{Body, ExprId, Form, Separator};
use crate::visit::{self, VisitMut};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Block, Expr, ExprBinary, Stmt, Token};

/// The printed block of an expression, which [`Form::block`] describes.
pub(crate) fn block_of(expr: &mut Expr) -> Option<&mut Block> {
    match expr {
        Expr::Block(of) => Some(&mut of.block),
        Expr::Loop(of) => Some(&mut of.body),
        Expr::While(of) => Some(&mut of.body),
        Expr::ForLoop(of) => Some(&mut of.body),
        Expr::If(of) => Some(&mut of.then_branch),
        _ => None,
    }
}

/// A change of a printed expression. Statements that it adds to the second argument stand before the statement around.
pub(crate) type Change<'c> = &'c dyn Fn(ExprId, Expr, &mut Vec<Stmt>) -> Expr;

impl Body {
    /// An expression as it was written.
    pub(crate) fn print_one(&self, id: ExprId) -> Expr {
        Printer { body: self, change: &|_, expr, _| expr, before: Vec::new() }.expr(id)
    }

    /// The block of the body.
    pub(crate) fn print(&self, change: Change<'_>) -> Block {
        let mut printer = Printer { body: self, change, before: Vec::new() };
        match printer.expr(self.value) {
            Expr::Block(block) => block.block,
            expr => syn::parse_quote!({ #expr }),
        }
    }
}

struct Printer<'b> {
    body: &'b Body,
    change: Change<'b>,
    before: Vec<Stmt>,
}

impl Printer<'_> {
    fn expr(&mut self, id: ExprId) -> Expr {
        // As in the reader, the left side of a long sum needs no recursion.
        let (mut outer, mut id) = (Vec::new(), id);
        while let Form::Binary(left, _) = self.body.form(id) {
            outer.push(id);
            id = *left;
        }
        let mut printed = self.one(id);
        while let Some(id) = outer.pop() {
            let (Form::Binary(_, right), Expr::Binary(shell)) = (self.body.form(id), self.body.shell(id))
            else {
                continue;
            };
            let (attrs, op, right) = (shell.attrs.clone(), shell.op, Box::new(self.expr(*right)));
            let expr = Expr::Binary(ExprBinary { attrs, left: Box::new(printed), op, right });
            printed = (self.change)(id, expr, &mut self.before);
        }
        printed
    }

    fn one(&mut self, id: ExprId) -> Expr {
        let mut expr = self.body.shell(id).clone();
        visit::visit_expr_mut(self, &mut expr);
        if let (Form::Macro(arguments, separator), Expr::Macro(mac)) = (self.body.form(id), &mut expr) {
            mac.mac.tokens = self.arguments(&mac.mac, arguments, *separator);
        }
        (self.change)(id, expr, &mut self.before)
    }

    /// The arguments of a macro, in their holes.
    fn arguments(
        &mut self,
        mac: &syn::Macro,
        arguments: &[ExprId],
        separator: Separator,
    ) -> proc_macro2::TokenStream {
        let mut arguments = arguments.iter();
        let mut fill = |expr: &mut Expr| {
            let place = match expr {
                Expr::Assign(assign) => &mut *assign.right,
                place => place,
            };
            if let Some(id) = arguments.next() {
                *place = self.expr(*id);
            }
        };
        let tokens = mac.tokens.clone();
        match separator {
            Separator::Pattern => {
                let Ok((mut value, rest)) = Parser::parse2(with_rest, tokens.clone()) else { return tokens };
                fill(&mut value);
                quote!(#value #rest)
            }
            Separator::Comma => {
                let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
                let Ok(mut list) = Parser::parse2(parser, tokens.clone()) else { return tokens };
                list.iter_mut().for_each(&mut fill);
                list.into_token_stream()
            }
            Separator::Semicolon => {
                let parser = Punctuated::<Expr, Token![;]>::parse_separated_nonempty;
                let Ok(mut list) = Parser::parse2(parser, tokens.clone()) else { return tokens };
                list.iter_mut().for_each(&mut fill);
                list.into_token_stream()
            }
        }
    }
}

impl VisitMut for Printer<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Verbatim(tokens) = expr
            && let Ok(number) = syn::parse2::<syn::LitInt>(tokens.clone())
            && let Ok(id) = number.base10_parse()
        {
            *expr = self.expr(ExprId(id));
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let outer = std::mem::take(&mut self.before);
        for mut statement in std::mem::take(&mut block.stmts) {
            self.visit_stmt_mut(&mut statement);
            block.stmts.append(&mut self.before);
            block.stmts.push(statement);
        }
        self.before = outer;
    }

    /// Items have bodies of their own, and types have no holes.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
}
