//! The companion of a function, and the `impl` of `Adjoint` for its expression.

use super::analyse;
use super::ir::*;
use super::normal::{Normal, Result, refuse};
use super::text::Text;
use super::{calls, of_type};
use crate::class::Bounds;
use crate::expression::{Expression, Field, Variable};
use crate::generics;
use crate::numbers::Numbers;
use crate::parameter::{self, Passing};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::cell::RefCell;
use std::collections::HashSet;
use syn::visit_mut::{self, VisitMut};
use syn::{
    FnArg, GenericParam, Generics, ItemFn, Pat, PatIdent, PatType, ReturnType, Type, TypeReference,
    parse_quote,
};

/// Types that an item of their name would hide.
const PRIMITIVE: [&str; 17] = [
    "bool", "char", "str", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize",
];

/// The adjoint program of a lowered function, whose generics do not have the number type yet.
pub(crate) fn program(
    item: &ItemFn,
    bounds: Bounds,
    numbers: &Numbers,
    expression: Option<&Expression>,
    owner: Option<&Owner>,
) -> Result<TokenStream> {
    if owner.is_none() && PRIMITIVE.iter().any(|ty| item.sig.ident == ty) {
        return refuse(
            &item.sig.ident,
            "it is a type of the function's name, and would hide the primitive one: rename the function",
        );
    }
    let mut parameters = parameters(item, numbers)?;
    let mut output: Type = match &item.sig.output {
        ReturnType::Type(_, output) => (**output).clone(),
        ReturnType::Default => parse_quote!(()),
    };
    if let Some(owner) = owner {
        let mut itself = Itself(owner);
        parameters.iter_mut().for_each(|(_, ty)| itself.visit_type_mut(ty));
        itself.visit_type_mut(&mut output);
    }
    let over_numbers = |ty: &Type| parameter::mentions(ty, &numbers.name.to_string());
    let changes = parameters.iter().any(|(_, ty)| is_exclusive(ty) && over_numbers(ty));
    if matches!(output, Type::Reference(_)) || !over_numbers(&output) && !changes {
        return refuse(output_of(item), "the result is a reference, or has no number");
    }
    let output = &output;
    let optional = RefCell::<HashSet<String>>::default();
    let (ids, (mut program, types, items)) = loop {
        let known = optional.borrow().len();
        let mut normal = Normal::new(numbers, item.sig.ident.to_string(), &optional);
        normal.method = owner.is_some();
        normal.fails = parameter::mentions(output, "Result");
        let mut patterns = Vec::new();
        let mut ids = Vec::new();
        for (pattern, ty) in &parameters {
            let name = match pattern {
                Pat::Ident(name) => name.ident.to_string(),
                _ => "p".to_owned(),
            };
            let id = normal.parameter(&name, super::span_of(pattern), of_type(ty, numbers), is_exclusive(ty));
            ids.push(id);
            patterns.push((pattern.clone(), id));
        }
        match normal.function(patterns, &item.block, &of_type(output, numbers)) {
            Ok(found) => break (ids, found),
            // A variable that is `None` at first has turned out to hold numbers.
            Err(_) if optional.borrow().len() > known => {}
            Err(error) => return Err(error),
        }
    };
    super::buffers::counters(&mut program);
    let blocks = analyse::number(&mut program);
    let facts = analyse::analyse(&program, blocks);
    let text = Text { program: &program, facts: &facts, numbers, types: &types };
    let types: Vec<Type> = parameters.iter().map(|(_, ty)| ty.clone()).collect();
    let receiver = matches!(item.sig.inputs.first(), Some(FnArg::Receiver(_)));
    let companion = companion(item, bounds, &text, &ids, &types, output, &items, owner);
    let adjoint = expression
        .map(|expression| adjoint(expression, bounds, numbers, &types, owner.is_some(), receiver, None));
    Ok(quote!(#companion #adjoint))
}

/// The `impl` of an expression whose program could not be written, so that its uses are no errors as well.
pub(crate) fn stub(bounds: Bounds, numbers: &Numbers, expression: &Expression) -> TokenStream {
    adjoint(expression, bounds, numbers, &[], false, false, Some(quote!((loop {}, |_: &_, _: &_, _: &_| {}))))
}

/// The parameters, if the interface has a place for them.
fn parameters(item: &ItemFn, numbers: &Numbers) -> Result<Vec<(Pat, Type)>> {
    let mut parameters = Vec::new();
    for input in &item.sig.inputs {
        let FnArg::Typed(PatType { pat, ty, .. }) = input else {
            let FnArg::Receiver(receiver) = input else { continue };
            if receiver.colon_token.is_some() {
                return refuse(
                    receiver,
                    "`self` has a type of its own: write `self`, `&self` or `&mut self`",
                );
            }
            let mutability = receiver.reference.is_none().then_some(receiver.mutability).flatten();
            let pattern = PatIdent {
                attrs: Vec::new(),
                by_ref: None,
                mutability,
                ident: Ident::new("self", receiver.self_token.span),
                subpat: None,
            };
            parameters.push((Pat::Ident(pattern), (*receiver.ty).clone()));
            continue;
        };
        match &**ty {
            Type::ImplTrait(opaque) => {
                return refuse(
                    opaque,
                    "a parameter of an `impl` type: give the type a name, as in `fn f<T: …>(t: T)`",
                );
            }
            Type::Reference(_) => {}
            Type::BareFn(_) if parameter::mentions(ty, &numbers.name.to_string()) => {
                return refuse(ty, "a function over numbers is a parameter: call it by name");
            }
            ty => {
                let mut borrows = Borrows(false);
                borrows.visit_type_mut(&mut ty.clone());
                if borrows.0 {
                    return refuse(ty, "a parameter holds references and is none: take it by reference");
                }
            }
        }
        parameters.push(((**pat).clone(), (**ty).clone()));
    }
    Ok(parameters)
}

/// The type that a method belongs to, over numbers; the generics of its block do not have the number type yet.
pub(crate) struct Owner {
    pub(crate) ty: Type,
    pub(crate) generics: Generics,
    /// What the function is called, among those of the type.
    pub(crate) name: String,
    /// What `Self::Output` is.
    pub(crate) output: Option<Type>,
}

/// Writes the type for `Self`.
struct Itself<'a>(&'a Owner);

impl VisitMut for Itself<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.path.is_ident("Self") => *ty = self.0.ty.clone(),
            Type::Path(path) if quote!(#path).to_string() == "Self :: Output" => {
                if let Some(output) = &self.0.output {
                    *ty = output.clone();
                    self.visit_type_mut(ty);
                }
            }
            ty => visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// The result as it was written.
fn output_of(item: &ItemFn) -> TokenStream {
    match &item.sig.output {
        ReturnType::Type(_, output) => output.to_token_stream(),
        ReturnType::Default => item.sig.ident.to_token_stream(),
    }
}

/// `&mut T`
fn is_exclusive(ty: &Type) -> bool {
    matches!(ty, Type::Reference(TypeReference { mutability: Some(_), .. }))
}

/// Finds references inside of a type.
struct Borrows(bool);

impl VisitMut for Borrows {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        self.0 |= reference.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static");
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        self.0 |= lifetime.ident != "static";
    }
}

