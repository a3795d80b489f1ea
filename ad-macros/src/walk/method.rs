//! Method calls. The macro sees no types, so it knows a method by its name and by the kind of its receiver.

use super::operator::is_literal;
use super::parsed::is_of_parsed;
use super::{Callee, Walk};
use crate::class::{Bounds, Class};
use crate::kind::Kind;
use crate::library::functions;
use crate::library::methods::{self, Row};
use crate::library::numbers::{self, Answer};
use crate::library::{Gives, Takes};
use crate::lowered;
use crate::refusal;
use crate::visit::VisitMut;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, GenericArgument, parse_quote};

impl Walk<'_> {
    pub(super) fn method(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        let Expr::MethodCall(call) = expr else { return Kind::Unknown };
        if call.method == "into" && call.args.is_empty() && *want == Kind::Number {
            return self.integer_as_number(expr);
        }
        if let Some(kind) = self.parsed_number(expr, want) {
            return kind;
        }
        let Expr::MethodCall(call) = expr else { return Kind::Unknown };
        let name = call.method.to_string();
        // The integer that is parsed: `let k: usize = text.parse().unwrap()`.
        let of_integer = want.is_integer() && is_of_parsed(&name);
        self.needs_of_parsing(call, want);
        let want = if *want == Kind::Fixed || of_integer { want.clone() } else { Kind::Never };
        let receiver = self.expr(&mut call.receiver, &want);
        // The method of a plain receiver returns plain floats: `TABLE.iter().sum::<f64>()`, `"2.5".parse::<f64>()`.
        if receiver.is_plain()
            && call.args.is_empty()
            && let Some(kind) = self.plain_turbofish(call)
        {
            return kind;
        }
        let declared = self.turbofish(call);
        let scalar = !matches!(receiver, Kind::List(_) | Kind::Tuple(_) | Kind::Function { .. });
        if let Some(callees) = self.context.callees.methods.get(&name)
            && !(name == "parse" && self.parses_text())
            && !receiver.is_plain()
            && matches!(receiver, Kind::Struct(_) | Kind::Unknown | Kind::Never)
        {
            return self.known_method(call, &name, callees);
        }
        if receiver == Kind::Number && numbers::inspects(&name) {
            self.inspection(&call.method, &name);
            call.args.iter_mut().for_each(|argument| _ = self.any(argument));
            return Kind::Plain;
        }
        // A vector of another crate may have its own `max`; an iterator has not.
        if !receiver.is_ordered()
            && (!matches!(name.as_str(), "max" | "min") || is_iterator(&call.receiver))
            && let Some(remedy) = numbers::wants_total_order(&name, call.args.len())
        {
            call.args.iter_mut().for_each(|argument| _ = self.any(argument));
            self.total_order(call, &name, remedy);
            return receiver.element();
        }
        if receiver == Kind::Number && numbers::belongs_to_a_trait(&name) {
            self.method_of_a_trait(&call.method, &name);
            call.args.iter_mut().for_each(|argument| _ = self.any(argument));
            return Kind::Unknown;
        }
        if receiver == Kind::Number
            && let Some((of, class)) = functions::operator_method(&name)
        {
            call.args.iter_mut().for_each(|argument| _ = self.any(argument));
            self.need_class(class, call.method.span(), format!("`{name}`"));
            let meaning = self.meaning(&call.method, of);
            *expr = parse_quote!({ #meaning #call });
            return if of.ends_with("Assign") { Kind::Plain } else { Kind::Number };
        }
        if receiver == Kind::Number && functions::is_special_name(&name) && !self.context.bounded {
            call.args.iter_mut().for_each(|argument| _ = self.any(argument));
            self.invalid = true;
            self.refuse(&call.method, refusal::Body::Special { name: &name });
            return Kind::Number;
        }
        if receiver == Kind::Number && name == "pow" && !self.context.bounded {
            self.invalid = true;
            self.refuse(&call.method, refusal::Body::Power { written: "pow" });
            return Kind::Number;
        }
        if numbers::compares(&name) {
            return self.comparison(call, &receiver, &name);
        }
        if scalar && let Some(method) = numbers::find(&name) {
            let kind = self.real_method(call, &receiver, &name, method.gives);
            if self.context.bounded && (receiver == Kind::Number || kind == Kind::Number) {
                *expr = self.of_the_class(call);
            }
            return kind;
        }
        if let Some(method) = methods::find(&name, call.args.len()) {
            let span = call.method.span();
            let arguments = call.args.iter_mut().zip(method.arguments);
            let given =
                self.arguments(&receiver, Some(&call.receiver), arguments, &Kind::Never, method.gives);
            let kind = self.gives(&method.gives, &given, span, &name);
            if let Some(remedy) = numbers::wants_keys_in_order(&name)
                && given.arguments.iter().any(|key| !key.is_ordered())
            {
                self.total_order(call, &name, remedy);
                return kind;
            }
            let stands_in = matches!(method.arguments, [Takes::Like | Takes::Calls(_)])
                && matches!(method.gives, Gives::Either(Gives::Element, Gives::Given(0)));
            if kind == Kind::Number && stands_in {
                self.raise_receiver(call, &receiver);
            }
            return match declared {
                Some(declared) if declared != Kind::Unknown && says_result(method.gives) => declared,
                _ => kind,
            };
        }
        self.unknown_method(call, &receiver)
    }

    /// Converts an integer whose declared type is a number.
    ///
    /// ```text
    /// // Input:  let k: f64 = n.into();
    /// // Output: let k: N = ::ad::__private::natural_from::<N, _>(n);
    /// ```
    fn integer_as_number(&mut self, expr: &mut Expr) -> Kind {
        let Expr::MethodCall(call) = expr else { return Kind::Unknown };
        let span = call.method.span();
        let receiver = self.any(&mut call.receiver);
        if receiver.is_integer() {
            let integer = std::mem::replace(&mut *call.receiver, Expr::PLACEHOLDER);
            let (embedded, class) = self.embed(integer, &receiver, span);
            self.need_class(class, span, "`into` of an integer that may be negative");
            *expr = embedded;
            return Kind::Number;
        }
        self.unknown_method(call, &receiver)
    }

    fn total_order(&mut self, call: &ExprMethodCall, method: &str, remedy: &str) {
        self.invalid = true;
        self.refuse(&call.method, refusal::Body::TotalOrder { method, remedy });
    }

    /// The content and its replacement have one type.
    ///
    /// ```text
    /// // Input:  Some(LIMIT).unwrap_or(x)
    /// // Output: ::ad::__private::raise::<_, N>(Some(LIMIT)).unwrap_or(x)
    /// ```
    fn raise_receiver(&mut self, call: &mut ExprMethodCall, receiver: &Kind) {
        if !matches!(receiver, Kind::List(element) if element.is_plain_float()) {
            return;
        }
        let span = call.receiver.span();
        self.need_class(Class::Real, span, "a plain float used as a number");
        let (private, number) = (self.numbers.private_at(span), self.numbers.name_at(span));
        let inner = std::mem::replace(&mut *call.receiver, Expr::PLACEHOLDER);
        *call.receiver = lowered::raise(&inner, &quote!(_), &number, span, &private);
    }

    /// A method of the same annotated item.
    fn known_method(&mut self, call: &mut ExprMethodCall, name: &str, callees: &[Callee]) -> Kind {
        self.calls.insert(name.to_owned());
        for (i, argument) in call.args.iter_mut().enumerate() {
            let want = match callees {
                [callee] => callee.parameters.get(i).cloned().unwrap_or(Kind::Never),
                _ => Kind::Never,
            };
            self.argument_of_known(argument, &want);
        }
        callees.iter().map(|callee| callee.result.clone()).reduce(Kind::join).unwrap_or(Kind::Unknown)
    }

    /// The kind that unchanged explicit generic arguments give the result.
    fn plain_turbofish(&self, call: &ExprMethodCall) -> Option<Kind> {
        match call.turbofish.as_ref()?.args.first()? {
            GenericArgument::Type(ty) if self.numbers.occurs_in(ty) => {
                Some(Kind::of_type(ty, &Kind::Fixed, self.numbers)).filter(Kind::is_plain)
            }
            _ => None,
        }
    }

    /// Lowers explicit generic arguments, and finds the kind that they give the result: `sum::<f64>()`.
    fn turbofish(&mut self, call: &mut ExprMethodCall) -> Option<Kind> {
        let arguments = call.turbofish.as_mut()?;
        let kind = match arguments.args.first() {
            Some(GenericArgument::Type(ty)) => Some(Kind::of_type(ty, &Kind::Number, self.numbers)),
            _ => None,
        };
        self.numbers.lowering().visit_angle_bracketed_generic_arguments_mut(arguments);
        kind.filter(|kind| !matches!(kind, Kind::Never | Kind::List(_)))
    }

    fn comparison(&mut self, call: &mut ExprMethodCall, receiver: &Kind, name: &str) -> Kind {
        let want = match receiver {
            receiver if receiver.is_plain_float() => Kind::Fixed,
            receiver => receiver.clone(),
        };
        let kinds: Vec<Kind> = call.args.iter_mut().map(|argument| self.expr(argument, &want)).collect();
        if kinds.contains(&Kind::Number) {
            self.number(&mut call.receiver, receiver);
        }
        if !receiver.is_plain() || kinds.iter().any(|kind| !kind.is_plain()) {
            let other = kinds.first().cloned().unwrap_or(Kind::Unknown);
            self.compare(receiver, &other, call.method.span(), format!("`{name}`"));
            if name == "total_cmp" {
                self.need_class(Class::Real, call.method.span(), "`total_cmp`");
            }
        }
        Kind::Plain
    }

    /// A method that numbers have under the same name as `f64`.
    fn real_method(&mut self, call: &mut ExprMethodCall, receiver: &Kind, name: &str, gives: Answer) -> Kind {
        let span = call.method.span();
        let integer_argument = name == "powi";
        let want = match receiver {
            receiver if receiver.is_plain_float() => Kind::Fixed,
            Kind::Number if !integer_argument => Kind::Number,
            _ => Kind::Never,
        };
        let mut kinds = vec![Kind::Never; call.args.len()];
        if integer_argument && *receiver == Kind::Number {
            for argument in call.args.iter().filter(|argument| is_literal(argument)) {
                self.invalid = true;
                self.refuse(argument, refusal::Body::FloatExponent);
            }
        }
        for literals in [false, true] {
            for (argument, kind) in call.args.iter_mut().zip(&mut kinds) {
                if is_literal(argument) == literals {
                    *kind = self.expr(argument, &want);
                }
            }
        }
        for (argument, kind) in call.args.iter().zip(&kinds).filter(|_| !integer_argument) {
            self.integer_beside(argument, kind, receiver);
        }
        let mut kind = receiver.clone();
        let lifts = receiver.is_plain_float() || *receiver == Kind::Foreign && self.lifts();
        if lifts && kinds.contains(&Kind::Number) {
            // `LIMIT.min(x)`: the receiver determines the type, so it must become a number.
            self.number(&mut call.receiver, receiver);
            for (argument, kind) in call.args.iter_mut().zip(&kinds) {
                self.number(argument, kind);
            }
            kind = Kind::Number;
        }
        if kind == Kind::Number && integer_argument && becomes_power(call) {
            return kind;
        }
        if !kind.is_plain() {
            let order = gives == Answer::Truth;
            self.need(Bounds { class: Class::Real, order }, span, format!("`{name}`"));
        }
        match gives {
            Answer::Truth => Kind::Plain,
            Answer::Pair => Kind::tuple(vec![kind.clone(), kind]),
            Answer::Number => kind,
        }
    }

    /// The method of the class, if a bound on `f64` may have one of the same name.
    ///
    /// ```text
    /// // Input:  x.sin()      where f64: Float
    /// // Output: Real::sin(number::<N>(&x))
    /// ```
    fn of_the_class(&self, call: &ExprMethodCall) -> Expr {
        let ExprMethodCall { receiver, method, args, .. } = call;
        let private = self.numbers.private_at(method.span());
        let number = self.numbers.name_at(method.span());
        let class = if method == numbers::POWER { quote!(Semiring) } else { quote!(Real) };
        parse_quote!(#private::#class::#method(#private::number::<#number>(&#receiver), #args))
    }

    /// An unknown method. It may require anything of its numbers.
    fn unknown_method(&mut self, call: &mut ExprMethodCall, receiver: &Kind) -> Kind {
        let mut kinds = vec![Kind::Never; call.args.len()];
        for (argument, kind) in call.args.iter_mut().zip(&mut kinds) {
            if !is_literal(argument) {
                *kind = self.any(argument);
            }
        }
        let plain = receiver.is_foreign_or_plain()
            && kinds.iter().all(|kind| kind.is_foreign_or_plain() || *kind == Kind::Never);
        let want = if plain { Kind::Fixed } else { Kind::Never };
        for argument in call.args.iter_mut().filter(|argument| is_literal(argument)) {
            self.expr(argument, &want);
        }
        if call.method == "eval"
            && call.args.first().is_some_and(names_floats)
            && kinds.contains(&Kind::Number)
        {
            self.invalid = true;
            self.refuse(&call.method, refusal::Body::AtFloats { written: "eval" });
        }
        if plain {
            let name = call.method.to_string();
            return match receiver {
                Kind::Unsigned if numbers::stays_unsigned(&name) => Kind::Unsigned,
                receiver if receiver.is_integer() => Kind::Integer,
                receiver if receiver.is_plain() && kinds.iter().all(Kind::is_plain) => Kind::Plain,
                _ => Kind::Foreign,
            };
        }
        if kinds.iter().any(|kind| !kind.is_foreign_or_plain() && *kind != Kind::Never) {
            self.reveal(&call.receiver);
            self.fill(&call.receiver);
        }
        for (argument, kind) in call.args.iter_mut().zip(&kinds).filter(|(argument, _)| !is_literal(argument))
        {
            self.convert_argument(argument, kind);
        }
        self.need_call(call.method.span());
        Kind::Unknown
    }
}

/// A literal power needs multiplication only.
///
/// ```text
/// // Input:  x.powi(3)
/// // Output: x.power(3)
/// ```
fn becomes_power(call: &mut ExprMethodCall) -> bool {
    let Some(Expr::Lit(exponent)) = call.args.first_mut() else { return false };
    let syn::Lit::Int(literal) = &exponent.lit else { return false };
    let Ok(n) = literal.base10_parse::<i32>() else { return false };
    exponent.lit = syn::Lit::Int(syn::LitInt::new(&n.to_string(), literal.span()));
    call.method = syn::Ident::new(numbers::POWER, call.method.span());
    true
}

/// `v.iter().copied()`
fn is_iterator(expr: &Expr) -> bool {
    matches!(expr, Expr::MethodCall(call) if methods::of(call).is_some_and(Row::adapts))
}

/// `F64`, `ad::F64`.
fn names_floats(dictionary: &Expr) -> bool {
    matches!(dictionary, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "F64"))
}

/// Whether an explicit generic argument determines the result of such a method: `sum::<f64>()`, `collect::<Vec<_>>()`,
/// `fold::<f64, _>(…)`. That of `map::<f64, _>(…)` does not.
fn says_result(gives: Gives) -> bool {
    matches!(gives, Gives::Receiver | Gives::Element | Gives::Accumulated)
}
