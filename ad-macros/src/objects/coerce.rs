//! The places where a value becomes an object. Each gets the variant of its type.
//!
//! ```text
//! // Input:  effects.push(Box::new(Poison { damage })); total(&[&sphere, &floor])
//! // Output: effects.push(Box::new(EffectObject::OfPoison(Poison { damage })));
//! //         total(&[&ShapeObject::OfSphere(sphere.clone()), &ShapeObject::OfFloor(floor.clone())])
//! ```

use super::evident::{Scope, is_pointer};
use super::found::Object;
use super::signatures::{Signatures, element, name_behind, object, owned, pointee};
use crate::errors::Errors;
use crate::numbers::Numbers;
use crate::parameter::type_name;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, Expr, FnArg, ImplItem, Item, Local, Macro, Pat, ReturnType, Signature, Stmt, Token,
    TraitItem, Type, parse_quote,
};

/// Rewrites the bodies of the items.
pub(super) fn all(items: &mut [Item], objects: &[Object], numbers: &Numbers, errors: &Errors) {
    let signatures = Signatures::of(items);
    let pointers = quote!(#(#items)*).to_string();
    let mut coercions = Coercions {
        objects,
        numbers,
        errors,
        pointers: pointers.replace(' ', ""),
        scope: Scope::new(&signatures),
        want: None,
        output: None,
        lists: 0,
        hoisted: Vec::new(),
    };
    items.iter_mut().for_each(|item| coercions.item(item));
}

/// Visits the arguments of a macro that may contain objects.
pub(super) fn in_macro(mac: &mut Macro, mut visit: impl FnMut(&mut Expr)) {
    let pointers =
        ["dyn", "Box", "Rc", "Arc"].iter().any(|name| crate::parameter::mentions(&mac.tokens, name));
    if !pointers && !mac.path.is_ident("vec") {
        return;
    }
    if let Ok(mut list) = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
        list.iter_mut().for_each(visit);
        mac.tokens = list.into_token_stream();
    } else if let Ok(mut list) = mac.parse_body_with(Punctuated::<Expr, Token![;]>::parse_separated_nonempty)
    {
        list.iter_mut().take(1).for_each(&mut visit);
        mac.tokens = list.into_token_stream();
    }
}

pub(super) struct Coercions<'a> {
    pub(super) objects: &'a [Object],
    pub(super) numbers: &'a Numbers,
    pub(super) errors: &'a Errors,
    /// The items as text, for the types `Box<Linear>` in it.
    pub(super) pointers: String,
    pub(super) scope: Scope<'a>,
    /// The type of the next expression, if it is known from outside.
    want: Option<Type>,
    /// The result of the function.
    output: Option<Type>,
    /// The number of `vec!` around.
    pub(super) lists: usize,
    /// Objects in a `vec!` of references. They are declared before the statement, since they must outlive it.
    pub(super) hoisted: Vec<Stmt>,
}

