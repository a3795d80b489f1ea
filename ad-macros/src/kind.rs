//! The kind of a value: whether it contains numbers. This small abstract domain distinguishes integers, plain floats and numbers.
//! Types are left to rustc.

use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};

/// The kind of a value. References and boxes have the kind of their content.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Unknown so far, or there is never a value: `return`, `panic!()`, the element of an empty `vec![]`.
    Never,
    /// A number: the type parameter in place of the user's `f64`.
    Number,
    /// A plain `f64`.
    Fixed,
    /// An integer literal, or a local that has only met integer literals.
    Whole,
    /// An unsigned integer.
    Unsigned,
    /// An integer.
    Integer,
    /// Without numbers. It may contain plain floats.
    Plain,
    Tuple(Vec<Kind>),
    /// An array, slice, vector, option, iterator, …, of these elements.
    List(Box<Kind>),
    /// A function or closure. The parameters are the slots of its patterns, if the macro knows them.
    Function {
        parameters: Vec<Option<usize>>,
        result: Box<Kind>,
    },
    /// A struct over numbers, of this name.
    Struct(String),
    /// A type that rustc infers: the kind of a literal as the argument of an unknown function, or the field of an unknown struct.
    /// Either may want a number or a plain float.
    Inferred,
    /// The result of a function that the macro cannot see, without numbers among its arguments. It is plain, or over numbers if
    /// the function is generic.
    Foreign,
    /// Any value.
    Unknown,
}

impl Kind {
    pub(crate) fn list(element: Kind) -> Kind {
        Kind::List(Box::new(element)).bounded()
    }

    pub(crate) fn tuple(elements: Vec<Kind>) -> Kind {
        Kind::Tuple(elements).bounded()
    }

    pub(crate) fn function(parameters: Vec<Option<usize>>, result: Kind) -> Kind {
        Kind::Function { parameters, result: Box::new(result) }.bounded()
    }

    /// Gives up on large kinds, so that every pass is cheap for all tokens.
    fn bounded(self) -> Kind {
        if self.size() > 64 { Kind::Unknown } else { self }
    }

    fn size(&self) -> usize {
        match self {
            Kind::Tuple(elements) => 1 + elements.iter().map(Kind::size).sum::<usize>(),
            Kind::List(element) => 1 + element.size(),
            Kind::Function { parameters, result } => 1 + parameters.len() + result.size(),
            _ => 1,
        }
    }

    /// The least kind above both.
    pub(crate) fn join(self, other: Kind) -> Kind {
        use Kind::{
            Fixed, Foreign, Function, Integer, List, Never, Number, Plain, Tuple, Unknown, Unsigned, Whole,
        };
        match (self, other) {
            (a, b) if a == b => a,
            (Never, a) | (a, Never) => a,
            (Number, Fixed | Plain) | (Fixed | Plain, Number) => Number,
            (Foreign, a) | (a, Foreign) if a.is_plain() => Foreign,
            (Foreign, a) | (a, Foreign) if a.holds_number() => a,
            (Whole, Unsigned) | (Unsigned, Whole) => Unsigned,
            (Whole | Unsigned | Integer, Whole | Unsigned | Integer) => Integer,
            (Tuple(a), Tuple(b)) if a.len() == b.len() => {
                Kind::tuple(a.into_iter().zip(b).map(|(a, b)| a.join(b)).collect())
            }
            (List(a), List(b)) => Kind::list(a.join(*b)),
            (Function { parameters, result: a }, Function { result: b, .. }) => {
                Kind::function(parameters, a.join(*b))
            }
            (a, b) if a.is_plain() && b.is_plain() => Plain,
            _ => Unknown,
        }
    }

