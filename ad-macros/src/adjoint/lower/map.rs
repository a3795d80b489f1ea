//! Maps of numbers: the methods that read, change and iterate over a `HashMap` or `BTreeMap`.
//!
//! An entry is a place with a key. A new entry and a removed one are those of a list, with the key instead of the index. An
//! iteration takes the keys first, which both sweeps see in the same order.

use super::chain::Chain;
use super::expr::strip;
use super::{Binding, Lowering, Result, Value, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::lowered::{self, Constant};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, ExprCall, ExprMethodCall, Ident};

/// Whether this is the type or the path of a map.
pub(super) fn is_map(tokens: &dyn ToTokens) -> bool {
    ["HashMap", "BTreeMap"].iter().any(|name| crate::parameter::mentions(tokens, name))
}

/// The iterators of a map that have no counterpart of a list.
pub(super) fn iterates(method: &Ident, arguments: usize) -> bool {
    let methods = ["keys", "values", "values_mut", "into_keys", "into_values"];
    arguments == 0 && methods.iter().any(|name| method == name)
}

/// Whether an expression is a list of the keys of a map.
pub(super) fn lists_keys(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = strip(expr) else { return false };
    match call.method.to_string().as_str() {
        "keys" => call.args.is_empty(),
        "copied" | "cloned" | "rev" | "collect" => lists_keys(&call.receiver),
        _ => false,
    }
}

