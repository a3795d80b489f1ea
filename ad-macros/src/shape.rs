//! The `Shape` of a struct or enum over numbers: the code of each method for each field with numbers.

use crate::exchange;
use crate::fields::{is_fixed, variants};
use crate::generics::arguments;
use crate::names::Names;
use crate::numbers::{Numbers, is_float};
use crate::parameter;
use crate::shadow::shadow;
use crate::visit::{self, Visit};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, ExprLit, Fields, Generics, Item, Lit, Member, Path, Type, parse_quote};

/// The `Shape` of a struct or enum, and its shadow, unless a field with numbers has none.
///
/// ```text
/// // Input:  struct Two { a: Vec<f64>, b: f64, #[fixed] c: f64 }
/// // Output: impl Shape for Two<f64> {
/// //             type Of<T> = Two<T>;
/// //             const COUNT: Option<usize> = sum(&[<Vec<f64>>::COUNT, <f64>::COUNT]);
/// //             fn map(x, f) { match x { Two { a, b, c } => Two { a: <Vec<f64>>::map(a, f), …, c: c.clone() } } }
/// //             …
/// //         }
/// ```
pub(crate) fn derive(item: &Item, numbers: &Numbers, names: &Names) -> TokenStream {
    let (name, generics, attrs) = match item {
        Item::Struct(item) => (&item.ident, &item.generics, &item.attrs),
        Item::Enum(item) => (&item.ident, &item.generics, &item.attrs),
        _ => return TokenStream::new(),
    };
    let mut names = names.clone();
    let [n, t, u, v] = ["N", "T", "U", "V"].map(|name| names.fresh(name));
    let arms =
        variants(item).into_iter().map(|(path, fields)| Arms::of(&path, fields, [&n, &t, &u, &v], numbers));
    let Some(arms) = arms.collect::<Option<Vec<_>>>() else { return TokenStream::new() };
    let all = |select: fn(&Arms) -> &TokenStream| arms.iter().map(select).cloned().collect::<TokenStream>();
    let (map, into_map, map_into) = (all(|a| &a.map), all(|a| &a.into_map), all(|a| &a.map_into));
    let (each, each_mut, zip) = (all(|a| &a.for_each), all(|a| &a.for_each_mut), all(|a| &a.zip_mut));
    let (mismatch, variant) = (all(|a| &a.mismatch), all(|a| &a.name));
    let root = &numbers.root;
    let shape = quote!(#root::__private::Shape);
    let itself = quote!(<Self as #shape>);
    // A struct has only one structure if its fields have. An enum has one for each variant.
    let count = matches!(item, Item::Struct(_)).then(|| {
        let fields = arms.iter().flat_map(|arms| &arms.shapes);
        quote! {
            const COUNT: ::core::option::Option<::core::primitive::usize> =
                #root::__private::sum(&[#(#fields::COUNT),*]);
        }
    });
    let cfg: Vec<_> = attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect();
    let arguments = arguments(generics);
    let of = |number: &Ident| quote!(#name<#(#arguments,)* #number>);
    let (of_float, of_t, of_u, of_v) = (of(&exchange::double(root)), of(&t), of(&u), of(&v));
    let shadow = shadow(&of_float, name, generics, &arguments, &n, root, &all(|a| &a.transfer));
    let (generics, of_float) = of_each_float(generics, of_float, of, &mut names, root);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (clone, function) = (quote!(::core::clone::Clone), quote!(impl ::core::ops::FnMut));
    let visit_paths = visit_paths(&t, &of_t, &all(|a| &a.for_each_path), root);
    quote! {
        #(#cfg)*
        #[automatically_derived]
        #[allow(unused_variables, unreachable_patterns, clippy::all, clippy::pedantic)]
        const _: () = { #shadow };

        #(#cfg)*
        #[automatically_derived]
        #[allow(unused_variables, unreachable_patterns, clippy::all, clippy::pedantic)]
        impl #impl_generics #shape for #of_float #where_clause {
            type Of<#t: #clone> = #of_t;
            #count
            #[inline]
            fn map<#t: #clone, #u: #clone>(__x: &#of_t, __f: &mut #function(&#t) -> #u) -> #of_u {
                match __x { #map }
            }
            #[inline]
            fn into_map<#t: #clone, #u: #clone>(__x: #of_t, __f: &mut #function(#t) -> #u) -> #of_u {
                match __x { #into_map }
            }
            #[inline]
            fn map_into<#t: #clone, #u: #clone, #v: #clone>(
                __old: #of_v,
                __x: &#of_t,
                __f: &mut #function(&#t) -> #u,
            ) -> #of_u {
                match (__old, __x) {
                    #map_into
                    (_, __x) => #itself::map(__x, __f),
                }
            }
            #[inline]
            fn for_each<#t: #clone>(__x: &#of_t, __f: &mut #function(&#t)) {
                match __x { #each }
            }
            #[inline]
            fn for_each_mut<#t: #clone>(__x: &mut #of_t, __f: &mut #function(&mut #t)) {
                match __x { #each_mut }
            }
            #[inline]
            fn zip_mut<#t: #clone, #u: #clone>(
                __x: &mut #of_t,
                __y: &#of_u,
                __f: &mut #function(&mut #t, &#u),
            ) {
                match (__x, __y) {
                    #zip
                    (__x, __y) => if let ::core::option::Option::Some(__mismatch) = #itself::mismatch(&*__x, __y) {
                        __mismatch.refuse("first container", "second")
                    },
                }
            }
            #[inline]
            fn mismatch<#t: #clone, #u: #clone>(
                __x: &#of_t,
                __y: &#of_u,
            ) -> ::core::option::Option<#root::__private::Mismatch> {
                match (__x, __y) {
                    #mismatch
                    (__x, __y) => ::core::option::Option::Some(#root::__private::Mismatch::of_variants(
                        match __x { #variant },
                        match __y { #variant },
                    )),
                }
            }
            #visit_paths
        }
    }
}

