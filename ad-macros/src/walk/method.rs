//! Method calls. The macro sees no types, so a method is judged by its name and by the kind of its receiver.

use super::operator::is_literal;
use super::{Callee, Walk};
use crate::class::{Bounds, Class};
use crate::kind::Kind;
use crate::library::{self, Gives};
use crate::numbers::is_float;
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprMethodCall, GenericArgument, Type};

impl Walk<'_> {
    pub(super) fn method(&mut self, call: &mut ExprMethodCall, want: &Kind) -> Kind {
        let want = if *want == Kind::Fixed { Kind::Fixed } else { Kind::Never };
        let receiver = self.expr(&mut call.receiver, &want);
        let name = call.method.to_string();
        // Plain floats have a plain sum: `TABLE.iter().sum::<f64>()`.
        if receiver.is_plain() && matches!(name.as_str(), "sum" | "product") && is_float_turbofish(call) {
            return Kind::Fixed;
        }
        let declared = self.turbofish(call);
        let scalar = !matches!(receiver, Kind::List(_) | Kind::Tuple(_) | Kind::Function { .. });
        if let Some(callees) = self.context.callees.methods.get(&name)
            && !receiver.is_plain()
            && matches!(receiver, Kind::Record(_) | Kind::Unknown | Kind::Never)
        {
            return self.known_method(call, &name, callees);
        }
        if scalar && library::is_inspection(&name) && receiver == Kind::Number {
            self.inspection(&call.method.clone(), &name);
            return Kind::Plain;
        }
        if library::is_comparison(&name) {
            return self.comparison(call, &receiver, &name);
        }
        if scalar && (library::is_real_method(&name) || library::is_predicate(&name)) {
            return self.real_method(call, &receiver, &name);
        }
        if let Some(kind) = self.closure_method(call, &receiver, &name) {
            return declared.unwrap_or(kind);
        }
        if let Some(gives) = library::container_method(&name) {
            let kind = self.container(call, &receiver, &name, gives);
            return match declared {
                Some(declared) if declared != Kind::Unknown => declared,
                _ => kind,
            };
        }
        self.unknown_method(call, &receiver)
    }

    /// A method of the same annotated item.
    fn known_method(&mut self, call: &mut ExprMethodCall, name: &str, callees: &[Callee]) -> Kind {
        self.calls.insert(name.to_owned());
        for (i, argument) in call.args.iter_mut().enumerate() {
            let want = match callees {
                [callee] => callee.parameters.get(i).cloned().unwrap_or(Kind::Never),
                _ => Kind::Never,
            };
            let want = if want.is_plain() && !want.is_integer() { Kind::Fixed } else { want };
            self.expr(argument, &want);
        }
        callees.iter().map(|callee| callee.result.clone()).reduce(Kind::join).unwrap_or(Kind::Unknown)
    }

    /// Lowers explicit generic arguments, and finds what they say of the result: `sum::<f64>()`.
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
        if receiver.is_plain_float() && kinds.contains(&Kind::Number) {
            self.lift(&mut call.receiver, receiver);
        }
        if !receiver.is_plain() || kinds.iter().any(|kind| !kind.is_plain()) {
            let other = kinds.first().cloned().unwrap_or(Kind::Unknown);
            self.compare(receiver, &other, call.method.span(), format!("`{name}`"));
        }
        Kind::Plain
    }

    /// A method that numbers have under the same name as `f64`.
    fn real_method(&mut self, call: &mut ExprMethodCall, receiver: &Kind, name: &str) -> Kind {
        let span = call.method.span();
        let integer_argument = name == "powi";
        let want = match receiver {
            receiver if receiver.is_plain_float() => Kind::Fixed,
            Kind::Number if !integer_argument => Kind::Number,
            _ => Kind::Never,
        };
        let mut kinds = vec![Kind::Never; call.args.len()];
        for literals in [false, true] {
            for (argument, kind) in call.args.iter_mut().zip(&mut kinds) {
                if is_literal(argument) == literals {
                    *kind = self.expr(argument, &want);
                }
            }
        }
        let mut kind = receiver.clone();
        if receiver.is_plain_float() && kinds.contains(&Kind::Number) {
            // `LIMIT.min(x)`: the receiver decides the type, so it has to become a number.
            self.lift(&mut call.receiver, receiver);
            for (argument, kind) in call.args.iter_mut().zip(&kinds) {
                if kind.is_plain_float() {
                    self.lift(argument, kind);
                }
            }
            kind = Kind::Number;
        }
        if kind.is_plain() {
            return if library::is_predicate(name) { Kind::Plain } else { kind };
        }
        let order = library::is_predicate(name);
        self.need(Bounds { class: Class::Real, order }, span, format!("`{name}`"));
        match name {
            name if library::is_predicate(name) => Kind::Plain,
            "sin_cos" => Kind::tuple(vec![kind.clone(), kind]),
            _ => kind,
        }
    }

    /// Methods that call a closure: its parameters have the kinds of the elements.
    fn closure_method(&mut self, call: &mut ExprMethodCall, receiver: &Kind, name: &str) -> Option<Kind> {
        let element = receiver.element();
        Some(match (name, call.args.len()) {
            ("fold" | "try_fold" | "scan" | "rfold", 2) => {
                let slot = self.slot();
                let initial = {
                    let want = self.wanted(slot, &Kind::Never);
                    let first = call.args.first_mut()?;
                    self.expr(first, &want)
                };
                self.learn(slot, initial);
                let accumulator = self.slots[slot].clone();
                let result = self.callback(call.args.last_mut()?, &[accumulator, element]);
                match name {
                    "fold" | "rfold" => {
                        self.learn(slot, result);
                        self.slots[slot].clone()
                    }
                    "try_fold" => {
                        self.learn(slot, result.element());
                        Kind::list(self.slots[slot].clone())
                    }
                    _ => Kind::list(result.element()),
                }
            }
            ("map", 1) => Kind::list(self.callback(call.args.first_mut()?, &[element])),
            ("flat_map" | "filter_map" | "map_while" | "and_then", 1) => {
                Kind::list(self.callback(call.args.first_mut()?, &[element]).element())
            }
            ("find_map", 1) => self.callback(call.args.first_mut()?, &[element]),
            ("map_or", 2) => {
                let default = self.any(call.args.first_mut()?);
                default.join(self.callback(call.args.last_mut()?, &[element]))
            }
            ("map_or_else", 2) => {
                let default = self.callback(call.args.first_mut()?, &[]);
                default.join(self.callback(call.args.last_mut()?, &[element]))
            }
            ("zip", 1) => {
                let other = self.any(call.args.first_mut()?).element();
                Kind::list(Kind::tuple(vec![element, other]))
            }
            ("enumerate", 0) => Kind::list(Kind::tuple(vec![Kind::Unsigned, element])),
            ("unzip", 0) => match element {
                Kind::Tuple(kinds) => Kind::tuple(kinds.into_iter().map(Kind::list).collect()),
                _ => Kind::Unknown,
            },
            ("split_first" | "split_last", 0) => {
                Kind::list(Kind::tuple(vec![element.clone(), Kind::list(element)]))
            }
            ("min_by_key" | "max_by_key" | "find", 1) => {
                self.callback(call.args.first_mut()?, std::slice::from_ref(&element));
                Kind::list(element)
            }
            (name, 1) if library::sees_pairs(name) => {
                self.callback(call.args.first_mut()?, &[element.clone(), element.clone()]);
                if matches!(name, "min_by" | "max_by" | "reduce") { Kind::list(element) } else { Kind::Plain }
            }
            (name, 1)
                if library::sees_elements(name) && matches!(call.args.first(), Some(Expr::Closure(_))) =>
            {
                self.callback(call.args.first_mut()?, &[element]);
                match library::container_method(name) {
                    Some(Gives::Same) => receiver.clone(),
                    Some(Gives::Halves) => Kind::tuple(vec![receiver.clone(), receiver.clone()]),
                    Some(Gives::Index) => Kind::list(Kind::Unsigned),
                    _ => Kind::Plain,
                }
            }
            _ => return None,
        })
    }

    /// A method of a container, an option or an iterator: it does not depend on what is inside.
    fn container(&mut self, call: &mut ExprMethodCall, receiver: &Kind, name: &str, gives: Gives) -> Kind {
        let span = call.method.span();
        let element = receiver.element();
        let want = if receiver.is_plain() {
            Kind::Fixed
        } else if matches!(
            name,
            "push" | "push_back" | "push_front" | "fill" | "unwrap_or" | "insert" | "resize"
        ) {
            if element == Kind::Unknown { Kind::Never } else { element.clone() }
        } else {
            Kind::Never
        };
        let mut given = Kind::Never;
        for argument in &mut call.args {
            given = self.expr(argument, &want);
        }
        match name {
            "push" | "push_back" | "push_front" | "fill" | "insert" | "resize" => {
                self.refine(&call.receiver, Kind::list(given.clone()));
            }
            "extend" | "extend_from_slice" | "append" | "copy_from_slice" | "clone_from_slice" => {
                self.refine(&call.receiver, Kind::list(given.element()));
            }
            "sort_by_key" | "min_by_key" | "max_by_key" if !receiver.is_plain() => {
                self.compare(&Kind::Unknown, &Kind::Unknown, span, format!("`{name}`"));
            }
            _ => {}
        }
        match gives {
            // Not a container: `x.clone()`, `n.pow(2).clone()`.
            Gives::Same if !matches!(receiver, Kind::List(_)) => receiver.clone(),
            Gives::Same => match (name, receiver) {
                ("flatten" | "concat", receiver) => receiver.element(),
                ("chain", receiver) => receiver.clone().join(given),
                (_, receiver) => receiver.clone(),
            },
            Gives::Element => match name {
                "unwrap_or" | "get_or_insert" => element.join(given),
                _ => element,
            },
            Gives::Optional => Kind::list(element),
            Gives::Groups => Kind::list(Kind::list(element)),
            Gives::Halves => Kind::tuple(vec![receiver.clone(), receiver.clone()]),
            Gives::Index if matches!(name, "position" | "rposition") => Kind::list(Kind::Unsigned),
            Gives::Index => Kind::Unsigned,
            Gives::Plain => Kind::Plain,
        }
    }

    /// A method that the macro does not know. It may ask anything of the numbers it sees.
    fn unknown_method(&mut self, call: &mut ExprMethodCall, receiver: &Kind) -> Kind {
        let mut kinds = vec![Kind::Never; call.args.len()];
        for (argument, kind) in call.args.iter_mut().zip(&mut kinds) {
            if !is_literal(argument) {
                *kind = self.any(argument);
            }
        }
        let plain = receiver.is_plain() && kinds.iter().all(|kind| kind.is_plain() || *kind == Kind::Never);
        let want = if plain { Kind::Fixed } else { Kind::Never };
        for argument in call.args.iter_mut().filter(|argument| is_literal(argument)) {
            self.expr(argument, &want);
        }
        if plain {
            let name = call.method.to_string();
            return match receiver {
                Kind::Unsigned if library::stays_unsigned(&name) => Kind::Unsigned,
                receiver if receiver.is_integer() => Kind::Integer,
                _ => Kind::Plain,
            };
        }
        self.need_call(call.method.span());
        Kind::Unknown
    }
}

/// Whether the explicit generic argument is `f64`.
fn is_float_turbofish(call: &ExprMethodCall) -> bool {
    call.turbofish.as_ref().and_then(|arguments| arguments.args.first()).is_some_and(
        |argument| matches!(argument, GenericArgument::Type(Type::Path(ty)) if is_float(&ty.path)),
    )
}