    /// Certainly without numbers.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Kind::Fixed | Kind::Whole | Kind::Unsigned | Kind::Integer | Kind::Plain => true,
            Kind::Tuple(elements) => elements.iter().all(Kind::is_plain),
            Kind::List(element) => element.is_plain(),
            Kind::Function { result, .. } => result.is_plain(),
            Kind::Never | Kind::Number | Kind::Struct(_) | Kind::Inferred | Kind::Foreign | Kind::Unknown => {
                false
            }
        }
    }

    /// Plain floats in lists and tuples, with data beside them.
    pub(crate) fn consists_of_floats(&self) -> bool {
        match self {
            Kind::Fixed => true,
            Kind::List(element) => element.consists_of_floats(),
            Kind::Tuple(parts) => self.is_plain() && parts.iter().any(Kind::consists_of_floats),
            _ => false,
        }
    }

    pub(crate) fn is_integer(&self) -> bool {
        matches!(self, Kind::Whole | Kind::Unsigned | Kind::Integer)
    }

    /// A scalar that is, or may be, a plain float.
    pub(crate) fn is_plain_float(&self) -> bool {
        matches!(self, Kind::Fixed | Kind::Plain)
    }

    /// The value of a call without numbers among its arguments.
    pub(crate) fn is_foreign_or_plain(&self) -> bool {
        *self == Kind::Foreign || self.is_plain()
    }

    /// Certainly a number, or contains numbers.
    pub(crate) fn holds_number(&self) -> bool {
        match self {
            Kind::Number | Kind::Struct(_) => true,
            Kind::Tuple(elements) => elements.iter().any(Kind::holds_number),
            Kind::List(element) => element.holds_number(),
            _ => false,
        }
    }

    /// The kind of the same type over plain floats: that of a `#[fixed]` parameter.
    pub(crate) fn over_floats(self) -> Kind {
        match self {
            Kind::Number => Kind::Fixed,
            Kind::Struct(_) => Kind::Plain,
            Kind::Tuple(parts) => Kind::Tuple(parts.into_iter().map(Kind::over_floats).collect()),
            Kind::List(element) => Kind::list(element.over_floats()),
            Kind::Function { parameters, result } => Kind::function(parameters, result.over_floats()),
            kind => kind,
        }
    }

    /// Whether its values may have a total order: not if it contains a number.
    pub(crate) fn is_ordered(&self) -> bool {
        match self {
            Kind::Number => false,
            Kind::Tuple(elements) => elements.iter().all(Kind::is_ordered),
            Kind::List(element) => element.is_ordered(),
            Kind::Function { result, .. } => result.is_ordered(),
            _ => true,
        }
    }

    /// The kind of the elements of a container or iterator.
    pub(crate) fn element(&self) -> Kind {
        match self {
            Kind::List(element) => (**element).clone(),
            Kind::Never => Kind::Never,
            Kind::Inferred => Kind::Inferred,
            Kind::Foreign => Kind::Foreign,
            // The elements of a fixed container are fixed: those of `#[fixed] data: &[f64]` are not differentiated.
            Kind::Fixed => Kind::Fixed,
            kind if kind.is_integer() => Kind::Integer,
            kind if kind.is_plain() => Kind::Plain,
            _ => Kind::Unknown,
        }
    }

    /// The kind of an invisible part: a field, the result of an unknown method.
    pub(crate) fn part(&self) -> Kind {
        match self {
            Kind::Foreign => Kind::Foreign,
            kind if kind.is_plain() => Kind::Plain,
            _ => Kind::Unknown,
        }
    }
}

/// A type over numbers.
#[derive(Clone, Debug)]
pub(crate) enum Definition {
    /// A struct, whose fields have these kinds.
    Fields(Fields),
    /// An enum, whose fields have these kinds.
    Variants(HashMap<String, Kind>),
    /// Another name for a type of this kind.
    Alias(Kind),
    /// Another name for a map with these values.
    Map(Values),
    /// A type outside of this item, of which the macro sees only the name. rustc finds whether it is a shape.
    Elsewhere(Check),
}

/// The fields of a struct, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    pub(crate) kinds: HashMap<String, Kind>,
    /// Those that contain a deque, of which there are no slices.
    pub(crate) deques: HashSet<String>,
    /// The values of those that are maps.
    pub(crate) maps: HashMap<String, Values>,
}

/// The values of a map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Values {
    Kind(Kind),
    /// They are maps with these values.
    Maps(Box<Values>),
}

impl Definition {
    /// A struct whose fields are not known.
    pub(crate) fn unknown() -> Self {
        Definition::Fields(Fields::default())
    }
}

/// How rustc finds that a type elsewhere is a shape.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// This constant is true, or does not compile.
    Constant(Ident),
    /// The constant's expression, where an item beside the function is impossible.
    Asserted,
    /// If it is no shape, it is data: the field of a struct.
    Perhaps,
}
