//! Statements and control flow. They are not rewritten; the branches of an expression get one kind.

use super::expr::has_branches;
use super::operator::is_call_of_literals;
use super::{Callee, Target, Walk};
use crate::class::Class;
use crate::fields::{is_fixed, take_fixed};
use crate::kind::Kind;
use crate::library::types;
use crate::lowered::{self, To};
use crate::parameter;
use crate::refusal;
use proc_macro2::{Ident, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{
    Block, Expr, FnArg, GenericParam, Item, Lifetime, Local, Pat, PatType, ReturnType, Signature, Stmt,
    Token, Type, parse_quote, parse_quote_spanned,
};

impl Walk<'_> {
    /// A block, whose last expression is its value.
    pub(super) fn block(&mut self, block: &mut Block, want: &Kind) -> Kind {
        self.scoped(|walk| {
            let mut kind = Kind::Plain;
            let last = block.stmts.len().saturating_sub(1);
            for (i, statement) in block.stmts.iter_mut().enumerate() {
                kind = match statement {
                    Stmt::Local(local) => walk.binding(local),
                    Stmt::Item(item) => walk.item(item),
                    Stmt::Expr(expr, None) if i == last => walk.expr(expr, want),
                    // A `match` or an `if` in the middle of a block needs no semicolon.
                    Stmt::Expr(expr, _) => match walk.any(expr) {
                        Kind::Never if diverges(expr) => Kind::Never,
                        _ => Kind::Plain,
                    },
                    Stmt::Macro(mac) => {
                        let want = if mac.semi_token.is_none() { want } else { &Kind::Never };
                        walk.macro_call(&mut mac.mac, want)
                    }
                };
            }
            kind
        })
    }

    /// ```text
    /// // Input:  let mut sum: f64 = 0.0;
    /// // Output: let mut sum: N = ::ad::__private::natural::<N>(0);
    /// ```
    /// The items of a loop. Ranges of integers can be counted.
    fn items(&mut self, items: &mut Expr) -> Kind {
        let Expr::Range(range) = items else { return self.any(items) };
        let [start, end] = [&mut range.start, &mut range.end]
            .map(|end| end.as_mut().map_or(Kind::Never, |end| self.any(end)));
        if start == Kind::Number || end == Kind::Number {
            self.invalid = true;
            self.refuse(&*range, refusal::Body::Range);
        }
        Kind::list(start.join(end))
    }

    fn binding(&mut self, local: &mut Local) -> Kind {
        let fixed = take_fixed(&mut local.attrs);
        // The slot of a simple name is made before the walk of its value. If a later pass finds that the name is a number, the
        // value is one.
        let simple = simple_name(&local.pat);
        self.annotate_default(local);
        let slot = simple.as_ref().map(|_| self.slot());
        let mut written = None;
        let declared = if let Pat::Type(typed) = &mut local.pat {
            written = Some((*typed.ty).clone());
            let float = if fixed { Kind::Fixed } else { Kind::Number };
            let declared = Kind::of_type(&typed.ty, &float, self.numbers);
            if !fixed {
                self.numbers.lower_type(&mut typed.ty);
            }
            if Self::says_nothing(&declared) && !types::is_certainly_plain(&typed.ty) {
                Kind::Never
            } else {
                declared
            }
        } else {
            Kind::Never
        };
        // Single precision is plain: `let a: f32 = 0.1`.
        let single =
            written.as_ref().is_some_and(|ty| parameter::mentions(ty, "f32") && !self.numbers.occurs_in(ty));
        let want = match (slot, fixed || single) {
            (_, true) => Kind::Fixed,
            (Some(slot), _) => self.wanted(slot, &declared),
            (None, _) => declared.clone(),
        };
        let mut kind = declared;
        let written = written.filter(|_| !fixed && kind.holds_number() && kind != Kind::Number);
        if let Some(init) = &mut local.init {
            let of_literals = is_call_of_literals(&init.expr);
            let mut value = self.expr(&mut init.expr, &want);
            if let Some(slot) = slot
                && of_literals
                && value == Kind::Plain
            {
                self.of_literals.insert(slot);
                self.fix_type(&mut init.expr);
            }
            if let Pat::Type(typed) = &local.pat
                && !value.is_plain()
                && parameter::mentions(&typed.ty, "Any")
            {
                self.refuse(&typed.ty, refusal::Body::Types);
            }
            if let Some(written) = &written
                && value.is_foreign_or_plain()
                && !value.is_integer()
                && self.lift_whole(&mut init.expr, written, &value)
            {
                value = kind.clone();
            }
            if let Some(slot) = slot.filter(|_| !fixed && kind == Kind::Never) {
                self.raise_part(&mut init.expr, &mut value, slot);
            }
            if let (Pat::Tuple(names), Expr::Tuple(parts), Kind::Tuple(kinds)) =
                (&local.pat, &mut *init.expr, &mut value)
                && !fixed
            {
                self.raise_parts(names, parts, kinds);
            }
            if written.is_none()
                && !fixed
                && let Some(shape) = self.becomes_numbers(&local.pat, &value)
                && self.lift_whole(&mut init.expr, &shape, &value)
            {
                value = Kind::of_type(&shape, &Kind::Number, self.numbers);
            }
            kind = if kind == Kind::Never { value } else { meet(kind, value) };
            if let Some((_, diverge)) = &mut init.diverge {
                self.any(diverge);
            }
        }
        match (simple, slot) {
            (Some(name), Some(slot)) => {
                self.learn(slot, kind);
                self.scope.push((name.to_string(), slot));
            }
            // Its type has been lowered already.
            _ => match &mut local.pat {
                Pat::Type(typed) => self.irrefutable(&mut typed.pat, &kind),
                pattern if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) => {
                    self.pattern(pattern, &kind);
                }
                pattern => self.irrefutable(pattern, &kind),
            },
        }
        if let Some(init) = &mut local.init {
            self.mark_empty(&local.pat, &mut init.expr);
        }
        Kind::Plain
    }

    /// Converts a container of plain floats, if an earlier pass has found that its variable contains numbers.
    ///
    /// ```text
    /// // Input:  let mut h = data.to_vec(); h = layer.forward(&h);
    /// // Output: let mut h = ::ad::__private::raise::<::ad::__private::Vec<f64>, N>(data.to_vec()); …
    /// ```
    fn raise_part(&mut self, expr: &mut Expr, kind: &mut Kind, slot: usize) {
        let several = matches!(kind, Kind::List(_) | Kind::Tuple(_)) && kind.consists_of_floats();
        if several && self.slots.get(slot).is_some_and(Kind::holds_number) {
            self.raise_list(expr);
            *kind = self.slots[slot].clone();
        }
    }

    /// The same for `let (mut x, mut v) = (start, speeds);`.
    fn raise_parts(&mut self, names: &syn::PatTuple, parts: &mut syn::ExprTuple, kinds: &mut [Kind]) {
        let mut next = self.next;
        for ((name, part), kind) in names.elems.iter().zip(&mut parts.elems).zip(kinds) {
            match name {
                Pat::Ident(name) if name.subpat.is_none() => {
                    self.raise_part(part, kind, next);
                    next += 1;
                }
                Pat::Wild(_) => {}
                _ => return,
            }
        }
    }

    /// Converts a container of plain floats.
    pub(super) fn raise_list(&mut self, expr: &mut Expr) {
        let span = expr.span();
        self.need_class(Class::Real, span, "plain floats used as numbers");
        let (private, number) = (self.numbers.private_at(span), self.numbers.name_at(span));
        let vector = matches!(&*expr, Expr::MethodCall(call) if call.method == "to_vec");
        let shape = if vector { quote!(#private::Vec<f64>) } else { quote!(_) };
        *expr = lowered::raise(expr, &shape, &number, span, &private);
    }

    /// The type of a tuple of plain floats, if an earlier pass has found that a name in its pattern is a number.
    ///
    /// ```text
    /// // Input:  let (mut x, mut y) = track[0]; x += speed;        with `track` a plain slice
    /// // Output: let (mut x, mut y) = ::ad::__private::raise::<(f64, f64), N>(track[0]);
    /// ```
    fn becomes_numbers(&self, pattern: &Pat, value: &Kind) -> Option<Type> {
        let (Pat::Tuple(tuple), Kind::Tuple(kinds)) = (pattern, value) else { return None };
        let names = tuple.elems.iter().map(|element| match element {
            Pat::Ident(name) if name.subpat.is_none() => Some(true),
            Pat::Wild(_) => Some(false),
            _ => None,
        });
        let names = names.collect::<Option<Vec<bool>>>()?.into_iter().filter(|name| *name).count();
        let floats = kinds.len() == tuple.elems.len() && kinds.iter().all(|kind| *kind == Kind::Fixed);
        // Each name has the next slot.
        let found = self.slots.get(self.next..self.next + names)?;
        let kinds = kinds.iter().map(|_| quote!(f64));
        (floats && found.contains(&Kind::Number)).then(|| parse_quote!((#(#kinds),*)))
    }

    /// ```text
    /// // Input:  let mut stats = Statistics::default();
    /// // Output: let mut stats: Statistics = Statistics::default();
    /// ```
    fn annotate_default(&self, local: &mut Local) {
        let Pat::Ident(_) = &local.pat else { return };
        let Some(Expr::Call(call)) = local.init.as_ref().map(|init| &*init.expr) else { return };
        let Expr::Path(path) = &*call.func else { return };
        let mut of = path.path.clone();
        let default = of.segments.pop().is_some_and(|last| last.value().ident == "default");
        of.segments.pop_punct();
        if let Some(last) = of.segments.last()
            && default
            && call.args.is_empty()
            && self.numbers.elsewhere().contains(&last.ident.to_string())
        {
            let ty = Box::new(Type::Path(syn::TypePath { qself: None, path: of }));
            let pat = Box::new(local.pat.clone());
            local.pat =
                Pat::Type(PatType { attrs: Vec::new(), pat, colon_token: Token![:](path.span()), ty });
        }
    }

    /// Declares a float made of literals only as `f64`. If its function is generic, nothing else would determine its type.
    ///
    /// ```text
    /// // Input:  let r = rate(2.0);
    /// // Output: let r = { use ::ad::__private::AlreadyNumber as _; ::ad::__private::Lift(rate(2.0)).float() };
    /// ```
    fn fix_type(&self, expr: &mut Expr) {
        let span = expr.span();
        let private = self.numbers.private_at(span);
        let inner = std::mem::replace(expr, Expr::PLACEHOLDER);
        *expr = lowered::lift(&inner, &To::Float, span, &private);
    }

    /// Converts a whole container of plain floats with a declared type. Returns whether that was possible.
    ///
    /// ```text
    /// // Input:  let v: Vec<f64> = weights(3);
    /// // Output: let v: Vec<N> = match weights(3) {
    /// //             __value => ::ad::__private::tag::<_, Vec<N>, N>(&__value).way().lift(__value)
    /// //         };
    /// // Input:  let m: &[f64] = m;       with `m` a plain slice
    /// // Output: let m: &[N] = &*::ad::__private::raise::<::ad::__private::Vec<f64>, N>((*m).to_vec());
    /// ```
    fn lift_whole(&mut self, expr: &mut Expr, declared: &Type, kind: &Kind) -> bool {
        let borrowed = match declared {
            Type::Reference(reference) if reference.mutability.is_some() => return false,
            Type::Reference(reference) => Some(matches!(&*reference.elem, Type::Slice(_))),
            _ => None,
        };
        let Some(shape) = parameter::shape(declared, self.numbers) else { return false };
        let branches = has_branches(expr) && !matches!(expr, Expr::Reference(_));
        if branches || !self.lifts() {
            return false;
        }
        let span = expr.span();
        if let Some(slice) = borrowed {
            let copy = Ident::new(if slice { "to_vec" } else { "clone" }, span);
            *expr = parse_quote_spanned!(span=> (*#expr).#copy());
        }
        if *kind == Kind::Foreign {
            let mut lowered = shape;
            self.numbers.lower_type(&mut lowered);
            self.lift_foreign(expr, &lowered);
        } else {
            self.need_class(Class::Real, span, "plain floats used as numbers");
            let (private, number) = (self.numbers.private_at(span), self.numbers.name_at(span));
            *expr = lowered::raise(expr, &shape, &number, span, &private);
        }
        match borrowed {
            Some(true) => *expr = parse_quote_spanned!(span=> &*#expr),
            Some(false) => *expr = parse_quote_spanned!(span=> &#expr),
            None => {}
        }
        true
    }

    /// Whether the value tells more than an opaque type.
    fn says_nothing(kind: &Kind) -> bool {
        matches!(kind, Kind::Plain | Kind::Unknown)
    }

    /// Nested items are not entered: they cannot name the number type. A nested function over numbers gets the attribute.
    fn item(&mut self, item: &mut Item) -> Kind {
        if let Item::Fn(function) = &mut *item
            && !is_annotated(&function.attrs)
            && self.numbers.find(&function.sig).is_some()
        {
            self.local_function(&function.sig);
            let root = &self.numbers.root;
            let adjoint = self.context.adjoint.then(|| quote!(adjoint,));
            function.attrs.push(parse_quote!(#[#root::exp(#adjoint crate = #root)]));
        }
        let item = &*item;
        match item {
            Item::Type(alias) if self.numbers.occurs_in(&alias.ty) => {
                self.refuse(&alias.ident, refusal::Body::LocalAlias { name: &alias.ident.to_string() });
            }
            // Its floats are plain.
            Item::Const(constant) if self.numbers.occurs_in(&constant.ty) => {
                let kind = Kind::of_type(&constant.ty, &Kind::Fixed, self.numbers);
                self.bind(&constant.ident, kind);
            }
            Item::Struct(local) if !is_annotated(&local.attrs) && self.numbers.occurs_in(&local.fields) => {
                self.local_structs.insert(local.ident.to_string());
            }
            _ => {}
        }
        Kind::Plain
    }

    /// Notes the signature of a function of the body.
    fn local_function(&mut self, signature: &Signature) {
        let generics = signature.generics.params.iter();
        let generics = generics.filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_))).count();
        let mut inputs = signature.inputs.iter();
        let parameters = inputs.by_ref().map_while(|input| match input {
            FnArg::Typed(typed) if !matches!(*typed.ty, Type::ImplTrait(_)) => {
                let float = if is_fixed(&typed.attrs) { Kind::Fixed } else { Kind::Number };
                Some(Kind::of_type(&typed.ty, &float, self.numbers))
            }
            _ => None,
        });
        let parameters: Vec<Kind> = parameters.collect();
        let ReturnType::Type(_, result) = &signature.output else { return };
        let result = Kind::of_type(result, &Kind::Number, self.numbers);
        if parameters.len() == signature.inputs.len() {
            self.local_functions.insert(signature.ident.to_string(), Callee { generics, parameters, result });
        }
    }

    /// Refuses numbers in a struct of the body, which cannot contain them.
    pub(super) fn local_struct(&mut self, name: &Ident, numbers: bool) {
        if numbers && self.local_structs.contains(&name.to_string()) {
            self.refuse(name, refusal::Body::LocalStruct { name: &name.to_string() });
        }
    }

    /// Expressions of control flow.
    pub(super) fn flow(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        match expr {
            Expr::Block(block) => {
                if block.label.is_none() {
                    return self.block(&mut block.block, want);
                }
                let label = block.label.as_ref().map(|label| label.name.clone());
                self.breakable(label, want, |walk, want| walk.block(&mut block.block, want))
            }
            Expr::If(branch) => {
                let slot = self.slot();
                let wanted = self.wanted(slot, want);
                let then = self.scoped(|walk| {
                    walk.any(&mut branch.cond);
                    walk.block(&mut branch.then_branch, &wanted)
                });
                self.learn(slot, then.clone());
                let Some((_, other)) = &mut branch.else_branch else { return Kind::Plain };
                let wanted = self.wanted(slot, want);
                let other = self.expr(other, &wanted);
                self.learn(slot, other.clone());
                then.join(other)
            }
            Expr::Match(branches) => {
                let kind = self.any(&mut branches.expr);
                let slot = self.slot();
                let mut joined = Kind::Never;
                for arm in &mut branches.arms {
                    let wanted = self.wanted(slot, want);
                    let value = self.scoped(|walk| {
                        walk.pattern(&mut arm.pat, &kind);
                        if let Some((_, guard)) = &mut arm.guard {
                            walk.any(guard);
                        }
                        walk.expr(&mut arm.body, &wanted)
                    });
                    self.learn(slot, value.clone());
                    joined = joined.join(value);
                }
                joined
            }
            Expr::Let(condition) => {
                let kind = self.any(&mut condition.expr);
                self.pattern(&mut condition.pat, &kind);
                Kind::Plain
            }
            Expr::Loop(body) => {
                let label = body.label.as_ref().map(|label| label.name.clone());
                self.breakable(label, want, |walk, _| {
                    walk.block(&mut body.body, &Kind::Never);
                    Kind::Never
                })
            }
            Expr::While(body) => self.scoped(|walk| {
                walk.any(&mut body.cond);
                let label = body.label.as_ref().map(|label| label.name.clone());
                walk.loops.push(Target { label, slot: None });
                walk.block(&mut body.body, &Kind::Never);
                walk.loops.pop();
                Kind::Plain
            }),
            Expr::ForLoop(body) => {
                let items = self.items(&mut body.expr);
                self.scoped(|walk| {
                    walk.irrefutable(&mut body.pat, &items.element());
                    let label = body.label.as_ref().map(|label| label.name.clone());
                    walk.loops.push(Target { label, slot: None });
                    walk.block(&mut body.body, &Kind::Never);
                    walk.loops.pop();
                    Kind::Plain
                })
            }
            Expr::Break(leave) => {
                let target = self.loops.iter().rev().find(|target| match &leave.label {
                    // Rust requires a label if the innermost is a block.
                    None => true,
                    Some(label) => target.label.as_ref().is_some_and(|name| name.ident == label.ident),
                });
                let slot = target.and_then(|target| target.slot);
                if let Some(value) = &mut leave.expr {
                    let want = slot.map_or(Kind::Never, |slot| self.slots[slot].clone());
                    let kind = self.expr(value, &want);
                    if let Some(slot) = slot {
                        self.learn(slot, kind);
                    }
                    if leave.label.is_some() {
                        behind_a_label(value);
                    }
                }
                Kind::Never
            }
            Expr::Return(leave) => {
                if let Some(value) = &mut leave.expr {
                    let want = self.slots.get(self.result).cloned().unwrap_or(Kind::Never);
                    let kind = self.expr(value, &want);
                    self.learn(self.result, kind);
                }
                Kind::Never
            }
            Expr::Continue(_) => Kind::Never,
            _ => Kind::Unknown,
        }
    }

    /// A loop or labelled block, whose value is that of its `break`s.
    fn breakable(
        &mut self,
        label: Option<Lifetime>,
        want: &Kind,
        body: impl FnOnce(&mut Self, &Kind) -> Kind,
    ) -> Kind {
        let slot = self.slot();
        let wanted = self.wanted(slot, want);
        if wanted != Kind::Unknown {
            self.learn(slot, wanted.clone());
        }
        self.loops.push(Target { label, slot: Some(slot) });
        let kind = body(self, &wanted);
        self.loops.pop();
        self.learn(slot, kind);
        self.slots[slot].clone()
    }
}

fn is_annotated(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().segments.last().is_some_and(|s| s.ident == "exp"))
}

/// The more precise kind of declaration and value.
fn meet(declared: Kind, value: Kind) -> Kind {
    match (declared, value) {
        (Kind::Never, kind) | (kind, Kind::Never | Kind::Unknown | Kind::Plain) => kind,
        (Kind::List(a), Kind::List(b)) => Kind::list(meet(*a, *b)),
        (Kind::Tuple(a), Kind::Tuple(b)) if a.len() == b.len() => {
            Kind::tuple(a.into_iter().zip(b).map(|(a, b)| meet(a, b)).collect())
        }
        (declared, _) => declared,
    }
}

/// `x`, `mut x` or `x: f64`.
fn simple_name(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() => Some(name.ident.clone()),
        Pat::Type(typed) => simple_name(&typed.pat),
        Pat::Paren(inner) => simple_name(&inner.pat),
        _ => None,
    }
}

fn diverges(expr: &Expr) -> bool {
    matches!(expr, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_) | Expr::Loop(_))
}

/// Separates a label from a following `::` when the tokens are parsed again: syn parses `break 'a ::m::f()` as an expression with
/// the label `'a:`.
pub(crate) fn behind_a_label(expr: &mut Expr) {
    let first = expr.to_token_stream().into_iter().next();
    if matches!(first, Some(TokenTree::Punct(colon)) if colon.as_char() == ':') {
        let inner = &*expr;
        *expr = syn::parse_quote!((#inner));
    }
}
