//! How adjoint programs run the methods of `std`: a column of [`methods`](super::methods) for each kind of receiver.
//!
//! A text is Rust with holes. `LEN` is the length of a list, `A` the argument, and part `I` has `N` elements.

use crate::tokens;
use proc_macro2::TokenStream;

/// A method of an iterator: an adaptor, or the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OfIterator {
    /// The iterator itself: `into_iter`.
    Same,
    Copied,
    Rev,
    Skip,
    Take,
    StepBy,
    Enumerate,
    Zip,
    Chained,
    Map,
    Filter,
    FilterMap,
    MapWhile,
    TakeWhile,
    SkipWhile,
    FlatMap,
    Flatten,
    Scan,
    /// An adaptor for which the user writes a loop.
    Refused,
    Sum,
    Product,
    Fold,
    ForEach,
    Collect,
    Reduce,
    /// One of the items: the method `find` by the function `find_position` on primals.
    Select,
    /// An end with a definition.
    Defined,
}

impl OfIterator {
    /// Whether the result is an iterator.
    pub(crate) fn adapts(self) -> bool {
        !self.is_end() && !matches!(self, Self::Reduce | Self::Select | Self::Defined)
    }

    /// Whether the items can be iterated from the end, and whether their number is known, if this holds for the inner iterator.
    pub(crate) fn reverses(self, (from_end, counted): (bool, bool)) -> (bool, bool) {
        match self {
            Self::Same | Self::Copied | Self::Map | Self::Rev => (from_end, counted),
            Self::Skip | Self::Take | Self::StepBy | Self::Enumerate | Self::Zip => {
                (from_end && counted, counted)
            }
            Self::Chained | Self::Filter | Self::FilterMap | Self::FlatMap | Self::Flatten => {
                (from_end, false)
            }
            _ => (false, false),
        }
    }

    /// Whether a call is one of an iterator, whatever its receiver.
    pub(crate) fn is_end(self) -> bool {
        matches!(self, Self::Sum | Self::Product | Self::Fold | Self::ForEach | Self::Collect)
    }
}

/// A method of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OfList {
    /// An iterator over parts of the list. The reverse sweep also runs the iterator over the shadow. The text is the index of
    /// part `I`, or its range if a part has `N` elements.
    View(&'static str),
    /// References to parts of the list, perhaps under a condition: their indices or ranges.
    Parts(Option<&'static str>, &'static [&'static str]),
    /// Its length, or whether it is empty.
    Length,
    /// The list as a slice.
    Slice,
    /// The same, or the content of a cell.
    Borrow,
    Copy,
    /// A copy; of a slice, a `Vec`.
    Owned,
    ToVec,
    /// `map` of an array.
    Map,
    Push,
    Clear,
    Swap,
    /// It sorts by a permutation, which this function finds on primals.
    Sort(&'static str),
    /// By its definition.
    Defined,
}

/// A method of an `Option`, a `Result` or a `bool`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OfOption {
    IsThere,
    IsMissing,
    Unwrap,
    UnwrapOrDefault,
    OkOr,
    OkOrElse,
    Copied,
    /// The same, or a reference to the content.
    Same,
    ThenSome,
    Then,
    /// The content of the content.
    Flatten,
    /// By its definition.
    Defined,
    /// By its definition, which assigns to the variable or field.
    Assigned,
}

/// A method of a value without numbers, whose result may contain references.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OfPlain {
    /// It may borrow from a temporary receiver.
    View,
    /// The same. It is certainly a reference.
    Reference,
    /// A reference to a part, if there is one.
    Part,
}

/// A text with its holes filled.
pub(crate) fn fill(text: &str, holes: &[(&str, TokenStream)]) -> TokenStream {
    tokens::replaced(text.parse().unwrap_or_default(), &|token| {
        holes.iter().find(|(hole, _)| token.to_string() == **hole).map(|(_, tokens)| tokens.clone())
    })
}
