//! Variants of enums with numbers, and patterns inside of patterns.
//!
//! ```text
//! // Input:  match shape { Shape::Circle { r } => e, _ => f }
//! // Output: let m = match shape { Shape::Circle { .. } => 0, _ => 1 };
//! //         match m { 0 => { let r = match shape { Shape::Circle { r, .. } => r, _ => unreachable!() }; e } _ => f }
//! ```

use super::pattern::is_rest;
use super::{Binding, Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::kind::Kind;
use crate::structs;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Ident, Index, Member, Pat, Path, PathArguments};

/// Whether the path of a pattern with parts names a variant. That of a struct has one name, or is in a module.
fn is_of_enum(path: &Path) -> bool {
    let of = path.segments.iter().rev().nth(1);
    of.is_some_and(|of| of.ident.to_string().starts_with(char::is_uppercase))
}

/// Whether a pattern fits every value of its type, as far as the tokens tell.
pub(super) fn fits_all(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Ident(name) => {
            is_rest(pattern)
                || name.subpat.is_none() && !name.ident.to_string().starts_with(char::is_uppercase)
        }
        Pat::Paren(inner) => fits_all(&inner.pat),
        Pat::Reference(inner) => fits_all(&inner.pat),
        Pat::Type(inner) => fits_all(&inner.pat),
        Pat::Tuple(inner) => inner.elems.iter().all(fits_all),
        Pat::Struct(inner) => {
            !is_of_enum(&inner.path) && inner.fields.iter().all(|field| fits_all(&field.pat))
        }
        Pat::TupleStruct(inner) => {
            !is_of_enum(&inner.path)
                && !["Some", "Ok", "Err"].iter().any(|name| inner.path.is_ident(name))
                && inner.elems.iter().all(fits_all)
        }
        _ => false,
    }
}

/// The variant that a pattern asks for, and the patterns of its fields.
struct Variant<'p> {
    path: Path,
    fields: Vec<(Member, &'p Pat)>,
    /// Whether the pattern goes through a reference, as `&Token::Name(name)`.
    by_value: bool,
}

/// The variant of a pattern whose fields may have any value.
fn variant(pattern: &Pat) -> Option<Variant<'_>> {
    let found = match pattern {
        Pat::Paren(inner) => return variant(&inner.pat),
        Pat::Reference(inner) => {
            return variant(&inner.pat).map(|variant| Variant { by_value: true, ..variant });
        }
        Pat::Path(path) => Variant { path: path.path.clone(), fields: Vec::new(), by_value: false },
        Pat::Ident(name) if name.ident.to_string().starts_with(char::is_uppercase) => {
            Variant { path: name.ident.clone().into(), fields: Vec::new(), by_value: false }
        }
        Pat::Struct(inner) => {
            let fields = inner.fields.iter().map(|field| (field.member.clone(), &*field.pat)).collect();
            Variant { path: inner.path.clone(), fields, by_value: false }
        }
        Pat::TupleStruct(inner) => {
            let member = |i| Member::Unnamed(Index::from(i));
            // The positions behind `..` are unknown.
            let fields =
                inner.elems.iter().enumerate().take_while(|(_, field)| !matches!(field, Pat::Rest(_)));
            let last_is_rest = !inner.elems.iter().rev().skip(1).any(|field| matches!(field, Pat::Rest(_)));
            if !last_is_rest {
                return None;
            }
            Variant {
                path: inner.path.clone(),
                fields: fields.map(|(i, field)| (member(i), field)).collect(),
                by_value: false,
            }
        }
        _ => return None,
    };
    let prelude = ["Some", "Ok", "None", "Err"].iter().any(|name| found.path.is_ident(name));
    (!prelude && found.fields.iter().all(|(_, field)| fits_all(field))).then_some(found)
}

/// The patterns of one arm: those beside `|`.
fn cases(pattern: &Pat) -> Vec<&Pat> {
    match pattern {
        Pat::Or(or) => or.cases.iter().flat_map(cases).collect(),
        Pat::Paren(inner) => cases(&inner.pat),
        pattern => vec![pattern],
    }
}

