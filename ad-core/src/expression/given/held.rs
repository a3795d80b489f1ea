//! Some entries of an argument as constants, chosen by name or by a mask.

use alloc::string::String;
use alloc::vec::Vec;

use super::partial::{Constants, Holds, PartiallyApplied};
use crate::{Argument, Flat, Num, Of, RealDict, Shape, Signature};

/// Entries of an argument of the shape `S` as constants: see [`given_entries`](super::Given::given_entries).
pub struct Held<S: Shape> {
    /// The constants; `None` for the other entries.
    constants: Of<S, Option<f64>>,
    /// Whether each of the entries is constant.
    chosen: Vec<bool>,
    /// The names of the other entries.
    names: Vec<String>,
}

impl<S: Shape> Clone for Held<S> {
    fn clone(&self) -> Self {
        Held { constants: self.constants.clone(), chosen: self.chosen.clone(), names: self.names.clone() }
    }
}

impl<S: Shape> Held<S> {
    #[track_caller]
    pub(super) fn of<E, C, X, H>(e: &E, chosen: &C, x: &X) -> Self
    where
        E: Signature<In = S>,
        C: Choice,
        X: Argument<S, H> + ?Sized,
    {
        let mut names = Flat::of(e, x).names();
        let chosen = chosen.among(&names);
        let mut choices = chosen.iter();
        let constants = x.map_numbers(&mut |x| choices.next().is_some_and(|chosen| *chosen).then_some(*x));
        let mut choices = chosen.iter();
        names.retain(|_| choices.next().is_some_and(|chosen| !chosen));
        Held { constants, chosen, names }
    }

    /// All entries, of the constants by `constant` and of the others in order.
    #[track_caller]
    fn all<T: Clone>(&self, others: &[T], mut constant: impl FnMut(f64) -> T) -> Of<S, T> {
        let (found, expected) = (others.len(), self.names.len());
        assert!(found == expected, "{found} entries are passed, and {expected} are not given");
        let mut others = others.iter();
        S::map(&self.constants, &mut |c| match c {
            Some(c) => constant(*c),
            None => others.next().cloned().expect("the entries are counted"),
        })
    }
}

impl<S: Shape> Constants<S> for Held<S> {
    type Others = Vec<f64>;
    const FIRST: bool = false;
    fn map_others<T: Clone, U: Clone>(&self, all: &Of<S, T>, f: &mut impl FnMut(&T) -> U) -> Vec<U> {
        let (mut chosen, mut others) = (self.chosen.iter(), Vec::with_capacity(self.names.len()));
        S::for_each(all, &mut |x| {
            if chosen.next() == Some(&false) {
                others.push(f(x));
            }
        });
        others
    }
    fn names(&self) -> Option<Vec<String>> {
        Some(self.names.clone())
    }
}

impl<S: Shape, D: RealDict> Holds<S, D> for Held<S> {
    #[inline]
    fn all(&self, dict: D, others: &Vec<Num<D>>) -> (D, Of<S, Num<D>>) {
        (dict, self.all(others, |c| Num::new(dict, dict.constant(c))))
    }
}

impl<E: Signature> PartiallyApplied<E, Held<E::In>> {
    /// The entries of `x` that are not given.
    pub fn others<X, H>(&self, x: &X) -> Vec<f64>
    where
        X: Argument<E::In, H> + ?Sized,
    {
        self.constants.map_others(&x.to_container(), &mut |x| *x)
    }

    /// The whole argument: the given entries and `others`.
    ///
    /// # Panics
    ///
    /// Panics if `others` has another length.
    #[track_caller]
    pub fn all(&self, others: &[f64]) -> Of<E::In, f64> {
        self.constants.all(others, |c| c)
    }
}

/// A choice of entries: names, or `true` and `false` for each entry.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not choose entries of an argument",
    note = "a choice is a list of names, `[\"camera.focal\"]`, or of `true` and `false`, one for each entry"
)]
pub trait Choice {
    /// Whether each of the entries is chosen.
    ///
    /// # Panics
    ///
    /// Panics if the choice does not fit the entries.
    fn among(&self, names: &[String]) -> Vec<bool>;
}

impl Choice for [&str] {
    #[track_caller]
    fn among(&self, names: &[String]) -> Vec<bool> {
        let is_in = |name: &str, part: &str| {
            name.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        for part in self {
            assert!(
                names.iter().any(|name| is_in(name, part)),
                "no entry is named `{part}`: the entries are {}",
                names.join(", ")
            );
        }
        names.iter().map(|name| self.iter().any(|part| is_in(name, part))).collect()
    }
}

impl Choice for [bool] {
    #[track_caller]
    fn among(&self, names: &[String]) -> Vec<bool> {
        let (found, expected) = (self.len(), names.len());
        assert!(found == expected, "a choice among {found} entries is passed, and there are {expected}");
        self.to_vec()
    }
}

impl<const N: usize> Choice for [&str; N] {
    #[track_caller]
    fn among(&self, names: &[String]) -> Vec<bool> {
        self.as_slice().among(names)
    }
}

impl<const N: usize> Choice for [bool; N] {
    #[track_caller]
    fn among(&self, names: &[String]) -> Vec<bool> {
        self.as_slice().among(names)
    }
}

impl<C: Choice + ?Sized> Choice for &C {
    #[track_caller]
    fn among(&self, names: &[String]) -> Vec<bool> {
        (**self).among(names)
    }
}