impl Coercions<'_> {
    fn item(&mut self, item: &mut Item) {
        match item {
            Item::Fn(item) => self.function(&mut item.attrs, &item.sig, &mut item.block),
            Item::Impl(item) => {
                self.scope.itself = type_name(&item.self_ty);
                for member in &mut item.items {
                    if let ImplItem::Fn(method) = member {
                        self.function(&mut method.attrs, &method.sig, &mut method.block);
                    }
                }
                self.scope.itself = None;
            }
            Item::Trait(item) => {
                for member in &mut item.items {
                    if let TraitItem::Fn(method) = member
                        && let Some(body) = &mut method.default
                    {
                        self.function(&mut method.attrs, &method.sig, body);
                    }
                }
            }
            _ => {}
        }
    }

    fn function(&mut self, attrs: &mut Vec<Attribute>, signature: &Signature, body: &mut Block) {
        let (mark, errors) = (self.scope.mark(), self.errors.count());
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(_) => {
                    let itself = self.scope.itself.as_ref().map(|name| parse_quote!(#name));
                    self.scope.name("self", itself);
                }
                FnArg::Typed(typed) => self.scope.bind(&typed.pat, Some(&typed.ty)),
            }
        }
        self.output = match &signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some((**ty).clone()),
        };
        self.block(body, self.output.clone().as_ref());
        self.scope.leave(mark);
        // A refused value is left out.
        if self.errors.count() > errors {
            attrs.push(parse_quote!(#[allow(unused)]));
        }
    }

    fn block(&mut self, block: &mut Block, want: Option<&Type>) {
        let mark = self.scope.mark();
        let outer = std::mem::take(&mut self.hoisted);
        let count = block.stmts.len();
        for (i, mut statement) in std::mem::take(&mut block.stmts).into_iter().enumerate() {
            match &mut statement {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(expr, None) if i + 1 == count => self.wanted(expr, want.cloned()),
                // It has a scope of its own.
                Stmt::Item(_) => {}
                statement => self.visit_stmt_mut(statement),
            }
            block.stmts.append(&mut self.hoisted);
            block.stmts.push(statement);
        }
        self.hoisted = outer;
        self.scope.leave(mark);
    }

    fn local(&mut self, local: &mut Local) {
        let mut ty = match &local.pat {
            Pat::Type(typed) => Some((*typed.ty).clone()),
            _ => None,
        };
        if let Some(init) = &mut local.init {
            self.wanted(&mut init.expr, ty.clone());
            ty = ty.or_else(|| self.scope.type_of(&init.expr));
            init.diverge.iter_mut().for_each(|(_, diverge)| self.visit_expr_mut(diverge));
        }
        self.scope.bind(&local.pat, ty.as_ref());
    }

    /// Visits an expression of a known type.
    fn wanted(&mut self, expr: &mut Expr, ty: Option<Type>) {
        self.want = ty;
        self.visit_expr_mut(expr);
        self.want = None;
    }

    /// Arguments of known types.
    fn arguments<'e>(&mut self, arguments: impl Iterator<Item = &'e mut Expr>, types: &[Type]) {
        for (i, argument) in arguments.enumerate() {
            self.wanted(argument, types.get(i).cloned());
        }
    }

    fn call(&mut self, call: &mut syn::ExprCall, want: Option<&Type>) {
        let Expr::Path(path) = &*call.func else { return visit_mut::visit_expr_call_mut(self, call) };
        let names = self.scope.segments(&path.path);
        let types: Vec<Type> = match &names[..] {
            [name] if name == "Some" || name == "Ok" => want.and_then(element).into_iter().cloned().collect(),
            [.., pointer, new] if is_pointer(pointer) && new == "new" => {
                want.and_then(pointee).into_iter().cloned().collect()
            }
            [name] if self.scope.signatures.function(name).is_some() => self.parameters(None, name),
            [of, name] if self.scope.signatures.method(of, name).is_some() => {
                let receives = self.scope.signatures.method(of, name).is_some_and(|callee| callee.receives);
                if let Some(receiver) = call.args.first_mut().filter(|_| receives) {
                    self.visit_expr_mut(receiver);
                }
                let types = self.parameters(Some(of), name);
                return self.arguments(call.args.iter_mut().skip(usize::from(receives)), &types);
            }
            names => {
                let of = names.join("::");
                let fields =
                    (0..call.args.len()).map(|i| self.scope.signatures.field(&of, &syn::Index::from(i)));
                fields.map_while(Option::<&Type>::cloned).collect()
            }
        };
        self.arguments(call.args.iter_mut(), &types);
    }

    fn parameters(&self, of: Option<&str>, name: &str) -> Vec<Type> {
        let callee = match of {
            Some(of) => self.scope.signatures.method(of, name),
            None => self.scope.signatures.function(name),
        };
        callee.map(|callee| callee.parameters.clone()).unwrap_or_default()
    }

    fn method(&mut self, call: &mut syn::ExprMethodCall) {
        self.visit_expr_mut(&mut call.receiver);
        let receiver = self.scope.type_of(&call.receiver);
        let name = call.method.to_string();
        let own = receiver.as_ref().and_then(name_behind);
        let types = own.map(|of| self.parameters(Some(&of), &name)).unwrap_or_default();
        let element = receiver.as_ref().and_then(element).cloned();
        let last = call.args.len().saturating_sub(1);
        for (i, argument) in call.args.iter_mut().enumerate() {
            match argument {
                Expr::Closure(closure) if types.is_empty() => self.closure(closure, element.as_ref()),
                argument if types.is_empty() && i == last && is_put(&name) => {
                    self.wanted(argument, element.clone());
                }
                argument => self.wanted(argument, types.get(i).cloned()),
            }
        }
    }

    /// A closure, whose only parameter may be an element of a list.
    fn closure(&mut self, closure: &mut syn::ExprClosure, element: Option<&Type>) {
        let mark = self.scope.mark();
        let output = self.output.take();
        let only = closure.inputs.len() == 1;
        for input in &closure.inputs {
            self.scope.bind(input, element.filter(|_| only));
        }
        self.output = match &closure.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some((**ty).clone()),
        };
        self.wanted(&mut closure.body, self.output.clone());
        self.output = output;
        self.scope.leave(mark);
    }

    fn branch(&mut self, branch: &mut syn::ExprIf, want: Option<&Type>) {
        let mark = self.scope.mark();
        self.visit_expr_mut(&mut branch.cond);
        self.block(&mut branch.then_branch, want);
        self.scope.leave(mark);
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.wanted(otherwise, want.cloned());
        }
    }

    fn matched(&mut self, matched: &mut syn::ExprMatch, want: Option<&Type>) {
        self.visit_expr_mut(&mut matched.expr);
        let ty = self.scope.type_of(&matched.expr);
        for arm in &mut matched.arms {
            let mark = self.scope.mark();
            self.scope.bind(&arm.pat, ty.as_ref());
            arm.guard.iter_mut().for_each(|(_, guard)| self.visit_expr_mut(guard));
            self.wanted(&mut arm.body, want.cloned());
            self.scope.leave(mark);
        }
    }

    fn list(&mut self, mac: &mut Macro, want: Option<&Type>) {
        let element = want.and_then(element).cloned();
        self.lists += 1;
        in_macro(mac, |expr| self.wanted(expr, element.clone()));
        self.lists -= 1;
    }
}

