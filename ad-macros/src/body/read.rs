//! Reads the tokens of a body into its tree. Names of locals and labels are resolved with the scopes of Rust.

use super::tree::{
    Arm, Block, Body, ExprId, Form, LabelId, LocalId, Node, Parts, Pattern, Rest, Separator, Statement,
};
use crate::tokens;
use crate::ty::Name;
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprBlock, FnArg, Pat, Stmt, Token};

/// The tree of a function's body.
pub(crate) fn read(signature: &syn::Signature, block: &syn::Block) -> Body {
    let mut reader = Reader::default();
    let parameters = signature.inputs.iter().map(|input| match input {
        FnArg::Receiver(_) => reader.bind("self".into(), None, None),
        FnArg::Typed(typed) => reader.pattern(&typed.pat),
    });
    let parameters = parameters.collect();
    let block = ExprBlock { attrs: Vec::new(), label: None, block: block.clone() };
    let value = reader.node(Expr::Block(block));
    let Reader { nodes, locals, labels, items, declared, .. } = reader;
    Body { nodes, locals, labels, parameters, value, items, declared }
}

#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    locals: Vec<Name>,
    /// The locals in scope.
    scope: Vec<(Name, LocalId)>,
    labels: usize,
    /// The labels in scope. A loop without a label has no name.
    targets: Vec<(Option<Name>, LabelId, Target)>,
    items: Vec<syn::Item>,
    declared: Vec<LocalId>,
}

#[derive(Clone, Copy, PartialEq)]
enum Target {
    Loop,
    Block,
}

impl Reader {
    fn node(&mut self, expr: Expr) -> ExprId {
        let first = self.nodes.len();
        // A long sum is deep on its left side only, which needs no recursion.
        let (mut outer, mut expr) = (Vec::new(), expr);
        while let Expr::Binary(mut binary) = expr {
            expr = std::mem::replace(&mut *binary.left, Expr::PLACEHOLDER);
            outer.push(binary);
        }
        let form = self.form(&mut expr);
        let mut id = self.push(Node { form, shell: expr, first });
        while let Some(mut binary) = outer.pop() {
            *binary.left = hole(id);
            let form = Form::Binary(id, self.hole(&mut binary.right));
            id = self.push(Node { form, shell: Expr::Binary(binary), first });
        }
        id
    }

    fn push(&mut self, node: Node) -> ExprId {
        self.nodes.push(node);
        ExprId(self.nodes.len() - 1)
    }

    /// Reads an expression inside of another, and leaves a hole.
    fn hole(&mut self, expr: &mut Expr) -> ExprId {
        let id = self.node(std::mem::replace(expr, Expr::PLACEHOLDER));
        *expr = hole(id);
        id
    }

