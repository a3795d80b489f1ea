//! A function from signature to lowered body. What comes out is the generic function and, if it has a number to vary
//! and a number to give, the description of its expression.

use crate::args::Args;
use crate::check;
use crate::class::{Bounds, Need};
use crate::emit::{self, Expression, Field, Variable};
use crate::errors::Errors;
use crate::kind::Kind;
use crate::names::{Names, camel_case};
use crate::numbers::Numbers;
use crate::parameter::{self, Passing};
use crate::walk::{self, Callee, Context, flow::take_fixed};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, FnArg, GenericParam, Generics, Ident, ItemFn, Lifetime, Pat, PatType, ReturnType, Type,
    TypeParamBound, WherePredicate, parse_quote,
};

/// The expansion of an annotated function.
pub(crate) fn expand(mut item: ItemFn, args: &Args, errors: &Errors) -> TokenStream {
    let mut names = Names::of(item.to_token_stream());
    let numbers = Numbers {
        name: names.fresh("N"),
        root: args.root.clone(),
        records: HashSet::new(),
        generics: HashMap::new(),
    };
    let numbers = Numbers { generics: generic_kinds(&item.sig.generics, &numbers), ..numbers };
    let parameters = take_parameters(&mut item, &numbers);
    let original = item.clone();

    let before = errors.any();
    check::signature(&item.sig, errors);
    check::result(&item.sig.output, &numbers, errors);
    if !uses_numbers(&item, &parameters, &numbers) {
        errors.at(
            &item.sig.ident,
            format!(
                "`{}` has no `f64` in its signature that could be differentiated: remove `#[exp]`, or give it a \
                 parameter or result of type `f64`",
                item.sig.ident
            ),
        );
        return original.into_token_stream();
    }
    let unsuitable = errors.any() && !before;
    let expression = expression(&item, &parameters, args, &numbers, &mut names);
    if unsuitable {
        let stub = expression.map(|expression| emit::expression(&expression, Bounds::LEAST, &numbers, true));
        return quote!(#original #stub);
    }

    let needs = lower(&mut item, &parameters, args, &numbers, errors);
    if let Some(class) = args.class {
        check::asserted(class, &needs, errors);
    }
    let least = needs.iter().map(|need| need.bounds).fold(Bounds::LEAST, Bounds::join);
    let bounds = args.class.unwrap_or(least);
    if errors.any() {
        emit::stub_function(&mut item, &original, &numbers);
        let stub = expression.map(|expression| emit::expression(&expression, Bounds::MOST, &numbers, true));
        return quote!(#item #stub);
    }
    emit::generic(&mut item.sig.generics, bounds, &numbers);
    let expression = expression.map(|expression| emit::expression(&expression, bounds, &numbers, false));
    quote!(#item #expression)
}

/// A parameter as the user wrote it.
pub(crate) struct Parameter {
    name: Option<Ident>,
    ty: Type,
    fixed: bool,
    /// Whether it holds numbers.
    active: bool,
}

/// Reads the parameters, and takes `#[fixed]` off.
fn take_parameters(item: &mut ItemFn, numbers: &Numbers) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for input in &mut item.sig.inputs {
        if let FnArg::Typed(typed) = input {
            let fixed = take_fixed(&mut typed.attrs);
            parameters.push(Parameter {
                name: name_of(&typed.pat),
                ty: (*typed.ty).clone(),
                fixed,
                active: !fixed
                    && (numbers.occurs_in(&typed.ty) || is_generic_over_numbers(&typed.ty, numbers)),
            });
        }
    }
    parameters
}

fn name_of(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(name) => Some(name.ident.clone()),
        _ => None,
    }
}

/// A parameter `f: F` with `F: Fn(f64) -> f64`.
fn is_generic_over_numbers(ty: &Type, numbers: &Numbers) -> bool {
    numbers.generics.iter().any(|(name, kind)| !kind.is_plain() && parameter::mentions(ty, name))
}

/// What the bounds of the user's generic parameters tell of their values.
pub(crate) fn generic_kinds(generics: &Generics, numbers: &Numbers) -> HashMap<String, Kind> {
    let mut kinds = HashMap::new();
    for parameter in &generics.params {
        match parameter {
            GenericParam::Type(parameter) => {
                let mut bounds: Vec<&TypeParamBound> = parameter.bounds.iter().collect();
                for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
                    if let WherePredicate::Type(predicate) = predicate
                        && parameter::mentions(&predicate.bounded_ty, &parameter.ident.to_string())
                    {
                        bounds.extend(&predicate.bounds);
                    }
                }
                kinds.insert(parameter.ident.to_string(), Kind::of_bounds(bounds, &Kind::Number, numbers));
            }
            GenericParam::Const(parameter) => {
                kinds
                    .insert(parameter.ident.to_string(), Kind::of_type(&parameter.ty, &Kind::Fixed, numbers));
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    kinds
}

fn uses_numbers(item: &ItemFn, parameters: &[Parameter], numbers: &Numbers) -> bool {
    parameters.iter().any(|parameter| parameter.active)
        || numbers.occurs_in(&item.sig.output)
        || numbers.occurs_in(&item.sig.generics)
}

/// Lowers the signature and the body.
fn lower(
    item: &mut ItemFn,
    parameters: &[Parameter],
    args: &Args,
    numbers: &Numbers,
    errors: &Errors,
) -> Vec<Need> {
    let kinds: Vec<Kind> = parameters
        .iter()
        .map(|parameter| {
            let float = if parameter.fixed { Kind::Fixed } else { Kind::Number };
            Kind::of_type(&parameter.ty, &float, numbers)
        })
        .collect();
    let result = match &item.sig.output {
        ReturnType::Default => Kind::Plain,
        ReturnType::Type(_, ty) => Kind::of_type(ty, &Kind::Number, numbers),
    };
    let callees = HashMap::from([(
        item.sig.ident.to_string(),
        Callee { parameters: kinds.clone(), result: result.clone() },
    )]);
    let context =
        Context { numbers, callees: &callees, asserted: args.class.is_some(), receiver: Kind::Plain };

    let mut lowering = numbers.lowering();
    lowering.visit_generics_mut(&mut item.sig.generics);
    lowering.visit_return_type_mut(&mut item.sig.output);
    let typed = item.sig.inputs.iter_mut().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    let mut patterns = Vec::new();
    for ((PatType { pat, ty, .. }, parameter), kind) in typed.zip(parameters).zip(kinds) {
        if !parameter.fixed {
            lowering.visit_type_mut(ty);
        }
        patterns.push((&mut **pat, kind));
    }
    let found = walk::lower(&context, &mut patterns, &result, &mut item.block);
    found.errors.into_iter().for_each(|error| errors.push(error));
    found.needs
}

/// The expression of a function, unless it only helps: if it has no numbers to vary or to give, or if it takes or
/// gives what has no shape (functions over numbers, references to numbers).
fn expression(
    item: &ItemFn,
    parameters: &[Parameter],
    args: &Args,
    numbers: &Numbers,
    names: &mut Names,
) -> Option<Expression> {
    if item.sig.inputs.iter().any(|input| matches!(input, FnArg::Receiver(_))) {
        return None;
    }
    let ReturnType::Type(_, output) = &item.sig.output else { return None };
    if !numbers.occurs_in(output) || numbers.occurs_in(&item.sig.generics) {
        return None;
    }
    if matches!(**output, Type::Reference(_)) {
        return None;
    }
    let mut generics = item.sig.generics.clone();
    let lifetime = Lifetime::new(&format!("'{}", names.fresh("a")), proc_macro2::Span::mixed_site());
    let (mut variables, mut fields) = (Vec::new(), Vec::new());
    let mut borrows = false;
    let mut arguments = Vec::new();
    for (i, Parameter { name, ty, active, .. }) in parameters.iter().enumerate() {
        let passing = Passing::of(ty, numbers);
        if *active {
            variables.push(Variable { shape: parameter::shape(ty, &numbers.root)?, passing });
            arguments.push(None);
            continue;
        }
        let name = name.clone().unwrap_or_else(|| names.fresh(&format!("argument_{i}")));
        let mut ty = ty.clone();
        if let (Passing::Mutable, Type::Reference(reference)) = (passing, &ty) {
            ty = parameter::owned(&reference.elem, &numbers.root);
        }
        if let Type::ImplTrait(opaque) = &ty {
            let parameter = names.fresh("F");
            let bounds = &opaque.bounds;
            generics.params.push(parse_quote!(#parameter: #bounds));
            ty = parse_quote!(#parameter);
        }
        borrows |= parameter::name_lifetimes(&mut ty, &lifetime);
        fields.push(Field { name, ty, passing });
        arguments.push(Some(fields.len() - 1));
    }
    if variables.is_empty() {
        return None;
    }
    if borrows {
        generics.params.insert(0, parse_quote!(#lifetime));
    }
    // A lifetime that no field has is not the struct's; a type that no field has could never be inferred.
    let used = |name: &Ident| fields.iter().any(|field| parameter::mentions(&field.ty, &name.to_string()));
    generics.params = generics
        .params
        .into_iter()
        .filter(|parameter| !matches!(parameter, GenericParam::Lifetime(lifetime) if !used(&lifetime.lifetime.ident)))
        .collect();
    if generics.type_params().any(|parameter| !used(&parameter.ident)) {
        return None;
    }
    Some(Expression {
        name: args.name.clone().unwrap_or_else(|| camel_case(&item.sig.ident)),
        function: item.sig.ident.clone(),
        turbofish: item.sig.generics.clone(),
        attrs: item.attrs.iter().filter(|attr| describes(attr)).cloned().collect(),
        vis: item.vis.clone(),
        generics,
        fields,
        variables,
        arguments,
        output: parameter::shape(output, &numbers.root)?,
        dict: names.fresh("D"),
    })
}

/// The attributes that the struct has as well.
fn describes(attr: &Attribute) -> bool {
    ["doc", "cfg", "allow", "deprecated"].iter().any(|name| attr.path().is_ident(name))
}
