//! Floats of unknown type: `let y = 2.0; y.sqrt()`. rustc infers types in the order of the source, and a method of a float of an
//! ambiguous type is an error. As a number, the float has a type, so the function would compile with `#[exp]` only.
//!
//! The walk here follows rustc's order. A use of a local that it does not follow counts as one that determines the type.

use crate::errors::Errors;
use crate::library::numbers;
use crate::literal;
use crate::refusal::Body;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprMethodCall, Lit, Local, Pat, Stmt, UnOp};

/// Refuses methods of floats of unknown type, in the original body.
///
/// Returns whether there are any.
pub(crate) fn check(body: &Block, errors: &Errors) -> bool {
    let before = errors.count();
    let mut walk = Walk { scope: Vec::new(), groups: Vec::new(), declared: HashSet::new(), errors };
    let value = walk.block(body);
    walk.tell(&value);
    errors.count() > before
}

/// The type of a value, if it may be an ambiguous float.
#[derive(Clone)]
enum Type {
    /// A float: its group.
    Float(usize),
    /// An array or `Vec` of these.
    List(Box<Type>),
    /// Any other type.
    Other,
}

/// A group of floats of one type.
#[derive(Clone, Copy)]
enum Group {
    Ambiguous,
    Known,
    /// The same type as another group.
    Same(usize),
}

struct Walk<'e> {
    scope: Vec<(String, Type)>,
    groups: Vec<Group>,
    /// The locals that are declared by `let x = …`.
    declared: HashSet<String>,
    errors: &'e Errors,
}

