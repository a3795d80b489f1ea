//! Methods of lists and iterators in terms of others, for adjoint programs: their derivatives are those of the rewrites.
//!
//! `LIST` is the receiver, `A` and `B` are the arguments. A list is mentioned several times, an iterator and each argument once.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprMethodCall};

/// The kind of receiver that a rewrite is for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Of {
    List,
    Iterator,
}

const REWRITES: [(Of, &str, usize, &str); 17] = [
    (Of::List, "push_back", 1, "LIST.push(A)"),
    (Of::List, "push_front", 1, "LIST.insert(0, A)"),
    (Of::List, "pop_back", 0, "LIST.pop()"),
    (
        Of::List,
        "pop_front",
        0,
        "{ if LIST.is_empty() { None } else { let __first = LIST[0]; LIST = LIST[1..].to_vec(); Some(__first) } }",
    ),
    (
        Of::List,
        "reverse",
        0,
        "{ let __n = LIST.len(); for __i in 0..__n / 2 { LIST.swap(__i, __n - 1 - __i); } }",
    ),
    (
        Of::List,
        "pop",
        0,
        "{ if LIST.is_empty() { None } else { let __last = LIST.len() - 1; let __value = LIST[__last]; LIST = LIST[..__last].to_vec(); Some(__value) } }",
    ),
    (Of::List, "truncate", 1, "{ let __n = A; if __n < LIST.len() { LIST = LIST[..__n].to_vec(); } }"),
    (
        Of::List,
        "remove",
        1,
        "{ let __i = A; let __value = LIST[__i]; let __rest = LIST[__i + 1..].to_vec(); LIST = LIST[..__i].to_vec(); LIST.extend(__rest); __value }",
    ),
    (
        Of::List,
        "swap_remove",
        1,
        "{ let __i = A; let __last = LIST.len() - 1; LIST.swap(__i, __last); let __value = LIST[__last]; LIST = LIST[..__last].to_vec(); __value }",
    ),
    (
        Of::List,
        "insert",
        2,
        "{ let __i = A; let __value = B; let __rest = LIST[__i..].to_vec(); LIST = LIST[..__i].to_vec(); LIST.push(__value); LIST.extend(__rest); }",
    ),
    (
        Of::List,
        "rotate_left",
        1,
        "{ let __k = A; let __old = LIST.to_vec(); let __n = __old.len(); for __i in 0..__n { LIST[__i] = __old[(__i + __k) % __n]; } }",
    ),
    (
        Of::List,
        "rotate_right",
        1,
        "{ let __k = A; let __old = LIST.to_vec(); let __n = __old.len(); for __i in 0..__n { LIST[(__i + __k) % __n] = __old[__i]; } }",
    ),
    (
        Of::List,
        "retain",
        1,
        "{ let __old = LIST.to_vec(); LIST.clear(); for __item in __old.iter() { if (A)(__item) { LIST.push(*__item); } } }",
    ),
    (
        Of::Iterator,
        "any",
        1,
        "{ let mut __any = false; for __item in LIST { if (A)(__item) { __any = true; break; } } __any }",
    ),
    (
        Of::Iterator,
        "all",
        1,
        "{ let mut __all = true; for __item in LIST { if !(A)(__item) { __all = false; break; } } __all }",
    ),
    (Of::Iterator, "count", 0, "{ let mut __count = 0_usize; for _ in LIST { __count += 1; } __count }"),
    (
        Of::Iterator,
        "position",
        1,
        "{ let mut __at = None; let mut __i = 0_usize; for __item in LIST { if (A)(__item) { __at = Some(__i); break; } __i += 1; } __at }",
    ),
];

/// Whether there is a rewrite of a method with this name.
pub(crate) fn has(of: Of, name: &str) -> bool {
    REWRITES.iter().any(|(kind, method, ..)| *kind == of && *method == name)
}

/// The rewrite of a call, if there is one.
pub(crate) fn rewrite(of: Of, call: &ExprMethodCall) -> Option<Expr> {
    fn filled(text: TokenStream, call: &ExprMethodCall) -> TokenStream {
        let part = |token: TokenTree| match token {
            TokenTree::Ident(hole) if hole == "LIST" => call.receiver.to_token_stream(),
            TokenTree::Ident(hole) if hole == "A" => call.args[0].to_token_stream(),
            TokenTree::Ident(hole) if hole == "B" => call.args[1].to_token_stream(),
            TokenTree::Group(group) => {
                let inner = filled(group.stream(), call);
                TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner)).into()
            }
            token => token.into(),
        };
        text.into_iter().map(part).collect::<Vec<TokenStream>>().into_iter().collect()
    }
    let (.., text) = REWRITES
        .iter()
        .find(|(kind, name, arity, _)| *kind == of && call.method == name && call.args.len() == *arity)?;
    syn::parse2(filled(text.parse().ok()?, call)).ok()
}
