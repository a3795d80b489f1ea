//! Calls that types decide: the type of a method, and the result of the end of an iterator.
//!
//! ```text
//! // Input:  grid.set(1, x)
//! // Output: Grid::set(&mut grid, 1, x)
//! // Input:  xs.iter().map(|x| check(*x)).collect()
//! // Output: xs.iter().map(|x| check(*x)).collect::<Option<Vec<f64>>>()
//! // Input:  xs.iter().map(|x| check(*x)).sum()                         if that is an option
//! // Output: xs.iter().map(|x| check(*x)).collect::<Option<Vec<f64>>>().map(|all| all.iter().sum::<f64>())
//! ```

use super::receivers::{self, Function, is_variable, share_a_local};
use super::{arrays, errors, inherent, loops};
use crate::body::tree::{Body, ExprId, Form};
use crate::class::is_assigning;
use crate::infer::{Items, Typed};
use crate::library::methods;
use crate::numbers::Numbers;
use crate::ty::{List, Ty};
use quote::quote;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprMethodCall, Ident, Signature, Type, parse_quote, parse_quote_spanned,
};

/// Rewrites the calls of a body, if there are such. The names are those of the types that the body may name.
pub(super) fn rewrite(
    body: &Body,
    typed: &Typed,
    signature: &Signature,
    (declared, numbers): (&Items, &Numbers),
    names: &HashSet<String>,
) -> Option<Block> {
    let (bound, lengths) = (body.initial_values().collect(), arrays::lengths(body, signature));
    let explicit = Explicit { body, typed, declared, numbers, names, bound, lengths };
    let changed = Cell::new(false);
    let printed = body.print(&|id, expr, _| match explicit.explicit(id, &expr) {
        Some(explicit) => {
            changed.set(true);
            explicit
        }
        None => expr,
    });
    changed.get().then_some(printed)
}

struct Explicit<'a> {
    body: &'a Body,
    typed: &'a Typed,
    declared: &'a Items,
    numbers: &'a Numbers,
    names: &'a HashSet<String>,
    /// The values of variables, with the types that are written.
    bound: HashMap<ExprId, Option<Rc<Type>>>,
    lengths: HashMap<ExprId, usize>,
}

