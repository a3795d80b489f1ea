//! Calls. The macro cannot see the callee, but it knows whether numbers are among the arguments.

use super::operator::{is_call_of_literals, is_literal};
use super::{Callee, Walk};
use crate::class::{Bounds, Class};
use crate::kind::Kind;
use crate::library::{functions, methods, types};
use crate::lowered::{self, Constant};
use crate::refusal;
use crate::signatures::Untold;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprPath, GenericArgument, PathArguments, parse_quote};

impl Walk<'_> {
    pub(super) fn call(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        let Expr::Call(call) = expr else { return Kind::Unknown };
        let Expr::Path(path) = &mut *call.func else {
            let callee = self.any(&mut call.func);
            return self.call_value(call, &callee);
        };
        if let Some(item) = Self::float_item(path) {
            return self.call_of_float(expr, &item, want);
        }
        if let Some(name) = path.path.get_ident()
            && let Some(slot) = self.local(name)
        {
            let callee = self.slots[slot].clone();
            return self.call_value(call, &callee);
        }
        if let Some(callee) = self.known(path) {
            return self.call_known(call, &callee);
        }
        if let Some(callee) =
            path.path.get_ident().and_then(|name| self.local_functions.get(&name.to_string()))
        {
            let callee = callee.clone();
            self.need_call(path.span());
            return self.call_known(call, &callee);
        }
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let Some(callee) = self.untold(&names) {
            self.need_call(path.span());
            return self.call_known(call, &callee);
        }
        if functions::sees_types(&names, call.args.len()) {
            return self.call_of_types(call);
        }
        // Its elements are compared by their own `Ord`.
        if names.iter().any(|name| name == "BinaryHeap") {
            self.need_call(path.span());
        }
        let declared = self.declared(path);
        let Expr::Path(path) = &mut *call.func else { return Kind::Unknown };
        self.numbers.lower_expr_path(path);
        self.complete_generics(path);
        let last = names.last().map_or("", String::as_str);
        if last.starts_with(char::is_uppercase) {
            return self.construct(call, last, want);
        }
        let associated = path.qself.is_some()
            || names.iter().rev().nth(1).is_some_and(|name| name.starts_with(char::is_uppercase));
        if functions::is_special(&names) {
            return self.call_special(call, want);
        }
        if functions::is_generic(&names) {
            // A single name may be that of a user's function.
            let own = names.len() == 1 && last != "drop" && !call.args.iter().any(is_lent_or_called);
            if own {
                self.need_call(call.func.span());
            }
            if !own || !matches!(last, "swap" | "replace" | "take") {
                return self.call_std(call, &names, declared, want);
            }
        }
        self.call_unknown(call, &names, associated, want)
    }

    /// The known function that a path names: `norm`, `self::norm`, `Point::norm`, `Self::norm`.
    fn known(&mut self, path: &ExprPath) -> Option<Callee> {
        let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
        let name = names.next()?.to_string();
        let callees = self.context.callees;
        let callee = match names.next() {
            None => callees.functions.get(&name),
            Some(module) if module == "self" || module == "super" => callees.functions.get(&name),
            Some(of) if name == "default" => {
                let of = self.numbers.named(&of.to_string())?;
                let methods = callees.methods.get(&name);
                match methods.and_then(|methods| methods.iter().find(|callee| callee.result == of)) {
                    // The derived one.
                    None if self.gives_itself(&of, &name) => {
                        return Some(Callee { generics: 0, parameters: Vec::new(), result: of });
                    }
                    None => methods?.first(),
                    written => written,
                }
            }
            Some(of) if of == "Self" || self.numbers.is_struct(of) => callees.methods.get(&name)?.first(),
            Some(_) => None,
        };
        let callee = callee.cloned()?;
        self.calls.insert(name);
        Some(callee)
    }

    /// Whether the function of this name of a type gives a value of the type.
    fn gives_itself(&self, of: &Kind, function: &str) -> bool {
        let Kind::Struct(name) = of else { return false };
        self.numbers.known.functions.result(&format!("{name}::{function}")) == Some(of)
    }

    /// A function further up whose arguments do not determine the numbers: `window(n)`.
    fn untold(&self, names: &[String]) -> Option<Callee> {
        let (name, modules) = names.split_last()?;
        let free = modules.iter().all(|name| name.starts_with(char::is_lowercase));
        let Untold { generics, parameters, result } =
            self.numbers.known.functions.get(name)?.untold.get()?.clone()?;
        free.then_some(Callee { generics, parameters, result })
    }

    /// A call of a closure or of a function that is a parameter.
    fn call_value(&mut self, call: &mut ExprCall, callee: &Kind) -> Kind {
        let (parameters, result) = match callee {
            Kind::Function { parameters, result } => (parameters.as_slice(), (**result).clone()),
            callee => (&[][..], callee.part()),
        };
        for (i, argument) in call.args.iter_mut().enumerate() {
            let slot = parameters.get(i).copied().flatten();
            let want = match slot {
                _ if callee.is_plain() && slot.is_none() => Kind::Fixed,
                Some(slot) => self.slots[slot].clone(),
                None => Kind::Never,
            };
            let want = if want == Kind::Unknown { Kind::Never } else { want };
            let kind = self.expr(argument, &want);
            if let Some(slot) = slot {
                self.learn(slot, kind);
            }
        }
        result
    }

    /// A call of a function with a known signature. Explicit generic arguments get one more, for the numbers. If no argument
    /// determines the numbers, they are stated.
    ///
    /// ```text
    /// // Input:  power::<3>(x)       harmonic(10)         V3::zero()
    /// // Output: power::<3, _>(x)    harmonic::<N>(10)    V3::<N>::zero()
    /// ```
    fn call_known(&mut self, call: &mut ExprCall, callee: &Callee) -> Kind {
        if let Expr::Path(path) = &mut *call.func {
            self.numbers.lower_expr_path(path);
            let free = path
                .path
                .segments
                .iter()
                .all(|segment| segment.ident.to_string().starts_with(char::is_lowercase));
            let of = path.path.segments.iter_mut().rev().nth(1);
            if let Some(of) = of.filter(|of| of.arguments.is_none())
                && callee.is_untold()
                && self.numbers.known.bare.contains(&of.ident.to_string())
            {
                let name = self.numbers.name_at(of.ident.span());
                of.arguments = PathArguments::AngleBracketed(parse_quote!(::<#name>));
            }
            if let Some(segment) = path.path.segments.last_mut() {
                let untold = callee.is_untold();
                let name = self.numbers.name_at(segment.ident.span());
                let number: GenericArgument = if untold { parse_quote!(#name) } else { parse_quote!(_) };
                match &mut segment.arguments {
                    PathArguments::AngleBracketed(list)
                        if list
                            .args
                            .iter()
                            .any(|argument| !matches!(argument, GenericArgument::Lifetime(_))) =>
                    {
                        list.args.push(number);
                    }
                    arguments if untold && free => {
                        let inferred = std::iter::repeat_n(quote!(_), callee.generics);
                        *arguments = PathArguments::AngleBracketed(parse_quote!(::<#(#inferred,)* #number>));
                    }
                    _ => {}
                }
            }
        }
        // `Store::put(&mut store, key, x)` passes the receiver as well.
        let receiver = usize::from(call.args.len() == callee.parameters.len() + 1);
        let wants = std::iter::repeat_n(Kind::Never, receiver).chain(callee.parameters.iter().cloned());
        let wants = wants.chain(std::iter::repeat(Kind::Never));
        for (argument, want) in call.args.iter_mut().zip(wants) {
            self.argument_of_known(argument, &want);
        }
        callee.result.clone()
    }

    /// Explicit generic arguments of a function further up get one more, for the numbers: `power::<3, _>(x)`.
    fn complete_generics(&self, path: &mut ExprPath) {
        if let Some(segment) = path.path.segments.last_mut()
            && let Some(signature) = self.numbers.known.functions.get(&segment.ident.to_string())
            && let Some(Some(count)) = signature.generics.get()
            && let PathArguments::AngleBracketed(list) = &mut segment.arguments
            && list.args.iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_))).count()
                == *count
            && *count > 0
        {
            list.args.push(parse_quote!(_));
        }
    }

    /// An argument for a parameter of a known kind.
    pub(super) fn argument_of_known(&mut self, argument: &mut Expr, want: &Kind) {
        // A parameter of plain floats keeps plain literals.
        let fixed = want.is_plain() && !want.is_integer();
        let kind = self.expr(argument, if fixed { &Kind::Fixed } else { want });
        if !want.is_plain() {
            self.fill_argument(argument);
            self.convert_argument(argument, &kind);
        }
    }

    /// `Some(x)`, `Point(x, y)`.
    fn construct(&mut self, call: &mut ExprCall, name: &str, want: &Kind) -> Kind {
        let transparent = matches!(name, "Some" | "Ok");
        let want = if transparent { want.element() } else { Kind::Never };
        let want = if want == Kind::Unknown { Kind::Never } else { want };
        let wants = self.wants_of_fields(&call.func, call.args.len());
        let wants = wants.into_iter().map(|field| if field { Kind::Number } else { want.clone() });
        let kinds: Vec<Kind> =
            call.args.iter_mut().zip(wants).map(|(argument, want)| self.expr(argument, &want)).collect();
        if let Expr::Path(path) = &*call.func
            && let Some(name) = path.path.get_ident()
        {
            self.local_struct(name, kinds.iter().any(Kind::holds_number));
        }
        if let (Expr::Path(path), true) = (&*call.func, kinds.iter().any(Kind::holds_number)) {
            self.reveal_built(&path.path);
        }
        match (name, kinds.as_slice()) {
            ("Some" | "Ok", [kind]) => Kind::list(kind.clone()),
            ("Err", _) => Kind::list(Kind::Never),
            (_, kinds) if !kinds.is_empty() && kinds.iter().all(Kind::is_plain) => Kind::Plain,
            _ => {
                let Expr::Path(path) = &*call.func else { return Kind::Unknown };
                let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
                names.find_map(|name| self.numbers.named(&name)).unwrap_or(Kind::Unknown)
            }
        }
    }

    /// Whether the fields of a tuple struct or variant over numbers are numbers: `Token::Number(x)`.
    fn wants_of_fields(&self, of: &Expr, count: usize) -> Vec<bool> {
        let path = if let Expr::Path(path) = of { Some(&path.path) } else { None };
        let mut names =
            path.into_iter().flat_map(|path| path.segments.iter().rev()).map(|s| s.ident.to_string());
        let (last, of) = (names.next().unwrap_or_default(), names.next());
        let of = of
            .map(|of| self.numbers.itself.as_ref().filter(|_| of == "Self").map_or(of, ToString::to_string));
        let field = |i: usize| match &of {
            Some(of) => self.numbers.field(of, &format!("{last}.{i}")),
            None => self.numbers.field(&last, &i.to_string()),
        };
        (0..count).map(|i| field(i) == Kind::Number).collect()
    }

    /// The type of a function's path: `Vec::<f64>::new`.
    fn declared(&self, path: &ExprPath) -> Option<Kind> {
        let mut of = path.path.clone();
        of.segments.pop();
        of.segments.pop_punct();
        let explicit = of.segments.last().is_some_and(|segment| !segment.arguments.is_none());
        let ty = syn::Type::Path(syn::TypePath { qself: None, path: of });
        (explicit && path.qself.is_none()).then(|| Kind::of_type(&ty, &Kind::Number, self.numbers))
    }

    /// A call of a function of `std` that is generic over its arguments.
    fn call_std(
        &mut self,
        call: &mut ExprCall,
        names: &[String],
        declared: Option<Kind>,
        want: &Kind,
    ) -> Kind {
        let span = call.func.span();
        let name = names.last().map(String::as_str).unwrap_or_default();
        if let Some(function) = functions::find(names, call.args.len()) {
            let arguments = call.args.iter_mut().zip(function.arguments);
            let given = self.arguments(&Kind::Never, None, arguments, want, function.gives);
            let kind = self.gives(&function.gives, &given, span, name);
            return declared.unwrap_or(kind);
        }
        // `Iterator::map(xs, f)` is `xs.map(f)`.
        let of = names.len().checked_sub(2).map(|i| names[i].as_str());
        if of.is_some_and(|of| of == "Iterator" || types::holds(of).is_some())
            && let Some(method) = call.args.len().checked_sub(1).and_then(|count| methods::find(name, count))
        {
            let mut arguments = call.args.iter_mut();
            let Some(place) = arguments.next() else { return Kind::Unknown };
            let receiver = self.any(place);
            let arguments = arguments.zip(method.arguments);
            let given = self.arguments(&receiver, Some(place), arguments, want, method.gives);
            return self.gives(&method.gives, &given, span, name);
        }
        let want = if call.args.len() == 1 { want } else { &Kind::Never };
        let kinds: Vec<Kind> = call.args.iter_mut().map(|argument| self.expr(argument, want)).collect();
        if let [.., module, last] = names
            && module == "cmp"
            && let Some(remedy) = functions::wants_total_order(last)
            && kinds.contains(&Kind::Number)
        {
            self.invalid = true;
            self.refuse(&call.func, refusal::Body::TotalOrder { method: last, remedy });
            return Kind::Number;
        }
        if let Some(class) = functions::operator(names)
            && kinds.iter().any(|kind| !kind.is_plain())
        {
            self.need_class(class, span, format!("`{name}`"));
        }
        match kinds.as_slice() {
            [] => declared.unwrap_or(Kind::Unknown),
            [kind] => kind.clone(),
            kinds if kinds.iter().all(Kind::is_plain) => Kind::Plain,
            _ => Kind::Unknown,
        }
    }

    /// `special::erf(x)`: a number for a number, a plain float for a plain float.
    fn call_special(&mut self, call: &mut ExprCall, want: &Kind) -> Kind {
        let mut kinds = vec![Kind::Never; call.args.len()];
        // A literal beside a number is a number.
        for literals in [false, true] {
            let plain = *want == Kind::Fixed
                || literals && kinds.iter().all(|kind| kind.is_plain() || *kind == Kind::Never);
            let want = if plain { Kind::Fixed } else { Kind::Never };
            for (argument, kind) in call.args.iter_mut().zip(&mut kinds) {
                if is_literal(argument) == literals {
                    *kind = self.expr(argument, &want);
                }
            }
        }
        if kinds.iter().all(Kind::is_plain) {
            return Kind::Fixed;
        }
        self.need_class(Class::Real, call.func.span(), "a special function");
        Kind::Number
    }

    /// `size_of::<f64>()` and similar functions: unchanged without numbers, and refused if there may be one.
    fn call_of_types(&mut self, call: &mut ExprCall) -> Kind {
        let Expr::Path(path) = &*call.func else { return Kind::Unknown };
        let mut sees = self.numbers.occurs_in(path);
        for argument in &mut call.args {
            sees |= !self.any(argument).is_plain();
        }
        if sees {
            self.refuse(&call.func, refusal::Body::Types);
        }
        Kind::Plain
    }

    /// A call of an unknown function. With plain arguments only, it stays in plain `f64`, which suits ordinary and generic
    /// functions.
    fn call_unknown(&mut self, call: &mut ExprCall, names: &[String], associated: bool, want: &Kind) -> Kind {
        let mut kinds = vec![Kind::Never; call.args.len()];
        let handed = |kind: &Kind| !kind.is_foreign_or_plain() && *kind != Kind::Never;
        for calls in [false, true] {
            // A call beside a number may have to return one, so the type of its literals is inferred.
            let want = match want {
                // Constants of a plain float are plain: `ordinary(f64::EPSILON)`.
                Kind::Fixed => Kind::Fixed,
                _ if calls && (*want == Kind::Inferred || kinds.iter().any(handed)) => Kind::Inferred,
                _ => Kind::Never,
            };
            for (argument, kind) in call.args.iter_mut().zip(&mut kinds) {
                if !is_literal(argument) && is_call_of_literals(argument) == calls {
                    *kind = self.expr(argument, &want);
                }
            }
        }
        if let [.., module, last] = names
            && module == "call"
            && functions::is_at_floats(last)
            && call.args.first().is_some_and(lends_an_expression)
            && kinds.iter().any(Kind::holds_number)
        {
            self.invalid = true;
            self.refuse(&call.func, refusal::Body::AtFloats { written: &format!("call::{last}") });
            return Kind::Unknown;
        }
        let numbers = kinds.iter().any(handed);
        // A plain float becomes a number where one is wanted, if possible.
        let plain =
            !numbers && !associated && (!want.holds_number() || *want == Kind::Number && self.lifts());
        // The type of a literal is inferred if another argument is a number that determines it.
        let decided = !associated && kinds.iter().any(Kind::holds_number);
        let inferred = *want == Kind::Inferred && !kinds.iter().any(Kind::is_plain_float);
        let mut literals = false;
        for (argument, kind) in call.args.iter_mut().zip(&mut kinds) {
            if is_literal(argument) {
                literals = true;
                let want = match (plain, decided) {
                    _ if inferred => Kind::Inferred,
                    (true, _) => Kind::Fixed,
                    (_, true) => Kind::Inferred,
                    _ => Kind::Never,
                };
                *kind = self.expr(argument, &want);
            } else if numbers {
                self.convert_argument(argument, kind);
            }
        }
        if numbers || kinds.iter().any(Kind::holds_number) {
            if let (Expr::Path(path), true) = (&*call.func, associated) {
                self.reveal_built(&path.path);
            }
            self.need_call(call.func.span());
            self.fill_arguments(call, names);
            return if functions::is_detached(names, call.args.len()) { Kind::Fixed } else { Kind::Unknown };
        }
        // `String::from(…)`, but not `usize::from(…)`, whose value may become a number.
        let of = names.len().checked_sub(2).map(|i| names[i].as_str());
        if of.is_some_and(|of| types::is_plain(of) && types::integer(of).is_none()) {
            return Kind::Plain;
        }
        if plain && (literals || kinds.iter().any(Kind::is_plain_float)) {
            Kind::Plain
        } else if associated {
            Kind::Unknown
        } else {
            Kind::Foreign
        }
    }

    /// A function over numbers may require anything of them, and most functions compare.
    pub(super) fn need_call(&mut self, span: proc_macro2::Span) {
        if self.context.asserted.is_none() {
            self.need(Bounds::MOST, span, "a call of another function");
        }
    }

    /// `f64::max(a, b)`, `f64::from(k)`.
    fn call_of_float(&mut self, expr: &mut Expr, item: &str, want: &Kind) -> Kind {
        let Expr::Call(call) = expr else { return Kind::Unknown };
        if item == "from" && call.args.len() == 1 {
            let span = call.func.span();
            let Some(argument) = call.args.first_mut() else { return Kind::Unknown };
            let kind = self.any(argument);
            if *want == Kind::Fixed || kind == Kind::Fixed {
                return Kind::Fixed;
            }
            let mut argument = std::mem::replace(argument, Expr::PLACEHOLDER);
            if kind != Kind::Number {
                let (embedded, class) = self.embed(argument, &kind, span);
                argument = embedded;
                self.need_class(class, span, "`f64::from` of an integer that may be negative");
            }
            *expr = argument;
            return Kind::Number;
        }
        if item == "default" && call.args.is_empty() {
            let span = call.func.span();
            let name = self.numbers.name_at(span);
            *expr = Constant::Natural.of([lowered::integer(0, span)], Some(name), span, self.numbers);
            return Kind::Number;
        }
        let fixed = *want == Kind::Fixed;
        let want = if fixed { Kind::Fixed } else { Kind::Number };
        let kinds: Vec<Kind> = call.args.iter_mut().map(|argument| self.expr(argument, &want)).collect();
        if fixed && kinds.iter().all(Kind::is_plain) {
            return Kind::Fixed;
        }
        let callee = self.float_function(&mut call.func, item);
        match (item, callee) {
            ("sin_cos", _) => Kind::tuple(vec![Kind::Number, Kind::Number]),
            (_, Kind::Function { result, .. }) => *result,
            (_, kind) => kind,
        }
    }
}

/// `&Energy`, `&Power { k: 3 }`: arguments of `call::grad`.
fn lends_an_expression(argument: &Expr) -> bool {
    let Expr::Reference(reference) = argument else { return false };
    let path = match &*reference.expr {
        Expr::Path(path) => &path.path,
        Expr::Struct(of) => &of.path,
        _ => return false,
    };
    path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
}

/// `&mut x`, `|i| …`: arguments of `swap`, `replace`, `take`, `from_fn` of `std`.
fn is_lent_or_called(argument: &Expr) -> bool {
    match argument {
        Expr::Reference(reference) => reference.mutability.is_some(),
        Expr::Closure(_) => true,
        _ => false,
    }
}
