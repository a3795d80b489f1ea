//! Operators with a number on the left: `impl Mul<V> for f64`. Rust forbids `impl<N> Mul<V<N>> for N`. The operator becomes a method
//! of the right operand, and its uses wrap the left operand.
//!
//! ```text
//! // Input:  impl Mul<V> for f64 {
//! //             type Output = V;
//! //             fn mul(self, v: V) -> V { V { x: self * v.x } }
//! //         }
//! //         2.0 * v
//! // Output: impl<N: Real> V<N> {
//! //             pub fn __number_mul(self, __left: N) -> V<N> { let v = self; V { x: __left * v.x } }
//! //         }
//! //         impl<N: Real> Mul<V<N>> for Left<N> { … }
//! //         impl Mul<V> for f64 { … }
//! //         Left(2.0) * v
//! ```

use crate::collect;
use crate::known::{NUMBER, Operator};
use crate::numbers::Numbers;
use crate::parameter::type_name;
use crate::visit::VisitMut;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, GenericArgument, Generics, ImplItem, ItemImpl, Path, PathArguments, Type};

/// Such an operator. Its method is in an inherent `impl` block.
pub(crate) struct Reversed {
    pub(crate) operator: Operator,
    /// `Mul<V>`
    path: Path,
    /// `V` or `&V`
    right: Type,
    pub(crate) output: Type,
    generics: Generics,
    cfg: Vec<Attribute>,
}

/// Reads an operator of a number and a type over numbers: its method as a method of that type.
pub(crate) fn read(item: &ItemImpl, numbers: &Numbers) -> Option<(ItemImpl, Reversed)> {
    let operator = collect::operator(item, numbers).filter(|operator| operator.left == NUMBER)?;
    let (_, path, _) = item.trait_.as_ref()?;
    let PathArguments::AngleBracketed(list) = &path.segments.last()?.arguments else { return None };
    let Some(GenericArgument::Type(right)) = list.args.first() else { return None };
    let (ty, reference) = match right {
        Type::Reference(inner) => ((*inner.elem).clone(), true),
        right => (right.clone(), false),
    };
    if !numbers.is_struct(&type_name(&ty)?) {
        return None;
    }
    let output = collect::output_of(item)?;
    let [method] = item.items.iter().filter_map(function).collect::<Vec<_>>()[..] else { return None };
    let (name, left) = (format_ident!("{}", operator.name(), span = method.sig.ident.span()), left());
    let [FnArg::Receiver(_), FnArg::Typed(parameter)] = method.sig.inputs.iter().collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let receiver = if reference { quote!(&self) } else { quote!(self) };
    let rename = |tokens: &dyn ToTokens| renamed(tokens.to_token_stream(), &output);
    let (pattern, result) = (&parameter.pat, rename(&method.sig.output));
    let body = method.block.stmts.iter().map(|statement| rename(statement));
    let attrs = &method.attrs;
    let method = syn::parse2(quote! {
        #(#attrs)*
        #[doc(hidden)]
        pub fn #name(#receiver, #left: f64) #result {
            let #pattern = self;
            #(#body)*
        }
    });
    let inherent = ItemImpl {
        trait_: None,
        self_ty: Box::new(ty),
        items: vec![ImplItem::Fn(method.ok()?)],
        ..item.clone()
    };
    let cfg = item.attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect();
    let (path, right, generics) = (path.clone(), right.clone(), item.generics.clone());
    Some((inherent, Reversed { operator, path, right, output, generics, cfg }))
}

impl Reversed {
    /// The operator for the wrapped number and for floats. The `generics` have the number type.
    pub(crate) fn finish(&self, generics: &Generics, numbers: &Numbers) -> TokenStream {
        let Reversed { operator, path, right, output, cfg, .. } = self;
        let span = path.span();
        let private = numbers.private_at(span);
        let (name, method) = (format_ident!("{}", operator.name()), Ident::new(operator.method, span));
        let number = numbers.name_at(span);
        let mut lowering = numbers.lowering();
        let (mut path_of, mut right_of, mut output_of) = (path.clone(), right.clone(), output.clone());
        lowering.visit_path_mut(&mut path_of);
        lowering.visit_type_mut(&mut right_of);
        lowering.visit_type_mut(&mut output_of);
        let (impl_generics, _, clause) = generics.split_for_impl();
        let (plain_generics, _, plain_clause) = self.generics.split_for_impl();
        quote_spanned! {span=>
            #(#cfg)*
            impl #impl_generics #path_of for #private::Left<#number> #clause {
                type Output = #output_of;
                fn #method(self, right: #right_of) -> Self::Output {
                    right.#name(self.0)
                }
            }
            #(#cfg)*
            impl #plain_generics #path for f64 #plain_clause {
                type Output = #output;
                fn #method(self, right: #right) -> Self::Output {
                    right.#name(self)
                }
            }
        }
    }
}

fn function(member: &ImplItem) -> Option<&syn::ImplItemFn> {
    match member {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    }
}

/// The name of the left operand.
fn left() -> Ident {
    Ident::new("__left", Span::mixed_site())
}

/// The tokens with the left operand for `self`, `f64` for `Self`, and the output for `Self::Output`.
fn renamed(tokens: TokenStream, output: &Type) -> TokenStream {
    let mut renamed = TokenStream::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "self" => {
                renamed.extend([TokenTree::Ident(left())]);
            }
            TokenTree::Ident(ident) if ident == "Self" => {
                let rest: Vec<TokenTree> = tokens.clone().take(3).collect();
                if let [TokenTree::Punct(_), TokenTree::Punct(_), TokenTree::Ident(last)] = &rest[..]
                    && last == "Output"
                {
                    tokens.nth(2);
                    output.to_tokens(&mut renamed);
                } else {
                    renamed.extend(quote_spanned!(ident.span()=> f64));
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), self::renamed(group.stream(), output));
                inner.set_span(group.span());
                renamed.extend([TokenTree::Group(inner)]);
            }
            token => renamed.extend([token]),
        }
    }
    renamed
}
