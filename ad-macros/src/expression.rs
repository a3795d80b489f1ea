//! The expression of a function: its variable parameters, and the fields of its struct.

use crate::args::Args;
use crate::model::{Holder, Parameter, Position};
use crate::names::{Names, camel_case};
use crate::numbers::Numbers;
use crate::parameter::{self, Passing};
use crate::refusal::Why;
use crate::visit::{self, VisitMut};
use proc_macro2::Span;
use quote::{ToTokens, format_ident};
use syn::{
    Attribute, FnArg, GenericParam, Generics, Ident, ItemFn, Lifetime, Path, PathArguments, ReturnType, Type,
    TypeParamBound, TypeReference, Visibility, parse_quote,
};

/// The data of an expression.
pub(crate) struct Expression {
    pub(crate) name: Ident,
    /// The function, with its own generics.
    pub(crate) function: Path,
    pub(crate) turbofish: Generics,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) fields: Vec<Field>,
    pub(crate) variables: Vec<Variable>,
    /// The list of parameters in the source.
    pub(crate) parameters: Span,
    /// For each argument, the index of its field, or `None` for the next variable.
    pub(crate) arguments: Vec<Option<usize>>,
    pub(crate) output: Type,
    /// Whether a field represents a parameter `&mut T` without numbers. Such an expression cannot be made, since its changes
    /// would be lost. The function can be called.
    pub(crate) loses: bool,
    /// The name of the dictionary's type parameter.
    pub(crate) dict: Ident,
}

/// A parameter without derivative.
pub(crate) struct Field {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) passing: Passing,
}

/// A differentiated parameter.
pub(crate) struct Variable {
    /// Empty if the parameter is a pattern.
    pub(crate) name: String,
    pub(crate) shape: Type,
    pub(crate) passing: Passing,
}

