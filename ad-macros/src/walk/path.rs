//! Paths as expressions: locals, constants, and the functions and constants that belong to `f64`.

use super::Walk;
use crate::class::{Bounds, Class};
use crate::kind::Kind;
use crate::library::{functions, numbers, numbers::Answer, types};
use crate::lowered::{self, Constant};
use crate::numbers::is_float;
use crate::refusal;
use proc_macro2::Ident;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprPath, Path, parse_quote, parse_quote_spanned};

impl Walk<'_> {
    pub(super) fn path(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        let Expr::Path(path) = expr else { return Kind::Unknown };
        if let Some(name) = path.path.get_ident() {
            if let Some(slot) = self.local(name) {
                return self.slots[slot].clone();
            }
            if let Some(callee) = self.context.callees.functions.get(&name.to_string()) {
                let result = callee.result.clone();
                self.calls.insert(name.to_string());
                return Kind::function(Vec::new(), result);
            }
            if let Some(kind) = self.numbers.generic(&name.to_string()) {
                return kind;
            }
            if name == "None" {
                return Kind::list(Kind::Never);
            }
            if name == "self" {
                return self.context.receiver.clone();
            }
        }
        if let Some(of_std) = self.of_consts(path) {
            return self.constant(expr, Constant::Named, Some(of_std), want);
        }
        match Self::float_item(path) {
            Some(item) if item.ends_with("_EXP") => Kind::Integer,
            Some(item) if matches!(item.as_str(), "MANTISSA_DIGITS" | "DIGITS" | "RADIX") => Kind::Unsigned,
            Some(item) if is_constant(&item) => self.constant(expr, Constant::Float, None, want),
            Some(item) => self.float_function(expr, &item),
            None => {
                let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
                if functions::sees_types(&names, 0) && self.numbers.occurs_in(path) {
                    self.refuse(&*path, refusal::Body::Types);
                    return Kind::Plain;
                }
                if let Some(kind) = self.associated_constant(expr, &names) {
                    return kind;
                }
                let Expr::Path(path) = expr else { return Kind::Unknown };
                self.numbers.lower_expr_path(path);
                self.numbers.complete_owner(&mut path.path);
                let variant = self.numbers.is_variant(&path.path);
                if let Some(last) = names.last().filter(|last| is_constant(last) && !variant) {
                    self.tainted |= names.len() > 1 && self.context.callees.constants.contains(last);
                    return Kind::Plain;
                }
                let span = path.span();
                if functions::is_special(&names) {
                    self.need_class(Class::Real, span, "a special function");
                    return Kind::function(Vec::new(), Kind::Number);
                }
                if let Some(class) = functions::operator(&names) {
                    self.need_class(class, span, format!("`{}`", names.join("::")));
                }
                // A function as a value may be called with any arguments.
                let function = names.iter().all(|name| name.starts_with(char::is_lowercase));
                if function && !functions::is_generic(&names) && !types::is_primitive(&names[0]) {
                    self.need_call(span);
                }
                Kind::Unknown
            }
        }
    }

    /// The constant of `f64::consts` that a path names, as a path. A name without a path may also be a user's constant: then the values
    /// differ.
    fn of_consts(&self, path: &ExprPath) -> Option<Path> {
        let last = named_of_std(path)?;
        let private = self.numbers.private_at(path.span());
        // A newer version of `std` has more constants.
        let known = numbers::is_of_consts(&last.to_string());
        Some(if known { parse_quote!(#private::consts::#last) } else { path.path.clone() })
    }

    /// A constant of plain floats.
    ///
    /// ```text
    /// // Input:  f64::EPSILON
    /// // Output: ::ad::__private::constant::<N>(f64::EPSILON)
    ///
    /// // Input:  PI
    /// // Output: ::ad::__private::named::<N>(PI, ::ad::__private::consts::PI)
    /// ```
    fn constant(&mut self, expr: &mut Expr, function: Constant, of_std: Option<Path>, want: &Kind) -> Kind {
        if *want == Kind::Fixed {
            return Kind::Fixed;
        }
        let span = expr.span();
        self.need_class(Class::Real, span, format!("`{}`", quote!(#expr)));
        let name = (*want != Kind::Inferred).then(|| self.numbers.name_at(span));
        let of_std = of_std.map(|path| Expr::Path(ExprPath { attrs: Vec::new(), qself: None, path }));
        let constant = std::mem::replace(expr, Expr::PLACEHOLDER);
        *expr = function.of([constant].into_iter().chain(of_std), name, span, self.numbers);
        Kind::Number
    }

    /// A constant of its own type is one of plain floats, which is converted.
    ///
    /// ```text
    /// // Input:  Self::ZERO
    /// // Output: ::ad::__private::raise::<Complex, N>(Complex::ZERO)
    /// ```
    fn associated_constant(&mut self, expr: &mut Expr, names: &[String]) -> Option<Kind> {
        let [.., of, constant] = names else { return None };
        let Expr::Path(path) = &*expr else { return None };
        let span = path.span();
        let itself = self.numbers.itself.as_ref().filter(|_| of == "Self").map(ToString::to_string);
        let of = itself.unwrap_or_else(|| of.clone());
        if !self.numbers.known.constants.contains(&format!("{of}::{constant}")) {
            return None;
        }
        let mut plain = path.path.clone();
        let last = plain.segments.len().checked_sub(2)?;
        plain.segments[last].ident = Ident::new(&of, plain.segments[last].ident.span());
        let mut ty = plain.clone();
        ty.segments.pop();
        ty.segments.pop_punct();
        self.need_class(Class::Real, span, "a constant used as numbers");
        let (private, number) = (self.numbers.private_at(span), self.numbers.name_at(span));
        let inner = Expr::Path(ExprPath { attrs: Vec::new(), qself: None, path: plain });
        *expr = lowered::raise(&inner, &ty, &number, span, &private);
        Some(self.numbers.named(&of).unwrap_or(Kind::Unknown))
    }

    /// The item of `f64` that a path names: `f64::max`, `<f64>::max`, `f64::EPSILON`, `std::f64::consts::PI`.
    pub(super) fn float_item(path: &ExprPath) -> Option<String> {
        let last = path.path.segments.last()?.ident.to_string();
        if let Some(qself) = &path.qself {
            let of_float = matches!(&*qself.ty, syn::Type::Path(ty) if is_float(&ty.path));
            return (of_float && path.path.segments.len() == 1).then_some(last);
        }
        let mut names = path.path.segments.iter().rev().skip(1).map(|segment| segment.ident.to_string());
        let of_float = match names.next()?.as_str() {
            "f64" => true,
            "consts" => names.next().is_none_or(|name| name == "f64"),
            _ => false,
        };
        of_float.then_some(last)
    }

    /// ```text
    /// // Input:  f64::max
    /// // Output: <N as ::ad::__private::Real>::max
    /// ```
    pub(super) fn float_function(&mut self, expr: &mut Expr, item: &str) -> Kind {
        let Expr::Path(path) = expr else { return Kind::Unknown };
        let Some(segment) = path.path.segments.last().cloned() else { return Kind::Unknown };
        let span = path.span();
        let private = self.numbers.private_at(span);
        let name = self.numbers.name_at(span);
        if item == "from" {
            *path = Constant::IntegerFrom.function(Some(name), span, self.numbers);
            self.need_class(Class::Ring, span, "`f64::from`");
        } else if numbers::inspects(item) {
            self.inspection(&segment.ident.clone(), item);
        } else if let Some(method) = numbers::find(item) {
            *path = parse_quote_spanned!(span=> <#name as #private::Real>::#segment);
            let truth = method.gives == Answer::Truth;
            self.need(Bounds { class: Class::Real, order: truth }, span, format!("`f64::{item}`"));
            let result = if truth { Kind::Plain } else { Kind::Number };
            return Kind::function(Vec::new(), result);
        } else if item == "total_cmp" {
            *path = parse_quote_spanned!(span=> <#name as #private::Real>::#segment);
            self.need(Bounds { class: Class::Real, order: true }, span, "`f64::total_cmp`");
        } else if numbers::compares(item) {
            *path = parse_quote_spanned!(span=> #name::#segment);
            self.need(Bounds { class: Class::Semiring, order: true }, span, format!("`f64::{item}`"));
        } else if matches!(item, "default" | "clone") {
            *path = parse_quote_spanned!(span=> #name::#segment);
        } else if let Some((of, class)) = functions::operator_method(item) {
            self.need_class(class, span, format!("`f64::{item}`"));
            let meaning = self.meaning(&segment.ident, of);
            *expr = parse_quote_spanned!(span=> { #meaning #name::#segment });
        } else {
            self.method_of_a_trait(&segment.ident, item);
        }
        Kind::function(Vec::new(), Kind::Number)
    }

    /// Asserts that a method of `f64` is that of an operator. A user's trait may have a method of the same name, which numbers do
    /// not implement. The assertion compares function types.
    ///
    /// ```text
    /// // Input:  f64::add
    /// // Output: { const _: fn() = || ::ad::__private::same_function(f64::add, <f64 as ::core::ops::Add>::add); N::add }
    /// ```
    pub(super) fn meaning(&self, method: &syn::Ident, of: &str) -> proc_macro2::TokenStream {
        let span = method.span();
        let private = self.numbers.private_at(span);
        let of = syn::Ident::new(of, span);
        quote_spanned! {span=>
            const _: fn() = || #private::same_function(
                ::core::primitive::f64::#method,
                <::core::primitive::f64 as ::core::ops::#of>::#method,
            );
        }
    }

    /// Refuses a name that `f64` has by a trait. The macro cannot know whether numbers have it, too.
    pub(super) fn method_of_a_trait(&mut self, at: &syn::Ident, name: &str) {
        self.refuse(at, refusal::Body::Trait { method: name });
    }

    /// Refuses the inspection of a number's representation.
    pub(super) fn inspection(&mut self, at: &syn::Ident, name: &str) {
        if name == "abs_sub" {
            self.refuse(at, refusal::Body::AbsSub);
        } else if name == "to_string" {
            self.refuse(at, refusal::Body::Text { name: None });
        } else {
            self.refuse(at, refusal::Body::Inspection { method: name });
        }
    }
}

/// The name of a constant of `f64::consts`, if a path names one: `f64::consts::PI`, `consts::PI`, and `PI`.
pub(super) fn named_of_std(path: &ExprPath) -> Option<&Ident> {
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let last = names.next().filter(|_| path.qself.is_none())?;
    let name = last.to_string();
    let is_of_std = match (names.next(), names.next()) {
        (None, _) => numbers::is_of_consts_alone(&name),
        (Some(module), None) => module == "consts" && numbers::is_of_consts(&name),
        (Some(module), Some(of)) => module == "consts" && of == "f64" && is_constant(&name),
    };
    is_of_std.then_some(last)
}

/// `G`, `MAX_STEPS`: the name of a constant.
pub(super) fn is_constant(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}
