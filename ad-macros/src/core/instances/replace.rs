//! Types in the places of generic parameters.

use super::facts::Associated;
use crate::tokens;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, GenericParam, Generics, Item, PathArguments, Type, WherePredicate};

/// Generic parameters, and the types in their places.
pub(super) type Parameters = Vec<(Ident, TokenStream)>;

pub(super) fn parameters(generics: &Generics, types: &[Option<Type>]) -> Parameters {
    let named = generics.type_params().map(|parameter| parameter.ident.clone()).zip(types);
    named.filter_map(|(name, ty)| Some((name, ty.as_ref()?.to_token_stream()))).collect()
}

/// Removes parameters with their bounds.
pub(super) fn remove(generics: &mut Generics, with: &Parameters) {
    let is_one = |name: &Ident| with.iter().any(|(other, _)| other == name);
    let kept = std::mem::take(&mut generics.params).into_iter();
    generics.params =
        kept.filter(|parameter| !matches!(parameter, GenericParam::Type(of) if is_one(&of.ident))).collect();
    if let Some(clause) = &mut generics.where_clause {
        let kept = std::mem::take(&mut clause.predicates).into_iter();
        clause.predicates = kept
            .filter(|predicate| match predicate {
                WherePredicate::Type(of) => !tokens::names(&of.bounded_ty).any(|name| is_one(&name)),
                _ => true,
            })
            .collect();
    }
}

/// A type in front of `::one()`.
fn before_colons(ty: &TokenStream) -> TokenStream {
    match syn::parse2::<Type>(ty.clone()) {
        Ok(Type::Path(mut path)) => {
            for segment in &mut path.path.segments {
                if let PathArguments::AngleBracketed(list) = &mut segment.arguments {
                    list.colon2_token.get_or_insert_with(Default::default);
                }
            }
            path.into_token_stream()
        }
        _ => quote!(<#ty>),
    }
}

/// Keeps the arguments of the parameters that stay.
pub(super) fn without_arguments(arguments: &mut PathArguments, stays: &[bool]) {
    let PathArguments::AngleBracketed(list) = arguments else { return };
    let mut stays = stays.iter();
    let kept = std::mem::take(&mut list.args).into_iter();
    list.args = kept
        .filter(|argument| {
            !matches!(argument, GenericArgument::Type(_)) || stays.next().copied().unwrap_or(true)
        })
        .collect();
    if list.args.is_empty() {
        *arguments = PathArguments::None;
    }
}

/// An item with types in the places of parameters.
pub(super) fn substituted(item: &dyn ToTokens, with: &Parameters, associated: &Associated) -> Option<Item> {
    syn::parse2(replaced(item.to_token_stream(), with, associated)).ok()
}

fn replaced(tokens: TokenStream, with: &Parameters, associated: &Associated) -> TokenStream {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut new, mut rest) = (TokenStream::new(), &all[..]);
    while let [token, after @ ..] = rest {
        rest = after;
        let parameter = match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replaced(group.stream(), with, associated));
                inner.set_span(group.span());
                new.extend([TokenTree::Group(inner)]);
                continue;
            }
            TokenTree::Ident(name) => with.iter().find(|(parameter, _)| parameter == name),
            _ => None,
        };
        match (parameter, rest) {
            (None, _) => new.extend([token.clone()]),
            // `T::Item`, `T::one()`
            (
                Some((_, ty)),
                [TokenTree::Punct(colon), TokenTree::Punct(_), TokenTree::Ident(name), after @ ..],
            ) if colon.as_char() == ':' => {
                if let Some(meant) = associated.get(&(ty.to_string(), name.to_string())) {
                    new.extend(meant.clone());
                    rest = after;
                } else {
                    new.extend(before_colons(ty));
                }
            }
            (Some((_, ty)), _) => new.extend(ty.clone()),
        }
    }
    new
}