impl Walk<'_> {
    fn root(&self, group: usize) -> usize {
        match self.groups[group] {
            Group::Same(group) => self.root(group),
            _ => group,
        }
    }

    /// Marks a type as known.
    fn tell(&mut self, ty: &Type) {
        match ty {
            Type::Float(group) => {
                let root = self.root(*group);
                self.groups[root] = Group::Known;
            }
            Type::List(element) => self.tell(element),
            Type::Other => {}
        }
    }

    /// Unites the types of two values.
    fn unite(&mut self, left: Type, right: Type) -> Type {
        match (left, right) {
            (Type::Float(a), Type::Float(b)) => {
                let (a, b) = (self.root(a), self.root(b));
                if a != b {
                    let known =
                        matches!(self.groups[a], Group::Known) || matches!(self.groups[b], Group::Known);
                    self.groups[a] = if known { Group::Known } else { Group::Ambiguous };
                    self.groups[b] = Group::Same(a);
                }
                Type::Float(a)
            }
            (Type::List(a), Type::List(b)) => Type::List(Box::new(self.unite(*a, *b))),
            (left, right) => {
                self.tell(&left);
                self.tell(&right);
                Type::Other
            }
        }
    }

    fn block(&mut self, block: &Block) -> Type {
        let outer = self.scope.len();
        let mut value = Type::Other;
        for statement in &block.stmts {
            value = Type::Other;
            match statement {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(expr, None) => value = self.ty(expr),
                Stmt::Expr(expr, Some(_)) => _ = self.ty(expr),
                Stmt::Macro(mac) => self.mentioned(&mac.mac.tokens),
                Stmt::Item(_) => {}
            }
        }
        self.scope.truncate(outer);
        value
    }

    fn local(&mut self, local: &Local) {
        let mut ty = Type::Other;
        if let Some(init) = &local.init {
            if let (Pat::Tuple(names), Expr::Tuple(values)) = (&local.pat, &*init.expr)
                && names.elems.len() == values.elems.len()
            {
                let types: Vec<Type> = values.elems.iter().map(|value| self.unexpected(value)).collect();
                names.elems.iter().zip(types).for_each(|(name, ty)| self.bind(name, ty));
                return;
            }
            ty = if matches!(local.pat, Pat::Type(_)) {
                self.ty(&init.expr)
            } else {
                self.unexpected(&init.expr)
            };
            if let Pat::Ident(name) = &local.pat {
                self.declared.insert(name.ident.to_string());
            }
            if let Some((_, diverge)) = &init.diverge {
                self.told(diverge);
            }
        }
        self.bind(&local.pat, ty);
    }

    fn bind(&mut self, pattern: &Pat, ty: Type) {
        match pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                self.scope.push((name.ident.to_string(), ty));
            }
            pattern => {
                self.tell(&ty);
                let mut names = Names(Vec::new());
                names.visit_pat(pattern);
                self.scope.extend(names.0.into_iter().map(|name| (name, Type::Other)));
            }
        }
    }

    /// Follows an expression whose place determines its type.
    fn told(&mut self, expr: &Expr) {
        let ty = self.ty(expr);
        self.tell(&ty);
    }

    /// Marks the types of all locals in these tokens as known.
    fn mentioned(&mut self, tokens: &TokenStream) {
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(name) => {
                    let ty = self.lookup(&name);
                    self.tell(&ty);
                }
                TokenTree::Group(group) => self.mentioned(&group.stream()),
                // `"{y}"` does not determine a type.
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    fn lookup(&self, name: &syn::Ident) -> Type {
        self.scope.iter().rev().find(|(local, _)| name == local).map_or(Type::Other, |(_, ty)| ty.clone())
    }

    fn ty(&mut self, expr: &Expr) -> Type {
        match expr {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Float(float) if float.suffix().is_empty() && literal::float(&lit.lit).is_some() => {
                    self.groups.push(Group::Ambiguous);
                    Type::Float(self.groups.len() - 1)
                }
                _ => Type::Other,
            },
            Expr::Path(path) => path.path.get_ident().map_or(Type::Other, |name| self.lookup(name)),
            Expr::Paren(inner) => self.ty(&inner.expr),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Neg(_)) => self.ty(&inner.expr),
            Expr::Binary(binary) => {
                let arithmetic = matches!(
                    binary.op,
                    BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
                );
                if arithmetic {
                    let (left, right) = (self.unexpected(&binary.left), self.unexpected(&binary.right));
                    return self.unite(left, right);
                }
                let (left, right) = (self.ty(&binary.left), self.ty(&binary.right));
                self.unite(left, right);
                Type::Other
            }
            Expr::Assign(assign) => {
                let (left, right) = (self.ty(&assign.left), self.ty(&assign.right));
                self.unite(left, right);
                Type::Other
            }
            Expr::Index(index) => {
                let list = self.ty(&index.expr);
                self.told(&index.index);
                match list {
                    Type::List(element) if !matches!(&*index.index, Expr::Range(_)) => *element,
                    list => {
                        self.tell(&list);
                        Type::Other
                    }
                }
            }
            Expr::Array(array) => self.list(array.elems.iter()),
            Expr::Repeat(repeat) => {
                self.told(&repeat.len);
                Type::List(Box::new(self.ty(&repeat.expr)))
            }
            Expr::MethodCall(call) => self.method(call),
            Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            Expr::If(branch) => {
                let outer = self.scope.len();
                self.told(&branch.cond);
                let then = self.block(&branch.then_branch);
                self.scope.truncate(outer);
                match &branch.else_branch {
                    Some((_, otherwise)) => {
                        let otherwise = self.ty(otherwise);
                        self.unite(then, otherwise)
                    }
                    None => Type::Other,
                }
            }
            Expr::Let(condition) => {
                let ty = self.ty(&condition.expr);
                self.bind(&condition.pat, ty);
                Type::Other
            }
            Expr::ForLoop(inner) => {
                self.told(&inner.expr);
                let outer = self.scope.len();
                self.bind(&inner.pat, Type::Other);
                self.block(&inner.body);
                self.scope.truncate(outer);
                Type::Other
            }
            Expr::While(inner) => {
                let outer = self.scope.len();
                self.told(&inner.cond);
                self.block(&inner.body);
                self.scope.truncate(outer);
                Type::Other
            }
            Expr::Loop(inner) => {
                self.block(&inner.body);
                Type::Other
            }
            Expr::Macro(mac) if mac.mac.path.is_ident("vec") => self.vector(&mac.mac),
            expr => {
                self.others(expr);
                Type::Other
            }
        }
    }

    /// The elements of an array.
    fn list<'x>(&mut self, elements: impl Iterator<Item = &'x Expr>) -> Type {
        let elements = elements.map(|element| self.ty(element)).collect::<Vec<_>>();
        let element = elements.into_iter().reduce(|a, b| self.unite(a, b));
        Type::List(Box::new(element.unwrap_or(Type::Other)))
    }

    /// `vec![…]`
    fn vector(&mut self, mac: &syn::Macro) -> Type {
        let elements = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(elements) = mac.parse_body_with(elements) {
            return self.list(elements.iter());
        }
        let repeated = mac.parse_body_with(|input: syn::parse::ParseStream<'_>| {
            let element: Expr = input.parse()?;
            input.parse::<syn::Token![;]>()?;
            Ok((element, input.parse::<Expr>()?))
        });
        let Ok((element, count)) = repeated else {
            self.mentioned(&mac.tokens);
            return Type::Other;
        };
        let element = self.ty(&element);
        self.told(&count);
        Type::List(Box::new(element))
    }

    /// An expression whose place does not determine its type. Then the start of a `fold` has an unknown type, and so has its
    /// accumulator.
    fn unexpected(&mut self, expr: &Expr) -> Type {
        if let Expr::MethodCall(call) = expr
            && call.method == "fold"
            && let [start, Expr::Closure(closure)] = call.args.iter().collect::<Vec<_>>().as_slice()
            && let Some(accumulator @ Pat::Ident(_)) = closure.inputs.first()
        {
            self.told(&call.receiver);
            let outer = self.scope.len();
            let start = self.ty(start);
            closure.inputs.iter().skip(1).for_each(|input| self.bind(input, Type::Other));
            self.bind(accumulator, start.clone());
            let value = self.ty(&closure.body);
            self.scope.truncate(outer);
            return self.unite(start, value);
        }
        self.ty(expr)
    }

    fn method(&mut self, call: &ExprMethodCall) -> Type {
        let receiver = self.unexpected(&call.receiver);
        let name = call.method.to_string();
        if let Type::Float(group) = receiver
            && numbers::find(&name).is_some()
        {
            if matches!(self.groups[self.root(group)], Group::Ambiguous) {
                let receiver = call.receiver.to_token_stream().to_string().replace(' ', "");
                let local = self.declared.contains(&receiver);
                self.errors.at(&call.method, Body::Ambiguous { method: &name, receiver: &receiver, local });
            }
            self.tell(&receiver);
        }
        let counts = matches!(receiver, Type::List(_)) && matches!(name.as_str(), "len" | "is_empty");
        if !counts {
            self.tell(&receiver);
        }
        call.args.iter().for_each(|argument| self.told(argument));
        Type::Other
    }

    /// The parts of an expression that is not followed, in the order of the source.
    fn others(&mut self, expr: &Expr) {
        struct Parts<'w, 'e>(&'w mut Walk<'e>);
        impl<'ast> Visit<'ast> for Parts<'_, '_> {
            fn visit_expr(&mut self, expr: &'ast Expr) {
                self.0.told(expr);
            }

            fn visit_pat(&mut self, pattern: &'ast Pat) {
                self.0.bind(pattern, Type::Other);
            }

            fn visit_block(&mut self, block: &'ast Block) {
                let value = self.0.block(block);
                self.0.tell(&value);
            }

            fn visit_macro(&mut self, mac: &'ast syn::Macro) {
                self.0.mentioned(&mac.tokens);
            }
        }
        let outer = self.scope.len();
        // rustc may check the body of a closure later, when it knows more types.
        if let Expr::Closure(closure) = expr {
            self.mentioned(&closure.body.to_token_stream());
        } else {
            visit::visit_expr(&mut Parts(self), expr);
        }
        self.scope.truncate(outer);
    }
}

/// The names that a pattern binds.
struct Names(Vec<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.0.push(name.ident.to_string());
        visit::visit_pat_ident(self, name);
    }

    fn visit_expr(&mut self, _: &'ast Expr) {}
}
