//! Types as they are written, without tokens: the declarations of `std` outlive one expansion, and tokens do not.

use crate::ty::Name;
use syn::{GenericArgument, PathArguments, ReturnType, Type, TypeParamBound};

#[derive(Clone, Debug)]
pub(super) enum Written {
    Ref {
        exclusive: bool,
        of: Box<Written>,
    },
    Slice(Box<Written>),
    Array(Box<Written>),
    Tuple(Vec<Written>),
    Function(Vec<Written>, Box<Written>),
    /// `impl Layer`
    Any(Vec<Bound>),
    /// `dyn Layer`
    Object(Vec<Bound>),
    Never,
    /// `_`
    Open,
    /// A path, and the types among the arguments of its last segment.
    Path(Vec<Name>, Vec<Written>),
    /// `<T as Trait>::Item`
    Projection(Box<Written>, Name),
    Unknown,
}

/// A bound of a generic parameter.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    /// `Fn(f64) -> f64`
    Function(Vec<Written>, Written),
    /// `Iterator<Item = f64>`, or of `IntoIterator`
    Items {
        into: bool,
        item: Written,
    },
    Trait(Name),
}

impl Written {
    pub(super) fn of(ty: &Type) -> Self {
        let inner = |ty: &Type| Box::new(Written::of(ty));
        match ty {
            Type::Reference(of) => Written::Ref { exclusive: of.mutability.is_some(), of: inner(&of.elem) },
            Type::Paren(of) => Written::of(&of.elem),
            Type::Group(of) => Written::of(&of.elem),
            Type::Slice(of) => Written::Slice(inner(&of.elem)),
            Type::Array(of) => Written::Array(inner(&of.elem)),
            Type::Tuple(of) => Written::Tuple(of.elems.iter().map(Written::of).collect()),
            Type::BareFn(of) => {
                let parameters = of.inputs.iter().map(|input| Written::of(&input.ty)).collect();
                Written::Function(parameters, Box::new(Written::output(&of.output)))
            }
            Type::ImplTrait(of) => Written::Any(Bound::all(&of.bounds)),
            Type::TraitObject(of) => Written::Object(Bound::all(&of.bounds)),
            Type::Never(_) => Written::Never,
            Type::Infer(_) => Written::Open,
            Type::Path(path) => match (&path.qself, path.path.segments.last()) {
                (Some(qself), Some(last)) => {
                    Written::Projection(inner(&qself.ty), last.ident.to_string().into())
                }
                _ => Written::path(&path.path),
            },
            _ => Written::Unknown,
        }
    }

    pub(super) fn path(path: &syn::Path) -> Self {
        let arguments = path.segments.last().map(|last| types_among(&last.arguments));
        Written::Path(super::names_of(path), arguments.unwrap_or_default())
    }

    pub(super) fn output(output: &ReturnType) -> Self {
        match output {
            ReturnType::Default => Written::Tuple(Vec::new()),
            ReturnType::Type(_, ty) => Written::of(ty),
        }
    }
}

/// The types among generic arguments.
pub(super) fn types_among(arguments: &PathArguments) -> Vec<Written> {
    let PathArguments::AngleBracketed(list) = arguments else { return Vec::new() };
    let types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(Written::of(ty)),
        _ => None,
    });
    types.collect()
}

impl Bound {
    pub(super) fn all<'b>(bounds: impl IntoIterator<Item = &'b TypeParamBound>) -> Vec<Bound> {
        let traits = bounds.into_iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last(),
            _ => None,
        });
        traits.map(Bound::of).collect()
    }

    fn of(last: &syn::PathSegment) -> Self {
        match &last.arguments {
            PathArguments::Parenthesized(list) => {
                let parameters = list.inputs.iter().map(Written::of).collect();
                Bound::Function(parameters, Written::output(&list.output))
            }
            PathArguments::AngleBracketed(list) => {
                let item = list.args.iter().find_map(|argument| match argument {
                    GenericArgument::AssocType(of) if of.ident == "Item" => Some(Written::of(&of.ty)),
                    _ => None,
                });
                match item {
                    Some(item) => Bound::Items { into: last.ident == "IntoIterator", item },
                    None => Bound::Trait(last.ident.to_string().into()),
                }
            }
            PathArguments::None => Bound::Trait(last.ident.to_string().into()),
        }
    }
}
