//! Methods of the user's structs, and of parts without numbers.

use super::expr::strip;
use super::{Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::methods;
use crate::library::reverse::OfPlain;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowering<'_> {
    /// A method of a part without numbers, such as an iterator in a field. It runs once, in the forward sweep. If it may change the part,
    /// the reverse sweep restores a copy.
    ///
    /// ```text
    /// // Input:  let c = self.chars.next();
    /// // Output: let old = self.chars.to_owned();   (a write, which is reversed)
    /// //         let c = self.chars.next();
    /// ```
    fn method_of_data(&mut self, mut place: Place, call: &ExprMethodCall) -> Result<Value> {
        let name = call.method.to_string();
        let span = span_of(&call.method);
        self.behind_reference(&mut place);
        let arguments: Vec<Plain> =
            call.args.iter().map(|argument| self.plain_argument(argument)).collect::<Result<_>>()?;
        // The methods of types without numbers, one of which may be the type of the part.
        let of_data = |key: &str| {
            let mut names = key.rsplit("::");
            names.next() == Some(&name) && names.next().is_none_or(|of| self.numbers.named(of).is_none())
        };
        let functions = &self.numbers.known.functions;
        let user = functions.receivers().any(|(key, _)| of_data(key));
        let changes = functions.receivers().any(|(key, changes)| changes && of_data(key));
        let row = methods::of(call);
        // `peek` prepares an item, and changes nothing else.
        let part = row.is_some_and(|row| row.plain == Some(OfPlain::Part)) && !user;
        let stays = if user { !changes } else { part || super::mention::is_cheap(call) };
        if !stays && !self.containers(&place).is_empty() {
            self.save(place.clone(), span);
        }
        let mut of = self.of_place(&place, &quote!());
        // rustc refuses a method that changes the part after all.
        if stays && name != "peek" {
            let tokens = &of.tokens;
            of.tokens = quote!((&#tokens));
        }
        let all: Vec<&Plain> = std::iter::once(&of).chain(&arguments).collect();
        let (receiver, method, turbofish) = (&of.tokens, &call.method, &call.turbofish);
        let tokens = arguments.iter().map(|argument| &argument.tokens);
        let cloned = part.then(|| quote!(.cloned()));
        let tokens = quote!(#receiver.#method #turbofish(#(#tokens),*) #cloned);
        let value = Plain { state: true, varies: true, ..Self::compose(&all, tokens, true) };
        let value = self.now(value, "k", span, None);
        if !part {
            return Ok(Value::Plain(value));
        }
        let tokens = &value.tokens;
        Ok(Value::Plain(Self::compose(&[&value], quote!(#tokens.as_ref()), false)))
    }

    /// The only type over numbers that is made from values of this type by `into`. rustc checks that it is the type of the value.
    pub(super) fn target_of(&self, ty: &Ty) -> Option<String> {
        let fits = |kind: &crate::kind::Kind| match (crate::adjoint::of_kind(kind), ty.owned()) {
            (_, Ty::Unknown) | (Ty::List(_), Ty::List(_)) | (Ty::Number, Ty::Number) => true,
            (Ty::Tuple(a), Ty::Tuple(b)) => a.len() == b.len(),
            (Ty::Struct(a), Ty::Struct(b)) => a == *b,
            _ => false,
        };
        let sources = self.numbers.known.functions.iter();
        let fitting = sources.filter(|(_, of)| of.source.get().is_some_and(fits));
        let mut targets = fitting.filter_map(|(conversion, _)| conversion.strip_suffix("::from"));
        targets.next().filter(|_| targets.next().is_none()).map(str::to_owned)
    }

    /// A plain argument. rustc infers the parameters of a closure where it is passed.
    pub(super) fn plain_argument(&mut self, argument: &Expr) -> Result<Plain> {
        match strip(argument) {
            Expr::Closure(_) => self.plain_later(argument),
            _ => self.plain(argument),
        }
    }

    /// A text, or parts of it. rustc checks that the place contains a text.
    pub(super) fn of_text(&mut self, place: &Place, call: &ExprMethodCall) -> Value {
        let text = self.of_place(place, &quote!());
        let private = self.numbers.private_at(span_of(&call.method));
        let (tokens, method, literals) = (&text.tokens, &call.method, &call.args);
        let method = (method != "as_str").then(|| quote!(.#method(#literals)));
        let tokens = quote!(#private::adjoint::text(&#tokens)#method);
        let plain = Plain { tokens, expensive: true, reference: true, ..text };
        Value::Plain(self.now(plain, "text", span_of(&call.method), None))
    }

    /// A method of the user's.
    pub(super) fn method_of_struct(
        &mut self,
        receiver: Value,
        ty: &Ty,
        call: &ExprMethodCall,
    ) -> Result<Value> {
        match receiver {
            Value::Place(place) | Value::Borrow(place)
                if matches!(place.ty.owned(), Ty::Struct(_) | Ty::Unknown) =>
            {
                self.call_method(place, call)
            }
            value @ Value::Source(_) if matches!(ty, Ty::Struct(_) | Ty::Unknown) => {
                let place = self.stored(&value, "a", &call.receiver)?;
                self.call_method(place, call)
            }
            Value::Place(place) | Value::Borrow(place)
                if place.ty.is_plain() && call.args.iter().all(|argument| self.is_plain(argument)) =>
            {
                self.method_of_data(place, call)
            }
            _ => refuse(
                &call.method,
                format!(
                    "the method `{}` is not supported; use loops and operators, or call a free function with \
                    `#[exp(adjoint)]`",
                    call.method
                ),
            ),
        }
    }
}
