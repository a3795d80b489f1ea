//! Structs, enums and type aliases over numbers. They get a type parameter with `f64` as its default, so that their plain name
//! keeps its meaning. Structs and enums become shapes.

use crate::args::Args;
use crate::errors::Errors;
use crate::fields::{is_fixed, name, take_fixed, variants};
use crate::generics;
use crate::kind::{self, Check, Definition, Kind, Values};
use crate::known::Known;
use crate::names::Names;
use crate::numbers::{Closed, Numbers};
use crate::parameter;
use crate::refusal;
use crate::shape;
use crate::show;
use crate::unseen;
use crate::visit::VisitMut;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{Attribute, Fields, Generics, Item, Type, parse_quote};

/// The expansion of an annotated struct, enum or type alias.
pub(crate) fn expand(mut item: Item, args: &Args, errors: &Errors) -> TokenStream {
    let mut names = Names::of(&item);
    let Some(name) = name(&item) else { return item.into_token_stream() };
    let mut numbers = Numbers {
        name: names.fresh("N"),
        root: args.root.clone(),
        definitions: Rc::default(),
        known: Rc::default(),
        siblings: Rc::default(),
        traits: Rc::default(),
        itself: None,
        generics: HashMap::new(),
    };
    for (value, key) in [(args.name.as_ref(), "name"), (args.class.map(|_| &name), "class")] {
        if let Some(value) = value {
            errors.at(value, refusal::Item::ForFunctions { key, name: &name });
        }
    }
    if let Some((_, generics)) = head(&mut item) {
        numbers.generics = generics::kinds(generics, &numbers);
    }
    let perhaps = unseen_in(&item, &numbers);
    numbers = numbers.with(perhaps.into_iter().map(|name| (name, Check::Perhaps)));
    if !holds_numbers(&item, &numbers) {
        errors.at(&name, refusal::Item::NoField { name: &name });
        clean(&mut item);
        return item.into_token_stream();
    }
    // Its fields may contain values of its own type.
    let mut definitions = (*numbers.definitions).clone();
    definitions.insert(name.to_string(), Definition::unknown());
    let description = describe(&item, &Numbers { definitions: Rc::new(definitions), ..numbers.clone() });
    let hollow = !holds_numbers(&item, &Numbers { definitions: Rc::default(), ..numbers.clone() });
    let check = hollow.then(|| some_number(&item, &name, &numbers));
    let mut definitions = (*numbers.definitions).clone();
    definitions.insert(name.to_string(), description.clone());
    numbers.definitions = Rc::new(definitions);
    let borrows = head(&mut item).is_some_and(|(_, generics)| generics.lifetimes().next().is_some());
    Known {
        types: HashMap::from([(name.to_string(), description)]),
        variants: paths_of_variants(&item).collect(),
        borrowing: borrows.then(|| name.to_string()).into_iter().collect(),
        ..Known::default()
    }
    .remember();
    let shape = lower(&mut item, &numbers, &names);
    quote!(#check #item #shape)
}

/// The types elsewhere in the fields, which may contain numbers.
fn unseen_in(item: &Item, numbers: &Numbers) -> HashSet<String> {
    let fields = variants(item).into_iter().flat_map(|(_, fields)| fields.iter());
    let vary = fields.filter(|field| !is_fixed(&field.attrs));
    let itself = name(item).map(|name| name.to_string());
    let mut names = unseen::names_in(vary.map(|field| &field.ty), numbers);
    names.retain(|name| Some(name) != itself.as_ref());
    names
}

/// Refuses a struct whose fields show no number, unless one of their types is a shape elsewhere.
fn some_number(item: &Item, name: &Ident, numbers: &Numbers) -> TokenStream {
    let (root, message) = (&numbers.root, refusal::Item::NoField { name }.to_string());
    let fields = variants(item).into_iter().flat_map(|(_, fields)| fields.iter());
    let counts =
        fields.filter(|field| !is_fixed(&field.attrs) && numbers.occurs_in(&field.ty)).filter_map(|field| {
            let mut shape = parameter::shape(&field.ty, numbers)?;
            Closed(numbers).visit_type_mut(&mut shape);
            numbers.lower_shape(&mut shape);
            Some(quote!(
                ::core::matches!(<#shape as #root::__private::Shape>::COUNT, ::core::option::Option::Some(0))
            ))
        });
    quote_spanned!(name.span()=> const _: () = ::core::assert!(!(true #(&& #counts)*), #message);)
}

/// Whether an item is a type over numbers.
pub(crate) fn holds_numbers(item: &Item, numbers: &Numbers) -> bool {
    match item {
        Item::Type(alias) => numbers.occurs_in(&alias.ty),
        item => variants(item).iter().any(|(_, fields)| {
            fields.iter().any(|field| !is_fixed(&field.attrs) && numbers.occurs_in(&field.ty))
        }),
    }
}

/// The name of a variant's field among the kinds of an enum. Beside it, a name alone has the kind for all variants.
pub(crate) fn field_of_variant(variant: &str, member: &syn::Member) -> String {
    format!("{variant}.{}", member.to_token_stream())
}

/// The paths of the variants of an enum: `Shape::Circle`.
pub(crate) fn paths_of_variants(item: &Item) -> impl Iterator<Item = String> {
    let of = if let Item::Enum(of) = item { Some(of) } else { None };
    of.into_iter().flat_map(|of| of.variants.iter().map(|variant| format!("{}::{}", of.ident, variant.ident)))
}

/// The kinds of its fields.
pub(crate) fn describe(item: &Item, numbers: &Numbers) -> Definition {
    if let Item::Type(alias) = item {
        return match Values::of_map(&alias.ty, numbers) {
            Some(values) => Definition::Map(values),
            None => Definition::Alias(Kind::of_type(&alias.ty, &Kind::Number, numbers)),
        };
    }
    let mut kinds: HashMap<String, Kind> = HashMap::new();
    for (path, fields) in variants(item) {
        let variant = path.into_iter().last().map(|variant| variant.to_string()).unwrap_or_default();
        for (member, field) in fields.members().zip(fields) {
            let float = if is_fixed(&field.attrs) { Kind::Fixed } else { Kind::Number };
            let kind = Kind::of_type(&field.ty, &float, numbers);
            // An adjoint program distinguishes options and lists.
            let optional = ["Option", "Result"].iter().any(|name| parameter::mentions(&field.ty, name));
            let kind = if optional && !kind.is_plain() { Kind::Unknown } else { kind };
            if matches!(item, Item::Enum(_)) {
                kinds.insert(field_of_variant(&variant, &member), kind.clone());
            }
            let known = kinds.remove(&member.to_token_stream().to_string()).unwrap_or(Kind::Never);
            kinds.insert(member.to_token_stream().to_string(), known.join(kind));
        }
    }
    if matches!(item, Item::Enum(_)) {
        return Definition::Variants(kinds);
    }
    let mut described = kind::Fields { kinds, ..kind::Fields::default() };
    for (member, field) in variants(item).into_iter().flat_map(|(_, fields)| fields.members().zip(fields)) {
        let member = member.to_token_stream().to_string();
        if parameter::mentions(&field.ty, "VecDeque") {
            described.deques.insert(member.clone());
        }
        if let Some(values) = Values::of_map(&field.ty, numbers).filter(|_| !is_fixed(&field.attrs)) {
            described.maps.insert(member, values);
        }
    }
    Definition::Fields(described)
}

/// Makes the item generic, and writes its `Shape`.
///
/// ```text
/// // Input:  struct Point { x: f64, y: f64 }
/// // Output: struct Point<N = f64> { x: N, y: N }
/// //         impl Shape for Point<f64> { … }
/// ```
pub(crate) fn lower(item: &mut Item, numbers: &Numbers, names: &Names) -> TokenStream {
    let mut shape = shape::derive(item, numbers, names);
    if !shape.is_empty() {
        shape.extend(show::derive(item, numbers, names));
    }
    shape.extend(unseen_in_fields(item, numbers));
    shape.extend(marked(item, numbers));
    let float = Ident::new("f64", Span::call_site());
    let number = &numbers.name;
    clean_and(item, |ty| numbers.lower_type(ty));
    let exclusive = borrows_exclusively(item);
    if let Some((attrs, generics)) = head(item) {
        // The content of a shape elsewhere is cloned.
        let bound = (!numbers.elsewhere().is_empty()).then(|| quote!(: ::core::clone::Clone));
        generics.params.push(parse_quote!(#number #bound = #float));
        // Users of a shape clone it.
        if let Some(attrs) = attrs
            && !exclusive
            && !attrs
                .iter()
                .any(|attr| attr.path().is_ident("derive") && parameter::mentions(&attr.meta, "Clone"))
        {
            attrs.push(parse_quote!(#[derive(::core::clone::Clone)]));
        }
    }
    shape
}

/// Whether a field is an exclusive reference, which nothing clones.
fn borrows_exclusively(item: &Item) -> bool {
    let fields = variants(item).into_iter().flat_map(|(_, fields)| fields.iter());
    let mut types = fields.map(|field| &field.ty);
    types.any(|ty| matches!(ty, Type::Reference(ty) if ty.mutability.is_some()))
}

/// Marks a type as over numbers, so that an `impl` with `#[exp]` of another type is noticed.
fn marked(item: &Item, numbers: &Numbers) -> Option<TokenStream> {
    let (name, generics, attrs) = match item {
        Item::Struct(item) => (&item.ident, &item.generics, &item.attrs),
        Item::Enum(item) => (&item.ident, &item.generics, &item.attrs),
        _ => return None,
    };
    let cfg: Vec<_> = attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect();
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let arguments = generics::arguments(generics);
    let (root, float) = (&numbers.root, Ident::new("f64", Span::call_site()));
    Some(quote! {
        #(#cfg)*
        #[automatically_derived]
        impl #impl_generics #root::__private::OverNumbers for #name<#(#arguments,)* #float> #where_clause {}
    })
}

/// Refuses plain fields whose type contains hidden numbers.
fn unseen_in_fields(item: &Item, numbers: &Numbers) -> TokenStream {
    let (generics, attrs) = match item {
        Item::Struct(item) => (&item.generics, &item.attrs),
        Item::Enum(item) => (&item.generics, &item.attrs),
        _ => return TokenStream::new(),
    };
    let numbers = Numbers { generics: generics::kinds(generics, numbers), ..numbers.clone() };
    let fields = variants(item).into_iter().flat_map(|(_, fields)| fields.iter());
    let vary = fields.filter(|field| !is_fixed(&field.attrs));
    let checks = vary.flat_map(|field| {
        let name = field.ident.as_ref().map_or("the field".to_owned(), |name| format!("`{name}`"));
        unseen::refuse(&field.ty, &name, &numbers)
    });
    let cfg: Vec<_> = attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect();
    checks.map(|check| quote!(#(#cfg)* #check)).collect()
}

/// The attributes, if the type can derive, and the generics.
fn head(item: &mut Item) -> Option<(Option<&mut Vec<Attribute>>, &mut Generics)> {
    match item {
        Item::Struct(item) => Some((Some(&mut item.attrs), &mut item.generics)),
        Item::Enum(item) => Some((Some(&mut item.attrs), &mut item.generics)),
        Item::Type(item) => Some((None, &mut item.generics)),
        _ => None,
    }
}

/// Removes `#[fixed]`.
pub(crate) fn clean(item: &mut Item) {
    clean_and(item, |_| {});
}

fn clean_and(item: &mut Item, lower: impl Fn(&mut Type)) {
    let lower_fields = |fields: &mut Fields| {
        for field in fields {
            if !take_fixed(&mut field.attrs) {
                lower(&mut field.ty);
            }
        }
    };
    match item {
        Item::Struct(item) => lower_fields(&mut item.fields),
        Item::Enum(item) => item.variants.iter_mut().for_each(|variant| lower_fields(&mut variant.fields)),
        Item::Type(item) => lower(&mut item.ty),
        _ => {}
    }
}
