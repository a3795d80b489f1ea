//! Lists that are built number by number, by `collect`, `map` of an array and `from_fn`, and lists that lose or get one element.

use super::assigned::Assigned;
use super::chain::*;
use super::expr::strip;
use super::place::is_place;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::reverse::OfIterator;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

/// The methods of rewritten code that remove and insert one element.
pub(super) const WITHOUT: &str = "__without";
pub(super) const WITH: &str = "__with";

impl Lowering<'_> {
    /// `list.__without(i)`, `list.__with(i, value)`
    pub(super) fn resized(&mut self, call: &ExprMethodCall) -> Result<Value> {
        // A name of a list without numbers stands for its content, unless the list changes.
        let data = is_place(&call.receiver) && self.is_plain(&call.receiver);
        let list =
            if data { Value::Place(self.target(&call.receiver)?) } else { self.receiver(&call.receiver)? };
        let (Value::Place(mut place) | Value::Borrow(mut place)) = list else {
            return unclear(call);
        };
        let fixed = matches!(self.vars[place.root].role, Role::Borrowed | Role::Header);
        if fixed && !self.vars[place.root].growing || self.is_constant(&place) {
            return unclear(call);
        }
        self.behind_reference(&mut place);
        let at = self.integer(&call.args[0])?;
        let fixed = at.reads.is_empty() && !at.expensive;
        let at = if fixed { at } else { self.now(at, "at", span_of(&call.method), None) };
        if let Some(argument) = call.args.get(1) {
            let value = self.expr(argument)?;
            let value = self.settle(value, argument)?;
            let value = self.source(&value, argument)?;
            self.learn_element(&place, &value);
            let old = self.var("old", span_of(call), Ty::Plain, Role::Value);
            self.push(Stmt::Push { place, at: Some(at), value, old });
            return Ok(Value::Unit);
        }
        let element = match place.ty.owned() {
            Ty::List(element) | Ty::Map(element) => (**element).clone(),
            _ => Ty::Unknown,
        };
        let old = self.var("old", span_of(call), element, Role::Value);
        self.push(Stmt::Write { place, value: Source::Without(at), old });
        Ok(Value::Unit)
    }

    /// A list of the items.
    pub(super) fn list(&mut self, chains: Vec<Chain>, at: &ExprMethodCall) -> Result<Place> {
        if at.method != "collect"
            && chains.iter().any(|chain| self.is_unbounded(&chain.iterator) && !chain.may_end())
        {
            return refuse(&at.method, "a range without an end is collected; write the end");
        }
        let span = span_of(&at.method);
        let private = self.numbers.private_at(span);
        let memory = self.var("list", span, Ty::List(Box::new(Ty::Unknown)), Role::Container);
        let empty = Source::empty(quote!(#private::Vec::new()));
        self.push(Stmt::Declare { var: memory, init: Some(empty) });
        let written = Assigned::of_expr(&Expr::MethodCall(at.clone()));
        let list = Place::of(memory, Ty::Unknown);
        let mut element = Ty::Unknown;
        for chain in chains {
            self.each(chain, &written, None, |lowering, value| {
                lowering.refuse_changed(&value, at)?;
                let of = lowering.append(&list, value.clone(), &at.method)?;
                element = if at.method == "collect" { lowering.collected(&value, of) } else { of };
                Ok(())
            })?;
        }
        let ty = Ty::List(Box::new(element));
        self.vars[memory].ty = ty.clone();
        Ok(Place::of(memory, ty))
    }

    /// Refuses a reference through which a list would be changed: its copy would be changed instead.
    fn refuse_changed(&self, item: &Value, at: &ExprMethodCall) -> Result<()> {
        match item {
            Value::Tuple(parts) => parts.iter().try_for_each(|part| self.refuse_changed(part, at)),
            item if self.is_mutable(item) => refuse(
                &at.method,
                "mutable references to elements are collected; change the elements in a `for` loop",
            ),
            _ => Ok(()),
        }
    }

    /// The type of a collected item: a reference in it is a copy.
    fn collected(&self, value: &Value, ty: Ty) -> Ty {
        match (value, ty) {
            (Value::Tuple(values), Ty::Tuple(types)) if values.len() == types.len() => {
                Ty::Tuple(values.iter().zip(types).map(|(value, ty)| self.collected(value, ty)).collect())
            }
            (_, ty) if ty == Ty::Number || ty.is_plain() => ty,
            (Value::Borrow(_), ty) => Ty::Copy(Box::new(ty)),
            (value, ty) if matches!(self.type_of(value), Ty::Reference(_)) => Ty::Copy(Box::new(ty)),
            (_, ty) => ty,
        }
    }

    /// Whether an iterator is over `k..`.
    pub(super) fn is_unbounded(&self, iterator: &Iteration) -> bool {
        match iterator {
            Iteration::Range { end, .. } => end.values.iter().any(|end| self.unbounded.contains(end)),
            Iteration::Zip(left, right) => self.is_unbounded(left) && self.is_unbounded(right),
            Iteration::Adapt { adaptor: OfIterator::Take, .. }
            | Iteration::Plain(_)
            | Iteration::View { .. } => false,
            Iteration::Adapt { inner, .. } | Iteration::Copied(inner) => self.is_unbounded(inner),
        }
    }

    /// `list.push(item)`, for an item that may be a reference. Returns its type.
    pub(super) fn append(&mut self, list: &Place, value: Value, at: &dyn ToTokens) -> Result<Ty> {
        let value = Self::by_value(value);
        let value = self.settle(value, at)?;
        let source = match self.source(&value, at)? {
            Source::Place(place) if self.is_slice(&place) => Source::ToVec(place),
            source => source,
        };
        let element = self.type_of_source(&source);
        let old = self.var("old", span_of(at), Ty::Plain, Role::Value);
        self.push(Stmt::Push { place: list.clone(), at: None, value: source, old });
        Ok(element)
    }

    /// Whether a place is certainly a slice, of which only a copy as a `Vec` can be stored: an item of `chunks(n)`, or `x[a..b]`.
    pub(super) fn is_slice(&self, place: &Place) -> bool {
        let range = |index: &Plain| index.tokens.to_string().contains("..");
        match place.projections.iter().rev().find(|projection| !matches!(projection, Projection::Deref)) {
            None => self.slices.contains(&place.root),
            Some(Projection::Index(index)) => range(index),
            Some(_) => false,
        }
    }

    /// The first element of a list that is empty at first tells its type.
    pub(super) fn learn_element(&mut self, list: &Place, element: &Source) {
        let element = self.type_of_source(element);
        if !element.is_plain() {
            self.learn_type(list, element);
        }
    }

    /// The type of the elements of a list that was empty.
    pub(super) fn learn_type(&mut self, list: &Place, element: Ty) {
        let unknown = self.vars[list.root].ty.clone();
        if !list.projections.is_empty() {
            return;
        }
        let ty = match &unknown {
            Ty::List(of) if **of == Ty::Unknown => Ty::List(Box::new(element)),
            Ty::Map(of) if **of == Ty::Unknown => Ty::Map(Box::new(element)),
            _ => return,
        };
        self.vars[list.root].ty = ty.clone();
        for (_, binding) in self.hidden.iter_mut().flatten().chain(&mut self.scope) {
            if let Binding::Value(Value::Place(place)) = binding
                && place.root == list.root
                && place.projections.is_empty()
                && place.ty == unknown
            {
                place.ty = ty.clone();
            }
        }
    }

    /// Lets rustc know that two arrays have one length.
    pub(super) fn same_length(&mut self, array: &Place, other: &Place, at: &dyn ToTokens) {
        let private = self.numbers.private_at(span_of(at));
        let [a, b] = [array, other].map(|list| self.of_place(list, &quote!()));
        let (x, y) = (&a.tokens, &b.tokens);
        let same = Self::compose(&[&a, &b], quote!(#private::adjoint::same_length(&#x, &#y)), true);
        self.push(Stmt::Forward(same));
    }

    /// `[e; N]`, where another array has the length `N`.
    pub(super) fn repeat_like(&mut self, other: &Place, element: &Value, at: &Expr) -> Result<Value> {
        let number = self.number(element, at)?;
        let ident = self.hidden("element", Value::Number(number), at);
        let array = self.array_from(&syn::parse_quote!(|_| #ident), None)?;
        if let Value::Place(place) = &array {
            self.same_length(place, other, at);
        }
        Ok(array)
    }

    /// `VecDeque::new()`, `VecDeque::from(list)`
    pub(super) fn deque(&mut self, call: &syn::ExprCall) -> Result<Value> {
        match call.args.first() {
            Some(items) if crate::parameter::mentions(&call.func, "from") => self.deque_of(items),
            _ => {
                let private = self.numbers.private_at(span_of(call));
                Ok(Value::Source(Source::empty(quote!(#private::adjoint::VecDeque::new()))))
            }
        }
    }

    /// A deque of these items.
    pub(super) fn deque_of(&mut self, items: &Expr) -> Result<Value> {
        let private = self.numbers.private_at(span_of(items));
        let list = (!is_iterator(items)).then(|| quote!(let __list = #items;));
        let items = if list.is_some() { quote!(__list) } else { quote!(#items) };
        self.expr(&syn::parse_quote!({
            #list
            let mut __deque: #private::adjoint::VecDeque<_> = #private::adjoint::VecDeque::new();
            __deque.extend(#items);
            __deque
        }))
    }

    /// `[e; n].map(function)` and similar: an array whose elements are computed from others.
    pub(super) fn array_map(&mut self, place: &Place, function: &Expr, at: &dyn ToTokens) -> Result<Value> {
        let items = self.items(Value::Place(place.clone()), false, at)?;
        let given = copied(items);
        let scope = self.scope_of(function);
        let mut element = Ty::Unknown;
        self.nested(|lowering| {
            lowering.each(given, &Assigned::all(), None, |lowering, given| {
                let given = lowering.settle(given, function)?;
                let value = lowering.apply_in(function, &scope, vec![given])?;
                element = lowering.type_of(&value).owned().clone();
                Ok(())
            })
        })?;
        // rustc checks that the result of a call is a number.
        let element = if element == Ty::Unknown { Ty::Number } else { element };
        let declare = |lowering: &mut Self, name, source: Source, ty: Ty| {
            let var = lowering.var(name, span_of(at), ty.clone(), Role::Container);
            lowering.push(Stmt::Declare { var, init: Some(source) });
            Place::of(var, ty)
        };
        // Nothing is overwritten that is read again, so nothing is saved.
        let ty = place.ty.owned().clone();
        let given = declare(self, "given", Source::Place(place.clone()), ty.clone());
        let array = if matches!(&ty, Ty::List(of) if **of == Ty::Number && element == Ty::Number) {
            declare(self, "array", Source::Place(place.clone()), ty)
        } else {
            let Some(filler) = self.filler(&element, at) else {
                return refuse(
                    at,
                    "the values of this `map` are neither numbers nor lists or tuples of numbers; write a loop",
                );
            };
            let ty = Ty::List(Box::new(element));
            let code = quote!(::core::array::from_fn::<_, _, _>(|_| #filler));
            let array = declare(self, "array", Source::Empty(ty.clone(), code), ty);
            self.same_length(&array, &given, at);
            array
        };
        let target = self.items(Value::Place(array.clone()), true, at)?;
        let given = self.items(Value::Place(given), false, at)?;
        self.each(zip(target, given), &Assigned::all(), None, |lowering, value| {
            let Value::Tuple(parts) = value else { return unclear(function) };
            let Ok([target, given]) = <[Value; 2]>::try_from(parts) else { return unclear(function) };
            let Value::Place(target) = Self::dereferenced(target) else { return unclear(function) };
            let given = lowering.settle(Self::dereferenced(given), function)?;
            let value = lowering.apply_in(function, &scope, vec![given])?;
            lowering.write(target, value, function)
        })?;
        Ok(Value::Place(array))
    }

    /// Code for any value of a type, which is overwritten.
    fn filler(&self, ty: &Ty, at: &dyn ToTokens) -> Option<TokenStream> {
        let (private, number) = (self.numbers.private_at(span_of(at)), self.numbers.name_at(span_of(at)));
        Some(match ty {
            Ty::Number => quote!(#private::adjoint::filler::<#number>()),
            Ty::List(_) => quote!(#private::adjoint::Written::filler()),
            Ty::Tuple(types) => {
                let parts = types.iter().map(|ty| self.filler(ty, at)).collect::<Option<Vec<_>>>()?;
                quote!((#(#parts,)*))
            }
            _ => return None,
        })
    }

    /// `std::array::from_fn(function)`, of this length, or of the one that rustc infers.
    pub(super) fn array_from(&mut self, function: &Expr, count: Option<TokenStream>) -> Result<Value> {
        let span = span_of(function);
        let rows = makes_array(function);
        let element = if rows { Ty::List(Box::new(Ty::Number)) } else { Ty::Number };
        let ty = Ty::List(Box::new(element.clone()));
        let var = self.var("array", span, ty.clone(), Role::Container);
        let count = match count {
            Some(tokens) if !rows => {
                let element = Box::new(Source::Value(self.number(&Value::Never, function)?));
                let count = Plain { tokens, ..Plain::default() };
                let init = Source::Repeat { vector: false, element, count: count.clone() };
                self.push(Stmt::Declare { var, init: Some(init) });
                count
            }
            count => {
                let (private, number) = (self.numbers.private_at(span), self.numbers.name_at(span));
                let count = count.unwrap_or(quote!(_));
                let array = quote!(#private::adjoint::array::<#number, _>());
                let array =
                    if rows { quote!(::core::array::from_fn::<_, #count, _>(|_| #array)) } else { array };
                self.push(Stmt::Declare { var, init: Some(Source::empty(array)) });
                if !rows {
                    self.arrays.insert(var);
                }
                let ident = &self.vars[var].ident;
                let length = Plain { tokens: quote!(#ident.len()), reads: vec![var], ..Plain::default() };
                self.now(length, "len", span, None)
            }
        };
        let start = Plain::simple(quote!(0));
        let range = Chain {
            iterator: Iteration::Range { start, end: count, closed: false },
            item: Item::One(Ty::Plain, Vec::new(), false),
            stages: Vec::new(),
        };
        let array = Place::of(var, ty);
        let scope = self.scope_of(function);
        self.each(range, &Assigned::all(), None, |lowering, i| {
            let mut target = array.clone();
            target.ty = element.clone();
            let index = lowering.as_plain(i.clone(), function)?;
            target.projections.push(Projection::Index(index));
            let value = lowering.apply_in(function, &scope, vec![i])?;
            lowering.write(target, value, function)
        })?;
        Ok(Value::Place(array))
    }
}

/// Whether a closure makes an array by `from_fn`.
fn makes_array(function: &Expr) -> bool {
    let Expr::Closure(closure) = strip(function) else { return false };
    let mut body = strip(&closure.body);
    while let Expr::Block(block) = body
        && let Some(syn::Stmt::Expr(value, None)) = block.block.stmts.last()
    {
        body = strip(value);
    }
    matches!(body, Expr::Call(call) if matches!(&*call.func, Expr::Path(path)
        if path.path.segments.last().is_some_and(|last| last.ident == "from_fn")))
}