    fn holes<'e>(&mut self, exprs: impl Iterator<Item = &'e mut Expr>) -> Vec<ExprId> {
        exprs.map(|expr| self.hole(expr)).collect()
    }

    fn maybe(&mut self, expr: &mut Option<Box<Expr>>) -> Option<ExprId> {
        expr.as_mut().map(|expr| self.hole(expr))
    }

    /// Runs in a scope of its own.
    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope.len();
        let value = inside(self);
        self.scope.truncate(outer);
        value
    }

    fn targeted<T>(
        &mut self,
        label: Option<&syn::Label>,
        target: Target,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (LabelId, T) {
        let id = LabelId(self.labels);
        self.labels += 1;
        let name = label.map(|label| Name::from(label.name.ident.to_string()));
        self.targets.push((name, id, target));
        let value = inside(self);
        self.targets.pop();
        (id, value)
    }

    fn form(&mut self, expr: &mut Expr) -> Form {
        match expr {
            Expr::Lit(_) => Form::Literal,
            Expr::Path(path) => match path.path.get_ident().and_then(|name| self.local(&name.to_string())) {
                Some(local) if path.qself.is_none() => Form::Local(local),
                _ => Form::Path,
            },
            Expr::Paren(inner) => Form::Paren(self.hole(&mut inner.expr)),
            Expr::Group(inner) => Form::Paren(self.hole(&mut inner.expr)),
            Expr::Unary(inner) => Form::Unary(self.hole(&mut inner.expr)),
            Expr::Cast(inner) => Form::Cast(self.hole(&mut inner.expr)),
            Expr::Reference(inner) => Form::Reference(self.hole(&mut inner.expr)),
            Expr::Field(inner) => Form::Field(self.hole(&mut inner.base)),
            Expr::Index(inner) => Form::Index(self.hole(&mut inner.expr), self.hole(&mut inner.index)),
            Expr::Tuple(inner) => Form::Tuple(self.holes(inner.elems.iter_mut())),
            Expr::Array(inner) => Form::Array(self.holes(inner.elems.iter_mut())),
            Expr::Repeat(inner) => Form::Repeat(self.hole(&mut inner.expr), self.hole(&mut inner.len)),
            Expr::Range(inner) => Form::Range(self.maybe(&mut inner.start), self.maybe(&mut inner.end)),
            Expr::Struct(inner) => Form::Struct {
                fields: self.holes(inner.fields.iter_mut().map(|field| &mut field.expr)),
                rest: self.maybe(&mut inner.rest),
            },
            Expr::Call(inner) => Form::Call(self.hole(&mut inner.func), self.holes(inner.args.iter_mut())),
            Expr::MethodCall(inner) => {
                Form::Method(self.hole(&mut inner.receiver), self.holes(inner.args.iter_mut()))
            }
            Expr::Closure(inner) => self.closure(inner),
            Expr::Assign(inner) => Form::Assign(self.hole(&mut inner.left), self.hole(&mut inner.right)),
            Expr::Let(inner) => {
                let value = self.hole(&mut inner.expr);
                Form::Let(self.pattern(&inner.pat), value)
            }
            Expr::If(inner) => self.scoped(|reader| Form::If {
                condition: reader.hole(&mut inner.cond),
                then: reader.block(&mut inner.then_branch),
                otherwise: inner.else_branch.as_mut().map(|(_, otherwise)| reader.hole(otherwise)),
            }),
            Expr::Match(inner) => {
                let of = self.hole(&mut inner.expr);
                Form::Match(of, inner.arms.iter_mut().map(|arm| self.arm(arm)).collect())
            }
            Expr::Block(inner) if inner.label.is_none() => Form::Block(None, self.block(&mut inner.block)),
            Expr::Block(inner) => {
                let ExprBlock { label, block, .. } = inner;
                let (label, block) =
                    self.targeted(label.as_ref(), Target::Block, |reader| reader.block(block));
                Form::Block(Some(label), block)
            }
            Expr::Unsafe(inner) => Form::Block(None, self.block(&mut inner.block)),
            Expr::Const(inner) => Form::Block(None, self.block(&mut inner.block)),
            Expr::Loop(inner) => {
                let (label, body) =
                    self.targeted(inner.label.as_ref(), Target::Loop, |reader| reader.block(&mut inner.body));
                Form::Loop(label, body)
            }
            Expr::While(inner) => {
                let (label, (condition, body)) =
                    self.targeted(inner.label.as_ref(), Target::Loop, |reader| {
                        reader.scoped(|reader| (reader.hole(&mut inner.cond), reader.block(&mut inner.body)))
                    });
                Form::While(label, condition, body)
            }
            Expr::ForLoop(inner) => {
                let of = self.hole(&mut inner.expr);
                let (label, (item, body)) = self.targeted(inner.label.as_ref(), Target::Loop, |reader| {
                    reader.scoped(|reader| (reader.pattern(&inner.pat), reader.block(&mut inner.body)))
                });
                Form::For { label, item, of, body }
            }
            Expr::Break(inner) => {
                let label = inner.label.as_ref().map(|label| label.ident.to_string());
                let target = self.targets.iter().rev().find(|(name, _, target)| match &label {
                    Some(label) => name.as_deref() == Some(label),
                    None => *target == Target::Loop,
                });
                let target = target.map(|(_, id, _)| *id);
                Form::Break(target, self.maybe(&mut inner.expr))
            }
            Expr::Continue(_) => Form::Continue,
            Expr::Return(inner) => Form::Return(self.maybe(&mut inner.expr)),
            Expr::Try(inner) => Form::Try(self.hole(&mut inner.expr)),
            Expr::Macro(inner) => self.arguments(&mut inner.mac),
            expr => Form::Opaque(self.mentioned(&expr)),
        }
    }

    fn closure(&mut self, closure: &mut syn::ExprClosure) -> Form {
        let targets = std::mem::take(&mut self.targets);
        let form = self.scoped(|reader| {
            let parameters = closure.inputs.iter().map(|input| reader.pattern(input)).collect();
            Form::Closure { parameters, body: reader.hole(&mut closure.body) }
        });
        self.targets = targets;
        form
    }

    fn arm(&mut self, arm: &mut syn::Arm) -> Arm {
        self.scoped(|reader| Arm {
            pattern: reader.pattern(&arm.pat),
            guard: arm.guard.as_mut().map(|(_, guard)| reader.hole(guard)),
            value: reader.hole(&mut arm.body),
        })
    }

    fn block(&mut self, block: &mut syn::Block) -> Block {
        self.scoped(|reader| {
            let mut value = None;
            let mut statements = Vec::new();
            let count = block.stmts.len();
            for (i, statement) in block.stmts.iter_mut().enumerate() {
                // The same tokens, as an expression.
                if let Stmt::Macro(inner) = statement {
                    let expr =
                        Expr::Macro(syn::ExprMacro { attrs: inner.attrs.clone(), mac: inner.mac.clone() });
                    *statement = Stmt::Expr(expr, inner.semi_token);
                }
                match statement {
                    Stmt::Local(local) => statements.push(reader.statement(local)),
                    Stmt::Expr(expr, None) if i + 1 == count => value = Some(reader.hole(expr)),
                    Stmt::Expr(expr, _) => statements.push(Statement::Expr(reader.hole(expr))),
                    Stmt::Item(item) => reader.items.push(item.clone()),
                    Stmt::Macro(_) => {}
                }
            }
            Block { statements, value }
        })
    }

    fn statement(&mut self, local: &mut syn::Local) -> Statement {
        let (mut value, mut otherwise) = (None, None);
        if let Some(init) = &mut local.init {
            value = Some(self.hole(&mut init.expr));
            otherwise = init.diverge.as_mut().map(|(_, diverge)| self.hole(diverge));
        }
        let pattern = self.pattern(&local.pat);
        if let Pattern::Bind { local, .. } = pattern {
            self.declared.push(local);
        }
        Statement::Let { pattern, value, otherwise }
    }

    /// The arguments of a macro, if they are expressions. The tokens become holes.
    fn arguments(&mut self, mac: &mut syn::Macro) -> Form {
        let commas = Punctuated::<Expr, Token![,]>::parse_terminated;
        let semicolons = Punctuated::<Expr, Token![;]>::parse_separated_nonempty;
        if mac.path.is_ident("matches") {
            let Ok((mut value, rest)) = with_rest.parse2(mac.tokens.clone()) else {
                return Form::Opaque(self.mentioned(&mac.tokens));
            };
            let form = Form::Macro(vec![self.hole(&mut value)], Separator::Pattern);
            mac.tokens = quote!(#value #rest);
            return form;
        }
        if let Ok(mut list) = commas.parse2(mac.tokens.clone()) {
            let ids = list.iter_mut().map(|expr| match expr {
                // The name of an argument of `format!`.
                Expr::Assign(assign) if matches!(*assign.left, Expr::Path(_)) => self.hole(&mut assign.right),
                expr => self.hole(expr),
            });
            let form = Form::Macro(ids.collect(), Separator::Comma);
            mac.tokens = list.into_token_stream();
            return form;
        }
        if let Ok(mut list) = semicolons.parse2(mac.tokens.clone()) {
            let form = Form::Macro(self.holes(list.iter_mut()), Separator::Semicolon);
            mac.tokens = list.into_token_stream();
            return form;
        }
        Form::Opaque(self.mentioned(&mac.tokens))
    }

    /// The locals that tokens name.
    fn mentioned(&self, tokens: &dyn ToTokens) -> Vec<LocalId> {
        tokens::names(tokens).filter_map(|name| self.local(&name.to_string())).collect()
    }

    fn local(&self, name: &str) -> Option<LocalId> {
        self.scope.iter().rev().find(|(other, _)| **other == *name).map(|(_, id)| *id)
    }

    fn declare(&mut self, name: Name) -> LocalId {
        let id = LocalId(self.locals.len());
        self.locals.push(name.clone());
        self.scope.push((name, id));
        id
    }

    fn bind(&mut self, name: Name, by_ref: Option<bool>, sub: Option<Box<Pattern>>) -> Pattern {
        Pattern::Bind { local: self.declare(name), by_ref, sub }
    }

    fn pattern(&mut self, pattern: &Pat) -> Pattern {
        match pattern {
            Pat::Ident(inner) => {
                let name = inner.ident.to_string();
                let sub = inner.subpat.as_ref().map(|(_, sub)| Box::new(self.pattern(sub)));
                let plain = inner.by_ref.is_none() && inner.mutability.is_none() && sub.is_none();
                if plain && name.starts_with(char::is_uppercase) {
                    return Pattern::Path(inner.ident.clone().into());
                }
                self.bind(name.into(), inner.by_ref.map(|_| inner.mutability.is_some()), sub)
            }
            Pat::Type(inner) => {
                let pattern = self.pattern(&inner.pat);
                Pattern::Typed(Box::new(pattern), (*inner.ty).clone().into())
            }
            Pat::Paren(inner) => self.pattern(&inner.pat),
            Pat::Reference(inner) => Pattern::Reference(Box::new(self.pattern(&inner.pat))),
            Pat::Tuple(inner) => Pattern::Tuple(self.parts(inner.elems.iter())),
            Pat::Slice(inner) => Pattern::Slice(self.parts(inner.elems.iter())),
            Pat::Lit(inner) => Pattern::Literal(inner.lit.clone()),
            Pat::TupleStruct(inner) => Pattern::Variant(inner.path.clone(), self.parts(inner.elems.iter())),
            Pat::Struct(inner) => {
                let fields = inner.fields.iter();
                let fields = fields.map(|field| (field.member.clone(), self.pattern(&field.pat))).collect();
                Pattern::Struct(inner.path.clone(), fields)
            }
            Pat::Path(inner) => Pattern::Path(inner.path.clone()),
            Pat::Or(inner) => self.either(inner),
            _ => Pattern::Any,
        }
    }

    /// The alternatives bind the same names, which are the same locals.
    fn either(&mut self, pattern: &syn::PatOr) -> Pattern {
        let mut cases = pattern.cases.iter();
        let mut either: Vec<Pattern> = cases.next().map(|case| self.pattern(case)).into_iter().collect();
        let bound = self.scope.len();
        for case in cases {
            let mut case = self.pattern(case);
            let again: Vec<(Name, LocalId)> = self.scope.drain(bound..).collect();
            for (name, own) in again {
                if let Some(first) = self.local(&name) {
                    case.replace(own, first);
                }
            }
            either.push(case);
        }
        Pattern::Either(either)
    }

    fn parts<'p>(&mut self, patterns: impl Iterator<Item = &'p Pat>) -> Parts {
        let mut parts = Parts::default();
        for pattern in patterns {
            match pattern {
                Pat::Rest(_) => parts.rest = Some(Rest::Unnamed),
                Pat::Ident(inner) if matches!(&inner.subpat, Some((_, sub)) if matches!(**sub, Pat::Rest(_))) =>
                {
                    let rest = self.declare(inner.ident.to_string().into());
                    parts.rest = Some(Rest::Named(rest));
                }
                pattern => {
                    let pattern = self.pattern(pattern);
                    let side = if parts.rest.is_some() { &mut parts.after } else { &mut parts.before };
                    side.push(pattern);
                }
            }
        }
        parts
    }
}

