//! An interpreter for the part of Rust in which users and the macro write adjoint programs. Millions of programs can be
//! differentiated without rustc, and compared with derivatives by definition.
//!
//! It is untyped and independent of the tested code: `f64` is a number, `x.windows(2)` a list, and a slot behaves as in
//! `ad-core`. `tests/adjoint` tests that accepted programs compile, and have the same meaning there.

mod eval;
mod library;
mod method;
mod number;
mod pattern;
mod value;

pub(super) use library::calls;
pub(super) use number::{Number, VARIABLES};
use quote::ToTokens;
use std::collections::HashMap;
use std::rc::Rc;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FnArg, Ident, ImplItem, ImplItemFn, Item, ItemFn, Signature, Stmt, UseTree};
use value::Memory;
pub(super) use value::{Place, Value};

/// The reason for leaving an evaluation.
enum Leave<'a> {
    Break(Option<&'a syn::Lifetime>, Value<'a>),
    Continue(Option<&'a syn::Lifetime>),
    Return(Value<'a>),
}

type Run<'a, T = Value<'a>> = Result<T, Leave<'a>>;

/// Expands macros, and replaces imported names by their paths: after `use m::f as g`, `g::__adjoint` is `m::f::__adjoint`.
pub(super) fn prepare(file: &mut syn::File) {
    #[derive(Default)]
    struct Names(Vec<(Ident, syn::Path)>);
    impl VisitMut for Names {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            if let Expr::Macro(mac) = expr {
                let tokens = &mac.mac.tokens;
                *expr = match mac.mac.path.segments.last() {
                    // The macro of lists.
                    Some(name) if name.ident == "vec" => syn::parse_quote!([#tokens]),
                    _ => asserted(&mac.mac),
                };
            }
            visit_mut::visit_expr_mut(self, expr);
        }

        fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
            if let Stmt::Macro(mac) = statement {
                *statement = Stmt::Expr(asserted(&mac.mac), Some(mac.semi_token.unwrap_or_default()));
            }
            visit_mut::visit_stmt_mut(self, statement);
        }

        fn visit_block_mut(&mut self, block: &mut syn::Block) {
            let outside = self.0.len();
            for statement in &block.stmts {
                if let Stmt::Item(Item::Use(import)) = statement {
                    self.0.extend(renamed(&import.tree));
                }
            }
            visit_mut::visit_block_mut(self, block);
            self.0.truncate(outside);
        }

        fn visit_path_mut(&mut self, path: &mut syn::Path) {
            let name = &path.segments[0].ident;
            if let Some((_, meant)) = self.0.iter().rev().find(|(renamed, _)| renamed == name) {
                let rest = path.segments.iter().skip(1).cloned();
                path.segments = meant.segments.iter().cloned().chain(rest).collect();
            }
            visit_mut::visit_path_mut(self, path);
        }
    }
    Names::default().visit_file_mut(file);
}

/// The conditions of an assertion are evaluated. Other macros do nothing.
fn asserted(mac: &syn::Macro) -> Expr {
    let conditions = match mac.path.segments.last().map(|name| name.ident.to_string()).as_deref() {
        Some("assert" | "debug_assert") => 1,
        Some("assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne") => 2,
        _ => 0,
    };
    let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    let arguments = mac.parse_body_with(parser).unwrap_or_default();
    let arguments = arguments.iter().take(conditions);
    syn::parse_quote!({ #(let _ = #arguments;)* })
}

/// For `m::f as g` and `m::f::{self as g, h}`, the name `g` and its path.
fn renamed(tree: &UseTree) -> Option<(Ident, syn::Path)> {
    match tree {
        UseTree::Path(inner) => {
            let (name, mut path) = renamed(&inner.tree)?;
            if path.is_ident("self") {
                path = inner.ident.clone().into();
            } else {
                path.segments.insert(0, inner.ident.clone().into());
            }
            Some((name, path))
        }
        UseTree::Group(group) => group.items.iter().find_map(renamed),
        UseTree::Rename(rename) => Some((rename.rename.clone(), rename.ident.clone().into())),
        _ => None,
    }
}

/// The functions of a file by name. Those of a type are `Type::name`.
pub(super) struct Functions<'a> {
    functions: HashMap<String, (&'a Signature, &'a syn::Block)>,
    /// The constants of companions, as `f::__CHEAP`.
    constants: HashMap<String, &'a Expr>,
}

impl<'a> Functions<'a> {
    pub(super) fn of(items: impl Iterator<Item = &'a Item>) -> Self {
        let (mut functions, mut constants) = (HashMap::new(), HashMap::new());
        let mut items: Vec<&'a Item> = items.collect();
        items.reverse();
        while let Some(item) = items.pop() {
            match item {
                Item::Fn(ItemFn { sig, block, .. }) => {
                    functions.insert(sig.ident.to_string(), (sig, &**block));
                }
                Item::Impl(of) => {
                    let syn::Type::Path(owner) = &*of.self_ty else { continue };
                    let owner = &owner.path.segments[0].ident;
                    for item in &of.items {
                        match item {
                            ImplItem::Fn(ImplItemFn { sig, block, .. }) if of.trait_.is_none() => {
                                functions.insert(format!("{owner}::{}", sig.ident), (sig, block));
                            }
                            ImplItem::Const(of) => {
                                constants.insert(format!("{owner}::{}", of.ident), &of.expr);
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        Functions { functions, constants }
    }

    /// Whether there is a function of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// A constant of a companion.
    fn constant(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(lit) => lit.to_token_stream().to_string() == "true",
            Expr::Binary(both) => self.constant(&both.left) && self.constant(&both.right),
            Expr::Block(of) => match of.block.stmts.last() {
                Some(Stmt::Expr(value, None)) => self.constant(value),
                _ => panic!("a constant without a value"),
            },
            // `f::__CHEAP`
            Expr::Path(path) => {
                let segments: Vec<_> = path.path.segments.iter().map(|segment| &segment.ident).collect();
                let [.., owner, name] = segments[..] else { panic!("a constant without an owner") };
                self.constant(self.constants[&format!("{owner}::{name}")])
            }
            _ => panic!("`{}` is no constant of a companion", expr.to_token_stream()),
        }
    }

    /// Calls a function.
    pub(super) fn call(&self, name: &str, arguments: Vec<Value<'a>>) -> Value<'a> {
        let (signature, block) = self.functions.get(name).unwrap_or_else(|| panic!("no function `{name}`"));
        let mut frame = Frame { functions: self, names: Vec::new(), length: None };
        frame.lengths(signature, &arguments);
        if let Some((owner, _)) = name.split_once("::") {
            frame.bind("Self", Value::Function(owner.to_owned()));
        }
        for (input, argument) in signature.inputs.iter().zip(arguments) {
            match input {
                FnArg::Receiver(_) => frame.bind("self", argument),
                FnArg::Typed(typed) => assert!(frame.matches(&typed.pat, argument)),
            }
        }
        match frame.block(block) {
            Ok(value) | Err(Leave::Return(value)) => value,
            Err(Leave::Break(..) | Leave::Continue(_)) => panic!("a loop is left that is not there"),
        }
    }

    /// Calls a closure.
    pub(super) fn apply(&self, closure: Value<'a>, arguments: Vec<Value<'a>>) -> Value<'a> {
        let (closure, names) = match closure.read() {
            Value::Closure(closure, names) => (closure, names),
            Value::Function(name) => return self.call(&name, arguments),
            _ => panic!("this is called and no closure"),
        };
        let mut frame = Frame { functions: self, names: names.to_vec(), length: None };
        for (pattern, argument) in closure.inputs.iter().zip(arguments) {
            assert!(frame.matches(pattern, argument));
        }
        match frame.value(&closure.body) {
            Ok(value) | Err(Leave::Return(value)) => value,
            Err(Leave::Break(..) | Leave::Continue(_)) => panic!("a loop is left that is not there"),
        }
    }
}

/// The names of a function that is being run.
struct Frame<'a, 'f> {
    functions: &'f Functions<'a>,
    names: Vec<(Rc<str>, Memory<'a>)>,
    /// The length of the array that is being bound, if its type is written.
    length: Option<i128>,
}

impl<'a> Frame<'a, '_> {
    /// The constant parameters of a function: the lengths of its arguments.
    fn lengths(&mut self, signature: &'a Signature, arguments: &[Value<'a>]) {
        for constant in signature.generics.const_params() {
            for (input, argument) in signature.inputs.iter().zip(arguments) {
                if let FnArg::Typed(typed) = input
                    && let syn::Type::Array(array) = &*typed.ty
                    && constant.ident == array.len.to_token_stream().to_string()
                    && let Value::List(list) = argument.clone().read()
                {
                    let length = Value::Int(i128::try_from(list.len()).expect("a length"));
                    self.bind(&constant.ident.to_string(), length);
                }
            }
        }
    }
}
