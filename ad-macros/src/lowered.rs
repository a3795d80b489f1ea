//! The forms that the walk writes into a body and that adjoint programs read: for each its constructor and, in [`read`], its
//! recogniser.

use crate::numbers::Numbers;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::token::Paren;
use syn::{
    AngleBracketedGenericArguments, BinOp, Block, Expr, ExprBinary, ExprCall, ExprLit, ExprMatch, ExprPath,
    GenericArgument, Lit, LitInt, Pat, PathArguments, PathSegment, Stmt, Token, Type, TypeInfer, TypePath,
    UnOp, parse_quote_spanned,
};

/// A form of the walk.
pub(crate) enum Lowered<'e> {
    /// `natural::<N>(2)`. In `natural::<_>(2)` the type is *inferred*.
    Constant { function: Constant, inferred: bool, call: &'e ExprCall },
    /// `negated(x)`, where the type of `x` is inferred.
    Negated(&'e Expr),
    /// `{ use AlreadyNumber as _; Lift(r).number::<N>() }`
    Lift(&'e Expr, To),
    /// `Left(x)`, the left operand of an operator.
    Left(&'e Expr),
    /// `fit(data).fitted(&mut None)`
    Fit(&'e Expr),
    /// `match rate(k) { __value => tag::<_, N, N>(&__value).way().lift(__value) }`, with the target type.
    Foreign(&'e ExprMatch, &'e Type),
    /// `over_numbers(None)`
    OverNumbers(&'e Expr),
    /// `raise::<Vec<f64>, N>(v)`, with the type of `v`.
    Raised(&'e ExprCall, &'e Type),
    /// `<N as Real>::max(x, y)`, and `Real::sin(number::<N>(&x))`: the name of the function, and its arguments.
    Function(&'e Ident, Vec<&'e Expr>),
    /// `match right { __right => place += __right }`
    RightFirst { place: &'e Expr, op: &'e BinOp, right: &'e Expr },
}

/// A constant of the number type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    Natural,
    Integer,
    Decimal,
    /// A plain float.
    Float,
    /// A constant of `f64::consts`.
    Named,
    NaturalFrom,
    IntegerFrom,
}

impl Constant {
    const ALL: [Constant; 7] = [
        Constant::Natural,
        Constant::Integer,
        Constant::Decimal,
        Constant::Float,
        Constant::Named,
        Constant::NaturalFrom,
        Constant::IntegerFrom,
    ];

    /// The function that makes it.
    fn name(self) -> &'static str {
        match self {
            Constant::Natural => "natural",
            Constant::Integer => "integer",
            Constant::Decimal => "decimal",
            Constant::Float => "constant",
            Constant::Named => "named",
            Constant::NaturalFrom => "natural_from",
            Constant::IntegerFrom => "integer_from",
        }
    }

    /// The function, for a number type, or for `_` if there is none. It is not parsed, since literals are frequent.
    pub(crate) fn function(self, number: Option<Ident>, span: Span, numbers: &Numbers) -> ExprPath {
        let infer = || Type::Infer(TypeInfer { underscore_token: Token![_](span) });
        let number =
            number.map_or_else(infer, |name| Type::Path(TypePath { qself: None, path: name.into() }));
        let from = matches!(self, Constant::NaturalFrom | Constant::IntegerFrom).then(infer);
        let mut segment = PathSegment::from(Ident::new(self.name(), span));
        segment.arguments = PathArguments::AngleBracketed(AngleBracketedGenericArguments {
            colon2_token: Some(Token![::](span)),
            lt_token: Token![<](span),
            args: [number].into_iter().chain(from).map(GenericArgument::Type).collect(),
            gt_token: Token![>](span),
        });
        let mut path = numbers.private_path(span);
        path.segments.push(segment);
        ExprPath { attrs: Vec::new(), qself: None, path }
    }

    /// ```text
    /// // Input:  Natural, 2
    /// // Output: ::ad::__private::natural::<N>(2)
    /// ```
    pub(crate) fn of(
        self,
        arguments: impl IntoIterator<Item = Expr>,
        number: Option<Ident>,
        span: Span,
        numbers: &Numbers,
    ) -> Expr {
        Expr::Call(ExprCall {
            attrs: Vec::new(),
            func: Box::new(Expr::Path(self.function(number, span, numbers))),
            paren_token: Paren(span),
            args: arguments.into_iter().collect(),
        })
    }
}

/// An integer without a suffix.
pub(crate) fn integer(value: impl std::fmt::Display, span: Span) -> Expr {
    // A lint that reads the source would find the user's literal, such as 0.5.
    let span = span.resolved_at(Span::mixed_site());
    Expr::Lit(ExprLit { attrs: Vec::new(), lit: Lit::Int(LitInt::new(&value.to_string(), span)) })
}

/// Writes an operator on a value with an inferred type.
pub(crate) fn negated(inner: &Expr, span: Span, private: &TokenStream) -> Expr {
    parse_quote_spanned!(span=> #private::negated(#inner))
}

/// Wraps the left operand of an operator of a type over numbers.
///
/// ```text
/// // Input:  2.0 * v
/// // Output: ::ad::__private::Left(2.0) * v
/// ```
pub(crate) fn left(inner: &Expr, span: Span, private: &TokenStream) -> Expr {
    parse_quote_spanned!(span=> #private::Left(#inner))
}

/// The conversion of a probable plain float. Any other value stays unchanged.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum To {
    Number(Ident),
    /// A number of a type that is inferred.
    Inferred,
    /// An `f64`.
    Float,
}

/// Marks an empty container that gets numbers later.
///
/// ```text
/// // Input:  HashMap::new()
/// // Output: ::ad::__private::over_numbers(HashMap::new())
/// ```
pub(crate) fn over_numbers(inner: &Expr, span: Span, private: &TokenStream) -> Expr {
    parse_quote_spanned!(span=> #private::over_numbers(#inner))
}

/// ```text
/// // Input:  settings.rate
/// // Output: { use ::ad::__private::AlreadyNumber as _; ::ad::__private::Lift(settings.rate).number::<N>() }
/// ```
pub(crate) fn lift(inner: &Expr, to: &To, span: Span, private: &TokenStream) -> Expr {
    let method = match to {
        To::Number(name) => quote!(number::<#name>),
        To::Inferred => quote!(inferred),
        To::Float => quote!(float),
    };
    parse_quote_spanned!(span=> {
        #[allow(unused_imports)]
        use #private::AlreadyNumber as _;
        #private::Lift(#inner).#method()
    })
}

/// An argument that may consist of plain floats, where the parameter may be over numbers or fixed.
///
/// ```text
/// // Input:  data
/// // Output: ::ad::__private::fit(data).fitted(&mut None)
/// ```
pub(crate) fn fit(inner: &dyn ToTokens, span: Span, private: &TokenStream) -> Expr {
    parse_quote_spanned!(span=> #private::fit(#inner).fitted(&mut ::core::option::Option::None))
}

/// ```text
/// // Input:  rate(k)
/// // Output: match rate(k) { __value => ::ad::__private::tag::<_, N, N>(&__value).way().lift(__value) }
/// ```
pub(crate) fn foreign(inner: Expr, to: &dyn ToTokens, number: &Ident, private: &TokenStream) -> Expr {
    let span = inner.span();
    let value = Ident::new(VALUE, Span::mixed_site());
    // The value is inserted afterwards: as tokens, a struct literal would end the `match`.
    let mut whole: ExprMatch = parse_quote_spanned!(span=>
        match () { #value => #private::tag::<_, #to, #number>(&#value).way().lift(#value) }
    );
    *whole.expr = inner;
    Expr::Match(whole)
}

/// Converts a container of plain floats.
pub(crate) fn raise(
    inner: &Expr,
    shape: &dyn ToTokens,
    number: &Ident,
    span: Span,
    private: &TokenStream,
) -> Expr {
    parse_quote_spanned!(span=> #private::raise::<#shape, #number>(#inner))
}

/// The check of a compound assignment whose right side is evaluated first: the right side, or the place, is a number by value.
#[derive(Clone, Copy)]
pub(crate) struct Guards {
    pub(crate) value: bool,
    pub(crate) place: bool,
}

/// A `match` keeps temporaries as long as the statement does.
///
/// ```text
/// // Input:  a[i] -= factor * a[k]
/// // Output: match factor * a[k] { __right => a[i] -= __right }
///
/// // Input:  a[next()] += step()
/// // Output: match ::ad::__private::by_value(step()) { __right => a[next()] += __right }
/// ```
pub(crate) fn right_first(mut binary: ExprBinary, guards: Guards, numbers: &Numbers) -> Expr {
    let site = Span::mixed_site();
    let name = Ident::new(RIGHT, site);
    let (left, right) = (binary.left.span(), binary.right.span());
    let local: Expr = parse_quote_spanned!(site=> #name);
    let mut value = std::mem::replace(&mut *binary.right, local);
    if guards.value {
        let private = numbers.private_at(right);
        value = parse_quote_spanned!(right=> #private::by_value(#value));
    }
    if guards.place {
        let (private, place) = (numbers.private_at(left), &binary.left);
        *binary.left = parse_quote_spanned!(left=> *#private::place_of_number(&mut #place));
    }
    // The value is inserted afterwards: as tokens, a struct literal would end the `match`.
    let mut whole: ExprMatch = parse_quote_spanned!(site=> match () { #name => #binary });
    *whole.expr = value;
    Expr::Match(whole)
}

const RIGHT: &str = "__right";
const VALUE: &str = "__value";

/// The form of an expression, if the walk has written it.
pub(crate) fn read(expr: &Expr) -> Option<Lowered<'_>> {
    match expr {
        Expr::Call(call) => read_call(call),
        Expr::Block(block) if block.attrs.is_empty() => read_lift(&block.block),
        Expr::Match(inner) => read_match(inner),
        Expr::MethodCall(fitted) => {
            let Expr::Call(call) = &*fitted.receiver else { return None };
            let Expr::Path(path) = &*call.func else { return None };
            let fit = private_item(path, None).is_some_and(|name| name == "fit");
            call.args.first().filter(|_| fit).map(Lowered::Fit)
        }
        _ => None,
    }
}

/// Whether this is the constant 1.
pub(crate) fn is_one(expr: &Expr) -> bool {
    let Some(Lowered::Constant { function: Constant::Natural, call, .. }) = read(expr) else { return false };
    matches!(call.args.first(), Some(Expr::Lit(ExprLit { lit: Lit::Int(n), .. })) if n.base10_digits() == "1")
}

fn read_call(call: &ExprCall) -> Option<Lowered<'_>> {
    let Expr::Path(path) = &*call.func else { return None };
    if let Some(function) = private_item(path, Some("Real")) {
        let arguments = call.args.iter().map(|argument| by_number(argument).unwrap_or(argument)).collect();
        return Some(Lowered::Function(function, arguments));
    }
    let name = private_item(path, None)?;
    if name == "negated" {
        return call.args.first().map(Lowered::Negated);
    }
    if name == "Left" {
        return call.args.first().map(Lowered::Left);
    }
    if name == "over_numbers" {
        return call.args.first().map(Lowered::OverNumbers);
    }
    let PathArguments::AngleBracketed(list) = &path.path.segments.last()?.arguments else { return None };
    let Some(GenericArgument::Type(ty)) = list.args.first() else { return None };
    if name == "raise" {
        return Some(Lowered::Raised(call, ty));
    }
    let function = Constant::ALL.into_iter().find(|constant| name == constant.name())?;
    Some(Lowered::Constant { function, inferred: matches!(ty, Type::Infer(_)), call })
}

/// `number::<N>(&x)`: `x`.
fn by_number(argument: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = argument else { return None };
    let Expr::Path(path) = &*call.func else { return None };
    let (Some(name), Some(Expr::Reference(of))) = (private_item(path, None), call.args.first()) else {
        return None;
    };
    (name == "number").then_some(&of.expr)
}

fn read_lift(block: &Block) -> Option<Lowered<'_>> {
    let [Stmt::Item(_), Stmt::Expr(Expr::MethodCall(call), None)] = block.stmts.as_slice() else {
        return None;
    };
    let Expr::Call(lift) = &*call.receiver else { return None };
    let Expr::Path(path) = &*lift.func else { return None };
    if private_item(path, None)? != "Lift" {
        return None;
    }
    let to = match &call.turbofish {
        Some(turbofish) => match turbofish.args.first()? {
            GenericArgument::Type(Type::Path(number)) => To::Number(number.path.get_ident()?.clone()),
            _ => return None,
        },
        None if call.method == "float" => To::Float,
        None => To::Inferred,
    };
    Some(Lowered::Lift(lift.args.first()?, to))
}

fn read_match(inner: &ExprMatch) -> Option<Lowered<'_>> {
    let [arm] = inner.arms.as_slice() else { return None };
    let Pat::Ident(name) = &arm.pat else { return None };
    match &*arm.body {
        Expr::Binary(binary) if name.ident == RIGHT => Some(Lowered::RightFirst {
            place: place_of_number(&binary.left),
            op: &binary.op,
            right: by_value(&inner.expr),
        }),
        Expr::MethodCall(lift) if name.ident == VALUE => {
            let Expr::MethodCall(way) = &*lift.receiver else { return None };
            let Expr::Call(tag) = &*way.receiver else { return None };
            let Expr::Path(path) = &*tag.func else { return None };
            let PathArguments::AngleBracketed(list) = &path.path.segments.last()?.arguments else {
                return None;
            };
            let Some(GenericArgument::Type(to)) = list.args.iter().nth(1) else { return None };
            Some(Lowered::Foreign(inner, to))
        }
        _ => None,
    }
}

/// For `*place_of_number(&mut place)`, `place`.
fn place_of_number(place: &Expr) -> &Expr {
    if let Expr::Unary(unary) = place
        && matches!(unary.op, UnOp::Deref(_))
        && let Expr::Call(call) = &*unary.expr
        && let Expr::Path(path) = &*call.func
        && private_item(path, None).is_some_and(|name| name == "place_of_number")
        && let Some(Expr::Reference(reference)) = call.args.first()
    {
        return &reference.expr;
    }
    place
}

/// For `by_value(right)`, `right`.
fn by_value(right: &Expr) -> &Expr {
    if let Expr::Call(call) = right
        && let Expr::Path(path) = &*call.func
        && private_item(path, None).is_some_and(|name| name == "by_value")
        && let Some(right) = call.args.first()
    {
        return right;
    }
    right
}

/// The last name of `::ad::__private::name`, or of `::ad::__private::Real::name` if it is an item `of` a trait.
fn private_item<'p>(path: &'p ExprPath, of: Option<&str>) -> Option<&'p Ident> {
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let name = names.next()?;
    if let Some(of) = of
        && names.next()? != of
    {
        return None;
    }
    (names.next()? == "__private").then_some(name)
}