/// The expression of a function, or the reason why the function is a helper without an expression. A helper has, for example, no
/// numbers to vary, no numbers to return, or a parameter or result without a shape. A parameter that is a function has no shape,
/// and neither has a result that is a reference.
pub(crate) fn of(
    item: &ItemFn,
    parameters: &[Parameter],
    position: &Position,
    args: &Args,
    numbers: &Numbers,
    mut names: Names,
) -> Result<Expression, Why> {
    let holder = position.holder();
    if matches!(
        position,
        Position::Elsewhere | Position::Alone | Position::Trait(..) | Position::Operator(..)
    ) {
        return Err(Why::Elsewhere);
    }
    if holder.is_some_and(|holder| parameter::has_lifetimes(&holder.ty)) {
        return Err(Why::Elsewhere);
    }
    let ReturnType::Type(_, output) = &item.sig.output else { return Err(Why::NoResult) };
    if !numbers.occurs_in(output) {
        return Err(Why::NoResult);
    }
    if numbers.occurs_in(&item.sig.generics) {
        return Err(Why::Functions);
    }
    let mut output = owned_result(output, holder, numbers).ok_or(Why::Result)?;
    let mut generics = holder.map(|holder| holder.generics.clone()).unwrap_or_default();
    merge(&mut generics, &item.sig.generics);
    let lifetime = Lifetime::new(&format!("'{}", names.fresh("a")), Span::mixed_site());
    let name = name_of(item, holder, args);
    // `fn d(x: f64)` becomes `struct D`, so a type parameter must not have this name.
    names.take(&name);
    let (mut variables, mut fields, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
    let (mut borrows, mut loses) = (false, false);
    let mut parameters = parameters.iter();
    for (i, input) in item.sig.inputs.iter().enumerate() {
        let parameter = match input {
            FnArg::Receiver(receiver) => {
                // `self` varies like any other argument. A method of a plain type is not an expression.
                let itself = &holder.ok_or(Why::Receiver)?.ty;
                let passing = match (&receiver.reference, &receiver.mutability) {
                    _ if receiver.colon_token.is_some() => return Err(Why::Receiver),
                    (None, _) => Passing::Cloned,
                    (Some(_), None) => Passing::Shared,
                    (Some(_), Some(_)) => Passing::Mutable,
                };
                variables.push(Variable { name: "self".into(), shape: itself.clone(), passing });
                arguments.push(None);
                continue;
            }
            FnArg::Typed(_) => parameters.next().ok_or(Why::NothingVaries)?,
        };
        let mut ty = parameter.ty.clone();
        replace_self(&mut ty, holder);
        let passing = Passing::of(&ty);
        if parameter.active {
            let mut shape = parameter::shape(&ty, numbers).ok_or_else(|| hidden(parameter, &ty))?;
            numbers.lower_shape(&mut shape);
            let name = parameter.name.as_ref().map_or_else(String::new, ToString::to_string);
            variables.push(Variable { name, shape, passing });
            arguments.push(None);
            continue;
        }
        let name = parameter.name.clone().unwrap_or_else(|| names.fresh(&format!("argument_{i}")));
        if let (Passing::Mutable, Type::Reference(reference)) = (passing, &ty) {
            loses = true;
            ty = lost(reference, &mut generics, &mut names, &numbers.root);
        }
        if let Type::ImplTrait(opaque) = &ty {
            let parameter = names.fresh("F");
            let bounds = &opaque.bounds;
            generics.params.push(parse_quote!(#parameter: #bounds));
            ty = parse_quote!(#parameter);
        }
        borrows |= parameter::name_lifetimes(&mut ty, &lifetime);
        arguments.push(Some(fields.len()));
        fields.push(Field { name, ty, passing });
    }
    if variables.is_empty() {
        return Err(Why::NothingVaries);
    }
    // An elided lifetime of the result is that of the fields, unless it belongs to numbers.
    let elided = parameter::name_lifetimes(&mut output, &lifetime);
    let lent = variables.iter().any(|v| matches!(v.passing, Passing::Shared | Passing::Mutable));
    if elided && (lent || !borrows) {
        return Err(Why::Borrowed);
    }
    if borrows {
        generics.params.insert(0, parse_quote!(#lifetime));
    }
    restrict(&mut generics, &fields, &output).ok_or(Why::TypeParameter)?;
    let function = item.sig.ident.clone();
    Ok(Expression {
        name,
        function: match holder {
            Some(Holder { name, .. }) => parse_quote!(#name::#function),
            None => function.into(),
        },
        turbofish: if holder.is_some() { Generics::default() } else { item.sig.generics.clone() },
        attrs: item.attrs.iter().filter(|attr| describes(attr)).cloned().collect(),
        vis: item.vis.clone(),
        generics,
        fields,
        variables,
        parameters: item.sig.paren_token.span.join(),
        arguments,
        output,
        loses,
        dict: names.fresh("D"),
    })
}

/// The name of the expression.
fn name_of(item: &ItemFn, holder: Option<&Holder>, args: &Args) -> Ident {
    let name = &item.sig.ident;
    match (&args.name, holder) {
        (Some(name), _) => name.clone(),
        (None, Some(holder)) => format_ident!("{}{}", holder.name, camel_case(name)),
        (None, None) => match camel_case(name) {
            // `fn blend(mode: Blend, …)`
            name if parameter::mentions(&item.sig.inputs, &name.to_string()) => format_ident!("{name}Of"),
            name => name,
        },
    }
}

/// The type of a field for a parameter `&mut T` without numbers. No type satisfies its bound, since the changes would be lost.
///
/// ```text
/// // Input:  fn f(log: &mut Vec<String>, x: f64) -> f64
/// // Output: struct F<T: KeepsChanges> { log: T }
/// // Input:  fn f<R: Rng>(rng: &mut R, x: f64) -> f64
/// // Output: struct F<R: Rng> where R: KeepsChanges { rng: R }
/// ```
fn lost(parameter: &TypeReference, generics: &mut Generics, names: &mut Names, root: &Path) -> Type {
    let bound: TypeParamBound = parse_quote!(#root::__private::KeepsChanges);
    // A bound without parameters would be an error at the definition, and not at the use.
    let generic = generics.type_params().any(|p| parameter::mentions(&parameter.elem, &p.ident.to_string()));
    if generic {
        let ty = parameter::owned(&parameter.elem, root);
        generics.make_where_clause().predicates.push(parse_quote!(#ty: #bound));
        return ty;
    }
    let name = names.fresh("T");
    generics.params.push(parse_quote!(#name: #bound));
    parse_quote!(#name)
}

/// The reason why a parameter has no shape.
fn hidden(parameter: &Parameter, ty: &Type) -> Why {
    let function = ["Fn", "FnMut", "FnOnce", "fn"].iter().any(|name| parameter::mentions(ty, name));
    match &parameter.name {
        Some(name) if !function => Why::Parameter { name: name.to_string() },
        _ => Why::Functions,
    }
}

/// The shape of the result. A reference has none, since its numbers are not owned.
fn owned_result(output: &Type, holder: Option<&Holder>, numbers: &Numbers) -> Option<Type> {
    if matches!(output, Type::Reference(_)) || has_error_of_numbers(output, numbers) {
        return None;
    }
    let mut output = output.clone();
    replace_self(&mut output, holder);
    let mut shape = parameter::shape(&output, numbers)?;
    numbers.lower_shape(&mut shape);
    Some(shape)
}

/// Whether it is a `Result` whose error contains numbers.
fn has_error_of_numbers(output: &Type, numbers: &Numbers) -> bool {
    let Type::Path(path) = output else { return false };
    let last = path.path.segments.last().filter(|last| last.ident == "Result");
    let Some(PathArguments::AngleBracketed(list)) = last.map(|last| &last.arguments) else { return false };
    list.args.iter().nth(1).is_some_and(|error| numbers.occurs_in(error))
}

/// The generics of a type and of its method.
fn merge(generics: &mut Generics, more: &Generics) {
    generics.params.extend(more.params.iter().cloned());
    if let Some(clause) = &more.where_clause {
        generics.make_where_clause().predicates.extend(clause.predicates.iter().cloned());
    }
}

/// Removes the lifetimes that occur in no field. Returns `None` if the result has such a lifetime. Returns `None` also if a type
/// parameter occurs in no field, since rustc could not infer the parameter.
fn restrict(generics: &mut Generics, fields: &[Field], output: &Type) -> Option<()> {
    let used = |name: &Ident| fields.iter().any(|field| parameter::mentions(&field.ty, &name.to_string()));
    let params = std::mem::take(&mut generics.params);
    let (mut lifetimes, others): (Vec<_>, Vec<_>) =
        params.into_iter().partition(|parameter| matches!(parameter, GenericParam::Lifetime(_)));
    let mut lost = false;
    lifetimes.retain(|parameter| {
        let GenericParam::Lifetime(lifetime) = parameter else { return false };
        let name = &lifetime.lifetime.ident;
        lost |= !used(name) && parameter::mentions(output, &name.to_string());
        used(name)
    });
    if lost {
        return None;
    }
    generics.params = lifetimes.into_iter().chain(others).collect();
    generics.type_params().all(|parameter| used(&parameter.ident)).then_some(())
}

/// The attributes that the struct inherits.
fn describes(attr: &Attribute) -> bool {
    ["doc", "cfg", "allow", "deprecated"].iter().any(|name| attr.path().is_ident(name))
}

/// Replaces `Self`, which means another type in the expression's `impl`s.
fn replace_self(ty: &mut Type, holder: Option<&Holder>) {
    struct Replace<'a>(&'a Type);

    impl VisitMut for Replace<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if ty.to_token_stream().to_string() == "Self" {
                *ty = self.0.clone();
            } else {
                visit::visit_type_mut(self, ty);
            }
        }
    }

    if let Some(holder) = holder {
        Replace(&holder.ty).visit_type_mut(ty);
    }
}