/// Whether the last argument of a method becomes an element of its receiver.
fn is_put(name: &str) -> bool {
    matches!(name, "push" | "push_back" | "push_front" | "insert")
}

impl VisitMut for Coercions<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let want = self.want.take();
        match expr {
            Expr::Paren(inner) => return self.wanted(&mut inner.expr, want),
            Expr::Block(inner) => return self.block(&mut inner.block, want.as_ref()),
            Expr::Unsafe(inner) => return self.block(&mut inner.block, want.as_ref()),
            Expr::If(inner) => return self.branch(inner, want.as_ref()),
            Expr::Match(inner) => return self.matched(inner, want.as_ref()),
            Expr::Macro(inner) if inner.mac.path.is_ident("vec") => self.list(&mut inner.mac, want.as_ref()),
            Expr::Array(inner) => {
                let element = want.as_ref().and_then(element);
                inner.elems.iter_mut().for_each(|part| self.wanted(part, element.cloned()));
            }
            Expr::Tuple(inner) => {
                let types: Vec<Type> = match want.as_ref().map(owned) {
                    Some(Type::Tuple(types)) => types.elems.iter().cloned().collect(),
                    _ => Vec::new(),
                };
                self.arguments(inner.elems.iter_mut(), &types);
            }
            Expr::Reference(inner) => {
                let inside = match &want {
                    Some(Type::Reference(want)) => Some((*want.elem).clone()),
                    _ => None,
                };
                self.wanted(&mut inner.expr, inside);
            }
            Expr::Call(inner) => {
                self.call(inner, want.as_ref());
                self.boxed(inner, want.as_ref());
            }
            Expr::MethodCall(inner) => self.method(inner),
            Expr::Closure(inner) => self.closure(inner, None),
            Expr::Struct(inner) => {
                let of = self.scope.segments(&inner.path).join("::");
                for field in &mut inner.fields {
                    let ty = self.scope.signatures.field(&of, &field.member).cloned();
                    self.wanted(&mut field.expr, ty);
                }
                inner.rest.iter_mut().for_each(|rest| self.visit_expr_mut(rest));
            }
            Expr::Assign(inner) => {
                self.visit_expr_mut(&mut inner.left);
                let ty = self.scope.type_of(&inner.left);
                self.wanted(&mut inner.right, ty);
            }
            Expr::Return(inner) => {
                let output = self.output.clone();
                inner.expr.iter_mut().for_each(|value| self.wanted(value, output.clone()));
            }
            Expr::Cast(inner) => {
                let ty = (*inner.ty).clone();
                self.wanted(&mut inner.expr, Some(ty.clone()));
                if object(pointee(&ty).unwrap_or(&ty), self.objects).is_some() {
                    *expr = (*inner.expr).clone();
                }
                return;
            }
            Expr::Let(inner) => {
                self.visit_expr_mut(&mut inner.expr);
                let ty = self.scope.type_of(&inner.expr);
                self.scope.bind(&inner.pat, ty.as_ref());
            }
            Expr::ForLoop(inner) => {
                self.visit_expr_mut(&mut inner.expr);
                let ty = self.scope.type_of(&inner.expr);
                let mark = self.scope.mark();
                self.scope.bind(&inner.pat, ty.as_ref().and_then(element));
                self.block(&mut inner.body, None);
                self.scope.leave(mark);
            }
            Expr::While(inner) => {
                let mark = self.scope.mark();
                self.visit_expr_mut(&mut inner.cond);
                self.block(&mut inner.body, None);
                self.scope.leave(mark);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
        if let Some(want) = want {
            self.referenced(expr, &want);
            self.reboxed(expr, &want);
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.block(block, None);
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        in_macro(mac, |expr| self.visit_expr_mut(expr));
    }
}
