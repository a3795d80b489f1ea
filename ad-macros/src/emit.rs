//! Writes the generic function and its expression struct.

use crate::class::Bounds;
use crate::exchange;
use crate::expression::{Expression, Field, Variable};
use crate::generics;
use crate::library::types;
use crate::numbers::{Numbers, is_float, respan};
use crate::parameter::{Passing, is_copy, is_debug, is_never_copy, mentions};
use crate::visit::{self, Visit};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Attribute, Expr, ExprLit, GenericParam, Generics, Ident, Index, ItemFn, Lit, Meta, Path, Type, TypePath,
    Visibility, parse_quote, parse_quote_spanned,
};

/// Adds the number type to the generics of a function.
///
/// Asserted bounds have the span of the user's words.
pub(crate) fn generic(generics: &mut Generics, bounds: Bounds, asserted: Option<Span>, numbers: &Numbers) {
    let name = &numbers.name;
    let bounds = bounds.of_number(&numbers.root);
    let bounds = asserted.map_or(bounds.clone(), |span| respan(bounds, span));
    generics.params.push(parse_quote!(#name: #bounds));
}

/// Lets numbers outlive the lifetimes of references to numbers inside of bounds, from which rustc infers nothing.
///
/// ```text
/// // Input:  fn mean<'a>(values: impl Iterator<Item = &'a N>) -> N
/// // Output: fn mean<'a>(values: impl Iterator<Item = &'a N>) -> N where N: 'a
/// ```
pub(crate) fn outlives(signature: &mut syn::Signature, numbers: &Numbers) {
    struct References<'n>(&'n str, Vec<syn::Lifetime>);
    impl<'ast> Visit<'ast> for References<'_> {
        fn visit_assoc_type(&mut self, item: &'ast syn::AssocType) {
            if let syn::Type::Reference(reference) = &item.ty
                && let Some(lifetime) = &reference.lifetime
                && mentions(&reference.elem, self.0)
            {
                self.1.push(lifetime.clone());
            }
            visit::visit_assoc_type(self, item);
        }
    }
    let number = numbers.name.to_string();
    let mut references = References(&number, Vec::new());
    signature.inputs.iter().for_each(|input| references.visit_fn_arg(input));
    references.visit_generics(&signature.generics);
    let declared: Vec<_> = signature.generics.lifetimes().map(|of| of.lifetime.clone()).collect();
    let name = &numbers.name;
    for lifetime in declared.into_iter().filter(|lifetime| references.1.contains(lifetime)) {
        signature.generics.make_where_clause().predicates.push(parse_quote!(#name: #lifetime));
    }
}

/// Marks a function without loops and closures `#[inline]`, unless the user says otherwise. LLVM inlines such a function over
/// `f64` by itself. Over nested strategies each operation has many instructions, and passing numbers through memory would
/// dominate the time. So a function of a few operations is always inlined.
pub(crate) fn inline(item: &mut ItemFn) {
    struct Found {
        repeats: bool,
        operations: usize,
    }
    impl<'ast> Visit<'ast> for Found {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.repeats |=
                matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_));
            self.operations += match expr {
                Expr::Binary(_) | Expr::Unary(_) => 1,
                Expr::Call(_) | Expr::MethodCall(_) | Expr::Macro(_) | Expr::If(_) | Expr::Match(_) => {
                    FEW + 1
                }
                _ => 0,
            };
            visit::visit_expr(self, expr);
        }
    }
    let mut found = Found { repeats: false, operations: 0 };
    found.visit_block(&item.block);
    if !found.repeats && !item.attrs.iter().any(|attr| mentions(attr, "inline")) {
        item.attrs.extend(inlined(found.operations <= FEW));
    }
}

/// The number of operations of a function that is always inlined.
const FEW: usize = 10;

