//! The kind of the values of a written type, and the values of a written map.

use crate::kind::{Definition, Kind, Values};
use crate::library::types::{self, Holds};
use crate::numbers::{Numbers, is_float};
use syn::{GenericArgument, PathArguments, ReturnType, Type};

impl Kind {
    /// The kind of the values of a type as the user wrote it. `float` is the kind of `f64`.
    pub(crate) fn of_type(ty: &Type, float: &Kind, numbers: &Numbers) -> Kind {
        match ty {
            Type::Reference(ty) => Kind::of_type(&ty.elem, float, numbers),
            Type::Paren(ty) => Kind::of_type(&ty.elem, float, numbers),
            Type::Array(ty) => Kind::list(Kind::of_type(&ty.elem, float, numbers)),
            Type::Slice(ty) => Kind::list(Kind::of_type(&ty.elem, float, numbers)),
            Type::Tuple(ty) => {
                Kind::tuple(ty.elems.iter().map(|ty| Kind::of_type(ty, float, numbers)).collect())
            }
            Type::BareFn(ty) => Kind::function(Vec::new(), Kind::of_result(&ty.output, float, numbers)),
            Type::ImplTrait(ty) => Kind::of_bounds(&ty.bounds, float, numbers),
            Type::TraitObject(ty) => Kind::of_bounds(&ty.bounds, float, numbers),
            Type::Path(path) if path.qself.is_none() => Kind::of_path(&path.path, float, numbers),
            Type::Infer(_) | Type::Never(_) => Kind::Never,
            ty if numbers.occurs_in(ty) => Kind::Unknown,
            _ => Kind::Plain,
        }
    }

    fn of_result(output: &ReturnType, float: &Kind, numbers: &Numbers) -> Kind {
        match output {
            ReturnType::Default => Kind::Plain,
            ReturnType::Type(_, ty) => Kind::of_type(ty, float, numbers),
        }
    }

    /// The kind of a value with known bounds only: `impl Fn(f64) -> f64`, `impl Iterator<Item = f64>`.
    pub(crate) fn of_bounds<'a>(
        bounds: impl IntoIterator<Item = &'a syn::TypeParamBound>,
        float: &Kind,
        numbers: &Numbers,
    ) -> Kind {
        let mut kind = Kind::Plain;
        for bound in bounds {
            let syn::TypeParamBound::Trait(bound) = bound else { continue };
            let Some(segment) = bound.path.segments.last() else { continue };
            match &segment.arguments {
                PathArguments::Parenthesized(function) => {
                    return Kind::function(Vec::new(), Kind::of_result(&function.output, float, numbers));
                }
                PathArguments::AngleBracketed(arguments) => {
                    for argument in &arguments.args {
                        if let GenericArgument::AssocType(item) = argument
                            && item.ident == "Item"
                        {
                            return Kind::list(Kind::of_type(&item.ty, float, numbers));
                        }
                    }
                    if numbers.occurs_in(&bound.path) {
                        kind = Kind::Unknown;
                    }
                }
                PathArguments::None => {}
            }
        }
        kind
    }

    fn of_path(path: &syn::Path, float: &Kind, numbers: &Numbers) -> Kind {
        let Some(segment) = path.segments.last() else { return Kind::Unknown };
        if is_float(path) {
            return float.clone();
        }
        // Single precision is always plain.
        if path.is_ident("f32") {
            return Kind::Fixed;
        }
        let mut arguments = Vec::new();
        if let PathArguments::AngleBracketed(list) = &segment.arguments {
            arguments.extend(list.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            }));
        }
        let name = segment.ident.to_string();
        if let Some(unsigned) = types::integer(&name) {
            return if unsigned { Kind::Unsigned } else { Kind::Integer };
        }
        if let (Some(holds), Some(ty)) = (types::holds(&name), arguments.first()) {
            let held = Kind::of_type(ty, float, numbers);
            return match holds {
                Holds::Itself => held,
                Holds::Elements => Kind::list(held),
            };
        }
        match numbers.generic(&name).or_else(|| numbers.named(&name)) {
            Some(kind) if *float == Kind::Fixed => kind.over_floats(),
            Some(kind) => kind,
            None if numbers.occurs_in(path) => Kind::Unknown,
            None => Kind::Plain,
        }
    }
}

impl Values {
    /// The values of a map, or of a type that is another name for one.
    pub(crate) fn of_map(ty: &Type, numbers: &Numbers) -> Option<Values> {
        if let Some(value) = value_of_map(ty) {
            return Some(match Values::of_map(value, numbers) {
                Some(values) => Values::Maps(Box::new(values)),
                None => Values::Kind(Kind::of_type(value, &Kind::Number, numbers)),
            });
        }
        let Type::Path(path) = ty else { return None };
        match numbers.definition(&path.path.segments.last()?.ident.to_string())? {
            Definition::Map(values) => Some(values.clone()),
            _ => None,
        }
    }
}

/// `K` and `V` of `HashMap<K, V>` or `BTreeMap<K, V>`.
pub(crate) fn key_and_value_of_map(ty: &Type) -> Option<(&Type, &Type)> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last()?;
    let PathArguments::AngleBracketed(list) = &segment.arguments else { return None };
    let map = segment.ident == "HashMap" || segment.ident == "BTreeMap";
    let mut types = list.args.iter().filter(|_| map).filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((types.next()?, types.next()?))
}

/// `V` of `HashMap<K, V>` or `BTreeMap<K, V>`.
pub(crate) fn value_of_map(ty: &Type) -> Option<&Type> {
    key_and_value_of_map(ty).map(|(_, value)| value)
}
