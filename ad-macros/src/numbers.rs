//! The meaning of `f64`: where it is a number, and its replacement. A struct that was made generic also contains numbers wherever
//! its plain name is written.

use crate::exchange;
use crate::kind::{Check, Definition, Fields, Kind, Values};
use crate::known::Known;
use crate::refusal;
use crate::tokens;
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::{
    Expr, GenericArgument, ItemTrait, Path, PathArguments, PathSegment, TraitItem, Type, TypePath,
    parse_quote, parse_quote_spanned,
};

/// The number type of one item, and the names that stand for it.
#[derive(Clone)]
pub(crate) struct Numbers {
    /// The type parameter that replaces `f64`.
    pub(crate) name: Ident,
    /// The `ad` crate.
    pub(crate) root: Path,
    /// Types over numbers, by name: `Point` stands for `Point<N>`.
    pub(crate) definitions: Rc<HashMap<String, Definition>>,
    /// Other facts about the module, for adjoint programs.
    pub(crate) known: Rc<Known>,
    /// The free functions of the module itself. Each hides an imported name, as a function and as the type with the adjoint program.
    pub(crate) siblings: Rc<HashSet<String>>,
    /// The traits of the module whose methods are over numbers: `Kernel` stands for `Kernel<N>`.
    pub(crate) traits: Rc<HashSet<String>>,
    /// The type of `Self`, in the `impl` of a type over numbers or of such a trait.
    pub(crate) itself: Option<Ident>,
    /// The user's generic parameters, with the kinds that their bounds imply.
    pub(crate) generics: HashMap<String, Kind>,
}

impl Numbers {
    /// The numbers of an annotated item, with the facts above it.
    pub(crate) fn of_item(name: Ident, root: &Path) -> Numbers {
        Numbers {
            name,
            root: root.clone(),
            definitions: Rc::default(),
            known: Known::above(),
            siblings: Rc::default(),
            traits: Rc::default(),
            itself: None,
            generics: HashMap::new(),
        }
    }

    /// Whether numbers occur in these tokens of a type or bound.
    pub(crate) fn occurs_in(&self, tokens: &dyn ToTokens) -> bool {
        self.find(tokens).is_some()
    }

    /// Whether the methods or constants of a trait are about numbers.
    pub(crate) fn are_in_trait(&self, item: &ItemTrait) -> bool {
        item.items.iter().any(|member| match member {
            TraitItem::Fn(method) => self.occurs_in(&method.sig),
            TraitItem::Const(constant) => self.occurs_in(&constant.ty),
            _ => false,
        })
    }

    /// Whether a trait has a constant over numbers.
    pub(crate) fn are_constants_of(&self, item: &ItemTrait) -> bool {
        let constant = |member: &TraitItem| matches!(member, TraitItem::Const(of) if self.occurs_in(&of.ty));
        item.items.iter().any(constant)
    }

    /// The first token that stands for numbers.
    pub(crate) fn find(&self, tokens: &dyn ToTokens) -> Option<Ident> {
        tokens::names(tokens).find(|name| {
            name == "f64"
                || self.definitions.contains_key(&name.to_string())
                || self.is_trait(name)
                || name == "Self" && self.varies()
        })
    }

    /// Whether a path names a variant, `Shape::Circle`. A variant of an unknown enum has a lowercase letter.
    pub(crate) fn is_variant(&self, path: &Path) -> bool {
        let mut names = path.segments.iter().rev().map(|segment| &segment.ident);
        let (Some(variant), Some(of)) = (names.next(), names.next()) else { return false };
        let of = self.itself.as_ref().filter(|_| of == "Self").unwrap_or(of).to_string();
        let variant = variant.to_string();
        self.known.variants.contains(&format!("{of}::{variant}"))
            || of.starts_with(char::is_uppercase)
                && variant.starts_with(char::is_uppercase)
                && variant.contains(char::is_lowercase)
    }

    /// Whether it is a trait over numbers.
    pub(crate) fn is_trait(&self, ident: &Ident) -> bool {
        self.traits.contains(&ident.to_string())
    }

    /// Whether `Self` contains numbers, or may.
    pub(crate) fn varies(&self) -> bool {
        let itself = self.itself.as_ref().map(ToString::to_string);
        itself.is_some_and(|name| self.definitions.contains_key(&name) || self.is_bounded(&name))
    }

    /// Whether it is a type parameter with a trait over numbers among its bounds, or the `Self` of such a trait. Its values may
    /// contain numbers.
    pub(crate) fn is_bounded(&self, name: &str) -> bool {
        matches!(self.generics.get(name), Some(Kind::Struct(of)) if of == name)
    }

