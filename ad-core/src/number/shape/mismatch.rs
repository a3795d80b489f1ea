//! Differences in structure, and their messages.

use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::{Of, Shape};

/// The place where two containers of one shape differ in [structure](Shape#structure).
///
/// An implementation of [`Shape`] for a container with varying structure makes one in [`Shape::mismatch`].
///
/// ```
/// use ad::Shape;
///
/// let (x, y) = (vec![1.0, 2.0], vec![1.0]);
/// assert!(<Vec<f64>>::mismatch(&x, &y).is_some());
/// assert!(<Vec<f64>>::mismatch(&x, &x).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Mismatch {
    what: &'static str,
    /// The path from the container to the place: `.a[3]`.
    path: String,
    first: String,
    second: String,
}

impl Mismatch {
    /// The mismatch of two lengths, if they differ. `unit` names the counted things, as `"row"` in *2 rows*.
    #[inline]
    pub fn of_lengths(first: usize, second: usize, unit: &str) -> Option<Self> {
        if first == second { None } else { Some(Self::lengths(first, second, unit)) }
    }

    #[cold]
    fn lengths(first: usize, second: usize, unit: &str) -> Self {
        let counted = |n: usize| if n == 1 { format!("1 {unit}") } else { format!("{n} {unit}s") };
        Mismatch { what: "lengths", path: String::new(), first: counted(first), second: counted(second) }
    }

    /// The mismatch of two arrays' dimensions, if they differ.
    pub fn of_dimensions(first: &[usize], second: &[usize]) -> Option<Self> {
        let written = |n: &[usize]| n.iter().map(usize::to_string).collect::<Vec<_>>().join(" × ");
        (first != second).then(|| Mismatch {
            what: "dimensions",
            path: String::new(),
            first: written(first),
            second: written(second),
        })
    }

    /// The mismatch of two variants of an enum, by their names.
    #[cold]
    pub fn of_variants(first: &str, second: &str) -> Self {
        let quoted = |name| format!("`{name}`");
        Mismatch { what: "variants", path: String::new(), first: quoted(first), second: quoted(second) }
    }

    /// The mismatch of two maps, if one has a key that the other lacks. Each side is its key, or `None`.
    #[cold]
    pub fn of_keys(first: Option<&dyn fmt::Debug>, second: Option<&dyn fmt::Debug>) -> Self {
        let named =
            |key: Option<&dyn fmt::Debug>| key.map_or("no such key".into(), |key| format!("the key {key:?}"));
        Mismatch { what: "keys", path: String::new(), first: named(first), second: named(second) }
    }

    /// The same mismatch, from the container in which `step` leads to this one: `.field` or `[3]`.
    #[cold]
    pub fn within(mut self, step: impl fmt::Display) -> Self {
        self.path = format!("{step}{}", self.path);
        self
    }

    /// The mismatch of the second container and the first.
    #[cold]
    pub(crate) fn swapped(self) -> Self {
        Mismatch { first: self.second, second: self.first, ..self }
    }

    /// Panics with the names `first` and `second` for the two containers.
    ///
    /// # Panics
    ///
    /// Always, with the place and the kind of the difference.
    #[cold]
    #[track_caller]
    pub fn refuse(&self, first: &str, second: &str) -> ! {
        let Mismatch { what, first: expected, second: found, .. } = self;
        let place = self.place();
        panic!(
            "the {second} has another structure than the {first}: {what} differ{place}: {expected}, the {second} has {found}"
        )
    }

    fn place(&self) -> String {
        if self.path.is_empty() { String::new() } else { format!(" at `{}`", self.path) }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} differ{}: {} and {}", self.what, self.place(), self.first, self.second)
    }
}

/// Panics unless `x` and `y` have the same structure. The names appear in the message.
#[inline]
#[track_caller]
pub(crate) fn assert_same_structure<S: Shape, T: Clone, U: Clone>(
    (first, x): (&str, &Of<S, T>),
    (second, y): (&str, &Of<S, U>),
) {
    if let Some(mismatch) = S::mismatch(x, y) {
        mismatch.refuse(first, second);
    }
}

/// Panics unless `slice` has the length of so many rows of so many entries. The name appears in the message.
#[inline]
#[track_caller]
pub(crate) fn assert_length<T>(name: &str, (rows, entries): (usize, usize), slice: &[T]) {
    assert!(
        slice.len() == rows * entries,
        "lengths differ: {rows} {} of {entries} {} take {}, the slice of {name} has {}",
        if rows == 1 { "row" } else { "rows" },
        if entries == 1 { "entry" } else { "entries" },
        rows * entries,
        slice.len()
    );
}