impl Explicit<'_> {
    /// The expression with the decisions of its types, if there are such.
    fn explicit(&self, id: ExprId, expr: &Expr) -> Option<Expr> {
        let (of, arguments, call) = match (self.body.form(id), expr) {
            (Form::Method(of, arguments), Expr::MethodCall(call)) => (of, arguments, call),
            (Form::For { of, .. }, Expr::ForLoop(written)) => {
                let known = (self.declared, self.numbers);
                let by_next = loops::by_next(self.body, self.typed, known, *of, written);
                let computes = || super::compute(self.body, self.typed, self.numbers, self.body.value);
                let from_the_start = || loops::from_the_start(self.typed, self.numbers, *of, written);
                return by_next.or_else(|| computes().then(from_the_start).flatten());
            }
            (Form::Binary(left, right), Expr::Binary(binary)) => {
                return self.by_itself(*left, *right, binary);
            }
            _ => return None,
        };
        let name = call.method.to_string();
        methods::named(&name).next()?;
        self.of_type(*of, arguments, call)
            .or_else(|| self.tried(id, *of, call))
            .or_else(|| self.with_its_error(id, *of, expr))
            .or_else(|| self.as_array(id, call))
            .or_else(|| arrays::mapped((self.body, self.typed), &self.lengths, (id, *of), call))
            .or_else(|| self.owned_items(*of, call))
            .or_else(|| self.called_by_name(*of, arguments, call))
            .or_else(|| self.made_of_items(id, call))
            .or_else(|| self.without_values(id, call))
            .or_else(|| self.collected(id, call))
    }

    /// A type of the module that an iterator makes by its own `FromIterator`, `Sum` or `Product`, of which it has a copy.
    ///
    /// ```text
    /// // Input:  let system: System = parts.collect();              points.map(|p| p.place).sum::<Vector>()
    /// // Output: let system: System = System::from_iter(parts);     Vector::sum(points.map(|p| p.place))
    /// ```
    fn made_of_items(&self, id: ExprId, call: &ExprMethodCall) -> Option<Expr> {
        let name = self.typed.of(id).name().filter(|name| self.names.contains(&***name))?;
        let method = call.method.to_string();
        let (_, function) = inherent::MAKERS.iter().find(|(end, _)| *end == method)?;
        self.declared.has_inherent(name, function).then(|| {
            let (span, items) = (call.method.span(), &call.receiver);
            let (of, function) = (Ident::new(name, span), Ident::new(function, span));
            parse_quote_spanned!(span=> #of::#function(#items))
        })
    }

    /// A compound assignment of a struct whose right side reads the place.
    fn by_itself(&self, left: ExprId, right: ExprId, binary: &ExprBinary) -> Option<Expr> {
        let own = is_assigning(&binary.op)
            && is_variable(&binary.left)
            && self.typed.of(left).name().is_some()
            && share_a_local(self.body, left, right);
        let (place, op, value) = (&binary.left, &binary.op, &binary.right);
        own.then(|| parse_quote_spanned!(place.span()=> { let __ad_value = #value; #place #op __ad_value }))
    }

    /// An array that is made of a slice: `let a: [f64; 3] = x[..3].try_into().unwrap();`
    fn as_array(&self, id: ExprId, call: &ExprMethodCall) -> Option<Expr> {
        let (Expr::MethodCall(tried), Some(Some(ty))) = (&*call.receiver, self.bound.get(&id)) else {
            return None;
        };
        let fails = matches!(&*call.method.to_string(), "unwrap" | "expect") && tried.method == "try_into";
        let array = matches!(self.typed.of(id), Ty::List(List::Array, element) if element.holds_floats());
        let slice = &tried.receiver;
        (fails && array).then(|| {
            parse_quote_spanned!(call.method.span()=> {
                let __ad_slice = &#slice[..];
                let __ad_array: #ty = ::std::array::from_fn(|__ad_i| __ad_slice[__ad_i]);
                ::std::assert!(__ad_slice.len() == __ad_array.len(), "the length of a slice is not that of the array");
                __ad_array
            })
        })
    }

    /// A deque or map whose type is not beside it.
    fn collected(&self, id: ExprId, call: &ExprMethodCall) -> Option<Expr> {
        let ty = self.typed.of(id);
        let kind = matches!(ty, Ty::List(List::Deque, _) | Ty::Map(..)) && ty.holds_floats();
        let silent = call.method == "collect"
            && call.turbofish.is_none()
            && !matches!(self.bound.get(&id), Some(Some(_)));
        let ty = ty.written().filter(|_| kind && silent)?;
        Some(parse_quote_spanned!(call.method.span()=> { let __ad_all: #ty = #call; __ad_all }))
    }

    /// A list of options without values, which get numbers later: `names.iter().map(|_| None).collect()`
    fn without_values(&self, id: ExprId, call: &ExprMethodCall) -> Option<Expr> {
        let Expr::MethodCall(map) = &*call.receiver else { return None };
        let Some(Expr::Closure(closure)) = map.args.first() else { return None };
        let none = matches!(&*closure.body, Expr::Path(path) if path.path.is_ident("None"));
        let ty = self.typed.of(id);
        let options = matches!(ty, Ty::List(List::Vec, of) if matches!(**of, Ty::Option(_)) && super::has_numbers(of, self.numbers));
        let (items, ty) = (&map.receiver, ty.written()?);
        (none && options && map.method == "map" && call.method == "collect").then(|| {
            parse_quote_spanned!(call.method.span()=> {
                let mut __ad_list: #ty = Vec::new();
                for _ in #items { __ad_list.push(None); }
                __ad_list
            })
        })
    }

    /// The items of a list that a call makes are its own.
    fn owned_items(&self, of: ExprId, call: &ExprMethodCall) -> Option<Expr> {
        let made = matches!(self.body.form(self.body.inner(of)), Form::Method(..) | Form::Call(..));
        let owned = matches!(self.typed.of(of), Ty::List(List::Vec, element) if element.holds_floats());
        let (list, ty) = (&call.receiver, self.typed.of(of).written());
        let ty = ty.filter(|_| made && owned && call.method == "into_iter")?;
        Some(parse_quote_spanned!(call.method.span()=> { let __ad_list: #ty = #list; __ad_list }.into_iter()))
    }

    /// A function by its name, as an argument of a method of an iterator or option: it becomes a closure, if it makes numbers of items
    /// that have none, or is a method of the module, or an operator.
    ///
    /// ```text
    /// // Input:  words.map(token)                 lenses.iter().map(Lens::power)            xs.fold(1.0, std::ops::Sub::sub)
    /// // Output: words.map(|item| token(item))    lenses.iter().map(|item| Lens::power(item))    xs.fold(1.0, |a, b| a - b)
    /// ```
    fn called_by_name(&self, of: ExprId, arguments: &[ExprId], call: &ExprMethodCall) -> Option<Expr> {
        let (Ty::Iterator(given) | Ty::Option(given)) = self.typed.of(of) else { return None };
        let (last, function) = (*arguments.last()?, call.args.last()?);
        let (Form::Path, Expr::Path(path)) = (self.body.form(last), function) else { return None };
        let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
        let (name, owner) = (names.next()?.to_string(), names.next().map(ToString::to_string));
        let (a, b, span) = (super::name("a"), super::name("b"), function.span());
        let closure: Expr = if let Some(op) = operator(&path.path) {
            parse_quote_spanned!(span=> |#a, #b| #a #op #b)
        } else {
            let known = !matches!(**given, Ty::Unknown | Ty::Param(_));
            let Ty::Function(parameters, result) = self.typed.of(last) else { return None };
            let makes = known && !given.holds_floats() && result.holds_floats();
            let method = owner.is_some_and(|of| self.declared.receiver(&of, &name, 0).is_some());
            if parameters.len() != 1 || !makes && !method {
                return None;
            }
            parse_quote_spanned!(span=> |#a| #function(#a))
        };
        let mut call = call.clone();
        *call.args.last_mut()? = closure;
        Some(Expr::MethodCall(call))
    }

    /// A variable that a method makes of a result keeps its error, which its later uses may name.
    fn with_its_error(&self, id: ExprId, of: ExprId, expr: &Expr) -> Option<Expr> {
        let kept = self.bound.contains_key(&id)
            && matches!(self.typed.of(of), Ty::Result(content, _) if content.holds_floats());
        let mut expr = expr.clone();
        (kept && errors::pass_on(&mut expr)).then_some(expr)
    }

    /// An end of an iterator of options or results, whose own type decides that it stops at the first one without a value.
    fn tried(&self, id: ExprId, of: ExprId, call: &ExprMethodCall) -> Option<Expr> {
        let ty = self.typed.of(id);
        let (content, None, true) = (ty.content()?, &call.turbofish, call.args.is_empty()) else {
            return None;
        };
        match (&*call.method.to_string(), content) {
            ("collect", _) => {
                let (ty, mut call) = (ty.written()?, call.clone());
                call.turbofish = Some(parse_quote!(::<#ty>));
                Some(Expr::MethodCall(call))
            }
            ("sum" | "product", Ty::Float) if matches!(self.typed.of(of), Ty::Iterator(_)) => {
                let list = Ty::list(List::Vec, Ty::Float);
                let (of, end, lists) = (&call.receiver, &call.method, ty.with_content(list).written()?);
                let mut all = parse_quote_spanned!(end.span()=> #of.collect::<#lists>().map(|__ad_all| __ad_all.iter().#end::<f64>()));
                if matches!(ty, Ty::Result(..)) {
                    errors::pass_on(&mut all);
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// A call of a method of the module that has the name of one of `std`.
    fn of_type(&self, of: ExprId, arguments: &[ExprId], call: &ExprMethodCall) -> Option<Expr> {
        // Later passes know the type of `self`.
        if matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self")) {
            return None;
        }
        let mut ty = self.typed.of(of);
        let mut behind = 0;
        while let Ty::Ref { of, .. } | Ty::Pointer(_, of) = ty {
            (ty, behind) = (of, behind + 1);
        }
        let name = ty.name().filter(|name| self.names.contains(&***name))?;
        let receiver = self.declared.receiver(name, &call.method.to_string(), arguments.len())?;
        let (path, method, turbofish) = (Ident::new(name, call.method.span()), &call.method, &call.turbofish);
        let path = &quote!(#path::#method #turbofish);
        let function = Function { path, receiver, behind, of_slice: false };
        receivers::called((self.body, self.typed), &function, (of, arguments), call)
    }
}

/// The operator of `std::ops::Sub::sub`.
fn operator(path: &syn::Path) -> Option<BinOp> {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let [root, ops, owner, name] = &*names else { return None };
    if !matches!(&**root, "std" | "core") || ops != "ops" {
        return None;
    }
    Some(match (&**owner, &**name) {
        ("Add", "add") => parse_quote!(+),
        ("Sub", "sub") => parse_quote!(-),
        ("Mul", "mul") => parse_quote!(*),
        ("Div", "div") => parse_quote!(/),
        _ => return None,
    })
}