/// The attributes of a function of few operations, or of another one. A debug build inlines nothing.
pub(crate) fn inlined(few: bool) -> Vec<Attribute> {
    if few {
        vec![
            parse_quote!(#[cfg_attr(debug_assertions, inline)]),
            parse_quote!(#[cfg_attr(not(debug_assertions), inline(always))]),
        ]
    } else {
        vec![parse_quote!(#[inline])]
    }
}

/// The replacement of a function that could not be lowered. Callers see the lowered signature, and rustc checks the original
/// body.
pub(crate) fn stub_function(item: &mut ItemFn, original: Option<ItemFn>) {
    let original = original.map(|mut original| {
        original.attrs.clear();
        original
    });
    item.attrs.push(parse_quote!(#[allow(unused, clippy::all, clippy::pedantic)]));
    item.block = parse_quote!({
        #original
        loop {}
    });
}

/// ```text
/// // Input:  fn monomial(k: u32, x: f64) -> f64
/// // Output: struct Monomial { k: u32 }
/// //         impl Signature for Monomial { type In = f64; type Out = f64; }
/// //         impl<D: Dict> Exp<D> for Monomial {
/// //             fn apply(&self, _: D, __x: &Num<D>) -> Num<D> { monomial(self.k, *__x) }
/// //         }
/// ```
pub(crate) fn expression(
    expression: &Expression,
    bounds: Bounds,
    numbers: &Numbers,
    stub: bool,
    program: bool,
) -> TokenStream {
    let definition = definition(expression);
    let Expression { name, attrs, generics, variables, output, .. } = expression;
    let cfg: Vec<_> = attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect();
    let input = match variables.as_slice() {
        [variable] => variable.shape.clone(),
        variables => {
            let shapes = variables.iter().map(|variable| &variable.shape);
            // rustc points here if the expression receives another argument.
            parse_quote_spanned!(expression.parameters=> (#(#shapes),*))
        }
    };
    let parameter_names = variables.iter().map(|variable| &variable.name);
    let documentation = documentation(attrs);
    let body = if stub || expression.loses { quote!(loop {}) } else { call(expression) };
    let evaluation = evaluation(expression, &input, &body, bounds, numbers, program);
    let copy = copy(expression, numbers);
    let root = &numbers.root;
    let mut generics = generics.clone();
    let itself = itself(name, &generics);
    let shapes = [input, output.clone()].map(|shape| exchange::shape(shape, root));
    let [input, output] = public(shapes, &expression.vis, &mut generics, root);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    // A deprecated function warns where it is called, and not where it is defined.
    let deprecated = attrs.iter().any(|attr| attr.path().is_ident("deprecated"));
    let deprecated = deprecated.then(|| quote!(#[allow(deprecated)]));
    // After the exchange, the plain float is `f32`.
    let callable = exchange::is_over_singles(root).then(|| {
        quote! {
            #(#cfg)*
            #[automatically_derived]
            #deprecated
            impl #impl_generics #root::__private::Callable<f64> for #itself #where_clause {}
        }
    });
    quote! {
        #definition

        #callable

        #(#cfg)*
        #deprecated
        #copy

        #(#cfg)*
        #[automatically_derived]
        #deprecated
        impl #impl_generics #root::__private::Signature for #itself #where_clause {
            type In = #input;
            type Out = #output;
            fn parameter_names(&self) -> &'static [&'static ::core::primitive::str] {
                &[#(#parameter_names),*]
            }
            #documentation
        }

        #(#cfg)*
        #[automatically_derived]
        #deprecated
        #evaluation
    }
}

/// The method with the text of the comments on a function, if there are some. The text of a macro, such as `include_str!`, stays one.
fn documentation(attrs: &[Attribute]) -> Option<TokenStream> {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => Some(match &doc.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => {
                let line = line.value();
                format!("{}\n", line.strip_prefix(' ').unwrap_or(&line)).to_token_stream()
            }
            text => quote!(#text, "\n"),
        }),
        _ => None,
    });
    let lines: Vec<_> = lines.collect();
    (!lines.is_empty()).then(|| {
        quote! {
            fn documentation(&self) -> &'static ::core::primitive::str {
                ::core::concat!(#(#lines),*)
            }
        }
    })
}

/// The shapes of an expression, which may be less visible than the expression. Parameters of the `impl` may be.
///
/// ```text
/// // Input:  struct Point<N = f64> { … }  impl Point { pub fn norm(&self) -> f64 { … } }
/// // Output: impl<__Shape0> Signature for PointNorm where (Point<f64>,): Itself<Itself = (__Shape0,)> { type In = __Shape0; … }
/// ```
///
/// One bound has all shapes. With a bound for each, two shapes that are one type, such as an alias and its meaning, would be ambiguous.
fn public(shapes: [Type; 2], vis: &Visibility, generics: &mut Generics, root: &Path) -> [Type; 2] {
    let (mut known, mut hidden): (Vec<(String, Ident)>, Vec<Type>) = (Vec::new(), Vec::new());
    let shapes = shapes.map(|shape| {
        let mut named = Named(false);
        named.visit_type(&shape);
        if matches!(vis, Visibility::Inherited) || !named.0 {
            return shape;
        }
        let written = shape.to_token_stream().to_string();
        let name = known.iter().find(|(known, _)| *known == written).map(|(_, name)| name.clone());
        let name = name.unwrap_or_else(|| {
            let name = format_ident!("__Shape{}", known.len(), span = Span::mixed_site());
            generics.params.push(parse_quote!(#name: #root::__private::Shape));
            hidden.push(shape);
            known.push((written, name.clone()));
            name
        });
        parse_quote!(#name)
    });
    let names = known.iter().map(|(_, name)| name);
    if !hidden.is_empty() {
        let predicate = parse_quote!((#(#hidden,)*): #root::__private::Itself<Itself = (#(#names,)*)>);
        generics.make_where_clause().predicates.push(predicate);
    }
    shapes
}

/// Whether a type has a part that may be the user's own.
struct Named(bool);

impl<'ast> Visit<'ast> for Named {
    fn visit_type_path(&mut self, path: &'ast TypePath) {
        let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        self.0 |= !is_float(&path.path) && !types::is_plain(&name) && !types::is_holder(&name);
        visit::visit_type_path(self, path);
    }
}

/// The struct with its parameters as arguments.
fn itself(name: &Ident, generics: &Generics) -> TokenStream {
    let arguments = generics::arguments(generics);
    if arguments.is_empty() { name.to_token_stream() } else { quote!(#name<#(#arguments),*>) }
}

/// The struct.
fn definition(expression: &Expression) -> TokenStream {
    let Expression { name, attrs, vis, generics, fields, function, .. } = expression;
    let of = name_of(function);
    // A function that the macro wrote is hidden, and its documentation names the user's.
    let is_written = of.rsplit("::").next().is_some_and(|name| name.starts_with("__"));
    let doc = (!is_written).then(|| {
        let text = format!(" The expression of [`{of}`].");
        // Otherwise the function's own documentation would continue the summary.
        let end = attrs.iter().any(|attr| attr.path().is_ident("doc")).then(|| quote!(#[doc = ""]));
        quote!(#[doc = #text] #end)
    });
    let derives = derives(fields);
    let where_clause = &generics.where_clause;
    // At the name of the function, where rustc points if the name is taken.
    let span = name.span();
    let definition = if fields.is_empty() {
        quote_spanned!(span=> #vis struct #name #generics #where_clause;)
    } else {
        let fields = fields.iter().map(|Field { name, ty, .. }| {
            let text =
                format!(" The parameter `{name}` of [`{}`], which is not differentiated.", name_of(function));
            quote!(#[doc = #text] #vis #name: #ty)
        });
        quote_spanned!(span=> #vis struct #name #generics #where_clause { #(#fields),* })
    };
    quote!(#doc #(#attrs)* #[allow(dead_code)] #derives #definition)
}

/// The generics of an `impl` for every dictionary with these capabilities.
pub(crate) fn dict_generics(expression: &Expression, bounds: &TokenStream, root: &Path) -> Generics {
    let Expression { generics, fields, dict, .. } = expression;
    let mut dict_generics = generics.clone();
    dict_generics.params.push(parse_quote!(#dict: #bounds));
    if let Some(clause) = &mut dict_generics.where_clause {
        let of_numbers = generics::bounds_of(&parse_quote!(#root::__private::Num<#dict>), generics);
        clause.predicates.extend(of_numbers);
    }
    for Field { ty, .. } in fields
        .iter()
        .filter(|field| field.passing != Passing::Shared && !expression.loses && !is_copy(&field.ty))
    {
        if generics.type_params().any(|parameter| mentions(ty, &parameter.ident.to_string())) {
            dict_generics.make_where_clause().predicates.push(parse_quote!(#ty: ::core::clone::Clone));
        }
    }
    dict_generics
}

/// The most inputs of a program of second order: `INPUTS` of the library.
pub(crate) const MOST: usize = 6;

/// The doors to programs of second order: of a function of few inputs, and of a sum.
fn second_order(
    variables: &[Variable],
    number: &TokenStream,
    from: &TokenStream,
    private: &TokenStream,
) -> TokenStream {
    let count = variables.iter().map(|variable| crate::shape::count(&variable.shape)).sum::<Option<usize>>();
    let quadratic = count.is_some_and(|count| count <= MOST).then(|| {
        let inline = inlined(true);
        quote! {
            #(#inline)*
            fn quadratic(&self, __x: &#from)
                -> ::core::option::Option<#private::adjoint::Quadratic<Self::In, #number>>
            {
                #private::adjoint::Adjoint::quadratic_program(self, __x)
            }
        }
    });
    quote! {
        #quadratic

        #[inline]
        fn assemble<__S: #private::adjoint::Assemble<#number>>(&self, __x: &#from, __sink: &mut __S)
            -> ::core::option::Option<#number>
        {
            #private::adjoint::Adjoint::assemble_program(self, __x, __sink)
        }
    }
}

/// The `impl` of `Exp`.
fn evaluation(
    expression: &Expression,
    input: &Type,
    body: &TokenStream,
    bounds: Bounds,
    numbers: &Numbers,
    program: bool,
) -> TokenStream {
    let Expression { name, generics, variables, output, dict, .. } = expression;
    let root = &numbers.root;
    let private = quote!(#root::__private);
    let of = |shape: &Type, content: &TokenStream| crate::shape::of(shape, content, &private);
    let number = quote!(#private::Num<#dict>);
    let (from, to) = (of(input, &number), of(output, &number));
    let sums = of(input, &quote!(#private::adjoint::Total<#number>));
    let dict_generics = dict_generics(expression, &bounds.of_dict(root), root);
    let (impl_generics, _, where_clause) = dict_generics.split_for_impl();
    let itself = itself(name, generics);
    let is_number = matches!(output, Type::Path(ty) if is_float(&ty.path));
    let second_order = is_number.then(|| second_order(variables, &number, &from, &private));
    // For gradients in lanes. A debug build runs the program as a function of its own.
    let in_place = is_number.then(|| {
        quote! {
            #[cfg(not(debug_assertions))]
            #[inline(always)]
            fn in_place(
                &self,
                __dict: #dict,
                __x: &#from,
                __sums: &mut #sums,
                __given: ::core::primitive::bool,
            ) -> ::core::option::Option<#to> {
                #private::adjoint::offer_in_place(self, __dict, __x, __sums, __given)
            }
        }
    });
    // Only the adjoints of a list can be left out.
    let lists = |first: &Variable| matches!(&first.shape, Type::Path(ty) if !is_float(&ty.path));
    let given = (variables.len() > 1 && variables.first().is_some_and(lists)).then(|| {
        quote! {
            #[inline]
            fn program_given(
                &self,
                __dict: #dict,
                __x: &#from,
                __seeding: &mut dyn #private::adjoint::Seeding<Self::In, Self::Out, #dict>,
            ) {
                #private::adjoint::offer_given(self, __dict, __x, __seeding);
            }
        }
    });
    let program = program.then(|| {
        quote! {
            #[inline]
            fn has_program(&self) -> ::core::primitive::bool {
                true
            }
            #[inline]
            fn choose<__R>(
                &self,
                __program: impl ::core::ops::FnOnce() -> __R,
                _: impl ::core::ops::FnOnce() -> __R,
            ) -> __R {
                __program()
            }
            #[inline]
            fn program(
                &self,
                __dict: #dict,
                __x: &#from,
                __seeding: &mut dyn #private::adjoint::Seeding<Self::In, Self::Out, #dict>,
            ) {
                #private::adjoint::offer(self, __dict, __x, __seeding);
            }
            #given
            #in_place
            #second_order
        }
    });
    quote! {
        impl #impl_generics #private::Exp<#dict> for #itself #where_clause {
            #[inline]
            fn apply(&self, _: #dict, __x: &#from) -> #to {
                #body
            }
            #program
        }
    }
}

/// `norm`, `Point::norm`: the name to be linked in the documentation.
fn name_of(function: &Path) -> String {
    function.to_token_stream().to_string().replace(' ', "")
}

/// `Copy` if the fields have it. Tokens do not show this, so it is a condition. A condition with a lifetime may fail.
///
/// ```text
/// // Input:  fn f<T>(item: T, settings: Settings, x: f64) -> f64
/// // Output: impl<T> Copy for F<T> where for<'copy> T: CopyAt<'copy>, for<'copy> Settings: CopyAt<'copy> {}
/// ```
fn copy(expression: &Expression, numbers: &Numbers) -> Option<TokenStream> {
    let Expression { name, generics, fields, .. } = expression;
    let unknown: Vec<&Type> = fields.iter().map(|field| &field.ty).filter(|ty| !is_copy(ty)).collect();
    if unknown.is_empty() || unknown.iter().any(|ty| is_never_copy(ty)) {
        return None;
    }
    let (root, itself) = (&numbers.root, itself(name, generics));
    let mut generics = generics.clone();
    for ty in unknown {
        let clause = generics.make_where_clause();
        clause.predicates.push(parse_quote!(for<'__copy> #ty: #root::__private::CopyAt<'__copy>));
    }
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #impl_generics ::core::marker::Copy for #itself #where_clause {}
    })
}

/// `Clone` always, `Copy` and `Debug` where the fields certainly have them.
fn derives(fields: &[Field]) -> TokenStream {
    let copy = fields.iter().all(|field| is_copy(&field.ty)).then(|| quote!(::core::marker::Copy,));
    let debug = fields.iter().all(|field| is_debug(&field.ty)).then(|| quote!(::core::fmt::Debug,));
    quote!(#[derive(::core::clone::Clone, #copy #debug)])
}

/// The call of the function.
pub(crate) fn call(expression: &Expression) -> TokenStream {
    let Expression { function, turbofish, fields, variables, arguments, .. } = expression;
    let mut variable = variables.iter().enumerate();
    let arguments = arguments.iter().map(|field| -> Option<Expr> {
        if let Some(Field { name, passing, .. }) = field.map(|field| &fields[field]) {
            let place = parse_quote!(self.#name);
            // A reference field is passed unchanged.
            return Some(if *passing == Passing::Shared { place } else { passing.argument(&place) });
        }
        let (i, Variable { passing, .. }) = variable.next()?;
        let i = Index::from(i);
        Some(match (variables.len(), passing) {
            (1, Passing::Copied) => parse_quote!(*__x),
            (1, Passing::Shared) => parse_quote!(__x),
            (1, Passing::Cloned) => parse_quote!(::core::clone::Clone::clone(__x)),
            (1, Passing::Mutable) => parse_quote!(&mut ::core::clone::Clone::clone(__x)),
            (_, passing) => passing.argument(&parse_quote!(__x.#i)),
        })
    });
    let mut turbofish = turbofish.clone();
    turbofish.params = turbofish
        .params
        .into_iter()
        .filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
        .collect();
    let turbofish = generics::arguments(&turbofish);
    if turbofish.is_empty() {
        quote!(#function(#(#arguments),*))
    } else {
        quote!(#function::<#(#turbofish,)* _>(#(#arguments),*))
    }
}