impl Pattern {
    /// Replaces a local.
    fn replace(&mut self, own: LocalId, by: LocalId) {
        match self {
            Pattern::Bind { local, sub, .. } => {
                if *local == own {
                    *local = by;
                }
                sub.iter_mut().for_each(|sub| sub.replace(own, by));
            }
            Pattern::Typed(inner, _) | Pattern::Reference(inner) => inner.replace(own, by),
            Pattern::Tuple(parts) | Pattern::Slice(parts) | Pattern::Variant(_, parts) => {
                parts.before.iter_mut().chain(&mut parts.after).for_each(|part| part.replace(own, by));
                if let Some(Rest::Named(rest)) = &mut parts.rest
                    && *rest == own
                {
                    *rest = by;
                }
            }
            Pattern::Struct(_, fields) => fields.iter_mut().for_each(|(_, part)| part.replace(own, by)),
            Pattern::Either(cases) => cases.iter_mut().for_each(|case| case.replace(own, by)),
            Pattern::Any | Pattern::Literal(_) | Pattern::Path(_) => {}
        }
    }
}

/// A hole for an expression: its number, which stands alone in an invisible group.
fn hole(id: ExprId) -> Expr {
    Expr::Verbatim(TokenStream::from(TokenTree::from(Literal::usize_unsuffixed(id.0))))
}

/// An expression, and the tokens behind it.
pub(super) fn with_rest(input: syn::parse::ParseStream<'_>) -> syn::Result<(Expr, TokenStream)> {
    Ok((input.parse()?, input.parse()?))
}