/// The generics of a shape, and its type over plain floats. A struct over `f32` is a shape, and so is the same struct over `f64`, which
/// expressions name.
///
/// ```text
/// // Output: impl<F: Float> Shape for Two<F>
/// ```
fn of_each_float(
    generics: &Generics,
    of_float: TokenStream,
    of: impl Fn(&Ident) -> TokenStream,
    names: &mut Names,
    root: &Path,
) -> (Generics, TokenStream) {
    let mut generics = generics.clone();
    if !exchange::is_over_singles(root) {
        return (generics, of_float);
    }
    let float = names.fresh("F");
    generics.params.push(parse_quote!(#float: #root::__private::Float));
    (generics, of(&float))
}

/// The method that visits the paths of the numbers.
fn visit_paths(t: &Ident, of_t: &TokenStream, paths: &TokenStream, root: &Path) -> TokenStream {
    quote! {
        fn for_each_path<#t: ::core::clone::Clone>(
            __x: &#of_t,
            __path: &mut #root::__private::Path,
            __f: &mut impl ::core::ops::FnMut(&#root::__private::Path),
        ) {
            match __x { #paths }
        }
    }
}

/// The methods' code for one variant, or for a struct.
struct Arms {
    /// The shapes of its fields with numbers.
    shapes: Vec<TokenStream>,
    map: TokenStream,
    into_map: TokenStream,
    map_into: TokenStream,
    for_each: TokenStream,
    for_each_mut: TokenStream,
    zip_mut: TokenStream,
    mismatch: TokenStream,
    for_each_path: TokenStream,
    /// The code of its shadow.
    transfer: TokenStream,
    /// Its name, for messages.
    name: TokenStream,
}

impl Arms {
    fn of(path: &TokenStream, fields: &Fields, [n, t, u, v]: [&Ident; 4], numbers: &Numbers) -> Option<Self> {
        let root = &numbers.root;
        let members: Vec<Member> = fields.members().collect();
        let locals = |prefix: &str| -> Vec<Ident> {
            (0..members.len()).map(|i| format_ident!("__{prefix}{i}", span = Span::mixed_site())).collect()
        };
        let (xs, ys) = (locals(""), locals("other_"));
        let mut shapes = Vec::new();
        let (mut map, mut into_map, mut map_into) = (Vec::new(), Vec::new(), Vec::new());
        let (mut for_each, mut for_each_mut) = (TokenStream::new(), TokenStream::new());
        let (mut zip_mut, mut mismatch) = (TokenStream::new(), TokenStream::new());
        let (mut transfer, mut for_each_path) = (TokenStream::new(), TokenStream::new());
        for (field, ((x, y), member)) in fields.iter().zip(xs.iter().zip(&ys).zip(&members)) {
            if is_fixed(&field.attrs) || !numbers.occurs_in(&field.ty) {
                map.push(quote!(::core::clone::Clone::clone(#x)));
                into_map.push(quote!(#x));
                map_into.push(quote!(::core::clone::Clone::clone(#x)));
                continue;
            }
            // A type that borrows numbers is no container of numbers.
            if borrows(&field.ty) {
                return None;
            }
            let mut shape = parameter::shape(&field.ty, numbers)?;
            let before = shape.to_token_stream().to_string();
            numbers.lower_shape(&mut shape);
            let seen = shape.to_token_stream().to_string() == before;
            // The content of data does not determine the types of numbers.
            let [one, two, three] = [quote!(::<#t>), quote!(::<#t, #u>), quote!(::<#t, #u, #v>)]
                .map(|types| (!seen).then_some(types));
            let (of, shape) = (shape.clone(), quote!(<#shape as #root::__private::Shape>));
            let step = format!(".{}", member.to_token_stream());
            map.push(quote!(#shape::map #two(#x, __f)));
            into_map.push(quote!(#shape::into_map #two(#x, __f)));
            map_into.push(quote!(#shape::map_into #three(#y, #x, __f)));
            for_each.extend(quote!(#shape::for_each #one(#x, __f);));
            for_each_mut.extend(quote!(#shape::for_each_mut #one(#x, __f);));
            zip_mut.extend(quote!(#shape::zip_mut #two(#x, #y, __f);));
            mismatch.extend(quote! {
                if let ::core::option::Option::Some(__mismatch) = #shape::mismatch #two(#x, #y) {
                    return ::core::option::Option::Some(__mismatch.within(#step));
                }
            });
            for_each_path
                .extend(quote!(__path.within(#step, |__path| #shape::for_each_path #one(#x, __path, __f));));
            transfer.extend(if seen {
                quote!(#root::__private::adjoint::Shadow::transfer(#x, #y);)
            } else {
                quote!(#root::__private::adjoint::transfer::<#of, #n>(#x, #y);)
            });
            shapes.push(shape);
        }
        let x = quote!(#path { #(#members: #xs),* });
        let y = quote!(#path { #(#members: #ys),* });
        let name = path.clone().into_iter().last().map(|name| name.to_string());
        Some(Arms {
            shapes,
            map: quote!(#x => #path { #(#members: #map),* },),
            into_map: quote!(#x => #path { #(#members: #into_map),* },),
            map_into: quote!((#y, #x) => #path { #(#members: #map_into),* },),
            for_each: quote!(#x => { #for_each }),
            for_each_mut: quote!(#x => { #for_each_mut }),
            zip_mut: quote!((#x, #y) => { #zip_mut }),
            mismatch: quote!((#x, #y) => { #mismatch ::core::option::Option::None }),
            for_each_path: quote!(#x => { #for_each_path }),
            transfer: quote!((#x, #y) => { #transfer }),
            name: quote!(#path { .. } => #name,),
        })
    }
}

/// Whether a type contains references, other than `&'static str` and similar ones.
fn borrows(ty: &Type) -> bool {
    struct Borrows(bool);
    impl<'ast> Visit<'ast> for Borrows {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            self.0 |= reference.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static");
            visit::visit_type_reference(self, reference);
        }
    }
    let mut borrows = Borrows(false);
    borrows.visit_type(ty);
    borrows.0
}

/// The container of a shape, such as `(Num<D>, [Num<D>; 3])`, which rustc compares faster than a projection that it has to normalize.
pub(crate) fn of(shape: &Type, content: &TokenStream, private: &TokenStream) -> TokenStream {
    match shape {
        Type::Path(ty) if is_float(&ty.path) => content.clone(),
        Type::Tuple(ty) if !ty.elems.is_empty() => {
            let parts = ty.elems.iter().map(|shape| of(shape, content, private));
            quote!((#(#parts,)*))
        }
        Type::Array(ty) => {
            let (element, len) = (of(&ty.elem, content, private), &ty.len);
            quote!([#element; #len])
        }
        _ => quote!(<#shape as #private::Shape>::Of<#content>),
    }
}

/// The count of numbers in a shape of tuples and arrays whose lengths are literals.
pub(crate) fn count(shape: &Type) -> Option<usize> {
    match shape {
        Type::Path(ty) if is_float(&ty.path) => Some(1),
        Type::Tuple(ty) => ty.elems.iter().map(count).sum(),
        Type::Array(ty) => match &ty.len {
            Expr::Lit(ExprLit { lit: Lit::Int(len), .. }) => {
                count(&ty.elem)?.checked_mul(len.base10_parse().ok()?)
            }
            _ => None,
        },
        _ => None,
    }
}
