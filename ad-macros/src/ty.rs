//! The types of a body, as rustc sees them. Lifetimes are left out, all integers are one type, and so are all floats.

use std::fmt;
use std::rc::Rc;
use syn::parse_quote;

pub(crate) type Name = Rc<str>;

/// The type of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    /// A variable of the inference.
    Infer(usize),
    /// A float literal whose type is not decided: a variable as well.
    Literal(usize),
    /// There is never a value: `return`, `panic!()`.
    Never,
    Float,
    Int,
    Bool,
    Char,
    /// `str` and `String`.
    Text,
    Ref {
        exclusive: bool,
        of: Rc<Ty>,
    },
    Pointer(Pointer, Rc<Ty>),
    Tuple(Rc<[Ty]>),
    List(List, Rc<Ty>),
    Map(Keys, Rc<Ty>, Rc<Ty>),
    Set(Rc<Ty>),
    Option(Rc<Ty>),
    Result(Rc<Ty>, Rc<Ty>),
    /// Any iterator, and the ranges.
    Iterator(Rc<Ty>),
    /// A function, closure or constructor.
    Function(Rc<[Ty]>, Rc<Ty>),
    /// A struct or enum of the module, with its generic arguments.
    Struct(Name, Rc<[Ty]>),
    /// A generic parameter in scope.
    Param(Name),
    /// `dyn Layer`
    Object(Name),
    /// A named type of another crate.
    Foreign(Name, Rc<[Ty]>),
    /// rustc knows it, and the macro does not.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pointer {
    Box,
    Rc,
    Arc,
}

/// The keys of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Keys {
    Hashed,
    Ordered,
    /// Those of either map.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum List {
    Array,
    Slice,
    Vec,
    Deque,
    Heap,
}

impl Ty {
    pub(crate) fn unit() -> Ty {
        Ty::Tuple(Rc::new([]))
    }

    pub(crate) fn shared(of: Ty) -> Ty {
        Ty::Ref { exclusive: false, of: of.into() }
    }

    pub(crate) fn reference(exclusive: bool, of: Ty) -> Ty {
        Ty::Ref { exclusive, of: of.into() }
    }

    pub(crate) fn list(kind: List, element: Ty) -> Ty {
        Ty::List(kind, element.into())
    }

    pub(crate) fn option(content: Ty) -> Ty {
        Ty::Option(content.into())
    }

    pub(crate) fn iterator(item: Ty) -> Ty {
        Ty::Iterator(item.into())
    }

    pub(crate) fn function(parameters: Vec<Ty>, result: Ty) -> Ty {
        Ty::Function(parameters.into(), result.into())
    }

    pub(crate) fn foreign(name: &str) -> Ty {
        Ty::Foreign(name.into(), Rc::new([]))
    }

    /// The type in an `Option` or `Result`.
    pub(crate) fn content(&self) -> Option<&Ty> {
        match self {
            Ty::Option(content) | Ty::Result(content, _) => Some(content),
            _ => None,
        }
    }

    /// An `Option` or `Result` with another content.
    pub(crate) fn with_content(&self, content: Ty) -> Ty {
        match self {
            Ty::Result(_, error) => Ty::Result(content.into(), error.clone()),
            _ => Ty::option(content),
        }
    }

    /// Whether floats are among its parts. A struct may have some.
    pub(crate) fn holds_floats(&self) -> bool {
        matches!(self, Ty::Float | Ty::Struct(..)) || self.parts().into_iter().any(Ty::holds_floats)
    }

    /// The types inside.
    pub(crate) fn parts(&self) -> Vec<&Ty> {
        match self {
            Ty::Ref { of, .. } | Ty::Pointer(_, of) | Ty::List(_, of) | Ty::Set(of) | Ty::Option(of) => {
                vec![of]
            }
            Ty::Iterator(of) => vec![of],
            Ty::Map(_, a, b) | Ty::Result(a, b) => vec![a, b],
            Ty::Tuple(parts) | Ty::Struct(_, parts) | Ty::Foreign(_, parts) => parts.iter().collect(),
            Ty::Function(parameters, result) => parameters.iter().chain([&**result]).collect(),
            _ => Vec::new(),
        }
    }