impl Lowering<'_> {
    /// The path of a variant, for the enum and for its shadow.
    fn variant_path(&self, path: &Path) -> Path {
        let mut path = path.clone();
        path.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
        if let (Some(first), Some(itself)) = (path.segments.first_mut(), &self.numbers.itself)
            && first.ident == "Self"
        {
            first.ident = itself.clone();
        }
        path
    }

    /// Whether a path names a variant of an enum over numbers: a value without fields, or the function that makes one.
    pub(super) fn names_variant(&self, path: &syn::ExprPath) -> bool {
        self.numbers.is_variant(&path.path)
            && matches!(self.struct_of(&path.path.to_token_stream()), Ty::Struct(_))
    }

    /// Whether it is an object, which has slots also if its type has no numbers.
    pub(super) fn makes_object(&self, call: &syn::ExprCall) -> bool {
        let Expr::Path(path) = &*call.func else { return false };
        let of = path.path.segments.first().map(|first| first.ident.to_string());
        of.is_some_and(|of| self.numbers.known.objects.contains_key(&of))
    }

    /// A variant without fields as a plain value, which may be compared.
    pub(super) fn without_fields(value: Value) -> Value {
        match value {
            Value::Source(Source::Build(Build { kind: BuildKind::Variant(tokens, _), parts }))
                if parts.is_empty() =>
            {
                Value::Plain(Plain { tokens, ..Plain::default() })
            }
            value => value,
        }
    }

    /// How a struct or variant is built: `Point { … }`, `Shape::Circle(…)`
    pub(super) fn built(&self, path: &Path, members: Vec<Member>) -> BuildKind {
        if self.numbers.is_variant(path) {
            BuildKind::Variant(self.variant_path(path).to_token_stream(), members)
        } else {
            BuildKind::Struct(path.to_token_stream(), members)
        }
    }

    /// The number of the first of these patterns that a value of an enum fits: `match shape { Shape::Circle { .. } => 0, _ => 1 }`
    fn chosen(&mut self, place: &Place, patterns: &[Option<TokenStream>], at: Span) -> Plain {
        let (tokens, mut values) = super::super::place_tokens(&self.vars, place, false);
        values.push(place.root);
        let arms = patterns.iter().enumerate().map(|(i, pattern)| {
            let i = Literal::usize_unsuffixed(i);
            match pattern {
                Some(pattern) => quote!(#pattern => #i,),
                None => quote!(_ => #i,),
            }
        });
        let tokens = quote!(match &#tokens { #(#arms)* });
        let reads = self.containers(place);
        self.now(
            Plain { tokens, values, reads, expensive: true, ..Plain::default() },
            "m",
            at,
            Some(quote!(usize)),
        )
    }

    /// A `match` on an enum with numbers whose arms have neither guards nor patterns inside of patterns, if it is one.
    pub(super) fn match_variants(&mut self, value: &Value, inner: &syn::ExprMatch) -> Result<Option<Value>> {
        let of_variants = |pattern: &Pat| {
            let cases = cases(pattern);
            let variants: Vec<_> = cases.iter().filter_map(|case| variant(case)).collect();
            variants.len() == cases.len()
                && (cases.len() == 1
                    || variants
                        .iter()
                        .all(|variant| variant.fields.iter().all(|(_, field)| matches!(field, Pat::Wild(_)))))
        };
        let simple =
            inner.arms.iter().all(|arm| arm.guard.is_none() && (of_variants(&arm.pat) || fits_all(&arm.pat)));
        if !simple || !inner.arms.iter().any(|arm| of_variants(&arm.pat)) {
            return Ok(None);
        }
        let (place, borrowed) = self.enumeration(value, &inner.expr)?;
        let patterns = inner.arms.iter().map(|arm| {
            let paths = cases(&arm.pat).into_iter().filter_map(variant);
            let paths: Vec<Path> = paths.map(|variant| self.variant_path(&variant.path)).collect();
            (!paths.is_empty()).then(|| quote!(#(#paths { .. })|*))
        });
        let patterns: Vec<_> = patterns.collect();
        let chosen = self.chosen(&place, &patterns, span_of(&inner.match_token));
        let mut arms = Vec::new();
        for (i, arm) in inner.arms.iter().enumerate() {
            let i = Literal::usize_unsuffixed(i);
            let pattern = if arms.len() + 1 == inner.arms.len() { quote!(_) } else { quote!(#i) };
            let (value, block) = self.nested(|lowering| {
                let names = lowering.scope.len();
                match variant(&arm.pat) {
                    Some(variant) => lowering.bind_fields(&variant, &place, borrowed)?,
                    None if matches!(arm.pat, Pat::Or(_)) => {}
                    None => lowering.bind(&arm.pat, value.clone(), None)?,
                }
                let value = lowering.expr(&arm.body)?;
                lowering.scope.truncate(names);
                Ok(value)
            })?;
            arms.push((pattern, None, value, block, arm.body.to_token_stream()));
        }
        self.join(chosen, arms, false, span_of(&inner.match_token)).map(Some)
    }

    /// The place of a value of an enum, and whether its fields are borrowed.
    fn enumeration(&mut self, value: &Value, at: &dyn ToTokens) -> Result<(Place, bool)> {
        let value = self.held(value.clone(), at)?;
        let borrowed = matches!(&value, Value::Borrow(_)) || matches!(self.type_of(&value), Ty::Reference(_));
        let place = self.stored(&value, "a", at)?;
        let shared = matches!(&value, Value::Borrow(place) if !place.exclusive);
        if !shared && (place.exclusive || self.vars[place.root].exclusive) {
            return refuse(
                at,
                "a pattern borrows the fields of an enum mutably; match on the value, and assign a new one",
            );
        }
        Ok((place, borrowed))
    }

    fn bind_fields(&mut self, variant: &Variant<'_>, place: &Place, borrowed: bool) -> Result<()> {
        let path = self.variant_path(&variant.path);
        let borrowed = borrowed && !variant.by_value;
        for (member, pattern) in &variant.fields {
            let mut part = self.project(place.clone(), member);
            part.projections.pop();
            // `Token::Name(name)` tells the type as well.
            let mut names = variant.path.segments.iter().rev().map(|segment| segment.ident.to_string());
            let (variant, of) = (names.next().unwrap_or_default(), names.next());
            let of = match place.ty.owned() {
                Ty::Struct(of) => Some(of.clone()),
                _ => of.filter(|of| self.numbers.named(of).is_some()),
            };
            if let Some(of) = of {
                let field = structs::field_of_variant(&variant, member);
                match self.numbers.field(&of, &field) {
                    Kind::Unknown => {}
                    kind => part.ty = super::super::of_kind(&kind),
                }
            }
            part.projections.push(Projection::Variant(path.to_token_stream(), member.clone()));
            let part = if borrowed { Value::Borrow(part) } else { Value::Place(part) };
            let part = self.settle(part, pattern)?;
            self.bind(pattern, part, None)?;
        }
        Ok(())
    }

    /// The fields of a value that fits this pattern.
    pub(super) fn bind_variant(&mut self, pattern: &Pat, value: &Value) -> Result<()> {
        let (place, borrowed) = self.enumeration(value, pattern)?;
        match variant(pattern) {
            Some(variant) => self.bind_fields(&variant, &place, borrowed),
            None => Ok(()),
        }
    }

    /// `if let pattern = value { then } else { otherwise }`, for a variant of an enum.
    pub(super) fn if_variant(
        &mut self,
        pattern: &Pat,
        value: &Value,
        then: impl FnOnce(&mut Self) -> Result<Value>,
        otherwise: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let Some(variant) = variant(pattern) else {
            return refuse(
                pattern,
                "this pattern of a value with numbers is not supported; write `Some(…)`, `Ok(…)`, `None`, `Err(_)` \
                or the variant of an enum",
            );
        };
        let (place, borrowed) = self.enumeration(value, pattern)?;
        let path = self.variant_path(&variant.path);
        let chosen = self.chosen(&place, &[Some(quote!(#path { .. })), None], span_of(pattern));
        let tokens = &chosen.tokens;
        let flag = Self::compose(&[&chosen], quote!(#tokens == 0), false);
        self.choose(
            flag,
            pattern,
            |lowering| {
                lowering.bind_fields(&variant, &place, borrowed)?;
                then(lowering)
            },
            otherwise,
        )
    }

    /// A pattern whose parts may have any value, and names for the parts that may not.
    ///
    /// ```text
    /// // Input:  (Some(a), Shape::Circle { r })
    /// // Output: (__part_0, __part_1), with __part_0: Some(a), __part_1: Shape::Circle { r }
    /// ```
    pub(super) fn shallow(&self, pattern: &Pat) -> (Pat, Vec<(Ident, Pat)>) {
        let mut pattern = pattern.clone();
        let mut inside = Vec::new();
        let mut replace = |part: &mut Pat| {
            let name = format!("__part_{}_{}", self.vars.len(), inside.len());
            let name = Ident::new(&name, Span::mixed_site().located_at(span_of(&*part)));
            inside.push((name.clone(), std::mem::replace(part, syn::parse_quote!(#name))));
        };
        let refutable = |part: &&mut Pat| !fits_all(part);
        let mut outer = &mut pattern;
        while let Pat::Paren(syn::PatParen { pat, .. }) | Pat::Reference(syn::PatReference { pat, .. }) =
            outer
        {
            outer = pat;
        }
        match outer {
            Pat::Tuple(inner) => inner.elems.iter_mut().filter(refutable).for_each(replace),
            // The elements of a slice are names.
            Pat::Slice(inner) => {
                let name = |part: &&mut Pat| {
                    matches!(part, Pat::Ident(_) | Pat::Wild(_) | Pat::Rest(_)) && fits_all(part)
                };
                inner.elems.iter_mut().filter(|part| !name(part)).for_each(replace);
            }
            Pat::TupleStruct(inner) => inner.elems.iter_mut().filter(refutable).for_each(replace),
            Pat::Struct(inner) => {
                for field in &mut inner.fields {
                    field.colon_token.get_or_insert_with(Default::default);
                    if !fits_all(&field.pat) {
                        replace(&mut field.pat);
                    }
                }
            }
            _ => {}
        }
        (pattern, inside)
    }

    /// The arms of a `match`, one after the other.
    ///
    /// ```text
    /// // Input:  match (a, b) { (Some(x), None) | (None, Some(x)) => e, _ => f }
    /// // Output: 'm: { if let (Some(x), None) = v { break 'm e; } if let (None, Some(x)) = v { break 'm e; } break 'm f; }
    /// ```
    pub(super) fn in_turn<'e>(
        &mut self,
        value: Value,
        arms: impl Iterator<Item = (&'e Pat, Option<&'e Expr>, &'e Expr)>,
        at: Span,
    ) -> Result<Value> {
        let name = Ident::new(&format!("__matched_{}", self.vars.len()), Span::mixed_site().located_at(at));
        let label = syn::Lifetime::new("'__matched", Span::mixed_site().located_at(at));
        let mut tests = TokenStream::new();
        for (pattern, guard, body) in arms {
            let mut body = body.clone();
            crate::walk::flow::behind_a_label(&mut body);
            for case in cases(pattern) {
                let taken = quote!(break #label #body;);
                let taken = guard.map_or(taken.clone(), |guard| quote!(if #guard { #taken }));
                let (case, inside) = self.shallow(case);
                let taken = inside
                    .iter()
                    .rev()
                    .fold(taken, |taken, (part, pattern)| quote!(if let #pattern = #part { #taken }));
                tests.extend(match &case {
                    case if fits_all(case) => quote!({ let #case = #name; #taken }),
                    case => quote!(if let #case = #name { #taken }),
                });
            }
        }
        let looped = syn::parse_quote_spanned!(at=> #label: loop { #tests ::core::unreachable!() });
        let value = self.held(value, &name)?;
        self.scope.push((name.to_string(), Binding::Value(value)));
        let value = self.loop_(&looped, None, super::LoopKind::Block);
        self.scope.pop();
        value
    }
}
