//! Layouts: the structure of arguments and results, without their numbers.
//!
//! A layout belongs to a type. Together with the lengths of its lists, in order, it describes a container: then a flat slice of numbers
//! is all that passes a door.

use std::fmt;

use ad::generic::Shape;

use crate::failure::reserved;

/// The structure of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One number.
    Number,
    /// A list whose type has its length.
    Array(usize, Box<Layout>),
    /// A list of any length.
    List(Box<Layout>),
    /// A list of no element or one.
    Optional(Box<Layout>),
    /// Parts without names.
    Tuple(Vec<Layout>),
    /// The name of a struct, and its fields.
    Record(&'static str, Vec<(&'static str, Layout)>),
}

impl Layout {
    /// The number of numbers, if the type determines it.
    pub fn count(&self) -> Option<usize> {
        match self {
            Layout::Number => Some(1),
            Layout::Array(length, of) => Some(length * of.count()?),
            Layout::List(_) | Layout::Optional(_) => None,
            Layout::Tuple(parts) => parts.iter().map(Layout::count).sum(),
            Layout::Record(_, fields) => fields.iter().map(|(_, part)| part.count()).sum(),
        }
    }

    /// Whether the number of numbers determines all lengths. There is at most one list, and its elements have numbers and no lists.
    pub(crate) fn is_determined_by_count(&self) -> bool {
        self.lists() <= 1
    }

    /// The number of lengths that the type leaves open, or 2 if there are several.
    fn lists(&self) -> usize {
        let sum = |parts: &mut dyn Iterator<Item = &Layout>| parts.map(Layout::lists).sum::<usize>().min(2);
        match self {
            Layout::Number => 0,
            Layout::Array(length, of) => of.lists().min(2) * (*length).min(2),
            Layout::List(of) | Layout::Optional(of) => match of.count() {
                Some(1..) => 1,
                _ => 2,
            },
            Layout::Tuple(parts) => sum(&mut parts.iter()),
            Layout::Record(_, fields) => sum(&mut fields.iter().map(|(_, part)| part)),
        }
    }
}

/// As a type of Rust: `[f64; 3]`, `Vec<f64>`, `Camera { focal: f64 }`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layout::Number => f.write_str("f64"),
            Layout::Array(length, of) => write!(f, "[{of}; {length}]"),
            Layout::List(of) => write!(f, "Vec<{of}>"),
            Layout::Optional(of) => write!(f, "Option<{of}>"),
            Layout::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(ToString::to_string).collect();
                write!(f, "({})", parts.join(", "))
            }
            Layout::Record(name, fields) => {
                let fields: Vec<_> = fields.iter().map(|(name, of)| format!("{name}: {of}")).collect();
                write!(f, "{name} {{ {} }}", fields.join(", "))
            }
        }
    }
}

/// A shape that other languages can build: from the lengths of its lists.
///
/// Numbers, arrays, `Vec`s, `Option`s and tuples have this trait. [`fields!`](crate::fields) implements it for a struct.
pub trait Structure: Shape<Of<f64> = Self, Of<()>: Send + Sync> + Clone + Send + Sync + 'static {
    /// The structure of the type.
    fn layout() -> Layout;
    /// A container of zeros. Each list takes its length, before those of its elements. A missing length is 0.
    ///
    /// # Panics
    ///
    /// Panics with a [`Failure`](crate::Failure) if a list does not fit into memory.
    fn zeros(lengths: &mut dyn Iterator<Item = usize>) -> Self;
    /// Appends the lengths of the lists.
    fn lengths(&self, lengths: &mut Vec<usize>);
}

impl Structure for f64 {
    fn layout() -> Layout {
        Layout::Number
    }
    fn zeros(_: &mut dyn Iterator<Item = usize>) -> Self {
        0.0
    }
    fn lengths(&self, _: &mut Vec<usize>) {}
}

impl<S: Structure, const N: usize> Structure for [S; N] {
    fn layout() -> Layout {
        Layout::Array(N, Box::new(S::layout()))
    }
    fn zeros(lengths: &mut dyn Iterator<Item = usize>) -> Self {
        std::array::from_fn(|_| S::zeros(lengths))
    }
    fn lengths(&self, lengths: &mut Vec<usize>) {
        self.iter().for_each(|x| x.lengths(lengths));
    }
}

impl<S: Structure> Structure for Vec<S> {
    fn layout() -> Layout {
        Layout::List(Box::new(S::layout()))
    }
    fn zeros(lengths: &mut dyn Iterator<Item = usize>) -> Self {
        let length = lengths.next().unwrap_or(0);
        let mut list = reserved(length);
        list.extend((0..length).map(|_| S::zeros(lengths)));
        list
    }
    fn lengths(&self, lengths: &mut Vec<usize>) {
        lengths.push(self.len());
        self.iter().for_each(|x| x.lengths(lengths));
    }
}

impl<S: Structure> Structure for Option<S> {
    fn layout() -> Layout {
        Layout::Optional(Box::new(S::layout()))
    }
    fn zeros(lengths: &mut dyn Iterator<Item = usize>) -> Self {
        (lengths.next() == Some(1)).then(|| S::zeros(lengths))
    }
    fn lengths(&self, lengths: &mut Vec<usize>) {
        lengths.push(usize::from(self.is_some()));
        self.iter().for_each(|x| x.lengths(lengths));
    }
}

macro_rules! tuples {
    ($($S:ident $x:ident),+) => {
        impl<$($S: Structure),+> Structure for ($($S,)+) {
            fn layout() -> Layout {
                Layout::Tuple(vec![$($S::layout()),+])
            }
            fn zeros(lengths: &mut dyn Iterator<Item = usize>) -> Self {
                ($($S::zeros(lengths),)+)
            }
            fn lengths(&self, lengths: &mut Vec<usize>) {
                let ($($x,)+) = self;
                $($x.lengths(lengths);)+
            }
        }
    };
}

tuples!(A a);
tuples!(A a, B b);
tuples!(A a, B b, C c);
tuples!(A a, B b, C c, D d);
tuples!(A a, B b, C c, D d, E e);
tuples!(A a, B b, C c, D d, E e, F f);

/// Lists the fields of a struct with `#[exp]`, in their order, so that other languages can build it.
///
/// ```
/// use ad::prelude::*;
/// use ad_doors::{Layout, Structure};
///
/// #[exp]
/// #[derive(Clone)]
/// pub struct Camera { pub focal: f64, pub center: [f64; 2] }
/// ad_doors::fields!(Camera { focal, center });
///
/// assert_eq!(Camera::layout().count(), Some(3));
/// ```
#[macro_export]
macro_rules! fields {
    ($name:ident { $($field:ident),+ $(,)? }) => {
        impl $crate::Structure for $name<f64> {
            fn layout() -> $crate::Layout {
                fn of<T, S: $crate::Structure>(_: fn(&T) -> &S) -> $crate::Layout {
                    S::layout()
                }
                $crate::Layout::Record(
                    $crate::__private::unescaped(stringify!($name)),
                    vec![$(($crate::__private::unescaped(stringify!($field)), of(|whole: &$name<f64>| &whole.$field))),+],
                )
            }
            fn zeros(lengths: &mut dyn Iterator<Item = usize>) -> Self {
                $name { $($field: $crate::Structure::zeros(lengths)),+ }
            }
            fn lengths(&self, lengths: &mut Vec<usize>) {
                $($crate::Structure::lengths(&self.$field, lengths);)+
            }
        }
    };
}