    /// Whether a lowered type contains numbers.
    pub(crate) fn in_lowered(&self, ty: &dyn ToTokens) -> bool {
        tokens::names(ty).any(|name| name == self.name || self.is_bounded(&name.to_string()))
    }

    /// Whether the macro sees the definition of this type over numbers.
    pub(crate) fn is_struct(&self, ident: &Ident) -> bool {
        self.is_named(&ident.to_string())
    }

    /// The same by its name.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.definitions.get(name).is_some_and(|definition| !matches!(definition, Definition::Elsewhere(_)))
    }

    /// These types elsewhere contain numbers.
    pub(crate) fn with(&self, carriers: impl IntoIterator<Item = (String, Check)>) -> Numbers {
        let mut definitions = (*self.definitions).clone();
        definitions.extend(carriers.into_iter().map(|(name, check)| (name, Definition::Elsewhere(check))));
        Numbers { definitions: Rc::new(definitions), ..self.clone() }
    }

    /// The types above are known by their names.
    pub(crate) fn with_types(&self) -> Numbers {
        let mut definitions = (*self.definitions).clone();
        let types = self.known.types.iter();
        let known = types.filter(|(_, definition)| !matches!(definition, Definition::Elsewhere(_)));
        definitions.extend(known.map(|(name, definition)| (name.clone(), definition.clone())));
        Numbers { definitions: Rc::new(definitions), ..self.clone() }
    }

    /// The names of the types elsewhere, in order.
    pub(crate) fn elsewhere(&self) -> BTreeSet<String> {
        let all = self.definitions.iter();
        let elsewhere = all.filter(|(_, definition)| matches!(definition, Definition::Elsewhere(_)));
        elsewhere.map(|(name, _)| name.clone()).collect()
    }

    /// The shape of a type elsewhere.
    ///
    /// ```text
    /// // Input:  Particle
    /// // Output: <Particle as ::ad::__private::Carried<{ CHECK }>>::Shape
    /// ```
    fn shape_elsewhere(&self, ty: &Type) -> Option<Type> {
        let Type::Path(path) = ty else { return None };
        let last = path.path.segments.last().filter(|_| path.qself.is_none())?;
        let Some(Definition::Elsewhere(check)) = self.definitions.get(&last.ident.to_string()) else {
            return None;
        };
        if self.find(&last.arguments).is_some() {
            return None;
        }
        let span = last.ident.span();
        let private = self.private_at(span);
        let is_shape = match check {
            Check::Constant(name) => name.to_token_stream(),
            Check::Asserted => self.asserted(path),
            Check::Perhaps => self.is_shape(path),
        };
        Some(parse_quote_spanned!(span=> <#ty as #private::Carried<{ #is_shape }>>::Shape))
    }

    /// Whether a type is a shape, by a constant.
    pub(crate) fn is_shape(&self, ty: &TypePath) -> TokenStream {
        let span = ty.span();
        let private = self.private_at(span);
        let mut ty = ty.clone();
        Closed(self).visit_type_path_mut(&mut ty);
        quote_spanned! {span=> {
            #[allow(unused_imports)]
            use #private::NoShape as _;
            #private::Unseen::<#ty>::SHAPE
        }}
    }

    /// The same, or a panic, which rustc reports.
    pub(crate) fn asserted(&self, ty: &TypePath) -> TokenStream {
        let is_shape = self.is_shape(ty);
        let written = quote!(#ty).to_string().replace(' ', "").replace(',', ", ");
        let message =
            refusal::Signature::NoShape { ty: &written }.to_string().replace('{', "{{").replace('}', "}}");
        let message = exchange::said_by(message, &self.root);
        quote_spanned! {ty.span()=> {
            ::core::assert!(#is_shape, #message);
            true
        }}
    }

    /// Replaces the types elsewhere by their shapes.
    pub(crate) fn lower_shape(&self, ty: &mut Type) {
        struct Shapes<'a>(&'a Numbers);
        impl VisitMut for Shapes<'_> {
            fn visit_type_mut(&mut self, ty: &mut Type) {
                match self.0.shape_elsewhere(ty) {
                    Some(shape) => *ty = shape,
                    None => visit::visit_type_mut(self, ty),
                }
            }
        }
        Shapes(self).visit_type_mut(ty);
    }

    /// Whether a type over numbers, other than `f64` itself, occurs in a type.
    pub(crate) fn is_over_struct(&self, tokens: &dyn ToTokens) -> bool {
        self.find(tokens).is_some_and(|found| found != "f64")
    }

    /// The kind of the values of a type over numbers.
    pub(crate) fn named(&self, name: &str) -> Option<Kind> {
        let name = match &self.itself {
            Some(itself) if name == "Self" => itself.to_string(),
            _ => name.to_owned(),
        };
        match self.definitions.get(&name)? {
            Definition::Fields(_) | Definition::Variants(_) => Some(Kind::Struct(name)),
            Definition::Alias(kind) => Some(kind.clone()),
            Definition::Map(_) => Some(Kind::Unknown),
            // Its definition may be further up.
            Definition::Elsewhere(_) => match self.known.types.get(&name) {
                Some(Definition::Fields(_)) => Some(Kind::Struct(name)),
                _ => Some(Kind::Unknown),
            },
        }
    }

    /// The kind of a field.
    pub(crate) fn field(&self, of: &str, field: &str) -> Kind {
        match self.definitions.get(of) {
            Some(Definition::Fields(Fields { kinds, .. }) | Definition::Variants(kinds)) => {
                kinds.get(field).cloned().unwrap_or(Kind::Unknown)
            }
            _ => match self.known.types.get(of) {
                Some(Definition::Fields(fields)) => fields.kinds.get(field).cloned().unwrap_or(Kind::Unknown),
                _ => Kind::Unknown,
            },
        }
    }

    /// The definition of a type here or above.
    pub(crate) fn definition(&self, name: &str) -> Option<&Definition> {
        let own = self.definitions.get(name).filter(|own| !matches!(own, Definition::Elsewhere(_)));
        own.or_else(|| self.known.types.get(name))
    }

    /// The values of a field that is a map.
    pub(crate) fn values_of_field(&self, of: &str, field: &str) -> Option<&Values> {
        match self.definition(of)? {
            Definition::Fields(fields) => fields.maps.get(field),
            _ => None,
        }
    }

    /// The kind of a user's generic parameter, if it is known.
    pub(crate) fn generic(&self, name: &str) -> Option<Kind> {
        self.generics.get(name).cloned()
    }

    /// Replaces `f64` in a type, a bound, or the generic arguments of a path.
    ///
    /// ```text
    /// // Input:  Vec<[f64; 3]>
    /// // Output: Vec<[N; 3]>
    /// ```
    pub(crate) fn lower_type(&self, ty: &mut Type) {
        Lower { numbers: self }.visit_type_mut(ty);
    }

    /// Replaces `f64` in the explicit generic arguments of a path in an expression or pattern. Omitted arguments are inferred
    /// there.
    pub(crate) fn lower_arguments(&self, path: &mut Path) {
        for segment in path.segments.iter_mut().filter(|segment| !segment.arguments.is_none()) {
            let explicit = self.find(&segment.arguments).is_some();
            let mut lower = Lower { numbers: self };
            lower.segment(segment);
            // `Spline::<3>::new(…)`, of a type further up.
            let above = self.known.types.get(&segment.ident.to_string());
            if !explicit
                && !self.is_struct(&segment.ident)
                && matches!(above, Some(Definition::Fields(_) | Definition::Variants(_)))
            {
                lower.complete(segment);
            }
        }
    }

    /// The same for a path with a self type, such as `<f64 as Trait>::method`.
    pub(crate) fn lower_expr_path(&self, path: &mut syn::ExprPath) {
        self.lower_arguments(&mut path.path);
        if let Some(qself) = &mut path.qself {
            self.lower_type(&mut qself.ty);
            // `<K as Kernel>::value`: its arguments are not inferred.
            let of = path.path.segments.iter_mut().take(qself.position);
            for segment in of.filter(|segment| self.is_trait(&segment.ident) && segment.arguments.is_none()) {
                Lower { numbers: self }.complete(segment);
            }
        }
    }

    /// The arguments of the type of a constant or of a variant are not inferred, either: `Scale::<N>::HALF`, `Plan::<N>::Off`.
    pub(crate) fn complete_owner(&self, path: &mut Path) {
        let (Some(of), Some(last)) = (path.segments.len().checked_sub(2), path.segments.last()) else {
            return;
        };
        let last = last.ident.to_string();
        let of = &mut path.segments[of];
        let definition = self.definitions.get(&of.ident.to_string());
        let own = matches!(definition, Some(Definition::Fields(_) | Definition::Variants(_)));
        if own && last.starts_with(char::is_uppercase) && of.arguments.is_none() {
            let (span, number) = (of.ident.span(), self.name_at(of.ident.span()));
            of.arguments = PathArguments::AngleBracketed(parse_quote_spanned!(span=> ::<#number>));
        }
    }

    /// A visitor that does the same. It does not enter expressions: the length of an array is an integer.
    pub(crate) fn lowering(&self) -> impl VisitMut {
        Lower { numbers: self }
    }

    /// The module for names of the expansion, at the span of the user's token: `::ad::__private`.
    pub(crate) fn private_at(&self, span: proc_macro2::Span) -> TokenStream {
        let names = self.root.segments.iter().map(|segment| {
            let mut name = segment.ident.clone();
            name.set_span(span);
            name
        });
        match self.root.leading_colon {
            Some(_) => quote_spanned!(span=> #(::#names)*::__private),
            None => quote_spanned!(span=> #(#names::)*__private),
        }
    }

    /// The same as a path.
    pub(crate) fn private_path(&self, span: proc_macro2::Span) -> Path {
        let mut path = self.root.clone();
        path.leading_colon = path.leading_colon.map(|_| syn::Token![::](span));
        path.segments.iter_mut().for_each(|segment| segment.ident.set_span(span));
        path.segments.push(Ident::new("__private", span).into());
        path
    }

    /// The number type, at the span of the user's `f64`.
    pub(crate) fn name_at(&self, span: proc_macro2::Span) -> Ident {
        let mut name = self.name.clone();
        name.set_span(span);
        name
    }
}

/// Whether this path is the type `f64`.
pub(crate) fn is_float(path: &Path) -> bool {
    let mut segments = path.segments.iter().rev();
    let Some(last) = segments.next() else { return false };
    let qualifier: Vec<_> = segments.map(|segment| segment.ident.to_string()).collect();
    last.ident == "f64"
        && last.arguments.is_none()
        && match qualifier.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            [] => true,
            ["primitive", crate_name] => matches!(*crate_name, "std" | "core"),
            _ => false,
        }
}

/// The same tokens, all with one span.
pub(crate) fn respan(tokens: TokenStream, span: proc_macro2::Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

struct Lower<'a> {
    numbers: &'a Numbers,
}

impl Lower<'_> {
    fn segment(&mut self, segment: &mut PathSegment) {
        // `Point<f64>` shows its number; `Body<3>` does not.
        let explicit = self.numbers.find(&segment.arguments).is_some();
        self.visit_path_segment_mut(segment);
        if (self.numbers.is_struct(&segment.ident) || self.numbers.is_trait(&segment.ident)) && !explicit {
            self.complete(segment);
        }
    }

    /// ```text
    /// // Input:  Point      Body<3>
    /// // Output: Point<N>   Body<3, N>
    /// ```
    fn complete(&self, segment: &mut PathSegment) {
        let span = segment.ident.span();
        let name = self.numbers.name_at(span);
        match &mut segment.arguments {
            PathArguments::AngleBracketed(list) => list.args.push(parse_quote_spanned!(span=> #name)),
            arguments => *arguments = PathArguments::AngleBracketed(parse_quote_spanned!(span=> <#name>)),
        }
    }
}

impl VisitMut for Lower<'_> {
    /// Only rustc knows the parameters of a type elsewhere, and the content of an alias.
    ///
    /// ```text
    /// // Input:  Particle
    /// // Output: <<Particle as ::ad::__private::Carried<{ CHECK }>>::Shape as ::ad::__private::Shape>::Of<N>
    /// ```
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some(shape) = self.numbers.shape_elsewhere(ty) {
            let span = ty.span();
            let (private, name) = (self.numbers.private_at(span), self.numbers.name_at(span));
            *ty = parse_quote_spanned!(span=> <#shape as #private::Shape>::Of<#name>);
        } else {
            visit::visit_type_mut(self, ty);
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        if is_float(path) {
            let span = path.segments.last().map_or_else(proc_macro2::Span::call_site, |s| s.ident.span());
            *path = self.numbers.name_at(span).into();
            return;
        }
        for segment in &mut path.segments {
            self.segment(segment);
        }
    }

    fn visit_expr_mut(&mut self, _: &mut Expr) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Closes a type: its lifetimes and lengths do not affect its content.
///
/// ```text
/// // Input:  Body<'a, D>
/// // Output: Body<'_, 1>
/// ```
pub(crate) struct Closed<'a>(pub(crate) &'a Numbers);

impl VisitMut for Closed<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        lifetime.ident = Ident::new("_", lifetime.ident.span());
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        // The name of a constant has the form of a type.
        if let GenericArgument::Type(Type::Path(path)) = argument
            && is_length(&path.path, self.0)
        {
            *argument = parse_quote!(1);
        } else {
            visit::visit_generic_argument_mut(self, argument);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && is_length(&path.path, self.0)
        {
            *expr = parse_quote!(1);
        } else {
            visit::visit_expr_mut(self, expr);
        }
    }
}

/// Whether a path is the name of a constant among the generic parameters.
pub(crate) fn is_length(path: &Path, numbers: &Numbers) -> bool {
    path.get_ident()
        .and_then(|name| numbers.generic(&name.to_string()))
        .is_some_and(|kind: Kind| kind.is_integer())
}