impl Lowering<'_> {
    /// The type of a map's values.
    fn values_of(place: &Place) -> Ty {
        match place.ty.owned() {
            Ty::Map(value) => (**value).clone(),
            _ => Ty::Unknown,
        }
    }

    /// A name for a map, which rewritten code may change.
    fn named_map(&mut self, place: &Place, exclusive: bool) -> Ident {
        let place = Place { exclusive, ..place.clone() };
        self.hidden("map", Value::Borrow(place), &TokenStream::new())
    }

    /// Plain code about a map and a key.
    fn of_map(&mut self, place: &Place, key: &Plain, code: &TokenStream, name: &str) -> Plain {
        let map = self.of_place(place, &quote!());
        let tokens = &map.tokens;
        let plain = Self::compose(&[&map, key], quote!(#tokens #code), true);
        self.now(plain, name, proc_macro2::Span::mixed_site(), None)
    }

    /// A key, as a reference.
    pub(super) fn key(&mut self, key: &Expr) -> Result<Plain> {
        let referred = matches!(strip(key), Expr::Reference(_));
        let plain = match self.expr(key)? {
            Value::Borrow(place) if referred && place.ty.is_plain() => {
                let of = self.of_place(&place, &quote!());
                let tokens = &of.tokens;
                return Ok(Plain { tokens: quote!(&#tokens), reference: true, ..of });
            }
            // A number is never a key.
            Value::Place(place) | Value::Borrow(place) if !place.ty.is_plain() => {
                let of = self.of_place(&place, &quote!());
                let tokens = &of.tokens;
                Plain { tokens: quote!(&#tokens), reference: true, ..of }
            }
            value => self.as_plain(value, key)?,
        };
        Ok(self.now(plain, "key", span_of(key), None))
    }

    /// The name of a key of a map, which has the type of the map's keys: `insert(name, …)` follows the reference `name: &&str`.
    fn owned_key(&mut self, place: &Place, key: &Expr) -> Result<Ident> {
        let mut plain = match self.expr(key)? {
            // `name.clone()`, where the type of `name` is not known.
            Value::Source(Source::Place(place)) if *place.ty.owned() == Ty::Unknown => {
                let private = self.numbers.private_at(span_of(key));
                let of = self.of_place(&place, &quote!(.clone()));
                let tokens = &of.tokens;
                Plain { tokens: quote!(#private::adjoint::plain(#tokens)), ..of }
            }
            value => self.as_plain(value, key)?,
        };
        if !matches!(strip(key), Expr::Lit(_)) {
            let map = self.of_place(place, &quote!());
            let (map_tokens, tokens) = (&map.tokens, &plain.tokens);
            // The reverse sweep needs the variable as well.
            let copied = matches!(strip(key), Expr::Path(_));
            let key = if copied { quote!(::core::clone::Clone::clone(&#tokens)) } else { tokens.clone() };
            let tokens = quote!(#map_tokens.__of_key(#key));
            plain = Self::compose(&[&map, &plain], tokens, true);
        }
        let plain = self.now(plain, "key", span_of(key), None);
        Ok(self.hidden("key", Value::Plain(plain), key))
    }

    /// A list of the keys, as it stands: `map.keys().copied().collect()`.
    pub(super) fn keys_of(&mut self, expr: &Expr) -> Result<Plain> {
        let Expr::MethodCall(call) = strip(expr) else { return unclear(expr) };
        let (method, turbofish) = (&call.method, &call.turbofish);
        if method == "keys" {
            let value = self.receiver(&call.receiver)?;
            let place = self.stored(&value, "a", call)?;
            return Ok(self.of_place(&place, &quote!(.keys())));
        }
        let list = self.keys_of(&call.receiver)?;
        let tokens = &list.tokens;
        Ok(Plain { tokens: quote!(#tokens.#method #turbofish()), expensive: true, ..list })
    }

    /// A method of a map. `None` if it is that of any container.
    pub(super) fn method_of_map(&mut self, place: &Place, call: &ExprMethodCall) -> Result<Option<Value>> {
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let rewritten: Expr = match (name.as_str(), arguments.as_slice()) {
            ("contains_key", [key]) => {
                let key = self.key(key)?;
                let tokens = &key.tokens;
                let code = quote!(.contains_key(#tokens));
                return Ok(Some(Value::Plain(self.of_map(place, &key, &code, "there"))));
            }
            ("get" | "get_mut", [key]) => {
                let key = self.key(key)?;
                let tokens = &key.tokens;
                let flag = self.of_map(place, &key, &quote!(.contains_key(#tokens)), "there");
                let exclusive = name == "get_mut";
                let mut part = Place { ty: Self::values_of(place), exclusive, ..place.clone() };
                part.projections.push(Projection::Index(Plain { key: true, ..key }));
                return Ok(Some(Value::Maybe(flag, Box::new(Value::Borrow(part)))));
            }
            // The key in the map that equals this one.
            ("__key", [key]) => {
                let key = self.key(key)?;
                let tokens = &key.tokens;
                let code = quote!(.get_key_value(#tokens).unwrap().0.clone());
                return Ok(Some(Value::Plain(self.of_map(place, &key, &code, "key"))));
            }
            ("insert", [key, value]) => {
                let map = self.named_map(place, true);
                let key = self.owned_key(place, key)?;
                syn::parse_quote!({
                    let __value = #value;
                    if #map.contains_key(&#key) {
                        let __old = #map[&#key];
                        #map[&#key] = __value;
                        Some(__old)
                    } else {
                        #map.__with(&#key, __value);
                        None
                    }
                })
            }
            ("remove", [key]) => {
                let map = self.named_map(place, true);
                syn::parse_quote!({
                    let __at = #key;
                    if #map.contains_key(__at) {
                        let __key = #map.__key(__at);
                        let __value = #map[&__key];
                        #map.__without(&__key);
                        Some(__value)
                    } else {
                        None
                    }
                })
            }
            ("pop_first" | "pop_last", []) => {
                let map = self.named_map(place, true);
                let end = Ident::new(if name == "pop_first" { "next" } else { "next_back" }, span_of(call));
                let code = quote!(.keys().#end().unwrap().clone());
                let key = self.of_place(place, &code);
                let key = Plain { expensive: true, ..key };
                let ident = format_ident!("__key_{}", self.vars.len());
                let empty = self.of_place(place, &quote!(.is_empty()));
                let empty = self.now(empty, "empty", span_of(call), None);
                return self
                    .choose(
                        empty,
                        call,
                        |_| Ok(Self::none()),
                        |lowering| {
                            let key = lowering.now(key, "key", span_of(call), None);
                            lowering.scope.push((ident.to_string(), Binding::Value(Value::Plain(key))));
                            lowering.expr(&syn::parse_quote!({
                                let __value = #map[&#ident];
                                #map.__without(&#ident);
                                Some((#ident.clone(), __value))
                            }))
                        },
                    )
                    .map(Some);
            }
            ("retain", [keeps]) => {
                let map = self.named_map(place, true);
                syn::parse_quote!(for __key in #map.keys().cloned() {
                    let __kept = (#keeps)(&__key, &mut #map[&__key]);
                    if !__kept { #map.__without(&__key); }
                })
            }
            ("extend", [items]) => {
                let map = self.named_map(place, true);
                syn::parse_quote!(for (__key, __value) in #items { #map.insert(__key, __value); })
            }
            _ => return Ok(None),
        };
        self.expr(&rewritten).map(Some)
    }

    /// `map.entry(key).or_insert(value)` and similar: the place of the entry. `map.entry(key).and_modify(function);` changes it.
    /// `None` if it is something else.
    pub(super) fn entry(&mut self, call: &ExprMethodCall) -> Result<Option<Value>> {
        let mut modify = None;
        let mut entry = strip(&call.receiver);
        if let Expr::MethodCall(inner) = entry
            && inner.method == "and_modify"
        {
            modify = inner.args.first();
            entry = strip(&inner.receiver);
        }
        let Expr::MethodCall(entry) = entry else { return Ok(None) };
        let modifies = call.method == "and_modify" && modify.is_none();
        if !modifies && !call.method.to_string().starts_with("or_") {
            return Ok(None);
        }
        if entry.method != "entry" || entry.args.len() != 1 {
            return Ok(None);
        }
        if self.is_plain(&entry.receiver) {
            return Ok(None);
        }
        let value = self.receiver(&entry.receiver)?;
        let (Value::Place(place) | Value::Borrow(place)) = value else { return unclear(&entry.method) };
        if let (true, Some(function)) = (modifies, call.args.first()) {
            let map = self.named_map(&place, true);
            let key = self.owned_key(&place, &entry.args[0])?;
            let changed = syn::parse_quote!({
                let __there = #map.contains_key(&#key);
                if __there { (#function)(&mut #map[&#key]); }
            });
            return self.expr(&changed).map(Some);
        }
        let value: Expr = match (call.method.to_string().as_str(), call.args.first()) {
            ("or_insert", Some(value)) => value.clone(),
            ("or_insert_with", Some(function)) => syn::parse_quote!((#function)()),
            ("or_default", None) => {
                let span = span_of(&call.method);
                match Self::values_of(&place) {
                    // A vector, an array, a struct or a map.
                    Ty::List(_) | Ty::Struct(_) | Ty::Map(_) => {
                        syn::parse_quote!(::core::default::Default::default())
                    }
                    Ty::Number | Ty::Unknown => Constant::Natural.of(
                        [lowered::integer(0, span)],
                        Some(self.numbers.name_at(span)),
                        span,
                        self.numbers,
                    ),
                    _ => return unclear(&call.method),
                }
            }
            _ => return unclear(&call.method),
        };
        let map = self.named_map(&place, true);
        let key = self.owned_key(&place, &entry.args[0])?;
        let modify = modify.map(|function| quote!(if __there { (#function)(&mut #map[&#key]); }));
        // The argument of `or_insert` is evaluated in any case.
        let (always, value) = match &*call.method.to_string() {
            "or_insert" => (Some(quote!(let __value = #value;)), quote!(__value)),
            _ => (None, quote!(#value)),
        };
        let value: Expr = syn::parse_quote!({
            let __there = #map.contains_key(&#key);
            #modify
            #always
            if !__there {
                let __new = #value;
                #map.__with(&#key, __new);
            }
            &mut #map[&#key]
        });
        self.expr(&value).map(Some)
    }

    /// The entries of a map, or their keys or values.
    pub(super) fn items_of_map(&mut self, place: &Place, method: &str, at: &dyn ToTokens) -> Result<Chain> {
        let keys = self.of_place(place, &quote!(.__keys()));
        let keys = Plain { expensive: true, ..keys };
        let keys = self.now(keys, "keys", span_of(at), None);
        let list = self.hidden("keys", Value::Plain(keys), &TokenStream::new());
        let map = self.named_map(place, method.ends_with("_mut"));
        let item: Expr = match method {
            "keys" => syn::parse_quote!(__key),
            "into_keys" => syn::parse_quote!(__key.clone()),
            "values" => syn::parse_quote!(&#map[__key]),
            "values_mut" => syn::parse_quote!(&mut #map[__key]),
            "into_values" => syn::parse_quote!(#map[__key]),
            "iter" => syn::parse_quote!((__key, &#map[__key])),
            "iter_mut" => syn::parse_quote!((__key, &mut #map[__key])),
            "into_iter" => syn::parse_quote!((__key.clone(), #map[__key])),
            _ => return unclear(at),
        };
        self.iterate(&syn::parse_quote!(#list.iter().map(|__key| #item)))
    }

    /// `HashMap::new()`, `BTreeMap::from([(key, value)])`
    pub(super) fn map_of(&mut self, call: &ExprCall) -> Result<Value> {
        let Expr::Path(path) = strip(&call.func) else { return unclear(&call.func) };
        let mut of = path.path.clone();
        let last = of.segments.pop().map(|last| last.into_value().ident.to_string());
        of.segments.pop_punct();
        if let (Some("from" | "from_iter"), Some(map)) = (last.as_deref(), of.segments.last_mut()) {
            map.arguments = syn::PathArguments::None;
        }
        match (last.as_deref(), call.args.first().map(strip)) {
            (Some("new" | "default"), None) => {
                let code = quote!(#of::new());
                Ok(Value::Source(Source::Empty(Ty::Map(Box::new(Ty::Unknown)), code)))
            }
            (Some("with_capacity"), Some(capacity)) => {
                let capacity = self.integer(capacity)?.tokens;
                let code = quote!(#of::with_capacity(#capacity));
                Ok(Value::Source(Source::Empty(Ty::Map(Box::new(Ty::Unknown)), code)))
            }
            (Some("from"), Some(Expr::Array(entries))) => {
                let mut inserts = TokenStream::new();
                for entry in &entries.elems {
                    let Expr::Tuple(pair) = strip(entry) else { return unclear(entry) };
                    let pair = pair.elems.iter();
                    inserts.extend(quote!(__map.insert(#(#pair),*);));
                }
                self.expr(&syn::parse_quote!({ let mut __map: #of<_, _> = #of::new(); #inserts __map }))
            }
            (Some("from" | "from_iter"), Some(entries)) => self.collected_map(&quote!(#of), entries),
            _ => unclear(&call.func),
        }
    }

    /// A map of these entries.
    pub(super) fn collected_map(&mut self, of: &TokenStream, entries: &Expr) -> Result<Value> {
        self.expr(&syn::parse_quote!({
            let mut __map: #of<_, _> = #of::new();
            for (__key, __value) in #entries { __map.insert(__key, __value); }
            __map
        }))
    }
}