    /// The type with other types inside.
    pub(crate) fn map(&self, mut part: impl FnMut(&Ty) -> Ty) -> Ty {
        let mut one = |of: &Rc<Ty>| Rc::new(part(of));
        match self {
            Ty::Ref { exclusive, of } => Ty::Ref { exclusive: *exclusive, of: one(of) },
            Ty::Pointer(kind, of) => Ty::Pointer(*kind, one(of)),
            Ty::List(kind, of) => Ty::List(*kind, one(of)),
            Ty::Set(of) => Ty::Set(one(of)),
            Ty::Option(of) => Ty::Option(one(of)),
            Ty::Iterator(of) => Ty::Iterator(one(of)),
            Ty::Map(keys, key, value) => Ty::Map(*keys, one(key), one(value)),
            Ty::Result(value, error) => Ty::Result(one(value), one(error)),
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(part).collect()),
            Ty::Struct(name, parts) => Ty::Struct(name.clone(), parts.iter().map(part).collect()),
            Ty::Foreign(name, parts) => Ty::Foreign(name.clone(), parts.iter().map(part).collect()),
            Ty::Function(parameters, result) => {
                let result = one(result);
                Ty::Function(parameters.iter().map(part).collect(), result)
            }
            other => other.clone(),
        }
    }

    /// The type in a program, where all of it can be written. rustc infers the integers.
    pub(crate) fn written(&self) -> Option<syn::Type> {
        let one = |of: &Ty| of.written();
        let all = |parts: &[Ty]| parts.iter().map(one).collect::<Option<Vec<_>>>();
        Some(match self {
            Ty::Float => parse_quote!(f64),
            Ty::Int | Ty::Text => parse_quote!(_),
            Ty::Bool => parse_quote!(bool),
            Ty::Char => parse_quote!(char),
            Ty::Tuple(parts) => {
                let parts = all(parts)?;
                parse_quote!((#(#parts,)*))
            }
            Ty::List(List::Vec, of) => {
                let of = one(of)?;
                parse_quote!(Vec<#of>)
            }
            Ty::List(List::Deque, of) => {
                let of = one(of)?;
                parse_quote!(::std::collections::VecDeque<#of>)
            }
            Ty::Map(keys, key, value) => {
                let (key, value) = (one(key)?, one(value)?);
                match keys {
                    Keys::Hashed => parse_quote!(::std::collections::HashMap<#key, #value>),
                    Keys::Ordered => parse_quote!(::std::collections::BTreeMap<#key, #value>),
                    Keys::Any => return None,
                }
            }
            Ty::Option(of) => {
                let of = one(of)?;
                parse_quote!(Option<#of>)
            }
            Ty::Result(value, error) => {
                let (value, error) = (one(value)?, one(error)?);
                parse_quote!(Result<#value, #error>)
            }
            Ty::Struct(name, parts) => {
                let (name, parts) = (syn::Ident::new(name, proc_macro2::Span::call_site()), all(parts)?);
                if parts.is_empty() { parse_quote!(#name) } else { parse_quote!(#name<#(#parts),*>) }
            }
            _ => return None,
        })
    }

    /// The type without references and pointers around.
    pub(crate) fn behind(&self) -> &Ty {
        match self {
            Ty::Ref { of, .. } | Ty::Pointer(_, of) => of.behind(),
            ty => ty,
        }
    }

    /// The name of a struct or enum of the module.
    pub(crate) fn name(&self) -> Option<&Name> {
        match self {
            Ty::Struct(name, _) => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |parts: &[Ty]| parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let named = |f: &mut fmt::Formatter<'_>, name: &str, parts: &[Ty]| {
            if parts.is_empty() { f.write_str(name) } else { write!(f, "{name}<{}>", list(parts)) }
        };
        match self {
            Ty::Infer(_) | Ty::Literal(_) | Ty::Unknown => f.write_str("_"),
            Ty::Never => f.write_str("!"),
            Ty::Float => f.write_str("f64"),
            Ty::Int => f.write_str("int"),
            Ty::Bool => f.write_str("bool"),
            Ty::Char => f.write_str("char"),
            Ty::Text => f.write_str("str"),
            Ty::Ref { exclusive, of } => write!(f, "&{}{of}", if *exclusive { "mut " } else { "" }),
            Ty::Pointer(kind, of) => write!(f, "{kind:?}<{of}>"),
            Ty::Tuple(parts) => write!(f, "({})", list(parts)),
            Ty::List(List::Array | List::Slice, of) => write!(f, "[{of}]"),
            Ty::List(kind, of) => write!(f, "{kind:?}<{of}>"),
            Ty::Map(_, key, value) => write!(f, "Map<{key}, {value}>"),
            Ty::Set(of) => write!(f, "Set<{of}>"),
            Ty::Option(of) => write!(f, "Option<{of}>"),
            Ty::Result(value, error) => write!(f, "Result<{value}, {error}>"),
            Ty::Iterator(of) => write!(f, "Iterator<{of}>"),
            Ty::Function(parameters, result) => write!(f, "fn({}) -> {result}", list(parameters)),
            Ty::Struct(name, parts) | Ty::Foreign(name, parts) => named(f, name, parts),
            Ty::Param(name) => f.write_str(name),
            Ty::Object(name) => write!(f, "dyn {name}"),
        }
    }
}