/// `&'a Vec<N>` as the closure takes it: `&Vec<N>`, or `&Vec<Slot<N>>` if it is a shadow.
fn plainly(ty: &Type, numbers: &Numbers, shadow: bool) -> Type {
    struct Rewrite<'a> {
        numbers: &'a Numbers,
        shadow: bool,
    }
    impl VisitMut for Rewrite<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if let Type::Path(path) = ty
                && path.path.is_ident(&self.numbers.name)
            {
                if self.shadow {
                    let (private, number) = (self.numbers.private_at(Span::mixed_site()), &self.numbers.name);
                    *ty = parse_quote!(#private::adjoint::Slot<#number>);
                }
                return;
            }
            visit_mut::visit_type_mut(self, ty);
        }

        fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
            reference.lifetime = None;
            if self.shadow {
                reference.mutability = None;
            }
            visit_mut::visit_type_reference_mut(self, reference);
        }

        fn visit_expr_mut(&mut self, _: &mut syn::Expr) {}
    }
    let mut ty = ty.clone();
    Rewrite { numbers, shadow }.visit_type_mut(&mut ty);
    ty
}

/// The type of the shadow of a parameter.
fn shadow_type(ty: &Type, numbers: &Numbers) -> Type {
    if !parameter::mentions(ty, &numbers.name.to_string()) {
        return parse_quote!(&());
    }
    match plainly(ty, numbers, true) {
        ty @ Type::Reference(_) => ty,
        ty => parse_quote!(&#ty),
    }
}

fn again_type(ty: &Type, numbers: &Numbers) -> Type {
    if matches!(ty, Type::Reference(_)) { plainly(ty, numbers, false) } else { parse_quote!(()) }
}

#[allow(clippy::too_many_arguments, reason = "the parts of a function")]
fn companion(
    item: &ItemFn,
    bounds: Bounds,
    text: &Text<'_>,
    ids: &[Id],
    types: &[Type],
    output: &Type,
    items: &[TokenStream],
    owner: Option<&Owner>,
) -> TokenStream {
    let numbers = text.numbers;
    let name = &item.sig.ident;
    // A method of an operator is as visible as its type.
    let vis = match owner {
        Some(owner) if *name != owner.name => &parse_quote!(pub),
        _ => &item.vis,
    };
    let mut generics = item.sig.generics.clone();
    let number = &numbers.name;
    let of_number = bounds.of_number(&numbers.root);
    let mut outer = owner.map(|owner| owner.generics.clone()).unwrap_or_default();
    let itself = if owner.is_some() { &mut outer } else { &mut generics };
    itself.params.push(parse_quote!(#number: #of_number));
    let captured = outer.params.iter().chain(&generics.params).filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(&parameter.ident),
        GenericParam::Const(parameter) => Some(&parameter.ident),
        GenericParam::Lifetime(_) => None,
    });
    let captured = quote!(#(#captured),*);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let idents: Vec<_> = ids.iter().map(|id| &text.var(*id).ident).collect();
    let inputs = idents.iter().zip(types).map(|(ident, ty)| quote!(#ident: #ty));
    let private = numbers.private_at(Span::mixed_site());
    let result_shadow = if parameter::mentions(output, &number.to_string()) {
        plainly(output, numbers, true)
    } else {
        let form = quote!(<#output as #private::adjoint::Shadow>::Form);
        parse_quote!(<#form as #private::adjoint::Form>::Slots)
    };
    // A method is given its receiver again however it takes it: its caller cannot see how.
    let receiver = matches!(item.sig.inputs.first(), Some(FnArg::Receiver(_)));
    let again: Vec<_> = types
        .iter()
        .enumerate()
        .map(|(i, ty)| {
            let by_value = receiver && i == 0 && !matches!(ty, Type::Reference(_));
            again_type(&if by_value { parse_quote!(&#ty) } else { ty.clone() }, numbers)
        })
        .collect();
    let shadows: Vec<_> = types.iter().map(|ty| shadow_type(ty, numbers)).collect();
    let again_names = ids.iter().zip(types).map(|(id, ty)| {
        let ident = &text.var(*id).ident;
        if matches!(ty, Type::Reference(_)) { quote!(#ident) } else { quote!(_) }
    });
    let shadow_names = ids.iter().map(|id| &text.var(*id).shadow);
    let (forward, reverse) = sweeps(text);
    let cfg = item.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    let cfg = quote!(#(#cfg)*);
    let policy = if types.iter().any(is_exclusive) {
        quote!(#private::adjoint::Stored)
    } else {
        policy(text, &private)
    };
    let doc = format!(" The adjoint program of [`{name}()`].");
    let function_name =
        owner.map_or_else(|| parse_quote!(adjoint), |owner| quote::format_ident!("__adjoint_{}", owner.name));
    let given = item.sig.inputs.first().filter(|_| receiver).map(|input| {
        let FnArg::Receiver(given) = input else { return quote!() };
        let (and, mutability) = (&given.reference, given.reference.as_ref().and(given.mutability));
        let and = and.as_ref().map(|(and, lifetime)| quote!(#and #lifetime));
        quote!(#and #mutability self,)
    });
    let bound = idents.first().filter(|_| receiver).map(|ident| quote!(let #ident = self;));
    let inputs = inputs.skip(usize::from(receiver));
    let function = quote! {
        #[doc(hidden)]
        #[inline]
        #vis fn #function_name #impl_generics (#given #(#inputs),*) -> (
            #output,
            impl ::core::ops::FnOnce(&#result_shadow, #(#again,)* #(#shadows),*)
                + ::core::clone::Clone
                + use<#captured>,
        ) #where_clause {
            #[allow(unused_imports)]
            use #private::adjoint::{Maybe as _, Policy as _};
            #(#items)*
            #bound
            #forward
            (
                __result,
                move |__d_result: &#result_shadow, #(#again_names: #again,)* #(#shadow_names: #shadows),*| {
                    #reverse
                },
            )
        }
    };
    if let Some(Owner { ty, .. }) = owner {
        let (outer_generics, _, outer_where) = outer.split_for_impl();
        return quote! {
            #cfg
            #[automatically_derived]
            #[allow(unused, unreachable_code, dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
            impl #outer_generics #ty #outer_where {
                #[doc = #doc]
                #function
            }
        };
    }
    quote! {
        #cfg
        #[doc = #doc]
        #[allow(non_camel_case_types, dead_code)]
        #vis enum #name {}

        #cfg
        #[automatically_derived]
        impl #private::adjoint::Program for #name {
            type Policy = #policy;
        }

        #cfg
        #[automatically_derived]
        #[allow(unused, unreachable_code, dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #name {
            /// The value, and the reverse sweep.
            #function
        }
    }
}

/// Whether callers repeat the forward sweep.
fn policy(text: &Text<'_>, private: &TokenStream) -> TokenStream {
    if !text.facts.cheap {
        return quote!(#private::adjoint::Stored);
    }
    let mut policy = quote!(#private::adjoint::Again);
    calls(text.program, &mut |_, _, call| {
        let path = &call.path;
        let other = quote!(<#path as #private::adjoint::Program>::Policy);
        policy = quote!(<#policy as #private::adjoint::Policy>::And<#other>);
    });
    policy
}

/// The two sweeps.
fn sweeps(text: &Text<'_>) -> (TokenStream, TokenStream) {
    let (program, facts) = (text.program, text.facts);
    let (stacks, private) = (text.stacks(&program.body), text.private(Span::mixed_site()));
    let (outside, body) = (text.outside(0), text.forward(&program.body, 0));
    let result = result(text);
    let forward = if facts.exits[0] > 0 {
        let last = proc_macro2::Literal::usize_unsuffixed(facts.exits[0] + 1);
        let way = Text::way(0);
        quote! {
            #(let mut #stacks = #private::adjoint::empty();)*
            #outside
            let mut #way = 0_usize;
            let __result = '__function: {
                #body
                #way = #last;
                #result
            };
        }
    } else {
        quote! {
            #(let mut #stacks = #private::adjoint::empty();)*
            #outside
            #body
            let __result = #result;
        }
    };
    let containers =
        text.kept(0).into_iter().filter(|kept| kept.mutable && kept.outside.is_none()).map(|kept| {
            let ident = kept.ident;
            quote!(let mut #ident = #ident;)
        });
    let reverse = text.reverse_function();
    let reverse = quote! {
        #(let mut #stacks = #stacks;)*
        #(#containers)*
        #reverse
        #(#private::adjoint::keep(#stacks);)*
    };
    (forward, reverse)
}

/// The result, which is moved out if the reverse sweep does not read it.
pub(super) fn result(text: &Text<'_>) -> TokenStream {
    let facts = text.facts;
    if let Source::Place(place) = &text.program.result
        && place.projections.is_empty()
        && matches!(text.var(place.root).role, Role::Value | Role::Container | Role::Scalar)
        && !facts.containers.contains(&place.root)
        && !facts.saved.contains(&place.root)
    {
        let ident = &text.var(place.root).ident;
        return quote!(#ident);
    }
    text.source(&text.program.result)
}

/// The `impl` of `Adjoint`.
fn adjoint(
    expression: &Expression,
    bounds: Bounds,
    numbers: &Numbers,
    types: &[Type],
    method: bool,
    receiver: bool,
    body: Option<TokenStream>,
) -> TokenStream {
    let Expression { name, function, turbofish, fields, variables, arguments, output, dict, attrs, .. } =
        expression;
    let private = numbers.private_at(Span::mixed_site());
    let input: Type = match variables.as_slice() {
        [variable] => variable.shape.clone(),
        variables => {
            let shapes = variables.iter().map(|variable| &variable.shape);
            parse_quote!((#(#shapes),*))
        }
    };
    let cfg = attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    let mut turbofish = turbofish.clone();
    turbofish.params =
        turbofish.params.into_iter().filter(|p| !matches!(p, GenericParam::Lifetime(_))).collect();
    let turbofish = generics::arguments(&turbofish);
    let turbofish = (!turbofish.is_empty()).then(|| quote!(::<#(#turbofish,)* _>));
    let mut variable = variables.iter().enumerate();
    let mut again = Vec::new();
    let mut shadows = Vec::new();
    let mut handed = Vec::new();
    // What the function changes is a clone, which the reverse sweep is given as it was left.
    let mut changed = Vec::new();
    let mut clone = |place: &TokenStream| {
        let ident = quote::format_ident!("__changed_{}", changed.len());
        changed.push((ident.clone(), place.clone()));
        quote!(&mut #ident)
    };
    for (field, ty) in arguments.iter().zip(types) {
        let reference = matches!(ty, Type::Reference(_));
        if let Some(field) = field {
            let Field { name, passing, .. } = &fields[*field];
            let place = parse_quote!(self.#name);
            let (argument, once_more) = match (reference, passing) {
                (_, Passing::Mutable) => {
                    let argument = clone(&quote!(self.#name));
                    (argument.clone(), argument)
                }
                (_, Passing::Shared) => (quote!(self.#name), quote!(self.#name)),
                (true, passing) => (passing.argument(&place).into_token_stream(), quote!(&self.#name)),
                (false, passing) => (passing.argument(&place).into_token_stream(), quote!(())),
            };
            handed.push(argument);
            again.push(once_more);
            shadows.push(quote!(&()));
            continue;
        }
        let Some((i, Variable { passing, .. })) = variable.next() else { continue };
        let i = syn::Index::from(i);
        let (x, place, dx) = if variables.len() == 1 {
            (quote!(__x), quote!((*__x)), quote!(__dx))
        } else {
            (quote!(&__x.#i), quote!(__x.#i), quote!(&__dx.#i))
        };
        let (argument, once_more) = match passing {
            Passing::Mutable => {
                let argument = clone(&place);
                (argument.clone(), argument)
            }
            Passing::Shared => (x.clone(), x),
            Passing::Copied => (place, quote!(())),
            // So is `self` passed, which is handed over once more.
            Passing::Cloned if receiver && handed.is_empty() => {
                (quote!(::core::clone::Clone::clone(&#place)), x)
            }
            Passing::Cloned => (quote!(::core::clone::Clone::clone(&#place)), quote!(())),
        };
        handed.push(argument);
        again.push(once_more);
        shadows.push(dx);
    }
    let (clones, copies): (Vec<_>, Vec<_>) = changed
        .iter()
        .map(|(ident, place)| {
            let copy = quote!(let mut #ident = #ident;);
            (quote!(let mut #ident = ::core::clone::Clone::clone(&#place);), copy)
        })
        .unzip();
    let mut program = function.clone();
    match program.segments.last_mut() {
        Some(last) if method => last.ident = quote::format_ident!("__adjoint_{}", last.ident),
        _ => program.segments.push(parse_quote!(adjoint)),
    }
    let sweep = quote!(__sweep(__dy, #(#again,)* #(#shadows),*));
    let sweep = if copies.is_empty() { sweep } else { quote!({ #(#copies)* #sweep }) };
    let body = body.unwrap_or_else(|| {
        quote! {
            #(#clones)*
            let (__y, __sweep) = #program #turbofish (#(#handed),*);
            (__y, move |__dy: &_, __x: &_, __dx: &_| #sweep)
        }
    });
    let number = quote!(#private::Num<#dict>);
    let slot = quote!(#private::adjoint::Slot<#number>);
    let of = |shape: &Type, content: &TokenStream| quote!(<#shape as #private::Shape>::Of<#content>);
    let (x, dx) = (of(&input, &number), of(&input, &slot));
    let (y, dy) = (of(output, &number), of(output, &slot));
    let bounds = bounds.of_dict(&numbers.root);
    let generics = crate::emit::dict_generics(expression, &bounds, &numbers.root);
    let captured = generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(parameter) => parameter.lifetime.to_token_stream(),
        GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
        GenericParam::Const(parameter) => parameter.ident.to_token_stream(),
    });
    let captured = quote!('__a, #(#captured),*);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let itself = itself(name, &expression.generics);
    quote! {
        #(#cfg)*
        #[automatically_derived]
        #[allow(unreachable_code, clippy::all, clippy::pedantic)]
        impl #impl_generics #private::adjoint::Adjoint<#dict> for #itself #where_clause {
            #[inline]
            fn pullback<'__a>(&'__a self, _: #dict, __x: &#x) -> (
                #y,
                impl ::core::ops::FnOnce(&#dy, &#x, &#dx) + ::core::clone::Clone + use<#captured>,
            ) {
                #body
            }
        }
    }
}

fn itself(name: &Ident, generics: &Generics) -> TokenStream {
    let arguments = generics::arguments(generics);
    if arguments.is_empty() { quote!(#name) } else { quote!(#name<#(#arguments),*>) }
}
