//! The expressions of a function that make or read the results.

use super::Conversion;
use super::enums::Enums;
use super::public::Twins;
use crate::body::print::block_of;
use crate::body::tree::{Block, Body, ExprId, Form, Separator, Statement};
use crate::core::errors::{Variants, by_match, chosen, scrutinee};
use crate::core::name;
use crate::errors::Errors;
use crate::infer::Typed;
use crate::refusal;
use crate::ty::{List, Ty};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Ident, Pat, Stmt, Token, parse_quote, parse_quote_spanned};

/// The expressions of a function that make or read the results.
pub(super) struct Results<'a> {
    pub(super) body: &'a Body,
    pub(super) typed: &'a Typed,
    pub(super) around: (&'a Enums<'a>, &'a Twins, &'a [Conversion]),
    /// The result of the function.
    pub(super) output: Ty,
    /// The type around.
    pub(super) itself: Option<String>,
    pub(super) errors: &'a Errors,
}

impl Results<'_> {
    /// The variants of a result, and whether they are those of an enum of the module.
    fn variants(&self, ty: &Ty) -> Option<(Variants, bool)> {
        match (ty, self.around.0.of(ty)) {
            (_, Some(of)) => {
                Some((Variants { value: parse_quote!(#of::Value), error: parse_quote!(#of::Error) }, true))
            }
            (Ty::Result(..), None) => Some((Variants::of_std(), false)),
            _ => None,
        }
    }

    fn own(&self, ty: &Ty) -> Option<Variants> {
        self.variants(ty).and_then(|(variants, own)| own.then_some(variants))
    }

    /// The expression with the variants of the module's enums.
    pub(super) fn written(&self, id: ExprId, expr: Expr) -> Expr {
        match (self.body.form(id), expr) {
            (Form::Path, Expr::Path(path)) => Expr::Path(self.path(id, path)),
            (Form::Match(of, _), Expr::Match(mut choice)) => {
                choice.arms.iter_mut().for_each(|arm| self.pattern(&mut arm.pat, self.typed.of(*of)));
                Expr::Match(choice)
            }
            (Form::Let(_, of), Expr::Let(mut condition)) => {
                self.pattern(&mut condition.pat, self.typed.of(*of));
                Expr::Let(condition)
            }
            (Form::Try(of), Expr::Try(question)) => self.question(id, *of, question),
            (Form::Method(of, _), Expr::MethodCall(call)) => self.method(id, *of, call),
            (Form::Macro(arguments, Separator::Pattern), Expr::Macro(mac)) => {
                self.matches(arguments, &mac).unwrap_or(Expr::Macro(mac))
            }
            (form, mut expr) => {
                if let (Some(block), Some(written)) = (form.block(), block_of(&mut expr)) {
                    self.lets(written, block);
                }
                expr
            }
        }
    }

    /// The patterns of `let Ok(v) = value else { … };`
    fn lets(&self, written: &mut syn::Block, block: &Block) {
        let values = block.statements.iter().filter_map(|statement| match statement {
            Statement::Let { value, .. } => Some(*value),
            Statement::Expr(_) => None,
        });
        let locals = written.stmts.iter_mut().filter_map(|statement| match statement {
            Stmt::Local(local) => Some(local),
            _ => None,
        });
        for (local, value) in locals.zip(values) {
            let Some(value) = value else { continue };
            let ty = self.typed.of(value);
            // The type may have another spelling than in the signatures.
            if let (Pat::Type(typed), Some(of)) = (&mut local.pat, self.around.0.of(ty)) {
                *typed.ty = parse_quote!(#of);
            }
            self.pattern(&mut local.pat, ty);
        }
    }

    fn path(&self, id: ExprId, mut path: syn::ExprPath) -> syn::ExprPath {
        let Some(last) = path.path.segments.last() else { return path };
        let Ty::Function(_, result) = self.typed.of(id) else { return path };
        let Some(variants) = self.own(result) else { return path };
        let span = last.ident.span();
        match &*last.ident.to_string() {
            "Ok" => path.path = variants.at(span).value,
            "Err" => path.path = variants.at(span).error,
            _ => {
                let holder = path.path.segments.iter().rev().nth(1).and_then(|of| self.holder(&of.ident));
                if let Some(twin) = self.around.1.of(holder.as_deref(), &last.ident)
                    && let Some(last) = path.path.segments.last_mut()
                {
                    last.ident = Ident::new(&twin.to_string(), span);
                }
            }
        }
        path
    }

    /// Names of variants in a pattern of this type.
    fn pattern(&self, pattern: &mut Pat, ty: &Ty) {
        let parts = |ty: &Ty| ty.parts().into_iter().cloned().collect::<Vec<_>>();
        match (pattern, ty) {
            (pattern, Ty::Ref { of, .. }) if !matches!(pattern, Pat::Reference(_)) => {
                self.pattern(pattern, of);
            }
            (Pat::Reference(inner), Ty::Ref { of, .. }) => self.pattern(&mut inner.pat, of),
            (Pat::Paren(inner), ty) => self.pattern(&mut inner.pat, ty),
            (Pat::Type(inner), ty) => self.pattern(&mut inner.pat, ty),
            (Pat::Slice(inner), Ty::List(_, of)) => {
                inner.elems.iter_mut().for_each(|part| self.pattern(part, of));
            }
            (Pat::Ident(inner), ty) => {
                if let Some((_, sub)) = &mut inner.subpat {
                    self.pattern(sub, ty);
                }
            }
            (Pat::Or(inner), ty) => inner.cases.iter_mut().for_each(|case| self.pattern(case, ty)),
            (Pat::Tuple(inner), Ty::Tuple(types)) if inner.elems.len() == types.len() => {
                inner.elems.iter_mut().zip(&**types).for_each(|(part, ty)| self.pattern(part, ty));
            }
            (Pat::TupleStruct(inner), ty) if inner.elems.len() == 1 => {
                let Some(last) = inner.path.segments.last() else { return };
                let (is_error, span) = (last.ident == "Err", last.ident.span());
                let part = parts(ty).into_iter().nth(usize::from(is_error && matches!(ty, Ty::Result(..))));
                if let Some(variants) = self.own(ty) {
                    let variants = variants.at(span);
                    inner.path = if is_error { variants.error } else { variants.value };
                }
                if let (Ty::Option(_) | Ty::Result(..), Some(part)) = (ty, part) {
                    self.pattern(&mut inner.elems[0], &part);
                }
            }
            _ => {}
        }
    }

    /// `value?`
    fn question(&self, id: ExprId, of: ExprId, question: syn::ExprTry) -> Expr {
        let (given, output) = (self.typed.of(of), self.output_at(id));
        if let Some(direct) = self.question_of_option(of, &question.expr, output) {
            return direct;
        }
        let (Some((from, of_from)), Some((to, of_to))) = (self.variants(given), self.variants(output)) else {
            return Expr::Try(question);
        };
        if !of_from && !of_to {
            return Expr::Try(question);
        }
        let (Ty::Result(_, inside), Ty::Result(_, outside)) = (given, output) else {
            return Expr::Try(question);
        };
        let span = question.question_token.span;
        let (from, to) = (from.at(span), to.at(span));
        let (there, error) = (name("inside"), name("error"));
        let given = self.converted(&error, inside, outside);
        let (expr, value, failed, exit) = (scrutinee(&question.expr), &from.value, &from.error, &to.error);
        parse_quote_spanned!(question.span()=> match #expr {
            #value(#there) => #there,
            #failed(#error) => return #exit(#given),
        })
    }

    /// `option.ok_or(error)?`, also if the option has a reference.
    fn question_of_option(&self, of: ExprId, expr: &Expr, output: &Ty) -> Option<Expr> {
        let (Form::Method(option, _), Expr::MethodCall(call)) = (self.body.form(of), expr) else {
            return None;
        };
        let (Ty::Option(content), Ty::Result(_, inside)) = (self.typed.of(*option), self.typed.of(of)) else {
            return None;
        };
        let (Ty::Result(_, outside), Ty::Ref { .. }) = (output, &**content) else { return None };
        let (to, own) = self.variants(output)?;
        let (exit, there) = (&to.error, name("inside"));
        let (error, other) = own.then(|| otherwise(call)).flatten()?;
        let error = match other {
            Some(_) => self.converted(&name("other"), inside, outside),
            None if inside == outside => error,
            None => return None,
        };
        Some(chosen(call, other, &quote!(Some(#there) => #there, None => return #exit(#error))))
    }

    /// An error as that of the function.
    fn converted(&self, error: &Ident, from: &Ty, to: &Ty) -> Expr {
        if from == to {
            return parse_quote!(#error);
        }
        let conversion =
            self.around.2.iter().find(|conversion| conversion.from == *from && conversion.to == *to);
        match (conversion, to.name()) {
            (Some(Conversion { name, is_used, .. }), _) => {
                is_used.set(true);
                parse_quote!(#name(#error))
            }
            (None, Some(name)) => {
                let name = Ident::new(name, error.span());
                parse_quote!(#name::from(#error))
            }
            (None, None) => parse_quote!(::core::convert::From::from(#error)),
        }
    }

    /// The result of the function or closure around.
    fn output_at(&self, id: ExprId) -> &Ty {
        let closure = self.body.ids().find(|around| {
            matches!(self.body.form(*around), Form::Closure { .. }) && self.body.contains(*around, id)
        });
        match closure.map(|closure| self.typed.of(closure)) {
            Some(Ty::Function(_, output)) => output,
            _ => &self.output,
        }
    }

    /// A method of a result, as a `match`.
    fn method(&self, id: ExprId, of: ExprId, mut call: ExprMethodCall) -> Expr {
        let ty = referent(self.typed.of(of));
        if let Some(twin) = ty.name().and_then(|name| self.around.1.of(Some(name), &call.method)) {
            call.method = Ident::new(&twin.to_string(), call.method.span());
            return Expr::MethodCall(call);
        }
        let result = self.typed.of(id);
        if let (Ty::Iterator(item), "collect") = (ty, &*call.method.to_string())
            && let Some(collected) = self.collected(&call, item, result)
        {
            return collected;
        }
        if let (Form::Method(inner, _), Expr::MethodCall(lent)) = (self.body.form(of), &*call.receiver)
            && let Some(from) = self.own(referent(self.typed.of(*inner)))
        {
            let place = &lent.receiver;
            let place: Option<Expr> = match &*lent.method.to_string() {
                "as_ref" => Some(parse_quote!((&#place))),
                "as_mut" => Some(parse_quote!((&mut #place))),
                _ => None,
            };
            // A result with a reference to an error has no enum.
            if let (Some(place), false) = (place, matches!(result, Ty::Result(..))) {
                *call.receiver = place;
                return by_match(&call, &from, None).unwrap_or(Expr::MethodCall(call));
            }
        }
        if self.own(ty).is_none() && self.own(result).is_none() {
            return Expr::MethodCall(call);
        }
        let to = self.variants(result).map(|(variants, _)| variants);
        let matched = match (ty, self.variants(ty)) {
            (Ty::Option(_), _) => to.and_then(|to| of_option(&call, &to)),
            (_, Some((from, _))) => by_match(&call, &from, to.as_ref()),
            _ => None,
        };
        matched.unwrap_or_else(|| {
            // A lent result is read by the method around.
            let lent = call.args.is_empty() && (call.method == "as_ref" || call.method == "as_mut");
            if self.own(ty).is_some() && !(lent && self.is_read(id)) && call.method != "clone" {
                self.errors.at(&call.method, refusal::Item::ResultMethod { method: &call.method });
            }
            Expr::MethodCall(call)
        })
    }

    /// Whether a method that [`by_match`] knows reads a lent result.
    fn is_read(&self, lent: ExprId) -> bool {
        self.body.ids().any(|id| {
            matches!(self.body.form(id), Form::Method(of, _) if *of == lent)
                && !matches!(self.typed.of(id), Ty::Result(..))
        })
    }

    /// The list of the values, up to the first error.
    fn collected(&self, call: &ExprMethodCall, item: &Ty, result: &Ty) -> Option<Expr> {
        let (from, to) = (self.own(item)?, self.own(result)?);
        let list = result.content().filter(|list| matches!(list, Ty::List(List::Vec, _)))?;
        let (items, ty) = (&call.receiver, list.written()?);
        let (some, failed, value, error) = (from.value, from.error, to.value, to.error);
        let (all, item, there, lost) = (name("all"), name("item"), name("inside"), name("error"));
        Some(parse_quote_spanned!(call.method.span()=> '__ad_collect: loop {
            let mut #all: #ty = Vec::new();
            for #item in #items {
                match #item {
                    #some(#there) => #all.push(#there),
                    #failed(#lost) => break '__ad_collect #error(#lost),
                }
            }
            break '__ad_collect #value(#all);
        }))
    }

    /// `matches!(value, pattern)`, as a `match`
    fn matches(&self, arguments: &[ExprId], mac: &syn::ExprMacro) -> Option<Expr> {
        let ty = self.typed.of(*arguments.first()?);
        let parser = |input: ParseStream<'_>| {
            let value: Expr = input.parse()?;
            input.parse::<Token![,]>()?;
            let pattern = Pat::parse_multi_with_leading_vert(input)?;
            let guard = if input.peek(Token![if]) { Some((input.parse()?, input.parse()?)) } else { None };
            let _ = input.parse::<Option<Token![,]>>()?;
            Ok((value, pattern, guard))
        };
        let (value, mut pattern, guard): (Expr, Pat, Option<(Token![if], Expr)>) =
            parser.parse2(mac.mac.tokens.clone()).ok()?;
        let before = pattern.to_token_stream().to_string();
        self.pattern(&mut pattern, ty);
        let guard = guard.map(|(word, of)| quote!(#word #of));
        let value = scrutinee(&value);
        (before != pattern.to_token_stream().to_string())
            .then(|| parse_quote_spanned!(mac.span()=> match #value { #pattern #guard => true, _ => false }))
    }

    /// The name of a type, which may be `Self`. A module has none.
    fn holder(&self, name: &Ident) -> Option<String> {
        let named = Some(name.to_string()).filter(|name| name.starts_with(char::is_uppercase));
        self.itself.clone().filter(|_| name == "Self").or(named)
    }
}

/// `option.ok_or(error)`, as a `match`
fn of_option(call: &ExprMethodCall, to: &Variants) -> Option<Expr> {
    let (value, failure, there) = (&to.value, &to.error, name("inside"));
    let (error, other) = otherwise(call)?;
    Some(chosen(call, other, &quote!(Some(#there) => #value(#there), None => #failure(#error))))
}

/// The error of `option.ok_or(error)`, and whether it is evaluated in any case.
fn otherwise(call: &ExprMethodCall) -> Option<(Expr, Option<&Expr>)> {
    let other = name("other");
    match (&*call.method.to_string(), call.args.first()?) {
        ("ok_or", error) => Some((parse_quote!(#other), Some(error))),
        ("ok_or_else", Expr::Closure(closure)) if closure.inputs.is_empty() => {
            Some(((*closure.body).clone(), None))
        }
        _ => None,
    }
}

/// The type behind references.
fn referent(ty: &Ty) -> &Ty {
    match ty {
        Ty::Ref { of, .. } => referent(of),
        ty => ty,
    }
}
